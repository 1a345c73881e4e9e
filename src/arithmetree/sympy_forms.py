"""A solution, a derivation or an expression tree in sympy, exact, as it is written or worked out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from arithmetree.derivations import (
    Constant,
    Derivation,
    Flaw,
    Mention,
    Operation,
    Unknown,
    from_tree,
    work_out,
)
from arithmetree.derivations.operations import RULES
from arithmetree.errors import ExpressionError, MissingExtraError
from arithmetree.expressions import Tree
from arithmetree.solution import Solution

if TYPE_CHECKING:
    import sympy


def to_sympy(
    solved: Solution | Derivation | Tree, values: Sequence[Fraction | int] | None = None, *, evaluated: bool = False
) -> sympy.Expr:
    """The asked value in sympy, the last one where several are asked for; `equations_to_sympy` gives the equations.

    A solution brings its numbers along. A derivation or a tree takes them from `values`, one for each quantity of the
    text; without them its quantities are the symbols q0, q1, ... and the expression is the general formula. Unknowns
    are symbols with their names. The expression is as written, nothing worked out; `evaluated=True` lets sympy work it
    out exactly (7/2 is Rational(7, 2), not a float).

    ExpressionError for a solution without a calculation, for too few values, and for `evaluated=True` where the
    expression divides by zero. MissingExtraError where sympy is not installed.
    """
    sympy = _sympy()
    derivation, numbers = _given(solved, values)
    answer = derivation.answers[-1]
    undefined = numbers is not None and work_out(derivation, numbers).forms[answer] is Flaw.UNDEFINED
    if undefined and evaluated:
        raise ExpressionError("The expression divides by zero and has no value; leave out `evaluated` to see it.")
    written = _written(sympy, derivation, numbers)[answer]
    return written.doit() if evaluated else written


def equations_to_sympy(
    solved: Solution | Derivation, values: Sequence[Fraction | int] | None = None
) -> list[sympy.Equality]:
    """The equations of a solution or a derivation, for sympy's solvers; empty where there are none."""
    sympy = _sympy()
    derivation, numbers = _given(solved, values)
    written = _written(sympy, derivation, numbers)
    return [written[equation] for equation in derivation.equations]


def _given(
    solved: Solution | Derivation | Tree, values: Sequence[Fraction | int] | None
) -> tuple[Derivation, list[Fraction] | None]:
    if isinstance(solved, Solution):
        if values is not None:
            raise ExpressionError(
                "A solution has its own numbers; leave out `values`, or give its derivation, `calculation`."
            )
        if solved.calculation is None:
            raise ExpressionError(
                f"The solution has no calculation ({solved.reason}); check `solution.calculation` first."
            )
        return solved.calculation, [schema.quantity.value for schema in solved.problem.schemas]
    derivation = solved if isinstance(solved, Derivation) else from_tree(solved)
    return derivation, None if values is None else [Fraction(value) for value in values]


def _written(sympy: Any, derivation: Derivation, numbers: Sequence[Fraction] | None) -> list[Any]:
    """Every value in turn; sympy writes a - b as a + (-1) * b and a / b as a * b ** -1."""
    joins: dict[str, Callable[[Any, Any], Any]] = {
        "Subtract": lambda a, b: sympy.Add(a, sympy.Mul(sympy.Integer(-1), b, evaluate=False), evaluate=False),
        "Divide": lambda a, b: sympy.Mul(a, sympy.Pow(b, sympy.Integer(-1), evaluate=False), evaluate=False),
        "gcd": sympy.gcd,
        "lcm": sympy.lcm,
    }
    if numbers is not None:
        work_out(derivation, numbers)  # says which quantity has no value
    made: list[Any] = []
    for leaf in derivation.leaves:
        if isinstance(leaf, Unknown):
            made.append(sympy.Symbol(leaf.name))
        elif isinstance(leaf, Mention) and numbers is None:
            made.append(sympy.Symbol(f"q{leaf.quantity}"))
        else:
            value = leaf.value if isinstance(leaf, Constant) else (numbers or [])[leaf.quantity]
            made.append(sympy.Rational(value.numerator, value.denominator))
    for step in derivation.steps:
        rule = RULES[step.operation]
        left, right = made[step.left], made[step.right]
        if rule.of_ratio:
            made.append(getattr(sympy, rule.sympy)(joins["Divide"](left, right), evaluate=False))
        elif rule.sympy in joins:
            made.append(joins[rule.sympy](left, right))
        elif step.operation is Operation.EQUATE:
            made.append(sympy.Eq(left, right, evaluate=False))
        else:
            made.append(getattr(sympy, rule.sympy)(left, right, evaluate=False))
    return made


def _sympy() -> Any:
    try:
        import sympy
    except ImportError as error:
        raise MissingExtraError("this", "sympy") from error
    return sympy
