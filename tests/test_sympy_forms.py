"""Expressions in sympy: exact, and as the tree writes them until they are worked out."""

import sys
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.derivations import parse
from arithmetree.errors import ArithmetreeError, ExpressionError
from arithmetree.expressions import UNDEFINED, Leaf, Node, Op, Tree, evaluate
from arithmetree.solver import solve
from arithmetree.sympy_forms import equations_to_sympy, to_sympy

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
TREES = st.recursive(
    st.integers(0, 4).map(Leaf), lambda inner: st.builds(Node, st.sampled_from(list(Op)), inner, inner), max_leaves=6
)
VALUES = st.lists(st.fractions(-20, 20, max_denominator=12), min_size=5, max_size=5)


@given(tree=TREES, values=VALUES)
def test_sympy_gives_the_same_exact_value(tree: Tree, values: list[Fraction]) -> None:
    value = evaluate(tree, values)
    if value is UNDEFINED:
        with pytest.raises(ExpressionError, match="divides by zero"):
            to_sympy(tree, values, evaluated=True)
    else:
        assert to_sympy(tree, values, evaluated=True) == sympy.Rational(value.numerator, value.denominator)


@given(tree=TREES, values=VALUES)
def test_the_general_formula_has_the_value_of_the_tree(tree: Tree, values: list[Fraction]) -> None:
    value = evaluate(tree, values)
    if value is not UNDEFINED:
        numbers = {sympy.Symbol(f"q{i}"): sympy.Rational(v.numerator, v.denominator) for i, v in enumerate(values)}
        assert to_sympy(tree).xreplace(numbers).doit() == to_sympy(tree, values, evaluated=True)


def test_nothing_is_worked_out_unless_asked_for() -> None:
    tree = Node(Op.DIV, Node(Op.SUB, Leaf(0), Leaf(1)), Leaf(2))
    assert sympy.latex(to_sympy(tree, [12, 5, 2])) == r"\frac{12 - 5}{2}"
    assert to_sympy(tree, [12, 5, 2]).is_number
    assert to_sympy(tree, [12, 5, 2], evaluated=True) == sympy.Rational(7, 2)
    assert str(to_sympy(tree)) == "(q0 - q1)/q2"
    assert sympy.latex(to_sympy(Node(Op.DIV, Leaf(0), Leaf(1)), [7, 0])) == r"\frac{7}{0}"


def test_a_solution_brings_its_numbers() -> None:
    solution = solve(TEXT)
    assert sympy.latex(to_sympy(solution)) == "12 - 5"
    assert to_sympy(solution, evaluated=True) == sympy.Integer(7)
    with pytest.raises(ExpressionError, match="leave out `values`"):
        to_sympy(solution, [1, 2])


def test_what_has_no_expression_is_reported() -> None:
    with pytest.raises(ExpressionError, match=r"no calculation \(TOO_FEW_QUANTITIES\)"):
        to_sympy(solve("How many apples did Sam have?"))
    with pytest.raises(ExpressionError, match="only 1 values are given"):
        to_sympy(Node(Op.ADD, Leaf(0), Leaf(1)), [1])


def test_equations_and_functions_are_those_of_sympy() -> None:
    system = parse("rabbits where hens + rabbits = 35; 2 * hens + 4 * rabbits = 94")
    solved = sympy.solve(equations_to_sympy(system))
    assert to_sympy(system).xreplace(solved) == 12
    for text, value in (("floor(130 / 45)", 2), ("ceil(130 / 45)", 3), ("mod(130, 45)", 40), ("gcd(12, 18)", 6)):
        assert to_sympy(parse(text), evaluated=True) == value
    assert to_sympy(parse("lcm(4, 6) + 1"), evaluated=True) == 13
    assert equations_to_sympy(parse("1 + 1")) == []


def test_without_sympy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sympy", None)
    with pytest.raises(ArithmetreeError, match=r"pip install 'arithmetree\[sympy\]'"):
        to_sympy(Leaf(0))
