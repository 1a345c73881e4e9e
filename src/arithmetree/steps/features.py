"""What the step model learns about values besides the text: rows for each value, and for each pair of values.

Digits are hidden from the model, so these features are all it knows of the numbers.
"""

from __future__ import annotations

from math import isfinite, log10
from typing import Final

import numpy as np
import numpy.typing as npt

from arithmetree.derivations import Operation
from arithmetree.steps.leaves import Reading, is_bare
from arithmetree.steps.values import KINDS, MONEY, PERCENT, TIME, Asked, Values, step_unit

Floats = npt.NDArray[np.float32]
Bools = npt.NDArray[np.bool_]

_SIZES: Final = 13
_MATCHES: Final = 6
_WRITTEN: Final = 11
VALUE_FEATURES: Final = len(KINDS) + _SIZES + _MATCHES + _WRITTEN
PAIR_FEATURES: Final = 48
UNLIKE_UNITS: Final = 34
"""The pair feature of two units of one dimension, such as pounds and pence."""
_NO_SIZE: Final = (0.0,) * _SIZES
_LARGE: Final = 1e6
_CLOSE: Final = 1e-9
_CENTS: Final = frozenset({"cent", "penny", "pence", "p"})


def value_features(values: Values, asked: Asked) -> Floats:
    """One row for each value: its kind, its size, and how it matches what is asked."""
    rows = np.zeros((len(values), VALUE_FEATURES), dtype=np.float32)
    for row, amount, (known, kind, unit, per, owner, _, _) in zip(
        rows, values.amount.tolist(), values.facts.T.tolist(), strict=True
    ):
        row[kind] = 1
        row[len(KINDS) : len(KINDS) + _SIZES] = _sizes(amount) if known else _NO_SIZE
        row[len(KINDS) + _SIZES : len(KINDS) + _SIZES + _MATCHES] = (
            unit > 0 and unit == asked.unit,
            unit > 0 and asked.unit > 0 and unit != asked.unit,
            per > 0 and per == asked.per,
            per > 0,
            owner > 0 and owner == asked.owner,
            asked.dimension_of[unit] > 0,
        )
    return rows


def _sizes(amount: float) -> tuple[float, ...]:
    """What is said of the size of a number."""
    whole = _is_whole(amount)
    return (
        True,
        not whole,
        not whole and _is_whole(1 / amount),
        0 < amount < 1,
        amount == 0,
        amount == 1,
        amount == 2,
        2 < amount <= 12,
        12 < amount <= 100,
        100 < amount <= 1000,
        amount > 1000,
        amount < 0,
        log10(abs(amount) + 1) / 4,
    )


def _is_whole(amount: float) -> bool:
    return isfinite(amount) and abs(amount - round(amount)) < _CLOSE


def leaf_features(reading: Reading, values: Values, asked: Asked) -> Floats:
    """The rows of the leaves: those of all values, and how each mention is written."""
    rows = value_features(values, asked)
    amounts = [one.value for one in reading.mentions]
    question = reading.problem.question
    first, last = reading.asked or (0, 0)
    for place, (mention, schema) in enumerate(zip(reading.mentions, reading.schemas, strict=True)):
        verb = None if question is None else question.verb
        tense = None if question is None else question.tense
        rows[place, len(KINDS) + _SIZES + _MATCHES :] = (
            not any(letter.isdigit() for letter in mention.text),
            mention.value == max(amounts),
            mention.value == min(amounts),
            amounts.count(mention.value) > 1,
            mention.unit_hint in _CENTS,
            min(len(amounts), 12) / 12,
            first <= mention.start < last,
            verb is not None and schema.verb == verb,
            tense is not None and schema.tense == tense,
            schema.comparison is not None,
            is_bare(schema),
        )
    return rows


def pair_features(left: Values, right: Values, asked: Asked, *, same: Bools) -> Floats:
    """For every value on the left with every one on the right the features of joining them, each 0 or 1.

    `same` says which pairs are a value with itself.
    """
    return joined_features(left.as_rows(), right.as_columns(), asked, same=same)


def joined_features(left: Values, right: Values, asked: Asked, *, same: Bools) -> Floats:
    """The features of joining each value on the left with the one on the right that it broadcasts with.

    Each feature is a row while they are computed, because that takes fewer and faster operations.
    """
    found = np.zeros((PAIR_FEATURES, *same.shape), dtype=bool)
    _compare_amounts(found, left, right, asked)
    np.equal(left.kind, right.kind, out=found[21])
    for place, kind in enumerate((MONEY, PERCENT, TIME)):
        np.equal(left.kind, kind, out=found[22 + 2 * place])
        np.equal(right.kind, kind, out=found[23 + 2 * place])
    found[28] = same
    _compare_units(found, left, right, asked)
    np.logical_and(left.sentence >= 0, left.sentence == right.sentence, out=found[39])
    _compare_owners(found, left, right, asked)
    mentions = (left.order >= 0) & (right.order >= 0)
    np.logical_and(mentions, np.abs(left.order - right.order) == 1, out=found[47])
    return np.moveaxis(found, 0, -1).astype(np.float32, order="C")


