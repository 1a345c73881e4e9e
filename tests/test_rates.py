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
        ("Lamps come 8 to a crate. Tom fills 5 crates.", "8", ("lamp", "crate")),
        ("Tom has 5 crates of lamps, 8 to the crate.", "8", ("lamp", "crate")),
        ("The van does 12 miles to the gallon.", "12", ("mile", "gallon")),
        ("Tom sold 5 lamps at $7 and 3 rugs at $9.", "9", ("dollar", "rug")),
        ("The garage has 4 floors of 30 bays.", "30", ("bay", "floor")),
        ("At the start were 5 boats with 8 rowers.", "8", ("rower", "boat")),
        ("Tom ran 6 miles on each of 5 days.", "6", ("mile", "day")),
        ("Tom won 3 medals, each worth 40 points.", "40", ("point", "medal")),
        ("Four crates of 8 lamps each were sold.", "8", ("lamp", "crate")),
        ("Three shops gave $50 each and 2 banks $90 each.", "90", ("dollar", "bank")),
        ("The club needs a trainer for every 8 children.", "8", ("child", "trainer")),
        ("Tom bought 4 hives. He hung 9 frames in each.", "9", ("frame", "hive")),
        ("Leeks are $2 apiece.", "2", ("dollar", "leek")),
        ("Tom sold 5 old lamps at $7 each to a friend.", "7", ("dollar", "lamp")),
        ("The stone fell 20 metres a second.", "20", ("metre", "second")),
        ("The saw cuts each trunk into 9 planks.", "9", ("plank", "trunk")),
        ("Tom has 60 pears, and 9 pears fill a basket. He has 4 baskets.", "9", ("pear", "basket")),
        ("The stall charges $5 for an adult.", "5", ("dollar", "adult")),
        ("Everyone brought 3 cakes.", "3", ("cake", "person")),
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
        ("Tom saved 20 per cent of the money.", "20"),
        ("Tom sold 37 lamps to a school.", "37"),
        ("It is 6 miles to the mill.", "6"),
        ("In 6 hours a lift carried many people.", "6"),
        ("Five schools planted 300 trees, each school the same number.", "300"),
        ("Tom teaches 6 evening classes.", "6"),
        ("A chair was sold for $45.", "45"),
        ("Each lap was 10 minutes shorter.", "10"),
        ("The 4 sacks weighed 75 kg in all.", "75"),
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


@pytest.mark.parametrize(
    ("text", "number", "rate"),
    [
        ("A trim costs $18 and a wash $7.", "7", ("dollar", "wash")),
        ("The rooms are $9 and $12 a night.", "9", ("dollar", "night")),
        ("Honey is $6 the jar.", "6", ("dollar", "jar")),
        ("A ring sells at $4.", "4", ("dollar", "ring")),
        ("In an hour Tom peels 50 potatoes.", "50", ("potato", "hour")),
        ("In every room Milan hung 3 lamps.", "3", ("lamp", "room")),
        ("Each girl swims 6 races of 25 metres.", "25", ("metre", "race")),
        ("Four families of 5 came.", "5", ("person", "family")),
        ("A child's tray holds 9 cups. Tom has 4 trays.", "9", ("cup", "tray")),
        ("The van went at 80 km/h.", "80", ("km", "hour")),
        ("Pancakes are served three to a child.", "three", ("pancake", "child")),
        ("Tom has 40 lamps. He packs them 5 to a box.", "5", ("lamp", "box")),
        ("Tom walks 4 kilometres a day and Ana only 3.", "3", ("kilometre", "day")),
        ("Each crate of 28 old tiles costs $9.", "28", ("tile", "crate")),
        ("Tom can pack 25 orders in a day.", "25", ("order", "day")),
        ("Of 52 bars 16 were broken. The others sold for $3 each.", "3", ("dollar", "bar")),
    ],
)
def test_prices_and_shares_told_in_few_words(text: str, number: str, rate: tuple[str, str]) -> None:
    assert rates(text)[number] == rate


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Mia won 9 games, each game lasting an hour.", "9"),
        ("Every child wore a hat: 6 wore red hats.", "6"),
        ("Each boy in a team of 7 ran a race.", "7"),
        ("In an hour Tom peeled 50 potatoes.", "50"),
        ("Tom buys a drone for $25; a second drone would be $40. Drones are fun.", "40"),
        ("With a trailer costing $210, how much does each of the 12 rowers owe?", "210"),
        ("Tom drove for 2 hours at a steady 60 miles an hour.", "2"),
        ("Tom gave 5 to a child.", "5"),
        ("From a 400-gram cake Tom cuts 90 grams for each guest.", "400"),
    ],
)
def test_what_is_beside_a_rate_is_none(text: str, number: str) -> None:
    assert rates(text)[number] is None


@pytest.mark.parametrize(
    ("text", "number", "rate"),
    [
        ("Per week the dog eats 3 kilos of biscuits.", "3", ("kilo", "week")),
        ("Ravi bought 5 packets of seeds. Each contained 40 seeds.", "40", ("seed", "packet")),
        ("Pens are sold in packs of 5 for $3.", "3", ("dollar", "pack")),
        ("A bundle of 10 papers weighs 3 kilos. What do 7 bundles weigh?", "10", ("paper", "bundle")),
        ("Everyone in the group paid $6.", "6", ("dollar", "person")),
        ("It costs $7 to have a shirt ironed. What do 6 shirts cost?", "7", ("dollar", "shirt")),
        ("The farmer gets 30 cents for a litre of milk.", "30", ("cent", "litre")),
        ("Spiders have 8 legs. How many legs do 5 spiders have?", "8", ("leg", "spider")),
        ("In 5 drawers the tailor keeps 35 buttons apiece.", "35", ("button", "drawer")),
        ("Every one of the 16 guests brought 2 presents.", "2", ("present", "guest")),
        ("The twins were each given 15 stickers.", "15", ("sticker", "twin")),
    ],
)
def test_rate_of_a_kind_that_is_named_elsewhere(text: str, number: str, rate: tuple[str, str]) -> None:
    assert rates(text)[number] == rate


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Piet saves €15 every month towards a kayak that costs €180.", "180"),
        ("What do 2 parents with 3 children pay?", "3"),
        ("Each of 6 boys took 5 plums from a bowl that had held 40 plums.", "40"),
        ("Per has 5 pens.", "5"),
    ],
)
def test_what_is_said_of_one_thing_beside_many_is_no_rate(text: str, number: str) -> None:
    assert rates(text)[number] is None
