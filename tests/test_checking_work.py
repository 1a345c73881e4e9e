"""Reading what a pupil wrote."""

from fractions import Fraction

import pytest

from arithmetree.checking.pupil_work import UnreadableError, read_work
from arithmetree.expressions import evaluate


@pytest.mark.parametrize(
    ("text", "number", "words"),
    [
        ("72", "72", ()),
        ("72 books", "72", ("books",)),
        ("3 1/2", "7/2", ()),
        ("3½ miles", "7/2", ("miles",)),
        ("$4.50", "9/2", ()),
        ("-7", "-7", ()),
        ("1,250", "1250", ()),
        ("The answer is 7 red apples.", "7", ("red", "apples")),
        ("= 7", "7", ()),
        ("15,90", "159/10", ()),
        ("12 500", "12500", ()),
        ("24 m²", "24", ("square", "m")),
        ("24 m2", "24", ("square", "m")),
        ("24 sq. m", "24", ("square", "m")),
        ("36 km/h", "36", ("km", "per", "h")),
        ("150 cm = 1.5 m", "3/2", ("m",)),
        ("There are 7 apples, all of them red.", "7", ("apples",)),
        ("7 (seven)", "7", ()),
        ("28 (28 percent)", "7/25", ("percent",)),
        ("7, I have 7 apples", "7", ("apples",)),
        ("an hour and a half", "3/2", ("hour",)),
        ("2 metres and a half", "5/2", ("metres",)),
        ("twenty-five", "25", ()),
    ],
)
def test_a_number(text: str, number: str, words: tuple[str, ...]) -> None:
    work = read_work(text)
    assert (work.number, work.words, work.steps) == (Fraction(number), words, ())


def test_the_sign_of_money_is_its_unit() -> None:
    assert read_work("$4.50").currency == "dollar"
    assert read_work("4.50 euros").currency == "euro"
    assert read_work("$12 - $5 = $7").currency == "dollar"


@pytest.mark.parametrize(
    ("text", "value", "result"),
    [
        ("12 - 5", "7", None),
        ("12-5=7", "7", "7"),
        ("12 - 5 = ", "7", None),
        ("(3 + 5) × 9 = 72", "72", "72"),
        ("3 x 4", "12", None),
        ("12 ÷ 4 is 3", "3", "3"),
        ("12:4=3", "3", "3"),
        ("12 divided by 4", "3", None),
        ("12 take away 5 makes 8", "7", "8"),
        ("3 1/2 + 2", "11/2", None),
        ("12 apples - 5 apples = 7 apples", "7", "7"),
        ("$10 – $2.50", "15/2", None),
        ("80 * 25%", "20", None),
        ("5 - 12 = -7", "-7", "-7"),
        ("apples = 12 - 5", "7", None),
        ("-7/2", "-7/2", None),
        ("12 + (-5) = 7", "7", "7"),
        ("4 x -3 = -12", "-12", "-12"),
        ("½ + ¼ = ¾", "3/4", "3/4"),
        ("100 + 50 = 150 cm = 1.5 m", "150", "150"),
        ("47 ÷ 5 = 9 r 2", "47/5", "47/5"),
        ("0.44 x 100 = 44%", "44", "44"),
        ("66 ÷ 150 = 44%", "11/25", "11/25"),
        ("47 ÷ 5 = 9 r 3", "47/5", "48/5"),
        ("4 = 3 1/2 + 1/2", "4", "4"),
        ("12 - 5 = 7 so Sam has 7 apples", "7", "7"),
        ("12 - 5 = 7, Sam has 7 apples.", "7", "7"),
        ("It is 7 because 12 - 5 = 7", "7", "7"),
        ("12 - 5 = 7 because he gave 5 away", "7", "7"),
        ("12 - 5 = 7 7 apples", "7", "7"),
        ("I did 12 - 5 and got 7", "7", "7"),
        ("12 apples minus 5 apples equals 7 apples", "7", "7"),
        ("twelve minus five is seven", "7", "7"),
    ],
)
def test_a_calculation(text: str, value: str, result: str | None) -> None:
    (step,) = read_work(text).steps
    assert evaluate(step.tree, step.operands) == Fraction(value)
    assert step.result == (None if result is None else Fraction(result))


@pytest.mark.parametrize(
    "text",
    [
        "3+5=8; 8*9=72",
        "3+5=8\n8*9=72",
        "3 + 5 = 8, then 8 * 9 = 72",
        "3+5=8, 8*9=72",
        "3 + 5 = 8 * 9 = 72",
        "3+5=8 8x9=72",
        "3 + 5 = 8 8 * 9 = 72",
        "3+5=8 children 8x9=72 trees",
        "3+5=8. 8x9=72.",
        "Step 1: 3+5=8 Step 2: 8x9=72",
        "1) 3+5=8 2) 8x9=72",
        "3 + 5 = 8 → 8 x 9 = 72",
    ],
)
def test_several_steps(text: str) -> None:
    work = read_work(text)
    assert [(evaluate(step.tree, step.operands), step.result) for step in work.steps] == [(8, 8), (72, 72)]
    assert work.number == 72


