from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice

import numpy as np
import pytest

from arithmetree.errors import ScoreError
from arithmetree.expressions import UNDEFINED, Tree, class_key, labels_of
from arithmetree.scores import Scores
from arithmetree.search import (
    EXACT_UP_TO,
    Candidate,
    Integral,
    Positive,
    best_first,
    log_normaliser,
    posterior,
    search,
)
from arithmetree.search.beam import beam_trees
from arithmetree.search.engine import _from_recursion
from arithmetree.search.table import TABLE_UP_TO
from oracle import all_scores, answer_weights, best_per_class, everything, values_of

Maker = Callable[[np.random.Generator, int], Scores]
Ranked = Callable[[Scores], Iterator[tuple[float, Tree]]]


def by_table(scores: Scores) -> Iterator[tuple[float, Tree]]:
    assert len(scores) <= TABLE_UP_TO
    return best_first(scores)


def by_recursion(scores: Scores) -> Iterator[tuple[float, Tree]]:
    return _from_recursion(scores, 2)


def summed(rng: np.random.Generator, n: int) -> Scores:
    return Scores.summed(rng.normal(size=n), rng.normal(size=(n, n, 6)), irrelevance_weight=float(rng.uniform(0, 3)))


def averaged(rng: np.random.Generator, n: int) -> Scores:
    relevance = np.log(rng.dirichlet([1, 1], n))
    return Scores.averaged(relevance[:, 0], relevance[:, 1], np.log(rng.dirichlet(np.ones(6), (n, n))))


def tied(rng: np.random.Generator, n: int) -> Scores:
    return Scores.summed(rng.integers(-1, 2, n), rng.integers(-1, 2, (n, n, 6)))


def with_infinities(rng: np.random.Generator, n: int) -> Scores:
    pair = np.where(rng.random((n, n, 6)) < 0.4, -np.inf, rng.normal(size=(n, n, 6)))
    irrelevant = np.where(rng.random(n) < 0.3, -np.inf, rng.normal(size=n))
    return Scores.averaged(irrelevant, rng.normal(size=n), pair)


MAKERS = [summed, averaged, tied, with_infinities]
SIZES = [(2, 150), (3, 150), (4, 40), (5, 2)]


def numbers(rng: np.random.Generator, n: int) -> list[Fraction]:
    return [Fraction(int(rng.integers(0, 12)), int(rng.integers(1, 3))) for _ in range(n)]


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(
    ("n", "times", "ranked"),
    [
        (n, times, way)
        for n, times in SIZES
        for way in (by_table, by_recursion)
        if way is by_recursion or n <= TABLE_UP_TO
    ],
)
def test_best_first_equals_brute_force(make: Maker, n: int, times: int, ranked: Ranked) -> None:
    rng = np.random.default_rng([n, MAKERS.index(make)])
    for _ in range(times):
        scores = make(rng, n)
        expected = all_scores(scores)
        expected = np.sort(expected[expected > -np.inf])[::-1]
        found = list(islice(ranked(scores), None if n < 5 else 300))
        assert len(found) == (len(expected) if n < 5 else min(300, len(expected)))
        np.testing.assert_allclose([score for score, _ in found], expected[: len(found)], atol=1e-9)
        assert len({tuple(labels_of(tree).items()) for _, tree in found}) == len(found)
        for score, tree in found[:5]:
            assert scores.of(tree) == pytest.approx(score, abs=1e-9)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(("n", "times"), SIZES)
def test_k_best_distinct_expressions_equal_brute_force(make: Maker, n: int, times: int) -> None:
    rng = np.random.default_rng([n, 7, MAKERS.index(make)])
    for _ in range(times):
        scores, values = make(rng, n), numbers(rng, n)
        defined = {
            key for key, value in zip(everything(n).keys, values_of(n, values), strict=True) if value is not UNDEFINED
        }
        expected = sorted((s for key, s in best_per_class(scores).items() if key in defined), reverse=True)
        result = search(scores, values, k=8)
        np.testing.assert_allclose([found.score for found in result.found], expected[:8], atol=1e-9)
        assert len({class_key(found.tree) for found in result.found}) == len(result.found)
        if len(expected) > 1:
            assert result.certificate.margin == pytest.approx(expected[0] - expected[1], abs=1e-9)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(("n", "times"), SIZES)
