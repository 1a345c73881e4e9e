"""Times of day on both sides of midnight."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from tokenizers import Tokenizer

from arithmetree import Solver
from arithmetree.derivations import FoundAnswer, Mention, leaf_names, parse, to_infix, work_out
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps.leaves import mentioned, reading_of
from arithmetree.steps.over_midnight import with_next_day


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load("full")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("A train leaves at 22:40 and arrives at 01:15. How long is the journey?", "2 h 35 min"),
        ("The shift began at 9:15 pm and ended at 5:45 am. How long was the shift?", "8 h 30 min"),
        ("From 10:15 pm to 6:45 am, how many hours are that?", "8 1/2 hours"),
        ("A train leaves at 10:40 and arrives at 12:15. How long is the journey?", "1 h 35 min"),
        ("A shop is open from 9:30 to 18:00. Ann arrives at 16:25. How many minutes can she stay?", "95 minutes"),
        (
            "Her shift ends at 12:30 pm. Her break is from 8:10 am to 8:40 am. How many minutes are after it?",
            "230 minutes",
        ),
        ("The ferry docks at 17:50. It left at 15:20. How long was the crossing?", "2 h 30 min"),
    ],
)
def test_what_ends_the_next_morning_is_counted_over_midnight(text: str, answer: str, solver: Solver) -> None:
    assert solver.solve(text, precision=0).answer_text == answer


NIGHT = "The shop opened at 20:00 and closed at 02:30. They sold 90 buns each hour. How many buns did they sell?"


def _next_day(text: str, *found: tuple[float, str]) -> Sequence[FoundAnswer]:
    """The answers over the mentions a, b and c, from 20:00 (1200) on, as they are after the rule."""
    tokenizer = Tokenizer.from_file(str(SHIPPED / "full" / "tokenizer.json"))
    reading = reading_of(mentioned(read(text, load_parser())), tokenizer)
    names = {name: Mention(place) for place, name in enumerate("abc")}
    before = []
    for low, written in found:
        made = parse(written, names)
        worked = work_out(made, reading.values)
        values = tuple(worked.number(answer) or Fraction(0) for answer in made.answers)
        before.append(FoundAnswer(made, values, 0.0, low, low + 0.01))
    return with_next_day(before, reading)


@pytest.mark.parametrize(
    ("made", "changed", "value"),
    [
        ("a - b", "b + 1440 - a", 390),
        ("(a - b) / 60 * c", "(b + 1440 - a) / 60 * c", 585),
        ("c * ((a - b) / 60)", "c * ((b + 1440 - a) / 60)", 585),
        ("c * 2 - (a - b)", "c * 2 - (b + 1440 - a)", -210),
    ],
)
def test_the_difference_is_counted_on_wherever_it_is_in_the_calculation(made: str, changed: str, value: int) -> None:
    (only,) = _next_day(NIGHT, (0.8, made))
    assert to_infix(only.derivation, leaf_names(["a", "b", "c"])) == changed
    assert only.values == (value,)
    assert (only.low, only.high) == (0.8, 0.81)


def test_an_answer_that_was_already_counted_on_gives_its_share() -> None:
    first, second = _next_day(NIGHT, (0.6, "a - b"), (0.25, "b + 1440 - a"), (0.1, "c"))
    assert (first.values, first.low, first.high) == ((390,), pytest.approx(0.85), pytest.approx(0.85))
    assert (second.values, second.low) == ((90,), 0.1)


@pytest.mark.parametrize("made", ["b - a", "a - c", "a + b", "a - 150", "a", "c - b"])
def test_other_calculations_stay_as_they_are(made: str) -> None:
    (only,) = _next_day(NIGHT, (0.8, made))
    assert only.derivation == parse(made, {name: Mention(place) for place, name in enumerate("abc")})
    assert list(_next_day(NIGHT)) == []


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("The shop opened at 12:00 and closed at 02:30. How long was it open?", 870),
        ("The shop opened at 8 pm and closed at 12:00 pm. How long was it open?", -480),
        ("The shop opened at 11:59 and closed at 02:30. How long was it open?", -569),
        ("The shop opened at 20:00, had a delivery at 21:00 and closed at 02:30. How long was it open?", 60),
        ("A clock shows 20:00 and another 02:30. By how much are they apart?", -1050),
    ],
)
def test_only_an_end_before_noon_of_what_began_after_it_is_on_the_next_day(text: str, minutes: int) -> None:
    (only,) = _next_day(text, (0.8, "a - b"))
    assert abs(only.values[0]) == abs(minutes)
