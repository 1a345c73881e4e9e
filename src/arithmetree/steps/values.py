"""What is known of each value of a derivation besides its vector: size, kind, unit, and whose it is.

Everything is a column over the values, so that a new step adds one entry to each and all pairs can be looked at at
once. Numbers are rough here (floats); the arithmetic itself is exact elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import isnan
from typing import Final

import numpy as np
import numpy.typing as npt

from arithmetree.derivations import Affine, Operation
from arithmetree.facts import conversions, unit_names
from arithmetree.quantities import Kind
from arithmetree.schemas import Schema
from arithmetree.steps.leaves import UNKNOWNS, Reading, is_bare
from arithmetree.word_lists import words

Ints = npt.NDArray[np.int64]
Doubles = npt.NDArray[np.float64]

KINDS: Final = ("number", "money", "percent", "multiplier", "time", "ordinal", "other", "constant", "unknown")
NUMBER, MONEY, PERCENT, MULTIPLIER, TIME, ORDINAL, OTHER, CONSTANT, UNKNOWN = range(9)
_KIND_OF: Final = {
    Kind.NUMBER: NUMBER, Kind.MONEY: MONEY, Kind.PERCENT: PERCENT, Kind.MULTIPLIER: MULTIPLIER,
    Kind.TIME: TIME, Kind.ORDINAL: ORDINAL,
}  # fmt: skip
_DIMENSIONS: Final = ("durations", "lengths", "weights", "volumes", "money")
_NOTHING: Final = 0
_HUGE: Final = 1e30
_POUND_OF_MONEY: Final = "pound sterling"


@dataclass(frozen=True, eq=False, slots=True)
class Values:
    """Columns over the values; 0 stands for "not known" in units, dimensions and owners, -1 in sentences and order.

    The whole numbers are rows of one table, so that choosing some of the values is done for all of them at once.
    """

    amount: Doubles  # 0 where it is not known
    facts: Ints  # (rows, values): the rows are those of the properties, in their order

    @property
    def known(self) -> Ints:
        """0 with an unknown in it, or without a value; 1 otherwise."""
        return self.facts[0, ...]

    @property
    def kind(self) -> Ints:
        """The place of its kind in `KINDS`."""
        return self.facts[1, ...]

    @property
    def unit(self) -> Ints:
        """What is counted or measured."""
        return self.facts[2, ...]

    @property
    def per(self) -> Ints:
        """The second unit of a rate."""
        return self.facts[3, ...]

    @property
    def owner(self) -> Ints:
        """Whose it is."""
        return self.facts[4, ...]

    @property
    def sentence(self) -> Ints:
        """Where it is written."""
        return self.facts[5, ...]

    @property
    def order(self) -> Ints:
        """The place of a mention among the mentions."""
        return self.facts[6, ...]

    def __len__(self) -> int:
        return len(self.amount)

    def one(self, place: int) -> Values:
        """A single value."""
        return Values(self.amount[place : place + 1], self.facts[:, place : place + 1])

    def some(self, places: Ints) -> Values:
        """The values at these places."""
        return Values(self.amount[places], self.facts[:, places])

    def as_rows(self) -> Values:
        """Columns that broadcast over the values of `as_columns`."""
        return Values(self.amount[:, None], self.facts[:, :, None])

    def as_columns(self) -> Values:
        """See `as_rows`."""
        return Values(self.amount[None, :], self.facts[:, None, :])

    def and_one(self, other: Values) -> Values:
        """One more value at the end."""
        return Values(np.concatenate((self.amount, other.amount)), np.concatenate((self.facts, other.facts), axis=1))


@dataclass(frozen=True, eq=False)
class Asked:
    """What the question asks for, by the same numbers as the columns, and the amounts that the text mentions."""

    unit: int
    per: int
    owner: int
    given: Doubles
    dimension_of: Ints  # of each unit
    unit_names: tuple[str, ...] = ()  # of each unit, from 1


def leaf_values(reading: Reading) -> tuple[Values, Asked]:
    """The columns of the leaves, and what is asked."""
    units, owners = _Numbers(), _Numbers()
    rows: list[tuple[float, int, int, int, int, int, int]] = []
    for order, (mention, schema) in enumerate(zip(reading.mentions, reading.schemas, strict=True)):
        unit, per = _unit_of(schema)
        sentence = -1 if is_bare(schema) else schema.sentence
        owner = schema.recipient or schema.subject_resolved
        rows.append(
            (
                float(mention.value), _KIND_OF.get(mention.kind, OTHER), units.of(unit), units.of(per),
                owners.of(owner), sentence, order,
            )
        )  # fmt: skip
    for constant in reading.constants:
        part, whole = _units_of_facts().get(constant.fact, (None, None))
        rows.append((float(constant.value), CONSTANT, units.of(part), units.of(whole), _NOTHING, -1, -1))
    rows += [(float("nan"), UNKNOWN, _NOTHING, _NOTHING, _NOTHING, -1, -1)] * len(UNKNOWNS)
    question = reading.problem.question
    of, per = None, None
    if question is not None:
        money = any(mention.kind is Kind.MONEY for mention in reading.mentions)
        of = _sterling(unit_name(question.unit_head), money)
        if question.rate is not None:
            of, per = _sterling(unit_name(question.rate.numerator), money), unit_name(question.rate.denominator)
    asked_units = units.of(of), units.of(per)
    owner = None if question is None else question.subject_resolved
    given = np.sort(np.array([float(one.value) for one in reading.mentions]))
    amounts = [amount for amount, *_ in rows]
    facts = np.array([(not isnan(amount), *others) for amount, *others in rows], dtype=np.int64).T
    values = Values(np.array([0.0 if isnan(amount) else amount for amount in amounts]), facts)
    return values, Asked(*asked_units, owners.of(owner), given, units.dimensions, units.names)


class _Numbers:
    """Numbers for names, from 1; 0 for none."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}

    def of(self, name: str | None) -> int:
        return _NOTHING if not name else self._known.setdefault(name.lower(), len(self._known) + 1)

    @property
    def names(self) -> tuple[str, ...]:
        """All names in the order of their numbers."""
        return tuple(self._known)

    @property
    def dimensions(self) -> Ints:
        """The dimension of each name as a unit; 0 for anything but a measure."""
        return np.array([_NOTHING, *(_dimensions().get(name, _NOTHING) for name in self._known)], dtype=np.int64)


