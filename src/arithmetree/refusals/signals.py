"""Signals: what makes one doubt that a problem can be answered, as a few cheap numbers for a trained judge."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from arithmetree.quantities import Kind
from arithmetree.refusals.conflicts import MOST_COUNTED, conflict
from arithmetree.refusals.missing import missing_information
from arithmetree.refusals.scope import out_of_scope
from arithmetree.schemas import Problem, Question, Schema
from arithmetree.word_lists import words


def signals(problem: Problem) -> dict[str, float]:
    """The doubts about a problem by name, each from 0 to 1; all 0 without a question or for an endless text."""
    question = problem.question
    if question is None or len(problem.schemas) > MOST_COUNTED:
        return dict.fromkeys(SIGNALS, 0.0)
    return {name: float(value(problem, question)) for name, value in _SIGNALS.items()}


def _is_amount(schema: Schema) -> bool:
    return schema.quantity.kind in (Kind.NUMBER, Kind.MONEY) and schema.comparison is None


def _said(problem: Problem, question: Question, name: str, at_most: int = 2) -> float:
    """How often the story says one of the words, at most so often, as a share of that."""
    wanted = words("refusals", "vague", name)
    count = sum(
        token.text.lower() in wanted for token in problem.tokens if not question.start <= token.start < question.end
    )
    return min(count, at_most) / at_most


def _asked(problem: Problem, question: Question) -> frozenset[str]:
    return frozenset(token.lemma.lower() for token in problem.tokens if question.start <= token.start < question.end)


def _units(problem: Problem) -> set[str | None]:
    return {schema.unit_head for schema in problem.schemas}


def _rated(problem: Problem) -> set[str]:
    return {
        unit for schema in problem.schemas if schema.rate for unit in (schema.rate.numerator, schema.rate.denominator)
    }


def _nowhere(problem: Problem, question: Question) -> bool:
    """True if the unit of the question stands nowhere else in the text."""
    unit = question.unit_head
    told = {token.lemma.lower() for token in problem.tokens if not question.start <= token.start < question.end}
    return unit is not None and unit not in _units(problem) | _rated(problem) | told


def _uncounted_share(problem: Problem, question: Question) -> bool:
    """True if something is told of each of some things, and neither a number nor the question counts them."""
    counted = _units(problem) | _asked(problem, question) | {"person"}
    return any(schema.rate is not None and schema.rate.denominator not in counted for schema in problem.schemas)


def _asked_share_uncounted(problem: Problem, question: Question) -> bool:
    """True if the question asks for one of some things that no number counts."""
    return question.rate is not None and question.rate.denominator not in _units(problem) | _rated(problem)


def _amounts(problem: Problem) -> list[Fraction]:
    return [schema.quantity.value for schema in problem.schemas if schema.rate is None and _is_amount(schema)]


def _exceeded(problem: Problem) -> bool:
    values = _amounts(problem)
    return len(values) > 1 and sum(values[1:], Fraction(0)) > values[0]


def _dated(problem: Problem) -> float:
    times = sum(quantity.kind in (Kind.TIME, Kind.DATE, Kind.YEAR) for quantity in problem.quantities)
    return min(times, 3) / 3


def _vague_about(problem: Problem, question: Question) -> float:
    """1 if the story speaks of "some" or "several" of the very things that the question names."""
    asked = {
        token.lemma.lower()
        for token in problem.tokens
        if question.start <= token.start < question.end and token.upos == "NOUN"
    }
    vague = words("refusals", "vague", "some") | words("refusals", "vague", "same")
    for before, *behind in zip(problem.tokens, problem.tokens[1:], problem.tokens[2:], strict=False):
        about_asked = any(token.lemma.lower() in asked for token in behind)
        if about_asked and before.text.lower() in vague and before.start < question.start:
            return 1.0
    return 0.0


def _largest_share(problem: Problem) -> float:
    """The largest later number as a share of the first one, at most 2, halved."""
    values = _amounts(problem)
    if len(values) < 2 or values[0] <= 0:
        return 0.0
    return min(float(max(values[1:]) / values[0]), 2.0) / 2


def _uncounted_target(problem: Problem) -> float:
    """1 if something is compared with what no other number speaks of."""
    for schema in problem.schemas:
        if schema.comparison is None or schema.comparison.target is None:
            continue
        target = schema.comparison.target.lower()
        others = [other for other in problem.schemas if other is not schema and other.comparison is None]
        named = {
            word.lower()
            for other in others
            for word in (other.subject_resolved, other.recipient, other.unit_head, *(p.head for p in other.related))
            if word
        }
        if target not in named and target.rstrip("s") not in named:
            return 1.0
    return 0.0


def _uneven(schemas: tuple[Schema, ...]) -> float:
    """1 if a rate does not go evenly into an amount of its own unit."""
    for size in schemas:
        if size.rate is None or size.quantity.value <= 0:
            continue
        for total in schemas:
            fits = total.rate is None and total.unit_head == size.rate.numerator
            if fits and (total.quantity.value / size.quantity.value).denominator != 1:
                return 1.0
    return 0.0


_SIGNALS: dict[str, Callable[[Problem, Question], float]] = {
    "rule: out of scope": lambda problem, question: out_of_scope(problem, question) is not None,
    "rule: contradictory": lambda problem, question: conflict(problem, question) is not None,
    "rule: missing information": lambda problem, question: missing_information(problem, question) is not None,
    "quantities": lambda problem, _: min(len(problem.schemas), 6) / 6,
    "some or several": lambda problem, question: _said(problem, question, "some"),
    "more or less without a number": lambda problem, question: _said(problem, question, "more"),
    "the same number": lambda problem, question: _said(problem, question, "same"),
    "nobody, nothing, exactly": lambda problem, question: _said(problem, question, "complete"),
    "some of what is asked for": _vague_about,
    "asked unit is counted": lambda problem, question: question.unit_head in _units(problem),
    "asked unit is in a rate": lambda problem, question: question.unit_head in _rated(problem),
    "asked unit stands nowhere else": _nowhere,
    "told of each, uncounted": _uncounted_share,
    "asked of each, uncounted": _asked_share_uncounted,
    "asked for what is left": lambda problem, question: bool(
        _asked(problem, question) & words("refusals", "losing", "left")
    ),
    "later numbers exceed the first": lambda problem, _: _exceeded(problem),
    "largest share of the first": lambda problem, _: _largest_share(problem),
    "compared with something uncounted": lambda problem, _: _uncounted_target(problem),
    "clock times and dates": lambda problem, _: _dated(problem),
    "division that does not come out even": lambda problem, _: _uneven(problem.schemas),
}

SIGNALS: tuple[str, ...] = tuple(_SIGNALS)
"""The names of the signals, in the order of their values."""
