"""The pieces of a text that the quantity reader looks at: words, numerals, fraction signs and marks."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import Enum
from itertools import pairwise
from typing import NamedTuple

FRACTION_SIGNS = "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"
HYPHENS = frozenset("-\u2010\u2011")
DASHES = HYPHENS | frozenset("\u2012\u2013\u2014")


class Sort(Enum):
    """What a token is made of."""

    WORD = 0
    NUMERAL = 1  # "7", "1,250", "3.5", ".5"
    DOTTED = 2  # "3.14.15"
    FRACTION_SIGN = 3  # "½"
    MARK = 4  # any other single character


class Token(NamedTuple):
    """A piece of the text without white space; `lower` is its text in lower case with straight apostrophes."""

    start: int
    end: int
    text: str
    lower: str
    sort: Sort


_LETTER = rf"[^\W\d_{FRACTION_SIGNS}]"
# Every repetition is possessive or bounded, so that no part of the text is scanned more than a few times.
# Grouped digits: 1,250 and 1 250 with a fixed space (never a plain one), and 12,34,567 as written in India.
_TOKEN = re.compile(
    rf"""
    (?P<word>{_LETTER}++(?:['\u2019]{_LETTER}++)*+)
  | (?P<dotted>\d++(?:\.\d++){{2,}}+)
  | (?P<numeral>\d{{1,3}}+(?:,\d{{3}}(?!\d))++(?:\.\d++)?+
              | \d{{1,2}}+(?:,\d{{2}}(?!\d)){{1,4}}+,\d{{3}}(?!\d)
              | \d{{1,3}}+(?:[\u00a0\u2009\u202f]\d{{3}}(?!\d))++
              | \d++(?:\.\d++)?+
              | (?<![\w.])\.\d++)
  | (?P<sign>[{FRACTION_SIGNS}])
  | (?P<mark>\S)
    """,
    re.VERBOSE,
)
_SORTS = {
    "dotted": Sort.DOTTED,
    "numeral": Sort.NUMERAL,
    "sign": Sort.FRACTION_SIGN,
    "word": Sort.WORD,
    "mark": Sort.MARK,
}
_NOTHING = Token(-1, -1, "", "", Sort.MARK)


_BEYOND = 64
"""No rule looks further than so many tokens beyond either end of a text."""


class Row:
    """The tokens of a text in order; asking beyond either end gives an empty mark.

    `lower(index)` is a token's text in lower case, "" beyond the ends; `line_starts` are the indices of the tokens
    after a line break.
    """

    __slots__ = ("_count", "_tokens", "line_starts", "lower")

    def __init__(self, tokens: list[Token], line_starts: frozenset[int] = frozenset()) -> None:
        self.line_starts = line_starts
        self._count = len(tokens)
        # Empty marks after the last token serve both ends: the place before the first one is the last of the list.
        self._tokens = tokens + [_NOTHING] * _BEYOND
        self.lower: Callable[[int], str] = [token.lower for token in self._tokens].__getitem__

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, index: int) -> Token:
        return self._tokens[index]

    def words(self) -> set[str]:
        """All tokens in lower case."""
        return {token.lower for token in self._tokens[: self._count]}

    def is_word(self, index: int) -> bool:
        """True for a token of letters."""
        return self._tokens[index].sort is Sort.WORD

    def touches(self, index: int) -> bool:
        """True if no space separates the token from the one before it."""
        return 0 < index < self._count and self._tokens[index - 1].end == self._tokens[index].start

    def hyphen(self, index: int) -> bool:
        """True for a hyphen that joins the tokens on both sides ("5-day")."""
        return self._tokens[index].text in HYPHENS and self.touches(index) and self.touches(index + 1)

    def starts_sentence(self, index: int) -> bool:
        """True at the start of the text and after a full stop, question or exclamation mark."""
        return self.lower(index - 1) in {"", ".", "?", "!", '"', "\u201c", ":", ";"}


def split(text: str) -> Row:
    """Cut a text into tokens, in time proportional to its length."""
    tokens: list[Token] = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        sort = _SORTS[match.lastgroup or "mark"]
        lower = piece.lower()
        if "\u2019" in lower:
            lower = lower.replace("\u2019", "'")
        start, end = match.span()
        tokens.append(Token(start, end, piece, lower, sort))
    if "\n" not in text:
        return Row(tokens)
    breaks = (text.find("\n", before.end, after.start) >= 0 for before, after in pairwise(tokens))
    return Row(tokens, frozenset(place for place, broken in enumerate(breaks, 1) if broken))
