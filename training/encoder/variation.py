"""The same problem in other words: other people, another thing that is asked for, a remark that says nothing.

People are stand-ins already (arithmetree.encoder.people). Some variants exchange these, and some show names, because a
name that is not recognised in a text is shown as well.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from arithmetree.encoder.people import STAND_INS, StandIn, listed_names, people, people_stand_ins
from arithmetree.generator.lexicon import names
from arithmetree.quantities import Quantity
from arithmetree.schemas import Problem
from arithmetree.training.rewording import things

_NAMED = 0.2
_OTHER_STAND_INS = 0.3
_RENAMED_THING = 0.6
_REMARKED = 0.25
_REMARK_FIRST = 0.7

Varied = tuple[str, list[Quantity], tuple[int, int] | None, list[StandIn]]
"""A text, its quantities at their new places, its question, and the stand-ins for its people."""


def varied(problem: Problem, seed: str) -> Varied:
    """A variant of a problem; it tells the same story, so its expression is the same."""
    rng = Random(seed)
    changes: dict[tuple[int, int], str] = {}
    unnamed = people_stand_ins(problem)
    if rng.random() < _NAMED:
        changes |= _other_names(problem, rng)
        unnamed = []
    elif rng.random() < _OTHER_STAND_INS:
        unnamed = _other_stand_ins(unnamed, rng)
    if rng.random() < _RENAMED_THING:
        changes |= _other_thing(problem, rng)
    if rng.random() < _REMARKED:
        changes |= _remark(problem, rng)
    pieces: list[str] = []
    moves: list[tuple[int, int]] = []  # from this character on, places move by so much
    end = moved = 0
    for (start, stop), word in sorted(changes.items()):
        pieces += [problem.text[end:start], word]
        moved += len(word) - (stop - start)
        moves.append((stop, moved))
        end = stop
    pieces.append(problem.text[end:])

    def place(old: int) -> int:
        return old + max((by for by in moves if by[0] <= old), default=(0, 0))[1]

    quantities = [
        Quantity(place(q.start), place(q.start) + q.end - q.start, q.text, q.value, q.kind, q.unit_hint, q.implicit)
        for q in (schema.quantity for schema in problem.schemas)
    ]
    question = problem.question
    asked = None if question is None else (place(question.start), place(question.end))
    return "".join(pieces), quantities, asked, [StandIn(place(s.start), place(s.end), s.piece) for s in unnamed]


def _other_names(problem: Problem, rng: Random) -> dict[tuple[int, int], str]:
    known = people(problem)
    other = dict(zip(sorted(known), rng.sample(all_names(), len(known)), strict=True))
    return {(token.start, token.end): other[token.text] for token in problem.tokens if token.text in other}


def _other_stand_ins(unnamed: list[StandIn], rng: Random) -> list[StandIn]:
    """Everybody by another stand-in, which may be one of the other gender for all of the text."""
    met = sorted({each.piece for each in unnamed})
    anybody = sorted(piece for pieces in STAND_INS.values() for piece in pieces)
    other = dict(zip(met, rng.sample(anybody, len(met)), strict=True))
    return [StandIn(each.start, each.end, other[each.piece]) for each in unnamed]


def _other_thing(problem: Problem, rng: Random) -> dict[tuple[int, int], str]:
    asked = None if problem.question is None else problem.question.unit_head
    places = [token for token in problem.tokens if token.lemma == asked and token.tag in ("NN", "NNS")]
    if not any(token.tag == "NNS" for token in places):
        return {}
    thing = rng.choice(things())
    return {(token.start, token.end): thing.plural if token.tag == "NNS" else thing.singular for token in places}


def _remark(problem: Problem, rng: Random) -> dict[tuple[int, int], str]:
    """A sentence without a number in front of the story, or of any sentence of it."""
    starts = sorted({token.sent: token.start for token in reversed(problem.tokens)}.values())
    place = starts[0] if rng.random() < _REMARK_FIRST else rng.choice(starts)
    return {(place, place): rng.choice(_remarks()) + " "}


@cache
def _remarks() -> tuple[str, ...]:
    return tuple((Path(__file__).parent / "remarks.txt").read_text(encoding="utf-8").splitlines())


@cache
def all_names() -> tuple[str, ...]:
    """The names of people in our lists and in those of the generator."""
    return tuple(sorted(listed_names().union(names("female"), names("male"))))
