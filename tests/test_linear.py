"""The linear scorer: names to columns, columns to scores."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.linear import LinearScorer, Vocabulary

NAMES = ("a", "b", "c", "d")
VALUED = ("a=1", "a=2", "b", "c=1", "d")


def vocabulary(*pairs: tuple[str, str], names: tuple[str, ...] = NAMES) -> Vocabulary:
    keys = sorted(names.index(one) * len(names) + names.index(other) for one, other in pairs)
    return Vocabulary(names, np.array(keys, dtype=np.int64))


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


@given(
    active=st.sets(st.sampled_from(VALUED)),
    pairs=st.sets(st.sampled_from([(a, b) for i, a in enumerate(VALUED) for b in VALUED[i + 1 :]])),
    seed=st.integers(0, 1000),
)
def test_the_shares_of_all_features_add_up_to_the_contrast(
    active: set[str], pairs: set[tuple[str, str]], seed: int
) -> None:
    random = np.random.default_rng(seed)
    known = vocabulary(*pairs, names=VALUED)
    scorer = LinearScorer(known, random.normal(size=(len(known), 3)), random.normal(size=3))
    contrast = random.normal(size=3)
    base, shares = scorer.shares(sorted(active), contrast)
    assert {name for name, _ in shares} == active
    assert base + sum(share for _, share in shares) == pytest.approx(scorer.scores(sorted(active)) @ contrast, abs=1e-9)


def test_a_conjunction_is_shared_by_its_two_features() -> None:
    scorer = LinearScorer(vocabulary(("a", "b")), np.array([[1.0], [2.0], [0.0], [0.0], [4.0]]), np.array([0.5]))
    base, shares = scorer.shares(["a", "b"], np.ones(1))
    assert (base, dict(shares)) == (0.5, {"a": 3.0, "b": 4.0})
    assert dict(scorer.shares(["a"], np.ones(1))[1]) == {"a": 1.0}


def test_a_feature_counts_above_what_its_kind_has_on_average() -> None:
    known = vocabulary(names=("size=big", "size=small", "plain"))
    scorer = LinearScorer(known, np.array([[5.0], [3.0], [2.0]]), np.zeros(1))
    base, shares = scorer.shares(["size=small", "plain"], np.ones(1))
    assert (base, dict(shares)) == (4.0, {"size=small": -1.0, "plain": 2.0})
