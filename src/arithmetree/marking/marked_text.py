"""A problem as the encoder reads it: word pieces, every quantity after a mark of its kind, the question marked too.

Digits are not shown: what a number is worth enters through `arithmetree.steps.features`, so that the encoder learns
stories and not numbers. Numbers written in words stay, because "half", "twice" and "a couple" say more than their
value. Names of people are not shown either: stand-ins are read in their places.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from tokenizers import Tokenizer

from arithmetree.marking.people import StandIn
from arithmetree.quantities import Kind, Quantity

LONGEST = 512
"""The most word pieces that the encoder can read, marks and both ends included."""

_MARKS = {Kind.MONEY: 2, Kind.PERCENT: 3, Kind.MULTIPLIER: 4}
_OTHER_MARK = 1
"""Mark i is the unused word piece i of the vocabulary (BERT's vocabularies keep a hundred of them for such use)."""
_START, _END = 101, 102


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Word pieces, 1 for those of the question, the place of the mark of each quantity, and where pieces begin.

    `starts` has the first character of each piece; marks and both ends have that of the piece after them.
    """

    pieces: tuple[int, ...]
    in_question: tuple[int, ...]
    marks: tuple[int, ...]
    starts: tuple[int, ...]

    @property
    def fits(self) -> bool:
        """Whether the encoder can read all of it."""
        return len(self.pieces) <= LONGEST

    def piece_at(self, character: int) -> int:
        """The piece that a character of the text belongs to."""
        return bisect_right(self.starts, character, 1, len(self.starts) - 1) - 1


def mark(
    text: str,
    quantities: Sequence[Quantity],
    question: tuple[int, int] | None,
    people: Sequence[StandIn],
    tokenizer: Tokenizer,
) -> MarkedText:
    """Mark quantities, in the order of the text, and the question by its characters, and put stand-ins for people."""
    encoded = tokenizer.encode(text, add_special_tokens=False)
    first, last = question or (0, 0)
    pieces, in_question, marks, starts = [_START], [0], [0] * len(quantities), [0]
    waiting = met = 0
    hidden_until = 0
    for piece, (start, end) in zip(encoded.ids, encoded.offsets, strict=True):
        asks = int(first <= start < last)
        while waiting < len(quantities) and quantities[waiting].start < end:
            quantity = quantities[waiting]
            marks[waiting] = len(pieces)
            pieces.append(_MARKS.get(quantity.kind, _OTHER_MARK))
            in_question.append(asks)
            starts.append(start)
            if any(letter.isdigit() for letter in quantity.text):
                hidden_until = quantity.end
            waiting += 1
        if met < len(people) and people[met].start < end and start >= hidden_until:
            pieces.append(cast(int, tokenizer.token_to_id(people[met].piece)))
            in_question.append(asks)
            starts.append(start)
            hidden_until = people[met].end
            met += 1
        if start >= hidden_until:
            pieces.append(piece)
            in_question.append(asks)
            starts.append(start)
    pieces.append(_END)
    in_question.append(0)
    starts.append(len(text))
    return MarkedText(tuple(pieces), tuple(in_question), tuple(marks), tuple(starts))
