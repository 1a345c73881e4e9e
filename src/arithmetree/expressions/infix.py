"""Infix notation: reading "(3 + 5) * 9" and writing it with the fewest parentheses."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.errors import ExpressionError
from arithmetree.expressions.tree import Leaf, Node, Op, Tree

MAX_OPERANDS = 100
"""The most operands an infix expression may have; with MAX_DEPTH it keeps every recursion shallow."""
MAX_DEPTH = 100
"""The deepest nesting of parentheses."""

_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?|\.\d+)(?P<percent>%)?"
    r"|(?P<name>[A-Za-z_]\w*)|(?P<symbol>\S))"
)
_OPS = {
    "+": Op.ADD,
    "-": Op.SUB,
    "−": Op.SUB,
    "*": Op.MUL,
    "×": Op.MUL,
    "·": Op.MUL,
    "/": Op.DIV,
    "÷": Op.DIV,
}
_ACCEPTED = "accepted are numbers, names, + - * / and parentheses, as in (3 + 5) * 9"


@dataclass(frozen=True, slots=True)
class Infix:
    """A tree whose leaf i is the i-th operand of the expression, and the operands as written."""

    tree: Tree
    operands: tuple[str, ...]

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The exact values of the operands; ExpressionError where one is a name."""
        return tuple(_operand_value(operand) for operand in self.operands)


def _operand_value(operand: str) -> Fraction:
    digits = operand.replace(",", "")
    try:
        return Fraction(digits[:-1]) / 100 if digits.endswith("%") else Fraction(digits)
    except ValueError:
        raise ExpressionError(f"{operand!r} is a name, not a number, so it has no value") from None


def parse_infix(text: str) -> Infix:
    """Read an infix expression; × ÷ − and thousands separators are accepted, names stand for unknown values.

    Errors name the place, as a column counted from 1.
    """
    return _InfixParser(text).parse()


class _InfixParser:
    """Precedence by two nested loops; parentheses recurse, and their depth is limited."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[tuple[int, str, bool]] = []  # column, token, is it an operand
        position, end = 0, len(text.rstrip())
        while position < end:
            match = _TOKEN.match(text, position)
            assert match is not None  # the last branch takes any character that is no space
            operand = match["symbol"] is None
            token = match[0].strip()
            column = match.end() - len(token) + 1
            if not operand and token not in _OPS and token not in "()":
                raise ExpressionError(f"unexpected {token!r} at column {column}; {_ACCEPTED}")
            self._tokens.append((column, token, operand))
            position = match.end()
        self._next = 0
        self._depth = 0
        self._operands: list[str] = []

    def parse(self) -> Infix:
        if not self._tokens:
            raise ExpressionError(f"the expression is empty; {_ACCEPTED}")
        tree = self._additive()
        if self._next < len(self._tokens):
            column, token, operand = self._tokens[self._next]
            what = "an operator is missing before it" if operand or token == "(" else "nothing opens it"
            raise ExpressionError(f"unexpected {token!r} at column {column}: {what}; {_ACCEPTED}")
        return Infix(tree, tuple(self._operands))

    def _peek(self) -> str | None:
        return self._tokens[self._next][1] if self._next < len(self._tokens) else None

    def _additive(self) -> Tree:
        return self._joined(self._multiplicative, additive=True)

    def _multiplicative(self) -> Tree:
        return self._joined(self._atom, additive=False)

    def _joined(self, part: Callable[[], Tree], *, additive: bool) -> Tree:
        tree = part()
        while (op := _OPS.get(self._peek() or "")) is not None and op.is_additive == additive:
            self._next += 1
            tree = Node(op, tree, part())
        return tree

    def _atom(self) -> Tree:
        if self._next == len(self._tokens):
            raise ExpressionError(f"the expression ends where a number was expected; {_ACCEPTED}")
        column, token, operand = self._tokens[self._next]
        self._next += 1
        if operand:
            if len(self._operands) == MAX_OPERANDS:
                raise ExpressionError(f"more than {MAX_OPERANDS} numbers in one expression; shorten it")
            self._operands.append(token)
            return Leaf(len(self._operands) - 1)
        if token != "(":
            raise ExpressionError(f"unexpected {token!r} at column {column}, a number was expected; {_ACCEPTED}")
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"parentheses nested deeper than {MAX_DEPTH} at column {column}; shorten it")
        tree = self._additive()
        if self._peek() != ")":
            raise ExpressionError(f"the parenthesis opened at column {column} is never closed; {_ACCEPTED}")
        self._next += 1
        self._depth -= 1
        return tree


def to_infix(tree: Tree, names: Sequence[str]) -> str:
    """Infix with the fewest parentheses that keep the value; `names` gives the text of each quantity by number.

    a + (b - c) is written a + b - c, so reading it back gives an equivalent tree, not always the same one.
    """
    if isinstance(tree, Leaf):
        return names[tree.quantity]
    left, right = to_infix(tree.left, names), to_infix(tree.right, names)
    if needs_parentheses(tree.left, tree.op, is_right=False):
        left = f"({left})"
    if needs_parentheses(tree.right, tree.op, is_right=True):
        right = f"({right})"
    return f"{left} {tree.op} {right}"


def needs_parentheses(child: Tree, parent: Op, *, is_right: bool) -> bool:
    """Whether a child must be put in parentheses below this operation to keep the value."""
    if isinstance(child, Leaf):
        return False
    if child.op.is_additive != parent.is_additive:
        return child.op.is_additive
    return is_right and parent in (Op.SUB, Op.DIV)


def format_value(value: Fraction) -> str:
    """A value as an operand of infix: "72", "4.5" where the decimal ends, "(1/3)" where it does not."""
    decimal = terminating_decimal(value)
    return decimal if decimal is not None else f"({value})"


def terminating_decimal(value: Fraction) -> str | None:
    """The value as a decimal, or None where its decimals never end."""
    denominator, twos, fives = value.denominator, 0, 0
    while denominator % 2 == 0:
        denominator, twos = denominator // 2, twos + 1
    while denominator % 5 == 0:
        denominator, fives = denominator // 5, fives + 1
    if denominator != 1:
        return None
    places = max(twos, fives)
    if places == 0:
        return str(value.numerator)
    digits = str(abs(value.numerator) * 10**places // value.denominator).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
