"""Addresses of letters and pages in a text, whose numbers are no quantities: "ann2@mail.org", "www.shop24.com"."""

from __future__ import annotations

import re

_PIECE = re.compile(r"\S++")
_LONGEST = 300
_MAIL = re.compile(r"[^@]+@[^@]*\.[A-Za-z]{2,}\W*")
_PAGE = re.compile(r"\W*(?:https?://|www\.).+", re.IGNORECASE)


def find_addresses(text: str) -> list[tuple[int, int]]:
    """The characters of all addresses, in order, in time proportional to the length of the text."""
    if "@" not in text and "://" not in text and "www." not in text.lower():
        return []
    pieces = (match for match in _PIECE.finditer(text) if match.end() - match.start() <= _LONGEST)
    return [piece.span() for piece in pieces if _MAIL.fullmatch(piece.group()) or _PAGE.fullmatch(piece.group())]
