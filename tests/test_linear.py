"""The linear scorer: names to columns, columns to scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.linear import LinearScorer, Vocabulary

NAMES = ("a", "b", "c", "d")


def vocabulary(*pairs: tuple[str, str]) -> Vocabulary:
    keys = sorted(NAMES.index(one) * len(NAMES) + NAMES.index(other) for one, other in pairs)
    return Vocabulary(NAMES, np.array(keys, dtype=np.int64))


def test_columns_are_features_and_their_known_conjunctions() -> None:
    known = vocabulary(("a", "c"), ("b", "d"))
    assert [known.describe(int(column)) for column in known.columns(["c", "a", "b"])] == ["a", "b", "c", "a & c"]


def test_unknown_features_and_repeats_do_not_count() -> None:
    known = vocabulary(("a", "b"))
    assert known.columns(["b", "new", "a", "b"]).tolist() == known.columns(["a", "b"]).tolist()


def test_no_features_score_the_bias() -> None:
    scorer = LinearScorer(vocabulary(("a", "b")), np.ones((5, 2)), np.array([0.5, -0.5]))
    assert scorer.scores([]).tolist() == [0.5, -0.5]
    assert scorer.scores(["new"]).tolist() == [0.5, -0.5]


@given(
    active=st.sets(st.sampled_from(NAMES)),
    pairs=st.sets(st.sampled_from([(a, b) for i, a in enumerate(NAMES) for b in NAMES[i + 1 :]])),
    seed=st.integers(0, 1000),
)
def test_the_score_is_the_sum_over_names_and_pairs(active: set[str], pairs: set[tuple[str, str]], seed: int) -> None:
    known = vocabulary(*pairs)
    weights = np.random.default_rng(seed).normal(size=(len(known), 3))
    scorer = LinearScorer(known, weights, np.array([1.0, 2.0, 3.0]))
    by_name = {known.describe(column): weights[column] for column in range(len(known))}
    wanted = [name for name in by_name if set(name.split(" & ")) <= active]
    expected = np.array([1.0, 2.0, 3.0]) + sum((by_name[name] for name in wanted), np.zeros(3))
    assert scorer.scores(sorted(active)) == pytest.approx(expected)


def test_the_strongest_features_are_those_that_lead_the_outcome() -> None:
    weights = np.array([[3.0, 0.0], [1.0, 0.0], [0.0, 5.0], [0.0, 0.0]])
    scorer = LinearScorer(vocabulary(), weights, np.zeros(2))
    assert scorer.strongest(NAMES, 0) == [("a", 1.5), ("b", 0.5)]
    assert scorer.strongest(NAMES, 1, count=1) == [("c", 2.5)]
    assert scorer.strongest([], 0) == []