def test_constraints_equal_brute_force(make: Maker, n: int, times: int) -> None:
    rng = np.random.default_rng([n, 11, MAKERS.index(make)])
    for _ in range(times):
        scores, values = make(rng, n), numbers(rng, n)
        value_of = dict(zip(everything(n).keys, values_of(n, values), strict=True))
        ranked = sorted(best_per_class(scores).items(), key=lambda entry: -entry[1])
        defined = [(key, score) for key, score in ranked if value_of[key] is not UNDEFINED]
        passing = [(k, s) for k, s in defined if value_of[k] > 0 and value_of[k].denominator == 1]  # type: ignore
        result = search(scores, values, [Positive(), Integral()], k=3, max_examined=10**9)
        certificate = result.certificate
        assert certificate.satisfied == bool(passing)
        if not passing:
            assert certificate.exhausted
            assert [f.score for f in result.found] == pytest.approx([s for _, s in defined[:2]], abs=1e-9)
            continue
        assert [f.score for f in result.found] == pytest.approx([s for _, s in passing[:3]], abs=1e-9)
        best = passing[0][1]
        every = all_scores(scores)
        better = int((every > best + 1e-9).sum())
        tied_with_best = int((np.abs(every - best) <= 1e-9).sum())
        assert better <= sum(certificate.rejected.values()) <= better + tied_with_best


@pytest.mark.parametrize(("n", "times"), [(3, 60), (4, 25)])
def test_scored_constraints_equal_brute_force(n: int, times: int) -> None:
    rng = np.random.default_rng(n)
    for _ in range(times):
        scores, values = averaged(rng, n), numbers(rng, n)
        given = [Positive(weight=-1.5), Integral(weight=float(rng.uniform(-1, 1)))]
        value_of = dict(zip(everything(n).keys, values_of(n, values), strict=True))
        expected = sorted(
            (
                score + (0 if value_of[key] > 0 else -1.5) + (0 if value_of[key].denominator == 1 else given[1].weight)  # type: ignore
                for key, score in best_per_class(scores).items()
                if value_of[key] is not UNDEFINED
            ),
            reverse=True,
        )
        result = search(scores, values, given, k=4)
        assert [f.score for f in result.found] == pytest.approx(expected[:4], abs=1e-9)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize(("n", "times"), SIZES)
def test_normaliser_equals_brute_force(make: Maker, n: int, times: int) -> None:
    rng = np.random.default_rng([n, 13, MAKERS.index(make)])
    for _ in range(times):
        scores = make(rng, n)
        total = np.exp(all_scores(scores)).sum()
        with np.errstate(divide="ignore"):
            assert log_normaliser(scores) == pytest.approx(np.log(total), abs=1e-8)


@pytest.mark.parametrize("keep", [None, lambda value: value > 0])
@pytest.mark.parametrize(("n", "times"), [(2, 40), (3, 40), (4, 15)])
def test_posterior_is_exact_for_few_quantities(n: int, times: int, keep: Callable[[Fraction], bool] | None) -> None:
    rng = np.random.default_rng([n, 17])
    for _ in range(times):
        scores, values = averaged(rng, n), numbers(rng, n)
        expected = answer_weights(scores, values, keep)
        found = posterior(scores, values, [Positive()] if keep else [])
        assert found.exact
        assert dict(found.probabilities) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("keep", [None, lambda value: value > 0])
def test_posterior_is_a_lower_bound_for_more(keep: Callable[[Fraction], bool] | None) -> None:
    rng = np.random.default_rng(5)
    for _ in range(2):
        scores, values = averaged(rng, 5), numbers(rng, 5)
        expected = answer_weights(scores, values, keep)
        found = posterior(scores, values, [Positive()] if keep else [])
        assert not found.exact
        for value, probability in found.probabilities:
            assert probability <= expected[value] + 1e-9
        more = posterior(scores, values, [Positive()] if keep else [], drawn=5_000)
        assert 0.3 < sum(p for _, p in found.probabilities) < sum(p for _, p in more.probabilities) <= 1 + 1e-9


def test_posterior_of_an_answer_never_met_is_zero() -> None:
    scores = averaged(np.random.default_rng(0), 2)
    assert posterior(scores, [Fraction(2), Fraction(3)]).of(Fraction(1_000_003)) == 0.0


