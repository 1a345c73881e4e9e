"""The operation at the lowest common ancestor of every pair: from a tree to its labeling, and back.

A labeling gives each pair (i, j), i before j in the text, one of six labels (docs/method.md). A labeling
that belongs to a monotonic tree determines it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from itertools import combinations

from arithmetree.errors import ExpressionError
from arithmetree.expressions.monotonic import from_chain, to_monotonic
from arithmetree.expressions.tree import Leaf, Op, Tree, check_read_once


class Label(Enum):
    """The operation at the lowest common ancestor of a pair; reversed if the earlier quantity is on its right."""

    ADD = "+"
    MUL = "*"
    SUB = "-"
    SUB_REVERSED = "-r"
    DIV = "/"
    DIV_REVERSED = "/r"

    @property
    def op(self) -> Op:
        return Op(self.value[0])

    @property
    def is_reversed(self) -> bool:
        return self.value.endswith("r")

    @classmethod
    def of(cls, op: Op, *, is_reversed: bool) -> Label:
        """The label for an operation; + and * have no reversed form."""
        return cls(f"{op.value}r" if is_reversed and op in (Op.SUB, Op.DIV) else op.value)


LABELS: tuple[Label, ...] = tuple(Label)
"""The labels in the order in which score tables hold them."""

Pair = tuple[int, int]
Labeling = Mapping[Pair, Label]


def labels_of(tree: Tree) -> dict[Pair, Label]:
    """The label of every pair of quantities in the monotonic form of a tree, by (i, j) with i < j."""
    check_read_once(tree)
    labels: dict[Pair, Label] = {}

    def visit(tree: Tree) -> list[int]:
        if isinstance(tree, Leaf):
            return [tree.quantity]
        left, right = visit(tree.left), visit(tree.right)
        for i in left:
            for j in right:
                labels[min(i, j), max(i, j)] = Label.of(tree.op, is_reversed=i > j)
        return left + right

    visit(to_monotonic(tree))
    return dict(sorted(labels.items()))


def tree_of(labeling: Labeling) -> Tree:
    """The monotonic tree of a labeling; ExpressionError naming contradicting pairs where there is none.

    Works top down: quantities joined by * or / labels lie in the same term of a sum, so the connected components
    of those labels are the terms; where there is only one component, the roles are swapped.
    """
    members = sorted({quantity for pair in labeling for quantity in pair})
    if len(members) < 2:
        raise ExpressionError("a labeling needs at least one pair of quantities, as in {(0, 1): Label.ADD}")
    for pair, label in labeling.items():
        if not isinstance(label, Label):
            accepted = ", ".join(f"Label.{known.name}" for known in LABELS)
            raise ExpressionError(f"pair {pair} has the unknown label {label!r}; accepted are {accepted}")
        if pair[0] >= pair[1]:
            raise ExpressionError(f"pair {pair} must name the earlier quantity first")
    missing = [pair for pair in combinations(members, 2) if pair not in labeling]
    if missing:
        raise ExpressionError(f"the labeling has no label for the pairs {_listed(missing)}")
    return _tree_over(members, labeling)


def _tree_over(members: list[int], labeling: Labeling) -> Tree:
    if len(members) == 1:
        return Leaf(members[0])
    for additive in (True, False):
        terms = _components(members, labeling, joined_additively=not additive)
        if len(terms) > 1:
            inverse = _inverse_terms(terms, labeling)
            parts = [(_tree_over(term, labeling), number in inverse) for number, term in enumerate(terms)]
            return from_chain(
                additive,
                [tree for tree, inverted in parts if not inverted],
                [tree for tree, inverted in parts if inverted],
            )
    raise ExpressionError(
        f"the labels of the pairs {_listed(_crossing(members, labeling))} contradict each other: "
        "no tree has sums and products that cross in this way"
    )


def _components(members: list[int], labeling: Labeling, *, joined_additively: bool) -> list[list[int]]:
    """The connected components under the labels of one family, each sorted, in order of their first member."""
    left = list(members)
    components = []
    while left:
        component, frontier = [], [left.pop(0)]
        while frontier:
            here = frontier.pop()
            component.append(here)
            for other in list(left):
                if labeling[min(here, other), max(here, other)].op.is_additive == joined_additively:
                    left.remove(other)
                    frontier.append(other)
        components.append(sorted(component))
    return components


def _inverse_terms(terms: list[list[int]], labeling: Labeling) -> set[int]:
    """Which terms of a chain are subtracted (or divide); checks that all labels between terms agree on it."""
    role: dict[int, tuple[bool, Pair]] = {}  # term -> is it inverse, and the pair that says so
    between: list[tuple[int, int, Pair]] = []
    for (a, first), (b, second) in combinations(enumerate(terms), 2):
        seen: tuple[str, Pair] | None = None
        for i in first:
            for j in second:
                pair = (min(i, j), max(i, j))
                label = labeling[pair]
                if label.op in (Op.ADD, Op.MUL):
                    direction = "same side"
                else:
                    direction = "a over b" if (i > j) == label.is_reversed else "b over a"
                if seen is not None and seen[0] != direction:
                    raise _contradiction(seen[1], pair, labeling)
                seen = (direction, pair)
        assert seen is not None
        direction, pair = seen
        if direction == "same side":
            between.append((a, b, pair))
            continue
        for term, inverted in ((a, direction == "b over a"), (b, direction == "a over b")):
            if term in role and role[term][0] != inverted:
                raise _contradiction(role[term][1], pair, labeling)
            role.setdefault(term, (inverted, pair))
    for a, b, pair in between:
        for term, other in ((a, b), (b, a)):
            if term in role and role.setdefault(other, (role[term][0], pair))[0] != role[term][0]:
                raise _contradiction(role[other][1], pair, labeling)
    return {term for term, (inverted, _) in role.items() if inverted}


def _contradiction(one: Pair, other: Pair, labeling: Labeling) -> ExpressionError:
    return ExpressionError(
        f"the labels of the pairs {one} ({labeling[one].value}) and {other} ({labeling[other].value}) contradict "
        "each other: no tree has both"
    )


def _crossing(members: list[int], labeling: Labeling) -> list[Pair]:
    """Six pairs over four quantities that no tree can have: a path of additive labels whose rest is a path too."""
    for four in combinations(members, 4):
        pairs = list(combinations(four, 2))
        additive = [pair for pair in pairs if labeling[pair].op.is_additive]
        degrees = sorted(sum(q in pair for pair in additive) for q in four)
        if len(additive) == 3 and degrees == [1, 1, 2, 2]:
            return pairs
    raise AssertionError("a graph that is connected together with its complement has an induced path of four")


def _listed(pairs: Iterable[Pair]) -> str:
    return ", ".join(map(str, pairs))
