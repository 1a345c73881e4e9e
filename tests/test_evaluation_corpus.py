"""What is measured on a part of the corpus: right answers, and what is left of them without the question."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from arithmetree.corpus.build import collect
from arithmetree.corpus.record import save
from arithmetree.evaluation import corpus_part
from arithmetree.evaluation.corpus_part import run_corpus

STORY = "Mia picked 14 plums and 5 pears."
LINES = (
    f"14 + 5 | fruits | orchard | family | z1 | 1 | - | {STORY} How many fruits did she pick?",
    f"14 - 5 | plums | orchard | family | z1 | 1 | - | {STORY} How many more plums than pears did she pick?",
    "6 * 8 | muffins | bakery | - | - | 2 | - | Each tray holds 6 muffins. How many muffins are on 8 trays?",
    "!NO_QUESTION | - | pond | - | - | 1 | - | There were 7 geese and 3 ducks on the pond.",
)


def test_without_the_question_problems_of_one_story_are_one_text(tmp_path: Path) -> None:
    (tmp_path / "z-01.txt").write_text("\n".join(LINES) + "\n", encoding="utf-8")
    collected = collect([tmp_path], {})
    assert collected.faults == ()
    save(collected.records, tmp_path / "part.jsonl")
    found = run_corpus(tmp_path / "part.jsonl", model="linear")
    assert found["problems"] == len(LINES)
    assert found["unanswerable_refused"] == 100.0
    story = found["control_without_question"]["same_story"]
    assert story["problems"] == 2  # the other solvable problem has a different story
    assert story["best_without_question"] == 50.0
    assert story["without_question"] <= 50.0
    assert found["control_without_question"]["majority"] == 33.33  # each of the three has its own shape
    assert set(found["predictions"]) == {record.id for record in collected.records}


def _outcome(confidence: float, *, right: bool, solvable: bool = True) -> Any:
    record = SimpleNamespace(answer=Fraction(7) if solvable else None)
    return SimpleNamespace(
        record=record, solution=SimpleNamespace(confidence=confidence), answered=True, right=right and solvable
    )


def _solver(needed: float | None) -> Any:
    confidence = None if needed is None else SimpleNamespace(needed=lambda _: needed)
    return SimpleNamespace(model=SimpleNamespace(confidence=confidence))


def test_answers_are_given_from_the_needed_confidence_on_and_coverage_is_of_the_solvable() -> None:
    outcomes = [
        _outcome(0.9, right=True),
        _outcome(0.8, right=True),
        _outcome(0.79, right=True),
        _outcome(0.5, right=False),
        _outcome(0.95, right=False, solvable=False),
    ]
    found = corpus_part._at(_solver(0.8), outcomes, 0.9)
    assert found == {"precision": 66.67, "coverage": 50.0}  # a wrong answer where there is none counts as wrong


def test_without_a_calibrated_confidence_no_precision_is_promised() -> None:
    found = corpus_part._at(_solver(None), [_outcome(1.0, right=True)], 0.9)
    assert found == {"precision": 0.0, "coverage": 0.0}
