"""What a form sends: fields as texts and files as bytes, in either of the two encodings that browsers use."""

from __future__ import annotations

from dataclasses import dataclass, field
from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qs

_MOST_FIELDS = 10  # more than any form here has
_MULTIPART = "multipart/form-data"


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form by their names, and the files that were chosen."""

    fields: dict[str, str] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)


def read_form(body: bytes, content_type: str) -> Form:
    """The form in the body of a request; ValueError if it is none."""
    if not content_type.lower().startswith(_MULTIPART):
        fields = parse_qs(body.decode(), keep_blank_values=True, max_num_fields=_MOST_FIELDS)
        return Form({name: "".join(values) for name, values in fields.items()})
    if "\r" in content_type or "\n" in content_type:
        raise ValueError("the content type is not one line")
    head = f"Content-Type: {content_type}\r\n\r\n".encode("latin-1")
    message = BytesParser(policy=HTTP).parsebytes(head + body)
    parts = list(message.iter_parts()) if message.is_multipart() else []
    if not parts or len(parts) > _MOST_FIELDS:
        raise ValueError("this is not a form, or one with too many fields")
    form = Form()
    for part in parts:
        name = part.get_param("name", header="content-disposition")
        content = part.get_payload(decode=True)
        if not isinstance(name, str) or not isinstance(content, bytes):
            raise ValueError("a field has no name")
        if part.get_filename() is None:
            form.fields[name] = content.decode()
        else:
            form.files[name] = content
    return form
