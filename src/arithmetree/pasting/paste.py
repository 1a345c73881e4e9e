"""A pasted text with its outline, and what is known about its pieces."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence

from arithmetree.pasting.lines import lines_of, one_of
from arithmetree.pasting.mapping import ReadableText, Writer
from arithmetree.pasting.outline import outline
from arithmetree.pasting.pieces import Piece
from arithmetree.pasting.prose import write_pieces
from arithmetree.pasting.questions import Found, find_questions

_NUMBER = re.compile(rf"(?i)\d+(?:[.,/:]\d+)*|\b(?:{one_of('numbers')})\b")


def count_numbers(text: str) -> int:
    """How many numbers a text has, in digits and the most common words."""
    return len(_NUMBER.findall(text))


class Paste:
    """A pasted text; what is made of its pieces is kept. `weights` are others than the fitted ones."""

    def __init__(self, text: str, weights: Mapping[str, int] | None = None) -> None:
        self.text = text
        self.pieces = outline(text, weights)
        self._starts = [piece.start for piece in self.pieces]
        self.width = max((len(line.text) for line in lines_of(text)), default=0)
        """The characters of the longest line."""
        self._readable: dict[tuple[Piece, ...], ReadableText] = {}
        self._questions: dict[str, list[Found]] = {}

    def of(self, piece: Piece) -> str:
        """The characters of a piece."""
        return self.text[piece.start : piece.end]

    def piece_at(self, place: int) -> Piece:
        """The piece of the outline that a place of the text lies in."""
        return self.pieces[bisect_right(self._starts, place) - 1]

    def readable(self, pieces: Sequence[Piece]) -> ReadableText:
        """Some pieces as plain sentences."""
        key = tuple(pieces)
        if key not in self._readable:
            writer = Writer(self.text)
            write_pieces(key, writer)
            self._readable[key] = writer.finish()
        return self._readable[key]

    def questions(self, read: ReadableText) -> list[Found]:
        """The questions of some pieces as plain sentences."""
        if read.text not in self._questions:
            self._questions[read.text] = find_questions(read.text)
        return self._questions[read.text]
