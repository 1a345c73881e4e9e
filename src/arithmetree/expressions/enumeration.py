"""All expressions over a set of quantities, one at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from arithmetree.errors import ExpressionError
from arithmetree.expressions.equivalence import canonical
from arithmetree.expressions.monotonic import from_chain
from arithmetree.expressions.tree import Leaf, Tree

MAX_ENUMERATED = 12
"""The most quantities that can be enumerated; the number of trees grows faster than the factorial."""


def monotonic_trees(quantities: Sequence[int]) -> Iterator[Tree]:
    """Every monotonic tree that uses all the given quantities, exactly one for each labeling, lazily."""
    members = sorted(quantities)
    if not members:
        raise ExpressionError("no quantities to build an expression from; give at least one")
    if len(set(members)) < len(members):
        raise ExpressionError(f"the quantities {members} repeat a number; each may be used once")
    if len(members) > MAX_ENUMERATED:
        raise ExpressionError(f"{len(members)} quantities are too many to enumerate; at most {MAX_ENUMERATED}")
    if len(members) == 1:
        yield Leaf(members[0])
        return
    yield from _with_root(tuple(members), additive=True)
    yield from _with_root(tuple(members), additive=False)


def expressions(quantities: Sequence[int]) -> Iterator[Tree]:
    """Every distinct expression (rational function) over all the given quantities, as its canonical tree, lazily."""
    return (tree for tree in monotonic_trees(quantities) if canonical(tree) == tree)


def _with_root(members: tuple[int, ...], *, additive: bool) -> Iterator[Tree]:
    """The trees whose root belongs to a sum (or a product): at least two terms, at least one of them direct."""
    for direct, inverse in _splits(members):
        for direct_terms in _term_lists(direct, additive=additive, several=not inverse):
            for inverse_terms in _term_lists(inverse, additive=additive):
                yield from_chain(additive, direct_terms, inverse_terms)


def _term_lists(members: tuple[int, ...], *, additive: bool, several: bool = False) -> Iterator[tuple[Tree, ...]]:
    """The ways to part quantities into (several) terms, the term with the first one first, so that none repeats."""
    if not members:
        yield ()
        return
    for rest, others in _splits(members[1:], allow_empty=True):
        if several and not others:
            continue
        first = (members[0], *rest)
        for term in [Leaf(first[0])] if len(first) == 1 else _with_root(first, additive=not additive):
            for more in _term_lists(others, additive=additive):
                yield (term, *more)


def _splits(
    members: tuple[int, ...], *, allow_empty: bool = False
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """All ways to part a set in two, the first part not empty unless allowed."""
    for size in range(0 if allow_empty else 1, len(members) + 1):
        for first in combinations(members, size):
            yield first, tuple(member for member in members if member not in first)
