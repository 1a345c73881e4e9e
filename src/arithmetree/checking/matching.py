"""Whose numbers are these: a pupil's calculation as a tree over the quantities of the problem."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product

from arithmetree.checking.pupil_work import Step
from arithmetree.derivations import Builder, Constant, Derivation, Mention, same_calculation
from arithmetree.derivations.trees import OPERATIONS_OF_TREES
from arithmetree.expressions import Leaf, Node, Op, Tree, evaluate, nodes, quantities

LARGEST_TREE = 40  # leaves
MOST_READINGS = 512
"""How many ways to match the numbers are looked at; more than a few arise only where many numbers are equal."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The steps of a pupil as trees over the quantities, later steps with the earlier ones put in.

    Numbers that are none of the problem's are leaves from `count` on; `values` holds them after the problem's.
    """

    steps: tuple[Tree, ...]
    values: tuple[Fraction, ...]
    count: int

    @property
    def tree(self) -> Tree:
        """The last step."""
        return self.steps[-1]

    @property
    def strangers(self) -> int:
        """How many numbers come from nowhere."""
        return sum(quantity >= self.count for quantity in quantities(self.tree))

    @property
    def repeated(self) -> int:
        """How often a number is used again."""
        used = list(quantities(self.tree))
        return len(used) - len(set(used))


@dataclass(frozen=True, slots=True)
class Expanded:
    """Our calculation as a tree, in which a quantity may appear more than once.

    Its constants are leaves from `count` on; `values` holds them after the problem's.
    """

    tree: Tree
    values: tuple[Fraction, ...]
    count: int

    @classmethod
    def of(cls, calculation: Derivation, values: Sequence[Fraction]) -> Expanded | None:
        """The tree of a calculation; None where it has unknowns, rounds, or is large."""
        trees: list[Tree] = []
        known = list(values)
        for leaf in calculation.leaves:
            if isinstance(leaf, Mention):
                trees.append(Leaf(leaf.quantity))
            elif isinstance(leaf, Constant):
                trees.append(Leaf(len(known)))
                known.append(leaf.value)
            else:
                return None
        for step in calculation.steps:
            op = _OPS.get(step.operation)
            if op is None:
                return None
            trees.append(Node(op, trees[step.left], trees[step.right]))
            if sum(1 for _ in quantities(trees[-1])) > LARGEST_TREE:
                return None
        return cls(trees[calculation.answers[-1]], tuple(known), len(values))

    @property
    def inner(self) -> dict[Fraction, Tree]:
        """What the steps before the last one come to."""
        found = ((evaluate(node, self.values), node) for node in nodes(self.tree) if node != self.tree)
        return {value: node for value, node in found if isinstance(value, Fraction)}


_OPS = {operation: op for op, operation in OPERATIONS_OF_TREES.items()}


def readings(
    steps: Sequence[Step], values: Sequence[Fraction], solution: Expanded | None, percents: Collection[int] = ()
) -> Iterator[Reading]:
    """The ways to match the numbers of the steps, the likelier ones first.

    A number is the result of an earlier step, a quantity of the problem, or an inner result of the solution that was
    worked out in the head; one that is nothing of the kind stays as it is. `percents` are the quantities that may be
    written without their sign: 25 is then a hundred times the 25% of the problem, or those 25% themselves.
    """
    folded = [_with_fractions(step, values) for step in steps]
    inner = {} if solution is None else solution.inner
    others: list[Fraction] = [] if solution is None else list(solution.values[len(values) :])
    options: list[list[int | Tree]] = []  # a number names an earlier step
    for number, (_, operands) in enumerate(folded):
        for value in operands:
            earlier: list[int | Tree] = [
                before
                for before in range(number - 1, -1, -1)
                if value in (steps[before].result, evaluate(*folded[before]))
            ]
            known: list[int | Tree] = [Leaf(index) for index, other in enumerate(values) if other == value]
            found = earlier + known
            if not found and (unsigned := [index for index in percents if 100 * values[index] == value]):
                others.append(Fraction(100))
                hundred = Leaf(len(values) + len(others) - 1)
                found += [Node(Op.MUL, Leaf(index), hundred) for index in unsigned]
                found += [Leaf(index) for index in unsigned]
            if value in inner:
                found.append(inner[value])
            if not found:
                others.append(value)
                found = [Leaf(len(values) + len(others) - 1)]
            options.append(found)
    for choice in islice(product(*options), MOST_READINGS):
        chosen = iter(choice)
        trees: list[Tree] = []
        for tree, operands in folded:
            leaves = [trees[option] if isinstance(option, int) else option for option in islice(chosen, len(operands))]
            trees.append(_with_leaves(tree, leaves))
        yield Reading(tuple(trees), (*values, *others), len(values))


def _with_leaves(tree: Tree, leaves: Sequence[Tree]) -> Tree:
    if isinstance(tree, Leaf):
        return leaves[tree.quantity]
    return Node(tree.op, _with_leaves(tree.left, leaves), _with_leaves(tree.right, leaves))


def _with_fractions(step: Step, values: Sequence[Fraction]) -> tuple[Tree, tuple[Fraction, ...]]:
    """A step in which "1 / 2" is the half of the problem, unless 1 and 2 are separate quantities."""
    operands: list[Fraction] = []

    def fold(tree: Tree) -> Tree:
        if isinstance(tree, Node):
            if tree.op is Op.DIV and isinstance(tree.left, Leaf) and isinstance(tree.right, Leaf):
                over, under = step.operands[tree.left.quantity], step.operands[tree.right.quantity]
                if under != 0 and over / under in values and not (over in values and under in values):
                    operands.append(over / under)
                    return Leaf(len(operands) - 1)
            left = fold(tree.left)
            return Node(tree.op, left, fold(tree.right))
        operands.append(step.operands[tree.quantity])
        return Leaf(len(operands) - 1)

    return fold(step.tree), tuple(operands)


def does_the_same(reading: Reading, calculation: Derivation) -> bool:
    """Whether a pupil's calculation always comes to the same as ours, whatever the quantities of the problem are."""
    return same_calculation(calculation_of(reading), calculation)


