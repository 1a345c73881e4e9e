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


@pytest.mark.parametrize(
    ("text", "surface", "value"),
    [
        ("Ben has treble the number of stamps.", "treble", "3"),
        ("Ben has triple the number of stamps.", "triple", "3"),
        ("The fee was trebled.", "trebled", "3"),
        ("The crowd quadrupled.", "quadrupled", "4"),
        ("Its output rose tenfold.", "tenfold", "10"),
        ("A threefold rise followed.", "threefold", "3"),
        ("On Sunday half as many again came.", "half", "1/2"),
        ("The new barn is half as large again.", "half", "1/2"),
        ("A ticket costs a third as much again.", "a third", "1/3"),
        ("Apples x2, please.", "2", "2"),
        ("Think of a number, then x7", "7", "7"),
    ],
)
def test_factors_are_multipliers(text: str, surface: str, value: str) -> None:
    assert found(text) == mentioned(text) == [(surface, value, "multiplier")]


@pytest.mark.parametrize(
    "text",
    [
        "She sings treble. The treble bell is cracked.",
        "A manifold problem and a scaffold.",
        "None were left and nobody came.",
        "There were no apples left.",
        "Nil laughed.",
        "The score was fair, a score of points.",
        "Dozens of gulls sat there.",
    ],
)
def test_words_that_hold_no_number(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("They won three nil.", [("three", "3"), ("nil", "0")]),
        ("They won 2-nil.", [("2", "2"), ("nil", "0")]),
        ("She scored zero points.", [("zero", "0")]),
        ("He bought a couple of apples.", [("a couple", "2")]),
        ("There are 3 dozen eggs.", [("3 dozen", "36")]),
        ("He bought half a dozen eggs.", [("half a dozen", "6")]),
        ("He bought a dozen and a half eggs.", [("a dozen and a half", "18")]),
        ("She buys two dozen and a half dozen.", [("two dozen", "24"), ("a half dozen", "6")]),
        ("A score of ships lay there.", [("A score", "20")]),
        ("He drove two score sheep home.", [("two score", "40")]),
        ("He lived three score and ten years.", [("three score and ten", "70")]),
        ("The two score goals, a score of 15.", [("two", "2"), ("15", "15")]),
    ],
)
def test_dozens_scores_and_nil(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(surface, value) for surface, value, _ in found(text)] == expected
