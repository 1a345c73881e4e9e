"""Cells of the CSV files that we write: what a spreadsheet would execute is made into plain text."""

from __future__ import annotations

import re
from unicodedata import normalize

_PLAIN_NEGATIVE = re.compile(r"-\s?\.?\d[\w\s.,%/]*")
"""A number below zero, perhaps with its unit: nothing that calls a function or another program."""


def harmless(cell: str) -> str:
    """The cell, with an apostrophe in front where a spreadsheet would take it for a formula.

    A bare carriage return becomes a line feed: Python does not quote it, and readers would take it for a new line.
    """
    begin = normalize("NFKC", cell.lstrip(" \n")[:1])  # spreadsheets in Japan also take "＝"
    if begin in ("=", "+", "@", "\t", "\r") or (begin == "-" and not _PLAIN_NEGATIVE.fullmatch(cell.strip())):
        return f"'{_with_line_feeds(cell)}"
    return _with_line_feeds(cell)


def _with_line_feeds(cell: str) -> str:
    return cell.replace("\r\n", "\n").replace("\r", "\n")
