"""Choosing a recipe by cross-validation inside the training problems; a test fold is never looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.expressions import UNDEFINED, Tree
from arithmetree.model import ConstraintSetting, Model, values_of
from arithmetree.search import Method, search
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import FeatureStore, Recipe, fit

TOLERANCE = Fraction(1, 100)
"""An answer is right if it is this near to the gold answer, as the data sets round theirs."""


BEHIND = 10.0
"""A recipe that is so many points behind the best one after some parts is given up, to save time."""


def predict(
    model: Model,
    gold: GoldProblem,
    recipe: Recipe,
    store: FeatureStore,
    *,
    constraints: ConstraintSetting = "learned",
    method: Method | None = None,
) -> tuple[Tree, Fraction] | None:
    """The best expression and its value; None where the problem has fewer than two quantities."""
    if len(gold.problem.schemas) < 2:
        return None
    facts = store.facts(gold)
    scores = model.scores(store.of(gold, recipe).features)
    found = search(scores, values_of(facts), model.constraints(facts, constraints), method=method).found
    if not found or found[0].value is UNDEFINED:
        return None
    return found[0].tree, found[0].value


def is_right(value: Fraction | None, gold: GoldProblem) -> bool:
    """Whether a predicted value is the gold answer."""
    return value is not None and abs(value - gold.answer) <= TOLERANCE


def choose(
    recipes: Sequence[Recipe],
    parts: Sequence[Sequence[GoldProblem]],
    store: FeatureStore,
    *,
    constraints: ConstraintSetting = "learned",
    method: Method | None = None,
    progress: Callable[[], None] | None = None,
) -> tuple[Recipe, dict[str, float]]:
    """The recipe with the best accuracy when each part in turn is held out, and the accuracy of each in per cent.

    `parts` are the training folds as they are, so that a set made of unlike folds is validated on unlike ones. A recipe
    that falls `BEHIND` is not tried on the parts that are left; its accuracy is that on the parts before. The race ends
    when one recipe is left. Of equal recipes the earlier one wins.
    """
    right = {recipe.name: 0 for recipe in recipes}
    accuracy: dict[str, float] = {}
    racing = list(recipes)
    seen = 0
    for held_out in range(len(parts)):
        rest = [gold for number, part in enumerate(parts) if number != held_out for gold in part]
        seen += len(parts[held_out])
        models: dict[Recipe, Model] = {}
        for recipe in recipes:
            if recipe in racing and (len(racing) > 1 or not accuracy):
                model = _fit_once(recipe, rest, store, models)
                for gold in parts[held_out]:
                    found = predict(model, gold, recipe, store, constraints=constraints, method=method)
                    right[recipe.name] += is_right(None if found is None else found[1], gold)
                accuracy[recipe.name] = round(100 * right[recipe.name] / max(seen, 1), 2)
            if progress is not None:
                progress()
        best = max(accuracy[recipe.name] for recipe in racing)
        racing = [recipe for recipe in racing if accuracy[recipe.name] >= best - BEHIND]
    return max(racing, key=lambda recipe: accuracy[recipe.name]), accuracy


def _fit_once(recipe: Recipe, golds: Sequence[GoldProblem], store: FeatureStore, models: dict[Recipe, Model]) -> Model:
    """The model of a recipe; recipes that differ only in how much irrelevance weighs share their training."""
    alike = replace(recipe, name="", irrelevance_weight=1.0)
    if alike not in models:
        models[alike] = fit(recipe, golds, store)
    model = models[alike]
    return replace(model, settings=replace(model.settings, irrelevance_weight=recipe.irrelevance_weight))