def _compare_amounts(found: Bools, left: Values, right: Values, asked: Asked) -> None:
    """Features 0 to 20 and 29 to 31, all but the first four only of two numbers."""
    number, other_number = left.known > 0, right.known > 0
    np.logical_and(number, other_number, out=found[0])
    np.logical_and(~number, other_number, out=found[1])
    np.logical_and(number, ~other_number, out=found[2])
    np.logical_and(~number, ~other_number, out=found[3])
    a, b = left.amount, right.amount
    made = np.empty((8, *found.shape[1:]))
    over, under, product, hundredfold, total, apart = made[:6]
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        np.divide(a, b, out=over)
        np.divide(b, a, out=under)
        np.multiply(a, b, out=product)
        np.multiply(100, over, out=hundredfold)
        np.add(a, b, out=total)
        np.abs(a - b, out=apart)
        made[6], made[7] = product, over
        whole = _whole(made[:4])
        found[15:19] = _among(made[4:], asked.given)
        ratio = np.maximum(np.abs(over), np.abs(under))
        np.greater(np.abs(product), _LARGE, out=found[31])
    np.greater(a, b, out=found[4])
    np.equal(a, b, out=found[5])
    found[6:8], found[19:21] = whole[:2], whole[2:]
    found[8], found[9] = _whole(a), _whole(b)
    np.logical_and(a > 0, a < 1, out=found[10])
    np.logical_and(b > 0, b < 1, out=found[11])
    np.less(ratio, 2, out=found[12])
    np.less(ratio, 10, out=found[13])
    np.greater_equal(ratio, 100, out=found[14])
    np.less_equal(a, 0, out=found[29])
    np.less_equal(b, 0, out=found[30])
    found[4:21] &= found[0]
    found[29:32] &= found[0]


def _compare_units(found: Bools, left: Values, right: Values, asked: Asked) -> None:
    """Features 32 to 38 and 44 to 46."""
    unit, other, per, other_per = left.unit, right.unit, left.per, right.per
    has_unit, other_has = unit > 0, other > 0
    both, alike = has_unit & other_has, unit == other
    np.logical_and(both, alike, out=found[32])
    np.logical_and(both, ~alike, out=found[33])
    dimension = _dimension(unit, asked)
    np.logical_and(dimension > 0, dimension == _dimension(other, asked), out=found[UNLIKE_UNITS])
    found[UNLIKE_UNITS] &= found[33]
    rate, other_rate = per > 0, other_per > 0
    np.logical_and(rate, per == other, out=found[35])
    np.logical_and(other_rate, other_per == unit, out=found[36])
    np.logical_and(found[32], other_rate, out=found[46])
    if not asked.unit:  # nothing is of the unit that is asked for
        return
    np.equal(unit, asked.unit, out=found[37])
    np.equal(other, asked.unit, out=found[38])
    times, _ = step_unit(Operation.MULTIPLY, left, right)
    over_unit, over_per = step_unit(Operation.DIVIDE, left, right)
    np.equal(times, asked.unit, out=found[44])
    np.logical_and(over_unit == asked.unit, over_per == asked.per, out=found[45])


def _compare_owners(found: Bools, left: Values, right: Values, asked: Asked) -> None:
    """Features 40 to 43."""
    owner, other = left.owner, right.owner
    owned, alike = owner > 0, owner == other
    np.logical_and(owned, alike, out=found[40])
    np.logical_and(owned & (other > 0), ~alike, out=found[41])
    if asked.owner:
        np.equal(owner, asked.owner, out=found[42])
        np.equal(other, asked.owner, out=found[43])


def _dimension(units: npt.NDArray[np.int64], asked: Asked) -> npt.NDArray[np.int64]:
    return asked.dimension_of[units]


def _whole(values: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    return np.abs(values - np.round(values)) < _CLOSE  # never for infinity or NaN


def _among(values: npt.NDArray[np.float64], known: npt.NDArray[np.float64]) -> npt.NDArray[np.bool_]:
    """Whether each value is one of the given ones, which rise."""
    if not len(known):
        return np.zeros(values.shape, dtype=bool)
    place = np.minimum(np.searchsorted(known, values - _CLOSE), len(known) - 1)
    return np.abs(known[place] - values) < 2 * _CLOSE
