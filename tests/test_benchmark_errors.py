"""Causes of wrong answers, the comparison of searches, and the plots: their logic on problems made for it."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from arithmetree.expressions import LABELS, Leaf, Node, Op, Tree, labels_of
from arithmetree.features import facts_of
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.scores import Scores
from arithmetree.search import Constraint, Positive
from arithmetree.training.gold import GoldProblem
from script_modules import script_modules

ROOT = Path(__file__).resolve().parents[1]
A, B, C = Leaf(0), Leaf(1), Leaf(2)
GIVING = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
RATE = "Each box holds 12 pens. Ben has 5 boxes. How many pens does he have?"
NO_RATE = "Zoe saw 12 birds on 5 days. How many birds did she see?"
THREE = "Sam had 12 apples and 7 plums. He gave 5 apples to Ann. How many apples does Sam have now?"


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    """The modules of benchmarks/errors, which are a folder of scripts and no package."""
    with script_modules("errors", ("refitting", "causes", "exact_beam", "overlap")) as found:
        yield found


def _cause(
    modules: dict[str, ModuleType],
    text: str,
    right: Tree | None,
    answered: Tree,
    *,
    answer: int = 0,
    scores: Scores | None = None,
    constraints: list[Constraint] | None = None,
) -> str:
    problem = read(text, load_parser())
    count = len(problem.schemas)
    if scores is None:
        scores = Scores.summed(np.zeros(count), np.zeros((count, count, 6)))
    gold = GoldProblem("1", problem, Fraction(answer), right)
    judged = modules["refitting"].Judged(gold, facts_of(problem), scores, constraints or [])
    return str(modules["causes"].cause_of("ai2", gold, judged, answered))


def test_a_number_that_was_not_found_in_the_text_is_not_read(modules: dict[str, ModuleType]) -> None:
    assert _cause(modules, GIVING, None, Node(Op.ADD, A, B)) == "quantity not read"


def test_an_equation_that_does_not_give_its_answer_is_a_label_error(modules: dict[str, ModuleType]) -> None:
    assert _cause(modules, GIVING, Node(Op.SUB, A, B), Node(Op.ADD, A, B), answer=8) == "label error"


@pytest.mark.parametrize(
    ("right", "answer", "answered", "cause"),
    [
        (Node(Op.SUB, A, C), 7, Node(Op.SUB, Node(Op.ADD, A, B), C), "relevance: number used that is not needed"),
        (Node(Op.SUB, Node(Op.ADD, A, B), C), 14, Node(Op.SUB, A, C), "relevance: needed number left out"),
        (Node(Op.SUB, A, C), 7, Node(Op.SUB, B, C), "relevance: both"),
    ],
)
def test_another_choice_of_numbers_is_a_fault_of_relevance(
    modules: dict[str, ModuleType], right: Tree, answer: int, answered: Tree, cause: str
) -> None:
    assert _cause(modules, THREE, right, answered, answer=answer) == cause


def test_the_right_operation_the_wrong_way_round_is_a_reversed_order(modules: dict[str, ModuleType]) -> None:
    assert _cause(modules, GIVING, Node(Op.SUB, A, B), Node(Op.SUB, B, A), answer=7) == "order reversed"


def test_a_missing_product_is_laid_to_the_rate_only_if_none_was_read(modules: dict[str, ModuleType]) -> None:
    right, answered = Node(Op.MUL, A, B), Node(Op.ADD, A, B)
    assert _cause(modules, NO_RATE, right, answered, answer=60) == "operation: rate not recognised"
    assert _cause(modules, RATE, right, answered, answer=60) != "operation: rate not recognised"


def test_a_product_in_place_of_a_sum_is_told_apart_from_other_operations(modules: dict[str, ModuleType]) -> None:
    found = _cause(modules, GIVING, Node(Op.SUB, A, B), Node(Op.MUL, A, B), answer=7)
    assert found == "operation: multiplied or divided instead of added or subtracted"
    assert _cause(modules, GIVING, Node(Op.SUB, A, B), Node(Op.ADD, A, B), answer=7) == "operation: other"


def _favouring(tree: Tree) -> Scores:
    pair = np.zeros((2, 2, 6))
    pair[0, 1, LABELS.index(labels_of(tree)[0, 1])] = 1.0
    return Scores.summed(np.zeros(2), pair)


def test_a_right_expression_with_the_higher_score_was_lost_by_constraint_or_search(
    modules: dict[str, ModuleType],
) -> None:
    right = Node(Op.SUB, B, A)
    scores = _favouring(right)
    found = {
        name: _cause(modules, GIVING, right, Node(Op.ADD, A, B), answer=-7, scores=scores, constraints=constraints)
        for name, constraints in (("rejected", [Positive()]), ("allowed", []))
    }
    assert found == {"rejected": "constraint", "allowed": "search"}


def test_searches_are_compared_by_what_they_found(modules: dict[str, ModuleType]) -> None:
    problem = read(GIVING, load_parser())
    right = Node(Op.SUB, A, B)
    gold, scores = GoldProblem("1", problem, Fraction(7), right), _favouring(right)
    judged = modules["refitting"].Judged(gold, facts_of(problem), scores, [Positive()])
    assert modules["exact_beam"].compared(judged) == ["both", "exact right", "beam right"]


@pytest.fixture(scope="module")
def plots() -> Any:
    spec = importlib.util.spec_from_file_location("plots", ROOT / "docs" / "plots.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["plots"] = module  # its dataclass looks itself up
    spec.loader.exec_module(module)
    yield module
    del sys.modules["plots"]


def _prediction(confidence: float, *, right: bool, status: str = "solved") -> dict[str, Any]:
    return {"confidence": confidence, "right": right, "status": status}


def test_the_coverage_curve_takes_equal_confidences_together_and_leaves_abstentions_out(plots: Any) -> None:
    predictions = [
        _prediction(0.9, right=True),
        _prediction(0.5, right=False),
        _prediction(0.5, right=True),
        _prediction(0.99, right=False, status="abstained"),
    ]
    assert plots.coverage_curve(predictions) == [(0.25, 1.0), (0.75, 2 / 3)]


def test_plots_without_result_files_are_left_out_and_the_others_are_the_same_every_time(
    plots: Any, tmp_path: Path
) -> None:
    results = tmp_path / "results"
    results.mkdir()
    assert plots.draw(results, tmp_path / "none") == []
    configuration = {"system": "ours", "constraints": "learned", "search": "exact", "without": []}
    closed = {"dataset": "ai2", "accuracy": 80.0, "configuration": configuration}
    (results / "closed-ai2.json").write_text(json.dumps(closed), encoding="utf-8")
    assert plots.draw(results, tmp_path / "one") == ["accuracy"]
    plots.draw(results, tmp_path / "two")
    first = (tmp_path / "one" / "accuracy.svg").read_bytes()
    assert first == (tmp_path / "two" / "accuracy.svg").read_bytes()
    assert b"AI2" in first


def test_copies_are_found_whatever_their_names_numbers_and_spacing(modules: dict[str, ModuleType]) -> None:
    overlap = modules["overlap"].overlap
    spaced = "Sam had 12.0 apples . He gave 5.0 apples to Ann . How many apples does Sam have now ?"
    renamed = spaced.replace("Sam", "Lea").replace("He", "She")
    longer = GIVING.replace("How", "Ann was glad. How")
    unread = {"spaced": spaced, "renamed": renamed, "longer": longer, "other": RATE}
    assert overlap(unread, [GIVING]) == {
        "unread": 4,
        "same_letters": 1,
        "no_copy": ["longer", "other"],
        "none_near": ["other"],
    }
