"""Public sets of general problems: what is read, what is held out, and what counts as right."""

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.errors import DataError
from arithmetree.evaluation.general_sets import GENERAL_SETS, all_right, held_out, run_general

EASY = "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
OPEN = "Mara had some crayons. She gave some to Jonas. How many crayons does Mara have left?"


def test_a_tenth_is_held_out_and_always_the_same() -> None:
    texts = [f"{number} birds sit in a tree." for number in range(2_000)]
    kept = [held_out(text) for text in texts]
    assert 0.07 < sum(kept) / len(kept) < 0.13
    assert kept == [held_out(text) for text in texts]


def test_only_the_held_out_problems_of_gsm8k_are_measured(tmp_path: Path) -> None:
    (tmp_path / "gsm8k").mkdir()
    rows = [
        {"question": f"{n} birds and 2 more. How many?", "answer": f"<<{n}+2={n + 2}>> #### {n + 2}"} for n in range(50)
    ]
    (tmp_path / "gsm8k" / "train.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    found = list(GENERAL_SETS["gsm8k"](tmp_path))
    assert [one.text for one in found] == [row["question"] for row in rows if held_out(row["question"])]
    assert {one.steps for one in found} == {1}


def test_refusals_are_counted_over_odd_ids(tmp_path: Path) -> None:
    (tmp_path / "umwp").mkdir()
    rows = [
        {"id": 1, "question": EASY, "answer": [15.0], "answerable": True},
        {"id": 2, "question": EASY, "answer": [99.0], "answerable": True},
        {"id": 3, "question": OPEN, "answer": None, "answerable": False},
    ]
    (tmp_path / "umwp" / "questions.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    result = run_general("umwp", tmp_path)
    assert set(result["predictions"]) == {"1", "3"}
    assert (result["accuracy"], result["unanswerable_refused"], result["solvable_refused"]) == (100.0, 100.0, 0.0)
    assert result["refusal_f1"] == 100.0
    assert "text" not in result["predictions"]["1"]


def test_a_missing_set_is_said_plainly(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="alg514 cannot be read"):
        run_general("alg514", tmp_path)


@pytest.mark.parametrize(
    ("found", "answers", "right"),
    [
        ([[7]], [7], True),
        ([[7]], [5, 7], True),  # one value is asked for, and the set lists all that solve the problem
        ([[8]], [5, 7], False),
        ([["7.01"]], [7], True),  # within a hundredth
        ([["6.989"]], [7], False),
        ([[5, "7.01"]], [5, 7], True),
        ([[5, "7.011"]], [5, 7], False),
        ([[5, 7]], [7, 5], True),
        ([[5, 8]], [5, 7], False),
        ([[5], [7]], [5, 7], True),
        ([[5], []], [5, 7], False),  # the second question has no answer
        ([[]], [7], False),
    ],
)
def test_every_value_that_is_asked_for_must_be_right(found: list[list[Any]], answers: list[int], right: bool) -> None:
    parts = [SimpleNamespace(exact_values=[Fraction(value) for value in values]) for values in found]
    solution: Any = SimpleNamespace(each=parts)
    assert all_right(solution, [Fraction(answer) for answer in answers]) is right
