"""Rates in the wordings that English has for them."""

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import read


def rates(text: str) -> dict[str, tuple[str, str] | None]:
    """The rate of each number of a text, by its surface."""
    return {
        schema.quantity.text: None if schema.rate is None else (schema.rate.numerator, schema.rate.denominator)
        for schema in read(text, load_parser()).schemas
    }


@pytest.mark.parametrize(
    ("text", "number", "rate"),
    [
        ("The train goes 60 miles per hour.", "60", ("mile", "hour")),
        ("The train goes at 60 mph.", "60", ("mile", "hour")),
        ("Nina earns $9 an hour.", "9", ("dollar", "hour")),
        ("Nina reads 20 pages every day.", "20", ("page", "day")),
        ("Nina reads 20 pages daily.", "20", ("page", "day")),
        ("The shop sells pies at 3 dollars a slice.", "3", ("dollar", "slice")),
        ("Each pie costs 3 dollars.", "3", ("dollar", "pie")),
        ("Each crate holds 8 lamps.", "8", ("lamp", "crate")),
        ("Each of the crates holds 8 lamps.", "8", ("lamp", "crate")),
        ("There are 8 lamps in each crate.", "8", ("lamp", "crate")),
        ("In each crate there are 8 lamps.", "8", ("lamp", "crate")),
        ("Tom packed 6 crates with 8 lamps each.", "8", ("lamp", "crate")),
        ("Tom gave each cousin 8 plums.", "8", ("plum", "cousin")),
        ("Ana and Ben got 4 pens apiece.", "4", ("pen", "person")),
        ("Tom bought 5 lamps for $7 each.", "7", ("dollar", "lamp")),
        ("Tom bought three 4-dollar toys.", "4", ("dollar", "toy")),
        ("Tom bought a 12-pack of pens.", "12", ("pen", "pack")),
        ("The shop sells 3 pens for 2 dollars.", "2", ("dollar", "pen")),
        ("Tom puts the lamps in groups of 8.", "8", ("lamp", "group")),
        ("A ticket costs £4. Tom buys 3 tickets.", "4", ("pound", "ticket")),
        ("One jar holds 30 sweets. Tom fills 4 jars.", "30", ("sweet", "jar")),
        ("Tom visits his aunt twice a week.", "twice", ("time", "week")),
        ("Each crate holds 8 lamps and 4 rugs.", "4", ("rug", "crate")),
        ("Tom bakes 40 rolls an hour and Nina 55.", "55", ("roll", "hour")),
    ],
)
def test_rate_joins_both_units(text: str, number: str, rate: tuple[str, str]) -> None:
    assert rates(text)[number] == rate


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Tom bought 5 lamps.", "5"),
        ("Tom went on a 5-day trip.", "5"),
        ("Tom packed 6 crates with 8 lamps each.", "6"),
        ("She bought 3 pens for 2 dollars.", "2"),
        ("The lamp cost £4.", "4"),
        ("Her jar holds 30 sweets.", "30"),
        ("Each of the 6 rowers drank water.", "6"),
        ("Tom ran 24 miles at 6 miles per hour.", "24"),
        ("Tom gave 5 girls a pen.", "5"),
        ("Tom saved 20 per cent of the money.", "20"),
    ],
)
def test_plain_counts_and_sums_are_no_rates(text: str, number: str) -> None:
    assert rates(text)[number] is None


@pytest.mark.parametrize(
    ("text", "rate"),
    [
        ("Tom has 40 pens in 5 boxes. How many pens are in each box?", ("pen", "box")),
        ("Tom read 40 pages in 5 days. How many pages did he read per day?", ("page", "day")),
        ("Tom has 40 pens. How many pens does he have?", None),
    ],
)
def test_question_may_ask_for_a_rate(text: str, rate: tuple[str, str] | None) -> None:
    question = read(text, load_parser()).question
    assert question is not None
    found = None if question.rate is None else (question.rate.numerator, question.rate.denominator)
    assert found == rate
