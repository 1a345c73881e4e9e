"""The quantity reader on ways of writing numbers that are neither plain digits nor plain number words."""

from __future__ import annotations

import pytest

from arithmetree.quantities import find_quantities
from arithmetree.quantities.mentions import find_mentions


def found(text: str) -> list[tuple[str, str, str]]:
    """All quantities as (surface, value, kind)."""
    return [(one.text, str(one.value), one.kind.value) for one in find_quantities(text)]


def mentioned(text: str) -> list[tuple[str, str, str]]:
    """All mentions as (surface, value, kind)."""
    return [(one.text, str(one.value), one.kind.value) for one in find_mentions(text)]


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("The blue coat was a third off.", "a third", "1/3"),
        ("Every lamp in the window is a tenth off.", "a tenth", "1/10"),
        ("A third were red and the rest were green.", "A third", "1/3"),
        ("A seventh had gone home before the rain.", "A seventh", "1/7"),
        ("A quarter is mine, the rest is yours.", "A quarter", "1/4"),
        ("Another quarter went on rent.", "quarter", "1/4"),
        ("Another third were too small to sell.", "third", "1/3"),
        ("They shared the cake, and Bo gave his third to the dog.", "third", "1/3"),
        ("She spends a fifth on food.", "a fifth", "1/5"),
        ("Two fifths went to the school.", "Two fifths", "2/5"),
        ("Three quarters is left.", "Three quarters", "3/4"),
        ("Now the rope is a third longer.", "a third", "1/3"),
        ("Mix in two and a third cups.", "two and a third", "7/3"),
        ("The crate is a third the size.", "a third", "1/3"),
    ],
)
def test_parts_are_read_without_of(text: str, surface: str, value: str) -> None:
    assert [(one, number) for one, number, _ in found(text)] == [(surface, value)]
    assert found(text) == mentioned(text)


@pytest.mark.parametrize(
    "text",
    [
        "The third child waved.",
        "On the third day it snowed.",
        "Mia came third in the race.",
        "A third person joined them.",
        "A third longer rope was cut.",
        "This kite is red, another is blue and a third is green.",
        "Then a third came with a dog.",
        "Its third year was dry.",
        "Her third was a boy.",
        "A fifth-grade class sang.",
    ],
)
def test_ranks_are_no_parts(text: str) -> None:
    assert {kind for _, _, kind in found(text)} <= {"ordinal", "pronoun"}


def test_quarters_of_the_clock_and_of_the_year_are_no_parts() -> None:
    assert mentioned("They met at a quarter past four.") == [("quarter past four", "255", "time")]
    assert found("In the first quarter of the year it rained.") == [("first", "1", "ordinal")]
    assert found("He found a dime and another quarter in the coin tray.") == []
