"""Implicit quantities: found where the text calls for them, and nowhere else."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.corpus.record import Record, load
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Problem, Rate


def implied(text: str) -> list[tuple[str, Fraction, str | None]]:
    """The implied quantities of a text: the word, the value and what it means."""
    problem = read(text, load_parser())
    return [(each.text, each.value, each.implicit) for each in problem.quantities if each.implicit is not None]


@pytest.mark.parametrize(
    ("text", "word", "value"),
    [
        ("A hen lays 3 eggs a day. How many eggs does it lay in 2 weeks?", "weeks", 7),
        ("A tap drips 14 times per minute. How often does it drip in an hour?", "hour", 60),
        ("A tap gives 14 litres a minute and runs for 2 hours. How many litres is that?", "hours", 60),
        ("Lena saves $40 a month. How much does she save in a year?", "year", 12),
        ("Every week Ida gets $5. How much does she get in a year?", "year", 52),
        ("A machine makes 8 caps a second. How many caps does it make in 3 minutes?", "minutes", 60),
        ("Sara reads 20 pages daily. How many pages will she read in one week?", "week", 7),
        ("John takes 3 pills a day. A bottle has 63 pills. For how many weeks will it last?", "weeks", 7),
        ("Wade plays 5 hours a day, Sundays included. How many hours does he play in a week?", "week", 7),
    ],
)
def test_implicit_a_rate_by_the_smaller_unit_asked_for_the_larger_one(text: str, word: str, value: int) -> None:
    assert [(found, number) for found, number, _ in implied(text)] == [(word, value)]


@pytest.mark.parametrize(
    ("text", "word", "value"),
    [
        ("Lena earns $840 a year from her blog. How much is that per month?", "year", 12),
        ("A pump moves 120 litres an hour. How many litres does it move per minute?", "hour", 60),
        ("Ola reads 75 pages an hour. How many pages does she read in 40 minutes?", "hour", 60),
        ("A film lasts 135 minutes. How many hours is that?", "hours", 60),
        ("Paul ran for 2 hours and 15 minutes. For how many minutes did he run?", "hours", 60),
        ("A rope is 3 metres long. How many centimetres is that?", "metres", 100),
        ("A board 2 yards long is cut into 6 equal pieces. How many feet long is each piece?", "yards", 3),
        ("A ribbon of 2 metres is cut into pieces of 25 centimetres. How many pieces are there?", "metres", 100),
        ("A stamp costs 40 cents. How many stamps can Ben buy with $8?", "cents", 100),
        ("Tom bought 12 pens at 50 cents each. How many dollars did he pay?", "dollars", 100),
    ],
)
def test_implicit_two_units_where_the_question_needs_one(text: str, word: str, value: int) -> None:
    assert [(found, number) for found, number, _ in implied(text)] == [(word, value)]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Seven pairs of skaters came and 3 skaters came alone. How many skaters came?", "pairs"),
        ("Ivo bought 5 pairs of wool gloves and lost 3 gloves. How many gloves does he have?", "pairs"),
        ("A shop has 9 pairs of boxing gloves in a window of 4 feet. How many single gloves are there?", "pairs"),
        ("A jeweller lays 14 pairs of earrings on trays, 4 earrings on every tray. How many trays are there?", "pairs"),
        ("The cobbler mends shoes at 6 dollars a shoe. Ida brings 5 pairs of shoes. How much must she pay?", "pairs"),
        ("There are 24 odd socks in the drawer. How many pairs of socks can Mo make?", "pairs"),
    ],
)
def test_implicit_the_two_of_a_pair(text: str, word: str) -> None:
    assert implied(text) == [(word, 2, "two in a pair")]


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Ana and her 4 friends share 20 sweets equally. How many sweets does each get?", "Ana"),
        ("Tom and his 3 brothers each ate 4 plums. How many plums did they eat?", "Tom"),
        ("Kim shared 24 stickers equally with her 5 cousins. How many stickers did she keep?", "Kim"),
        ("My 3 sisters and I split a bill of $48 evenly. What does each of us pay?", "I"),
    ],
)
def test_implicit_the_speaker_is_counted_in(text: str, word: str) -> None:
    assert [(found, number) for found, number, _ in implied(text)] == [(word, 1)]


@pytest.mark.parametrize(
    "text",
    [
        "Ivo has 6 pairs of blue socks and 4 pairs of red socks. How many pairs of socks does he have?",
        "Six pairs of socks, two socks to a pair, lie in a drawer. How many socks are there?",
        "Gloves cost 4 dollars a pair. Ida buys 3 pairs of gloves and drops 2 gloves. How much does she pay?",
        "Five pairs of swans have 4 cygnets each. How many cygnets are there?",
        "Ana works 5 days a week and earns $80 a day. How much does she earn in a week?",
        "A man walks 4 miles every day. How many miles does he walk in 3 days?",
        "A van uses 3 gallons an hour for 5 hours. How many gallons does it use?",
        "A worker earns $15 an hour. He worked 8 hours on Monday. How much did he earn that day?",
        "Ben swims 30 laps every day except Sunday. How many laps does he swim in a week?",
        "Before the school week Mia buys 5 pens at 2 dollars a day trip. How many pens has she?",
        "Lea and her 2 dogs walked 3 miles on Monday and 4 on Tuesday. How far did they walk?",
        "Tom, Ida and their 3 cousins share 20 plums equally. How many plums does each get?",
        "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?",
        "Ana saves $5 a day.",
    ],
)
def test_implicit_nothing_is_implied_where_the_text_says_it_all(text: str) -> None:
    assert implied(text) == []


def test_implicit_a_conversion_is_a_rate_between_its_units() -> None:
    problem = read("A cow gives 28 litres of milk a day. How many litres is that in a week?", load_parser())
    (schema,) = [schema for schema in problem.schemas if schema.quantity.implicit is not None]
    assert schema.quantity.implicit == "days in a week"
    assert (schema.unit_head, schema.rate) == ("day", Rate("day", "week"))
    assert problem.text[schema.quantity.start : schema.quantity.end] == "week"


def test_implicit_quantities_are_in_text_order_and_survive_json() -> None:
    problem = read("Ana and her 4 friends share 20 sweets equally. How many sweets does each get?", load_parser())
    starts = [schema.quantity.start for schema in problem.schemas]
    assert starts == sorted(starts)
    assert Problem.from_dict(problem.to_dict()) == problem


def test_implicit_written_quantities_read_the_same_with_and_without() -> None:
    asked = read("A cow gives 28 litres of milk a day. How many litres is that in a week?", load_parser())
    plain = read("A cow gives 28 litres of milk a day. How many litres is that in 7 weeks of 7 days?", load_parser())
    assert asked.schemas[0] == plain.schemas[0]


def test_implicit_quantities_of_the_corpus(corpus_problems: list[tuple[Record, Problem]]) -> None:
    """Most that writers meant are found; elsewhere they hardly ever appear."""
    meant = found = unmeant = 0
    for record, problem in corpus_problems:
        wanted = {(each.start, each.value) for each in record.quantities if each.implicit}
        got = {(each.start, each.value) for each in problem.quantities if each.implicit is not None}
        meant += len(wanted)
        found += len(wanted & got)
        unmeant += bool(got - wanted)
    assert meant > 0
    assert found >= 0.75 * meant
    assert unmeant <= 0.01 * len(corpus_problems)


@pytest.fixture(scope="module")
def corpus_problems() -> list[tuple[Record, Problem]]:
    """The records with an implied quantity, and every 25th of the others, of the training part."""
    records = [
        record
        for number, record in enumerate(load("build/corpus/train.jsonl"))
        if number % 25 == 0 or any(each.implicit for each in record.quantities)
    ]
    return [(record, read(record.text, load_parser())) for record in records]
