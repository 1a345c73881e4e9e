"""New numbers for stories: the calculation, the text and the kinds of all values stay as they were."""

import gzip
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arithmetree.corpus.practice import PracticeStory, practice_stories, practice_text, read_practice, write_practice
from arithmetree.corpus.practice_choice import choose, learnable
from arithmetree.corpus.practice_reading import Reading
from arithmetree.corpus.record import RecordQuantity
from arithmetree.corpus.stories import GRADES
from arithmetree.derivations import Derivation, Determined, Mention, Operation, Step, outcomes, work_out
from arithmetree.errors import DataError
from arithmetree.quantities import Kind
from arithmetree.word_lists import table
from arithmetree.worksheet.money import CURRENCIES, in_currency
from arithmetree.worksheet.new_numbers import rewritten, with_new_numbers, written_like

CORPUS = Path("corpus")
DATA = Path("src/arithmetree/data/practice.jsonl.gz")

stories = st.sampled_from(practice_stories())


def _story(text: str, *numbers: tuple[str, Kind], operation: Operation = Operation.SUBTRACT) -> PracticeStory:
    found = []
    for shown, kind in numbers:
        start = text.index(shown)
        value = Fraction(shown.replace(",", "")) / (100 if kind is Kind.PERCENT else 1)
        found.append(RecordQuantity(shown, start, start + len(shown), value, kind))
    made = Derivation((Mention(0), Mention(1)), (Step(operation, 0, 1),), (2,))
    return PracticeStory("x", text, tuple(found), made, ("things",), "basics", 3, "", "", "")


@settings(max_examples=150, deadline=None)
@given(stories, st.integers(0, 1000))
def test_new_numbers_are_in_the_text_and_keep_the_kind_of_every_value(story: PracticeStory, seed: int) -> None:
    made = with_new_numbers(story, Random(seed))
    assert made == with_new_numbers(story, Random(seed))
    assert (made.derivation, made.units, made.grade) == (story.derivation, story.units, story.grade)
    for old, new in zip(story.quantities, made.quantities, strict=True):
        assert made.text[new.start : new.end] == new.text
        assert new.kind is old.kind
        assert (old.value == 1) == (new.value == 1)
        assert (old.value.denominator == 1) == (new.value.denominator == 1)
    assert all(isinstance(one, Determined) for one in outcomes(made.derivation, made.values))
    before, after = (work_out(one.derivation, one.values) for one in (story, made))
    for place in range(story.derivation.size):
        old_value, new_value = before.number(place), after.number(place)
        assert (old_value is None) == (new_value is None)
        if old_value is not None and new_value is not None:
            assert (old_value > 0) == (new_value > 0)
            assert (old_value.denominator == 1) == (new_value.denominator == 1)
            assert (old_value == 1) == (new_value == 1)


@settings(max_examples=100, deadline=None)
@given(stories, st.integers(0, 1000))
def test_the_order_of_the_numbers_stays(story: PracticeStory, seed: int) -> None:
    made = with_new_numbers(story, Random(seed))
    plain = [place for place, one in enumerate(story.quantities) if one.kind is not Kind.PERCENT]
    for one in plain:
        for two in plain:
            assert (story.values[one] < story.values[two]) == (made.values[one] < made.values[two])


@settings(max_examples=100, deadline=None)
@given(stories, st.sampled_from(CURRENCIES))
def test_another_currency_and_spelling_leave_the_numbers_alone(story: PracticeStory, currency: str) -> None:
    made = in_currency(story, currency)
    if made is None:
        return
    assert made.currency in ("", currency)
    assert made.values == story.values
    for old, new in zip(story.quantities, made.quantities, strict=True):
        assert made.text[new.start : new.end] == old.text
    assert in_currency(made, currency) == made


@pytest.mark.parametrize(
    ("text", "dollars", "pounds"),
    [
        ("A cap costs $12 and a hat $15.", "A cap costs $12 and a hat $15.", "A cap costs £12 and a hat £15."),
        ("12 dollars and 15 dollars are left.", "12 dollars and 15 dollars are left.", "£12 and £15 are left."),
        ("Mr Fox has 12 metres, Ms Ray 15.", "Mr. Fox has 12 meters, Ms. Ray 15.", "Mr Fox has 12 metres, Ms Ray 15."),
        ("Mom has 12 gray tires, 15 trucks.", "Mom has 12 gray tires, 15 trucks.", "Mum has 12 grey tyres, 15 trucks."),
        ("A lorry has 12 pupils, 15 tyres.", "A truck has 12 students, 15 tires.", "A lorry has 12 pupils, 15 tyres."),
        ("12 maths books and 15 Math books.", "12 math books and 15 Math books.", "12 maths books and 15 Maths books."),
    ],
)  # fmt: skip
def test_a_sheet_has_one_spelling_and_signs_where_numbers_are_in_digits(text: str, dollars: str, pounds: str) -> None:
    is_money = "$" in text or "dollars" in text
    kind = Kind.MONEY if is_money else Kind.NUMBER
    story = replace(_story(text, ("12", kind), ("15", kind)), currency="dollars" if is_money else "")
    for currency, wanted in (("dollars", dollars), ("pounds", pounds)):
        made = in_currency(story, currency)
        assert made is not None
        assert made.text == wanted
        assert [made.text[one.start : one.end] for one in made.quantities] == ["12", "15"]


