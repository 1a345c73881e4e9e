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
    return _commonest_first(LinearScorer(Vocabulary(names, scorer.vocabulary.conjunctions[kept]), rounded, scorer.bias))


def _commonest_first(scorer: LinearScorer) -> LinearScorer:
    """The same scorer with the features that have the most conjunctions in front.

    A decision has mostly common features: what it looks up then lies close together, and comes out of memory sooner.
    """
    names, keys = scorer.vocabulary.names, scorer.vocabulary.conjunctions
    pairs = np.divmod(keys, len(names))
    order = np.argsort(-np.bincount(np.concatenate(pairs), minlength=len(names)), kind="stable")
    rank = np.argsort(order)
    one, other = (rank[side] for side in pairs)
    moved = np.minimum(one, other) * len(names) + np.maximum(one, other)
    by_key = np.argsort(moved)
    return LinearScorer(
        Vocabulary(tuple(names[number] for number in order.tolist()), moved[by_key]),
        scorer.weights[np.concatenate([order, len(names) + by_key])],
        scorer.bias,
    )
