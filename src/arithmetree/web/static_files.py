"""The files that pages ask for: a closed list, read once, each with a tag so that a browser keeps what is unchanged."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources import files

from arithmetree.views.html import stylesheet

_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file with its media type and the tag of its content."""

    content: bytes
    media_type: str
    tag: str


@cache
def static_files() -> dict[str, StaticFile]:
    """Every file by name; the looks of a solution come from the views, so that notebooks and pages share them."""
    found = {"solution.css": _file("solution.css", stylesheet().encode())}
    for entry in files("arithmetree.web").joinpath("static").iterdir():
        if _ending(entry.name) in _TYPES:
            found[entry.name] = _file(entry.name, entry.read_bytes())
    return found


def _file(name: str, content: bytes) -> StaticFile:
    return StaticFile(content, _TYPES[_ending(name)], f'"{sha256(content).hexdigest()[:16]}"')


def _ending(name: str) -> str:
    return name[name.rfind(".") :]