def test_units_are_spelled_like_the_text() -> None:
    story = replace(
        _story("He has 12 metres and 15 metres.", ("12", Kind.NUMBER), ("15", Kind.NUMBER)), units=("metres",)
    )
    made = in_currency(story, "dollars")
    assert made is not None
    assert made.units == ("meters",)
    assert in_currency(replace(story, spelling="british"), "dollars") is None


def test_times_on_dollar_sheets_are_not_after_12_without_pm() -> None:
    story = _story("It runs from 14:12 for 15 minutes.", ("15", Kind.NUMBER))
    assert in_currency(story, "dollars") is None
    assert in_currency(story, "euros") == story


def test_most_stories_get_new_numbers() -> None:
    some = Random(1).sample(practice_stories(), 200)
    assert sum(with_new_numbers(story, Random(1)) != story for story in some) >= 100


@pytest.mark.parametrize(
    "text",
    [
        "A spider has 8 legs, and 6 legs are wet. How many are dry?",
        "In room 14, on page 12, there is a picture. How many?",
        "He sold 3 bags and kept 2. How many more?",
        "There are 12 months, and 100 days passed. How many?",
        "The pool is open from 6 to 21. How many hours is that?",
        "One carton holds 12 eggs, and every box contains 30 eggs. How many more?",
        "A football match has halves of 45 minutes and a break of 15 minutes. How long?",
        "A mile is 1,760 yards, and one cubic metre is 1,000 litres. How many?",
        "Swimming a mile (1,760 yards) takes 2 hours. How long?",
        "A volleyball court is 18 m long and 9 m wide. The net divides it into two equal squares. How far?",
    ],
)
def test_facts_labels_and_small_numbers_stay(text: str) -> None:
    import re

    story = _story(text, *((shown, Kind.NUMBER) for shown in re.findall(r"\d[\d,]*", text)))
    assert with_new_numbers(story, Random(1)) == story


def test_numbers_stay_where_rates_of_an_unknown_are_added() -> None:
    pipes = next(story for story in practice_stories() if story.id == "gv28-106")
    assert all(with_new_numbers(pipes, Random(seed)) == pipes for seed in range(5))


def test_a_number_that_is_not_needed_still_divides_what_it_divided() -> None:
    text = "Each of some tables got 8 of the 80 brushes. Later 14 brushes were lost. How many brushes are left?"
    made = Derivation((Mention(1), Mention(2)), (Step(Operation.SUBTRACT, 0, 1),), (2,))
    story = replace(_story(text, *((shown, Kind.NUMBER) for shown in ("8", "80", "14"))), derivation=made)
    changed = [with_new_numbers(story, Random(seed)) for seed in range(40)]
    assert any(one != story for one in changed)
    assert all(one.values[1] % one.values[0] == 0 for one in changed)


def test_the_numbers_of_a_date_stay() -> None:
    story = _story(
        "A shop gets 21 parcels, and 9 of them go out. What is left?", ("21", Kind.NUMBER), ("9", Kind.NUMBER)
    )
    assert any(with_new_numbers(story, Random(seed)) != story for seed in range(20))
    dated = replace(story, units=("date",))
    assert all(with_new_numbers(dated, Random(seed)) == dated for seed in range(20))


def test_an_article_before_a_number_stays_right() -> None:
    story = _story(
        "An 80 cm rope and a 35 cm rope lie there. How much longer?", ("80", Kind.NUMBER), ("35", Kind.NUMBER)
    )
    for seed in range(30):
        text = with_new_numbers(story, Random(seed)).text
        assert text.startswith(("An 8",))


def test_prices_and_per_cents_keep_their_character() -> None:
    story = _story("A cap costs $17.99 and a hat $24.50. How much more?", ("17.99", Kind.MONEY), ("24.50", Kind.MONEY))
    made = rewritten(story, [Fraction("15.99"), Fraction("22.50")])
    assert made is not None
    assert made.text == "A cap costs $15.99 and a hat $22.50. How much more?"
    assert written_like("1,250", Fraction(1300)) == "1,300"
    assert written_like("2.5", Fraction("3.5")) == "3.5"


def test_the_file_of_the_package_is_spread_small_and_read_back() -> None:
    found = practice_stories()
    assert 2_000 <= len(found) <= 4_000
    assert DATA.stat().st_size < 400_000
    assert practice_text(read_practice(DATA)) == gzip.decompress(DATA.read_bytes()).decode("utf-8")
    assert {story.grade for story in found} == set(GRADES)
    assert {story.topic for story in found} == {"", *table("practice")["topics"]}
    assert len({story.id for story in found}) == len(found)


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    damaged = tmp_path / "practice.jsonl.gz"
    for content in (b"no stories", DATA.read_bytes()[:-900]):
        damaged.write_bytes(content)
        with pytest.raises(DataError, match=r"practice\.jsonl\.gz cannot be read"):
            read_practice(damaged)
    write_practice(damaged, '{"id": "x"}\n')
    with pytest.raises(DataError, match=r"practice\.jsonl\.gz:1: this is not a problem"):
        read_practice(damaged)


@pytest.mark.slow
def test_the_command_makes_exactly_the_file_of_the_package() -> None:
    assert practice_text(choose(learnable(CORPUS), Reading.load(CORPUS))) == gzip.decompress(DATA.read_bytes()).decode(
        "utf-8"
    )
