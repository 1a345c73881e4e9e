"""The closed protocol: for each of the authors' folds, train on the other folds only."""

from __future__ import annotations

import os
import platform
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

from threadpoolctl import threadpool_limits

from arithmetree import __version__
from arithmetree.errors import DataError
from arithmetree.evaluation.classifiers import CLASSIFIERS, Counts, evaluate_classifiers, judge
from arithmetree.evaluation.errata import ERRATA
from arithmetree.evaluation.paper_training import train_paper
from arithmetree.expressions import format_value, to_infix
from arithmetree.model import ConstraintSetting
from arithmetree.search import Method
from arithmetree.training.benchmark_sets import SETS, BenchmarkSet, load_set
from arithmetree.training.gold import GoldProblem
from arithmetree.training.own_sets import is_own_file, load_own_set
from arithmetree.training.parts import in_parts
from arithmetree.training.recipes import OURS, PAPER_PENALTIES, PAPER_WEIGHTS, PAPERS, FeatureStore, Recipe, fit
from arithmetree.training.tuning import choose, is_right, predict

SEED = 0
"""Nothing here is random; the seed is what scikit-learn's solvers are given."""

System = Literal["ours", "paper"]

READ_FOLDS: dict[str, tuple[int, ...]] = {"ai2": (0,)}
"""The folds whose errors were read while the features were made; two of every set but AI2, which has three."""
_READ_OTHERWISE = (0, 1)


@dataclass(frozen=True, slots=True)
class Configuration:
    """What is run: which system, without which feature groups, under which constraints, with which search."""

    system: System = "ours"
    without: tuple[str, ...] = ()
    constraints: ConstraintSetting = "learned"
    search: Method = "exact"

    @property
    def recipes(self) -> tuple[Recipe, ...]:
        """The recipes among which cross-validation chooses."""
        recipes = PAPERS if self.system == "paper" else OURS
        return tuple(recipe.without(self.without) for recipe in recipes)

    @property
    def choices(self) -> dict[str, list[Any]]:
        """What is chosen on training problems, for the result file."""
        if self.system == "paper":
            return {"penalties": list(PAPER_PENALTIES), "weights": list(PAPER_WEIGHTS)}
        return {"recipes": [recipe.name for recipe in self.recipes]}


@dataclass(frozen=True, slots=True)
class FoldResult:
    """One fold: its predictions by problem id, the chosen recipe, and the counts of the two classifiers.

    `validation` is the accuracy of each recipe that chose it: on held-out training folds for ours, on all training
    problems for the paper's.
    """

    predictions: dict[str, dict[str, Any]]
    recipe: str
    validation: dict[str, float]
    relevance: Counts
    labels: Counts


def run_fold(name: str, data: Path, fold: int, configuration: Configuration) -> FoldResult:
    """Train on all folds but one, choosing everything inside them, and predict that one."""
    # Many threads on small matrices only wait for each other; one also makes every sum the same everywhere.
    with threadpool_limits(limits=1):
        try:
            return _run_fold(name, data, fold, configuration)
        except ValueError as error:
            if not is_own_file(name):
                raise
            raise DataError(
                f"{name}: without fold {fold + 1} of {len(_loaded(name, data).folds)} there are too few problems, or "
                f"too much alike, to train on; add problems, or use --protocol open"
            ) from error


def _run_fold(name: str, data: Path, fold: int, configuration: Configuration) -> FoldResult:
    dataset = _loaded(name, data)
    store = _store()
    parts = [[dataset.problems[i] for i in ids] for number, ids in enumerate(dataset.folds) if number != fold]
    if len(parts) == 1:  # a user's file with two folds: what is chosen by holding out a fold is chosen by parts of one
        parts = [part for part in in_parts(parts[0]) if part]
    everything = [gold for part in parts for gold in part]
    test = [dataset.problems[i] for i in dataset.folds[fold]]
    # Exact search leaves the rare problem that is too large for it to the beam.
    method: Method | None = None if configuration.search == "exact" else configuration.search
    # Where the protocol has no relevance classifier, numbers are needed as a rule, and training may learn that.
    recipes = [r if dataset.facts.relevance else replace(r, balanced=False) for r in configuration.recipes]
    if configuration.system == "paper":
        training = train_paper(recipes, everything, store)
        recipe, validation = training.choose_weight(store, configuration.constraints, method)
        model = training.weighted(recipe)
        relevance, labels = judge(model, recipe, test, store)
    else:
        recipe, validation = choose(recipes, parts, store, constraints=configuration.constraints, method=method)
        model = fit(recipe, everything, store)
        separate = [classifier.without(configuration.without) for classifier in CLASSIFIERS]
        relevance, labels = evaluate_classifiers(parts, test, separate, store)
    predictions = {}
    for gold in test:
        found = predict(model, gold, recipe, store, constraints=configuration.constraints, method=method)
        predictions[gold.id] = _prediction(gold, found, dataset.facts.name)
    return FoldResult(predictions, recipe.name, validation, relevance, labels)


