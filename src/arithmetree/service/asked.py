"""One problem of a batch as it was sent, good or bad."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from pydantic import JsonValue

from arithmetree.errors import TextError


@dataclass(frozen=True, slots=True)
class Asked:
    """What should be the text, and the id to give back, as a field of the result."""

    text: JsonValue
    id: dict[str, Any] = field(default_factory=dict)
    fault: str | None = None

    @classmethod
    def of_text(cls, item: JsonValue) -> Asked:
        """An item of `texts`."""
        return cls(item)

    @classmethod
    def of_problem(cls, item: JsonValue) -> Asked:
        """An item of `problems`."""
        if not isinstance(item, dict):
            return cls(None, fault=f"The problem is {_kind(item)}; an object with text and perhaps id is accepted.")
        if "id" in item and not _writable(item["id"]):
            return cls(None, fault="The id holds a lone surrogate, which is no valid Unicode and cannot be given back.")
        given_id = {"id": item["id"]} if "id" in item else {}
        unknown = sorted(set(item) - {"id", "text"})
        if unknown:
            return cls(item.get("text"), given_id, f"Unknown field {unknown[0]!r}; text and id are accepted.")
        if "text" not in item:
            return cls(None, given_id, "The problem has no text; give it as a string in the field text.")
        return cls(item["text"], given_id)

    def readable(self, longest: int) -> str:
        """The text; TextError says what is wrong with it."""
        if self.fault is not None:
            raise TextError(self.fault)
        if not isinstance(self.text, str):
            raise TextError(f"The text is {_kind(self.text)}; a string is accepted.")
        if len(self.text) > longest:
            raise TextError(too_long(self.text, longest))
        return self.text


def too_long(text: str, longest: int) -> str:
    """What to say of a text above the limit."""
    return f"The text has {len(text)} characters; at most {longest} are read here. Give one problem at a time."


def _writable(value: JsonValue) -> bool:
    """Whether a value can be written as UTF-8."""
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def _kind(item: JsonValue) -> str:
    """What JSON calls it."""
    if item is None:
        return "null"
    names = {
        bool: "a boolean",
        int: "a number",
        float: "a number",
        str: "a string",
        list: "an array",
        dict: "an object",
    }
    return names[type(item)]
