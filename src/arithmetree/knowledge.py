"""World knowledge about whole expressions: signs, whole numbers and units, as one scored constraint.

Where the paper rejects answers that are not positive or not whole, this adds a learned weight for every such trait
of an expression, so that decimals in the text, units that do not fit and sums of unlike things all count for what
they are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from arithmetree.expressions import UNDEFINED, Leaf, Op, Tree
from arithmetree.expressions.tree import Value, apply
from arithmetree.features.facts import ProblemFacts
from arithmetree.linear import FloatArray
from arithmetree.quantities import Kind
from arithmetree.search import Candidate
from arithmetree.search.table import Table

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

Unit = tuple[str | None, str | None]
"""Numerator and denominator as concepts; (None, None) is a bare number, ("?", "?") a sum of unlike things."""

_BARE: Unit = (None, None)
_MIXED: Unit = ("?", "?")

_State = tuple[Value, Unit, int, int]
"""What the traits need to know of a subtree: value, unit, used quantities and traits so far (bit masks)."""


@dataclass(frozen=True, eq=False)
class Knowledge:
    """The traits of expressions over one problem."""

    facts: ProblemFacts

    def traits_of(self, tree: Tree) -> FloatArray:
        """The traits of one expression as zeros and ones."""
        leaves = self._leaves()

        def state(tree: Tree) -> _State:
            if isinstance(tree, Leaf):
                return leaves[tree.quantity]
            return _joined(tree.op, state(tree.left), state(tree.right))

        return _unpacked([self._finisher()(state(tree))]).ravel()

    def traits_of_all(self, table: Table) -> FloatArray:
        """The traits of every labeling of a table, (labelings, traits)."""
        leaves = self._leaves()
        states: list[_State] = []
        for step in table.steps:
            if isinstance(step, int):
                states.append(leaves[step])
            else:
                states.append(_joined(step[0], states[step[1]], states[step[2]]))
        return _unpacked(list(map(self._finisher(), states)))

    def _leaves(self) -> list[_State]:
        return [(q.value, self._unit(i), 1 << i, 0) for i, q in enumerate(self.facts.quantities)]

    def _unit(self, i: int) -> Unit:
        quantity = self.facts.quantities[i]
        if quantity.schema.quantity.kind in (Kind.MULTIPLIER, Kind.PERCENT):
            return _BARE
        return quantity.rate if quantity.rate is not None else (quantity.concept, None)

    def _finisher(self) -> Callable[[_State], int]:
        """A function from the state of a whole expression to its traits."""
        quantities = self.facts.quantities
        everything = (1 << len(quantities)) - 1
        whole = all(quantity.value.denominator == 1 for quantity in quantities)
        known = {quantity.value for quantity in quantities}
        asked_in = sum(1 << i for i, quantity in enumerate(quantities) if quantity.in_question)
        rates = sum(1 << i for i, quantity in enumerate(quantities) if quantity.rate is not None)
        question = self.facts.problem.question
        counts = question is not None and question.asks == "how many"
        asked = self.facts.question_concept
        broken = 0
        if whole:
            broken |= _BIT["broken answer, all whole"]
        if counts:
            broken |= _BIT[f"broken answer to how many, {'all' if whole else 'not all'} whole"]

        def finish(state: _State) -> int:
            value, unit, used, traits = state
            if not whole:
                traits &= ~_BIT["broken step, all whole"]
            if value is not UNDEFINED:
                if value <= 0:
                    traits |= _BIT["not positive"]
                if value.denominator != 1:
                    traits |= broken
                if value in known:
                    traits |= _BIT["same as a number of the text"]
            if asked is not None and unit[0] not in (None, "?"):
                traits |= _BIT["unit fits the question" if asked == unit[0] else "unit against the question"]
            unused = everything & ~used
            if unused & asked_in:
                traits |= _BIT["quantity of the question unused"]
            if unused & rates:
                traits |= _BIT["rate unused"]
            size = used.bit_count()
            if size > 1:
                traits |= _BIT[f"uses {size}" if size <= 4 else "uses 5 or more"]
            return traits | _BIT[("all used", "one unused", "two or more unused")[min(unused.bit_count(), 2)]]

        return finish


def _unpacked(traits: list[int]) -> FloatArray:
    bits = np.array(traits, dtype=np.int64)[:, None] >> np.arange(len(TRAITS))[None, :]
    return np.asarray(bits & 1, dtype=np.float64)


def _joined(op: Op, left: _State, right: _State) -> _State:
    value = apply(op, left[0], right[0])
    unit, odd = _unit_of(op, left[1], right[1])
    traits = left[3] | right[3] | odd
    if value is not UNDEFINED:
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

    @property
    def highest(self) -> float:
        """The most that an expression can gain: every trait with a positive weight."""
        return float(np.maximum(self.weights, 0.0).sum())

    def score(self, candidate: Candidate) -> float:
        """What the traits of one expression add to its score."""
        return float(self.knowledge.traits_of(candidate.tree) @ self.weights)

    def score_table(self, table: Table) -> FloatArray:
        """What the traits add to the score of every labeling of a table."""
        return np.asarray(self.knowledge.traits_of_all(table) @ self.weights)
