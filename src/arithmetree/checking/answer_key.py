"""The teacher's own answer or calculation: where one is given, it decides what is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.checking.answer_units import Unit, asked_measure, asks_time, hits
from arithmetree.checking.matching import Expanded, Reading, calculation_of, does_the_same, readings
from arithmetree.checking.pupil_work import Step, UnreadableError, Work, read_work
from arithmetree.checking.several import MOST_ANSWERS, split_answers
from arithmetree.checking.slips import first_slip, is_rounded
from arithmetree.checking.times import is_only_a_time
from arithmetree.derivations import Builder, Constant, Derivation
from arithmetree.errors import DataError
from arithmetree.expressions import evaluate
from arithmetree.quantities import Kind as QuantityKind
from arithmetree.solution import Alternative, Solution
from arithmetree.text import read_text
from arithmetree.views.amount_text import CLOCK, PER_CENT

_ACCEPTED = 'give a number such as "72 books" or a calculation such as "(3 + 5) * 9"'


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """A key as the teacher wrote it, what was read in it, and its value, which is 20 for "20 %"."""

    written: str
    work: Work
    value: Fraction


def read_keys(text: str, questions: Sequence[Solution]) -> tuple[AnswerKey, ...]:
    """Read the key of a problem, one for every answer where it gives several; DataError if it cannot be read."""
    written = read_text(text)
    if len(questions) > 1 and (pieces := split_answers(written, len(questions))) is not None:
        return tuple(_read_key(piece, time=asks_time(one)) for piece, one in zip(pieces, questions, strict=True))
    try:
        return (_read_key(written, time=asks_time(questions[-1])),)
    except DataError:
        for count in range(2, MOST_ANSWERS + 1):
            if (pieces := split_answers(written, count)) is not None:
                return tuple(_read_key(piece, time=False) for piece in pieces)
        raise


def _read_key(text: str, *, time: bool) -> AnswerKey:
    """Read one key; DataError also if its calculation and its result do not agree."""
    try:
        work = read_work(text, asks_time=time or is_only_a_time(text))
    except UnreadableError as error:
        raise DataError(f"The key cannot be read: {error}; {_ACCEPTED}.") from None
    value = value_of(work)
    if value is None:
        raise DataError(f"The key has no value, because it divides by zero; {_ACCEPTED}.")
    if first_slip(work.steps) is not None:
        raise DataError(f"The calculation of the key does not give its result; {_ACCEPTED}.")
    per_cent = not work.steps and work.currency == "percent"
    return AnswerKey(text.strip(), work, 100 * value if per_cent else value)


def value_of(work: Work) -> Fraction | None:
    """The number at the end of an answer, calculated where it was not written; None for a division by zero."""
    if work.number is not None:
        return work.number
    own = evaluate(work.steps[-1].tree, work.steps[-1].operands)
    return own if isinstance(own, Fraction) else None


def with_key(solution: Solution, key: AnswerKey) -> Solution:
    """The solution that answers are checked against: ours where the key agrees with it, else what the key says.

    A key that is a calculation is taken as it is. One that is only a number gets a calculation where the search has
    found one with this value, so that mistakes can be named; else it stays a number.
    """
    trusted = replace(solution, status="solved", reason=None, message=None, confidence=1.0, alternatives=(), parts=())
    if key.work.time is not None:
        return replace(trusted, calculation=_constant(key.value), named=CLOCK)
    if key.work.currency == "percent":
        return replace(trusted, calculation=_constant(key.value), named=PER_CENT)
    unit = str(Unit.of((*key.work.words, *([key.work.currency] if key.work.currency else []))))
    if agrees(solution, key) and not _is_converted(solution, key):
        trusted = replace(trusted, calculation=_same_calculation(solution, key))
        measured = bool(Unit.of(unit.split()).measures)
        named = unit if measured else f"{unit} {solution.best_unit or ''}".strip()
        return replace(trusted, named=named) if unit else trusted
    calculation = next(_calculations(solution, key), None) or _constant(key.value)
    return replace(trusted, calculation=calculation, named=unit or asked_measure(solution.problem))


def _same_calculation(solution: Solution, key: AnswerKey) -> Derivation | None:
    """The calculation of a key that agrees: its own where it has one, so that it is no other way; else the solver's."""
    ours = solution.calculation
    if ours is None or not key.work.steps:
        return ours
    found = (one for one in _readings(solution, key.work.steps) if does_the_same(one, ours))
    return next(map(calculation_of, found), ours)


def _is_converted(solution: Solution, key: AnswerKey) -> bool:
    """Whether the key is the solver's amount in another unit."""
    exact = solution.exact
    return (
        not key.work.steps
        and exact is not None
        and key.value != exact
        and not is_rounded(key.value, exact, key.work.decimals)
    )


def agrees(solution: Solution, key: AnswerKey) -> bool:
    """Whether the solver found the same: the same calculation where the key has one, else the same number."""
    if solution.calculation is None or solution.exact is None:
        return False
    if not key.work.steps:
        return hits(key.work, solution, solution.exact)
    return any(does_the_same(reading, solution.calculation) for reading in _readings(solution, key.work.steps))


def _calculations(solution: Solution, key: AnswerKey) -> Iterator[Derivation]:
    if key.work.steps:
        yield calculation_of(min(_readings(solution, key.work.steps), key=lambda one: (one.strangers, one.repeated)))
        return
    for other in solution.alternatives:
        if alternative_values(other) == (key.value,):
            yield other.calculation


def alternative_values(other: Alternative) -> tuple[Fraction, ...]:
    """The values of another answer of the search."""
    return tuple(Fraction(value) for value in other.answer.split(", "))


def _readings(solution: Solution, steps: tuple[Step, ...]) -> Iterator[Reading]:
    quantities = [schema.quantity for schema in solution.problem.schemas]
    percents = [index for index, quantity in enumerate(quantities) if quantity.kind is QuantityKind.PERCENT]
    values = [quantity.value for quantity in quantities]
    ours = None if solution.calculation is None else Expanded.of(solution.calculation, values)
    return readings(steps, values, ours, percents)


def _constant(value: Fraction) -> Derivation:
    builder = Builder()
    return builder.finish([builder.leaf(Constant(value))])
