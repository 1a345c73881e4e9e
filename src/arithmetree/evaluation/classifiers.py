"""The paper's second and third tables: how good the two classifiers are by themselves, without any search."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from arithmetree.expressions import LABELS, class_of, labels_of, quantities
from arithmetree.model import MIRROR, Model
from arithmetree.training.gold import GoldProblem
from arithmetree.training.recipes import OURS, FeatureStore, Recipe, fit

CLASSIFIERS: tuple[Recipe, ...] = tuple(
    replace(recipe, balanced=False, bonus=0.0) for recipe in OURS if recipe.link == "log-probability"
)
"""Our separate classifiers, without what only serves the search; cross-validation chooses between them."""


@dataclass(frozen=True, slots=True)
class Counts:
    """Right decisions and all decisions, and problems with all decisions right."""

    right: int = 0
    total: int = 0
    strict: int = 0
    problems: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(
            self.right + other.right,
            self.total + other.total,
            self.strict + other.strict,
            self.problems + other.problems,
        )

    @property
    def relaxed_per_cent(self) -> float:
        return round(100 * self.right / max(self.total, 1), 2)

    @property
    def strict_per_cent(self) -> float:
        return round(100 * self.strict / max(self.problems, 1), 2)


def judge(model: Model, recipe: Recipe, golds: Sequence[GoldProblem], store: FeatureStore) -> tuple[Counts, Counts]:
    """Relevance over all quantities, and labels over the pairs of the gold expression.

    A label counts as right if some labeling of the gold class has it, all labels of a problem if one labeling has
    them all. A problem whose gold expression could not be read counts as wrong.
    """
    relevance, labels = Counts(), Counts()
    for gold in golds:
        n = len(gold.problem.schemas)
        if gold.tree is None or n < 2:
            relevance += Counts(0, max(n, 1), 0, 1)
            labels += Counts(0, 1, 0, 1)
            continue
        features = store.of(gold, recipe).features
        taken = set(quantities(gold.tree))
        hits = [bool(model.relevance.scores(row)[0] > 0) == (i in taken) for i, row in enumerate(features.relevance)]
        relevance += Counts(sum(hits), len(hits), int(all(hits)), 1)
        guesses = {}
        for pair, row, mirrored in zip(combinations(range(n), 2), features.pairs, features.mirrored, strict=True):
            if taken >= set(pair):
                outputs = model.pair.scores(row)
                if recipe.mirrored:
                    outputs = outputs + model.pair.scores(mirrored)[MIRROR]
                guesses[pair] = LABELS[int(np.argmax(outputs))]
        golden = [labels_of(member) for member in class_of(gold.tree)]
        right = max(sum(labeling[pair] is label for pair, label in guesses.items()) for labeling in golden)
        labels += Counts(right, len(guesses), int(right == len(guesses)), 1)
    return relevance, labels


def best_for_each(
    recipes: Sequence[Recipe], parts: Sequence[Sequence[GoldProblem]], store: FeatureStore
) -> tuple[Recipe, Recipe]:
    """The best recipe for relevance and the best one for the labels, by cross-validation over the parts.

    The best one has the most problems with all decisions right, then the most decisions; of equal ones the first wins.
    """
    if len(recipes) == 1:
        return recipes[0], recipes[0]
    judged: dict[str, tuple[Counts, Counts]] = {}
    for recipe in recipes:
        total = (Counts(), Counts())
        for held_out in range(len(parts)):
            rest = [gold for number, part in enumerate(parts) if number != held_out for gold in part]
            found = judge(fit(recipe, rest, store), recipe, parts[held_out], store)
            total = (total[0] + found[0], total[1] + found[1])
        judged[recipe.name] = total

    def best(which: int) -> Recipe:
        counts = {name: found[which] for name, found in judged.items()}
        return max(recipes, key=lambda recipe: (counts[recipe.name].strict, counts[recipe.name].right))

    return best(0), best(1)


def evaluate_classifiers(
    parts: Sequence[Sequence[GoldProblem]],
    test: Sequence[GoldProblem],
    recipes: Sequence[Recipe],
    store: FeatureStore,
) -> tuple[Counts, Counts]:
    """Train on the parts, choosing a recipe for each classifier by cross-validation, and judge both on a test fold."""
    everything = [gold for part in parts for gold in part]
    models: dict[str, tuple[Counts, Counts]] = {}
    results = []
    for which, best in enumerate(best_for_each(recipes, parts, store)):
        if best.name not in models:
            models[best.name] = judge(fit(best, everything, store), best, test, store)
        results.append(models[best.name][which])
    return results[0], results[1]