def _prediction(gold: GoldProblem, found: Any, name: str) -> dict[str, Any]:
    corrected = ERRATA.get(name, {}).get(gold.id)
    if found is None:
        return {"expression": None, "answer": None, "right": False, "right_with_errata": False}
    tree, value = found
    names = [format_value(schema.quantity.value) for schema in gold.problem.schemas]
    right = is_right(value, gold)
    with_errata = right if corrected is None else abs(value - corrected) <= Fraction(1, 100)
    return {
        "expression": to_infix(tree, names),
        "answer": str(value),
        "right": right,
        "right_with_errata": bool(with_errata),
    }


@cache
def _loaded(name: str, data: Path) -> BenchmarkSet:
    """A public set by its name, or a user's own file."""
    return load_own_set(Path(name)) if is_own_file(name) else load_set(name, data)


@cache
def _store() -> FeatureStore:
    """One store for each process, so that the folds share features."""
    return FeatureStore()


def run_closed(name: str, data: Path, configuration: Configuration, *, workers: int | None = None) -> dict[str, Any]:
    """Run all folds and put the result file together; the same for any number of workers."""
    dataset = _loaded(name, data)
    folds = list(range(len(dataset.folds)))
    if len(folds) < 2:
        raise DataError(f"{name} has no folds to train on the others; add a column fold, or use --protocol open")
    workers = min(workers or os.cpu_count() or 1, len(folds))
    if workers == 1:
        results = [run_fold(name, data, fold, configuration) for fold in folds]
    else:
        with ProcessPoolExecutor(workers) as pool:
            tasks = [pool.submit(run_fold, name, data, fold, configuration) for fold in folds]
            results = [task.result() for task in tasks]
    return _report(dataset, configuration, results)


def _report(dataset: BenchmarkSet, configuration: Configuration, results: Sequence[FoldResult]) -> dict[str, Any]:
    everything = {i: prediction for result in results for i, prediction in result.predictions.items()}
    relevance, labels = (
        sum((getattr(result, part) for result in results), Counts()) for part in ("relevance", "labels")
    )
    return {
        "dataset": dataset.facts.name,
        "protocol": "closed",
        "accuracy": _accuracy(everything, "right"),
        "accuracy_with_errata": _accuracy(everything, "right_with_errata"),
        "accuracy_read_folds": _over(dataset, results, read=True),
        "accuracy_unread_folds": _over(dataset, results, read=False),
        "folds": [
            {
                "accuracy": _accuracy(result.predictions, "right"),
                "size": len(result.predictions),
                "recipe": result.recipe,
                "validation": result.validation,
            }
            for result in results
        ],
        "classifiers": {
            "relevance": {"relaxed": relevance.relaxed_per_cent, "strict": relevance.strict_per_cent},
            "lca": {"relaxed": labels.relaxed_per_cent, "strict": labels.strict_per_cent},
        },
        "configuration": {
            "system": configuration.system,
            "without": list(configuration.without),
            "constraints": configuration.constraints,
            "search": configuration.search,
            **configuration.choices,
        },
        "versions": {
            "arithmetree": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in ("numpy", "scikit-learn", "scipy", "spacy")},
        },
        "seed": SEED,
        "predictions": everything,
    }


def _over(dataset: BenchmarkSet, results: Sequence[FoldResult], *, read: bool) -> float:
    """The accuracy over the folds whose errors were read, or over those whose errors nobody has seen."""
    seen = READ_FOLDS.get(dataset.facts.name, _READ_OTHERWISE if dataset.facts.name in SETS else ())
    chosen = [result for fold, result in enumerate(results) if (fold in seen) == read]
    return _accuracy({i: prediction for result in chosen for i, prediction in result.predictions.items()}, "right")


def _accuracy(predictions: dict[str, dict[str, Any]], key: str) -> float:
    right = sum(bool(prediction[key]) for prediction in predictions.values())
    return round(100 * right / max(len(predictions), 1), 2)
