"""Best-first search over derivations against brute force; bounds, limits and bad scorers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, log, nan
from random import Random

import numpy as np
import pytest

from arithmetree.derivations import (
    OPERATIONS,
    Constant,
    DerivationCandidate,
    Leaf,
    Limits,
    Mention,
    Moves,
    Operation,
    Prefix,
    Unknown,
    outcomes,
    search_derivations,
    to_infix,
)
from arithmetree.errors import ScoreError
from arithmetree.search import Integral, Positive
from derivation_oracle import RandomScorer, everything

LEAVES: tuple[Leaf, ...] = (Mention(0), Mention(1), Constant(Fraction(2)), Unknown("x"))
VALUES = (Fraction(6), Fraction(4))


@dataclass(frozen=True)
class PrefersSmall:
    """A scored constraint: up to 0.7 more for small answers, and none above 100."""

    name: str = "small"
    highest: float = 0.7

    def score(self, candidate: DerivationCandidate) -> float:
        return self.of(candidate.answers)

    def of(self, answers: tuple[Fraction, ...]) -> float:
        return -inf if answers[0] > 100 else 0.7 if abs(answers[0]) < 10 else -0.4


def scorers(part: int) -> list[RandomScorer]:
    rng = Random(part)
    return [
        RandomScorer(
            seed=rng.randrange(10**9),
            leaves=len(LEAVES),
            order_free=rng.random() < 0.5,
            steps=rng.randint(0, 3),
            asked=rng.choice((1, 1, 2)),
            choices=rng.randint(1, 3),
            lossy=rng.random() < 0.3,
            operations=rng.choice((OPERATIONS, (Operation.ADD, Operation.EQUATE), (Operation.ADD, Operation.SUBTRACT))),
        )
        for _ in range(300)
    ]


@pytest.mark.parametrize("part", range(10))
def test_search_agrees_with_brute_force(part: int) -> None:
    """Best, k best, masses and bounds over 3,000 random scorers, with ties, zeros, merges and constraints."""
    rng = Random(1000 + part)
    answered = 0
    for scorer in scorers(part):
        constraint = rng.choice((None, None, PrefersSmall()))
        k, batch = rng.choice((1, 2, 5)), rng.choice((1, 4))
        explore_to = rng.choice((1.0, 0.1, 0.0))
        every = everything(scorer, LEAVES, VALUES, constraint.of if constraint else lambda _: 0.0)
        best: dict[tuple[Fraction, ...], float] = {}
        mass: dict[tuple[Fraction, ...], float] = {}
        for one in every:
            if one.values is not None and one.score > -inf:
                best[one.values] = max(best.get(one.values, -inf), one.score)
                mass[one.values] = mass.get(one.values, 0.0) + exp(one.score)
        result = search_derivations(
            scorer,
            LEAVES,
            VALUES,
            [constraint] if constraint else [],
            k=k,
            explore_to=explore_to,
            limits=Limits(steps=3, opened=100_000, batch=batch),
        )
        certificate = result.certificate
        assert certificate.exact
        if not best:
            continue
        answered += 1
        assert certificate.satisfied
        ranked = sorted(best.values(), reverse=True)
        assert [found.score for found in result.found] == pytest.approx(ranked[:k], abs=1e-9)
        assert certificate.runner_up == (pytest.approx(ranked[1], abs=1e-9) if len(ranked) > 1 else None)
        total = sum(mass.values())
        for found in result.found:
            assert found.score == pytest.approx(best[found.values], abs=1e-9)
            posterior = mass[found.values] / total
            assert found.low - 1e-9 <= posterior <= found.high + 1e-9
            if explore_to == 0.0:
                assert found.high - found.low < 1e-6
            shown = outcomes(found.derivation, VALUES)
            assert tuple(outcome.value for outcome in shown) == found.values  # type: ignore[union-attr]
    assert answered > 50


def test_search_stops_as_soon_as_it_may() -> None:
    """With the best answers it need not see the rest, unless it is told to, or with one answer if that is enough."""
    opened = dict.fromkeys(("by default", "all", "all of many", "enough"), 0)
    for seed in range(30):
        scorer = RandomScorer(seed, len(LEAVES), False, choices=3)
        limits = Limits(steps=3, opened=100_000)
        ways: dict[str, dict[str, float]] = {
            "by default": {},
            "all": {"explore_to": 0.0},
            "all of many": {"k": 1000},
            "enough": {"k": 1000, "enough": 0.8},
        }
        for name, options in ways.items():
            certificate = search_derivations(scorer, LEAVES, VALUES, limits=limits, **options).certificate  # type: ignore[arg-type]
            opened[name] += certificate.opened
            assert certificate.unexplored <= (0.8 if name == "enough" else 1)
    assert opened["by default"] < 0.9 * opened["all"]
    assert opened["enough"] < 0.9 * opened["all of many"]


@pytest.mark.parametrize("order_free", [True, False])
def test_all_probability_is_accounted_for(order_free: bool) -> None:
    for seed in range(100):
        scorer = RandomScorer(seed, len(LEAVES), order_free, choices=2)
        result = search_derivations(scorer, LEAVES, VALUES, k=1000, limits=Limits(steps=3, opened=100_000))
        found = sum(exp(one.score) for one in everything(scorer, LEAVES, VALUES) if one.values is not None)
        assert result.certificate.unexplored == pytest.approx(0.0, abs=1e-9)
        rejected = sum(result.certificate.rejected.values())
        assert found + rejected <= 1 + 1e-9


def test_merged_prefixes_are_opened_once() -> None:
    opened = {"merged": 0, "apart": 0}
    for seed in range(20):
        scorer = RandomScorer(seed, len(LEAVES), True, choices=3, operations=(Operation.ADD,))
        limits = Limits(steps=3, opened=100_000)
        merged = search_derivations(scorer, LEAVES, VALUES, k=1000, limits=limits).certificate.opened
        apart = search_derivations(_KeptApart(scorer), LEAVES, VALUES, k=1000, limits=limits).certificate.opened
        assert merged <= apart
        opened["merged"] += merged
        opened["apart"] += apart
    assert opened["merged"] < 0.95 * opened["apart"]


@dataclass
class _KeptApart:
    """The same scores without the promise that the order does not matter."""

    scorer: RandomScorer
    order_free: bool = False

    def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
        return self.scorer.moves(prefixes)


def test_merging_changes_no_answer_and_no_mass() -> None:
    for seed in range(200):
        scorer = RandomScorer(seed, len(LEAVES), True, choices=3)
        limits = Limits(steps=3, opened=100_000)
        merged = search_derivations(scorer, LEAVES, VALUES, k=5, explore_to=0.0, limits=limits)
        apart = search_derivations(_KeptApart(scorer), LEAVES, VALUES, k=5, explore_to=0.0, limits=limits)
        assert [one.score for one in merged.found] == pytest.approx([one.score for one in apart.found])
        low = {one.values: one.low for one in merged.found}
        for one in apart.found:
            if one.values in low:
                assert one.low == pytest.approx(low[one.values], abs=1e-9)


@dataclass
class Scripted:
    """Follows one list of moves with probability `sure` each; the rest is lost."""

    script: Sequence[tuple[Operation, int, int] | int | None]
    sure: float = 0.9
    order_free: bool = False

    def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
        made = []
        for prefix in prefixes:
            size = prefix.size
            steps = np.full((len(OPERATIONS), size, size), -inf)
            answer, stop = np.full(size, -inf), -inf
            at = len(prefix.steps) + len(prefix.answers)
            move = self.script[at] if at < len(self.script) else None
            if move is None:
                stop = log(self.sure)
            elif isinstance(move, int):
                answer[move] = log(self.sure)
            else:
                operation, left, right = move
                steps[OPERATIONS.index(operation), left, right] = log(self.sure)
            made.append(Moves(steps, answer, stop))
        return made


def test_heads_and_legs_are_found_with_a_certificate() -> None:
    # hens + rabbits = 35, 2 * hens + 4 * rabbits = 94
    leaves = (
        Mention(0),
        Mention(1),
        Constant(Fraction(2), "legs of a hen"),
        Constant(Fraction(4), "legs of a rabbit"),
        Unknown("hens"),
        Unknown("rabbits"),
    )
    script = [
        (Operation.ADD, 4, 5),
        (Operation.EQUATE, 6, 0),
        (Operation.MULTIPLY, 2, 4),
        (Operation.MULTIPLY, 3, 5),
        (Operation.ADD, 8, 9),
        (Operation.EQUATE, 10, 1),
        5,
        None,
    ]
    result = search_derivations(Scripted(script), leaves, [Fraction(35), Fraction(94)], [Positive(), Integral()])
    (found,) = result.found
    assert found.values == (12,)
    assert found.score == pytest.approx(8 * log(0.9))
    assert to_infix(found.derivation) == "rabbits where hens + rabbits = q0; 2 * hens + 4 * rabbits = q1"
    assert result.certificate.exact
    assert found.low <= found.high <= 1


def test_constraints_reject_and_say_how_much() -> None:
    script = [(Operation.SUBTRACT, 1, 0), 4, None]
    result = search_derivations(Scripted(script), LEAVES, VALUES, [Positive()])
    assert result.certificate.rejected["positive"] == pytest.approx(0.9**3)


def test_without_any_answer_that_passes_the_best_one_is_given_all_the_same() -> None:
    script = [(Operation.SUBTRACT, 1, 0), 4, None]
    result = search_derivations(Scripted(script, sure=1 - 1e-12), LEAVES, VALUES, [Positive()], limits=Limits(steps=1))
    assert result.found[0].values == (-2,)
    assert not result.certificate.satisfied


def test_what_is_open_or_undefined_is_rejected_by_cause() -> None:
    nothing_fixes_x = search_derivations(Scripted([3, None]), LEAVES, VALUES, limits=Limits(steps=1))
    assert nothing_fixes_x.certificate.rejected["open"] == pytest.approx(0.81)
    divided_by_zero = [(Operation.SUBTRACT, 0, 0), (Operation.DIVIDE, 0, 4), 5, None]
    rejected = search_derivations(
        Scripted(divided_by_zero), LEAVES, VALUES, limits=Limits(steps=2)
    ).certificate.rejected
    assert rejected["undefined"] == pytest.approx(0.81)
    clash = [(Operation.EQUATE, 0, 1), 0, None]
    rejected = search_derivations(Scripted(clash), LEAVES, VALUES, limits=Limits(steps=2)).certificate.rejected
    assert rejected["contradictory"] == pytest.approx(0.9)


@dataclass
class NeverStops:
    """Adds for ever."""

    order_free: bool = False

    def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
        made = []
        for prefix in prefixes:
            steps = np.full((len(OPERATIONS), prefix.size, prefix.size), -inf)
            steps[0, 0, prefix.size - 1] = steps[1, 0, prefix.size - 1] = log(0.5)
            made.append(Moves(steps, np.full(prefix.size, -inf), -inf))
        return made


def test_a_scorer_that_never_stops_is_cut_off_and_the_certificate_says_so() -> None:
    certificate = search_derivations(NeverStops(), LEAVES, VALUES, limits=Limits(steps=100, opened=50)).certificate
    assert (certificate.exact, certificate.cut, certificate.opened) == (False, "prefixes", 50)
    assert certificate.unexplored == pytest.approx(1.0)
    certificate = search_derivations(NeverStops(), LEAVES, VALUES, limits=Limits(steps=3)).certificate
    assert certificate.cut is None  # all of at most three steps were looked at
    assert certificate.unexplored == pytest.approx(1.0)
    certificate = search_derivations(
        NeverStops(), LEAVES, VALUES, limits=Limits(steps=100, opened=10**6, seconds=0.05)
    ).certificate
    assert (certificate.exact, certificate.cut) == (False, "time")


def test_the_best_answer_may_be_proven_before_the_limit_is_reached() -> None:
    scorer = RandomScorer(3, len(LEAVES), False, choices=3)
    full = search_derivations(scorer, LEAVES, VALUES, k=1, explore_to=0.0, limits=Limits(steps=3, opened=100_000))
    found = [
        search_derivations(scorer, LEAVES, VALUES, k=1, explore_to=0.0, limits=Limits(steps=3, opened=opened))
        for opened in (2, 5, 10, 20, 40, 80, 160)
    ]
    certificates = [one.certificate for one in found if one.certificate.cut == "prefixes"]
    assert {certificate.exact for certificate in certificates} == {True, False}
    for one in found:
        assert not one.certificate.exact or one.found[0].values == full.found[0].values


def test_an_answer_found_before_the_limit_is_given_with_wide_bounds() -> None:
    scorer = RandomScorer(3, len(LEAVES), False, choices=3)
    full = search_derivations(scorer, LEAVES, VALUES, k=50, limits=Limits(steps=3, opened=100_000))
    cut = search_derivations(scorer, LEAVES, VALUES, k=50, limits=Limits(steps=3, opened=15))
    assert cut.certificate.cut == "prefixes"
    assert not cut.certificate.exact
    exact = {one.values: one.low for one in full.found}
    assert cut.found
    for one in cut.found:
        assert one.low - 1e-9 <= exact[one.values] <= one.high + 1e-9


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda moves: moves.steps.__setitem__((0, 0, 0), nan), "NaN"),
        (lambda moves: moves.answer.__setitem__(0, 3.0), "above 0"),
        (lambda moves: moves.answer.__setitem__(slice(None), log(0.9)), "add up to"),
        (lambda moves: moves.answer.__setitem__(0, inf), "above 0"),
    ],
)
def test_bad_scores_are_an_error(change: object, message: str) -> None:
    class Bad(Scripted):
        def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
            made = super().moves(prefixes)
            change(made[0])  # type: ignore[operator]
            return made

    with pytest.raises(ScoreError, match=message):
        search_derivations(Bad([0, None]), LEAVES, VALUES)


def test_tables_of_a_wrong_shape_are_an_error() -> None:
    class Small(Scripted):
        def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
            return [Moves(one.steps[:, 1:, 1:], one.answer, one.stop) for one in super().moves(prefixes)]

    class Few(Scripted):
        def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
            return super().moves(prefixes)[1:]

    with pytest.raises(ScoreError, match="for 4 values"):
        search_derivations(Small([0, None]), LEAVES, VALUES)
    with pytest.raises(ScoreError, match="moves for 0 of 1 prefixes"):
        search_derivations(Few([0, None]), LEAVES, VALUES)


def test_bad_settings_are_an_error() -> None:
    with pytest.raises(ScoreError, match="k is 0"):
        search_derivations(Scripted([0, None]), LEAVES, VALUES, k=0)
    with pytest.raises(ScoreError, match="limits must be positive"):
        Limits(opened=0)


def test_a_constraint_that_gives_more_than_its_highest_is_an_error() -> None:
    @dataclass(frozen=True)
    class Generous:
        name: str = "generous"
        highest: float = 0.0

        def score(self, candidate: DerivationCandidate) -> float:  # noqa: ARG002
            return 1.0

    with pytest.raises(ScoreError, match="'generous' gave 1"):
        search_derivations(Scripted([0, None]), LEAVES, VALUES, [Generous()])


def test_stopping_without_an_answer_is_lost() -> None:
    result = search_derivations(Scripted([None]), LEAVES, VALUES, limits=Limits(steps=2))
    assert result.found == ()
    assert result.certificate.best_score is None


def test_the_same_search_gives_the_same_result() -> None:
    scorer = RandomScorer(11, len(LEAVES), False)
    one, other = (search_derivations(scorer, LEAVES, VALUES, k=5) for _ in range(2))
    assert one == other
