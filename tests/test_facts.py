"""Facts that a word calls for, and times of day."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.facts import conversions, fact_for
from arithmetree.quantities.clock_times import find_clock_times
from arithmetree.word_lists import table


@pytest.mark.parametrize(
    ("value", "word", "fact"),
    [
        ("7", "weeks", "days in a week"),
        ("60", "h", "seconds in a minute"),
        ("60", "hours", "minutes in an hour"),
        ("100", "p", "pence in a pound"),
        ("1000", "kg", "grams in a kilogram"),
        ("12", "Dozens", "a dozen"),
        ("6", "beetles,", "legs of an insect"),
        ("0.25", "quarters", "dollars in a quarter"),
        ("5", "listed", "how many there are"),
        ("4", "Thursday", "how many there are"),
        ("2", "anything", "two: both, a pair, two sides"),
        ("17", "week", None),
        ("7", "hens", None),
        ("2.5", "listed", None),
    ],
)
def test_a_word_calls_for_a_number(value: str, word: str, fact: str | None) -> None:
    found = fact_for(Fraction(value), word)
    if value == "60" and word == "h":
        assert found in ("seconds in a minute", "minutes in an hour")
    else:
        assert found == fact


def test_every_fact_is_there_once() -> None:
    entries = [(entry["value"], entry["says"]) for entry in table("facts")["facts"]]
    assert len(set(entries)) == len(entries)
    pairs = [(conversion.part, conversion.whole) for conversion in conversions()]
    assert len(set(pairs)) == len(pairs)


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("from 17:50 to 20:05", [1070, 1205]),
        ("at 5:50 pm", [1070]),
        ("at 12:15 a.m. sharp", [15]),
        ("at 7.45 p.m.", [1185]),
        ("at 9 am and 5pm", [540, 1020]),
        ("at half past six", [390]),
        ("at quarter to nine", [525]),
        ("at ten to three", [170]),
        ("twenty-five past 4", [265]),
        ("at eight o'clock", [480]),
        ("between noon and midnight", [720, 0]),
        ("the score was four to three", []),
        ("pages 14 to 21", []),
        ("a ratio of 3:2", []),
        ("it costs 7.45 dollars", []),
        ("13 pm", []),
        ("64 o'clock", []),
        ("12.05 o'clock", []),
        ("half past 99", []),
    ],
)
def test_times_of_day_are_found(text: str, minutes: list[int]) -> None:
    found = find_clock_times(text)
    assert [time.minutes for time in found] == minutes
    assert all(text[time.start : time.end].strip() for time in found)


def test_the_half_of_the_day_is_sure_only_where_the_text_says_it() -> None:
    assert [time.sure for time in find_clock_times("5:50 pm, 6:30, 17:50, 09:15, noon")] == [
        True,
        False,
        True,
        True,
        True,
    ]
