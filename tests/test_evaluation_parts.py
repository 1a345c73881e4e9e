"""Parts of the evaluation: what counts against a problem that was not read, read folds, and which search runs."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from arithmetree.corpus.record import save
from arithmetree.corpus.story_records import story_records
from arithmetree.evaluation import closed
from arithmetree.evaluation.classifiers import CLASSIFIERS, Counts, best_for_each, judge
from arithmetree.evaluation.closed import READ_FOLDS, Configuration, FoldResult
from arithmetree.evaluation.corpus_part import Outcome, _calibration, run_corpus
from arithmetree.evaluation.general_sets import GENERAL_SETS, GeneralProblem, all_right, run_general
from arithmetree.evaluation.open import is_right, run_open
from arithmetree.expressions import LABELS, Leaf, Node, Op, labels_of
from arithmetree.model import MIRROR
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
    assert Counts(1, 3, 0, 1).relaxed_per_cent == 33.33
    assert (Counts().relaxed_per_cent, Counts().strict_per_cent) == (0.0, 0.0)


def test_only_separate_classifiers_are_judged_apart() -> None:
    assert CLASSIFIERS
    assert {recipe.link for recipe in CLASSIFIERS} == {"log-probability"}
    assert not any(recipe.balanced or recipe.bonus for recipe in CLASSIFIERS)


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
    assert set(found["by_phenomenon"]) == {name for record in records for name in record.phenomena}
    for name, part in found["by_phenomenon"].items():
        assert part["problems"] == sum(name in record.phenomena for record in records)
    assert list(found["at_precision"]) == ["0.8", "0.9", "0.95", "0.98"]
    assert found["families"]["families"] == 1
    for one in found["predictions"].values():
        assert one["confidence"] == round(one["confidence"], 4)
        assert one["confidence"] > 0.5 or not one["right"]
    assert found["configuration"] == {"model": "shipped"}
    assert sum(part["problems"] for part in found["calibration"]["bins"]) == 3


def test_the_two_classifiers_are_judged_by_their_own_decisions() -> None:
    gold: Any = SimpleNamespace(tree=Node(Op.SUB, Leaf(0), Leaf(1)), problem=SimpleNamespace(schemas=[None] * 3))
    (label,) = labels_of(gold.tree).values()
    right = np.eye(6)[LABELS.index(label)]
    wrong = np.roll(right, 1)
    mirrored = np.zeros(6)  # says nothing
    told = SimpleNamespace(scores=lambda row: row)
    model: Any = SimpleNamespace(relevance=told, pair=told)

    def counts(relevance: list[float], pair: Any, other_way: Any, *, both: bool) -> tuple[Counts, Counts]:
        features = SimpleNamespace(
            relevance=[np.array([score]) for score in relevance], pairs=[pair, wrong, wrong],
            mirrored=[other_way, wrong, wrong],
        )  # fmt: skip
        store: Any = SimpleNamespace(of=lambda *_: SimpleNamespace(features=features))
        recipe: Any = SimpleNamespace(mirrored=both)
        return judge(model, recipe, [gold], store)

    assert counts([1, 1, -1], right, mirrored, both=False) == (Counts(3, 3, 1, 1), Counts(1, 1, 1, 1))
    assert counts([1, 1, 1], wrong, mirrored, both=False) == (Counts(2, 3, 0, 1), Counts(0, 1, 0, 1))
    sure = np.zeros(6)
    sure[MIRROR[LABELS.index(label)]] = 5  # seen from the other side, this label says the same
    assert counts([1, 1, -1], wrong, sure, both=True)[1] == Counts(1, 1, 1, 1)
    assert counts([1, 1, -1], wrong, sure, both=False)[1] == Counts(0, 1, 0, 1)


@pytest.mark.parametrize(("value", "right"), [("8", True), ("8.01", True), ("8.01005", False), ("7", False)])
def test_corrected_answers_count_within_a_hundredth_too(
    value: str, right: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed, "ERRATA", {"some set": {"p1": Fraction(8)}})
    problem = SimpleNamespace(schemas=[SimpleNamespace(quantity=SimpleNamespace(value=8))])
    gold: Any = SimpleNamespace(id="p1", answer=Fraction(7), problem=problem)
    found = closed._prediction(gold, (Leaf(0), Fraction(value)), "some set")
    assert (found["right"], found["right_with_errata"]) == (value == "7", right)
    other = closed._prediction(gold, (Leaf(0), Fraction(value)), "another set")
    assert other["right"] == other["right_with_errata"] == (value == "7")
    assert closed._prediction(gold, None, "some set")["right_with_errata"] is False


@pytest.mark.parametrize(
    ("found", "right"),
    [(["13", "5"], True), (["13", "5.01"], True), (["13", "5.02"], False), (["13"], False), (["5", "13"], False)],
)
def test_several_answers_are_all_right_in_their_order(found: list[str], right: bool) -> None:
    record: Any = SimpleNamespace(answer=Fraction(5), answers=(Fraction(13), Fraction(5)))
    parts = [SimpleNamespace(exact_values=[Fraction(value)], status="solved") for value in found]
    solution: Any = SimpleNamespace(each=parts)
    assert Outcome(record, solution).right is right
    if len(found) > 1:  # one value alone may be that of one question
        assert all_right(solution, record.answers) is (right or found == ["5", "13"])


def test_the_gap_between_confidence_and_right_answers_is_a_mean_over_bins() -> None:
    outcomes: Any = []
    for n in range(30):
        solution = SimpleNamespace(confidence=0.123456 + n / 1000)
        outcomes.append(SimpleNamespace(record=SimpleNamespace(id=str(n)), solution=solution, right=n % 3 == 0))
    found = _calibration(outcomes)
    assert found["bins"][0] == {"problems": 3, "confidence": 0.1245, "right": 0.3333}
    assert len(found["bins"]) == 10
    gap = sum(abs(one["confidence"] - one["right"]) for one in found["bins"]) / 10
    assert found["expected_calibration_error"] == pytest.approx(gap, abs=6e-5)
    assert _calibration([]) == {"bins": [], "expected_calibration_error": 0.0}


def test_short_solutions_are_reported_apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Mara had 24 crayons. She gave 9 crayons to {}. How many crayons does Mara have left?"
    problems = [
        GeneralProblem("1", text.format("Jonas"), (Fraction(15),), 3),
        GeneralProblem("2", text.format("Nele"), (Fraction(99),), 4),
        GeneralProblem("3", text.format("Ida"), (Fraction(99),)),
    ]
    monkeypatch.setitem(GENERAL_SETS, "umwp", lambda _: iter(problems))
    found = run_general("umwp", tmp_path)
    assert (found["accuracy"], found["accuracy_up_to_3_steps"]) == (33.33, 100.0)
    assert (found["unanswerable_refused"], found["refusal_f1"]) == (None, None)
    assert found["configuration"] == {"model": "shipped"}
