"""Small word lists of the package, read once from src/arithmetree/data."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def table(name: str) -> dict[str, Any]:
    """The data file `name`.toml as a dictionary."""
    return tomllib.loads((files("arithmetree") / "data" / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def words(name: str, *path: str) -> frozenset[str]:
    """The words of one entry of a data file: words("people", "roles", "male")."""
    entry: Any = table(name)
    for key in path:
        entry = entry[key]
    return frozenset(entry.split())


@cache
def people(kind: str) -> frozenset[str]:
    """All names, titles or roles of people: people("roles") has the aunt, the uncle and the cousin."""
    genders = [gender for gender in ("female", "male", "either") if gender in table("people")[kind]]
    return frozenset().union(*(words("people", kind, gender) for gender in genders))
