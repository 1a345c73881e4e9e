"""World knowledge about whole expressions: signs, whole numbers and units, as one scored constraint.

Where the paper rejects answers that are not positive or not whole, this adds a learned weight for every such trait
of an expression, so that decimals in the text, units that do not fit and sums of unlike things all count for what
they are worth.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from arithmetree.expressions import Leaf, Op, Tree
from arithmetree.features.facts import ProblemFacts
from arithmetree.linear import FloatArray
from arithmetree.quantities import Kind
from arithmetree.search import Candidate
from arithmetree.search.table import OPS, Number, Table, apply_plain, plain

TRAITS: tuple[str, ...] = (
    "not positive",
    "negative step",
    "broken answer to how many, all whole",
    "broken answer, all whole",
    "broken answer to how many, not all whole",
    "broken step, all whole",
    "same as a number of the text",
    "unit fits the question",
    "unit against the question",
    "sum of unlike things",
    "rate added to an amount",
    "product of two like amounts",
    "product without a rate",
    "quantity of the question unused",
    "rate unused",
    "uses 2",
    "uses 3",
    "uses 4",
    "uses 5 or more",
    "all used",
    "one unused",
    "two or more unused",
)
_BIT = {name: 1 << i for i, name in enumerate(TRAITS)}
_PLACES = np.arange(len(TRAITS))

Unit = tuple[str | None, str | None]
"""Numerator and denominator as concepts; (None, None) is a bare number, ("?", "?") a sum of unlike things."""

_ROUNDING = 1e-9
"""How far a float may be off; traits are parts of scores, answers are exact."""

_BARE: Unit = (None, None)
_MIXED_NAME = "?"
_MIXED: Unit = (_MIXED_NAME, _MIXED_NAME)

_State = tuple[Number | None, Unit, int, int]
"""What the traits need to know of a subtree: value (None: undefined), unit, used quantities and traits (bit masks)."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """The traits of expressions over one problem."""

    facts: ProblemFacts

    def names_of(self, tree: Tree) -> frozenset[str]:
        """The traits of one expression by name."""
        bits = self.bits_of(tree)
        return frozenset(name for name, bit in _BIT.items() if bits & bit)

    def traits_of(self, tree: Tree) -> FloatArray:
        """The traits of one expression as zeros and ones."""
        return _unpacked(np.array([self.bits_of(tree)])).ravel()

    def traits_of_all(self, table: Table) -> FloatArray:
        """The traits of every labeling of a table as zeros and ones, (labelings, traits)."""
        return _unpacked(self.bits_of_all(table))

    def bits_of_all(self, table: Table) -> npt.NDArray[np.int64]:
        """The traits of every labeling of a table as bit masks, by whole levels of the table at a time."""
        values = table.rough_values([quantity.value for quantity in self.facts.quantities])
        broken = np.abs(values - np.rint(values)) > _ROUNDING
        bits = (values < -_ROUNDING) * _BIT["negative step"]
        if self._all_whole:
            bits |= broken * _BIT["broken step, all whole"]
        bits[: len(self.facts.quantities)] = 0
        for level in table.levels[1:]:  # the first level joins single quantities, which have no steps
            bits[level.rows] |= bits.take(level.left) | bits.take(level.right)
        bits |= self._of_values(values, broken)
        bits |= self._of_units(table)
        bits |= self._of_uses(table)
        return bits

    def bits_of(self, tree: Tree) -> int:
        """The traits of one expression as a bit mask."""
        leaves = self._leaves

        def state(tree: Tree) -> _State:
            if isinstance(tree, Leaf):
                return leaves[tree.quantity]
            return _joined(tree.op, state(tree.left), state(tree.right))

        value, unit, used, steps = state(tree)
        if not self._all_whole:
            steps &= ~_BIT["broken step, all whole"]
        return steps | self._of_value(value) | _of_unit(unit, self.facts.question_concept) | self._of_use(used)

    @cached_property
    def _leaves(self) -> list[_State]:
        return [(plain(q.value), self._unit(i), 1 << i, 0) for i, q in enumerate(self.facts.quantities)]

    def _unit(self, i: int) -> Unit:
        quantity = self.facts.quantities[i]
        if quantity.schema.quantity.kind in (Kind.MULTIPLIER, Kind.PERCENT):
            return _BARE
        return quantity.rate if quantity.rate is not None else (quantity.concept, None)

    def _of_value(self, value: Number | None) -> int:
        """The traits that the value of a whole expression has."""
        if value is None:
            return 0
        traits = 0
        if value <= 0:
            traits |= _BIT["not positive"]
        if value.denominator != 1:
            traits |= self._broken
        if any(value == known for known, _, _, _ in self._leaves):
            traits |= _BIT["same as a number of the text"]
        return traits

    def _of_values(self, values: FloatArray, broken: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The same for many values at a stroke; none for one that is undefined, as NaN compares with nothing."""
        known = values[: len(self.facts.quantities)]
        repeated = (np.abs(values[:, None] - known) <= _ROUNDING).any(axis=1)
        traits = (values <= _ROUNDING) * _BIT["not positive"]
        traits |= broken * self._broken
        traits |= repeated * _BIT["same as a number of the text"]
        return traits

    def _of_units(self, table: Table) -> npt.NDArray[np.int64]:
        """The traits that the algebra of units gives every labeling; which words name the units makes no difference."""
        names: dict[str, str] = {_MIXED_NAME: _MIXED_NAME}

        def name(word: str | None) -> str | None:
            return None if word is None else names.setdefault(word, str(len(names)))

        units = tuple((name(over), name(per)) for over, per in map(self._unit, range(len(self.facts.quantities))))
        return _traits_of_units(table, units, name(self.facts.question_concept))

    def _of_uses(self, table: Table) -> npt.NDArray[np.int64]:
        quantities = self.facts.quantities
        return _traits_of_uses(
            table, tuple(q.in_question for q in quantities), tuple(q.rate is not None for q in quantities)
        )

    def _of_use(self, used: int) -> int:
        """The traits of using just these quantities (a bit mask)."""
        quantities = self.facts.quantities
        return _of_use(used, [q.in_question for q in quantities], [q.rate is not None for q in quantities])

    @cached_property
    def _all_whole(self) -> bool:
        return all(quantity.value.denominator == 1 for quantity in self.facts.quantities)

    @cached_property
    def _broken(self) -> int:
        """The traits of an answer that is no whole number."""
        question, whole = self.facts.problem.question, self._all_whole
        traits = _BIT["broken answer, all whole"] if whole else 0
        if question is not None and question.asks == "how many":
            traits |= _BIT[f"broken answer to how many, {'all' if whole else 'not all'} whole"]
        return traits


