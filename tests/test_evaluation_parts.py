"""Parts of the evaluation: what counts against a problem that was not read, read folds, and which search runs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.corpus.record import save
from arithmetree.corpus.story_records import story_records
from arithmetree.evaluation import closed
from arithmetree.evaluation.classifiers import Counts, best_for_each, judge
from arithmetree.evaluation.closed import READ_FOLDS, Configuration, FoldResult
from arithmetree.evaluation.corpus_part import run_corpus
from arithmetree.evaluation.open import is_right, run_open
from arithmetree.solver import Solver
from arithmetree.training.benchmark_sets import SETS
from small_problems import SMALL_PROBLEMS


@pytest.mark.parametrize(("numbers", "tree", "decisions"), [(0, "tree", 1), (1, "tree", 1), (3, None, 3)])
def test_a_problem_that_was_not_read_counts_as_wrong(numbers: int, tree: str | None, decisions: int) -> None:
    gold: Any = SimpleNamespace(tree=tree, problem=SimpleNamespace(schemas=[None] * numbers))
    nothing: Any = None
    relevance, labels = judge(nothing, nothing, [gold, gold], nothing)
    assert relevance == Counts(0, 2 * decisions, 0, 2)
    assert labels == Counts(0, 2, 0, 2)
    assert (relevance.relaxed_per_cent, relevance.strict_per_cent) == (0.0, 0.0)


def test_counts_are_shares_in_per_cent() -> None:
    both = Counts(1, 3, 1, 2) + Counts(1, 1, 1, 1)
    assert (both.relaxed_per_cent, both.strict_per_cent) == (50.0, 66.67)
    assert (Counts().relaxed_per_cent, Counts().strict_per_cent) == (0.0, 0.0)


def test_a_single_recipe_is_best_without_trying() -> None:
    recipe: Any = object()
    nothing: Any = None
    assert best_for_each([recipe], [], nothing) == (recipe, recipe)


@pytest.mark.parametrize("name", ["ai2", "another public set", "a user's own"])
def test_which_folds_were_read(name: str) -> None:
    public = next(one for one in SETS if one not in READ_FOLDS)
    facts = SimpleNamespace(name={"another public set": public}.get(name, name))
    folds = [
        FoldResult({f"{fold}": {"right": right, "right_with_errata": right}}, "a", {}, Counts(), Counts())
        for fold, right in enumerate([True, False, False, True])
    ]
    dataset: Any = SimpleNamespace(facts=facts)
    found = closed._report(dataset, Configuration("ours"), folds)
    expected = {"ai2": (100.0, 33.33), "another public set": (50.0, 50.0), "a user's own": (0.0, 50.0)}
    assert (found["accuracy_read_folds"], found["accuracy_unread_folds"]) == expected[name]


@pytest.mark.parametrize(("search", "method"), [("exact", None), ("beam", "beam")])
def test_the_open_protocol_runs_the_search_it_is_told(
    tmp_path: Path, search: Any, method: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "own.csv"
    rows = [(row["text"], answer) for row, answer in zip(SMALL_PROBLEMS, (27, 35, 124), strict=False)]
    path.write_text("text,answer\n" + "".join(f'"{text}",{answer}\n' for text, answer in rows), encoding="utf-8")
    used: list[object] = []
    solve = Solver.solve_problem

    def noted(self: Solver, problem: Any, **options: Any) -> Any:
        used.append(options["method"])
        return solve(self, problem, **options)

    monkeypatch.setattr(Solver, "solve_problem", noted)
    found = run_open(str(path), tmp_path, model="linear", search=search)
    assert used == [method] * 3
    assert found["configuration"] == {"model": "linear", "constraints": "learned", "search": search}
    assert len(found["predictions"]) == 3
    right = sum(one["right"] for one in found["predictions"].values())
    assert found["accuracy"] == round(100 * right / 3, 2)
    assert run_open(str(path), tmp_path)["configuration"]["model"] == "shipped"


@pytest.mark.parametrize(
    ("exact", "right"), [("7", True), ("7.01", True), ("6.99", True), ("7.02", False), (None, False)]
)
def test_an_answer_is_right_within_a_hundredth(exact: str | None, right: bool) -> None:
    solution: Any = SimpleNamespace(exact=None if exact is None else Fraction(exact))
    assert is_right(solution, Fraction(7)) is right


def test_a_part_is_reported_by_kind_and_style_and_for_four_precisions(tmp_path: Path) -> None:
    (tmp_path / "ga-01.txt").write_text(
        "@ hens | several | worksheet | 3\n: A farm has 4 brown hens and 9 white hens.\n"
        "? How many hens are there? => 4 + 9 | hens\n"
        "? How many more white hens than brown hens are there? => 9 - 4 | hens\n"
        "@ ducks | reuse | chatty | 3\n: On a pond swim 5 ducks and 2 swans.\n"
        "? How many birds swim there? => 5 + 2 | birds\n",
        encoding="utf-8",
    )
    records, faults = story_records([tmp_path / "ga-01.txt"])
    assert faults == []
    save(records, tmp_path / "part.jsonl")
    found = run_corpus(tmp_path / "part.jsonl")
    assert {name: part["problems"] for name, part in found["by_kind"].items()} == {"several": 2, "reuse": 1}
    assert {name: part["problems"] for name, part in found["by_style"].items()} == {"worksheet": 2, "chatty": 1}
    assert list(found["at_precision"]) == ["0.8", "0.9", "0.95", "0.98"]
    assert found["families"]["families"] == 1
    assert found["configuration"] == {"model": "shipped"}
    assert sum(part["problems"] for part in found["calibration"]["bins"]) == 3
