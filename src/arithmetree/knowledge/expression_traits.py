"""The traits of expressions over one problem: of one tree, or of every labeling of a table at a stroke."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from arithmetree.expressions import Leaf, Op, Tree
from arithmetree.features.facts import ProblemFacts, QuantityFacts
from arithmetree.knowledge.traits import BIT, unpacked
from arithmetree.knowledge.unit_traits import (
    MIXED_NAME,
    SHARE,
    SHARE_NAME,
    Unit,
    joined_unit,
    traits_of_unit,
    traits_of_units,
)
from arithmetree.knowledge.use_traits import traits_of_use, traits_of_uses
from arithmetree.linear import FloatArray
from arithmetree.quantities import Kind
from arithmetree.search.table import Number, Table, apply_plain, plain

_ROUNDING = 1e-9
"""How far a float may be off; traits are parts of scores, answers are exact."""

_State = tuple[Number | None, Unit, int, int]
"""What the traits need to know of a subtree: value (None: undefined), unit, used quantities and traits (bit masks)."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """The traits of expressions over one problem."""

    facts: ProblemFacts

    def names_of(self, tree: Tree) -> frozenset[str]:
        """The traits of one expression by name."""
        bits = self.bits_of(tree)
        return frozenset(name for name, bit in BIT.items() if bits & bit)

    def traits_of(self, tree: Tree) -> FloatArray:
        """The traits of one expression as zeros and ones."""
        return unpacked(np.array([self.bits_of(tree)])).ravel()

    def traits_of_all(self, table: Table) -> FloatArray:
        """The traits of every labeling of a table as zeros and ones, (labelings, traits)."""
        return unpacked(self.bits_of_all(table))

    def bits_of_all(self, table: Table) -> npt.NDArray[np.int64]:
        """The traits of every labeling of a table as bit masks, by whole levels of the table at a time."""
        values = table.rough_values([quantity.value for quantity in self.facts.quantities])
        broken = np.abs(values - np.rint(values)) > _ROUNDING
        bits = (values < -_ROUNDING) * BIT["negative step"]
        if self._all_whole:
            bits |= broken * BIT["broken step, all whole"]
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
            steps &= ~BIT["broken step, all whole"]
        return steps | self._of_value(value) | traits_of_unit(unit, self.facts.question_concept) | self._of_use(used)

    @cached_property
    def _leaves(self) -> list[_State]:
        return [(plain(q.value), self._unit(i), 1 << i, 0) for i, q in enumerate(self.facts.quantities)]

    def _unit(self, i: int) -> Unit:
        quantity = self.facts.quantities[i]
        if quantity.schema.quantity.kind in (Kind.MULTIPLIER, Kind.PERCENT) or _is_share(quantity):
            return SHARE
        return quantity.rate if quantity.rate is not None else (quantity.concept, None)

    def _of_value(self, value: Number | None) -> int:
        """The traits that the value of a whole expression has."""
        if value is None:
            return 0
        traits = 0
        if value <= 0:
            traits |= BIT["not positive"]
        if value.denominator != 1:
            traits |= self._broken
        if any(value == known for known, _, _, _ in self._leaves):
            traits |= BIT["same as a number of the text"]
        return traits

    def _of_values(self, values: FloatArray, broken: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """The same for many values at a stroke; none for one that is undefined, as NaN compares with nothing."""
        known = values[: len(self.facts.quantities)]
        repeated = (np.abs(values[:, None] - known) <= _ROUNDING).any(axis=1)
        traits = (values <= _ROUNDING) * BIT["not positive"]
        traits |= broken * self._broken
        traits |= repeated * BIT["same as a number of the text"]
        return traits

    def _of_units(self, table: Table) -> npt.NDArray[np.int64]:
        """The traits that the algebra of units gives every labeling; which words name the units makes no difference."""
        names: dict[str, str] = {MIXED_NAME: MIXED_NAME, SHARE_NAME: SHARE_NAME}

        def name(word: str | None) -> str | None:
            return None if word is None else names.setdefault(word, str(len(names)))

        units = tuple((name(over), name(per)) for over, per in map(self._unit, range(len(self.facts.quantities))))
        return traits_of_units(table, units, name(self.facts.question_concept))

    def _of_uses(self, table: Table) -> npt.NDArray[np.int64]:
        quantities = self.facts.quantities
        return traits_of_uses(
            table, tuple(q.in_question for q in quantities), tuple(q.rate is not None for q in quantities)
        )

    def _of_use(self, used: int) -> int:
        """The traits of using just these quantities (a bit mask)."""
        quantities = self.facts.quantities
        return traits_of_use(used, [q.in_question for q in quantities], [q.rate is not None for q in quantities])

    @cached_property
    def _all_whole(self) -> bool:
        return all(quantity.value.denominator == 1 for quantity in self.facts.quantities)

    @cached_property
    def _broken(self) -> int:
        """The traits of an answer that is no whole number."""
        question, whole = self.facts.problem.question, self._all_whole
        traits = BIT["broken answer, all whole"] if whole else 0
        if question is not None and question.asks == "how many":
            traits |= BIT[f"broken answer to how many, {'all' if whole else 'not all'} whole"]
        return traits


def _is_share(quantity: QuantityFacts) -> bool:
    """True for "3/4 of them" and "half of the boys", unlike "3/4 cup"."""
    part = quantity.amount.part
    return part is not None and part.of is not None and 0 < quantity.value < 1


def _joined(op: Op, left: _State, right: _State) -> _State:
    value = apply_plain(op, left[0], right[0])
    unit, odd = joined_unit(op, left[1], right[1])
    traits = left[3] | right[3] | odd
    if value is not None:
        if value < 0:
            traits |= BIT["negative step"]
        if value.denominator != 1:
            traits |= BIT["broken step, all whole"]
    return value, unit, left[2] | right[2], traits