# Few patterns of units and of used quantities come up in problem after problem, so their traits are remembered.
@lru_cache(maxsize=512)
def _traits_of_units(table: Table, leaves: tuple[Unit, ...], asked: str | None) -> npt.NDArray[np.int64]:
    """For every labeling of a table the odd steps, and whether its unit fits the question."""
    units = list(leaves)
    bits = np.zeros(len(table.trees), dtype=np.int64)
    unit_of = np.arange(len(table.trees))
    for level in table.levels:
        # Few units meet: each pair of them is worked out once.
        count = len(units)
        kinds = (level.ops * count + unit_of[level.left]) * count + unit_of[level.right]
        met = np.unique(kinds)
        results = [
            _unit_of(OPS[kind // count**2], units[kind // count % count], units[kind % count]) for kind in met.tolist()
        ]
        which = met.searchsorted(kinds)
        odd = np.array([trait for _, trait in results], dtype=np.int64)[which]
        unit_of[level.rows] = np.array([_place(unit, units) for unit, _ in results], dtype=np.int64)[which]
        bits[level.rows] = bits[level.left] | bits[level.right] | odd
    return bits | np.array([_of_unit(unit, asked) for unit in units], dtype=np.int64)[unit_of]


@lru_cache(maxsize=512)
def _traits_of_uses(table: Table, in_question: tuple[bool, ...], is_rate: tuple[bool, ...]) -> npt.NDArray[np.int64]:
    """For every labeling of a table the traits of using its quantities and leaving out the others."""
    masks = table.used @ (1 << np.arange(len(is_rate)))
    return np.array([_of_use(mask, in_question, is_rate) for mask in range(1 << len(is_rate))], dtype=np.int64)[masks]


def _of_unit(unit: Unit, asked: str | None) -> int:
    if asked is None or unit[0] in (None, _MIXED_NAME):
        return 0
    return _BIT["unit fits the question" if asked == unit[0] else "unit against the question"]


def _of_use(used: int, in_question: Sequence[bool], is_rate: Sequence[bool]) -> int:
    """The traits of using just these quantities (a bit mask)."""
    unused = [i for i in range(len(is_rate)) if not used >> i & 1]
    traits = _BIT[("all used", "one unused", "two or more unused")[min(len(unused), 2)]]
    if any(in_question[i] for i in unused):
        traits |= _BIT["quantity of the question unused"]
    if any(is_rate[i] for i in unused):
        traits |= _BIT["rate unused"]
    size = used.bit_count()
    if size > 1:
        traits |= _BIT[f"uses {size}" if size <= 4 else "uses 5 or more"]
    return traits


def _unpacked(traits: npt.NDArray[np.int64]) -> FloatArray:
    bits = traits[:, None] >> _PLACES
    return np.asarray(bits & 1, dtype=np.float64)


def _place(unit: Unit, units: list[Unit]) -> int:
    """Where a unit stands in a list; a new one is added."""
    if unit not in units:
        units.append(unit)
    return units.index(unit)


def _joined(op: Op, left: _State, right: _State) -> _State:
    value = apply_plain(op, left[0], right[0])
    unit, odd = _unit_of(op, left[1], right[1])
    traits = left[3] | right[3] | odd
    if value is not None:
        if value < 0:
            traits |= _BIT["negative step"]
        if value.denominator != 1:
            traits |= _BIT["broken step, all whole"]
    return value, unit, left[2] | right[2], traits


@lru_cache(maxsize=4096)
def _unit_of(op: Op, left: Unit, right: Unit) -> tuple[Unit, int]:
    """The unit of a result and the trait that is odd about it (0: none), by the algebra of units."""
    if _MIXED in (left, right):
        return _MIXED, 0
    if op.is_additive:
        if _BARE in (left, right) or left == right:
            return (right if left == _BARE else left), 0
        if left[0] == right[0]:
            # Six pens and eight pens per box: one of the two is meant as a plain amount.
            return (left[0], None), _BIT["rate added to an amount"]
        return _MIXED, _BIT["sum of unlike things"]
    if op is Op.MUL:
        return _product(left, right)
    if right == _BARE:
        return left, 0
    if left == right:
        return _BARE, 0
    if right[1] is not None and right[0] == left[0]:
        return (right[1], None), 0  # dollars / (dollars per pen) = pens
    if left[1] is not None and left[1] == right[0]:
        return left, 0
    return (left[0], right[0]), 0


def _product(left: Unit, right: Unit) -> tuple[Unit, int]:
    if _BARE in (left, right):
        return (left if right == _BARE else right), 0
    for rate, counted in ((left, right), (right, left)):
        if rate[1] is not None and rate[1] == counted[0]:
            return (rate[0], counted[1]), 0
    if left[1] is None and right[1] is None:
        return _BARE, _BIT["product of two like amounts" if left == right else "product without a rate"]
    return ((left if left[1] is not None else right)[0], None), 0


@dataclass(frozen=True, eq=False)
class LearnedKnowledge:
    """The traits with their learned weights, as a scored constraint of the search."""

    knowledge: Knowledge
    weights: FloatArray
    name: str = "knowledge"
    _tables: dict[int, FloatArray] = field(default_factory=dict, init=False, repr=False)

    @property
    def highest(self) -> float:
        """The most that an expression can gain: every trait with a positive weight."""
        return float(np.maximum(self.weights, 0.0).sum())

    def score(self, candidate: Candidate) -> float:
        """What the traits of one expression add to its score."""
        low, high = _worth(self.weights.tobytes())
        bits = self.knowledge.bits_of(candidate.tree)
        return float(low[bits & _LOW] + high[bits >> _HALF])

    def score_table(self, table: Table) -> FloatArray:
        """What the traits add to the score of every labeling of a table; search and posterior both ask for it."""
        size = len(table.trees)
        if size not in self._tables:
            low, high = _worth(self.weights.tobytes())
            bits = self.knowledge.bits_of_all(table)
            self._tables[size] = low.take(bits & _LOW) + high.take(bits >> _HALF)
        return self._tables[size]


_HALF = len(TRAITS) // 2
_LOW = (1 << _HALF) - 1


@lru_cache(maxsize=8)
def _worth(weights: bytes) -> tuple[FloatArray, FloatArray]:
    """What every set of the first half of the traits and of the second is worth, by bit mask."""
    known = np.frombuffer(weights)
    return _worth_of_sets(known[:_HALF]), _worth_of_sets(known[_HALF:])


def _worth_of_sets(weights: FloatArray) -> FloatArray:
    sets = np.arange(1 << len(weights))
    return np.asarray((sets[:, None] >> np.arange(len(weights)) & 1) @ weights)
