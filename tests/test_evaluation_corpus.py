"""What is measured on a part of the corpus: right answers, and what is left of them without the question."""

from __future__ import annotations

from pathlib import Path

from arithmetree.corpus.build import collect
from arithmetree.corpus.record import save
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
    assert set(found["predictions"]) == {record.id for record in collected.records}
