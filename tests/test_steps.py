"""The step model: constants, mentions, units of steps, features, and moves that a search can trust."""

from fractions import Fraction
from math import inf
from typing import Any

import numpy as np
import pytest
from tokenizers import Tokenizer

from arithmetree.derivations import OPERATIONS, DerivationCandidate, Operation, Prefix, parse, work_out
from arithmetree.derivations.derivation import Step
from arithmetree.derivations.meaning import leaf_forms
from arithmetree.errors import ModelError, TooLongError
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import Parser, load_parser
from arithmetree.quantities import Kind
from arithmetree.reading import read
from arithmetree.steps.constants import called_constants
from arithmetree.steps.features import PAIR_FEATURES, UNLIKE_UNITS, VALUE_FEATURES, leaf_features, pair_features
from arithmetree.steps.leaves import UNKNOWNS, Reading, mentioned, reading_of
from arithmetree.steps.model import StepModel
from arithmetree.steps.scorer import TextScorer
from arithmetree.steps.sense import constraints_for
from arithmetree.steps.values import leaf_values, step_unit, step_value

PENCE = "A pen costs £1.15 and a rubber costs 85p. How much do they cost together?"
PLANK = "A plank is 2 m long. Tom cuts off 45 cm. How many centimetres are left?"
BOXES = "There are 6 boxes with 12 pens in each box. How many pens are there?"


@pytest.fixture(scope="module")
def parser() -> Parser:
    return load_parser()


@pytest.fixture(scope="module")
def model() -> StepModel:
    return StepModel.load(SHIPPED / "full")


def _reading(text: str, parser: Parser, tokenizer: Tokenizer) -> Reading:
    return reading_of(read(text, parser), tokenizer)


@pytest.mark.parametrize(
    ("text", "value", "fact"),
    [
        ("Ann swims 3 km a day. How far is that in 2 weeks?", "7", "days in a week"),
        ("The price rises by 5%.", "100", "per cent of a whole"),
        ("It takes 3 hours. How many minutes is that?", "60", "minutes in an hour"),
        ("She buys a dozen eggs.", "12", "a dozen"),
    ],
)
def test_words_call_for_constants(text: str, value: str, fact: str) -> None:
    found = {str(one.value): one for one in called_constants(text)}
    assert found[value].fact == fact
    assert found[value].start >= 0


def test_a_short_word_is_a_unit_only_after_a_number() -> None:
    assert "12" not in {str(one.value) for one in called_constants("I am in the garden.")}
    assert "1000" in {str(one.value) for one in called_constants("The bag weighs 5 kg.")}


def test_every_mention_has_a_schema_and_implied_numbers_have_none(parser: Parser) -> None:
    problem = read("The film starts at 17:50 and ends at 20:05. It runs for 3 weeks. How long is it?", parser)
    found = mentioned(problem)
    assert [str(schema.quantity.value) for schema in found.schemas] == ["1070", "1205", "3"]
    assert found.schemas[0].quantity.kind is Kind.TIME
    assert all(schema.quantity.implicit is None for schema in found.schemas)
    assert mentioned(found) == found


def test_a_time_without_half_of_the_day_follows_the_one_before(parser: Parser) -> None:
    found = mentioned(read("The shop is open from 8:30 to 3:15. How long is that?", parser))
    assert [int(schema.quantity.value) for schema in found.schemas] == [510, 915]


def test_units_of_steps(parser: Parser, model: StepModel) -> None:
    values, asked = leaf_values(_reading(BOXES, parser, model.tokenizer))
    boxes, pens = values.one(0), values.one(1)
    product, per = step_unit(Operation.MULTIPLY, boxes, pens)
    assert (product[0], per[0]) == (asked.unit, 0)
    all_pens = step_value(Operation.MULTIPLY, boxes, pens, 72.0)
    count, _ = step_unit(Operation.DIVIDE, all_pens, pens)
    assert count[0] == boxes.unit[0]
    rate, per = step_unit(Operation.DIVIDE, all_pens, boxes)
    assert (rate[0], per[0]) == (asked.unit, boxes.unit[0])


