"""When two derivations are the same calculation: against sympy, against the key of read-once trees, and by laws."""

from __future__ import annotations

from itertools import combinations

import pytest
import sympy
from hypothesis import assume, given, settings

from arithmetree.derivations import Derivation, Mention, calculation_key, from_tree, parse, same_calculation
from arithmetree.expressions import class_key, monotonic_trees
from derivation_strategies import FIELD, derivations, sympy_values

NAMES = {name: Mention(place) for place, name in enumerate("abcd")}


def same(one: str, other: str) -> bool:
    return same_calculation(parse(one, NAMES), parse(other, NAMES))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a + a * 2", "3 * a"),
        ("a - a * 25%", "a * 0.75"),
        ("(a - b) * (c - d)", "(b - a) * (d - c)"),
        ("(a + b) * (a - b)", "a * a - b * b"),
        ("x where x + x = a", "a / 2"),
        ("y where x + y = a; x - y = b", "(a - b) / 2"),
        ("x where x - x * 20% = a", "a / 0.8"),
        ("mod(a, b)", "a - b * floor(a / b)"),
        ("ceil(a / b)", "0 - floor((0 - a) / b)"),
        ("floor(a / b)", "floor(2 * a / (b + b))"),
        ("lcm(a, b)", "a * b / gcd(b, a)"),
        ("x * b where x = a", "a * b"),
        ("x where x + y + z = a; y - z = b; z = c", "a - b - 2 * c"),
        ("x where y + x = a; z + y = b; z = c", "a - b + c"),
        ("z where z + y = a; x + y = b; x = c", "a - b + c"),
        ("(2 * b) * x where x = a", "2 * a * b"),
        ("x where b * x = a", "a / b"),
        ("x where x * b = a", "a / b"),
        ("ceil(x / b) where x = a + c", "ceil((a + c) / b)"),
        ("x where x = a; x + 1 = a + 1", "a"),
    ],
)
def test_equal_functions_have_equal_keys(one: str, other: str) -> None:
    assert same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a - b", "b - a"),
        ("a * 60", "a * b"),
        ("floor(a / b)", "ceil(a / b)"),
        ("floor(a / b)", "a / b"),
        ("gcd(a, b)", "lcm(a, b)"),
        ("mod(a, b)", "mod(b, a)"),
        ("x where x + y = a; x - y = b", "y where x + y = a; x - y = b"),
        ("a", "a; a"),
        ("gcd(2 * a, 2 * b)", "2 * gcd(a, b)"),  # documented: this identity is not recognised
    ],
)
def test_different_functions_have_different_keys(one: str, other: str) -> None:
    assert not same(one, other)


def test_read_once_derivations_are_the_same_exactly_where_their_trees_are() -> None:
    for size in range(1, 5):
        trees = [tree for members in combinations(range(4), size) for tree in monotonic_trees(members)]
        by_tree = {class_key(tree): calculation_key(from_tree(tree)) for tree in trees}
        assert len({class_key(tree) for tree in trees}) == len(set(by_tree.values()))
        assert all(calculation_key(from_tree(tree)) == by_tree[class_key(tree)] for tree in trees)


@settings(deadline=None, max_examples=150)
@given(derivations(FIELD, unknowns=0, equations=0), derivations(FIELD, unknowns=0, equations=0))
def test_keys_agree_with_sympy(one: Derivation, other: Derivation) -> None:
    left, right = sympy_values(one)[one.answers[0]], sympy_values(other)[other.answers[0]]
    assume(not left.has(sympy.zoo, sympy.nan) and not right.has(sympy.zoo, sympy.nan))
    first = Derivation(one.leaves, one.steps, one.answers[:1])
    second = Derivation(other.leaves, other.steps, other.answers[:1])
    assume(None not in calculation_key(first)[0] and None not in calculation_key(second)[0])
    assert same_calculation(first, second) == (sympy.cancel(sympy.together(left - right)) == 0)


def test_what_has_no_value_has_a_key_without_one() -> None:
    assert calculation_key(parse("a / (b - b)", NAMES)) == ((None,), (None,))
    assert calculation_key(parse("x * y", NAMES)) == ((None,), (None,))
    assert calculation_key(parse("x", NAMES)) == ((None,), (None,))


def test_keys_are_the_same_in_every_run() -> None:
    assert calculation_key(parse("7")) == ((7,), (7,))
    assert calculation_key(parse("a", NAMES))[0] == (660849663848267539,)
