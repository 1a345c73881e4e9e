"""Between read-once trees and derivations: every tree is a derivation, and some derivations are trees."""

from __future__ import annotations

from arithmetree.derivations.derivation import Builder, Derivation, Mention, tidy
from arithmetree.derivations.operations import Operation
from arithmetree.expressions import Leaf, Node, Op, Tree

OPERATIONS_OF_TREES = {
    Op.ADD: Operation.ADD,
    Op.SUB: Operation.SUBTRACT,
    Op.MUL: Operation.MULTIPLY,
    Op.DIV: Operation.DIVIDE,
}
_OPS = {operation: op for op, operation in OPERATIONS_OF_TREES.items()}


def from_tree(tree: Tree) -> Derivation:
    """The derivation of a tree, its steps in the order of calculation."""
    builder = Builder()

    def handle(tree: Tree) -> int:
        if isinstance(tree, Leaf):
            return builder.leaf(Mention(tree.quantity))
        return builder.step(OPERATIONS_OF_TREES[tree.op], handle(tree.left), handle(tree.right))

    return builder.finish([handle(tree)])


def to_tree(derivation: Derivation) -> Tree | None:
    """The tree of a derivation; None where it needs more than + - * / over numbers of the text, each used once."""
    derivation = tidy(derivation)
    if len(derivation.answers) != 1:
        return None
    trees: list[Tree] = []
    for leaf in derivation.leaves:
        if not isinstance(leaf, Mention):
            return None
        trees.append(Leaf(leaf.quantity))
    used = [side for step in derivation.steps for side in (step.left, step.right)]
    if len(set(used)) < len(used):
        return None
    for step in derivation.steps:
        if step.operation not in _OPS:
            return None
        trees.append(Node(_OPS[step.operation], trees[step.left], trees[step.right]))
    return trees[derivation.answers[0]]