def test_pounds_and_pence_are_unlike_until_one_is_converted(parser: Parser, model: StepModel) -> None:
    reading = _reading(PENCE, parser, model.tokenizer)
    values, asked = leaf_values(reading)
    pairs = pair_features(values, values, asked, same=np.eye(len(values), dtype=bool))
    assert pairs.shape == (len(values), len(values), PAIR_FEATURES)
    assert pairs[0, 1, UNLIKE_UNITS] == 1
    hundred = len(reading.mentions) + [one.fact for one in reading.constants].index("pence in a pound")
    pounds = step_value(Operation.DIVIDE, values.one(1), values.one(hundred), 0.85)
    assert pair_features(values.one(0), pounds, asked, same=np.zeros((1, 1), dtype=bool))[0, 0, UNLIKE_UNITS] == 0


def test_features_have_one_row_for_each_leaf(parser: Parser, model: StepModel) -> None:
    reading = _reading(BOXES, parser, model.tokenizer)
    values, asked = leaf_values(reading)
    rows = leaf_features(reading, values, asked)
    assert rows.shape == (len(reading.mentions) + len(reading.constants) + len(UNKNOWNS), VALUE_FEATURES)
    assert np.isfinite(rows).all()


def _candidate(text: str, values: tuple[int, ...]) -> DerivationCandidate:
    made = parse(text)
    answer = work_out(made, [Fraction(value) for value in values])
    return DerivationCandidate(made, (answer.number(made.answers[0]) or Fraction(0),), answer)


def test_counts_are_whole_and_amounts_not_negative(parser: Parser, model: StepModel) -> None:
    def names(text: str) -> set[str]:
        reading = _reading(text, parser, model.tokenizer)
        return {one.name for one in constraints_for(reading, *leaf_values(reading))}

    assert names("Ann has 7 apples and eats 2. How many apples are left?") == {"whole count", "not negative"}
    assert names("A rope is 7 m long and is cut into 2 parts. How many metres is each?") == {"not negative"}
    assert names("It was 3 degrees and fell by 8 degrees. What is the temperature now?") == {"not warmer"}
    assert "whole count" not in names("A cook used 0.2 bag of rye and 0.3 bag of oats. How many bags did she use?")
    assert "whole count" not in names("A plot has 7 acres. It is cut into 2 fields. How many acres is each?")
    assert "whole count" not in names("7 hens laid 40 eggs. How many eggs did a hen lay on average?")
    assert "whole count" in names("A bag of 7 apples costs $2.50. How many apples do 3 bags hold?")
    reading = _reading("Ann has 7 apples for 2 bags. How many apples are in a bag?", parser, model.tokenizer)
    by_name = {one.name: one for one in constraints_for(reading, *leaf_values(reading))}
    assert by_name["not negative"].score(_candidate("3 - 8", ())) == -inf
    assert by_name["not negative"].score(_candidate("8 - 3", ())) == 0


def _scorer(text: str, parser: Parser, model: StepModel) -> tuple[Reading, TextScorer]:
    reading = _reading(text, parser, model.tokenizer)
    values, asked = leaf_values(reading)
    vectors = model.read(reading, values, asked)
    return reading, TextScorer(model.networks, vectors, values, asked)


@pytest.mark.parametrize("text", [PENCE, PLANK, BOXES])
def test_moves_are_probabilities_and_unlike_units_are_not_added(text: str, parser: Parser, model: StepModel) -> None:
    reading, scorer = _scorer(text, parser, model)
    root = Prefix((), (), leaf_forms(reading.leaves, reading.values))
    moves = scorer.moves([root])[0]
    flat = moves.flat(root.size)
    assert np.exp(flat).sum() == pytest.approx(1.0)
    add, multiply = OPERATIONS.index(Operation.ADD), OPERATIONS.index(Operation.MULTIPLY)
    assert moves.steps[add, 1, 0] == -inf  # a sum is one move, its operands rise
    assert (moves.steps[add, 0, 1] == -inf) == (text in (PENCE, PLANK))
    assert moves.steps[multiply, 0, 1] > -inf


