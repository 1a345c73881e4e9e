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
        ("Round 4,678 to the nearest hundred.", "4700"),
        ("Round 45 to the nearest ten", "50"),
        ("Round 44.9 to the nearest ten", "40"),
        ("Round 3.4567 to two decimal places.", "173/50"),
        ("What is 7.849 rounded to the nearest whole number?", "8"),
        ("What is the least common multiple of 6 and 8?", "24"),
        ("Find the LCM of 4, 6 and 10.", "60"),
        ("Find the HCF of 36, 60.", "12"),
        ("What is the greatest common divisor of 84 and 126?", "42"),
        ("What is the remainder when 47 is divided by 6?", "5"),
        ("Find the mean of 12, 15, 18 and 27.", "18"),
        ("Express 12 as a percentage of 48.", "25"),
        ("What percentage of 80 is 20?", "25"),
        ("20 is what percent of 80?", "25"),
        ("Write 3/4 as a percentage.", "75"),
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
        ("What is 25% of £80?", "20", "pounds"),
        ("£1.15 + £0.85", "2", "pounds"),
        ("3 × $4.25", "51/4", "dollars"),
        ("Decrease £50 by 20%.", "40", "pounds"),
        ("Round €4.678 to 2 decimal places.", "117/25", "euros"),
        ("Write 0.35 as a percentage.", "35", "per cent"),
        ("Convert 3.5 km to metres.", "3500", "metres"),
        ("Change 450 g into kilograms", "9/20", "kilograms"),
        ("Express 2 weeks in hours", "336", "hours"),
        ("Convert 3 pounds to pence", "300", "pence"),
        ("Convert 24 inches to yards", "2/3", "yards"),
        ("7 + 8", "15", None),
    ],
)
def test_a_currency_is_kept_where_it_is_clear(text: str, value: str, unit: str | None) -> None:
    found = plain_sum(text)
    assert found is not None
    assert (found.value, found.unit) == (Fraction(value), unit)


@pytest.mark.parametrize(
    "text",
    [
        "£1.15 + 85p",
        "£5 × £3",
        "£2 + €3",
        "£4 + 3",
        "Convert 3 km to litres.",
        "Convert 32 ounces to pence.",
        "Round 5 to 0 decimal places.",
    ],
)
def test_mixed_currencies_and_units_are_left_to_the_solver(text: str) -> None:
    assert plain_sum(text) is None
