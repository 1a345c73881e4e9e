"""The paper's system, trained as the paper says: everything is chosen on the training problems alone.

The penalty of each classifier is the one with which it does best when each part of the training problems in turn is
held out. The weight of irrelevance is the one with the most right answers on the training problems themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arithmetree.evaluation.classifiers import best_for_each
from arithmetree.model import ConstraintSetting, Model
from arithmetree.search import Method
from arithmetree.training.gold import GoldProblem
from arithmetree.training.parts import in_parts
from arithmetree.training.recipes import FeatureStore, Recipe, fit
from arithmetree.training.tuning import is_right, predict


@dataclass(frozen=True, eq=False)
class PaperTraining:
    """Both classifiers, trained with the chosen penalties, and the recipes that are left: one for each weight."""

    recipes: Sequence[Recipe]
    model: Model
    problems: Sequence[GoldProblem]

    def weighted(self, recipe: Recipe) -> Model:
        """The same classifiers with the weight of a recipe."""
        return replace(self.model, settings=replace(self.model.settings, irrelevance_weight=recipe.irrelevance_weight))

    def choose_weight(
        self, store: FeatureStore, constraints: ConstraintSetting, method: Method | None
    ) -> tuple[Recipe, dict[str, float]]:
        """The recipe with the best accuracy on the training problems, the first of equal ones, and all accuracies."""
        accuracy = {}
        for recipe in self.recipes:
            model = self.weighted(recipe)
            found = [
                predict(model, gold, recipe, store, constraints=constraints, method=method) for gold in self.problems
            ]
            right = sum(
                is_right(None if answer is None else answer[1], gold)
                for answer, gold in zip(found, self.problems, strict=True)
            )
            accuracy[recipe.name] = round(100 * right / len(self.problems), 2)
        return max(self.recipes, key=lambda recipe: accuracy[recipe.name]), accuracy


def train_paper(recipes: Sequence[Recipe], problems: Sequence[GoldProblem], store: FeatureStore) -> PaperTraining:
    """Choose the penalty of each classifier by cross-validation inside the problems, and train both on all of them."""
    alike = {recipe.strength: recipe for recipe in recipes if recipe.relevance_strength == recipe.strength}
    relevance, operation = best_for_each(list(alike.values()), in_parts(problems), store)
    wanted = (relevance.relevance_strength, operation.strength)
    left = [recipe for recipe in recipes if (recipe.relevance_strength, recipe.strength) == wanted]
    return PaperTraining(left, fit(left[0], problems, store), problems)
