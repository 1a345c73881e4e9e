"""The models of a result file of `arithmetree bench`, trained again with the recipes that the file names.

A result file holds answers, not scores. Training is deterministic, so the same recipe on the same folds gives the
same model, and with it the score of every expression.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arithmetree.evaluation.closed import READ_FOLDS, Configuration
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.model import Model, values_of
from arithmetree.scores import Scores
from arithmetree.search import Constraint, Method, SearchResult, search
from arithmetree.training.benchmark_sets import BenchmarkSet
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import FeatureStore, Recipe, fit

ROOT = Path(__file__).resolve().parents[2]
SETS = ("ai2", "illinois", "commoncore", "allArith", "aggregate")


def read_folds(name: str) -> tuple[int, ...]:
    """The folds of a set whose errors may be read; those of all others nobody looks at."""
    return READ_FOLDS.get(name, (0, 1))


def load_results(folder: Path) -> dict[str, dict[str, Any]]:
    """The result files of the closed protocol by file name, those of the big sets with nothing left out."""
    found = {}
    for path in sorted(folder.glob("closed-*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        if result["dataset"] in SETS and not result["configuration"]["without"]:
            found[path.stem] = result
    return found


@dataclass(frozen=True, eq=False)
class Judged:
    """A test problem with all that its model says of it."""

    gold: GoldProblem
    facts: ProblemFacts
    scores: Scores
    constraints: list[Constraint]

    def search(self, method: Method | None) -> SearchResult:
        """The best expression, by one of the two searches; None is the exact one wherever it is possible."""
        return search(self.scores, values_of(self.facts), self.constraints, method=method)


@dataclass(frozen=True, eq=False)
class FoldModel:
    """The model that answered one fold of a set, and that fold."""

    model: Model
    recipe: Recipe
    configuration: Configuration
    test: Sequence[GoldProblem]
    store: FeatureStore

    @property
    def method(self) -> Method | None:
        """The search of the result file; exact search leaves what is too large for it to the beam."""
        return "beam" if self.configuration.search == "beam" else None

    def judged(self, gold: GoldProblem) -> Judged | None:
        """What the model says of a problem; None where fewer than two quantities were read."""
        if len(gold.problem.schemas) < 2:
            return None
        facts = facts_of(gold.problem)
        scores = self.model.scores(self.store.of(gold, self.recipe).features)
        return Judged(gold, facts, scores, self.model.constraints(facts, self.configuration.constraints))


def fold_models(
    result: dict[str, Any], dataset: BenchmarkSet, folds: Sequence[int], store: FeatureStore
) -> Iterator[FoldModel]:
    """The models of some folds of a result file, one after the other."""
    setting = result["configuration"]
    configuration = Configuration(
        setting["system"], tuple(setting["without"]), setting["constraints"], setting["search"]
    )
    recipes = {recipe.name: recipe for recipe in configuration.recipes}
    for fold in folds:
        name = result["folds"][fold]["recipe"]
        if name not in recipes:
            raise SystemExit(f"the recipe {name!r} is no longer known; run `arithmetree bench` for this set again")
        # As in the closed protocol: where all quantities count as relevant, training may learn that.
        recipe = recipes[name] if dataset.facts.relevance else replace(recipes[name], balanced=False)
        parts = [ids for number, ids in enumerate(dataset.folds) if number != fold]
        model = fit(recipe, [dataset.problems[i] for ids in parts for i in ids], store)
        yield FoldModel(model, recipe, configuration, [dataset.problems[i] for i in dataset.folds[fold]], store)
