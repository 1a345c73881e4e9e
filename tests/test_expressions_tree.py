from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.errors import ExpressionError
from arithmetree.expressions import UNDEFINED, Leaf, Node, Op, Tree, evaluate, nodes, quantities
from arithmetree.expressions.tree import check_read_once
from strategies import fractions, to_sympy, trees


def test_evaluate_is_exact() -> None:
    tree = Node(Op.DIV, Node(Op.ADD, Leaf(0), Leaf(1)), Leaf(2))
    assert evaluate(tree, [Fraction(1, 10), Fraction(2, 10), Fraction(3)]) == Fraction(1, 10)


def test_division_by_zero_is_undefined_and_spreads() -> None:
    zero = Node(Op.SUB, Leaf(0), Leaf(1))
    tree = Node(Op.ADD, Leaf(2), Node(Op.DIV, Leaf(3), zero))
    assert evaluate(tree, [Fraction(4), Fraction(4), Fraction(1), Fraction(2)]) is UNDEFINED
    assert str(UNDEFINED) == "undefined"


def test_evaluate_names_the_missing_quantity() -> None:
    with pytest.raises(ExpressionError, match="quantity 2, but only 2 values"):
        evaluate(Node(Op.ADD, Leaf(0), Leaf(2)), [Fraction(1), Fraction(2)])


def test_a_leaf_needs_a_number_from_zero() -> None:
    with pytest.raises(ExpressionError, match="not -1"):
        Leaf(-1)


def test_read_once_names_the_quantity_used_twice() -> None:
    with pytest.raises(ExpressionError, match="quantity 3 is used twice"):
        check_read_once(Node(Op.ADD, Leaf(3), Node(Op.MUL, Leaf(1), Leaf(3))))


def test_nodes_come_in_the_order_of_calculation() -> None:
    inner = Node(Op.ADD, Leaf(0), Leaf(1))
    tree = Node(Op.MUL, inner, Leaf(2))
    assert list(nodes(tree)) == [inner, tree]
    assert list(quantities(tree)) == [0, 1, 2]


@given(trees(), st.lists(fractions(), min_size=6, max_size=6))
def test_evaluate_agrees_with_sympy(tree: Tree, values: list[Fraction]) -> None:
    value = evaluate(tree, values)
    if value is not UNDEFINED:
        numbers = {f"q{i}": sympy_rational(value) for i, value in enumerate(values)}
        assert to_sympy(tree).subs(numbers) == sympy_rational(value)


def sympy_rational(value: Fraction) -> object:
    import sympy

    return sympy.Rational(value.numerator, value.denominator)
