"""Answering with models of our own making: what a solution says of what a model found, and what it does without."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from tokenizers import Tokenizer

from arithmetree.answering.by_steps import solve_by_steps
from arithmetree.answering.by_trees import ALTERNATIVES, _alternatives, _outlook, signals_of, solve_by_trees
from arithmetree.answering.sums import solve_sum
from arithmetree.answering.weighing import Outlook, value_key
from arithmetree.confidence import Confidence, Regression, log_odds
from arithmetree.derivations import (
    Constant,
    Derivation,
    DerivationCertificate,
    DerivationResult,
    FoundAnswer,
    Mention,
    Operation,
    Step,
    Unknown,
    from_tree,
    parse,
)
from arithmetree.errors import TooLongError
from arithmetree.expressions import UNDEFINED, Leaf, Node, Op
from arithmetree.features import facts_of
from arithmetree.model import SHIPPED, Judgement, Model
from arithmetree.parsing import Parser, load_parser
from arithmetree.pasting import plain_sum
from arithmetree.reading import read
from arithmetree.schemas import Problem
from arithmetree.scores import Scores
from arithmetree.solution import Solution
from arithmetree.steps.leaves import mentioned, reading_of
from arithmetree.steps.model import Judged, StepModel

STAMPS = "Ada had 30 stamps. She gave 6 stamps to Leo. How many stamps does Ada have now?"
NO_QUESTION = "Ada had 30 stamps. She gave 6 stamps to Leo."
NAMES = {"a": Mention(0), "b": Mention(1), "c": Mention(2), "x": Unknown("x")}
TIMES = Step(Operation.MULTIPLY, 0, 1)
SURE = Confidence(Regression({}, 3.0), Regression({}, 2.0), ((0.9, 0.7), (0.99, 0.95)))
"""An answer that is right with 0.84, and another one with 0.11."""


@pytest.fixture(scope="module")
def parser() -> Parser:
    return load_parser()


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(SHIPPED / "full" / "tokenizer.json"))


class Toy:
    """A full model that finds what it is given, and nothing where the word "gave" is hidden."""

    def __init__(
        self,
        tokenizer: Tokenizer,
        found: Sequence[tuple[float, str, Sequence[int]]],
        confidence: Confidence | None = None,
        **refusals: float,
    ) -> None:
        self._tokenizer = tokenizer
        self._found = found
        self._refusals = refusals
        self.confidence = confidence

    def judge(self, problem: Problem) -> Judged:
        found = tuple(
            FoundAnswer(parse(made, NAMES), tuple(map(Fraction, values)), 0.0, share, share)
            for share, made, values in self._found
            if "gave" in problem.text
        )
        certificate = DerivationCertificate(True, None, 0.0, None, 9, 0.0, {}, True)
        reading = reading_of(mentioned(problem), self._tokenizer)
        return Judged(reading, DerivationResult(found, certificate), self._refusals, found, 1.0, -1.0)


class TooLong(Toy):
    """One that cannot read its text."""

    def judge(self, _: Problem) -> Judged:
        raise TooLongError("the text has too many words")


def by_steps(text: str, toy: Toy, parser: Parser, precision: float | None = None) -> Solution:
    return solve_by_steps(read(text, parser), cast(StepModel, toy), parser, precision=precision)


GAVE = ((0.7, "a - b", [24]), (0.2, "a + b", [36]), (0.1, "a * b", [180]))


def test_a_model_without_a_calibrated_confidence_gives_its_shares(parser: Parser, tokenizer: Tokenizer) -> None:
    solution = by_steps(STAMPS, Toy(tokenizer, GAVE), parser)
    assert (solution.status, solution.exact, solution.confidence) == ("solved", 24, 0.7)
    assert solution.answerable == pytest.approx(1.0)
    assert [(one.answer, one.confidence) for one in solution.alternatives] == [
        ("36", pytest.approx(0.2)), ("180", pytest.approx(0.1)),
    ]  # fmt: skip
    assert STAMPS[slice(*solution.asked or ())] == "How many stamps does Ada have now"
    assert solution.answer_text == "24 stamps"
    assert solution.search is not None
    assert solution.search.opened == 9  # type: ignore[union-attr]
    assert [step.expression for step in solution.steps] == ["30 - 6"]


def test_a_calibrated_model_says_how_probable_it_is_that_there_is_an_answer(
    parser: Parser, tokenizer: Tokenizer
) -> None:
    solution = by_steps(STAMPS, Toy(tokenizer, GAVE, SURE), parser)
    assert solution.confidence == pytest.approx(SURE.of({}))
    assert solution.answerable == pytest.approx(SURE.answerable.of({}))
    assert sum(one.confidence for one in solution.alternatives) == pytest.approx(SURE.of_another({}))


def test_where_no_calculation_is_found_none_is_given(parser: Parser, tokenizer: Tokenizer) -> None:
    nothing = by_steps(STAMPS, Toy(tokenizer, ()), parser)
    assert (nothing.status, nothing.reason, nothing.calculation) == ("abstained", "LOW_CONFIDENCE", None)
    assert nothing.message == "No calculation with the numbers of the text was found."
    by_rule = by_steps(NO_QUESTION, Toy(tokenizer, ()), parser)
    assert by_rule.reason == "NO_QUESTION"
    assert by_rule.message != nothing.message


def test_a_text_that_a_model_cannot_read_is_too_long(parser: Parser, tokenizer: Tokenizer) -> None:
    solution = by_steps(STAMPS, TooLong(tokenizer, ()), parser)
    assert (solution.status, solution.reason) == ("abstained", "TOO_LONG")
    assert solution.message == "That is too long: the text has too many words."


def test_a_refusal_keeps_its_words_and_the_calculation_as_a_guess(parser: Parser, tokenizer: Tokenizer) -> None:
    doubtful = replace(SURE, answerable=Regression({}, -3.0), refuse_below=0.2)
    solution = by_steps(STAMPS, Toy(tokenizer, GAVE, doubtful, MISSING_INFORMATION=0.8, OUT_OF_SCOPE=0.1), parser)
    assert (solution.status, solution.reason) == ("abstained", "MISSING_INFORMATION")
    assert solution.message
    assert solution.guess is not None
    assert solution.guess.answer == "24"
    assert solution.weighing is not None
    evidence = solution.weighing.refusal()
    assert evidence is not None
    assert evidence.probability == pytest.approx(0.8)


def test_what_is_not_sure_enough_is_weighed_by_how_unsure_it_is(parser: Parser, tokenizer: Tokenizer) -> None:
    solution = by_steps(STAMPS, Toy(tokenizer, GAVE, SURE), parser, precision=0.99)
    assert (solution.status, solution.reason) == ("abstained", "LOW_CONFIDENCE")
    assert solution.weighing is not None
    evidence = solution.weighing.refusal()
    assert evidence is not None
    assert evidence.probability == pytest.approx(0.3)
    gave = STAMPS.index("gave")
    assert evidence.without is not None
    assert evidence.without(frozenset({(gave, gave + 4)})) == 1  # nothing is found then, so it is not sure at all


def test_what_a_rule_is_sure_of_has_no_evidence_of_the_model(parser: Parser, tokenizer: Tokenizer) -> None:
    text = "Ada hatte 30 Marken und gave Leo 6 davon. Wie viele Marken hat sie jetzt noch?"
    solution = by_steps(text, Toy(tokenizer, GAVE, SURE, OUT_OF_SCOPE=0.4), parser)
    assert (solution.status, solution.reason) == ("abstained", "OUT_OF_SCOPE")
    assert solution.weighing is not None
    assert solution.weighing.refusal() is None


def test_what_is_not_sure_enough_anyway_is_sooner_refused_for_a_reason(parser: Parser, tokenizer: Tokenizer) -> None:
    wary = replace(SURE, answerable=Regression({}, log_odds(0.6)), refuse_below=0.7)
    toy = Toy(tokenizer, GAVE, wary, MISSING_INFORMATION=0.4)
    assert by_steps(STAMPS, toy, parser).status == "solved"  # there is more probably an answer than none
    assert by_steps(STAMPS, toy, parser, precision=0.99).reason == "MISSING_INFORMATION"
    trusting = Toy(tokenizer, GAVE, replace(wary, refuse_below=0.5), MISSING_INFORMATION=0.4)
    assert by_steps(STAMPS, trusting, parser, precision=0.99).reason == "LOW_CONFIDENCE"


def test_what_a_rule_only_takes_for_none_has_the_evidence_of_the_model(parser: Parser, tokenizer: Tokenizer) -> None:
    doubtful = replace(SURE, answerable=Regression({}, -3.0), refuse_below=0.2)
    solution = by_steps(NO_QUESTION, Toy(tokenizer, GAVE, doubtful, NO_QUESTION=0.6, OUT_OF_SCOPE=0.7), parser)
    assert (solution.status, solution.reason) == ("abstained", "NO_QUESTION")
    assert solution.weighing is not None
    evidence = solution.weighing.refusal()
    assert evidence is not None
    assert evidence.probability == pytest.approx(0.6)


def test_a_number_is_as_probably_unused_as_all_calculations_without_it(parser: Parser, tokenizer: Tokenizer) -> None:
    text = STAMPS.replace("to Leo", "to Leo, who is 9 years old")
    found = ((0.5, "a - b", [24]), (0.25, "a - c", [21]), (0.125, "a", [30]))
    solution = by_steps(text, Toy(tokenizer, found), parser)
    assert solution.weighing is not None
    assert [solution.weighing.unused(number).probability for number in range(3)] == [0.0, 0.375, 0.625]


def test_the_model_is_not_asked_again_where_nothing_is_hidden(parser: Parser, tokenizer: Tokenizer) -> None:
    asked: list[str] = []

    class Counting(Toy):
        def judge(self, problem: Problem) -> Judged:
            asked.append(problem.text)
            return super().judge(problem)

    solution = by_steps(STAMPS, Counting(tokenizer, GAVE), parser)
    assert solution.weighing is not None
    evidence = solution.weighing.answer()
    assert evidence.without is not None
    assert evidence.without(frozenset()) == evidence.probability == 0.7
    assert asked == [STAMPS]
    assert evidence.without(frozenset({(0, 3)})) == 0.7
    assert asked == [STAMPS, "   " + STAMPS[3:]]


def test_a_constant_is_the_same_number_whatever_fact_it_stands_for() -> None:
    one, other = (Derivation((Mention(0), Constant(Fraction(7), says)), (TIMES,), (2,)) for says in ("days", "pens"))
    eight = Derivation((Mention(0), Constant(Fraction(8), "days")), (TIMES,), (2,))
    assert value_key(one, 2, [4]) == value_key(other, 2, [4])
    assert value_key(one, 2, [4]) != value_key(eight, 2, [4])
    assert value_key(one, 2, [4]) != value_key(one, 2, [5])


def test_a_model_that_finds_nothing_is_sure_of_nothing() -> None:
    nothing = Outlook([], [], {})
    assert (nothing.sure(), nothing.answer((Fraction(1),)), nothing.step("any"), nothing.unused(0)) == (0, 0, 0, 0)


def test_a_sum_is_certain_and_needs_no_model() -> None:
    text = "What is 345 + 278?"
    found = plain_sum(text)
    assert found is not None
    solution = solve_sum(text, found)
    assert (solution.status, solution.exact, solution.confidence, solution.reason) == ("solved", 623, 1.0, None)
    assert text[slice(*solution.asked or ())].strip("? ").endswith("345 + 278")
    assert (solution.alternatives, solution.search, solution.weighing) == ((), None, None)
    assert [step.expression for step in solution.steps] == ["345 + 278"]


def test_an_equation_has_the_evidence_of_its_answer(parser: Parser, tokenizer: Tokenizer) -> None:
    equation = ((0.75, "x where x + b = a", [24]), (0.25, "a + b", [36]))
    solution = by_steps(STAMPS, Toy(tokenizer, equation), parser)
    assert solution.exact == 24
    found = solution.to_dict(why=True)["steps"]
    assert [one["evidence"]["probability"] for one in found] == [0.75] * len(found)
    assert found


def test_a_step_is_as_probable_as_all_calculations_that_take_it(parser: Parser, tokenizer: Tokenizer) -> None:
    found = ((0.5, "a * b - a", [150]), (0.25, "b * a", [180]), (0.125, "a - b", [24]))
    evidence = [one["evidence"] for one in by_steps(STAMPS, Toy(tokenizer, found), parser).to_dict(why=True)["steps"]]
    assert [one["probability"] for one in evidence] == [0.75, 0.5]


# With trees


class Forbidding:
    """The linear model where no expression is allowed."""

    confidence = None

    def __init__(self, model: Model) -> None:
        self._model = model

    def judge(self, facts: Any) -> Judgement:
        scores = self._model.judge(facts).scores
        return Judgement(Scores(scores.unused, scores.used, np.full_like(scores.pair, -inf), scores.pair_weight))

    def constraints(self, *given: Any) -> Any:
        return self._model.constraints(*given)


@pytest.fixture(scope="module")
def linear() -> Model:
    return Model.load(SHIPPED / "linear")


def test_where_no_expression_is_allowed_none_is_given(parser: Parser, linear: Model) -> None:
    nothing = solve_by_trees(read(STAMPS, parser), Forbidding(linear), parser)
    assert (nothing.status, nothing.reason) == ("abstained", "MISSING_INFORMATION")
    assert nothing.message == "No expression over the numbers of the text makes sense."
    assert solve_by_trees(read(NO_QUESTION, parser), Forbidding(linear), parser).reason == "NO_QUESTION"


def test_without_calibration_trees_are_as_probable_as_their_value(parser: Parser, linear: Model) -> None:
    bare = replace(linear, confidence=None)
    solution = solve_by_trees(read(STAMPS, parser), bare, parser)
    assert (solution.status, solution.exact) == ("solved", 24)
    assert solution.answerable == pytest.approx(1.0)
    assert solution.weighing is not None
    assert solution.weighing.answer().probability == pytest.approx(solution.confidence)


def test_trees_have_evidence_for_an_unsure_answer_and_none_for_a_rule(parser: Parser, linear: Model) -> None:
    unsure = solve_by_trees(read(STAMPS, parser), replace(linear, confidence=SURE), parser, precision=0.99)
    assert (unsure.status, unsure.reason) == ("abstained", "LOW_CONFIDENCE")
    assert unsure.weighing is not None
    assert unsure.weighing.refusal() is not None
    by_rule = solve_by_trees(read(NO_QUESTION, parser), linear, parser, precision=0.0)
    assert (by_rule.reason, by_rule.asked) == ("NO_QUESTION", None)
    assert by_rule.weighing is not None
    assert by_rule.weighing.refusal() is None


class Speechless(Forbidding):
    """The linear model where the text is too long for it."""

    def judge(self, _: Any) -> Judgement:
        raise TooLongError("the text has too many words")


def test_a_text_too_long_for_the_scores_is_said_to_be(parser: Parser, linear: Model) -> None:
    found = solve_by_trees(read(STAMPS, parser), Speechless(linear), parser)
    assert (found.status, found.reason) == ("abstained", "TOO_LONG")
    assert found.message == "That is too long: the text has too many words."
    few = solve_by_trees(read("Ada had 30 stamps. How many stamps did she have?", parser), Speechless(linear), parser)
    assert few.reason == "TOO_FEW_QUANTITIES"


def test_a_tree_is_explained_as_a_calculation_with_its_unit(parser: Parser, linear: Model) -> None:
    solution = solve_by_trees(read(STAMPS, parser), linear, parser)
    assert solution.answer_text == "24 stamps"
    assert [step.expression for step in solution.steps] == ["30 - 6"]
    assert solution.search is not None
    assert solution.message is None


def test_each_value_has_its_best_tree_and_its_share_and_what_is_undefined_none(parser: Parser) -> None:
    problem = read(STAMPS, parser)
    trees = [Node(op, Leaf(0), Leaf(1)) for op in (Op.SUB, Op.ADD, Op.MUL, Op.DIV)]
    values = [Fraction(24), Fraction(36), Fraction(24), UNDEFINED]
    found: Any = [SimpleNamespace(tree=tree, value=value) for tree, value in zip(trees, values, strict=True)]
    outlook = _outlook(problem, found, {24: 0.75}, Judgement(cast(Scores, None), {"NO_QUESTION": 0.5}))
    assert list(outlook.found) == [
        (0.75, (Fraction(24),), from_tree(trees[0])), (0.0, (Fraction(36),), from_tree(trees[1])),
    ]  # fmt: skip
    assert [STAMPS[place:].split()[0] for place in outlook.places] == ["30", "6"]
    assert outlook.refusals == {"NO_QUESTION": 0.5}


def test_of_many_other_trees_the_first_five_are_shown() -> None:
    others: Any = [(SimpleNamespace(tree=Node(Op.ADD, Leaf(0), Leaf(1)), value=Fraction(n)), n / 9) for n in range(7)]
    found = _alternatives(others, [Fraction(2), Fraction(5, 2)])
    assert [(one.answer, one.confidence) for one in found] == [(str(n), n / 9) for n in range(5)]
    assert {one.expression for one in found} == {"2 + 2.5"}
    assert ALTERNATIVES == 5


def test_numbers_that_a_tree_leaves_out_are_counted(parser: Parser) -> None:
    facts = facts_of(read("A van holds 6 crates and 4 dogs. Tom takes 3 crates. How many crates are left?", parser))
    judgement = Judgement(cast(Scores, None))

    def signals(tree: Node, value: int) -> dict[str, float]:
        return signals_of(facts, judgement, cast(Any, SimpleNamespace(tree=tree, value=Fraction(value))), {})

    right = signals(Node(Op.SUB, Leaf(0), Leaf(2)), 3)
    assert signals(Node(Op.ADD, Node(Op.SUB, Leaf(0), Leaf(2)), Leaf(1)), 7)["unused"] == 0
    assert (right["unused"], right["quantities"], right["not positive"], right["uncertainty"]) == (1, 3, 0, 0)
