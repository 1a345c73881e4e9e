"""What the page about the API shows: the OpenAPI document of the service, put into words."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

_REF = "#/components/schemas/"
_INTERNAL = re.compile("ValidationError$")  # the framework's own, which the service does not send


@dataclass(frozen=True, slots=True)
class Type:
    """The type of a value: words, and the schemas that they name, in the order of reading."""

    words: tuple[tuple[str, str | None], ...]  # a word, and the schema to link to


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a schema."""

    name: str
    type: Type
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class Schema:
    """An object that goes in or out."""

    name: str
    description: str
    fields: tuple[Field, ...]
    values: tuple[str, ...]
    example: str | None


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back with one status."""

    status: str
    description: str
    body: Type | None


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address and method."""

    method: str
    path: str
    summary: str
    description: str
    body: Type | None
    example: str | None
    replies: tuple[Reply, ...]

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return re.sub(r"\W+", "-", f"{self.method} {self.path}".lower()).strip("-")


@dataclass(frozen=True, slots=True)
class Reference:
    """The whole API."""

    version: str
    endpoints: tuple[Endpoint, ...]
    schemas: tuple[Schema, ...]


def reference(document: Mapping[str, Any]) -> Reference:
    """The API of an OpenAPI document."""
    schemas: dict[str, Any] = document.get("components", {}).get("schemas", {})
    return Reference(
        version=document["info"]["version"],
        endpoints=tuple(
            _endpoint(method, path, operation, schemas)
            for path, operations in document["paths"].items()
            for method, operation in operations.items()
        ),
        schemas=tuple(_schema(name, schema) for name, schema in schemas.items() if not _INTERNAL.search(name)),
    )


def _endpoint(method: str, path: str, operation: Mapping[str, Any], schemas: Mapping[str, Any]) -> Endpoint:
    body = _content(operation.get("requestBody", {}))
    return Endpoint(
        method=method.upper(),
        path=path,
        summary=operation.get("summary", ""),
        description=operation.get("description", ""),
        body=None if body is None else _type(body),
        example=None if body is None else next(_examples(body, schemas), None),
        replies=tuple(
            Reply(status, _meaning(reply), None if (sent := _content(reply)) is None else _type(sent))
            for status, reply in sorted(operation["responses"].items())
        ),
    )


def _meaning(reply: Mapping[str, Any]) -> str:
    said: str = reply.get("description", "")
    return "Done." if said == "Successful Response" else said  # the framework's word for it


def _content(part: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The schema of a body; None where there is none."""
    contents: Mapping[str, Any] = part.get("content", {})
    for content in contents.values():
        schema: Mapping[str, Any] | None = content.get("schema")
        return schema or None
    return None


def _examples(schema: Mapping[str, Any], schemas: Mapping[str, Any]) -> Iterator[str]:
    """The examples of a body, those of its first form where it has several."""
    for example in schema.get("examples", ()):
        yield json.dumps(example, indent=2, ensure_ascii=False)
    for part in (schema, *schema.get("oneOf", ()), *schema.get("anyOf", ())):
        if "$ref" in part:
            yield from _examples(schemas[part["$ref"].removeprefix(_REF)], schemas)


def _schema(name: str, schema: Mapping[str, Any]) -> Schema:
    required = schema.get("required", ())
    fields = tuple(
        Field(field, _type(facts), field in required, facts.get("description", ""))
        for field, facts in schema.get("properties", {}).items()
    )
    example = next(_examples(schema, {}), None)
    return Schema(name, schema.get("description", ""), fields, tuple(map(str, schema.get("enum", ()))), example)


def _type(schema: Mapping[str, Any]) -> Type:
    return Type(tuple(_words(schema)))


def _words(schema: Mapping[str, Any]) -> Iterator[tuple[str, str | None]]:
    if "$ref" in schema:
        name = schema["$ref"].removeprefix(_REF)
        yield name, name
    elif "const" in schema:
        yield json.dumps(schema["const"]), None
    elif "enum" in schema:
        yield " or ".join(json.dumps(value) for value in schema["enum"]), None
    elif choices := schema.get("anyOf", schema.get("oneOf")):
        for number, choice in enumerate(choices):
            if number:
                yield "or", None
            yield from _words(choice)
    elif schema.get("type") == "array":
        yield "list of", None
        yield from _words(schema.get("items") or {})
        if "maxItems" in schema and "prefixItems" not in schema:
            yield f"(at most {schema['maxItems']})", None
    else:
        yield str(schema.get("type", "any value")), None
        if "maxLength" in schema:
            yield f"(at most {schema['maxLength']} characters)", None
