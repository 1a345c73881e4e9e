"""Answering: what the confidence is computed from, how alternatives share what is left, and what is sure enough."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import fsum, log
from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.answering.by_steps import _alternatives, step_signals
from arithmetree.answering.by_trees import _confidence, _others, _plain, signals_of
from arithmetree.answering.outcome import abstained, judged_refusal, not_sure, without, words_of
from arithmetree.confidence import SIGNALS, Confidence, Regression, log_odds
from arithmetree.derivations import Mention, parse, work_out
from arithmetree.errors import DataError
from arithmetree.expressions import UNDEFINED, Leaf, Node, Op
from arithmetree.features import facts_of
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.refusals import MESSAGES, Code, Refusal
from arithmetree.solver import Solver
from arithmetree.steps.leaves import mentioned

APPLES = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
EVEN = Confidence(Regression({}, 2.0), Regression({}, 1.0), ((0.9, 0.7),))
COLOURS = ("red", "blue", "green", "white", "black", "pink", "grey", "brown", "gold", "silver", "ruby", "lime", "tan")
NAMES = {"a": Mention(0), "b": Mention(1)}


def judged(*found: tuple[float, str], text: str = APPLES, **refusals: float) -> Any:
    """What a model might have found: shares and calculations over 12 and 5."""
    answers = []
    for low, made in found:
        derivation = parse(made, NAMES)
        worked = work_out(derivation, [Fraction(12), Fraction(5)])
        values = tuple(worked.number(answer) for answer in derivation.answers)
        answers.append(SimpleNamespace(low=low, derivation=derivation, values=values))
    problem = read(text, load_parser())
    reading = SimpleNamespace(
        problem=problem, mentions=[None] * len(problem.schemas), values=[one.quantity.value for one in problem.schemas]
    )
    return SimpleNamespace(
        result=SimpleNamespace(found=answers), reading=reading, refusals=refusals,
        verdict=1.5, other_verdict=-0.5,
    )  # fmt: skip


def test_signals_of_steps_say_what_was_found() -> None:
    found = step_signals(judged((0.6, "a - b"), (0.3, "a"), MISSING_INFORMATION=0.2, OUT_OF_SCOPE=0.7))
    assert set(found) <= set(SIGNALS)
    assert found["posterior"] == pytest.approx(log_odds(0.6))
    assert found["runner-up"] == pytest.approx(log_odds(0.3))
    assert found["refusal"] == pytest.approx(log_odds(0.9))
    assert (found["verdict"], found["other verdict"]) == (1.5, -0.5)
    assert (found["steps"], found["unknowns"], found["not positive"]) == (1, 0, 0)


@pytest.mark.parametrize(
    ("made", "odd"),
    [
        ("b - a", True),
        ("a - b - b - b", True),
        ("a - a", True),
        ("(b - 11 / 2) * (b - 11)", True),  # -1/2 on the way to 3
        ("a - a + b", False),
        ("a / b", False),
        ("a * 7", False),
    ],
)
def test_signals_of_steps_name_what_is_odd(made: str, odd: bool) -> None:
    found = step_signals(judged((0.6, made)))
    assert found["not positive"] == odd
    assert found["runner-up"] == pytest.approx(log_odds(0.0))


def test_unknowns_are_counted() -> None:
    assert step_signals(judged((0.6, "x where x + b * 2 = a * 3; y = x + 1")))["unknowns"] == 2


def test_less_than_nothing_is_odd_only_where_nothing_is_below_it() -> None:
    cold = "It was 12 degrees at noon and -5 degrees at night. How many degrees was it?"
    assert step_signals(judged((0.6, "b - a"), text=cold))["not positive"] == 0


def test_an_answer_without_any_share_is_no_uncertainty() -> None:
    facts = facts_of(read(APPLES, load_parser()))
    judgement: Any = SimpleNamespace(refusals={})
    best: Any = SimpleNamespace(tree=tree(Op.SUB), value=Fraction(7))
    assert signals_of(facts, judgement, best, {7: 0.6, 8: 0.0})["uncertainty"] == pytest.approx(-0.6 * log(0.6))


def test_without_a_calibrated_confidence_the_posterior_is_taken() -> None:
    model: Any = SimpleNamespace(confidence=None)
    best: Any = SimpleNamespace(value=Fraction(7))
    nothing: Any = None
    assert _confidence(model, nothing, nothing, best, {7: 0.75, 8: 0.25}) == (0.75, 0.25)
    assert _confidence(model, nothing, nothing, best, {8: 0.25}) == (0.0, 1.0)


@pytest.mark.parametrize("model", ["full", "linear"])
def test_the_evidence_is_what_the_model_says_with_words_hidden(model: str) -> None:
    solution = Solver.load(model).solve(APPLES)
    assert solution.asked is not None
    assert APPLES[slice(*solution.asked)].startswith("How many apples")
    assert solution.weighing is not None
    evidence = solution.weighing.answer()
    assert 0.5 < evidence.probability <= 1
    assert evidence.without is not None
    assert evidence.without(frozenset()) == pytest.approx(evidence.probability)
    gave = APPLES.index("gave")
    assert 0 < evidence.without(frozenset({(gave, gave + 4)})) < 1
    assert evidence.without(frozenset({(0, len(APPLES))})) == 0  # nothing is left to answer


def test_the_confidence_is_that_of_the_signals() -> None:
    solver = Solver.load("full")
    model: Any = solver.model
    problem = mentioned(read(APPLES, load_parser()))
    signals = step_signals(model.judge(problem))
    assert solver.solve(APPLES).confidence == pytest.approx(model.confidence.of(signals))


def tree(op: Op) -> Node:
    return Node(op, Leaf(0), Leaf(1))


def test_signals_of_trees_say_what_was_found() -> None:
    facts = facts_of(read(APPLES, load_parser()))
    judgement: Any = SimpleNamespace(refusals={"MISSING_INFORMATION": 0.2, "OUT_OF_SCOPE": 0.7})
    best: Any = SimpleNamespace(tree=tree(Op.SUB), value=Fraction(7))
    found = signals_of(facts, judgement, best, {7: 0.6, 17: 0.3, 60: 0.1})
    assert set(found) <= set(SIGNALS)
    assert found["posterior"] == pytest.approx(log_odds(0.6))
    assert found["runner-up"] == pytest.approx(log_odds(0.3))
    assert found["uncertainty"] == pytest.approx(-fsum(share * log(share) for share in (0.6, 0.3, 0.1)))
    assert (found["refusal"], found["out of scope"]) == (pytest.approx(log_odds(0.2)), 0.7)
    assert (found["quantities"], found["unused"]) == (2, 0)
    assert (found["not positive"], found["broken"]) == (0, 0)
    reversed_: Any = SimpleNamespace(tree=Node(Op.SUB, Leaf(1), Leaf(0)), value=Fraction(-7))
    odd = signals_of(facts, judgement, reversed_, {7: 1.0})
    assert (odd["posterior"], odd["runner-up"]) == (pytest.approx(log_odds(0.0)), pytest.approx(log_odds(0.0)))
    assert odd["not positive"] == 1
    part: Any = SimpleNamespace(tree=tree(Op.DIV), value=Fraction(12, 5))
    assert signals_of(facts, judgement, part, {})["broken"] == 1
    none: Any = SimpleNamespace(refusals={})
    assert signals_of(facts, none, best, {})["out of scope"] == 0.0


def test_other_answers_share_the_probability_of_another_one() -> None:
    values = (Fraction(7), Fraction(7), Fraction(17), Fraction(17), UNDEFINED, Fraction(1, 2))
    found: Any = [SimpleNamespace(value=value) for value in values]
    shares = {7: 0.5, 17: 0.3, Fraction(1, 2): 0.1}
    others = _others(found, shares, 0.2)
    assert [(one.value, share) for one, share in others] == [
        (Fraction(17), pytest.approx(0.15)), (Fraction(1, 2), pytest.approx(0.05)),
    ]  # fmt: skip
    assert [share for _, share in _others(found, {7: 1.0}, 0.2)] == [0.0, 0.0]
    assert isinstance(_plain(Fraction(7)), int)
    assert _plain(Fraction(1, 2)) == Fraction(1, 2)


def test_other_answers_of_steps_are_single_numbers_that_share_it_too() -> None:
    problem = read(APPLES, load_parser())
    found: Any = [
        SimpleNamespace(low=low, values=tuple(map(Fraction, values)), derivation=parse(made, NAMES))
        for low, values, made in (
            (0.5, [7], "a - b"),
            (0.2, [17, 7], "a + b; a - b"),
            (0.3, [17], "a + b"),
            (0.1, [60], "a * b"),
        )
    ]
    others = _alternatives(found, 1.0, 0.2, problem)
    assert [(one.answer, one.expression, one.confidence) for one in others] == [
        ("17", "12 + 5", pytest.approx(0.15)), ("60", "12 * 5", pytest.approx(0.05)),
    ]  # fmt: skip
    capped = _alternatives(found, 0.07, 0.9, problem)
    assert all(one.confidence <= 0.07 for one in capped)  # another answer is not more probable than the best one
    assert len(_alternatives([found[0], *[found[2]] * 9], 1.0, 0.2, problem)) == 5
    nothing = SimpleNamespace(low=0.0, values=(Fraction(17),), derivation=found[2].derivation)
    assert [one.confidence for one in _alternatives([found[0], nothing], 1.0, 0.2, problem)] == [0.0]  # type: ignore[list-item]


@pytest.mark.parametrize("model", ["full", "linear"])
def test_the_confidence_and_its_alternatives_share_what_is_answerable(model: str) -> None:
    solver = Solver.load(model)
    solution = solver.solve(APPLES)
    assert (solution.status, solution.exact) == ("solved", 7)
    assert 0.5 <= solution.confidence <= solution.answerable <= 1
    left = solution.answerable - solution.confidence
    assert bool(solution.alternatives) is (model == "linear")
    assert len(solution.alternatives) <= 5
    assert "7" not in {other.answer for other in solution.alternatives}
    shares = [other.confidence for other in solution.alternatives]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= left + 1e-9
    assert not shares or sum(shares) >= 0.5 * left
    refused = solver.solve("Sam had 12 apples. He gave 5 apples to Ann. Who has more apples?")
    assert (refused.status, refused.reason) == ("abstained", "OUT_OF_SCOPE")
    assert refused.message is not None
    none = solver.solve("Sam had some apples. How many apples does Sam have now?")
    assert (none.status, none.reason, none.calculation) == ("abstained", "TOO_FEW_QUANTITIES", None)


def test_more_numbers_than_can_be_searched_are_said_to_be_too_many() -> None:
    many = ", ".join(f"{number} {colour}" for number, colour in zip(range(2, 15), COLOURS, strict=True))
    found = Solver.load("linear").solve(f"Tom has {many} shells. How many shells does he have?")
    assert (found.status, found.reason) == ("abstained", "TOO_LONG")
    assert found.message == "The text has 13 numbers; at most 12 can be handled."


@pytest.mark.parametrize(
    ("calibrated", "confidence", "precision", "refused"),
    [
        (EVEN, 0.5, None, False),
        (EVEN, 0.49, None, True),
        (None, 0.1, None, False),
        (EVEN, 0.1, 0, False),
        (None, 0.1, 0, False),
        (EVEN, 0.7, 0.9, False),
        (EVEN, 0.69, 0.9, True),
        (EVEN, 0.69, 1, True),
    ],
)
def test_an_answer_must_be_as_sure_as_it_was_asked_for(
    calibrated: Confidence | None, confidence: float, precision: float | None, refused: bool
) -> None:
    found = not_sure(calibrated, confidence, precision)
    assert (found is not None) is refused
    if found is not None:
        assert (found.code, found.message) == (Code.LOW_CONFIDENCE, MESSAGES[Code.LOW_CONFIDENCE])


def test_a_precision_needs_a_calibrated_model() -> None:
    with pytest.raises(DataError, match="no calibrated confidence"):
        not_sure(None, 0.9, 0.9)


def test_the_model_refuses_for_the_reason_it_is_sure_of() -> None:
    wary = replace(EVEN, answerable=Regression({"refusal": -1.0}, 0.0), refuse_below=0.4)
    reasons = {"NO_QUESTION": 0.1, "CONTRADICTORY": 0.3}
    assert judged_refusal(None, reasons, {"refusal": 5.0}, given=True) is None
    assert judged_refusal(wary, reasons, {"refusal": 0.4}, given=True) is None
    assert judged_refusal(wary, {}, {"refusal": 0.41}, given=True) is None
    found = judged_refusal(wary, reasons, {"refusal": 0.41}, given=True)
    assert found is not None
    assert (found.code, found.message) == (Code.CONTRADICTORY, MESSAGES[Code.CONTRADICTORY])


def test_a_rule_that_is_sure_refuses_and_another_gives_the_words() -> None:
    judge = replace(EVEN, answerable=Regression({"refusal": -1.0}, 0.0), refuse_below=0.4)
    certain = Refusal(Code.OUT_OF_SCOPE, "No English.")
    seeming = Refusal(Code.NO_QUESTION, "Asks nothing.", sure=False)
    no_doubt, no_idea = {"refusal": -9.0}, {"refusal": 9.0}
    assert judged_refusal(judge, {"CONTRADICTORY": 0.1}, no_doubt, certain, given=True) is certain
    assert judged_refusal(judge, {"CONTRADICTORY": 0.1}, no_doubt, seeming, given=True) is None
    assert judged_refusal(judge, {"CONTRADICTORY": 0.9}, no_idea, seeming, given=True) is seeming
    assert judged_refusal(None, {"CONTRADICTORY": 0.1}, no_doubt, seeming, given=True) is seeming


def test_words_are_hidden_by_blanks_and_numbers_are_not_among_them() -> None:
    problem = read(APPLES, load_parser())
    words = [APPLES[start:end] for start, end in words_of(problem)]
    assert words[:4] == ["Sam", "had", "apples", "He"]
    assert not {"12", "5", "."} & set(words)
    assert without("a red hen", frozenset({(2, 5)})) == "a     hen"
    nothing = abstained(problem, Code.NO_QUESTION, "Why.")
    assert (nothing.status, nothing.reason, nothing.message) == ("abstained", "NO_QUESTION", "Why.")
    assert (nothing.confidence, nothing.calculation) == (0.0, None)
