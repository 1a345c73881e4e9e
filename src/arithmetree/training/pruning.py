"""Making a model small: conjunctions of little weight are dropped, the rest is rounded to half precision."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from arithmetree.linear import FloatArray, IntArray, LinearScorer, Vocabulary
from arithmetree.model import Model


def prune(model: Model, conjunctions: int) -> Model:
    """The model with at most this many conjunctions in both scorers together, those of the largest weights."""
    sizes = [_sizes(model.relevance), _sizes(model.pair)]
    kept = np.sort(np.argsort(-np.concatenate(sizes), kind="stable")[:conjunctions])
    is_first = kept < len(sizes[0])
    return replace(
        model,
        relevance=_pruned(model.relevance, kept[is_first]),
        pair=_pruned(model.pair, kept[~is_first] - len(sizes[0])),
    )


def _sizes(scorer: LinearScorer) -> FloatArray:
    return np.asarray(np.abs(scorer.weights[len(scorer.vocabulary.names) :]).max(axis=1, initial=0.0))


def _pruned(scorer: LinearScorer, kept: IntArray) -> LinearScorer:
    names = scorer.vocabulary.names
    columns = np.concatenate([np.arange(len(names)), len(names) + kept])
    rounded = scorer.weights[columns].astype(np.float16).astype(np.float64)
    return LinearScorer(Vocabulary(names, scorer.vocabulary.conjunctions[kept]), rounded, scorer.bias)