def _unit_of(schema: Schema) -> tuple[str | None, str | None]:
    money = schema.quantity.kind is Kind.MONEY
    if schema.rate is not None:
        return _sterling(unit_name(schema.rate.numerator), money), unit_name(schema.rate.denominator)
    return _sterling(unit_name(schema.unit_head), money), None


def _sterling(unit: str | None, money: bool) -> str | None:
    """A pound of money under a separate name: the other one is a weight."""
    return _POUND_OF_MONEY if money and unit == "pound" else unit


def unit_name(lemma: str | None) -> str | None:
    """One name for each unit: "h" is "hour"."""
    return None if lemma is None else unit_names().get(lemma.lower(), lemma.lower())


@cache
def conversion_units() -> tuple[tuple[str, str, int], ...]:
    """A smaller unit, a larger one, and how many of the first make one of the second."""
    money = words("measures", "money")
    return tuple((one.part, _sterling(one.whole, one.part in money) or "", one.count) for one in conversions())


@cache
def _units_of_facts() -> dict[str, tuple[str, str]]:
    """The units that a fact joins: 60 "minutes in an hour" are minutes per hour."""
    return {one.says: units[:2] for one, units in zip(conversions(), conversion_units(), strict=True)}


@cache
def _dimensions() -> dict[str, int]:
    found: dict[str, int] = {}
    for number, sort in enumerate(_DIMENSIONS, start=1):
        for word in words("measures", sort):
            found.setdefault(unit_name(word) or word, number)
    found[_POUND_OF_MONEY] = _DIMENSIONS.index("money") + 1
    return found


def rough(form: Affine | object) -> float:
    """A value as a float; NaN for one with unknowns or without a value."""
    if not isinstance(form, Affine) or not form.is_number:
        return float("nan")
    try:
        return float(form.constant)
    except OverflowError:
        return _HUGE if form.constant > 0 else -_HUGE


def step_value(operation: Operation, left: Values, right: Values, amount: float) -> Values:
    """The columns of what a step over two single values gives."""
    unit, per = step_unit(operation, left, right)
    (_, kind, _, _, owner, sentence, _), (_, kind_too, _, _, owner_too, sentence_too, _) = (
        one.facts[:, 0].tolist() for one in (left, right)
    )
    facts = (
        not isnan(amount),
        _step_kind(operation, kind, kind_too),
        unit[0],
        per[0],
        owner if owner == owner_too or owner_too == _NOTHING else owner_too if owner == _NOTHING else _NOTHING,
        sentence if sentence == sentence_too else -1,
        -1,
    )
    return Values(np.array([0.0 if isnan(amount) else amount]), np.array(facts, dtype=np.int64)[:, None])


def step_unit(operation: Operation, left: Values, right: Values) -> tuple[Ints, Ints]:
    """The unit of a result and its second unit; broadcasts over pairs.

    Boxes times pens per box are pens; pens by pens per box are boxes; pens by boxes are pens per box. A value without a
    unit leaves the other's as it is; unlike things in a sum, and products of two plain units, have none.
    """
    unit, per, other, per_other = left.unit, left.per, right.unit, right.per
    bare, other_bare = (unit == 0) & (per == 0), (other == 0) & (per_other == 0)
    if operation is Operation.MULTIPLY:
        forward = (per > 0) & (per == other)
        backward = (per_other > 0) & (per_other == unit)
        made = np.where(forward | other_bare, unit, np.where(backward | bare, other, 0))
        made_per = np.where(forward, per_other, np.where(backward | other_bare, per * ~backward, per_other * bare))
        return made, made_per
    if operation in (Operation.DIVIDE, Operation.QUOTIENT, Operation.ROUND_UP):
        alike = (unit > 0) & (unit == other)
        made = np.where(alike, per_other * (per == 0), unit)
        made_per = np.where(alike | other_bare, per * ~alike, other * (per == 0))
        return made, made_per
    alike = (unit == other) & (per == per_other)
    keeps = alike | other_bare | (operation in (Operation.REMAINDER, Operation.EQUATE))
    return np.where(keeps, unit, other * bare), np.where(keeps, per, per_other * bare)


def _step_kind(operation: Operation, left: int, right: int) -> int:
    """The kind of what a step gives: prices stay prices, times of day stay times."""
    if UNKNOWN in (left, right):
        return UNKNOWN
    if operation in (Operation.ADD, Operation.SUBTRACT):
        if TIME in (left, right):
            return NUMBER if left == right else TIME
        return MONEY if MONEY in (left, right) else NUMBER
    if operation in (Operation.MULTIPLY, Operation.DIVIDE) and (left == MONEY) != (right == MONEY):
        return MONEY if operation is Operation.MULTIPLY or left == MONEY else NUMBER
    return NUMBER
