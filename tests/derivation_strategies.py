"""Random derivations for hypothesis, and sympy as the oracle for what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import sympy
from hypothesis import strategies as st

from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, Step, Unknown, tidy
from arithmetree.derivations.operations import RULES

FIELD = (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY, Operation.DIVIDE)
WHOLE = tuple(operation for operation, rule in RULES.items() if rule.binding is None)

small_fractions = st.fractions(min_value=-12, max_value=12, max_denominator=6)


@st.composite
def derivations(
    draw: st.DrawFn, operations: Sequence[Operation] = (*FIELD, *WHOLE), unknowns: int = 2, equations: int = 2
) -> Derivation:
    """A tidy derivation over mentions, constants and unknowns, any value used any number of times."""
    leaves: list[Leaf] = [Mention(i) for i in range(draw(st.integers(1, 3)))]
    leaves += [Constant(value) for value in draw(st.lists(small_fractions, max_size=2, unique=True))]
    leaves += [Unknown(name) for name in ("x", "price_of_pen")[: draw(st.integers(0, unknowns))]]
    steps: list[Step] = []
    stated = 0
    for _ in range(draw(st.integers(0, 6))):
        usable = [
            value
            for value in range(len(leaves) + len(steps))
            if value < len(leaves) or steps[value - len(leaves)].operation is not Operation.EQUATE
        ]
        equate = (Operation.EQUATE,) if stated < equations else ()
        operation = draw(st.sampled_from((*operations, *equate)))
        stated += operation is Operation.EQUATE
        steps.append(Step(operation, draw(st.sampled_from(usable)), draw(st.sampled_from(usable))))
    values = [
        value
        for value in range(len(leaves) + len(steps))
        if value < len(leaves) or steps[value - len(leaves)].operation is not Operation.EQUATE
    ]
    answers = draw(st.lists(st.sampled_from(values), min_size=1, max_size=2))
    return tidy(Derivation(tuple(leaves), tuple(steps), tuple(answers)))


def rational(value: Fraction) -> sympy.Rational:
    return sympy.Rational(value.numerator, value.denominator)


def sympy_values(derivation: Derivation) -> list[sympy.Expr]:
    """Every value over the symbols q0, q1, ... and the names of the unknowns; + - * / alone."""
    made: list[sympy.Expr] = []
    for leaf in derivation.leaves:
        if isinstance(leaf, Constant):
            made.append(rational(leaf.value))
        else:
            made.append(sympy.Symbol(leaf.name if isinstance(leaf, Unknown) else f"q{leaf.quantity}"))
    for step in derivation.steps:
        left, right = made[step.left], made[step.right]
        made.append(
            {
                Operation.ADD: lambda left=left, right=right: left + right,
                Operation.SUBTRACT: lambda left=left, right=right: left - right,
                Operation.MULTIPLY: lambda left=left, right=right: left * right,
                Operation.DIVIDE: lambda left=left, right=right: left / right,
                Operation.EQUATE: lambda left=left, right=right: left - right,
            }[step.operation]()
        )
    return made
