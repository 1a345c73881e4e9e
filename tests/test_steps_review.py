"""Derivations that are read again: how they are written, and what the review does to the answers that were found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from math import exp, fsum
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.derivations import OPERATIONS, Derivation, FoundAnswer, Mention, Operation, Step, Unknown
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps import review
from arithmetree.steps.features import VALUE_FEATURES, value_features
from arithmetree.steps.leaves import Reading, mentioned, reading_of
from arithmetree.steps.model import StepModel
from arithmetree.steps.network import Networks, TextVectors
from arithmetree.steps.values import leaf_values, step_value
from arithmetree.steps.written import ANSWER, LEFT, MADE, MOST_STEPS, RIGHT, VERDICT, Written, written

CRATES = "Ida packs 4 crates with 12 jars in each crate. She sells 15 jars. How many jars are left?"
LEFT_OVER = Derivation(
    (Mention(1), Mention(0), Mention(2)),
    (Step(Operation.MULTIPLY, 0, 1), Step(Operation.SUBTRACT, 3, 2)),
    (4,),
)


@cache
def shipped() -> StepModel:
    return StepModel.load(SHIPPED / "full")


@cache
def crates() -> Reading:
    return reading_of(mentioned(read(CRATES, load_parser())), shipped().tokenizer)


@pytest.fixture
def model() -> StepModel:
    return shipped()


@pytest.fixture
def reading() -> Reading:
    return crates()


def test_a_derivation_is_written_in_rows_over_the_leaves_of_the_reading(reading: Reading) -> None:
    values, asked = leaf_values(reading)
    found = written(LEFT_OVER, reading, values, asked)
    assert found is not None
    leaves = len(reading.leaves)
    times, minus = (OPERATIONS.index(each) + 1 for each in (Operation.MULTIPLY, Operation.SUBTRACT))
    assert list(found.rows) == [
        (VERDICT, 0, -1),
        (LEFT, 0, 1), (MADE, times, leaves), (RIGHT, 0, 0),
        (LEFT, 0, leaves), (MADE, minus, leaves + 1), (RIGHT, 0, 2),
        (ANSWER, 0, leaves + 1),
    ]  # fmt: skip
    jars = step_value(Operation.MULTIPLY, values.one(1), values.one(0), 48.0)
    left = step_value(Operation.SUBTRACT, jars, values.one(2), 33.0)
    for features, made in zip(found.features, (jars, left), strict=True):
        assert np.array_equal(features, value_features(made, asked)[0])
    assert found.features.shape == (2, VALUE_FEATURES)


def test_unknowns_are_leaves_and_long_derivations_are_not_written(reading: Reading) -> None:
    values, asked = leaf_values(reading)
    equal = Derivation((Unknown("x"), Mention(0)), (Step(Operation.EQUATE, 0, 1),), (0,))
    found = written(equal, reading, values, asked)
    assert found is not None
    assert found.rows[1] == (LEFT, 0, list(reading.leaves).index(Unknown("x")))
    steps = tuple(Step(Operation.ADD, 0, place) for place in range(MOST_STEPS + 1))
    assert written(Derivation((Mention(0),), steps, (1,)), reading, values, asked) is None
    assert written(Derivation((Mention(0),), steps[:-1], (1,)), reading, values, asked) is not None


class Judge:
    """Networks whose review says what it was given, by the value that each derivation names as its answer."""

    def __init__(self, scores: Sequence[float]) -> None:
        self.scores = list(scores)
        self.seen: list[Written] = []

    def review(self, _: TextVectors, rows: Sequence[Written]) -> Any:
        self.seen = list(rows)
        return np.array([self.scores[one.rows[-1][2]] for one in rows], dtype=np.float32)


def _found(*shares: float) -> list[FoundAnswer]:
    """Answers that are the mentions themselves, the place of each its number."""
    return [
        FoundAnswer(Derivation((Mention(place),), (), (0,)), (Fraction(place),), 0.0, share, share + 0.1)
        for place, share in enumerate(shares)
    ]


def _reviewed(found: Sequence[FoundAnswer], judge: Judge, reading: Reading) -> review.Reviewed:
    values, asked = leaf_values(reading)
    return review.reviewed(found, reading, cast(Networks, judge), cast(TextVectors, None), values, asked)


def test_what_looks_right_comes_first_and_the_whole_stays_the_same(reading: Reading) -> None:
    found = _found(0.5, 0.3, 0.1)
    again = _reviewed(found, Judge([-3.0, 2.0, 9.0]), reading)
    assert again.found[0].values == (1,)
    assert (again.verdict, again.other_verdict) == (2.0, -3.0)
    assert fsum(one.low for one in again.found) == pytest.approx(0.9)
    # The third was not looked at, so it counts like the worst of the others.
    sure = [1 / (1 + exp(-score)) ** review.WEIGHT for score in (-3.0, 2.0, -3.0)]
    wanted = [0.5 * sure[0], 0.3 * sure[1], 0.1 * sure[2]]
    shares = {one.values[0]: one.low for one in again.found}
    assert shares == {place: pytest.approx(0.9 * share / fsum(wanted)) for place, share in enumerate(wanted)}
    assert list(shares.values()) == sorted(shares.values(), reverse=True)
    assert all(one.low <= one.high <= 1 for one in again.found)


def test_improbable_answers_are_not_looked_at_and_gain_nothing(reading: Reading) -> None:
    judge = Judge([1.0, 9.0])
    again = _reviewed(_found(0.6, 0.6 * review.LEAST / 2), judge, reading)
    assert len(judge.seen) == 1
    assert [one.values[0] for one in again.found] == [0, 1]


def test_nothing_found_is_nothing_reviewed(reading: Reading) -> None:
    judge = Judge([])
    assert _reviewed([], judge, reading) == review.Reviewed((), 0.0, 0.0)
    assert judge.seen == []


@given(st.lists(st.tuples(st.floats(0.01, 1), st.floats(-30, 30)), min_size=1, max_size=3))
def test_with_equal_verdicts_the_order_is_that_of_the_search(pairs: list[tuple[float, float]]) -> None:
    shares = sorted((share for share, _ in pairs), reverse=True)
    again = _reviewed(_found(*shares), Judge([pairs[0][1]] * 3), crates())
    assert [each.low for each in again.found] == pytest.approx(shares)


def test_the_networks_review_each_derivation_by_itself(model: StepModel, reading: Reading) -> None:
    values, asked = leaf_values(reading)
    judged = model.judge(reading.problem)
    text = model.read(reading, values, asked)
    wrong = replace(LEFT_OVER, steps=(Step(Operation.ADD, 0, 1), Step(Operation.ADD, 3, 2)))
    rows = [one for made in (LEFT_OVER, wrong) if (one := written(made, reading, values, asked)) is not None]
    together = model.networks.review(text, rows)
    alone = [float(model.networks.review(text, [one])[0]) for one in rows]
    assert together == pytest.approx(alone, abs=0.5)  # bytes are scaled by all that is read at once
    assert together[0] > together[1]
    assert judged.result.found[0].values == (33,)
    assert judged.verdict > 0
