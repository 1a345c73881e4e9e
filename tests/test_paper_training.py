"""The paper's training: penalties by cross-validation, the weight of irrelevance by the training problems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from arithmetree.evaluation import paper_training
from arithmetree.evaluation.paper_training import PaperTraining, train_paper
from arithmetree.training.benchmark_sets import load_set
from arithmetree.training.gold import GoldProblem
from arithmetree.training.parse_cache import CACHE_VARIABLE
from arithmetree.training.parts import PARTS, in_parts
from arithmetree.training.recipes import PAPER_PENALTIES, PAPER_WEIGHTS, PAPERS, FeatureStore
from small_problems import write_benchmark


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[GoldProblem]]:
    folder = tmp_path_factory.mktemp("data")
    write_benchmark(folder / "ai2", folds=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder / "cache"))
        yield list(load_set("ai2", folder).problems.values())


@pytest.fixture(scope="module")
def training(problems: list[GoldProblem]) -> PaperTraining:
    return train_paper(PAPERS, problems, FeatureStore())


def test_one_penalty_for_each_classifier_is_left_and_every_weight(training: PaperTraining) -> None:
    assert [recipe.irrelevance_weight for recipe in training.recipes] == list(PAPER_WEIGHTS)
    assert len({(recipe.relevance_strength, recipe.strength) for recipe in training.recipes}) == 1
    assert {training.recipes[0].relevance_strength, training.recipes[0].strength} <= set(PAPER_PENALTIES)


def test_the_weight_has_the_best_accuracy_on_the_training_problems(training: PaperTraining) -> None:
    recipe, accuracy = training.choose_weight(FeatureStore(), "all", None)
    assert set(accuracy) == {other.name for other in training.recipes}
    assert accuracy[recipe.name] == max(accuracy.values())
    first = next(name for name, found in accuracy.items() if found == max(accuracy.values()))
    assert recipe.name == first
    assert training.weighted(recipe).settings.irrelevance_weight == recipe.irrelevance_weight


@pytest.mark.parametrize(("right", "share"), [([True], 100.0), ([True, False, False], 33.33)])
def test_the_accuracy_of_a_weight_is_the_share_of_right_answers(
    training: PaperTraining, monkeypatch: pytest.MonkeyPatch, right: list[bool], share: float
) -> None:
    problems = training.problems[: len(right)]
    is_right = {gold.id: one for gold, one in zip(problems, right, strict=True)}
    monkeypatch.setattr(paper_training, "predict", lambda *_, **__: ("tree", 7))
    monkeypatch.setattr(paper_training, "is_right", lambda value, gold: value == 7 and is_right[gold.id])
    _, accuracy = replace(training, problems=problems).choose_weight(FeatureStore(), "all", None)
    assert set(accuracy.values()) == {share}


def test_the_part_of_a_problem_does_not_depend_on_the_others(problems: list[GoldProblem]) -> None:
    parts = in_parts(problems)
    assert len(parts) == PARTS
    assert sorted(gold.id for part in parts for gold in part) == sorted(gold.id for gold in problems)
    fewer = in_parts(problems[::2])
    assert all({gold.id for gold in few} <= {gold.id for gold in part} for few, part in zip(fewer, parts, strict=True))
