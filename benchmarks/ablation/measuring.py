"""The models of the closed protocol trained again with something changed, and what they answer on their test folds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from plan import Variant

from arithmetree.evaluation.closed import Configuration
from arithmetree.evaluation.compare import mcnemar
from arithmetree.model import ConstraintSetting, Model
from arithmetree.search import Method
from arithmetree.training.benchmark_sets import BenchmarkSet
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import FeatureStore, Recipe, fit
from arithmetree.training.tuning import is_right, predict


@dataclass(frozen=True, eq=False)
class Fold:
    """The problems of one fold, those to train on for it, and the recipe that was chosen inside the latter."""

    recipe: Recipe
    training: Sequence[GoldProblem]
    test: Sequence[GoldProblem]


@dataclass(eq=False)
class System:
    """Our system on one data set, with the choices of a result file of `arithmetree bench`."""

    folds: Sequence[Fold]
    method: Method | None
    store: FeatureStore = field(default_factory=FeatureStore)
    _models: dict[int, Model] = field(default_factory=dict)

    @classmethod
    def of(cls, result: dict[str, Any], dataset: BenchmarkSet) -> System:
        """Every fold with its recipe; SystemExit if the file is of another code that had other recipes."""
        setting = result["configuration"]
        recipes = {recipe.name: recipe for recipe in Configuration(setting["system"]).recipes}
        folds = []
        for number, ids in enumerate(dataset.folds):
            name = result["folds"][number]["recipe"]
            if name not in recipes:
                raise SystemExit(f"the recipe {name!r} is no longer known; run `arithmetree bench` for this set again")
            # As in the closed protocol: where all quantities count as relevant, training may learn that.
            recipe = recipes[name] if dataset.facts.relevance else replace(recipes[name], balanced=False)
            rest = [i for other, part in enumerate(dataset.folds) if other != number for i in part]
            folds.append(Fold(recipe, [dataset.problems[i] for i in rest], [dataset.problems[i] for i in ids]))
        return cls(folds, "beam" if setting["search"] == "beam" else None)

    def model(self, number: int, recipe: Recipe) -> Model:
        """The model of a fold; one with nothing changed is kept, because several tables ask for it."""
        fold = self.folds[number]
        if recipe != fold.recipe:
            return fit(recipe, fold.training, self.store)
        if number not in self._models:
            self._models[number] = fit(recipe, fold.training, self.store)
        return self._models[number]

    def is_concerned(self, variant: Variant, reference: Variant) -> bool:
        """Whether a variant differs from the reference in any fold; a recipe may not use a group at all."""
        return variant.constraints != reference.constraints or any(
            variant.features(fold.recipe.features) != reference.features(fold.recipe.features) for fold in self.folds
        )


def measure(system: System, variant: Variant) -> list[bool]:
    """Train every fold as the variant says and predict its problems: which were right, in the order of the folds."""
    right: list[bool] = []
    for number, fold in enumerate(system.folds):
        recipe = replace(fold.recipe, features=variant.features(fold.recipe.features))
        model = system.model(number, recipe)
        right += [_is_solved(model, gold, recipe, system, variant.constraints) for gold in fold.test]
    return right


def _is_solved(model: Model, gold: GoldProblem, recipe: Recipe, system: System, constraints: ConstraintSetting) -> bool:
    found = predict(model, gold, recipe, system.store, constraints=constraints, method=system.method)
    return is_right(None if found is None else found[1], gold)


def figures(right: Sequence[bool], reference: Sequence[bool] | None) -> dict[str, Any]:
    """A variant as it is written down: accuracy, the difference from the reference, and how sure that is."""
    row: dict[str, Any] = {"accuracy": _per_cent(sum(right), len(right))}
    if reference is not None:
        lost = sum(before and not after for before, after in zip(reference, right, strict=True))
        gained = sum(after and not before for before, after in zip(reference, right, strict=True))
        row |= {
            "difference": _per_cent(gained - lost, len(right)),
            "lost": lost,
            "gained": gained,
            "p": float(f"{float(mcnemar(lost, gained)):.3g}"),
        }
    return row | {"right": "".join("01"[is_solved] for is_solved in right)}


def _per_cent(count: int, total: int) -> float:
    return round(100 * count / max(total, 1), 2)
