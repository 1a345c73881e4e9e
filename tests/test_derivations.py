"""Derivations: building, normal forms, operations and flaws."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given

from arithmetree.derivations import (
    Affine,
    Builder,
    Constant,
    Derivation,
    Determined,
    Flaw,
    Flawed,
    Mention,
    Operation,
    Step,
    Unknown,
    canonical,
    from_tree,
    outcomes,
    parse,
    same_calculation,
    tidy,
    to_infix,
    to_tree,
    work_out,
)
from arithmetree.derivations.affine import number, unknown
from arithmetree.derivations.operations import RULES, apply
from arithmetree.errors import ExpressionError
from arithmetree.expressions import Leaf, Node, Op, evaluate, parse_infix
from derivation_strategies import derivations
from strategies import trees


def value_of(text: str) -> Fraction | Flaw:
    (outcome,) = outcomes(parse(text))
    assert isinstance(outcome, Determined | Flawed)
    return outcome.value if isinstance(outcome, Determined) else outcome.flaw


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("7 / 2", Fraction(7, 2)),
        ("floor(130 / 45)", 2),
        ("floor(-7 / 2)", -4),
        ("ceil(130 / 45)", 3),
        ("ceil(90 / 45)", 2),
        ("ceil(1.6 / 0.25)", 7),
        ("floor(3.7)", 3),
        ("mod(130, 45)", 40),
        ("gcd(12, 18)", 6),
        ("gcd(12, 18, 8)", 2),
        ("lcm(4, 6)", 12),
        ("25% * 80", 20),
        ("1 / 0", Flaw.UNDEFINED),
        ("floor(1 / 0)", Flaw.UNDEFINED),
        ("ceil(1 / (2 - 2))", Flaw.UNDEFINED),
        ("mod(7, 0)", Flaw.UNDEFINED),
        ("mod(7.5, 2)", Flaw.UNDEFINED),
        ("mod(7, 0 - 2)", Flaw.UNDEFINED),
        ("gcd(0, 4)", Flaw.UNDEFINED),
        ("lcm(1.5, 4)", Flaw.UNDEFINED),
        ("1 + 1 / 0", Flaw.UNDEFINED),
        ("x * y", Flaw.NOT_LINEAR),
        ("1 / x", Flaw.NOT_LINEAR),
        ("floor(x / 2)", Flaw.NOT_LINEAR),
        ("gcd(x, 4)", Flaw.NOT_LINEAR),
        ("(x - x) * y", 0),
    ],
)
def test_operations_are_exact_and_flaws_are_values(text: str, value: Fraction | Flaw) -> None:
    assert value_of(text) == value


def test_a_flaw_is_passed_on_by_every_operation() -> None:
    for operation in Operation:
        assert apply(operation, Flaw.UNDEFINED, number(1)) is Flaw.UNDEFINED
        assert apply(operation, number(1), Flaw.NOT_LINEAR) is Flaw.NOT_LINEAR


def test_every_operation_has_its_rule() -> None:
    assert set(RULES) == set(Operation)


def test_an_equation_is_no_value() -> None:
    derivation = Derivation((Constant(Fraction(1)),), (Step(Operation.EQUATE, 0, 0), Step(Operation.ADD, 0, 1)), (2,))
    assert outcomes(derivation) == (Flawed(Flaw.NO_VALUE),)


def test_what_equations_have_fixed_may_be_multiplied_and_rounded() -> None:
    assert value_of("x * y where x = 3; y = 5") == 15
    assert value_of("ceil(x / 45) where x - 30 = 100") == 3


def test_affine_forms_of_equal_value_are_equal() -> None:
    x, y = unknown(0), unknown(1)
    assert x.plus(y).plus(x) == y.plus(x.scaled(Fraction(2)))
    assert x.plus(x, Fraction(-1)) == number(0)
    assert x.scaled(Fraction(0)) == Affine(Fraction(0))


def test_a_step_may_only_use_values_before_it() -> None:
    with pytest.raises(ExpressionError, match="step 0 uses the values 0 and 1"):
        Derivation((Mention(0),), (Step(Operation.ADD, 0, 1),), (0,))
    with pytest.raises(ExpressionError, match="the answer 1 is not a value"):
        Derivation((Mention(0),), (), (1,))
    with pytest.raises(ExpressionError, match="0 or more"):
        Mention(-1)


def test_too_few_values_are_an_error() -> None:
    with pytest.raises(ExpressionError, match="uses quantity 2, but only 1 values"):
        work_out(Derivation((Mention(2),), (), (0,)), [Fraction(1)])


def test_equal_parts_are_one_step() -> None:
    derivation = parse("a * 2 + a * 2", {"a": Mention(0)})
    assert len(derivation.steps) == 2
    assert derivation.steps[1] == Step(Operation.ADD, 2, 2)


def test_tidy_leaves_out_what_is_not_used_and_orders_the_rest() -> None:
    untidy = Derivation(
        (Mention(1), Mention(0), Unknown("x")),
        (Step(Operation.MULTIPLY, 0, 1), Step(Operation.ADD, 1, 0), Step(Operation.SUBTRACT, 4, 1)),
        (5,),
    )
    expected = Derivation((Mention(0), Mention(1)), (Step(Operation.ADD, 0, 1), Step(Operation.SUBTRACT, 2, 0)), (3,))
    assert tidy(untidy) == expected


def test_canonical_puts_first_what_comes_first_in_the_text() -> None:
    names = {"a": Mention(0), "b": Mention(1), "c": Mention(2)}
    assert canonical(parse("c + b * a", names)) == canonical(parse("a * b + c", names))
    assert canonical(parse("c - a", names)) == tidy(parse("c - a", names))
    assert to_infix(canonical(parse("2 * x + c", names)), None) == "q2 + x * 2"


@given(derivations())
def test_normal_forms_keep_the_calculation_and_stay_as_they_are(derivation: Derivation) -> None:
    values = [Fraction(7), Fraction(-3), Fraction(5, 2)]
    assert tidy(derivation) == derivation
    turned = canonical(derivation)
    assert canonical(turned) == turned
    assert same_calculation(turned, derivation)
    assert [type(outcome) for outcome in outcomes(turned, values)] == [
        type(outcome) for outcome in outcomes(derivation, values)
    ]


def test_the_numbers_of_the_text_that_matter() -> None:
    derivation = Derivation((Mention(0), Mention(3), Mention(5)), (Step(Operation.ADD, 0, 2),), (3,))
    assert derivation.mentions == {0, 5}


def test_a_long_chain_is_built_without_recursion() -> None:
    builder = Builder()
    value = builder.leaf(Mention(0))
    for _ in range(5_000):
        value = builder.step(Operation.ADD, value, value)
    with pytest.raises(ExpressionError, match="at most 200 leaves and 200 steps"):
        builder.finish([value])


@given(trees(most=6))
def test_every_tree_is_a_derivation_of_the_same_value_and_back(tree: Leaf | Node) -> None:
    values = [Fraction(value) for value in (7, -3, 5, 0, 11, 2)]
    derivation = from_tree(tree)
    assert to_tree(derivation) == tree
    (outcome,) = outcomes(derivation, values)
    value = evaluate(tree, values)
    assert outcome == Flawed(Flaw.UNDEFINED) if not isinstance(value, Fraction) else outcome.value == value  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["a + a", "a * 7", "x where x = a", "floor(a / b)", "a; b", "(a + b) * (a + b)"])
def test_what_no_tree_can_say_has_no_tree(text: str) -> None:
    assert to_tree(parse(text, {"a": Mention(0), "b": Mention(1)})) is None


def test_unused_steps_do_not_hinder_a_tree() -> None:
    derivation = Derivation(
        (Mention(0), Mention(1)), (Step(Operation.MULTIPLY, 0, 0), Step(Operation.SUBTRACT, 1, 0)), (3,)
    )
    assert to_tree(derivation) == Node(Op.SUB, Leaf(1), Leaf(0))
    assert to_tree(from_tree(parse_infix("(3 + 5) * 9").tree)) == parse_infix("(3 + 5) * 9").tree
