"""Geometry: areas, perimeters, volumes and angles need formulas that a story does not give."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from arithmetree.measures import LENGTHS, measures
from arithmetree.refusals.verdict import Refusal, out_of_scope_because, span_of
from arithmetree.schemas import Problem, Question, Token
from arithmetree.word_lists import words


def geometry(problem: Problem, question: Question, asked: Sequence[Token]) -> Refusal | None:
    """Area, perimeter, volume and angles, where the text gives lengths."""
    by_formulas = _measured_by_formulas()
    for place, token in enumerate(asked):
        word = token.text.lower()
        if word not in by_formulas:
            continue
        units = {word for schema in problem.schemas for word in schema.unit}
        if word in _geometry_words("always"):
            return _formula(token)
        if word in _geometry_words("area") and not units & _geometry_words("area_units"):
            return _formula(token)
        if word in _geometry_words("volume") and not units & _geometry_words("volume_units"):
            return _formula(token)
        squared = word in _geometry_words("powers") and word not in units
        if squared and any(measures(after.lemma.lower(), LENGTHS) for after in asked[place + 1 : place + 2]):
            return _formula(token)
    lengths = [schema for schema in problem.schemas if measures(schema.unit_head, LENGTHS)]
    if not lengths:
        return None
    for token in problem.tokens:
        if token.lemma.lower() in _geometry_words("shapes") or token.text.lower() in _geometry_words("round"):
            return _formula(token)
    only_lengths = len(lengths) == len(problem.schemas) and all(schema.rate is None for schema in lengths)
    if only_lengths and question.unit_head in _geometry_words("volume_units"):
        return _formula(asked[0])
    return _around(problem, asked)


def _around(problem: Problem, asked: Sequence[Token]) -> Refusal | None:
    """ "How much lace goes round its edge?", with sides, widths or "3 metres across" in the text."""
    lower = [token.text.lower() for token in asked]
    sized = any(token.lemma.lower() in _geometry_words("dimensions") for token in problem.tokens)
    for place, word in enumerate(lower):
        after = set(lower[place + 1 : place + 3])
        if word in _geometry_words("around") and after & ({"it", "its"} | _geometry_words("edges")) and sized:
            return _formula(asked[place])
    return None


@cache
def _measured_by_formulas() -> frozenset[str]:
    return frozenset().union(*map(_geometry_words, ("always", "area", "volume", "powers")))


def _geometry_words(name: str) -> frozenset[str]:
    return words("refusals", "geometry", name)


def _formula(token: Token) -> Refusal:
    return out_of_scope_because(
        f'"{token.text}" needs a formula of geometry; only the numbers of the text are used', (span_of(token),)
    )
