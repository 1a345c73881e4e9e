"""Which stories practice sheets are made of, and the lowest grade of a calculation."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest

from arithmetree.corpus.practice import PracticeStory, practice_stories
from arithmetree.corpus.practice_choice import _asks_in_full, _graded, _mixes_money, _story, choose, unread
from arithmetree.corpus.practice_grade import grade_floor
from arithmetree.corpus.practice_reading import FIT, Reading
from arithmetree.corpus.record import Record, RecordQuantity
from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, Step, Unknown
from arithmetree.errors import DataError
from arithmetree.quantities import Kind
from arithmetree.worksheet.new_numbers import with_new_numbers

NUMBER, MONEY, PERCENT, TIME = Kind.NUMBER, Kind.MONEY, Kind.PERCENT, Kind.TIME


def _made(leaves: tuple[int | str, ...], *steps: tuple[str, int, int], answer: int | None = None) -> Derivation:
    """A calculation; numbers are places of quantities, and names are unknowns."""
    found: tuple[Leaf, ...] = tuple(Mention(one) if isinstance(one, int) else Unknown(one) for one in leaves)
    last = len(leaves) + len(steps) - 1
    made = tuple(Step(Operation(operation), left, right) for operation, left, right in steps)
    return Derivation(found, made, (last if answer is None else answer,))


def _numbers(text: str, *numbers: tuple[str, Kind, str]) -> tuple[RecordQuantity, ...]:
    return tuple(
        RecordQuantity(shown, text.index(shown), text.index(shown) + len(shown), Fraction(value), kind)
        for shown, kind, value in numbers
    )


def _record(text: str, first: str, second: str, *, kind: str | None, style: str | None, spare: str = "") -> Record:
    """A problem of grade 2 that takes the second number from the first."""
    shown = [first, second, *([spare] if spare else [])]
    return Record(
        id="x-1",
        text=text,
        quantities=_numbers(text, *((one, NUMBER, one) for one in shown)),
        expression=None,
        tree=None,
        answer=None,
        unit="hens",
        reason=None,
        irrelevant=(2,) if spare else (),
        rates=(),
        question=None,
        scenario="farm",
        phenomena=(),
        family=None,
        grade=2,
        steps=1,
        shape=None,
        answers=(Fraction(first) - Fraction(second),),
        units=("hens",),
        derivation=_made((0, 1), ("-", 0, 1)),
        kind=kind,
        style=style,
    )


def _words(record: Record) -> frozenset[str]:
    return frozenset(record.text.lower().replace(".", "").replace("?", "").replace(",", "").split())


PLAIN = "A farm has 15 hens. The farmer sells 6 hens. How many hens are left?"


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("worksheet", True),
        ("textbook", True),
        ("exam", True),
        ("chatty", False),
        ("literary", False),
        ("nonnative", False),
    ],
)
def test_only_plain_styles_are_used(style: str, kept: bool) -> None:
    record = _record(PLAIN, "15", "6", kind="number", style=style)
    assert (_story(record, _words(record)) is not None) == kept


def test_stories_without_a_style_have_no_spare_numbers() -> None:
    plain = _record(PLAIN, "15", "6", kind=None, style=None)
    assert _story(plain, _words(plain)) is not None
    text = "A farm has 15 hens in a house with 4 doors. The farmer sells 6 hens. How many hens are left?"
    spare = _record(text, "15", "6", kind=None, style=None, spare="4")
    assert _story(spare, _words(spare)) is None


def test_problems_of_the_first_grades_begin_with_a_plain_sentence() -> None:
    record = _record(
        "To the mill the cart had 15 km to go. It did 6 km. How far is it now?", "15", "6", kind="number", style="exam"
    )
    assert _story(record, _words(record)) is None


@pytest.mark.parametrize(
    "text",
    [
        "On the farm were 15 hens. The farmer sold 6 hens. How many hens were left?",
        "A farm has 15 hens. The farmer sells 6 hens. How many hens does he have in all?",
        "A farm has 15 hens. At 9 o'clock the farmer sells 6 hens. How many hens are left?",
        "A farm had 15 hens. By evening all but 6 were sold. How many hens were sold?",
        "A farm has 15 hens. The farmer sells 6 hens. How many hens has he now?",
        "A farm has 15 hens, or 15 birds, and sells 6 hens. How many hens are left?",
    ],
)
def test_hard_and_misleading_wordings_are_not_for_the_first_grades(text: str) -> None:
    record = _record(text, "15", "6", kind=None, style=None)
    assert _story(record, _words(record)) is None


def test_a_problem_for_the_first_grades_has_one_spare_number_at_most() -> None:
    text = "A farm has 15 hens, {}and the farmer sells 6 hens. How many hens are left?"
    for spare, kept in (("8 ducks ", True), ("8 ducks, 9 geese ", False)):
        record = _record(text.format(spare), "15", "6", kind="distractor", style="worksheet", spare="8")
        if "9" in spare:
            more = _numbers(record.text, ("9", NUMBER, "9"))
            record = replace(record, quantities=(*record.quantities, *more), irrelevant=(2, 3))
        assert (_story(record, _words(record)) is not None) == kept


def test_prices_are_written_in_one_way() -> None:
    text = "Sewing costs 15 dollars. A cap costs $6. How much more does the sewing cost?"
    mixed = _numbers(text, ("15", MONEY, "15"), ("6", MONEY, "6"))
    record = _record(text, "15", "6", kind="money", style="exam")
    assert _mixes_money(replace(record, quantities=mixed))
    each = "Sewing costs $15 the coat, and Ann has $6. How much more does she need?"
    prices = _numbers(each, ("15", MONEY, "15"), ("6", MONEY, "6"))
    assert _mixes_money(replace(record, text=each, quantities=prices))
    assert not _mixes_money(replace(record, text=each.replace(" the coat", ""), quantities=prices[:1]))


@pytest.mark.parametrize(
    "question",
    [
        "How many eggs are left?",
        "How many frogs stayed in the pond?",
        "If she sells 3 more, how many does she have?",
        "a) What is the price of a cap? b) How much does a scarf cost?",
        "Find the length of the fence.",
    ],
)
def test_whole_questions_and_requests_are_kept(question: str) -> None:
    assert _asks_in_full(f"A farm has 12 hens. {question}")


@pytest.mark.parametrize(
    "question",
    [
        "Length of 4 kg of wire?",
        "Bags from 20 kg?",
        "How many hens?",
        "a) How many hens are there? b) How many on Sunday?",
        "From the 30 euros set aside, what is over?",
    ],
)
def test_questions_without_a_verb_or_turned_around_are_dropped(question: str) -> None:
    assert not _asks_in_full(f"A farm has 12 hens. {question}")


@pytest.mark.parametrize(
    "question",
    [
        "How far from the harbour does that happen?",
        "How many minutes pass until this happens?",
        "How many pages has each printed by then?",
        "How far apart are they at that moment?",
    ],
)
def test_questions_about_an_event_that_nothing_names_are_dropped(question: str) -> None:
    assert not _asks_in_full(f"A boat leaves at 9:00 and a ferry leaves at 10:00. {question}")


@pytest.mark.parametrize(
    ("made", "numbers", "floor"),
    [
        # x + y = 30; x - y = 4
        (_made((0, 1, "x", "y"), ("+", 2, 3), ("-", 2, 3), ("=", 4, 0), ("=", 5, 1), answer=2), "30 4", 7),
        # x * 3 = x + 10
        (_made((0, 1, "x"), ("*", 2, 0), ("+", 2, 1), ("=", 3, 4), answer=2), "3 10", 7),
        # x * 3 = 12
        (_made((0, 1, "x"), ("*", 2, 0), ("=", 3, 1), answer=2), "3 12", 6),
        (_made((0, 1), ("-", 0, 1)), "4 9", 6),
        (_made((0, 1), ("/", 0, 1)), "9 2", 5),
        (_made((0, 1, 2), ("/", 0, 1), ("*", 3, 2)), "15 10 4", 5),
        (_made((0, 1), ("/", 0, 1)), "96 16", 5),
        (_made((0, 1), ("/", 0, 1)), "96 12", 4),
        (_made((0, 1), ("/", 0, 1)), "120 6", 4),
        (_made((0, 1), ("/", 0, 1)), "56 7", 3),
        (_made((0, 1), ("/", 0, 1)), "30 5", 2),
        (_made((0, 1), ("/", 0, 1)), "60 1.5", 6),
        (_made((0, 1), ("*", 0, 1)), "24 7", 3),
        (_made((0, 1), ("*", 0, 1)), "24 15", 4),
        (_made((0, 1), ("*", 0, 1)), "124 15", 5),
        (_made((0, 1), ("*", 0, 1)), "2 26", 2),
        (_made((0, 1), ("*", 0, 1)), "8 7", 3),
        (_made((0, 1), ("*", 0, 1)), "2.5 1.5", 6),
        (_made((0, 1), ("lcm", 0, 1)), "4 6", 5),
        (_made((0, 1), ("+", 0, 1), ("+", 2, 1), ("+", 3, 1), ("+", 4, 1), ("+", 5, 1)), "2 3", 5),
        (_made((0, 1), ("*", 0, 1)), "60 20", 4),
        (_made((0, 1), ("+", 0, 1)), "60 50", 3),
        (_made((0, 1), ("+", 0, 1)), "6 5", 1),
    ],
)
def test_the_calculation_has_a_lowest_grade(made: Derivation, numbers: str, floor: int) -> None:
    quantities = _numbers(numbers, *((one, NUMBER, one) for one in numbers.split()))
    assert grade_floor(made, quantities, ["things"]) == floor


def test_easy_per_cents_begin_in_grade_5_and_dividing_by_them_in_grade_7() -> None:
    quantities = _numbers("20% of 60", ("20", PERCENT, "1/5"), ("60", NUMBER, "60"))
    assert grade_floor(_made((0, 1), ("*", 0, 1)), quantities, ["pupils"]) == 5
    assert grade_floor(_made((0, 1), ("/", 1, 0)), quantities, ["pupils"]) == 7
    odd = _numbers("15% of 60", ("15", PERCENT, "3/20"), ("60", NUMBER, "60"))
    assert grade_floor(_made((0, 1), ("*", 0, 1)), odd, ["pupils"]) == 6
    plain = _numbers("9 and 3", ("9", NUMBER, "9"), ("3", NUMBER, "3"))
    assert grade_floor(_made((0, 1), ("/", 0, 1)), plain, ["percent"]) == 6


def test_a_known_number_of_two_digits_makes_a_long_product() -> None:
    days = Derivation((Mention(0), Constant(Fraction(31), "days in May")), (Step(Operation.MULTIPLY, 0, 1),), (2,))
    assert grade_floor(days, _numbers("15 a day", ("15", NUMBER, "15")), ["seconds"]) == 4
    assert grade_floor(days, _numbers("5 a day", ("5", NUMBER, "5")), ["seconds"]) == 3


def test_prices_may_have_cents_and_times_are_no_large_numbers() -> None:
    prices = _numbers("$9 for 2", ("9", MONEY, "9"), ("2", NUMBER, "2"))
    assert grade_floor(_made((0, 1), ("/", 0, 1)), prices, ["dollars"]) == 3
    times = _numbers("17:00 and 15", ("17:00", TIME, "1020"), ("15", NUMBER, "15"))
    assert grade_floor(_made((0, 1), ("+", 0, 1)), times, ["time"]) == 1


def test_the_grade_is_the_larger_of_the_writers_and_the_lowest() -> None:
    assert (
        _graded(_record("There are 150 hens and 60 leave. How many stay?", "150", "60", kind=None, style=None)).grade
        == 3
    )
    two_digits = "A farm has 45 hens. The farmer sells 16 hens. How many hens are left?"
    assert _graded(_record(two_digits, "45", "16", kind=None, style=None)).grade == 2
    assert _graded(_record(PLAIN, "15", "6", kind="average", style="worksheet")).grade == 5
    assert _graded(_record(f"{PLAIN} The ratio is 2 : 1.", "15", "6", kind="ratio", style="worksheet")).grade == 5
    assert _graded(_record(PLAIN, "15", "6", kind="ratio", style="worksheet")).grade == 4
    assert all(one.grade >= grade_floor(one.derivation, one.quantities, one.units) for one in practice_stories())


def test_a_single_sum_within_20_is_for_grade_1() -> None:
    assert _graded(_record(PLAIN, "15", "6", kind=None, style=None)).grade == 1
    spare = "A farm has 15 hens. The farmer sells 6 hens and feeds 3 cows. How many hens are left?"
    assert _graded(_record(spare, "15", "6", kind=None, style=None, spare="3")).grade == 2


def test_a_comparison_that_points_to_the_other_operation_is_not_for_grade_1() -> None:
    text = "A farm has 15 hens, which is 6 more than another farm. How many hens does the other farm have?"
    assert _graded(_record(text, "15", "6", kind=None, style=None)).grade == 2
    assert _graded(replace(_record(text, "15", "6", kind=None, style=None), grade=1)).grade == 2


def _reading(folder: Path, text: str) -> Reading:
    (folder / "practice_reading.txt").write_text(text, encoding="utf-8")
    return Reading.load(folder)


def test_only_stories_that_a_reader_found_fit_are_used(tmp_path: Path) -> None:
    reading = _reading(tmp_path, f"# remark: any\n{FIT}:\nx-1 y-1\n\nodd:\nx-2\n")
    assert reading.fit == {"x-1", "y-1"}
    assert reading.seen == {"x-1", "y-1", "x-2"}
    # A word is known only if it occurs in many stories.
    plain = _record(PLAIN, "15", "6", kind=None, style=None)
    records = [replace(plain, id=f"x-{number}", family=f"x-{number}") for number in range(1, 21)]
    assert [story.id for story in choose(records, reading)] == ["x-1"]
    assert {story.id for story in unread(records, reading)} == {f"x-{number}" for number in range(3, 21)}


@pytest.mark.parametrize(
    ("text", "message"),
    [("x-1\n", "before any verdict"), ("fit:\nx-1\nodd:\nx-1\n", "x-1 has two verdicts")],
)
def test_a_damaged_reading_is_refused(text: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=message):
        _reading(tmp_path, text)
    with pytest.raises(DataError, match="cannot be read"):
        Reading.load(tmp_path / "nowhere")


def test_numbers_stay_where_a_time_that_is_not_needed_may_follow_from_them() -> None:
    text = "A show takes 47 minutes and the pause 18 minutes. {}How many minutes longer is the show?"
    for last, changes in (("", True), ("The last show starts at 22:00. ", False)):
        full = text.format(last)
        times = [("22:00", TIME, "1320")] if last else []
        numbers = _numbers(full, ("47", NUMBER, "47"), ("18", NUMBER, "18"), *times)
        made = _made((0, 1), ("-", 0, 1))
        story = PracticeStory("x", full, numbers, made, ("minutes",), "clock", 3, "", "", "")
        assert any(with_new_numbers(story, Random(seed)) != story for seed in range(10)) == changes


def test_new_numbers_give_no_results_above_those_of_the_grade() -> None:
    text = "There are 11 hens and 8 ducks. How many birds are there?"
    numbers = _numbers(text, ("11", NUMBER, "11"), ("8", NUMBER, "8"))
    story = PracticeStory("x", text, numbers, _made((0, 1), ("+", 0, 1)), ("birds",), "basics", 1, "", "", "")
    assert all(sum(with_new_numbers(story, Random(seed)).values) <= 20 for seed in range(40))
