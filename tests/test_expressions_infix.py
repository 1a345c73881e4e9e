from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.errors import ExpressionError
from arithmetree.expressions import (
    Tree,
    equivalent,
    evaluate,
    format_value,
    parse_infix,
    terminating_decimal,
    to_infix,
)
from strategies import fractions, trees

NAMES = [f"q{i}" for i in range(6)]


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("(3 + 5) * 9", 72),
        ("3 + 5 * 9", 48),
        ("10 - 4 - 3", 3),
        ("24 / 4 / 3", 2),
        ("24 / (6 / 3)", 12),
        ("1,250 + 4.50", Fraction(2509, 2)),
        ("7 × 6 ÷ 2 − 1", 20),
        ("20% * 50", 10),
        (".5 + .25", Fraction(3, 4)),
        ("((2))*((3))", 6),
    ],
)
def test_parse_infix_values(text: str, value: object) -> None:
    infix = parse_infix(text)
    assert evaluate(infix.tree, infix.values) == value


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("3 +* 4", r"unexpected '\*' at column 4, a number was expected"),
        ("3 + ", "ends where a number was expected"),
        ("(3 + 4", "opened at column 1 is never closed"),
        ("3 + 4)", r"unexpected '\)' at column 6"),
        ("3 4", "unexpected '4' at column 3: an operator is missing"),
        ("3 ^ 4", r"unexpected '\^' at column 3"),
        ("-3 + 4", "unexpected '-' at column 1"),
        ("3\0", "unexpected"),
        ("(" * 10_000 + "1" + ")" * 10_000, "nested deeper than 100"),
        ("1" + " + 1" * 10_000, "more than 100 numbers"),
    ],
)
def test_parse_infix_says_what_is_wrong_and_where(text: str, message: str) -> None:
    with pytest.raises(ExpressionError, match=message):
        parse_infix(text)


def test_names_have_no_values() -> None:
    infix = parse_infix("a - b")
    assert infix.operands == ("a", "b")
    with pytest.raises(ExpressionError, match="'a' is a name"):
        _ = infix.values


@pytest.mark.parametrize(
    "text",
    [
        "a + b - c",
        "a - (b + c)",
        "a - (b - c)",
        "(a + b) * c",
        "a * b / c",
        "a / (b * c)",
        "a / (b / c)",
        "a * (b - c)",
    ],
)
def test_to_infix_uses_the_fewest_parentheses(text: str) -> None:
    infix = parse_infix(text)
    assert to_infix(infix.tree, infix.operands) == text


@given(trees())
def test_infix_round_trip_keeps_the_expression(tree: Tree) -> None:
    text = to_infix(tree, NAMES)
    infix = parse_infix(text)
    order = [NAMES.index(operand) for operand in infix.operands]
    values = [Fraction(i * i + 2, i + 3) for i in range(6)]
    assert evaluate(infix.tree, [values[i] for i in order]) == evaluate(tree, values)


@given(trees())
def test_no_pair_of_parentheses_can_be_dropped(tree: Tree) -> None:
    """Each pair matters: without it the text reads as another rational function."""
    text = to_infix(tree, NAMES)
    for opened in (i for i, c in enumerate(text) if c == "("):
        depth, closed = 0, opened
        for closed in range(opened, len(text)):
            depth += {"(": 1, ")": -1}.get(text[closed], 0)
            if depth == 0:
                break
        without = text[:opened] + text[opened + 1 : closed] + text[closed + 1 :]
        assert not equivalent(parse_infix(without).tree, parse_infix(text).tree)


@given(fractions())
def test_format_value_reads_back(value: Fraction) -> None:
    text = format_value(abs(value))
    infix = parse_infix(text)
    assert evaluate(infix.tree, infix.values) == abs(value)


@given(st.integers(-(10**6), 10**6), st.integers(0, 5))
def test_terminating_decimal_is_exact(numerator: int, places: int) -> None:
    value = Fraction(numerator, 10**places)
    text = terminating_decimal(value)
    assert text is not None
    assert Fraction(text) == value


def test_terminating_decimal_refuses_thirds() -> None:
    assert terminating_decimal(Fraction(1, 3)) is None
