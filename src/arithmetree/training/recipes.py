"""Recipes: the ways to train a model, as data. Which one to take is decided by cross-validation (tuning.py)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression
from sklearn.svm import LinearSVC

from arithmetree.expressions import LABELS, labels_of, quantities
from arithmetree.features import PAPER, FeatureSet, ProblemFacts, ProblemFeatures, facts_of
from arithmetree.linear import FloatArray, LinearScorer, Vocabulary
from arithmetree.model import MIRROR, Link, Model, Settings
from arithmetree.training.gold import GoldProblem
from arithmetree.training.joint import Prepared, fit_joint, prepare
from arithmetree.training.vectorise import learn_vocabulary, scales, to_matrix


@dataclass(frozen=True, slots=True)
class Recipe:
    """One way to train: what the linear outputs mean (`link`), the features, and the constants."""

    name: str
    link: Link
    features: FeatureSet
    mirrored: bool
    averaged: bool
    strength: float  # penalty on the squared weights (tree), or C of the classifiers
    irrelevance_weight: float = 1.0
    balanced: bool = False  # learn relevance as if needed and unneeded numbers were equally frequent
    bonus: float = 0.0  # what a used quantity gains, because log-probabilities of its labels only ever cost
    relevance_strength: float | None = None  # C of the relevance classifier, where it has its own

    def without(self, groups: Sequence[str]) -> Recipe:
        """The same recipe with feature groups switched off."""
        return replace(self, features=self.features.without(groups))


_TREE = FeatureSet().without(
    ["unit/shared", "related-np/sentence", "miscellaneous/window", "individual/window", "question/signals"]
)
_PLOT = FeatureSet(
    ("unit", "unit/shared", "related-np/sentence", "story"),
    ("pair", "question", "rate-algebra", "story"),
    conjunctions=False,
)
_ROBUST = FeatureSet(
    ("unit", "unit/shared", "related-np/sentence", "story"),
    ("individual", "individual/window", "pair", "question", "story"),
    conjunctions=False,
)
_ROBUST_JOINED = FeatureSet(("unit", "unit/shared", "story"), _ROBUST.pair)


def _local(name: str, features: FeatureSet, strength: float, *, mirrored: bool = False) -> Recipe:
    return Recipe(name, "log-probability", features, mirrored, True, strength, balanced=True, bonus=0.5)


OURS: tuple[Recipe, ...] = (
    Recipe("tree", "tree", _TREE, mirrored=False, averaged=True, strength=0.3),
    _local("plot", _PLOT, 0.1),
    _local("plot joined", replace(_PLOT, conjunctions=True), 0.03),
    _local("robust", _ROBUST, 0.1, mirrored=True),
    _local("robust joined", _ROBUST_JOINED, 0.03, mirrored=True),
)
"""The recipes among which cross-validation chooses.

"tree" learns everything at tree level from all features but those of the authors' code, which hardly help it and more
than double its time: best where training and test problems are of one kind. "plot" leans on the story rules, which
carry over to texts of another kind. "robust" sees each pair from both sides and carries over to expressions of a kind
never seen in training. Sets differ widely in how often a number is not needed, so only "tree" learns that share.
"""

PAPER_PENALTIES = (0.001, 0.003, 0.01, 0.03, 0.1)
"""The constants C of the paper's support vector machines; each of its two classifiers takes one of them."""
PAPER_WEIGHTS = (1e-6, 1e-4, 1e-2, 1.0, 1e2, 1e4, 1e6)
"""The paper's weights for irrelevance."""


def _paper(relevance: float, operation: float, weight: float) -> Recipe:
    name = f"paper C={relevance:g}, {operation:g} w={weight:g}"
    return Recipe(name, "margin", PAPER, False, False, operation, weight, relevance_strength=relevance)


PAPERS: tuple[Recipe, ...] = tuple(
    _paper(relevance, operation, weight)
    for relevance in PAPER_PENALTIES
    for operation in PAPER_PENALTIES
    for weight in PAPER_WEIGHTS
)
"""The paper's configuration: its features, linear SVMs, summed scores. Constants are chosen on training problems."""


@dataclass(frozen=True, eq=False)
class Featured:
    """A gold problem with its features and, where it can be trained on at tree level, its prepared table."""

    gold: GoldProblem
    features: ProblemFeatures
    prepared: Prepared | None


class FeatureStore:
    """Facts, features and prepared tables of problems, each computed once."""

    def __init__(self) -> None:
        self._facts: dict[int, ProblemFacts] = {}
        self._features: dict[tuple[int, FeatureSet], ProblemFeatures] = {}
        self._prepared: dict[int, Prepared | None] = {}
        self._kept: list[GoldProblem] = []  # ids are only unique while the problems live

    def facts(self, gold: GoldProblem) -> ProblemFacts:
        """The facts of a problem."""
        if id(gold) not in self._facts:
            self._kept.append(gold)
            self._facts[id(gold)] = facts_of(gold.problem)
        return self._facts[id(gold)]

    def of(self, gold: GoldProblem, recipe: Recipe) -> Featured:
        """The features of a problem for a recipe; `prepared` only for tree-level recipes."""
        key = (id(gold), recipe.features)
        if key not in self._features:
            self._features[key] = recipe.features.of(self.facts(gold))
        if recipe.link == "tree" and id(gold) not in self._prepared:
            self._prepared[id(gold)] = prepare(gold)
        return Featured(gold, self._features[key], self._prepared.get(id(gold)))


