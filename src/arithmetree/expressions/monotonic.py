"""Chains and the monotonic form of a tree (docs/method.md; the paper's Definitions and Theorem 1).

A maximal connected set of + and - nodes is a chain; the subtrees hanging off it are its terms, each added or
subtracted. Likewise for * and /. A tree is monotonic if each chain has at most one - (or /), at its top: everything
added on its left, everything subtracted on its right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import reduce

from arithmetree.expressions.tree import Leaf, Node, Op, Tree, nodes, quantities


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain and its terms: `direct` are the added (multiplied) ones, `inverse` the subtracted (dividing) ones."""

    additive: bool
    direct: tuple[Tree, ...]
    inverse: tuple[Tree, ...]


def top_chain(node: Node) -> Chain:
    """The chain that the root of a tree belongs to, its terms from left to right."""
    direct: list[Tree] = []
    inverse: list[Tree] = []
    additive = node.op.is_additive

    def collect(tree: Tree, inverted: bool) -> None:
        if isinstance(tree, Leaf) or tree.op.is_additive != additive:
            (inverse if inverted else direct).append(tree)
            return
        collect(tree.left, inverted)
        collect(tree.right, inverted != (tree.op in (Op.SUB, Op.DIV)))

    collect(node, False)
    return Chain(additive, tuple(direct), tuple(inverse))


def chains(tree: Tree) -> Iterator[Chain]:
    """All chains of a tree, the one at the root first."""
    if isinstance(tree, Node):
        chain = top_chain(tree)
        yield chain
        for term in chain.direct + chain.inverse:
            yield from chains(term)


def from_chain(additive: bool, direct: Iterable[Tree], inverse: Iterable[Tree]) -> Tree:
    """The monotonic tree of a chain; its terms are in the order of their first quantities."""
    join, split = (Op.ADD, Op.SUB) if additive else (Op.MUL, Op.DIV)

    def joined(terms: Iterable[Tree]) -> Tree:
        in_order = sorted(terms, key=first_quantity)
        return reduce(lambda left, right: Node(join, left, right), in_order)

    inverse = list(inverse)
    return Node(split, joined(direct), joined(inverse)) if inverse else joined(direct)


def first_quantity(tree: Tree) -> int:
    """The smallest quantity number in a tree."""
    return min(quantities(tree))


def to_monotonic(tree: Tree) -> Tree:
    """The monotonic tree of the same expression, with the terms of every chain in a fixed order (Theorem 1)."""
    if isinstance(tree, Leaf):
        return tree
    chain = top_chain(tree)
    return from_chain(chain.additive, map(to_monotonic, chain.direct), map(to_monotonic, chain.inverse))


def is_monotonic(tree: Tree) -> bool:
    """Whether the four conditions of the paper hold at every pair of joined nodes."""
    for parent in nodes(tree):
        for child in (parent.left, parent.right):
            # Inside a chain the child must be + or *: a - or / may only be at the top.
            if (
                isinstance(child, Node)
                and child.op.is_additive == parent.op.is_additive
                and child.op in (Op.SUB, Op.DIV)
            ):
                return False
    return True
