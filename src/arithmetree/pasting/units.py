"""The units of a pasted text: sentences and tables, each with what separates it from the one before.

A sentence may go over several lines, and a line may hold several sentences.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from arithmetree.pasting.lines import word_set, words_of
from arithmetree.pasting.paste import Paste, count_numbers
from arithmetree.pasting.pieces import CONTENT, Piece, Sort
from arithmetree.pasting.prose import ends_at_line_end
from arithmetree.pasting.questions import Asking, asks, is_step, is_sum
from arithmetree.pasting.remarks import ends_with_request, shared_range
from arithmetree.pasting.sentences import sentences_of

_SHORTEST_WORD = 3
_PLURAL = re.compile(r"(?:(?<=s|x)es|(?<=ch|sh)es|(?<!s)s)$")


class Gap(IntEnum):
    """What lies between a unit and the one before it, from the weakest to the strongest."""

    NOTHING = 0
    LINE = 1
    ANSWER = 2  # a line for the answer, marks, a page number
    BULLET = 3
    BLANK = 4
    RULE = 5
    HEADING = 6


_GAPS = {
    Sort.FURNITURE: Gap.ANSWER,
    Sort.BULLET: Gap.BULLET,
    Sort.GAP: Gap.BLANK,
    Sort.RULE: Gap.RULE,
    Sort.HEADING: Gap.HEADING,
}


@dataclass(frozen=True, slots=True)
class Unit:
    """A sentence or table. `pieces` are those of the outline, with what lies before the unit first."""

    pieces: tuple[Piece, ...]
    text: str
    gap: Gap
    exercise: Piece | None
    part: Piece | None
    bullet: bool
    asks: bool
    asks_at_once: bool
    """It starts with its question."""
    is_step: bool
    """All it asks for is a step of a calculation: "Multiply by 4."."""
    is_sum: bool
    """A plain sum and nothing else."""
    numbers: int
    words: tuple[str, ...]
    content: frozenset[str]
    """The words that say what it is about."""
    is_table: bool
    is_instruction: bool

    @property
    def start(self) -> int:
        """Where its first character is."""
        return next(piece.start for piece in self.pieces if piece.sort in CONTENT)

    @property
    def end(self) -> int:
        """Where its last character ends."""
        return self.pieces[-1].end


def content_words(text: str) -> frozenset[str]:
    """The words of a text that say what it is about, without their endings."""
    idle = word_set("unrelated", "idle") | word_set("unfinished") | word_set("questions", "auxiliaries")
    kept = (word for word in words_of(text) if len(word) >= _SHORTEST_WORD and word not in idle)
    return frozenset(_PLURAL.sub("", word) for word in kept)


def units_of(paste: Paste) -> list[Unit]:
    """The units of a text in order; instructions and markers without anything after them are in none."""
    found: list[Unit] = []
    waiting: list[Piece] = []
    requested = False
    for pieces in _joined(paste, _sentences(paste)):
        unit = _unit(paste, [*waiting, *pieces], requested=requested)
        waiting = []
        if unit.is_instruction and shared_range(unit.text) is None and not ends_with_request(unit.text):
            waiting = [replace(piece, sort=Sort.FURNITURE) if piece.sort in CONTENT else piece for piece in unit.pieces]
        else:
            found.append(unit)
            requested = ends_with_request(unit.text) or (requested and unit.part is not None)
    return found


def _sentences(paste: Paste) -> Iterator[list[Piece]]:
    """Each sentence of a line, and each table, with the pieces before it."""
    waiting: list[Piece] = []
    for piece in paste.pieces:
        if piece.sort not in CONTENT:
            waiting.append(piece)
            continue
        spans = sentences_of(paste.of(piece)) if piece.sort is Sort.PROSE else [(0, piece.end - piece.start)]
        for start, end in spans:
            yield [*waiting, replace(piece, start=piece.start + start, end=piece.start + end)]
            waiting = []


def _joined(paste: Paste, sentences: Iterator[list[Piece]]) -> Iterator[list[Piece]]:
    """Join what is one sentence: its lines, a caption and its table."""
    current: list[Piece] = []
    for pieces in sentences:
        before = current[-1] if current else None
        joined = before is not None and len(pieces) == 1 and _goes_on(paste, before, pieces[0])
        if joined or (before is not None and before.sort is Sort.CAPTION):
            current.extend(pieces)
            continue
        if current:
            yield current
        current = pieces
    if current:
        yield current


def _goes_on(paste: Paste, before: Piece, after: Piece) -> bool:
    if before.sort is not Sort.PROSE or after.sort is not Sort.PROSE:
        return False
    if not any(line_break in paste.text[before.end : after.start] for line_break in "\n\r\u2028"):
        return False
    if paste.of(before).rstrip("\"'\u201d\u2019)]*_ ")[-1:] in (".", "?", "!", ":"):
        return False
    line, following = paste.of(paste.piece_at(before.start)), paste.of(paste.piece_at(after.start))
    if is_sum(following):
        return False
    fits = len(line) + len(following.split(maxsplit=1)[0]) < paste.width
    whole = asks(following) and count_numbers(following)
    if asks(line) and count_numbers(line) and (whole or (fits and (asks(following) or count_numbers(following)))):
        return False  # two problems, each on its line, without marks
    return not ends_at_line_end(line.strip(), following)


def _unit(paste: Paste, pieces: Sequence[Piece], *, requested: bool) -> Unit:
    first = next(at for at, piece in enumerate(pieces) if piece.sort in CONTENT)
    between, content = pieces[:first], pieces[first:]
    text = " ".join(paste.of(piece) for piece in content)
    read = paste.readable(content)
    questions = paste.questions(read) if content[0].sort is Sort.PROSE else []
    gap = max((_GAPS.get(piece.sort, Gap.NOTHING) for piece in between), default=Gap.NOTHING)
    before = paste.text[paste.text.rfind("\n", 0, content[0].start) + 1 : content[0].start]
    line = not before.strip() or bool(between)
    exercise = next((at for at in range(first - 1, -1, -1) if between[at].sort is Sort.EXERCISE), None)
    # A letter before the number is that of a section: "Section A" above "1.".
    part = next((piece for piece in reversed(between[(exercise or 0) :]) if piece.sort is Sort.PART), None)
    return Unit(
        pieces=tuple(pieces),
        text=text,
        gap=max(gap, Gap.LINE if line else Gap.NOTHING),
        exercise=between[exercise] if exercise is not None else None,
        part=part,
        bullet=any(piece.sort is Sort.BULLET for piece in between),
        asks=bool(questions) or (requested and part is not None),
        asks_at_once=bool(questions) and questions[0].start == 0 and questions[0].kind is not Asking.BLANK,
        is_step=bool(questions) and all(is_step(read.text, found) for found in questions),
        is_sum=is_sum(text),
        numbers=count_numbers(read.text),
        words=tuple(words_of(text)),
        content=content_words(text),
        is_table=content[-1].sort is Sort.TABLE,
        is_instruction=not read.text,
    )
