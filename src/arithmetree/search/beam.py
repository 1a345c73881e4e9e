"""The paper's beam search, for comparison and for problems too large for the exact one (docs/method.md)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.expressions.monotonic import first_quantity
from arithmetree.scores import Scores
from arithmetree.search.inside import Cross

BEAM = 200
"""The paper's beam size."""


@dataclass(frozen=True, slots=True)
class _Term:
    tree: Tree
    members: tuple[int, ...]

    @property
    def op(self) -> Op | None:
        return self.tree.op if isinstance(self.tree, Node) else None


_State = tuple[_Term, ...]


def beam_trees(scores: Scores, *, beam: int = BEAM, least: int = 2) -> Iterator[tuple[float, Tree]]:
    """Trees best first, as far as the beam sees them.

    First the subsets of irrelevant quantities, the best `beam` of them; then two terms of a state are joined by an
    operation, over and over, and the best `beam` states are kept after each round, finished ones among them.
    """
    cross = Cross.of(scores.pair)
    states: dict[_State, float] = {}
    for score, used in _best_subsets(scores, beam, least):
        states[tuple(_Term(Leaf(i), (i,)) for i in used)] = score
    while any(len(state) > 1 for state in states):
        grown: dict[_State, float] = {}
        for state, score in states.items():
            if len(state) == 1:
                grown[state] = score
                continue
            used_count = sum(len(term.members) for term in state)
            for joined, gain in _joins(state, cross):
                total = score + float(scores.pair_weight[used_count]) * gain
                if total > grown.get(joined, -np.inf):
                    grown[joined] = total
        states = dict(heapq.nlargest(beam, grown.items(), key=lambda entry: entry[1]))
    for state, score in sorted(states.items(), key=lambda entry: -entry[1]):
        yield score, state[0].tree


def _best_subsets(scores: Scores, count: int, least: int) -> list[tuple[float, tuple[int, ...]]]:
    """The best choices of used quantities by their own scores; of equal ones those with more quantities first."""
    choices: list[tuple[float, tuple[int, ...]]] = [(0.0, ())]
    for i in range(len(scores)):
        taken = [(score + float(scores.used[i]), (*used, i)) for score, used in choices]
        left = [(score + float(scores.unused[i]), used) for score, used in choices]
        # A choice that is not among the best `count` with its number of quantities can never become one.
        by_size: dict[int, list[tuple[float, tuple[int, ...]]]] = {}
        for score, used in taken + left:
            if score > -np.inf:
                by_size.setdefault(len(used), []).append((score, used))
        choices = [choice for same in by_size.values() for choice in heapq.nlargest(count, same)]
    valid = [choice for choice in choices if len(choice[1]) >= least]
    return heapq.nlargest(count, valid, key=lambda choice: (choice[0], len(choice[1])))


def _joins(state: _State, cross: Cross) -> Iterator[tuple[_State, float]]:
    """Every state after joining two terms such that the tree stays monotonic, with the pair scores it gains."""
    for one, other in combinations(state, 2):
        rest = tuple(term for term in state if term is not one and term is not other)
        for op, join in ((Op.ADD, cross.add), (Op.SUB, cross.sub), (Op.MUL, cross.mul), (Op.DIV, cross.div)):
            split = op in (Op.SUB, Op.DIV)
            blocked = Op.SUB if op.is_additive else Op.DIV
            if blocked in (one.op, other.op):
                continue
            for left, right in ((one, other), (other, one)) if split else ((one, other),):
                gain = float(sum(join.table[i, j] for i in left.members for j in right.members))
                if gain > -np.inf:
                    tree = Node(op, left.tree, right.tree) if split else _joined_in_order(op, left.tree, right.tree)
                    term = _Term(tree, tuple(sorted(left.members + right.members)))
                    yield tuple(sorted((*rest, term), key=lambda t: t.members)), gain


def _joined_in_order(op: Op, left: Tree, right: Tree) -> Tree:
    """A chain of + or * with its terms in a fixed order, so that equal states are recognised."""
    parts: list[Tree] = []

    def collect(tree: Tree) -> None:
        if isinstance(tree, Node) and tree.op is op:
            collect(tree.left)
            collect(tree.right)
        else:
            parts.append(tree)

    collect(left)
    collect(right)
    parts.sort(key=first_quantity)
    tree = parts[0]
    for part in parts[1:]:
        tree = Node(op, tree, part)
    return tree
