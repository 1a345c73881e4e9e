"""Answers of other programs: agrees, differs or cannot_tell. The solution is set, so that no test needs the model."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from arithmetree.checking import SURE_TO_DIFFER, Agreement, verify, verify_solution
from arithmetree.checking.pupil_work import read_work
from arithmetree.cli import app
from arithmetree.derivations import from_tree, parse
from arithmetree.errors import TextError
from arithmetree.expressions import Leaf, Node, Op
from arithmetree.solution import Alternative, Solution
from arithmetree.solver import solve

BOOKS = "Each of 8 shelves holds 9 books. How many books are there in all?"
PENS = "Mia buys 3 pens for $1.50 each. How much does she pay?"
MILES = "Lena ran 3 miles on Monday and 1/2 mile on Tuesday. How many miles did she run in all?"
FILM = "A film takes 50 minutes and a break 30 minutes. How many minutes is that in all?"
HOURS = "A walk takes 1 hour and a ride 1/3 hour. How many hours is that in all?"
ROOF = "A roof costs £1000 and a door £200. How many pounds do they cost together?"
OPS = {BOOKS: (Op.MUL, "books"), PENS: (Op.MUL, "dollars"), MILES: (Op.ADD, "miles"), FILM: (Op.ADD, "minutes")}
OPS |= {HOURS: (Op.ADD, "hours"), ROOF: (Op.ADD, "pounds")}


def solved(text: str, confidence: float = 0.97, alternatives: tuple[Alternative, ...] = ()) -> Solution:
    op, unit = OPS[text]
    tree = from_tree(Node(op, Leaf(0), Leaf(1)))
    facts = {"status": "solved", "reason": None, "message": None, "calculation": tree, "named": unit}
    return replace(solve(text), **facts, confidence=confidence, alternatives=alternatives)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (BOOKS, "72"),
        (BOOKS, "72 books"),
        (BOOKS, "The answer is 72."),
        (BOOKS, "8 * 9 = 72"),
        (BOOKS, "8 × 9"),
        (BOOKS, "seventy-two"),
        (PENS, "$4.50"),
        (PENS, "4.5"),
        (PENS, "450 cents"),
        (PENS, "9/2"),
        (MILES, "7/2"),
        (MILES, "3.5"),
        (MILES, "3 1/2"),
        (MILES, "3½ miles"),
        (FILM, "80"),
        (FILM, "1 h 20 min"),
        (FILM, "1 hour and 20 minutes"),
        (FILM, "4800 seconds"),
        (HOURS, "1 h 20 min"),
        (HOURS, "80 minutes"),
        (HOURS, "1.33"),
        (ROOF, "£1,200"),
        (ROOF, "1200"),
        (ROOF, "£1,200.00"),
    ],
)
def test_the_same_amount_agrees_however_it_is_written(text: str, answer: str) -> None:
    assert verify_solution(solved(text), answer).verdict is Agreement.AGREES


@pytest.mark.parametrize(
    ("text", "answer", "given"),
    [
        (BOOKS, "17", "17"),
        (BOOKS, "8 + 9 = 17", "17"),
        (PENS, "$4.40", "22/5"),
        (FILM, "1 h 30 min", "90"),
        (HOURS, "1 h 30 min", "90"),
        (HOURS, "1.34", "67/50"),
        (ROOF, "£120", "120"),
    ],
)
def test_another_amount_differs_where_we_are_sure(text: str, answer: str, given: str) -> None:
    found = verify_solution(solved(text), answer)
    assert (found.verdict, found.given, found.reason) == (Agreement.DIFFERS, given, None)


@pytest.mark.parametrize(
    ("confidence", "verdict"), [(SURE_TO_DIFFER, "differs"), (SURE_TO_DIFFER - 0.01, "cannot_tell")]
)
def test_it_takes_the_stated_confidence_to_differ(confidence: float, verdict: str) -> None:
    found = verify_solution(solved(BOOKS, confidence), "17")
    assert found.verdict == verdict
    assert (found.reason is None) == (verdict == "differs")
    assert verify_solution(solved(BOOKS, confidence), "72").verdict == "agrees"


@pytest.mark.parametrize("answer", ["", "no idea", "7 or 8", "72 and 80", "1 / 0", "(8 * 9"])
def test_an_answer_that_cannot_be_read_is_none_that_differs(answer: str) -> None:
    found = verify_solution(solved(BOOKS), answer)
    assert found.verdict is Agreement.CANNOT_TELL
    assert found.reason
    assert found.given is None


def test_the_number_of_something_else_is_left_open() -> None:
    found = verify_solution(solved(BOOKS), "72 shelves")
    assert found.verdict is Agreement.CANNOT_TELL
    assert "books" in str(found.reason)
    assert verify_solution(solved(ROOF), "$1,200").verdict is Agreement.CANNOT_TELL


def test_another_likely_reading_is_left_open() -> None:
    rival = Alternative("17", "8 + 9", 0.3, parse("8 + 9"))
    assert verify_solution(solved(BOOKS, alternatives=(rival,)), "17").verdict is Agreement.CANNOT_TELL
    assert verify_solution(solved(BOOKS, alternatives=(rival,)), "18").verdict is Agreement.DIFFERS


def test_an_abstention_is_cannot_tell_and_gives_no_answer_of_ours() -> None:
    found = verify("Lena has 4 dogs and 3 cats.", "7")
    assert found.verdict is Agreement.CANNOT_TELL
    assert found.to_dict()["answer"] is None
    assert found.to_dict()["given"] == "7"


def test_what_is_no_text_raises() -> None:
    with pytest.raises(TextError):
        verify(BOOKS, 72)  # type: ignore[arg-type]


def test_the_command_prints_the_verdict_and_our_answer() -> None:
    result = CliRunner().invoke(app, ["verify", BOOKS, "72 books"])
    assert result.exit_code == 0
    assert result.stdout.splitlines()[0] == "agrees"
    assert "72 books = 8 * 9" in result.stdout
    found = json.loads(CliRunner().invoke(app, ["verify", BOOKS, "17", "--json"]).stdout)
    assert set(found) == {"verdict", "reason", "given", "answer", "answer_text", "expression", "confidence"}
    assert found["verdict"] in ("differs", "cannot_tell")
    assert found["answer"] == "72"
    assert CliRunner().invoke(app, ["verify", BOOKS]).exit_code == 2
    broken = CliRunner().invoke(app, ["verify", BOOKS, "7", "--json", "--model", "no-such-folder"])
    assert broken.exit_code == 2
    assert json.loads(broken.stdout)["status"] == "error"


@given(
    st.integers(0, 10**6),
    st.integers(0, 10**6),
    st.sampled_from(["h {} min", " hours and {} minutes", "hrs, {} mins", " hours {} minutes in all."]),
)
def test_an_amount_in_two_units_is_one_number(hours: int, minutes: int, form: str) -> None:
    assert read_work(f"{hours}{form.format(minutes)}").number == 60 * hours + minutes


@given(st.text(max_size=60))
def test_no_answer_makes_it_fail(answer: str) -> None:
    assert verify_solution(solved(BOOKS), answer).verdict in Agreement


def test_all_answers_of_several_questions_are_compared() -> None:
    one, other = solved(BOOKS), solved(FILM)
    both = replace(other, parts=(one, other))
    assert verify_solution(both, "72 and 80").verdict is Agreement.AGREES
    assert verify_solution(both, "a) 72 books b) 1 h 20 min").verdict is Agreement.AGREES
    assert verify_solution(both, "72 and 81").verdict is Agreement.DIFFERS
    assert verify_solution(both, "72").verdict is Agreement.CANNOT_TELL
    assert verify_solution(both, "80").verdict is Agreement.CANNOT_TELL
    assert verify_solution(both, "5").verdict is Agreement.DIFFERS