def fit(recipe: Recipe, golds: Sequence[GoldProblem], store: FeatureStore | None = None) -> Model:
    """Train a model on the problems that have a gold expression over the quantities that were read."""
    store = store or FeatureStore()
    problems = [store.of(gold, recipe) for gold in golds if gold.tree is not None and len(gold.problem.schemas) > 1]
    settings = Settings(recipe.features, recipe.link, recipe.mirrored, recipe.averaged, recipe.irrelevance_weight)
    return _fit_tree(recipe, settings, problems) if recipe.link == "tree" else _fit_local(recipe, settings, problems)


def _fit_tree(recipe: Recipe, settings: Settings, problems: Sequence[Featured]) -> Model:
    ready = [(problem, problem.prepared) for problem in problems if problem.prepared is not None]
    relevance_rows = [row for problem, _ in ready for row in problem.features.relevance]
    pair_rows = [row for problem, _ in ready for row in problem.features.pairs]
    mirrored_rows = [row for problem, _ in ready for row in problem.features.mirrored]
    conjunctions = recipe.features.conjunctions
    relevance = learn_vocabulary(relevance_rows, conjunctions=conjunctions)
    pair = learn_vocabulary(pair_rows, conjunctions=conjunctions)
    pairs = to_matrix(pair_rows, pair)
    mirrored = to_matrix(mirrored_rows, pair) if recipe.mirrored else csr_matrix(pairs.shape)
    weights = fit_joint(
        [prepared for _, prepared in ready],
        to_matrix(relevance_rows, relevance),
        pairs,
        mirrored,
        averaged=recipe.averaged,
        penalty=recipe.strength,
    )
    return Model(
        settings,
        LinearScorer(relevance, (weights.used * scales(relevance))[:, None], np.array([weights.used_bias])),
        LinearScorer(pair, weights.pair * scales(pair)[:, None], weights.pair_bias),
        weights.traits,
    )


def _fit_local(recipe: Recipe, settings: Settings, problems: Sequence[Featured]) -> Model:
    """Two separate classifiers: relevance over all quantities, labels over the pairs of relevant ones."""
    relevance_rows: list[list[str]] = []
    is_used: list[int] = []
    pair_rows: list[list[str]] = []
    labels: list[int] = []
    for problem in problems:
        assert problem.gold.tree is not None
        taken = set(quantities(problem.gold.tree))
        gold_labels = labels_of(problem.gold.tree)
        relevance_rows += problem.features.relevance
        is_used += [int(i in taken) for i in range(len(problem.features.relevance))]
        pairs = [
            (i, j)
            for i in range(len(problem.features.relevance))
            for j in range(i + 1, len(problem.features.relevance))
        ]
        for pair, row, mirrored in zip(pairs, problem.features.pairs, problem.features.mirrored, strict=True):
            if pair in gold_labels:
                label = LABELS.index(gold_labels[pair])
                pair_rows.append(row)
                labels.append(label)
                if recipe.mirrored:
                    pair_rows.append(mirrored)
                    labels.append(MIRROR[label])
    conjunctions = recipe.features.conjunctions
    relevance = learn_vocabulary(relevance_rows, conjunctions=conjunctions)
    pair_words = learn_vocabulary(pair_rows, least=4 if recipe.mirrored else 2, conjunctions=conjunctions)
    relevance_recipe = (
        recipe if recipe.relevance_strength is None else replace(recipe, strength=recipe.relevance_strength)
    )
    used_weights, used_bias = _classifier(relevance_recipe, relevance_rows, relevance, is_used, 2)
    pair_weights, pair_bias = _classifier(recipe, pair_rows, pair_words, labels, len(LABELS))
    # Two outcomes are one decision: what supports using the quantity, against what supports leaving it out.
    use = (used_weights[:, 1] - used_weights[:, 0])[:, None]
    return Model(
        settings,
        LinearScorer(relevance, use, np.array([used_bias[1] - used_bias[0] + recipe.bonus])),
        LinearScorer(pair_words, pair_weights, pair_bias),
        None,
    )


_NEVER_SEEN = -10.0
"""The output for an outcome that training never met, far below all others but not forbidden."""


def _classifier(
    recipe: Recipe, rows: Sequence[Sequence[str]], vocabulary: Vocabulary, targets: Sequence[int], outcomes: int
) -> tuple[FloatArray, FloatArray]:
    weights, bias = np.zeros((len(vocabulary), outcomes)), np.full(outcomes, _NEVER_SEEN)
    seen = sorted(set(targets))
    if len(seen) == 1:
        bias[seen[0]] = 0.0
        return weights, bias
    matrix = to_matrix(rows, vocabulary)
    if recipe.link == "margin":
        # One machine for all labels; for two outcomes both ways are the same.
        several = "ovr" if len(seen) == 2 else "crammer_singer"
        machine = LinearSVC(C=recipe.strength, multi_class=several, tol=0.01, max_iter=20_000, random_state=0)
        fitted = machine.fit(matrix, targets)
    else:
        weight = "balanced" if outcomes == 2 and recipe.balanced else None
        fitted = LogisticRegression(C=recipe.strength, max_iter=200, tol=1e-3, class_weight=weight).fit(matrix, targets)
    if len(seen) == 2:
        half = fitted.coef_[0] / 2
        weights[:, seen[0]], weights[:, seen[1]] = -half, half
        bias[seen] = [-fitted.intercept_[0] / 2, fitted.intercept_[0] / 2]
    else:
        weights[:, seen] = np.ascontiguousarray(fitted.coef_.T)
        bias[seen] = fitted.intercept_
    return weights * scales(vocabulary)[:, None], bias
