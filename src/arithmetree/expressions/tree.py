"""Expression trees over numbered quantities: what they are and what they are worth.

A tree is a leaf (the number of a quantity) or a node that joins two trees by an operation. Trees know nothing of
the quantities' values or texts; those come in when a tree is evaluated or printed. This module imports nothing of
ours but the errors.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum
from fractions import Fraction
from typing import Final, Literal

from arithmetree.errors import ExpressionError


class Op(StrEnum):
    """The four operations, written as in infix."""

    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"

    @property
    def is_additive(self) -> bool:
        """True for + and -, the operations of an addition-subtraction chain."""
        return self in (Op.ADD, Op.SUB)


class Undefined(Enum):
    """The value of an expression that divides by zero; it spreads upwards like a value, never as an exception."""

    UNDEFINED = "undefined"

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return self.name


UNDEFINED: Final = Undefined.UNDEFINED
Value = Fraction | Literal[Undefined.UNDEFINED]


@dataclass(frozen=True, slots=True)
class Leaf:
    """The quantity with this number, counted from 0 in the order of the text."""

    quantity: int

    def __post_init__(self) -> None:
        if self.quantity < 0:
            raise ExpressionError(f"a leaf needs the number of a quantity, 0 or more, not {self.quantity}")


@dataclass(frozen=True, slots=True)
class Node:
    """Two trees joined by an operation."""

    op: Op
    left: Tree
    right: Tree


Tree = Leaf | Node

_APPLY: dict[Op, Callable[[Fraction, Fraction], Fraction]] = {
    Op.ADD: lambda a, b: a + b,
    Op.SUB: lambda a, b: a - b,
    Op.MUL: lambda a, b: a * b,
    Op.DIV: lambda a, b: a / b,
}


def apply(op: Op, left: Value, right: Value) -> Value:
    """The value of one operation; UNDEFINED where an operand is, or where the divisor is zero."""
    if left is UNDEFINED or right is UNDEFINED or (op is Op.DIV and right == 0):
        return UNDEFINED
    return _APPLY[op](left, right)


def evaluate(tree: Tree, values: Sequence[Fraction]) -> Value:
    """The exact value of a tree, given the value of each quantity by its number."""
    if isinstance(tree, Leaf):
        if tree.quantity >= len(values):
            raise ExpressionError(
                f"the tree uses quantity {tree.quantity}, but only {len(values)} values are given; "
                "give one value for every quantity of the text"
            )
        return values[tree.quantity]
    return apply(tree.op, evaluate(tree.left, values), evaluate(tree.right, values))


def quantities(tree: Tree) -> Iterator[int]:
    """The numbers of the quantities at the leaves, from left to right."""
    if isinstance(tree, Leaf):
        yield tree.quantity
    else:
        yield from quantities(tree.left)
        yield from quantities(tree.right)


def nodes(tree: Tree) -> Iterator[Node]:
    """The inner nodes in the order of calculation: both sides of a node come before it."""
    if isinstance(tree, Node):
        yield from nodes(tree.left)
        yield from nodes(tree.right)
        yield tree


def check_read_once(tree: Tree) -> None:
    """Raise ExpressionError if a quantity is at more than one leaf."""
    seen: set[int] = set()
    for quantity in quantities(tree):
        if quantity in seen:
            raise ExpressionError(
                f"quantity {quantity} is used twice; a valid expression uses each quantity at most once"
            )
        seen.add(quantity)
