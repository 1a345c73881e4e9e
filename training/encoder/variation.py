"""The same problem in other words: other names of people, and another word for the thing that is asked for."""

from __future__ import annotations

from functools import cache
from random import Random

from arithmetree.generator.english import Noun
from arithmetree.generator.lexicon import TOPICS, names, topic
from arithmetree.quantities import Quantity
from arithmetree.schemas import Problem
from arithmetree.word_lists import words

_NAMED = 0.7
_RENAMED_THING = 0.3

Varied = tuple[str, list[Quantity], tuple[int, int] | None]
"""A text, its quantities at their new places, and its question."""


def varied(problem: Problem, seed: str) -> Varied:
    """A variant of a problem; it tells the same story, so its expression is the same."""
    rng = Random(seed)
    changes: dict[tuple[int, int], str] = {}
    if rng.random() < _NAMED:
        changes |= _other_names(problem, rng)
    if rng.random() < _RENAMED_THING:
        changes |= _other_thing(problem, rng)
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
    return "".join(pieces), quantities, None if question is None else (place(question.start), place(question.end))


def _other_names(problem: Problem, rng: Random) -> dict[tuple[int, int], str]:
    known = {token.text for token in problem.tokens if token.upos == "PROPN" and token.text in _known_names()}
    other = dict(zip(sorted(known), rng.sample(_all_names(), len(known)), strict=True))
    return {(token.start, token.end): other[token.text] for token in problem.tokens if token.text in other}


def _other_thing(problem: Problem, rng: Random) -> dict[tuple[int, int], str]:
    asked = None if problem.question is None else problem.question.unit_head
    places = [token for token in problem.tokens if token.lemma == asked and token.tag in ("NN", "NNS")]
    if not any(token.tag == "NNS" for token in places):
        return {}
    thing = rng.choice(_things())
    return {(token.start, token.end): thing.plural if token.tag == "NNS" else thing.singular for token in places}


@cache
def _all_names() -> tuple[str, ...]:
    listed = {name for gender in ("female", "male") for name in (*names(gender), *words("people", "names", gender))}
    return tuple(sorted(listed))


@cache
def _known_names() -> frozenset[str]:
    return frozenset(_all_names())


@cache
def _things() -> tuple[Noun, ...]:
    found = {item.noun for name in TOPICS for item in topic(name).items if item.counted and not item.noun.of}
    return tuple(sorted(found, key=lambda noun: noun.plural))