def _noted_moves(model: StepModel, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """What the network of the moves is given from now on."""
    seen: list[tuple[Any, ...]] = []
    moves = model.networks.moves

    def noted(*arguments: Any) -> Any:
        seen.append(arguments)
        return moves(*arguments)

    monkeypatch.setattr(model.networks, "moves", noted)
    return seen


def test_pairs_with_a_new_value_are_those_of_all_values_at_once(
    parser: Parser, model: StepModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, scorer = _scorer(PLANK, parser, model)
    seen = _noted_moves(model, monkeypatch)
    step = Step(Operation.MULTIPLY, 0, 1)
    start = Prefix((), (), leaf_forms(reading.leaves, reading.values))
    scorer.moves([start, Prefix((step,), (), start.worked.with_step(step))])
    values, asked = leaf_values(reading)
    both = values.and_one(step_value(Operation.MULTIPLY, values.one(0), values.one(1), 90.0))
    *_, use, bits = seen[-1]
    assert np.array_equal(bits, pair_features(both, both, asked, same=np.eye(len(both), dtype=bool)))
    assert use[0].tolist() == use[1].tolist() == [1, 0, 0, 0]
    assert use[2].tolist() == [0, 0, 0, 0]
    assert use[-1].tolist() == [0, 0, 1, 1]


def test_what_was_done_is_given_in_order_first_the_steps_and_then_the_answers(
    parser: Parser, model: StepModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, scorer = _scorer(BOXES, parser, model)
    seen = _noted_moves(model, monkeypatch)
    forms = leaf_forms(reading.leaves, reading.values)
    step = Step(Operation.MULTIPLY, 0, 1)
    made = forms.with_step(step)
    after = scorer.moves([Prefix((), (), forms), Prefix((step,), (), made), Prefix((step,), (2, 0), made)])
    marks = [(len(done), is_answer.tolist()) for _, _, done, is_answer, *_ in seen]
    assert marks == [(0, []), (1, [0]), (3, [0, 1, 1])]
    _, vectors, done, *_ = seen[-1]
    assert np.array_equal(done, vectors[[len(reading.leaves), 2, 0]])
    assert (after[1].steps > -inf).any()
    assert (after[2].steps == -inf).all()  # after the first answer come only answers and the end
    assert all(one.stop <= 0 for one in after)


@pytest.mark.parametrize(
    ("fault", "reported"),
    [
        (MemoryError("no room"), MemoryError),
        (RuntimeError("std::bad_alloc"), MemoryError),
        (RuntimeError("no such input"), ModelError),
    ],
)
def test_a_lack_of_memory_is_not_taken_for_a_damaged_model(
    fault: Exception, reported: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(_: object) -> None:
        raise fault

    monkeypatch.setattr("arithmetree.steps.model.matrices", fails)
    with pytest.raises(reported):
        StepModel.load(SHIPPED / "full")


def test_a_text_with_too_many_words_or_numbers_is_not_searched(parser: Parser, model: StepModel) -> None:
    many = read("She has " + ", ".join(f"{n} pens" for n in range(2, 27)) + ". How many pens has she?", parser)
    with pytest.raises(TooLongError, match="25 numbers; at most 24"):
        model.judge(many)
    with pytest.raises(TooLongError, match="word pieces; shorten it"):
        model.judge(read("Ann has 3 pens and 4 cups. " + "She likes them. " * 400 + "How many has she?", parser))


def test_the_same_text_gets_the_same_answers(parser: Parser, model: StepModel) -> None:
    problem = mentioned(read(BOXES, parser))
    first, second = model.judge(problem), model.judge(problem)
    assert first.result == second.result
    assert first.refusals == second.refusals
    assert first.result.found[0].values == (72,)
    assert first.result.certificate.unexplored < 1


@pytest.mark.parametrize(
    ("text", "warmest"),
    [
        ("The temperature was 5 degrees and fell by 9 degrees. What is the temperature now?", 9),
        ("It was 3 degrees at noon and 10 degrees colder at night. How cold was it at night?", 10),
        ("The temperature fell by 9 degrees to 5 degrees. What was it before?", None),
        ("It was 5 degrees, fell by 9 degrees and rose by 12 degrees. What is it now?", None),
        ("The price fell by 9 dollars from 50 dollars. What is it now?", None),
    ],
)
def test_a_temperature_that_only_falls_is_not_above_all_given(
    text: str, warmest: int | None, parser: Parser, model: StepModel
) -> None:
    reading = _reading(text, parser, model.tokenizer)
    found = [one for one in constraints_for(reading, *leaf_values(reading)) if one.name == "not warmer"]
    assert [one.warmest for one in found] == ([] if warmest is None else [warmest])  # type: ignore[attr-defined]