def test_the_number_after_the_steps_is_the_answer() -> None:
    work = read_work("I added.\n3+5=8\nAnswer: 72 trees")
    assert len(work.steps) == 1
    assert (work.number, work.words) == (72, ("trees",))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "no number"),
        ("   \n ;", "no number"),
        ("I do not know", "no number"),
        (") ÷ $", "no number"),
        ("7 8", "more than a single number"),
        ("7; 8", "more than a single number"),
        ("(3 + 5", "missing"),
        ("3 + * 5 + 1", "missing"),
        ("3 = 3 = 1 + 2 = 3", "equals sign"),
        ("3 ! 5 + 1", "not known"),
        ("\x003 + 4", "not known"),
        ("1 1/0 + 2", "divided by zero"),
        ("9" * 1001, "too long"),
        ("1+1;" * 21, "too many steps"),
    ],
)
def test_what_cannot_be_read_is_reported(text: str, reason: str) -> None:
    with pytest.raises(UnreadableError, match=reason):
        read_work(text)


@pytest.mark.parametrize(
    ("written", "number", "unit"),
    [
        ("1 h 20 min", 80, "minute"),
        ("50 min + 30 min = 1 h 20 min", 80, "minute"),
        ("It takes 1 hour, 20 minutes.", 80, "minute"),
        ("5 ft 3 in", 63, "inch"),
        ("£2 50p", 250, "penny"),
        ("2 pounds and 50 pence", 250, "penny"),
        ("2 pounds 8 ounces", 40, "ounce"),
        ("1 week 2 days 3 hours", 219, "hour"),
        ("15 pounds 90", 1590, "penny"),
        ("£15 and 90 pence", 1590, "penny"),
        ("1 hour 20", 80, "minute"),
        ("1h20", 80, "minute"),
        ("1h 20m", 80, "minute"),
        ("1m50", 150, "centimeter"),
        ("5 ft 3", 63, "inch"),
        ("2 lbs 3", 35, "ounce"),
    ],
)
def test_an_amount_in_several_units_is_one_number_in_the_smallest(written: str, number: int, unit: str) -> None:
    work = read_work(written)
    assert (work.number, work.words) == (number, (unit,))


@pytest.mark.parametrize(
    "written", ["20 minutes 1 hour", "3 hours 2 apples", "3 boys 2 girls", "£2 £3", "1 hour or 2 minutes"]
)
def test_numbers_of_different_things_stay_apart(written: str) -> None:
    with pytest.raises(UnreadableError):
        read_work(written)


@pytest.mark.parametrize(
    ("written", "whole", "rest"), [("6 r 2", 6, 2), ("6 R2 bags", 6, 2), ("36 remainder 0", 36, 0)]
)
def test_a_quotient_and_its_remainder(written: str, whole: int, rest: int) -> None:
    work = read_work(written)
    assert (work.number, work.remainder) == (whole, rest)


def test_a_remainder_needs_a_division() -> None:
    with pytest.raises(UnreadableError, match="remainder"):
        read_work("3 + 5 = 8 r 1")


@pytest.mark.parametrize(
    ("written", "minutes", "sure"),
    [
        ("17:05", 1025, True),
        ("5:05 pm", 1025, True),
        ("5.05pm", 1025, True),
        ("17.05", 1025, True),
        ("17h05", 1025, True),
        ("1705", 1025, True),
        ("at 5:05", 305, False),
        ("five past five", 305, False),
        ("quarter to two", 105, False),
        ("It ends at 1:45 p.m.", 825, True),
        ("8:25 + 40 min = 9:05", 545, False),
        ("at 5", 300, False),
    ],
)
def test_a_time_of_day_where_one_is_asked_for(written: str, minutes: int, sure: bool) -> None:
    work = read_work(written, asks_time=True)
    assert work.number == minutes
    assert work.time is not None
    assert work.time.sure is sure


@pytest.mark.parametrize("written", ["12:5", "12:05:00"])
def test_a_time_that_cannot_be_read_is_no_division(written: str) -> None:
    with pytest.raises(UnreadableError, match="time"):
        read_work(written, asks_time=True)


def test_a_colon_divides_where_no_time_is_asked_for() -> None:
    (step,) = read_work("24:12").steps
    assert evaluate(step.tree, step.operands) == 2
