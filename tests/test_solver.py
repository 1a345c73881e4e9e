"""The solver with the shipped model: it answers, abstains with a reason, and keeps its promises about form."""

from fractions import Fraction

import pytest

import arithmetree
from arithmetree.demo import EXAMPLE_1
from arithmetree.errors import ModelError, TextError
from arithmetree.expressions import evaluate, parse_infix
from arithmetree.solution import Solution
from arithmetree.solver import Solver

FIELDS = {
    "evidence",
    "status",
    "reason",
    "message",
    "answer",
    "value",
    "unit",
    "expression",
    "confidence",
    "answerable",
    "certificate",
    "quantities",
    "derivation",
    "tree",
    "steps",
    "alternatives",
    "answer_text",
    "ignored",
    "guess",
    "answers",
    "hints",
}
QUANTITY_FIELDS = {"text", "start", "end", "value", "relevant", "unit", "verb", "subject", "rate", "implicit"}
STEP_FIELDS = {"expression", "value", "unit", "shown", "because", "firm", "spans", "reason", "evidence"}

SIMPLE = {
    "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have left?": "15",
    "Mara had 24 crayons. Jonas gave her 9 more crayons. How many crayons does Mara have now?": "33",
    "Each carton holds 6 jars. Pia bought 7 cartons. How many jars did she buy?": "42",
    "Pia put 42 jars equally into 7 cartons. How many jars are in each carton?": "6",
    "There are 14 hens and 5 ducks in the yard. How many birds are there in all?": "19",
}


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load()


@pytest.mark.parametrize(("text", "answer"), SIMPLE.items())
def test_simple_problems_are_solved(solver: Solver, text: str, answer: str) -> None:
    solution = solver.solve(text)
    assert (solution.status, solution.reason, solution.answer) == ("solved", None, answer)
    assert 0 < solution.confidence <= 1


def test_the_first_example_of_the_paper_is_solved() -> None:
    solution = arithmetree.solve(EXAMPLE_1)
    assert solution.answer == "72"
    assert len(solution.steps) == 2


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "NO_QUESTION"),
        ("A box holds 24 crayons. How many crayons are there?", "TOO_FEW_QUANTITIES"),
        ("How many crayons does Mara have?", "TOO_FEW_QUANTITIES"),
        ("She has " + ", ".join(f"{n} pens" for n in range(2, 40)) + ". How many pens has she?", "TOO_LONG"),
    ],
)
def test_it_abstains_and_says_why(solver: Solver, text: str, reason: str) -> None:
    solution = solver.solve(text)
    assert (solution.status, solution.reason) == ("abstained", reason)
    assert solution.message
    assert (solution.answer, solution.value, solution.answer_text, solution.unit) == (None, None, None, None)
    assert set(solution.to_dict()) == FIELDS


def test_the_best_guess_is_no_answer(solver: Solver) -> None:
    solution = solver.solve("Mara had 24 crayons. She gave 9 crayons to Jonas.")
    assert (solution.status, solution.reason) == ("abstained", "NO_QUESTION")
    assert solution.message
    assert (solution.answer, solution.value, solution.answer_text, solution.unit) == (None, None, None, None)
    assert solution.guess is not None
    assert solution.guess.answer in ("15", "33")
    assert solution.hints == ()
    found = solution.to_dict()
    assert found["answer"] is None
    assert found["guess"]["answer"] == solution.guess.answer
    assert [one["guess"] for one in found["answers"]] == [found["guess"]]


def test_every_question_of_a_text_has_its_answer(solver: Solver) -> None:
    first, second = (list(SIMPLE)[at] for at in (0, 3))
    solution = solver.solve(f"1. {first}\n\n2. {second}\n")
    assert [part.label for part in solution.each] == ["1", "2"]
    assert [one["answer"] for one in solution.to_dict()["answers"]] == ["15", "6"]
    assert solution.answer == "6"


def test_the_json_object_has_exactly_the_promised_fields(solver: Solver) -> None:
    found = solver.solve(EXAMPLE_1).to_dict()
    assert set(found) == FIELDS
    assert all(set(quantity) == QUANTITY_FIELDS for quantity in found["quantities"])
    assert all(set(step) == STEP_FIELDS for step in found["steps"])
    assert {"method", "best_score", "runner_up", "margin"} <= set(found["certificate"])
    assert len(found["alternatives"]) <= 5


