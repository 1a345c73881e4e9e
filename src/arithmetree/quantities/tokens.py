"""The pieces of a text that the quantity reader looks at: words, numerals, fraction signs and marks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
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


class Row:
    """The tokens of a text in order; asking beyond either end gives an empty mark."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self._tokens = tokens

    def __len__(self) -> int:
        return len(self._tokens)

    def __getitem__(self, index: int) -> Token:
        return self._tokens[index] if 0 <= index < len(self._tokens) else _NOTHING

    def lower(self, index: int) -> str:
        """The token's text in lower case, "" beyond the ends."""
        return self[index].lower

    def words(self) -> set[str]:
        """All tokens in lower case."""
        return {token.lower for token in self._tokens}

    def is_word(self, index: int) -> bool:
        """True for a token of letters."""
        return self[index].sort is Sort.WORD

    def touches(self, index: int) -> bool:
        """True if no space separates the token from the one before it."""
        tokens = self._tokens
        return 0 < index < len(tokens) and tokens[index - 1].end == tokens[index].start

    def hyphen(self, index: int) -> bool:
        """True for a hyphen that joins the tokens on both sides ("5-day")."""
        return self[index].text in HYPHENS and self.touches(index) and self.touches(index + 1)

    def starts_sentence(self, index: int) -> bool:
        """True at the start of the text and behind a full stop, question or exclamation mark."""
        return self.lower(index - 1) in {"", ".", "?", "!", '"', "\u201c", ":", ";"}


def split(text: str) -> Row:
    """Cut a text into tokens, in time proportional to its length."""
    tokens = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        sort = _SORTS[match.lastgroup or "mark"]
        lower = piece.lower()
        if "\u2019" in lower:
            lower = lower.replace("\u2019", "'")
        start, end = match.span()
        tokens.append(Token(start, end, piece, lower, sort))
    return Row(tokens)
