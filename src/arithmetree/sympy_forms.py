"""A solution or an expression tree as a sympy expression, exact, as it is written or worked out."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arithmetree.errors import ArithmetreeError, ExpressionError
from arithmetree.expressions import UNDEFINED, Leaf, Op, Tree, evaluate
from arithmetree.solution import Solution

if TYPE_CHECKING:
    import sympy


def to_sympy(
    solved: Solution | Tree, values: Sequence[Fraction | int] | None = None, *, evaluated: bool = False
) -> sympy.Expr:
    """The expression of a solution or a tree in sympy.

    A solution brings its numbers along. A tree takes them from `values`, one for each quantity of the text; without
    them its leaves are the symbols q0, q1, ... and the expression is the general formula. The expression stands as in
    the tree, nothing worked out; `evaluated=True` lets sympy work it out exactly (7/2 is Rational(7, 2), no float).

    ExpressionError for a solution without an expression, a tree with too few values, and `evaluated=True` where the
    expression divides by zero. ArithmetreeError where sympy is not installed.
    """
    sympy = _sympy()
    if isinstance(solved, Solution):
        if values is not None:
            raise ExpressionError("A solution has its own numbers; leave out `values`, or give its tree, `node`.")
        if solved.node is None:
            raise ExpressionError(f"The solution has no expression ({solved.reason}); check `solution.node` first.")
        tree, values = solved.node, [schema.quantity.value for schema in solved.problem.schemas]
    else:
        tree = solved
    numbers = None if values is None else [Fraction(value) for value in values]
    undefined = numbers is not None and evaluate(tree, numbers) is UNDEFINED
    if undefined and evaluated:
        raise ExpressionError("The expression divides by zero and has no value; leave out `evaluated` to see it.")
    written = _written(sympy, tree, numbers)
    return written.doit() if evaluated else written


def _written(sympy: Any, tree: Tree, numbers: Sequence[Fraction] | None) -> Any:
    """The tree node by node; sympy writes a - b as a + (-1) * b and a / b as a * b ** -1."""
    if isinstance(tree, Leaf):
        if numbers is None:
            return sympy.Symbol(f"q{tree.quantity}")
        value = numbers[tree.quantity]
        return sympy.Rational(value.numerator, value.denominator)
    left, right = _written(sympy, tree.left, numbers), _written(sympy, tree.right, numbers)
    if tree.op is Op.SUB:
        right = sympy.Mul(sympy.Integer(-1), right, evaluate=False)
    if tree.op is Op.DIV:
        right = sympy.Pow(right, sympy.Integer(-1), evaluate=False)
    return (sympy.Add if tree.op.is_additive else sympy.Mul)(left, right, evaluate=False)


def _sympy() -> Any:
    try:
        import sympy
    except ImportError as error:
        raise ArithmetreeError("This needs the package sympy; install it with: pip install sympy") from error
    return sympy
