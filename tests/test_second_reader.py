"""The second opinion of the tree model: it has a say among read-once answers, and none elsewhere."""

from dataclasses import replace
from fractions import Fraction

import pytest

from arithmetree.answering.second_reader import Opinion, combined, second_opinion
from arithmetree.derivations import FoundAnswer, Mention, parse
from arithmetree.derivations.result import DerivationCertificate, DerivationResult
from arithmetree.model_folder import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.steps.leaves import mentioned
from arithmetree.steps.model import Judged, StepModel

TEXT = "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
LEAVES = {"a": Mention(0), "b": Mention(1)}


@pytest.fixture(scope="module")
def model() -> StepModel:
    return StepModel.load(SHIPPED / "full")


@pytest.fixture(scope="module")
def judged(model: StepModel) -> Judged:
    return model.judge(mentioned(read(TEXT, load_parser())))


def _answers(judged: Judged, *found: tuple[str, int, float]) -> Judged:
    answers = tuple(FoundAnswer(parse(made, LEAVES), (Fraction(value),), 0.0, low, low) for made, value, low in found)
    certificate = DerivationCertificate(True, None, 0.0, None, 3, 0.0, {}, satisfied=True)
    return replace(judged, result=DerivationResult(answers, certificate))


def test_the_tree_model_decides_between_read_once_answers(judged: Judged) -> None:
    unsure = _answers(judged, ("a + b", 33, 0.5), ("a - b", 15, 0.4), ("a + a - b", 39, 0.1))
    found = combined(unsure, Opinion({Fraction(15): 0.99, Fraction(33): 0.01})).result.found
    assert [one.values[0] for one in found] == [15, 39, 33]
    assert sum(one.low for one in found) == pytest.approx(1.0)
    assert next(one.low for one in found if one.values == (39,)) == 0.1


def test_without_an_opinion_nothing_changes(judged: Judged) -> None:
    assert combined(judged, None) is judged
    assert combined(judged, Opinion({})) is judged
    twice = _answers(judged, ("a + a", 48, 0.9))
    assert combined(twice, Opinion({Fraction(15): 1.0})) is twice


def test_the_tree_model_knows_an_easy_problem(model: StepModel) -> None:
    assert model.trees is not None
    opinion = second_opinion(read(TEXT, load_parser()), model.trees)
    assert opinion is not None
    assert opinion.share((Fraction(15),)) > 0.9
    assert opinion.share((Fraction(15), Fraction(1))) == 0


def test_it_has_no_opinion_on_a_text_with_one_number(model: StepModel) -> None:
    assert model.trees is not None
    assert second_opinion(read("Mara had 24 crayons. How many?", load_parser()), model.trees) is None
