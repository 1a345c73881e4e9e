"""American spelling: the data of the generator is British, and some stories are put into American English."""

from __future__ import annotations

import re
from functools import cache

from arithmetree.word_lists import table


def american(text: str) -> str:
    """The text in American English; the marks of numbers (⟦litres⟧) stay as they are."""
    return _pattern().sub(_replaced, text)


@cache
def _words() -> dict[str, str]:
    words: dict[str, str] = table("generator/general/american")["words"]
    return words


@cache
def _pattern() -> re.Pattern[str]:
    longest_first = sorted(_words(), key=len, reverse=True)
    return re.compile(rf"(?<![\w⟦])({'|'.join(longest_first)})(?=s?\b(?![⟧!]))", re.IGNORECASE)


def _replaced(match: re.Match[str]) -> str:
    word = _words()[match[0].lower()]
    return word.capitalize() if match[0][0].isupper() else word
