"""The pieces that a pasted text is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from arithmetree.pasting.tables import Table


class Sort(Enum):
    """What a piece of a pasted text is."""

    EXERCISE = 0
    PART = 1
    BULLET = 2
    HEADING = 3
    CAPTION = 4  # the title of a table
    FURNITURE = 5
    RULE = 6
    PROSE = 7
    TABLE = 8
    GAP = 9  # blank lines


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of the text. Prose never goes over the end of a line."""

    sort: Sort
    start: int
    end: int
    label: str | None = None
    table: Table | None = None


CONTENT = frozenset({Sort.PROSE, Sort.TABLE, Sort.CAPTION})
