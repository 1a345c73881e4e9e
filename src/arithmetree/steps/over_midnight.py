"""From an evening until the next morning: the time between two times of day, of which the second is on the next day."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.derivations import (
    Constant,
    Derivation,
    Determined,
    FoundAnswer,
    Mention,
    Operation,
    Step,
    outcomes,
)
from arithmetree.quantities import Kind
from arithmetree.quantities.clock_times import HALF_DAY
from arithmetree.steps.leaves import Reading
from arithmetree.word_lists import words

_WORD = re.compile(r"[a-z]+")
_DAY = Fraction(2 * HALF_DAY)
_FACT = "minutes in a day"


def with_next_day(found: Sequence[FoundAnswer], reading: Reading) -> Sequence[FoundAnswer]:
    """The answers, where the best one counts back from what begins in the evening to what ends in the morning."""
    if not found:
        return found
    best = found[0]
    place = next(
        (k for k, step in enumerate(best.derivation.steps) if _counts_back(step, best.derivation, reading)), None
    )
    if place is None:
        return found
    made = _a_day_later(best.derivation, place)
    values = tuple(each.value for each in outcomes(made, reading.values) if isinstance(each, Determined))
    if len(values) < len(made.answers):
        return found
    low = best.low + sum(each.low for each in found if each.values == values)
    changed = replace(best, derivation=made, values=values, low=low, high=max(best.high, low))
    return [changed, *(each for each in found[1:] if each.values != values)]


def _counts_back(step: Step, made: Derivation, reading: Reading) -> bool:
    """Whether a step takes a time before noon from one after noon that is written before it, with an end between them.

    As in "from 22:40 to 01:15" and "began at 9 pm and ended at 5 am".
    """
    if step.operation is not Operation.SUBTRACT or max(step.left, step.right) >= len(made.leaves):
        return False
    left, right = made.leaves[step.left], made.leaves[step.right]
    if not isinstance(left, Mention) or not isinstance(right, Mention):
        return False
    begin, end = reading.mentions[left.quantity], reading.mentions[right.quantity]
    if (begin.kind, end.kind) != (Kind.TIME, Kind.TIME) or begin.start > end.start:
        return False
    if not end.value < HALF_DAY <= begin.value:
        return False
    if any(one.kind is Kind.TIME and begin.start < one.start < end.start for one in reading.mentions):
        return False
    between = _WORD.findall(reading.problem.text[begin.end : end.start].lower())
    return not words("story", "clock", "ends").isdisjoint(between)


def _a_day_later(made: Derivation, place: int) -> Derivation:
    """The derivation in which the step at a place counts on, to the second time a day later."""
    leaves = len(made.leaves)
    added = leaves + 1 + place  # what the new step before it gives

    def moved(value: int) -> int:
        return value + (value >= leaves) + (value >= leaves + place)

    steps = [Step(step.operation, moved(step.left), moved(step.right)) for step in made.steps]
    counts_back = made.steps[place]
    steps[place : place + 1] = [
        Step(Operation.ADD, counts_back.right, leaves),
        Step(Operation.SUBTRACT, added, counts_back.left),
    ]
    return Derivation((*made.leaves, Constant(_DAY, _FACT)), tuple(steps), tuple(map(moved, made.answers)))
