"""Checks with the teacher's own answer: the key decides, whatever the solver found."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from arithmetree.checking import Kind, Verdict, check, check_class, parse_table
from arithmetree.cli import app
from arithmetree.errors import DataError
from arithmetree.solver import Solver

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
COAT = "A coat costs £80. The price is reduced by 25%. What does the coat cost now?"
PENS = "Mia buys 3 pens for $1.50 each. How much does she pay?"
TILES = "Lena packs 3 boxes of green tiles and 5 boxes of blue tiles. Each box holds 9 tiles. How many tiles is that?"


def verdict(problem: str, answer: str, key: str) -> Verdict:
    return check(problem, answer, key=key)


@pytest.mark.parametrize(
    ("problem", "key", "answer", "kind", "correct"),
    [
        # The key and the solver agree: mistakes are named as without a key.
        (APPLES, "7", "7 apples", Kind.RIGHT, True),
        (APPLES, "12 - 5", "12 + 5 = 17", Kind.WRONG_OPERATION, False),
        (TILES, "72 tiles", "3 * 9 + 5 * 9 = 72", Kind.EQUIVALENT, True),
        (TILES, "3 * 9 + 5 * 9", "3 * 9 + 5 * 9 = 72", Kind.RIGHT, True),
        # The key is another number than the solver's.
        (APPLES, "60", "60", Kind.RIGHT, True),
        (APPLES, "60", "12 * 5 = 60", Kind.RIGHT, True),
        (APPLES, "1000", "1000", Kind.RIGHT, True),
        (APPLES, "1000", "7", Kind.WRONG, False),
        (COAT, "£60", "£60", Kind.RIGHT, True),
        (COAT, "£60", "£20", Kind.FORGOT_STEP, False),
        (COAT, "£60", "80 - 20 = 60", Kind.RIGHT, True),
        # The key is a calculation.
        (COAT, "80 - 80 * 25%", "60", Kind.RIGHT, True),
        (COAT, "80 - 80 * 25%", "80 * 75% = 60", Kind.RIGHT, True),
        (COAT, "80 - 80 * 25% = 60", "80 * 25% = 20", Kind.WRONG, False),
        (APPLES, "12 + 5", "12 - 5 = 7", Kind.WRONG_OPERATION, False),
        (APPLES, "12 + 5", "5 + 12 = 17", Kind.RIGHT, True),
    ],
)
def test_the_key_decides(problem: str, key: str, answer: str, kind: Kind, correct: bool) -> None:
    found = verdict(problem, answer, key)
    assert (found.kind, found.correct) == (kind, correct)


def test_a_key_decides_where_the_solver_abstains() -> None:
    text = "Lena has 4 dogs and 3 cats."
    assert check(text, "7").kind is Kind.NOT_SURE
    assert verdict(text, "7", "7").kind is Kind.RIGHT
    assert verdict(text, "12", "7").correct is False


def test_the_unit_of_the_key_is_the_one_to_give() -> None:
    assert verdict(COAT, "60 dollars", "£60").kind is Kind.WRONG_UNIT
    assert verdict(COAT, "6000p", "£60").kind is Kind.RIGHT


MAPS = "A parcel of maps weighs 3 kg 450 g. Its box weighs 380 g. What do the maps weigh, in grams?"
BOAT = "A boat leaves at 8:25. It needs 40 minutes. When does it arrive?"
MOAT = "26 people fill 7 bags each, and 19 others fill 8 bags each. How many bags does each group fill?"


@pytest.mark.parametrize(
    ("problem", "key", "answer", "kind"),
    [
        # The unit that the question asks for holds for a key without one.
        (MAPS, "3070", "3.07 kg", Kind.RIGHT),
        (MAPS, "3070", "3 kg 70 g", Kind.RIGHT),
        (MAPS, "3070", "3070 kg", Kind.WRONG_UNIT),
        (MAPS, "3.07 kg", "3070 g", Kind.RIGHT),
        (COAT, "60", "60 dollars", Kind.WRONG_UNIT),
        (COAT, "60", "6000p", Kind.RIGHT),
        (
            "A drum holds 1.2 km of cable. A metre of it weighs 640 grams. Calculate its weight in kilograms.",
            "768",
            "0.768 kg",
            Kind.NOT_SURE,
        ),
        # The words of the key are as good as those of the text.
        (APPLES, "7 fruits", "7 fruits", Kind.RIGHT),
        # A key that is a number says nothing about the way.
        (APPLES, "60", "5 * 6 * 2 = 60", Kind.RIGHT),
        (PENS, "$4.50", "3 + 1.50 = 4.50", Kind.RIGHT),
        # A result and then the answer with its unit are one number said twice.
        ("Ann has 250 stamps and Ben has 120. How many do they have?", "370", "250 + 120 = 370 370 stamps", Kind.RIGHT),
        # Times, per cents, fractions.
        (BOAT, "9:05", "9.05 am", Kind.RIGHT),
        (BOAT, "9:05 am", "9:05 pm", Kind.WRONG),
        (BOAT, "21:05", "9:05 pm", Kind.RIGHT),
        (APPLES, "43.75%", "43.75", Kind.RIGHT),
        (APPLES, "43.75%", "43.75 %", Kind.RIGHT),
        (APPLES, "3.33", "3 1/3", Kind.RIGHT),
        (APPLES, "1.32", "1.321", Kind.WRONG),
        # Several answers.
        (MOAT, "182 and 152", "a) 182 b) 152", Kind.RIGHT),
        (MOAT, "182 and 152", "182, 150", Kind.WRONG),
        (MOAT, "a) 182 b) 152", "182", Kind.NOT_SURE),
    ],
)
def test_the_key_decides_in_whatever_form_it_is_written(problem: str, key: str, answer: str, kind: Kind) -> None:
    assert verdict(problem, answer, key).kind is kind


@pytest.mark.parametrize("key", ["", "none", "7 or 8", "12 - 5 = 8", "12 / 0", "(12 - 5"])
def test_a_key_that_cannot_be_used_is_refused(key: str) -> None:
    with pytest.raises(DataError, match="key"):
        check(APPLES, "7", key=key)


def test_the_hint_does_not_give_the_key_away() -> None:
    assert "60" not in verdict(COAT, "£20", "£60").hint
    assert "1000" not in verdict(APPLES, "100", "1000").hint


def test_the_teacher_sees_the_key_beside_what_the_solver_found() -> None:
    found = verdict(APPLES, "17", "17")
    assert found.for_teacher.startswith("The key says 17. Calculated 12 - 5 = 7 apples")
    shown = found.to_dict(teacher=True)["teacher"]
    assert (shown["key"], shown["key_agrees"], shown["answer"]) == ("17", False, "7")
    assert verdict(APPLES, "17", "7").key_agrees is True
    assert "key" not in json.dumps(found.to_dict())


def test_a_column_of_keys_decides_line_by_line() -> None:
    table = parse_table(f"problem,answer,key\n{APPLES},17,17\n{APPLES},17,\n{APPLES},7,none at all\n")
    whole = check_class(table, Solver.load())
    checked = whole.checked
    assert [entry.verdict and entry.verdict.kind for entry in checked] == [Kind.RIGHT, Kind.WRONG_OPERATION, None]
    assert "The key cannot be read" in str(checked[2].error)
    assert whole.to_csv().splitlines()[0].startswith("problem,answer,key,verdict")


def test_the_command_takes_a_key() -> None:
    result = CliRunner().invoke(app, ["check", APPLES, "17", "--key", "17", "--json"])
    assert json.loads(result.stdout)["verdict"] == "right"
    assert CliRunner().invoke(app, ["check", APPLES, "17", "--key", "?"]).exit_code == 2
    with_table = CliRunner().invoke(app, ["check", "--csv", "class.csv", "--key", "17"])
    assert with_table.exit_code == 2
    assert "column with your own answers" in with_table.stderr
