"""One fold of a data set by the paper's system: with all its features, and with some of them left out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from threadpoolctl import threadpool_limits

from arithmetree.evaluation.classifiers import Counts, judge
from arithmetree.evaluation.paper_training import PaperTraining, train_paper
from arithmetree.evaluation.published import ANSWERS, CLASSIFIERS
from arithmetree.features import PAPER, PAPER_TEXT
from arithmetree.model import ConstraintSetting
from arithmetree.training.benchmark_sets import BenchmarkSet, load_set
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import PAPERS, FeatureStore
from arithmetree.training.tuning import is_right, predict

SETS = ("ai2", "illinois", "commoncore")
EVERYTHING, TEXT = "everything", "text"
SETTINGS: tuple[ConstraintSetting, ...] = ("all", "positive", "integral", "none")


TEXT_SETTINGS: tuple[ConstraintSetting, ...] = ("all", "positive")


def left_out(dataset: str) -> list[str]:
    """The groups that the paper left out of its classifiers, one at a time, on a data set."""
    rows = [rows for rows in CLASSIFIERS.values() if dataset in rows[EVERYTHING]]
    return [group for row in rows for group in row if group != EVERYTHING]


@dataclass(frozen=True, slots=True)
class FoldRow:
    """What one fold gave: the two classifiers, the chosen constants, and the answers under each setting."""

    relevance: Counts
    labels: Counts
    constants: dict[str, Any]
    right: dict[str, list[bool]]
    negated: dict[str, list[bool]]  # would the answer be right with the other sign


def measure(name: str, data: Path, fold: int) -> dict[str, FoldRow]:
    """Train on the other folds, choosing all constants inside them, and judge this one: a row for each variant."""
    with threadpool_limits(limits=1):  # as in the closed protocol, so that every sum is the same
        dataset, store = _loaded(name, data), FeatureStore()
        rest = [dataset.problems[i] for number, ids in enumerate(dataset.folds) if number != fold for i in ids]
        test = [dataset.problems[i] for i in dataset.folds[fold]]
        rows = {}
        for row, features, settings in (
            (EVERYTHING, PAPER, SETTINGS),
            (TEXT, PAPER_TEXT, TEXT_SETTINGS),
            *((group, PAPER.without([group]), ()) for group in left_out(name)),
        ):
            training = train_paper([replace(recipe, features=features) for recipe in PAPERS], rest, store)
            rows[row] = _row(training, test, store, settings)
        return rows


def _row(
    training: PaperTraining, test: Sequence[GoldProblem], store: FeatureStore, settings: Sequence[ConstraintSetting]
) -> FoldRow:
    first = training.recipes[0]
    relevance, labels = judge(training.model, first, test, store)
    constants: dict[str, Any] = {"relevance_penalty": first.relevance_strength, "operation_penalty": first.strength}
    constants["weights"] = {}
    right, negated = {}, {}
    for setting in settings:
        # The same answers as by the beam on all but a few problems, and far faster; the test fold has the beam.
        recipe, _ = training.choose_weight(store, setting, None)
        constants["weights"][setting] = recipe.irrelevance_weight
        model = training.weighted(recipe)
        found = [predict(model, gold, recipe, store, constraints=setting, method="beam") for gold in test]
        values = [None if answer is None else answer[1] for answer in found]
        right[setting] = [is_right(value, gold) for value, gold in zip(values, test, strict=True)]
        negated[setting] = [
            value is not None and value < 0 and is_right(-value, gold) for value, gold in zip(values, test, strict=True)
        ]
    return FoldRow(relevance, labels, constants, right, negated)


@cache
def _loaded(name: str, data: Path) -> BenchmarkSet:
    return load_set(name, data)


assert set(SETTINGS) == set(ANSWERS), "every setting that was published is measured"