def test_fields_are_attributes_of_the_same_names(solver: Solver) -> None:
    solution = solver.solve(EXAMPLE_1)
    for name in FIELDS - {"evidence", "steps", "alternatives", "ignored", "guess", "hints"}:
        assert getattr(solution, name) == solution.to_dict()[name]


@pytest.mark.parametrize("text", [*SIMPLE, EXAMPLE_1])
def test_all_parts_of_a_solution_agree(solver: Solver, text: str) -> None:
    solution = solver.solve(text)
    assert solution.expression is not None
    infix = parse_infix(solution.expression)
    assert str(evaluate(infix.tree, infix.values)) == solution.answer == str(solution.steps[-1].value)
    assert solution.tree is not None
    assert solution.tree["value"] == solution.answer
    for quantity in solution.quantities:
        assert text[quantity["start"] : quantity["end"]] == quantity["text"]
    used = sum(quantity["relevant"] for quantity in solution.quantities)
    assert len(solution.steps) == used - 1
    answers = [solution.answer, *(other.answer for other in solution.alternatives)]
    assert len(set(answers)) == len(answers)
    assert sum([solution.confidence, *(other.confidence for other in solution.alternatives)]) <= 1 + 1e-9


def test_a_fractional_answer_is_exact_as_text_and_rounded_as_a_number(solver: Solver) -> None:
    text = "A ribbon of 7 meters was cut into 2 equal pieces. How long is each piece?"
    solution = solver.solve(text)
    assert solution.exact is not None
    assert solution.answer == str(solution.exact)
    assert solution.value == float(solution.exact)
    assert Fraction(solution.answer) == solution.exact


def test_solving_is_deterministic_and_pipe_equals_solve(solver: Solver) -> None:
    texts = [*SIMPLE, "", EXAMPLE_1]
    singly = [solver.solve(text).to_dict() for text in texts]
    assert singly == [solver.solve(text).to_dict() for text in texts]
    piped = list(solver.pipe(iter(texts)))
    assert all(isinstance(solution, Solution) for solution in piped)
    for one, other in zip(singly, piped, strict=True):
        found = other.to_dict()
        assert found["confidence"] == pytest.approx(one["confidence"], abs=1e-6)
        assert found["answerable"] == pytest.approx(one["answerable"], abs=1e-6)
        for name in FIELDS - {"confidence", "answerable", "certificate", "alternatives"}:
            assert found[name] == one[name]


def test_a_plain_sum_among_other_exercises_is_calculated_and_has_no_unit(solver: Solver) -> None:
    sheet = solver.solve("1. Tom has 3 pens. He buys 2 pens. How many pens has he now?\n2. What is 345 + 278?")
    assert [part.answer_text for part in sheet.each] == ["5 pens", "623"]
    assert [part.label for part in sheet.each] == ["1", "2"]
    assert sheet.each[1].confidence == 1


def test_bad_texts_and_models_are_reported() -> None:
    with pytest.raises(TextError, match="not a string"):
        arithmetree.solve(5)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="there is no model"):
        Solver.load("no/such/folder")


def test_half_a_goat_is_no_answer(solver: Solver) -> None:
    story = "On a farm there are goats and geese with 44 heads and {} legs. How many goats are there?"
    assert solver.solve(story.format(128)).answer_text == "20 goats"
    broken = solver.solve(story.format(127), precision=0)
    assert (broken.reason, broken.answer, broken.confidence) == ("CONTRADICTORY", None, 0.0)
    assert broken.message == (
        "The numbers of the text do not fit together: the answer would be 19.5, which is not a whole number of goats."
    )


def test_an_answer_that_is_taken_for_its_sense_alone_is_none(solver: Solver) -> None:
    story = "A basket held {} plums and nothing else. Ida ate 16 plums of the basket. How many plums were left in it?"
    assert solver.solve(story.format(25)).answer == "9"
    assert solver.solve(story.format(9)).reason == "CONTRADICTORY"
