"""Problems to try, from the file beside this one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from urllib.parse import urlencode


@dataclass(frozen=True, slots=True)
class Example:
    """A problem with the kind of thinking that it asks for."""

    title: str
    text: str

    @property
    def query(self) -> str:
        """The query of its permanent link."""
        return urlencode({"text": self.text})


@cache
def examples() -> tuple[Example, ...]:
    """All examples in the order of the file."""
    content = tomllib.loads(files("arithmetree.web").joinpath("examples.toml").read_text(encoding="utf-8"))
    return tuple(Example(**entry) for entry in content["example"])