@pytest.mark.parametrize("make", MAKERS)
def test_exact_never_scores_below_the_beam(make: Maker) -> None:
    rng = np.random.default_rng(3)
    for _ in range(40):
        n = int(rng.integers(2, 7))
        scores, values = make(rng, n), numbers(rng, n)
        exact, beam = search(scores, values), search(scores, values, method="beam")
        assert beam.certificate.method == "beam"
        if beam.found:
            assert exact.found[0].score >= beam.found[0].score - 1e-9


def test_beam_is_complete_where_nothing_is_pruned() -> None:
    rng = np.random.default_rng(4)
    for make in MAKERS:
        for _ in range(20):
            scores = make(rng, 3)
            expected = all_scores(scores)
            expected = np.sort(expected[expected > -np.inf])[::-1]
            found = [score for score, _ in beam_trees(scores, beam=10_000)]
            np.testing.assert_allclose(found, expected, atol=1e-9)


def test_search_degrades_openly_to_the_beam() -> None:
    n = EXACT_UP_TO + 1
    scores, values = averaged(np.random.default_rng(0), n), [Fraction(i + 1) for i in range(n)]
    assert search(scores, values).certificate.method == "beam"
    with pytest.raises(ScoreError, match=f"at most {EXACT_UP_TO} quantities"):
        search(scores, values, method="exact")
    with pytest.raises(ScoreError, match=f"at most {EXACT_UP_TO} quantities"):
        log_normaliser(scores)


def test_search_gives_up_openly_where_no_answer_passes() -> None:
    class Never:
        name = "never"
        highest = 0.0

        def score(self, candidate: Candidate) -> float:  # noqa: ARG002
            return float("-inf")

    scores, values = averaged(np.random.default_rng(1), 7), [Fraction(i + 2) for i in range(7)]
    result = search(scores, values, [Never()], max_examined=300)
    assert not result.certificate.satisfied
    assert not result.certificate.exhausted
    assert result.certificate.examined == 300
    assert result.found[0].score == pytest.approx(search(scores, values).found[0].score)


def test_search_is_deterministic_under_ties() -> None:
    scores = Scores.summed(np.zeros(4), np.zeros((4, 4, 6)))
    values = [Fraction(v) for v in (2, 3, 5, 7)]
    assert search(scores, values, k=50).found == search(scores, values, k=50).found


def test_everything_forbidden_gives_no_expression() -> None:
    scores = Scores.summed(np.zeros(3), np.full((3, 3, 6), -np.inf))
    result = search(scores, [Fraction(1)] * 3)
    assert result.found == ()
    assert result.certificate.best_score is None
    assert result.certificate.margin is None
    assert result.certificate.exhausted
    assert posterior(scores, [Fraction(1)] * 3).probabilities == ()


@pytest.mark.parametrize(
    ("irrelevance", "pair", "message"),
    [
        ([], np.zeros((0, 0, 6)), "scores for 0 quantities"),
        (np.zeros(40), np.zeros((40, 40, 6)), "scores for 40 quantities; accepted are 1 to 30"),
        ([0.0, float("nan")], np.zeros((2, 2, 6)), "'unused' holds NaN"),
        ([0.0, 0.0], np.full((2, 2, 6), np.inf), "'pair' holds NaN or plus infinity"),
        ([0.0, 0.0], np.zeros((2, 2, 5)), r"shape \(2, 2, 5\); for 2 quantities it must be \(2, 2, 6\)"),
        (["many"], np.zeros((1, 1, 6)), "must hold numbers"),
    ],
)
def test_bad_scores_are_refused(irrelevance: object, pair: object, message: str) -> None:
    with pytest.raises(ScoreError, match=message):
        Scores.summed(irrelevance, pair)


def test_bad_calls_are_refused() -> None:
    scores = Scores.summed(np.zeros(2), np.zeros((2, 2, 6)))
    with pytest.raises(ScoreError, match="3 values for 2 quantities"):
        search(scores, [Fraction(1)] * 3)
    with pytest.raises(ScoreError, match="k is 0"):
        search(scores, [Fraction(1)] * 2, k=0)
    with pytest.raises(ScoreError, match="unknown search method 'guess'"):
        search(scores, [Fraction(1)] * 2, method="guess")  # type: ignore[arg-type]
