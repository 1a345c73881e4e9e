"""The classifiers by themselves: what is counted, and how the best recipe for each is chosen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.evaluation import classifiers
from arithmetree.evaluation.classifiers import Counts, best_for_each, judge
from arithmetree.training.recipes import FeatureStore


def _recipes(*names: str) -> Any:
    return [SimpleNamespace(name=name) for name in names]


def test_counts_add_up_field_by_field() -> None:
    assert Counts(1, 20, 300, 4000) + Counts(5, 60, 700, 8000) == Counts(6, 80, 1000, 12000)


def test_shares_are_of_all_decisions_and_of_all_problems() -> None:
    counts = Counts(right=3, total=4, strict=1, problems=3)
    assert (counts.relaxed_per_cent, counts.strict_per_cent) == (75.0, 33.33)
    assert (Counts(1, 1, 1, 1).relaxed_per_cent, Counts(1, 1, 1, 1).strict_per_cent) == (100.0, 100.0)
    assert (Counts().relaxed_per_cent, Counts().strict_per_cent) == (0.0, 0.0)


@pytest.mark.parametrize(("numbers", "decisions"), [(0, 1), (1, 1), (3, 3)])
def test_a_problem_without_a_gold_expression_counts_as_wrong(numbers: int, decisions: int) -> None:
    gold: Any = SimpleNamespace(problem=SimpleNamespace(schemas=[None] * numbers), tree=None)
    model: Any = None
    (recipe,) = _recipes("a")
    found = judge(model, recipe, [gold], FeatureStore())
    assert found == (Counts(0, decisions, 0, 1), Counts(0, 1, 0, 1))


def test_a_single_recipe_is_the_best_for_both_without_any_training() -> None:
    (only,) = _recipes("a")
    assert best_for_each([only], [], FeatureStore()) == (only, only)


def test_each_classifier_has_the_recipe_that_does_best_on_what_it_did_not_learn_from(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    scripted = {
        # Over both parts: relevance is best with b, labels with c, and a wins neither.
        "a": [(Counts(9, 9, 1, 3), Counts(9, 9, 1, 3)), (Counts(9, 9, 1, 3), Counts(9, 9, 1, 3))],
        "b": [(Counts(4, 9, 0, 3), Counts(1, 9, 0, 3)), (Counts(4, 9, 3, 3), Counts(1, 9, 0, 3))],
        "c": [(Counts(1, 9, 0, 3), Counts(4, 9, 3, 3)), (Counts(1, 9, 0, 3), Counts(4, 9, 0, 3))],
    }
    parts: Any = [["p0", "p1"], ["p2"]]

    def fit(recipe: Any, golds: Any, _: Any) -> Any:
        return recipe.name, list(golds)

    def judged(model: Any, recipe: Any, golds: Any, _: Any) -> Any:
        name, learned = model
        assert name == recipe.name
        assert sorted([*learned, *golds]) == ["p0", "p1", "p2"]  # nothing twice: the rest was learned from
        return scripted[name][parts.index(golds)]

    monkeypatch.setattr(classifiers, "fit", fit)
    monkeypatch.setattr(classifiers, "judge", judged)
    relevance, labels = best_for_each(_recipes("a", "b", "c"), parts, FeatureStore())
    assert (relevance.name, labels.name) == ("b", "c")


def test_of_recipes_with_equally_many_problems_the_one_with_more_decisions_is_best(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    right = {"a": 4, "b": 6, "c": 6}
    monkeypatch.setattr(classifiers, "fit", lambda recipe, *_: recipe.name)
    monkeypatch.setattr(classifiers, "judge", lambda name, *_: (Counts(right[name], 9, 2, 3),) * 2)
    relevance, labels = best_for_each(_recipes("a", "b", "c"), [[], []], FeatureStore())
    assert (relevance.name, labels.name) == ("b", "b")  # the first of equal ones
