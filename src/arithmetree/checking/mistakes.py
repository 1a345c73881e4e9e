"""Mistakes: what sets a wrong calculation apart from the right one, and the near misses that give a wrong number.

Two expressions are compared by the labels of their pairs (docs/method.md): the same quantities with other
labels is a wrong or a reversed operation, fewer quantities with the same labels is a forgotten step.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, islice

from arithmetree.checking.verdicts import Kind
from arithmetree.errors import ExpressionError
from arithmetree.expressions import (
    Leaf,
    Node,
    Op,
    Tree,
    class_of,
    evaluate,
    labels_of,
    monotonic_trees,
    nodes,
    quantities,
)

ENUMERATED_UP_TO = 3
"""With more quantities than this, so many expressions exist that some of them hit any number by chance."""
_CLASS_MEMBERS = 64
# Of several near misses with the same number, the one that says more is taken.
_PREFERENCE = (Kind.REVERSED, Kind.WRONG_OPERATION, Kind.IRRELEVANT_NUMBER, Kind.FORGOT_STEP)


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong calculation and what is wrong with it.

    `about` are the quantities in question: the ones that are not needed, that are joined wrongly or that were
    forgotten. `op` is the operation of the pupil that is reversed. `differences` counts how far it is off.
    """

    kind: Kind
    tree: Tree
    about: tuple[int, ...]
    op: Op | None
    differences: int


def diagnose(tree: Tree, solution: Tree) -> Mistake | None:
    """What is wrong with a calculation over the quantities of the problem; None if nothing is, or nothing clear.

    Nothing clear is a tree that uses a quantity twice.
    """
    used, needed = set(quantities(tree)), set(quantities(solution))
    strange = tuple(sorted(used - needed))
    missing = tuple(sorted(needed - used))
    if strange:
        return Mistake(Kind.IRRELEVANT_NUMBER, tree, strange, None, len(strange) + len(missing))
    try:
        labels = labels_of(tree)
    except ExpressionError:
        return None
    # The solution has several labelings from four quantities on; the nearest one is the one to compare with.
    members = [labels_of(member) for member in islice(class_of(solution), _CLASS_MEMBERS)]
    wrong = min(
        (
            [(pair, label, right[pair]) for pair, label in labels.items() if label is not right[pair]]
            for right in members
        ),
        key=len,
    )
    if wrong:
        pairs = tuple(dict.fromkeys(quantity for pair, _, _ in wrong for quantity in reversed(pair)))
        if all(label.op is right.op for _, label, right in wrong):
            return Mistake(Kind.REVERSED, tree, pairs, wrong[0][1].op, len(wrong) + len(missing))
        return Mistake(Kind.WRONG_OPERATION, tree, pairs, None, len(wrong) + len(missing))
    if missing:
        return Mistake(Kind.FORGOT_STEP, tree, missing, None, len(missing))
    return None


def nearest_miss(number: Fraction, solution: Tree, values: Sequence[Fraction]) -> Mistake | None:
    """The tree a single edit away from the solution that gives this number; None where there is none.

    A number of the text is more probably copied than calculated from others.
    """
    spare = [index for index in range(len(values)) if index not in set(quantities(solution))]
    mistakes = _with_value(number, one_edit_away(solution, spare), solution, values)

    def unlikeliness(mistake: Mistake) -> tuple[bool, int, int]:
        return not isinstance(mistake.tree, Leaf), _PREFERENCE.index(mistake.kind), mistake.differences

    return min(mistakes, key=unlikeliness, default=None)


def farther_miss(
    number: Fraction, solution: Tree, values: Sequence[Fraction], alternatives: Iterable[Tree]
) -> Mistake | None:
    """A tree with this number among the other answers of the search, else among all expressions if they are few."""
    for trees in (alternatives, _all_expressions(len(values))):
        mistakes = _with_value(number, trees, solution, values)
        if mistakes:
            return min(mistakes, key=lambda mistake: (mistake.differences, _PREFERENCE.index(mistake.kind)))
    return None


def _with_value(number: Fraction, trees: Iterable[Tree], solution: Tree, values: Sequence[Fraction]) -> list[Mistake]:
    hits = (tree for tree in trees if evaluate(tree, values) == number)
    return [mistake for tree in hits if (mistake := diagnose(tree, solution)) is not None]


def one_edit_away(tree: Tree, spare: Sequence[int]) -> Iterator[Tree]:
    """The trees with an operation changed or turned round, a part left out, or a spare quantity put in.

    Stopping early is a single edit as well, however much is left out, and so is giving back a number of the text.
    """
    yield from nodes(tree)
    yield from (Leaf(quantity) for quantity in (*quantities(tree), *spare))
    yield from _edited(tree, spare)


def _edited(tree: Tree, spare: Sequence[int]) -> Iterator[Tree]:
    for quantity in spare:
        for op in Op:
            yield Node(op, tree, Leaf(quantity))
            yield Node(op, Leaf(quantity), tree)
    if isinstance(tree, Leaf):
        yield from (Leaf(quantity) for quantity in spare)
        return
    yield tree.left
    yield tree.right
    for op in Op:
        if op is not tree.op:
            yield Node(op, tree.left, tree.right)
        yield Node(op, tree.right, tree.left)
    yield from (Node(tree.op, left, tree.right) for left in _edited(tree.left, spare))
    yield from (Node(tree.op, tree.left, right) for right in _edited(tree.right, spare))


def _all_expressions(count: int) -> Iterator[Tree]:
    if count <= ENUMERATED_UP_TO:
        for size in range(1, count + 1):
            for members in combinations(range(count), size):
                yield from monotonic_trees(members)
