"""An amount that was given beside the one that is asked for: remainders, conversions, rounding, units, half days."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.checking.answer_units import (
    amounts,
    half_day_in_doubt,
    hits,
    hits_in_another_unit,
    is_unit_of_text,
    same_unit_or_converted,
    strange_word,
    unit_differs,
    with_duration,
)
from arithmetree.checking.pupil_work import Work, read_work
from arithmetree.derivations import Mention, parse
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.views.amount_text import CLOCK

EGGS = "47 eggs are packed into boxes of 5 eggs. How many boxes are filled?"
ROPE = "A rope of 3 m is cut into 4 equal pieces. How many centimetres long is each piece?"
JUICE = "A jug of 10 litres is shared among 3 tables. How many litres does each table get?"
PENS = "A pen costs £3. How much do 4 pens cost?"
TOYS = "Tom has 4 cars and 3 dolls. How many cars does he have if he buys 2 cars?"
FILM = "The film starts at 8:00 and lasts 2 hours. When does it end?"
NAMES = {name: Mention(place) for place, name in enumerate("abc")}


@cache
def problem(text: str) -> Problem:
    return read(text, load_parser())


def solved(text: str, unit: str | None, made: str = "a * b") -> Any:
    """A solution with that calculation over the numbers a, b and c, in that unit."""
    return SimpleNamespace(problem=problem(text), best_unit=unit, calculation=parse(made, NAMES))


def given(text: str, *, asks_time: bool = False) -> Work:
    return read_work(text, asks_time=asks_time)


@pytest.mark.parametrize(
    ("written", "made", "number"),
    [
        ("9 r 2", "a / b", "47/5"),  # the whole quotient is asked for
        ("9 r 2", "floor(a / b)", "9"),  # only the full boxes
        ("9 r 2", "a / b - 1", "9"),  # the remainder is of something else
        ("9 r 2", "a", "9"),
        ("9 r 0", "a / b", "9"),
        ("9", "a / b", "9"),
    ],
)
def test_a_remainder_counts_where_the_answer_is_a_quotient(written: str, made: str, number: str) -> None:
    assert next(amounts(given(written), solved(EGGS, "box", made))) == Fraction(number)


def test_a_per_cent_may_be_the_number_or_the_share() -> None:
    assert list(amounts(given("20 %"), solved(EGGS, None)))[:2] == [Fraction(1, 5), 20]


@pytest.mark.parametrize(
    ("text", "unit", "written", "answer", "right"),
    [
        (ROPE, "centimetre", "75 cm", "75", True),
        (ROPE, "centimetre", "0.75 m", "75", True),
        (ROPE, "centimetre", "0.76 m", "75", False),
        (JUICE, "litre", "3.33 litres", "10/3", True),
        (JUICE, "litre", "3333 ml", "10/3", True),  # rounded in the smaller unit
        (JUICE, "litre", "3334 ml", "10/3", False),
        (JUICE, "litre", "3330 ml", "10/3", False),
        (JUICE, "litre", "2500 ml", "5/2", True),
        (JUICE, "litre", "2501 ml", "5/2", False),
        (PENS, "pound", "1200p", "12", True),
        (PENS, "pound", "12", "12", True),
        (PENS, "pound", "13", "12", False),
    ],
)
def test_an_amount_hits_the_answer_in_its_unit_or_in_another(
    text: str, unit: str, written: str, answer: str, right: bool
) -> None:
    assert hits(given(written), solved(text, unit), Fraction(answer)) is right


@pytest.mark.parametrize(
    ("text", "unit", "written", "differs"),
    [
        (PENS, "pound", "12 dollars", True),
        (PENS, "pound", "£12", False),
        (PENS, "pound", "12 pounds", False),
        (PENS, "pound", "12 pence", True),
        (PENS, "pound", "12", False),
        (TOYS, "car", "6 dolls", True),
        (TOYS, "car", "6 cars", False),
        (TOYS, "car", "6 toys", False),  # there are too many words for the same thing
        (TOYS, "car", "6 kg", True),
        (ROPE, "centimetre", "75 m", True),
        (ROPE, "centimetre", "75 cm", False),
    ],
)
def test_another_unit_than_the_one_that_is_asked_for(text: str, unit: str, written: str, differs: bool) -> None:
    assert unit_differs(given(written), solved(text, unit)) is differs


def test_a_unit_that_was_converted_is_as_good_as_the_same() -> None:
    rope = solved(ROPE, "centimetre")
    assert same_unit_or_converted(given("75 cm"), rope, Fraction(75))
    assert same_unit_or_converted(given("0.75 m"), rope, Fraction(75))
    assert not same_unit_or_converted(given("75 m"), rope, Fraction(75))
    assert is_unit_of_text(given("75 m"), rope)
    assert not is_unit_of_text(given("75 litres"), rope)
    assert hits_in_another_unit(given("7500"), rope, Fraction(75))  # so many centimetres are 75 of the text's metres
    assert not hits_in_another_unit(given("7600"), rope, Fraction(75))


@pytest.mark.parametrize(
    ("written", "word"), [("6 planes", "planes"), ("6 dolls", None), ("6 cars", None), ("6", None), ("6 kg", None)]
)
def test_a_word_that_the_problem_does_not_use_is_named(written: str, word: str | None) -> None:
    assert strange_word(given(written), solved(TOYS, "car")) == word


@pytest.mark.parametrize(
    ("text", "written", "doubt"),
    [
        (FILM, "10 pm", True),
        (FILM, "10 am", True),
        (FILM, "11 pm", False),
        (FILM.replace("8:00", "8:00 am"), "10 pm", False),
    ],
)
def test_half_a_day_is_in_doubt_where_the_text_does_not_say_which(text: str, written: str, doubt: bool) -> None:
    work = given(written, asks_time=True)
    assert half_day_in_doubt(work, solved(text, CLOCK), Fraction(600)) is doubt
    assert not half_day_in_doubt(given("600"), solved(text, "minute"), Fraction(600))


def test_a_length_of_time_may_be_written_like_a_time_of_day() -> None:
    assert with_duration("1:30", solved(FILM, "minute")) == "1 h 30 min"
    assert with_duration("1:30", solved(FILM, CLOCK)) == "1:30"
    assert with_duration("1:75", solved(FILM, "minute")) == "1:75"
    assert with_duration("1:30", solved(PENS, "pound")) == "1:30"
