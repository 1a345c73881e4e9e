"""Several problems in one paste, each with its questions."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from arithmetree.pasting.dialogue import turns_of
from arithmetree.pasting.mapping import ReadableText
from arithmetree.pasting.paste import Paste, count_numbers
from arithmetree.pasting.pieces import CONTENT, Piece, Sort
from arithmetree.pasting.questions import Asking, Found
from arithmetree.pasting.remarks import shared_range
from arithmetree.pasting.segmentation import LONGEST, Role, refers_back, segments_of
from arithmetree.pasting.sentences import sentences_of
from arithmetree.pasting.units import Gap, Unit, units_of

_FEWEST_NUMBERS = 2
"""What a story of its own has."""
_CLOSING = frozenset("?!.\"')\u201d\u2019")


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """A question at text[start:end] of the pasted text, without its question mark; `label` is that of its part."""

    start: int
    end: int
    label: str | None
    kind: Asking


@dataclass(frozen=True, slots=True)
class PastedProblem:
    """A problem at text[start:end], without its number; `shared` is the place of a story that others use as well."""

    start: int
    end: int
    label: str | None
    questions: tuple[AskedQuestion, ...]
    shared: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class ProblemPieces:
    """A problem and the pieces that it is read from, those of a shared story first."""

    problem: PastedProblem
    pieces: tuple[Piece, ...]


def split(text: str) -> tuple[PastedProblem, ...]:
    """The problems of a pasted text in order; all places are places of this text."""
    return tuple(found.problem for found in problems_of(Paste(text)))


def problems_of(paste: Paste) -> list[ProblemPieces]:
    """The problems of a pasted text with the pieces that they are read from."""
    units = without_numbered_facts(units_of(paste))
    found: list[ProblemPieces] = []
    story: _Story | None = None
    for segment in segments_of(units, whole=inside_dialogues(paste, units)):
        chosen = units[segment.first : segment.stop]
        if segment.role is Role.STORY:
            story = _Story(chosen)
        elif segment.role is Role.PROBLEM:
            if story is not None and not story.reaches(chosen):
                story = None
            shared = story.units if story is not None and story.covers(chosen[0]) else []
            found.append(_problem(paste, chosen, shared))
    return found


def inside_dialogues(paste: Paste, units: Sequence[Unit]) -> frozenset[int]:
    """The units of dialogues but the first of each: a dialogue is one problem with what comes after its last turn."""
    opens = [at for at, unit in enumerate(units) if at and unit.exercise and unit.exercise.label]
    found: set[int] = set()
    for first, stop in pairwise((0, *opens, len(units))):
        if first == stop:
            continue
        start = units[first].start
        turns = turns_of(paste.text[start : units[stop - 1].end])
        inside = [at for at in range(first + 1, stop) if turns and units[at].start > start + turns[0].start]
        if len(inside) < LONGEST:
            found.update(inside)
    return frozenset(found)


def without_numbered_facts(units: list[Unit]) -> list[Unit]:
    """Numbers before facts of which only the last asks, and that after its first sentence, are no exercises."""
    starts = [at for at, unit in enumerate(units) if unit.exercise and unit.exercise.label]
    asking = [at for at, unit in enumerate(units) if unit.asks and not unit.is_step]
    if len(starts) < 2 or not asking or asking[0] <= starts[-1]:
        return units
    return [replace(unit, exercise=None, asks=unit.asks and not unit.is_step) for unit in units]


class _Story:
    """A story and the exercises that share it so far."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = [unit for unit in units if not unit.is_instruction]
        self._range = next((found for unit in units if (found := shared_range(unit.text))), None)
        self._words = frozenset[str]().union(*(unit.content for unit in units))
        self._used = False

    def reaches(self, units: Sequence[Unit]) -> bool:
        """False for a problem without a number, after a heading, or with a story of its own."""
        first = units[0]
        if first.exercise is None:
            return False
        if self._range is not None or not self._used:
            self._used = True
            return True
        own = sum(unit.numbers for unit in units) >= _FEWEST_NUMBERS and not refers_back(first.words)
        taken_up = self._words & frozenset[str]().union(*(unit.content for unit in units))
        return first.gap is not Gap.HEADING and not (own and not taken_up)

    def covers(self, unit: Unit) -> bool:
        """False for an exercise that the story is not for: "Use this for questions 1 to 3."."""
        label = unit.exercise.label if unit.exercise else None
        if self._range is None or label is None or not label.isdecimal():
            return True
        return self._range[0] <= int(label) <= self._range[1]


def _problem(paste: Paste, units: Sequence[Unit], shared: Sequence[Unit]) -> ProblemPieces:
    pieces = _pieces(paste, units)
    label = units[0].exercise.label if units[0].exercise else None
    if label is None and units[0].part is not None and not any(unit.part for unit in units[1:]):
        label = units[0].part.label
        pieces = [piece for piece in pieces if piece.sort is not Sort.PART]
    own = paste.readable(pieces)
    parts = [piece for piece in pieces if piece.sort is Sort.PART]
    questions = tuple(_question(found, own, parts) for found in paste.questions(own))
    start, end = _extent(paste, pieces, own)
    if not parts:
        questions = _of_the_last_turn(questions, [start + turn.start for turn in turns_of(paste.text[start:end])])
    place = (shared[0].start, shared[-1].end) if shared else None
    return ProblemPieces(PastedProblem(start, end, label, questions, place), (*_pieces(paste, shared), *pieces))


def _of_the_last_turn(questions: tuple[AskedQuestion, ...], turns: Sequence[int]) -> tuple[AskedQuestion, ...]:
    """Of a dialogue the questions of the last turn that has any; those before it are answered by somebody."""
    for start in reversed(turns):
        if asked := tuple(question for question in questions if question.start >= start):
            return asked
    return questions


def _pieces(paste: Paste, units: Sequence[Unit]) -> list[Piece]:
    """The pieces of some units, the sentences of a line in one piece; what lies before the first unit is left out."""
    found: list[Piece] = []
    for at, unit in enumerate(units):
        for piece in unit.pieces:
            if piece.sort is Sort.EXERCISE or (not at and piece.sort not in CONTENT and piece is not unit.part):
                continue
            if found and piece.sort is Sort.PROSE and paste.piece_at(found[-1].start) is paste.piece_at(piece.start):
                found[-1] = replace(found[-1], end=piece.end)
            else:
                found.append(piece)
    return found


def _question(found: Found, own: ReadableText, parts: Sequence[Piece]) -> AskedQuestion:
    start, end = own.to_original(found.start, found.end)
    at = bisect_right(parts, start, key=lambda part: part.start) - 1
    return AskedQuestion(start, end, parts[at].label if at >= 0 else None, found.kind)


def _extent(paste: Paste, pieces: Sequence[Piece], own: ReadableText) -> tuple[int, int]:
    """From the first to the last character that is read, the captions of tables included."""
    content = [piece for piece in pieces if piece.sort in CONTENT]
    if not own.text:
        return content[0].start, content[-1].end
    start = content[0].start if content[0].sort is not Sort.PROSE else min(own.places)
    end = max(own.places[: _needed_end(own.text, paste.questions(own))]) + 1
    while end < content[-1].end and paste.text[end] in _CLOSING:
        end += 1
    return start, end


def _needed_end(text: str, questions: Sequence[Found]) -> int:
    """Where the last sentence ends that asks or has a number; the length of a text without a question."""
    if not questions:
        return len(text)
    sentences = [(start, end) for start, end in sentences_of(text) if end > questions[-1].start]
    return max(end for start, end in sentences[:1] + [one for one in sentences if count_numbers(text[slice(*one)])])
