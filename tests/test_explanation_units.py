"""The algebra of units, and amounts as people write them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.explanation.units import BARE, Unit, joined
from arithmetree.expressions import Op
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.views.amount_text import AmountStyle, amount_text, number_text, plural, singular

PER_HOUR = Unit("mile", "hour")


@pytest.mark.parametrize(
    ("left", "op", "right", "unit"),
    [
        (PER_HOUR, Op.MUL, Unit("hour"), Unit("mile")),
        (Unit("hour"), Op.MUL, PER_HOUR, Unit("mile")),
        (Unit("brick", "layer"), Op.MUL, Unit("layer", "stack"), Unit("brick", "stack")),
        (Unit("mile"), Op.DIV, Unit("hour"), PER_HOUR),
        (Unit("mile"), Op.DIV, PER_HOUR, Unit("hour")),
        (Unit("mile"), Op.DIV, Unit("mile"), BARE),
        (Unit("mile"), Op.DIV, BARE, Unit("mile")),
        (Unit("dollar", "pen"), Op.MUL, Unit("pen"), Unit("dollar")),
        (Unit("dollar"), Op.MUL, Unit("lesson"), Unit("dollar")),
        (Unit("box"), Op.MUL, Unit("egg"), Unit("egg")),
        (Unit("pen"), Op.ADD, Unit("pen"), Unit("pen")),
        (Unit("boy"), Op.ADD, Unit("girl"), Unit("people")),
        (Unit("pen"), Op.ADD, Unit("dog"), BARE),
        (Unit("pen"), Op.SUB, Unit("dog"), Unit("pen")),
        (Unit("lamp", "room"), Op.ADD, Unit("socket", "room"), Unit(None, "room")),
        (Unit("dollar"), Op.ADD, Unit("cent"), BARE),
        (PER_HOUR, Op.SUB, PER_HOUR, PER_HOUR),
    ],
)
def test_units_are_calculated_with(left: Unit, op: Op, right: Unit, unit: Unit) -> None:
    assert joined(op, left, right) == unit


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        ("72", "books", "72 books"),
        ("1", "books", "1 book"),
        ("1", "people", "1 person"),
        ("1", "pots of tea", "1 pot of tea"),
        ("0", "books", "0 books"),
        ("4.5", "dollars", "$4.50"),
        ("1250", "dollars", "$1,250"),
        ("-3", "dollars", "-$3"),
        ("10/3", "dollars", "$3 1/3 (about $3.33)"),
        ("75", "cents", "75 cents"),
        ("7/2", "miles", "3 1/2 miles"),
        ("1/2", "miles", "1/2 mile"),
        ("-7/2", "degrees", "-3 1/2 degrees"),
        ("0.35", "meters", "0.35 meters"),
        ("10/3", "liters", "3 1/3 liters (about 3.33)"),
        ("12500", "steps", "12,500 steps"),
        ("50", "words per minute", "50 words per minute"),
        ("1", "words per minute", "1 word per minute"),
        ("8", None, "8"),
    ],
)
def test_an_amount_is_written_as_people_write_it(value: str, unit: str | None, text: str) -> None:
    assert amount_text(Fraction(value), unit) == text


def test_texts_with_decimals_get_decimals() -> None:
    problem = read("A path of 7.5 miles and one of 2 miles. How many miles is that?", load_parser())
    assert amount_text(Fraction(19, 2), "miles", AmountStyle.of(problem)) == "9.5 miles"
    assert number_text(Fraction(19, 2)) == "9 1/2"


@pytest.mark.parametrize(
    ("text", "unit", "shown"),
    [
        ("A pie costs £4 and a tea £2. How much is that?", "pounds", "£6"),
        ("A cat of 4 pounds and a dog of 2 pounds. How many pounds is that?", "pounds", "6 pounds"),
        ("A pie is 4 euros and a tea 2 euros. How much is that?", "euros", "6 euros"),
        ("A pie is €4 and a tea €2. How much is that?", "euros", "€6"),
    ],
)
def test_a_currency_has_its_sign_where_the_text_writes_it(text: str, unit: str, shown: str) -> None:
    assert amount_text(Fraction(6), unit, AmountStyle.of(read(text, load_parser()))) == shown


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("box", "boxes"),
        ("shelf", "shelves"),
        ("child", "children"),
        ("city", "cities"),
        ("day", "days"),
        ("potato", "potatoes"),
        ("sheep", "sheep"),
        ("kg", "kg"),
        ("glue stick", "glue sticks"),
    ],
)
def test_plural_and_singular_of_a_noun(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one
