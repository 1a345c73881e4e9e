"""Amounts as people write them, and nouns in the number that they need."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.views.amount_text import CLOCK, PER_CENT, YEAR, AmountStyle, amount_text, number_text
from arithmetree.views.inflection import for_count, plural, singular
from explained import problem_of


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
        ("-3", "dollars", "−$3"),
        ("10/3", "dollars", "$3 1/3 (about $3.33)"),
        ("75", "cents", "75 cents"),
        ("7/2", "miles", "3 1/2 miles"),
        ("1/2", "miles", "1/2 mile"),
        ("-7/2", "degrees", "−3 1/2 degrees"),
        ("0.35", "meters", "0.35 meters"),
        ("10/3", "liters", "3 1/3 liters (about 3.33)"),
        ("12500", "steps", "12,500 steps"),
        ("50", "words per minute", "50 words per minute"),
        ("1", "words per minute", "1 word per minute"),
        ("9.5", "euros", "9.50 euros"),
        ("65", PER_CENT, "65%"),
        ("54", "mph", "54 mph"),
        ("110", "km/h", "110 km/h"),
        ("1025", CLOCK, "17:05"),
        ("1951", YEAR, "1951"),
        ("8", None, "8"),
    ],
)
def test_an_amount_is_written_as_people_write_it(value: str, unit: str | None, text: str) -> None:
    assert amount_text(Fraction(value), unit) == text


@pytest.mark.parametrize(
    ("text", "value", "unit", "shown"),
    [
        ("An angle has 14° more than one of 30°. How large is it?", "44", "degrees", "44°"),
        ("It is 14 °C and gets 5 °C warmer. How warm is it then?", "19", "degrees", "19 °C"),
        ("A full bucket weighs 14 kg, and half full it weighs 7.7 kg. What does it weigh?", "1.4", "kg", "1.4 kg"),
        ("A pie has 8 slices, and 5 are eaten. What fraction is left?", "3/8", None, "3/8"),
        ("A pie costs £4 and a tea £2. How much is that?", "6", "pounds", "£6"),
        ("A cat of 4 pounds and a dog of 2 pounds. How many pounds is that?", "6", "pounds", "6 pounds"),
        ("A pie is 4 euros and a tea 2 euros. How much is that?", "6", "euros", "6 euros"),
        ("A pie is €4 and a tea €2. How much is that?", "6", "euros", "€6"),
        ("A pie is £4 and a roll 85p. How much is that?", "485", "pence", "£4.85"),
        ("A pie is £4 and a roll 85p. How much is that?", "85", "pence", "85p"),
        ("A path of 7.5 miles and one of 2 miles. How many miles is that?", "19/2", "miles", "9.5 miles"),
        ("A jug holds 3/5 of a litre. How many litres do 2 jugs hold?", "6/5", "litres", "1 1/5 litres"),
        ("A rope is 3 m long. How many metres is half of it?", "3/2", "metres", "1 1/2 metres"),
        ("A rope of 3 m is cut into 2 pieces. How long is each?", "3/2", "m", "1.5 m"),
        ("A film starts at 5 pm and lasts 90 minutes. When does it end?", "1110", CLOCK, "6:30 pm"),
        ("A film starts at 23:00 and lasts 90 minutes. When does it end?", "1470", CLOCK, "0:30 the next day"),
        ("A film lasts 2 h 5 min and the news 20 min. How long is that?", "145", "minutes", "2 h 25 min"),
        ("A film lasts 2 h 5 min and the news 20 min. How many minutes is that?", "145", "minutes", "145 minutes"),
        ("It was 4 °C and fell by 7 degrees. How cold is it?", "-3", "degrees", "−3 °C"),
    ],
)
def test_an_amount_is_written_as_its_text_writes_amounts(text: str, value: str, unit: str, shown: str) -> None:
    assert amount_text(Fraction(value), unit, AmountStyle.of(problem_of(text)[0])) == shown


def test_a_number_alone_is_also_rounded_where_its_decimals_never_end() -> None:
    assert number_text(Fraction(19, 2)) == "9 1/2"
    assert number_text(Fraction(7, 3)) == "2 1/3 (about 2.33)"


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("box", "boxes"),
        ("shelf", "shelves"),
        ("child", "children"),
        ("person", "people"),
        ("woman", "women"),
        ("human", "humans"),
        ("city", "cities"),
        ("day", "days"),
        ("potato", "potatoes"),
        ("sheep", "sheep"),
        ("bus", "buses"),
        ("church", "churches"),
        ("kg", "kg"),
        ("DVD", "DVDs"),
        ("glue stick", "glue sticks"),
        ("pot of tea", "pots of tea"),
        ("word per minute", "words per minute"),
    ],
)
def test_plural_and_singular_of_a_noun(one: str, many: str) -> None:
    assert plural(one) == many
    assert plural(many) == many
    assert singular(many) == one


def test_the_number_of_a_noun_goes_with_its_value() -> None:
    assert for_count(Fraction(1), "boxes") == "box"
    assert for_count(Fraction(2), "box") == "boxes"
    assert for_count(Fraction(1, 2), "miles", is_fraction=True) == "mile"
    assert for_count(Fraction(1, 2), "miles") == "miles"


def test_plurals_agree_with_inflect_where_it_is_installed() -> None:
    inflect = pytest.importorskip("inflect")
    engine = inflect.engine()
    for noun in ("apple", "baby", "fox", "loaf", "mouse", "tooth", "hero", "glass", "brush", "toy", "watch", "marble"):
        assert plural(noun) == engine.plural_noun(noun)
