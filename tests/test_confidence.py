"""Confidence: calibrated, monotonic in the wanted precision, and honest where a precision was never reached."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from math import e, inf, nan
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arithmetree.any_model import load_model
from arithmetree.confidence import DOUBTED_BELOW, SIGNALS, Confidence, Regression, log_odds
from arithmetree.errors import DataError, ModelError
from arithmetree.model import SHIPPED
from arithmetree.model_saving import write_manifest
from arithmetree.solver import Solver

EASY = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
EXAMPLE = Confidence(
    Regression({"refusal": -0.5}, 1.0),
    Regression({"posterior": 0.8}, -0.2),
    ((0.5, 0.1), (0.9, 0.7), (0.95, 0.8)),
    1 / (1 + e),
)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load()


def test_the_confidence_needed_rises_with_the_precision() -> None:
    assert [EXAMPLE.needed(wanted) for wanted in (0.4, 0.5, 0.8, 0.9, 0.93, 0.95)] == [0.1, 0.1, 0.7, 0.7, 0.8, 0.8]


def test_a_precision_that_was_never_reached_is_not_promised() -> None:
    assert EXAMPLE.needed(0.99) == inf


@given(st.floats(0, 1), st.floats(0, 1))
def test_a_higher_posterior_is_never_less_sure(one: float, other: float) -> None:
    low, high = (EXAMPLE.of({"posterior": log_odds(p), "refusal": 0.0}) for p in sorted((one, other)))
    assert 0 < low <= high < 1


def test_an_answer_is_right_if_there_is_one_and_if_it_is_this_one() -> None:
    even = Confidence(Regression({}, 0.0), Regression({}, log_odds(0.8)), ())
    assert even.of({}) == pytest.approx(0.5 * 0.8)
    assert even.of_another({}) == pytest.approx(0.5 * 0.2)


@pytest.mark.parametrize(
    ("refusals", "signal", "reason"),
    [
        ({}, 9.0, None),
        ({"NO_QUESTION": 0.5, "CONTRADICTORY": 0.2}, 3.9, None),
        ({"NO_QUESTION": 0.5, "CONTRADICTORY": 0.2}, 4.1, "NO_QUESTION"),
        ({"NO_QUESTION": 0.1, "CONTRADICTORY": 0.2}, 4.1, "CONTRADICTORY"),
    ],
)
def test_what_hardly_has_an_answer_is_refused_for_the_most_probable_reason(
    refusals: dict[str, float], signal: float, reason: str | None
) -> None:
    assert EXAMPLE.answerable.of({"refusal": 4.0}) == pytest.approx(EXAMPLE.refuse_below)
    for sure in (False, True):
        assert EXAMPLE.refused(refusals, {"refusal": signal}, given=sure) == reason


def test_an_answer_that_is_sure_enough_is_refused_only_where_there_is_more_probably_none() -> None:
    wary = replace(EXAMPLE, answerable=Regression({"refusal": -1.0}, 0.0), refuse_below=0.7)
    for signal, sure, reason in ((-0.8, False, "NO_QUESTION"), (-0.8, True, None), (0.1, True, "NO_QUESTION")):
        assert wary.refused({"NO_QUESTION": 0.2}, {"refusal": signal}, given=sure) == reason
    assert wary.refused({"NO_QUESTION": 0.2}, {"refusal": -0.9}, given=False) is None


def test_where_a_rule_sees_no_answer_the_model_must_be_surer_that_there_is_one() -> None:
    odds = log_odds(DOUBTED_BELOW)
    certain = replace(EXAMPLE, answerable=Regression({"refusal": -1.0}, 0.0))
    for refusal, doubted, reason in ((0.1, True, "NO_QUESTION"), (0.1, False, None), (-0.1, True, None)):
        assert certain.refused({"NO_QUESTION": 0.2}, {"refusal": refusal - odds}, given=True, doubted=doubted) == reason


def test_a_record_is_read_as_it_was_written() -> None:
    assert Confidence.from_record(json.loads(json.dumps(EXAMPLE.to_record()))) == EXAMPLE


def test_unknown_signals_are_refused() -> None:
    with pytest.raises(ValueError, match="unknown signals"):
        Confidence.from_record({**EXAMPLE.to_record(), "right": {"weights": {"luck": 1.0}, "bias": 0.0}})


@pytest.mark.parametrize("damaged", [{"weights": {}, "bias": inf}, {"weights": {SIGNALS[0]: nan}, "bias": 0.0}])
def test_what_is_no_number_is_refused(damaged: dict[str, object]) -> None:
    with pytest.raises(ValueError, match="not made of numbers"):
        Confidence.from_record({**EXAMPLE.to_record(), "answerable": damaged})


def test_odds_beyond_all_numbers_are_certain() -> None:
    assert Regression({SIGNALS[0]: 1.0}, 0.0).of({SIGNALS[0]: -1e9}) == pytest.approx(0, abs=1e-300)
    assert Regression({SIGNALS[0]: 1.0}, 0.0).of({SIGNALS[0]: 1e9}) == 1.0


@pytest.mark.parametrize("name", ["full", "linear"])
def test_shipped_models_are_calibrated(name: str) -> None:
    confidence = load_model(name).confidence
    assert confidence is not None
    assert {*confidence.answerable.weights, *confidence.right.weights} <= set(SIGNALS)
    needed = [confidence.needed(wanted) for wanted in (0.6, 0.7, 0.8, 0.9)]
    assert needed == sorted(needed)


def test_an_unreachable_precision_abstains_and_keeps_the_guess(solver: Solver) -> None:
    solution = solver.solve(EASY, precision=0.999999)
    assert (solution.status, solution.reason, solution.answer) == ("abstained", "LOW_CONFIDENCE", None)
    assert solution.guess is not None
    assert solution.guess.answer == "7"


def test_a_low_precision_answers(solver: Solver) -> None:
    assert solver.solve(EASY, precision=0.5).status == "solved"


def test_a_precision_of_0_always_answers(solver: Solver) -> None:
    doubtful = "Ben walked past 3 red doors and some blue doors for 17 minutes. How many doors did he pass?"
    assert solver.solve(doubtful).status == "abstained"
    assert solver.solve(doubtful, precision=0).reason != "LOW_CONFIDENCE"


@pytest.mark.parametrize("precision", [1.0, -1, 2, float("nan")])
def test_a_precision_that_is_no_share_is_refused(solver: Solver, precision: float) -> None:
    with pytest.raises(DataError, match=r"such as 0\.95"):
        solver.solve(EASY, precision=precision)


def test_alternatives_share_what_the_confidence_leaves(solver: Solver) -> None:
    solution = solver.solve(EASY)
    assert solution.confidence + sum(other.confidence for other in solution.alternatives) <= 1 + 1e-9


def _copy(folder: Path) -> Path:
    return Path(shutil.copytree(SHIPPED / "full", folder / "full"))


def test_a_damaged_network_is_refused(tmp_path: Path) -> None:
    full = _copy(tmp_path)
    content = bytearray((full / "reader.onnx").read_bytes())
    content[len(content) // 2] ^= 1
    (full / "reader.onnx").write_bytes(bytes(content))
    with pytest.raises(ModelError, match="checksum"):
        load_model(full)


def test_a_newer_model_is_refused(tmp_path: Path) -> None:
    full = _copy(tmp_path)
    record = json.loads((full / "model.json").read_text("utf-8"))
    (full / "model.json").write_text(json.dumps({**record, "format_version": 99}), "utf-8")
    write_manifest(full)
    with pytest.raises(ModelError, match="format version 99"):
        load_model(full)


def test_both_models_answer_an_easy_problem() -> None:
    assert [Solver.load(name).solve(EASY).answer for name in ("full", "linear")] == ["7", "7"]


def test_a_text_too_long_for_the_encoder_is_not_answered() -> None:
    text = "The mill ground 5 sacks of corn. " * 200 + EASY
    solution = Solver.load("full").solve(text)
    assert (solution.status, solution.reason) == ("abstained", "TOO_LONG")


def test_numbers_below_zero_are_no_reason_for_doubt_where_the_text_has_some() -> None:
    text = "At noon it was -3 degrees. In the afternoon it got 8 degrees warmer. What was the temperature then?"
    solution = Solver.load("full").solve(text)
    assert (solution.status, solution.answer) == ("solved", "5")
