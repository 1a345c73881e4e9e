"""A solution as plain lists, dictionaries, strings and numbers, and back, for documents that are sent or saved.

Our dataclasses and enumerations are written with their names; reading builds those and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from importlib import import_module
from typing import Any

from arithmetree.errors import DataError

_PACKAGE = "arithmetree."


def to_plain(value: Any) -> Any:
    """Lists of a kind and its content for what msgpack does not know, everything else as it is."""
    if isinstance(value, Enum):
        return ["enum", _name(type(value)), value.name]
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return float(value)
    if isinstance(value, Fraction):
        return ["fraction", str(value)]
    if isinstance(value, tuple | list | frozenset):
        items = sorted(value) if isinstance(value, frozenset) else value
        return [type(value).__name__, *map(to_plain, items)]
    if isinstance(value, Mapping):
        return ["dict", *([to_plain(key), to_plain(item)] for key, item in value.items())]
    if callable(value):
        return to_plain(value())  # what is only worked out when asked for
    if is_dataclass(value) and type(value).__module__.startswith(_PACKAGE):
        saved = (field.name for field in fields(value) if field.metadata.get("saved", True))
        content = {name: to_plain(getattr(value, name)) for name in saved}
        return ["object", _name(type(value)), content]
    raise DataError(f"A {type(value).__name__} is not a part of a solution and cannot be saved with a document.")


def from_plain(plain: Any) -> Any:
    """What `to_plain` was given, from lists or tuples, as msgpack gives either; DataError for anything else."""
    if not isinstance(plain, list | tuple):
        return plain
    try:
        return _built(plain)
    except (LookupError, TypeError, ValueError, AttributeError, ImportError) as error:
        raise DataError(f"A saved solution cannot be read ({error!r}); solve the text again.") from error


def _built(plain: list[Any] | tuple[Any, ...]) -> Any:
    kind, *content = plain
    if kind == "enum":
        return _class(content[0], Enum)[content[1]]
    if kind == "fraction":
        return Fraction(content[0])
    if kind in _COLLECTIONS:
        return _COLLECTIONS[kind](map(from_plain, content))
    if kind == "dict":
        return {from_plain(key): from_plain(item) for key, item in content}
    if kind == "object":
        return _class(content[0])(**{name: from_plain(item) for name, item in content[1].items()})
    raise ValueError(f"{kind!r} is not a kind of value")


_COLLECTIONS: dict[str, Any] = {"tuple": tuple, "list": list, "frozenset": frozenset}


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


def _class(name: str, base: type = object) -> Any:
    """A dataclass or enumeration of ours by its name, so that a crafted file cannot call anything else."""
    module, _, called = name.partition(":")
    found = getattr(import_module(module), called) if module.startswith(_PACKAGE) else None
    if not isinstance(found, type) or not issubclass(found, base) or not (base is Enum or is_dataclass(found)):
        raise ValueError(f"{name} is not a part of a solution")
    return found
