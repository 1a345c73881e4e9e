"""Evidence for a step, a number left out and a refusal, with a model that looks at words of our choice."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from arithmetree.answering.weighing import Outlook, WordWeighing, value_key
from arithmetree.derivations import Derivation, parse
from arithmetree.derivations.derivation import Mention
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.refusals import Code
from arithmetree.schemas import Problem
from arithmetree.solution import Evidence
from arithmetree.solver import solve

TEXT = (
    "Each crate holds 12 melons, and Pia loads 5 crates. She drops 7 melons on the way, which takes 40 minutes. "
    "How many melons arrive?"
)
NAMES = {letter: Mention(place) for place, letter in enumerate("abcd")}
RIGHT = parse("a * b - c", NAMES)
OTHER = parse("a * b", NAMES)
LONG = parse("a * b - c + d", NAMES)


def outlook_of(problem: Problem) -> Outlook:
    """A toy: "drops" decides that 7 is subtracted, "crate" that there are 12 times 5, "minutes" that 40 is not used."""
    words = set(problem.text.replace(",", " ").replace(".", " ").split())
    subtracts = 0.9 if "drops" in words else 0.2
    spare = 0.05 if "minutes" in words else 0.6
    times = 1.0 if "crate" in words else 0.5
    shares = (
        (times * subtracts * (1 - spare), RIGHT),
        (times * (1 - subtracts) * (1 - spare), OTHER),
        (times * spare, LONG),
    )
    refusals = {"MISSING_INFORMATION": 0.7 if "Each" in words else 0.1}
    found = [(share, (Fraction(place),), made) for place, (share, made) in enumerate(shares)]
    return Outlook(found, [place for place in range(len(problem.text)) if _starts(problem.text, place)], refusals)


def _starts(text: str, place: int) -> bool:
    return text[place].isdigit() and not text[place - 1].isdigit()


@pytest.fixture(name="weighing")
def _weighing() -> WordWeighing:
    parser = load_parser()
    problem = read(TEXT, parser)
    return WordWeighing(problem, parser, outlook_of, outlook_of(problem), "MISSING_INFORMATION")


def words(evidence: Evidence | None) -> list[str]:
    assert evidence is not None
    return [TEXT[slice(*clue.span)] for clue in evidence.clues]


def test_each_step_has_its_own_words(weighing: WordWeighing) -> None:
    product, difference = (weighing.step((value,)) for value in range(len(RIGHT.leaves), RIGHT.size))
    assert words(product) == ["crate"]
    assert words(difference) == ["drops", "crate"]
    assert product.probability == pytest.approx(1.0)
    assert difference.probability == pytest.approx(0.9 * 0.95 + 0.05)


def test_a_number_left_out_has_its_own_words(weighing: WordWeighing) -> None:
    evidence = weighing.unused(3)
    assert words(evidence)[0] == "minutes"
    assert evidence.probability == pytest.approx(0.95)
    assert evidence.clues[0].effect == pytest.approx(0.55)


def test_a_refusal_of_the_model_has_its_own_words(weighing: WordWeighing) -> None:
    evidence = weighing.refusal()
    assert words(evidence) == ["Each"]
    assert evidence is not None
    assert evidence.clues[0].effect == pytest.approx(0.6)


def test_a_refusal_by_a_rule_has_none_and_an_unsure_answer_has() -> None:
    parser = load_parser()
    problem = read(TEXT, parser)
    by_rule = WordWeighing(problem, parser, outlook_of, outlook_of(problem), None)
    assert by_rule.refusal() is None
    unsure = WordWeighing(problem, parser, outlook_of, outlook_of(problem), str(Code.LOW_CONFIDENCE)).refusal()
    assert unsure is not None
    assert unsure.probability == pytest.approx(1 - 0.9 * 0.95)


def test_hiding_words_by_hand_gives_the_probability_without_them(weighing: WordWeighing) -> None:
    evidence = weighing.unused(3)
    assert evidence.without is not None
    place = TEXT.index("minutes")
    assert evidence.without(frozenset({(place, place + 7)})) == pytest.approx(0.4)
    assert evidence.without(frozenset()) == evidence.probability


@pytest.mark.parametrize(("one", "other"), [("a * b - c", "b * a - c"), ("a + b + c", "c + (b + a)")])
def test_a_step_is_the_same_in_another_order(one: str, other: str) -> None:
    first, second = (parse(text, NAMES) for text in (one, other))

    def key(made: Derivation) -> object:
        return value_key(made, made.answers[0], [10, 20, 30, 40])

    assert key(first) == key(second)


def test_the_shipped_model_weighs_steps_numbers_and_refusals() -> None:
    solution = solve(
        "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have now?"
    )
    found = solution.to_dict(why=True)
    assert found["evidence"]["clues"]
    assert all(entry["evidence"]["clues"] for entry in (*found["steps"], *found["ignored"]))
    assert 0 < found["steps"][0]["evidence"]["probability"] <= 1
    again = pickle.loads(pickle.dumps(solution))
    assert again.evidence is None
    assert again.steps[0].evidence is None
