"""Slips: results that do not follow from their own numbers, and numbers that look like a slip of the right one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import floor

from arithmetree.checking.pupil_work import Step
from arithmetree.expressions import UNDEFINED, evaluate


def first_slip(steps: Sequence[Step]) -> int | None:
    """The index of the first step whose written result does not follow from its own numbers."""
    for index, step in enumerate(steps):
        value = evaluate(step.tree, step.operands)
        if step.result is None or step.result == value:
            continue
        if value is UNDEFINED or not is_rounded(step.result, value, step.decimals):
            return index
    return None


def is_rounded(number: Fraction, value: Fraction, decimals: int) -> bool:
    """Whether a number with so many written decimals, at least one of them, is a value rounded to them."""
    rounded = Fraction(floor(abs(value) * 10**decimals + Fraction(1, 2)), 10**decimals)
    return decimals > 0 and number == (rounded if value > 0 else -rounded)


def is_near(number: Fraction, answer: Fraction) -> bool:
    """The traces of a slip: a digit off by one, a carry forgotten, a zero too many or too few."""
    difference = abs(number - answer)
    off_by_a_digit = _is_power_of_ten(difference) and difference >= 1 and 4 * difference <= abs(answer)
    return off_by_a_digit or (answer != 0 and _is_power_of_ten(number / answer))


def _is_power_of_ten(value: Fraction) -> bool:
    if value <= 0:
        return False
    large = max(value, 1 / value)
    return large.denominator == 1 and str(large.numerator).strip("0") == "1"
