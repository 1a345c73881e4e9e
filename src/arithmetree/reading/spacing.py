"""White space: parsers are trained on single spaces, users paste line breaks, indents and doubled spaces.

A text is parsed with every run of white space as one space and none at its ends; the tokens keep the places that
they have in the text as it was given.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from arithmetree.reading.tokens import tokens_of
from arithmetree.schemas import Token

_UNEVEN = re.compile(r"^\s|\s$|\s\s|[^\S ]")
_WORDS = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class EvenlySpaced:
    """A text with even spaces and, if anything had to change, the place of each of its characters in the original."""

    text: str
    places: tuple[int, ...] | None

    def tokens(self, doc: Any) -> tuple[Token, ...]:
        """The tokens of the parsed text at their places in the original."""
        tokens, places = tokens_of(doc), self.places
        if places is None:
            return tokens
        return tuple(replace(t, start=places[t.start], end=places[t.end - 1] + 1) for t in tokens)


def even_spaces(text: str) -> EvenlySpaced:
    """Make the white space of a text even; a text that is even already is left alone."""
    if _UNEVEN.search(text) is None:
        return EvenlySpaced(text, None)
    pieces: list[str] = []
    places: list[int] = []
    for match in _WORDS.finditer(text):
        if pieces:
            pieces.append(" ")
            places.append(match.start() - 1)
        pieces.append(match[0])
        places.extend(range(match.start(), match.end()))
    return EvenlySpaced("".join(pieces), tuple(places))
