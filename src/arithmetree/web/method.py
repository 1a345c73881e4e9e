"""What the page about the method shows: tables of results, and a tree to look at."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Table:
    """A table of results; docs/page_tables.py makes them from the result files."""

    name: str
    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@cache
def tables() -> tuple[Table, ...]:
    """All tables in the order of the page."""
    content = json.loads(files("arithmetree.web").joinpath("tables.json").read_text(encoding="utf-8"))
    return tuple(
        Table(entry["name"], entry["caption"], tuple(entry["head"]), tuple(map(tuple, entry["rows"])))
        for entry in content
    )
