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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It cost $1,250.50 in all.", [("1,250.50", "2501/2", "money")]),
        ("The hall has 1 250 seats.", [("1 250", "1250", "number")]),
        ("It holds 12 000 litres.", [("12 000", "12000", "number")]),
        ("It holds 5 000 000 grains.", [("5 000 000", "5000000", "number")]),
        ("He bought 3 250 g bags.", [("3", "3", "number"), ("250", "250", "number")]),
        ("In week 2 300 books came.", [("2", "2", "label"), ("300", "300", "number")]),
        ("A card: €18\n250 cards: a lot", [("18", "18", "money"), ("250", "250", "number")]),
        ("It cost €1.250,50 in all.", [("1.250,50", "2501/2", "money")]),
        ("It cost 12,50 euros.", [("12,50", "25/2", "money")]),
        ("The values are 1,25 and 3.", [("1", "1", "number"), ("25", "25", "number"), ("3", "3", "number")]),
        ("½ a cup, then 2½ cups.", [("½", "1/2", "number"), ("2½", "5/2", "number")]),
        ("2 1/2 pies and 3/4 of a tart.", [("2 1/2", "5/2", "number"), ("3/4", "3/4", "number")]),
        ("It cost £1.5m to build.", [("1.5m", "1500000", "money")]),
        ("She has 2k followers.", [("2k", "2000", "number")]),
        ("He ran a 5k race.", [("5", "5", "number")]),
        ("There are 3bn trees.", [("3bn", "3000000000", "number")]),
        ("There are 1.2 million birds.", [("1.2 million", "1200000", "number")]),
        ("A right answer gives 4, a wrong one -1 for cheek.", [("4", "4", "number"), ("-1", "-1", "number")]),
        ("Take 3-4 cups for children of 5-6 years.", [(n, n, "number") for n in "3456"]),
        ("They won 3-2 at −3 °C.", [("3", "3", "number"), ("2", "2", "number"), ("−3", "-3", "number")]),
        ("The room is 3 x 4 m, the rug 2x3 m.", [(n, n, "number") for n in "3423"]),
        ("She has 2x as many.", [("2", "2", "multiplier")]),
        ("The rate rose by 2 percentage points.", [("2", "1/50", "percent")]),
        ("He walks for 1h 20m, then 2h15.", [(n, n, "number") for n in ("1", "20", "2", "15")]),
    ],
)
def test_numerals_in_all_their_writings(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert [one for one in found(text) if one[2] != "pronoun"] == expected
    assert mentioned(text) == expected


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Grade 5 sang in Room 12.", "label"),
        ("No. 7 is empty, and so is No 9.", "label"),
        ("She is on page 38, wears size 7 and takes bus 42.", "label"),
        ("The U12 team drew on A4 paper.", "name"),
        ("After WW2 and covid-19 it stayed open 24/7.", "name"),
        ("Call 555-1234, 01234 567890 or +44 20 7946 0958.", "name"),
        ("Call (020) 7946 0958 or (555) 123-4567.", "name"),
        ("It was the 21st.", "ordinal"),
        ("Built in 1998, it closed in 2019.", "year"),
        ("In the 2019/20 season they won.", "year"),
        ("The fair is on 12/03/2024, or on 12.03.2024.", "date"),
        ("The fair is on 12/3.", "date"),
    ],
)
def test_numbers_that_name_and_date(text: str, kind: str) -> None:
    assert {one for _, _, one in found(text)} == {kind}


def test_numbers_in_addresses_are_no_quantities() -> None:
    assert found("Write to tom99@mail.com or a.b.2@x.org!") == []
    assert found("See www.shop24.com, https://x.org/12/3 (page 2).") == [("2", "2", "label")]
    assert [value for _, value, _ in found("3 tickets @ 5 each, 2@50p")] == ["3", "5", "2", "50"]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("He is 5'10\" tall.", ["foot", "inch"]),
        ("He is 6ft 2in tall.", ["ft", "in"]),
        ("The baby weighs 7lb 3oz.", ["lb", "oz"]),
        ("A 7-year-old came.", ["year"]),
    ],
)
def test_units_that_are_marked_at_the_number(text: str, units: list[str]) -> None:
    assert [one.unit_hint for one in find_quantities(text)] == units


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("The film ends at 10:30pm.", ["1350"]),
        ("They ate at half past ten.", ["630"]),
        ("They ate at half ten.", ["630"]),
        ("They left at ten to six.", ["350"]),
        ("It was ten to six.", ["350"]),
        ("It was ten minutes to six.", ["350"]),
        ("They sang until ten to six.", ["350"]),
        ("They met at 14h30.", ["870"]),
        ("It ran from noon to midnight.", ["720", "1440"]),
        ("From 22:10 he sang until an hour after midnight.", ["1330", "0"]),
    ],
)
def test_times_of_day_are_mentions_in_minutes(text: str, minutes: list[str]) -> None:
    assert [(value, kind) for _, value, kind in mentioned(text)] == [(one, "time") for one in minutes]
    assert {kind for _, _, kind in found(text)} <= {"time"}


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("The map has a scale of 1:50.", ["1", "50"]),
        ("The ratio of boys to girls is 3:25.", ["3", "25"]),
        ("She ran it in 1:45.30.", ["1", "453/10"]),
        ("The score was ten to six.", ["10", "6"]),
        ("He gave 18 minutes to 3 beginners.", ["18", "3"]),
    ],
)
def test_what_only_looks_like_a_time_of_day(text: str, values: list[str]) -> None:
    assert [(value, kind) for _, value, kind in mentioned(text)] == [(value, "number") for value in values]


@pytest.mark.parametrize(
    ("text", "surface", "value", "unit"),
    [
        ("The film lasted an hour and a half.", "an hour and a half", "3/2", "hour"),
        ("They walked a mile and a half on foot.", "a mile and a half", "3/2", "mile"),
        ("The bird flew for 4 hours and a half.", "4 hours and a half", "9/2", "hours"),
        ("It took two and a half hours.", "two and a half", "5/2", None),
        ("An hour and a quarter later he left.", "An hour and a quarter", "5/4", "hour"),
        ("It lasts an hour and three quarters.", "an hour and three quarters", "7/4", "hour"),
        ("Stir in a cup and a half of flour.", "a cup and a half", "3/2", "cup"),
        ("It cost a dollar and a half.", "a dollar and a half", "3/2", "dollar"),
        ("He ate a pear and a half of the cake.", "half", "1/2", None),
        ("She bought a hat and a quarter pound of tea.", "a quarter", "1/4", None),
    ],
)
def test_a_unit_may_be_inside_the_number(text: str, surface: str, value: str, unit: str | None) -> None:
    assert [(one.text, str(one.value), one.unit_hint) for one in find_mentions(text)] == [(surface, value, unit)]
    assert found(text) == mentioned(text)
