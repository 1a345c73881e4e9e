"""Texts that are just a sum."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.pasting import plain_sum


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("What is 345 + 278?", "623"),
        ("12 × 3 − 4", "32"),
        ("2 + 3 * 4", "14"),
        ("(3+4)*5", "35"),
        ("Work out 3/4 of 60", "45"),
        ("25% of 80 =", "20"),
        ("1/2 + 1/3", "5/6"),
        ("0.1 + 0.2", "3/10"),
        ("3 ÷ 1/2", "6"),
        ("1 1/2 + 2¾ =", "17/4"),
        ("7 squared", "49"),
        ("2^10", "1024"),
        ("√49 + 1", "8"),
        ("-3 + 5", "2"),
        ("1,250 + 30", "1280"),
        ("7 × 8 = ____", "56"),
        ("4) 84 ÷ 7 = ____ (1 mark)", "12"),
        ("what's seven times eight", "56"),
        ("two thirds of 12", "8"),
        ("What is half of 58?", "29"),
        ("What is double 35?", "70"),
        ("Share 45 between 5.", "9"),
        ("Add 6, 7 and 8.", "21"),
        ("subtract 5 from 12", "7"),
        ("Find the difference between 12 and 30.", "18"),
        ("increase 80 by 25%", "100"),
        ("Calculate the product of 4 and 2.5", "10"),
        ("What is 5 more than 8?", "13"),
    ],
)
def test_a_sum_is_worked_out_exactly(text: str, value: str) -> None:
    found = plain_sum(text)
    assert found is not None
    assert found.value == Fraction(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "42",
        "3/4",
        "12:30",
        "5/0",
        "Tom has 3 + 4 apples",
        "10 - 2 apples",
        "What is 3 + x?",
        "square root of 50 plus 1",
        "How much is 6 and 7?",
        "8 ÷ 2(2+2)",
        "1) 3 + 4\n2) 5 + 6",
        "(" * 200 + "1",
        "9^99",
    ],
)
def test_other_words_and_sums_without_a_value_are_none(text: str) -> None:
    assert plain_sum(text) is None


def test_the_place_and_the_expression_are_those_of_the_sum() -> None:
    text = "3. Work out 345 − 128 = ____"
    found = plain_sum(text)
    assert found is not None
    assert (text[found.start : found.end], found.expression) == ("345 − 128", "345 - 128")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("What is 25% of £80?", "20", "£"),
        ("£1.15 + £0.85", "2", "£"),
        ("3 × $4.25", "51/4", "$"),
        ("7 + 8", "15", None),
    ],
)
def test_a_currency_is_kept_where_it_is_clear(text: str, value: str, unit: str | None) -> None:
    found = plain_sum(text)
    assert found is not None
    assert (found.value, found.unit) == (Fraction(value), unit)


@pytest.mark.parametrize("text", ["£1.15 + 85p", "£5 × £3", "£2 + €3", "£4 + 3"])
def test_mixed_currencies_are_left_to_the_solver(text: str) -> None:
    assert plain_sum(text) is None
