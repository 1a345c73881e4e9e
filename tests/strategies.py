"""Random trees for hypothesis, and sympy as the oracle for algebra."""

from __future__ import annotations

from fractions import Fraction

import sympy
from hypothesis import strategies as st

from arithmetree.expressions import Leaf, Node, Op, Tree


@st.composite
def trees(draw: st.DrawFn, least: int = 1, most: int = 6) -> Tree:
    """A random read-once tree over 0..n-1, leaves in random order, of any shape."""
    n = draw(st.integers(least, most))
    parts: list[Tree] = [Leaf(i) for i in draw(st.permutations(range(n)))]
    while len(parts) > 1:
        at = draw(st.integers(0, len(parts) - 2))
        op = draw(st.sampled_from(list(Op)))
        parts[at : at + 2] = [Node(op, parts[at], parts[at + 1])]
    return parts[0]


def fractions() -> st.SearchStrategy[Fraction]:
    """Small exact values, zero and negative ones included."""
    return st.fractions(min_value=-20, max_value=20, max_denominator=6)


def to_sympy(tree: Tree) -> sympy.Expr:
    """The expression in the symbols q0, q1, ..."""
    if isinstance(tree, Leaf):
        return sympy.Symbol(f"q{tree.quantity}")
    left, right = to_sympy(tree.left), to_sympy(tree.right)
    return {Op.ADD: left + right, Op.SUB: left - right, Op.MUL: left * right, Op.DIV: left / right}[tree.op]


def same_function(one: Tree, other: Tree) -> bool:
    """Whether sympy finds two expressions to be the same rational function."""
    return sympy.cancel(sympy.together(to_sympy(one) - to_sympy(other))) == 0
