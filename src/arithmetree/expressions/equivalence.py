"""When two expressions are the same: equality as rational functions, decided without computer algebra.

The paper's Theorem 3 says that an expression has one labeling. From four quantities on it has several, by sign
changes: (a - b) * (c - d) = (b - a) * (d - c) and a - (b - c) * d = a + (c - b) * d (docs/method.md). So the
object to predict is a class of labelings. A class is named by its key: chains flattened, terms in order, and every
sum inside a product turned so that its first term is added, with the signs gathered outside.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from arithmetree.expressions.monotonic import first_quantity, from_chain, to_monotonic, top_chain
from arithmetree.expressions.tree import UNDEFINED, Leaf, Tree, evaluate, nodes

Key = int | tuple[object, ...]
"""A hashable name of a rational function up to its sign."""

ClassKey = tuple[int, Key]
"""A hashable name of a rational function: its sign and its key."""


def class_key(tree: Tree) -> ClassKey:
    """Equal for two read-once expressions exactly if they are the same rational function."""
    if isinstance(tree, Leaf):
        return 1, tree.quantity
    chain = top_chain(tree)
    parts: list[tuple[int, int, ClassKey]] = [
        (first_quantity(term), side, class_key(term))
        for side, terms in ((1, chain.direct), (-1, chain.inverse))
        for term in terms
    ]
    parts.sort(key=lambda part: part[0])
    if not chain.additive:
        sign = 1
        for _, _, (factor_sign, _) in parts:
            sign *= factor_sign
        return sign, ("*", *((side, key) for _, side, (_, key) in parts))
    sign = parts[0][1] * parts[0][2][0]
    return sign, ("+", *((sign * side * term_sign, key) for _, side, (term_sign, key) in parts))


def equivalent(one: Tree, other: Tree) -> bool:
    """Whether two read-once expressions are the same rational function."""
    return class_key(one) == class_key(other)


def class_of(tree: Tree) -> Iterator[Tree]:
    """All monotonic trees of the same rational function, one for each labeling, in a fixed order."""
    yield from _members(to_monotonic(tree), 1)


def _members(tree: Tree, sign: int) -> Iterator[Tree]:
    """The monotonic trees that equal sign * tree; none for the negative of a quantity or of a sum without minus."""
    if isinstance(tree, Leaf):
        if sign == 1:
            yield tree
        return
    chain = top_chain(tree)
    terms = [(term, 1) for term in chain.direct] + [(term, -1) for term in chain.inverse]
    if chain.additive:
        # Each term may be added or subtracted if the term itself takes the matching sign.
        options = [
            [(member, turn) for turn in (1, -1) for member in _members(term, sign * side * turn)]
            for term, side in terms
        ]
        for choice in product(*options):
            direct = [member for member, turn in choice if turn == 1]
            if direct:
                yield from_chain(True, direct, [member for member, turn in choice if turn == -1])
    else:
        signed = [[(member, turn) for turn in (1, -1) for member in _members(term, turn)] for term, _ in terms]
        for choice in product(*signed):
            total = 1
            for _, turn in choice:
                total *= turn
            if total == sign:
                members = [(member, side) for (member, _), (_, side) in zip(choice, terms, strict=True)]
                yield from_chain(
                    False,
                    [member for member, side in members if side == 1],
                    [member for member, side in members if side == -1],
                )


def canonical(tree: Tree, values: Sequence[Fraction] | None = None) -> Tree:
    """The one tree that stands for the class of an expression.

    With the values of the quantities it is a member with the fewest intermediate values below zero, as a person
    would calculate it; ties, and calls without values, go by a fixed order that prefers additions.
    """
    return min(class_of(tree), key=lambda member: (_awkward_steps(member, values), _order(member)))


def _awkward_steps(tree: Tree, values: Sequence[Fraction] | None) -> int:
    if values is None:
        return 0
    steps = (evaluate(node, values) for node in nodes(tree))
    return sum(step is UNDEFINED or step < 0 for step in steps)


def _order(tree: Tree) -> tuple[int, str]:
    text = repr(tree)
    return text.count("SUB"), text
