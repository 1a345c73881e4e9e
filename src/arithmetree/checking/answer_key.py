"""The teacher's own answer or calculation: where one is given, it decides what is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.checking.answer_units import hits
from arithmetree.checking.matching import Reading, calculation_of, does_the_same, readings
from arithmetree.checking.pupil_work import Step, UnreadableError, Work, read_work
from arithmetree.checking.slips import first_slip
from arithmetree.derivations import Builder, Constant, Derivation
from arithmetree.errors import DataError
from arithmetree.expressions import evaluate
from arithmetree.quantities import Kind as QuantityKind
from arithmetree.solution import Solution
from arithmetree.text import read_text

_ACCEPTED = 'give a number such as "72 books" or a calculation such as "(3 + 5) * 9"'


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """A key as the teacher wrote it, what was read in it, and its value."""

    written: str
    work: Work
    value: Fraction


def read_key(text: str) -> AnswerKey:
    """Read a key; DataError if it cannot be read, or if its calculation and its result do not agree."""
    try:
        work = read_work(read_text(text))
    except UnreadableError as error:
        raise DataError(f"The key cannot be read: {error}; {_ACCEPTED}.") from None
    value = value_of(work)
    if value is None:
        raise DataError(f"The key has no value, because it divides by zero; {_ACCEPTED}.")
    if first_slip(work.steps) is not None:
        raise DataError(f"The calculation of the key does not give its result; {_ACCEPTED}.")
    return AnswerKey(text.strip(), work, value)


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
    trusted = replace(solution, status="solved", reason=None, message=None, confidence=1.0, alternatives=())
    if agrees(solution, key):
        return trusted
    calculation = next(_calculations(solution, key), None) or _constant(key.value)
    unit = " ".join(key.work.words) or key.work.currency
    return replace(trusted, calculation=calculation, named=unit)


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
        if Fraction(other.answer) == key.value:
            yield other.calculation


def _readings(solution: Solution, steps: tuple[Step, ...]) -> Iterator[Reading]:
    quantities = [schema.quantity for schema in solution.problem.schemas]
    percents = [index for index, quantity in enumerate(quantities) if quantity.kind is QuantityKind.PERCENT]
    return readings(steps, [quantity.value for quantity in quantities], solution.node, percents)


def _constant(value: Fraction) -> Derivation:
    builder = Builder()
    return builder.finish([builder.leaf(Constant(value))])
