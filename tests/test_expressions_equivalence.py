import subprocess
import sys
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arithmetree.errors import ExpressionError
from arithmetree.expressions import (
    UNDEFINED,
    Tree,
    canonical,
    class_key,
    class_of,
    equivalent,
    evaluate,
    expressions,
    is_monotonic,
    labels_of,
    monotonic_trees,
    nodes,
    parse_infix,
    to_infix,
)
from strategies import fractions, same_function, trees


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("(a - b) * (c - d)", "(b - a) * (d - c)"),
        ("a - (b - c) * d", "a + (c - b) * d"),
        ("a / (b / c)", "a * c / b"),
        ("a - (b - (c - d))", "a + c - b - d"),
        ("(a - b) / (c - d)", "(b - a) / (d - c)"),
    ],
)
def test_the_sign_changes_that_the_paper_overlooks(one: str, other: str) -> None:
    left, right = parse_infix(one), parse_infix(other)
    numbers = {operand: i for i, operand in enumerate(left.operands)}
    renumbered = _renumber(right.tree, [numbers[operand] for operand in right.operands])
    assert equivalent(left.tree, renumbered)


def _renumber(tree: Tree, order: list[int]) -> Tree:
    from arithmetree.expressions import Leaf, Node

    if isinstance(tree, Leaf):
        return Leaf(order[tree.quantity])
    return Node(tree.op, _renumber(tree.left, order), _renumber(tree.right, order))


@settings(max_examples=150)
@given(trees(least=4, most=4), trees(least=4, most=4))
def test_equal_keys_mean_equal_functions(one: Tree, other: Tree) -> None:
    assert equivalent(one, other) == same_function(one, other)


def test_keys_agree_with_sympy_for_all_pairs_of_three() -> None:
    """All 68 functions of three quantities are different, by value at a point in general position."""
    point = [Fraction(3, 7), Fraction(11, 5), Fraction(-13, 2)]
    found = {class_key(tree): evaluate(tree, point) for tree in monotonic_trees(range(3))}
    assert len(set(found.values())) == len(found) == 68


@settings(max_examples=60)
@given(trees(most=6))
def test_members_of_a_class_are_the_same_function_and_all_different(tree: Tree) -> None:
    members = list(class_of(tree))
    assert len({tuple(labels_of(member).items()) for member in members}) == len(members)
    for member in members:
        assert is_monotonic(member)
        assert class_key(member) == class_key(tree)
    assert same_function(members[-1], tree)


def test_classes_are_complete_for_four() -> None:
    """The members that class_of gives are exactly the labelings with the same key."""
    by_key: dict[object, set[object]] = {}
    for tree in monotonic_trees(range(4)):
        by_key.setdefault(class_key(tree), set()).add(tuple(labels_of(tree).items()))
    for tree in expressions(range(4)):
        assert {tuple(labels_of(member).items()) for member in class_of(tree)} == by_key[class_key(tree)]


@given(trees(), st.lists(fractions(), min_size=6, max_size=6))
def test_canonical_is_the_same_for_all_members(tree: Tree, values: list[Fraction]) -> None:
    assert len({canonical(member, values) for member in class_of(tree)}) == 1
    assert len({canonical(member) for member in class_of(tree)}) == 1


def test_canonical_prefers_positive_intermediate_values() -> None:
    tree = parse_infix("(a - b) * (c - d)").tree
    values = [Fraction(1), Fraction(5), Fraction(2), Fraction(4)]
    best = canonical(tree, values)
    assert to_infix(best, "abcd") == "(b - a) * (d - c)"
    assert all(step is not UNDEFINED and step > 0 for step in (evaluate(node, values) for node in nodes(best)))


def test_counts_printed_by_the_module() -> None:
    command = [sys.executable, "-m", "arithmetree.expressions"]
    done = subprocess.run([*command, "5"], capture_output=True, text=True, check=True)
    assert done.stdout == "1 1 1\n2 6 6\n3 68 68\n4 1260 1170\n5 32632 27142\n"
    wrong = subprocess.run([*command, "many"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2
    assert "N from 1 to" in wrong.stderr


def test_enumeration_is_lazy() -> None:
    assert next(monotonic_trees(range(12))) is not None


@pytest.mark.parametrize(
    ("numbers", "message"), [([], "no quantities"), ([1, 1], "repeat"), (list(range(40)), "too many to enumerate")]
)
def test_enumeration_refuses_bad_sets(numbers: list[int], message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        next(monotonic_trees(numbers))
