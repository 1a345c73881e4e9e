"""Cells of the CSV files that we write: what a spreadsheet would execute is made into plain text."""

from __future__ import annotations

import re
from unicodedata import category, normalize

_PLAIN_NEGATIVE = re.compile(r"-\s?\.?\d[\d.,]*(?:/\d+)?(?:\s?%)?(?:\s*[^\W\d_]+(?:\s+[^\W\d_]+)*)?")
"""A number below zero, perhaps with its unit: nothing that names a cell or calls a function or another program."""
_UNSEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters before a formula that a spreadsheet may skip, such as a byte order mark."""


def harmless(cell: str) -> str:
    """The cell, with an apostrophe in front where a spreadsheet would take it for a formula.

    A bare carriage return becomes a line feed: Python does not quote it, and readers would take it for a new line.
    """
    if cell.lstrip(" \n")[:1] in ("\t", "\r"):
        return f"'{_with_line_feeds(cell)}"
    seen = next((place for place, character in enumerate(cell) if category(character) not in _UNSEEN), len(cell))
    begin = normalize("NFKC", cell[seen : seen + 1])  # spreadsheets in Japan also take "＝"
    if begin in ("=", "+", "@") or (begin == "-" and not _PLAIN_NEGATIVE.fullmatch(cell[seen:].strip())):
        return f"'{_with_line_feeds(cell)}"
    return _with_line_feeds(cell)


def _with_line_feeds(cell: str) -> str:
    return cell.replace("\r\n", "\n").replace("\r", "\n")