def calculation_of(reading: Reading) -> Derivation:
    """The last step as a calculation over the quantities of the problem.

    It may use a quantity more than once (3 * 9 + 5 * 9). A number that is none of the problem's is a constant.
    """
    builder = Builder()

    def handle(tree: Tree) -> int:
        if isinstance(tree, Node):
            return builder.step(OPERATIONS_OF_TREES[tree.op], handle(tree.left), handle(tree.right))
        known = tree.quantity < reading.count
        return builder.leaf(Mention(tree.quantity) if known else Constant(reading.values[tree.quantity]))

    return builder.finish([handle(reading.tree)])


def same_way(reading: Reading, solution: Expanded) -> bool:
    """Whether a pupil does our steps; what is added and taken away may be in any order, and so may factors."""
    return _way(reading.tree, reading.values, reading.count) == _way(solution.tree, solution.values, solution.count)


def _way(tree: Tree, values: Sequence[Fraction], count: int) -> tuple[object, ...]:
    if isinstance(tree, Leaf):
        return ("quantity", tree.quantity) if tree.quantity < count else ("number", values[tree.quantity])
    family = (Op.ADD, Op.SUB) if tree.op in (Op.ADD, Op.SUB) else (Op.MUL, Op.DIV)
    parts = [(str(op), _way(part, values, count)) for op, part in _parts(tree, *family)]
    return (str(family[0]), *sorted(parts, key=repr))


def _parts(tree: Tree, joined: Op, undone: Op) -> Iterator[tuple[Op, Tree]]:
    """The parts of a chain such as a - b + c, each with its sign; what is in brackets after a minus is one part."""
    if not isinstance(tree, Node) or tree.op not in (joined, undone):
        yield joined, tree
        return
    yield from _parts(tree.left, joined, undone)
    if tree.op is joined and isinstance(tree.right, Node) and tree.right.op is joined:
        yield from _parts(tree.right, joined, undone)
    else:
        yield tree.op, tree.right
