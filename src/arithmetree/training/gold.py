"""Problems with their gold expressions, as training and evaluation need them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.expressions import Leaf, Node, Tree
from arithmetree.schemas import Problem


@dataclass(frozen=True)
class GoldProblem:
    """A problem as read, and what is known of its answer.

    `tree` is over the schemas of the problem; None where a number of the gold expression was not found in the text,
    and `trouble` then says which. Such a problem counts as wrong and is not trained on.
    """

    id: str
    problem: Problem
    answer: Fraction
    tree: Tree | None
    trouble: str | None = None


def align(tree: Tree, leaves: Sequence[int | None]) -> Tree | None:
    """The tree with leaf i replaced by leaves[i]; None if one of them is missing or two are the same."""
    if None in leaves or len(set(leaves)) < len(leaves):
        return None

    def replaced(tree: Tree) -> Tree:
        if isinstance(tree, Leaf):
            number = leaves[tree.quantity]
            assert number is not None
            return Leaf(number)
        return Node(tree.op, replaced(tree.left), replaced(tree.right))

    return replaced(tree)
