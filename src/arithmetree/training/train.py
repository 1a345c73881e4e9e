"""Training a model on given problems: the recipe by cross-validation inside them, the weights on all of them."""

from __future__ import annotations

import platform
from collections.abc import Callable, Sequence
from dataclasses import replace
from importlib.metadata import version
from typing import Any

from threadpoolctl import threadpool_limits

from arithmetree._version import __version__
from arithmetree.errors import DataError
from arithmetree.model import Model
from arithmetree.training.gold import GoldProblem
from arithmetree.training.joint import LARGEST
from arithmetree.training.parts import PARTS, in_parts
from arithmetree.training.recipes import OURS, FeatureStore, Recipe, fit
from arithmetree.training.sources import Source
from arithmetree.training.tuning import choose

FEWEST_TO_CHOOSE = 30
"""With fewer problems than this the first recipe is taken: differences would be chance."""


def training_steps(problems: int, recipes: Sequence[Recipe] = OURS) -> int:
    """How many times `train_model` reports progress."""
    return 1 + (len(recipes) * PARTS if problems >= FEWEST_TO_CHOOSE and len(recipes) > 1 else 0)


def train_model(
    golds: Sequence[GoldProblem],
    *,
    sources: Sequence[Source] = (),
    recipes: Sequence[Recipe] = OURS,
    progress: Callable[[], None] | None = None,
) -> Model:
    """Choose a recipe, train on all problems, and note where the model came from; the same problems, the same model.

    `sources` only go into the provenance. DataError if no problem can be trained on.
    """
    usable = [gold for gold in golds if gold.tree is not None and 2 <= len(gold.problem.schemas) <= LARGEST]
    if not usable:
        raise DataError(
            f"none of the {len(golds)} problems can be trained on; give problems with an expression "
            f"and with 2 to {LARGEST} numbers"
        )
    store = FeatureStore()
    validation: dict[str, float] = {}
    recipe = recipes[0]
    # One thread: sums in the same order on every machine, and the products here are too small to share out.
    with threadpool_limits(limits=1):
        if training_steps(len(golds), recipes) > 1:
            recipe, validation = choose(recipes, in_parts(golds, PARTS), store, progress=progress)
        model = fit(recipe, golds, store)
    if progress is not None:
        progress()
    return replace(model, provenance=_provenance(len(golds), sources, recipe, validation))


def _provenance(
    problems: int, sources: Sequence[Source], recipe: Recipe, validation: dict[str, float]
) -> dict[str, Any]:
    packages = ("numpy", "safetensors", "scikit-learn", "scipy", "spacy")
    return {
        "card": _card(problems, sources, recipe, validation),
        "problems": problems,
        "sources": [source.facts() for source in sources],
        "recipe": recipe.name,
        "validation": validation,
        "versions": {
            "arithmetree": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in packages},
        },
    }


def _card(problems: int, sources: Sequence[Source], recipe: Recipe, validation: dict[str, float]) -> str:
    names = ", ".join(f"{source.name} ({len(source.problems.golds)})" for source in sources) or "given in Python"
    if validation:
        chosen = (
            f"chosen from {len(validation)} recipes by {PARTS}-fold cross-validation inside these problems, "
            f"where it answers {validation[recipe.name]:.1f} % of them rightly"
        )
    else:
        chosen = "taken without cross-validation"
    return (
        "Two linear scorers for arithmetic word problems in English: is a number needed, and which operation joins two "
        f"numbers. Trained on {problems} problems: {names}. Recipe {recipe.name!r}, {chosen}. Answers are guesses with "
        "a confidence, not proofs; texts unlike the training problems are solved less often."
    )
