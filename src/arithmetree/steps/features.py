"""What the step model learns about values besides the text: rows for each value, and for each pair of values.

Digits are hidden from the model, so these features are all it knows of the numbers.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from arithmetree.derivations import Operation
from arithmetree.steps.leaves import Reading, is_bare
from arithmetree.steps.values import KINDS, MONEY, PERCENT, TIME, Asked, Values, step_unit

Floats = npt.NDArray[np.float32]

_SIZES: Final = 13
_MATCHES: Final = 6
_WRITTEN: Final = 11
VALUE_FEATURES: Final = len(KINDS) + _SIZES + _MATCHES + _WRITTEN
PAIR_FEATURES: Final = 48
UNLIKE_UNITS: Final = 34
"""The pair feature of two units of one dimension, such as pounds and pence."""
_LARGE: Final = 1e6
_CLOSE: Final = 1e-9
_CENTS: Final = frozenset({"cent", "penny", "pence", "p"})


def value_features(values: Values, asked: Asked) -> Floats:
    """One row for each value: its kind, its size, and how it matches what is asked."""
    count = len(values)
    rows = np.zeros((count, VALUE_FEATURES), dtype=np.float32)
    rows[np.arange(count), values.kind] = 1
    known, amount = values.known, values.amount
    whole = _whole(amount)
    with np.errstate(divide="ignore", over="ignore"):
        unit_fraction = ~whole & _whole(1 / np.where(amount == 0, 1, amount))
    size = np.abs(amount)
    columns = (
        known,
        known & ~whole,
        known & unit_fraction,
        known & (amount > 0) & (amount < 1),
        known & (amount == 0),
        known & (amount == 1),
        known & (amount == 2),
        known & (amount > 2) & (amount <= 12),
        known & (amount > 12) & (amount <= 100),
        known & (amount > 100) & (amount <= 1000),
        known & (amount > 1000),
        known & (amount < 0),
        np.log10(size + 1) / 4,
        (values.unit > 0) & (values.unit == asked.unit),
        (values.unit > 0) & (asked.unit > 0) & (values.unit != asked.unit),
        (values.per > 0) & (values.per == asked.per),
        values.per > 0,
        (values.owner > 0) & (values.owner == asked.owner),
        _dimension(values.unit, asked) > 0,
    )
    for place, column in enumerate(columns, start=len(KINDS)):
        rows[:, place] = column
    return rows


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


def pair_features(left: Values, right: Values, asked: Asked, *, same: npt.NDArray[np.bool_]) -> Floats:
    """For every value on the left with every one on the right the features of joining them, each 0 or 1.

    `same` says which pairs are a value with itself.
    """
    a_number, b_number = left.known[:, None], right.known[None, :]
    a, b = left.amount[:, None], right.amount[None, :]
    both = a_number & b_number
    rows, columns = left.as_rows(), right.as_columns()
    times, _ = step_unit(Operation.MULTIPLY, rows, columns)
    over_unit, over_per = step_unit(Operation.DIVIDE, rows, columns)
    known_units = (rows.unit > 0) & (columns.unit > 0)
    same_unit = known_units & (rows.unit == columns.unit)
    other_unit = known_units & ~same_unit
    dimension, other_dimension = _dimension(left.unit, asked)[:, None], _dimension(right.unit, asked)[None, :]
    owner, other_owner = rows.owner > 0, columns.owner > 0
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        over, under = a / b, b / a
        product = a * b
        ratio = np.maximum(np.abs(over), np.abs(under))
        features = (
            both,
            ~a_number & b_number,
            a_number & ~b_number,
            ~a_number & ~b_number,
            both & (a > b),
            both & (a == b),
            both & _whole(over),
            both & _whole(under),
            both & _whole(a),
            both & _whole(b),
            both & (a > 0) & (a < 1),
            both & (b > 0) & (b < 1),
            both & (ratio < 2),
            both & (ratio < 10),
            both & (ratio >= 100),
            both & _among(a + b, asked.given),
            both & _among(np.abs(a - b), asked.given),
            both & _among(product, asked.given),
            both & _among(over, asked.given),
            both & _whole(product),
            both & _whole(100 * over),
            rows.kind == columns.kind,
            rows.kind == MONEY,
            columns.kind == MONEY,
            rows.kind == PERCENT,
            columns.kind == PERCENT,
            rows.kind == TIME,
            columns.kind == TIME,
            same,
            both & (a <= 0),
            both & (b <= 0),
            both & (np.abs(product) > _LARGE),
            same_unit,
            other_unit,
            other_unit & (dimension > 0) & (dimension == other_dimension),
            (rows.per > 0) & (rows.per == columns.unit),
            (columns.per > 0) & (columns.per == rows.unit),
            (rows.unit > 0) & (rows.unit == asked.unit),
            (columns.unit > 0) & (columns.unit == asked.unit),
            (rows.sentence >= 0) & (rows.sentence == columns.sentence),
            owner & (rows.owner == columns.owner),
            owner & other_owner & (rows.owner != columns.owner),
            owner & (rows.owner == asked.owner),
            other_owner & (columns.owner == asked.owner),
            (times > 0) & (times == asked.unit),
            (over_unit > 0) & (over_unit == asked.unit) & (over_per == asked.per),
            same_unit & (columns.per > 0),
            (rows.order >= 0) & (columns.order >= 0) & (np.abs(rows.order - columns.order) == 1),
        )
    found = np.empty((len(left), len(right), PAIR_FEATURES), dtype=np.float32)
    for place, feature in enumerate(features):
        found[:, :, place] = feature
    return found


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
