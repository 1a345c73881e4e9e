"""The questions of a text: one for a plain problem, one for every part of a worksheet."""

from arithmetree.questions import asked_of
from arithmetree.solver import Solver

RINK = (
    "48 children and 17 adults are at the ice rink. A child ticket costs $5. "
    "a) How many people are there? b) How much do the child tickets cost?"
)
SHEET = "1. Anna has 24 sweets and eats 7. How many are left?\n2. A pen costs 40p. How much do 3 pens cost?"


def test_a_plain_problem_is_one_question_that_the_reader_finds() -> None:
    text = "Mara had 24 crayons. She gave 9 to Jonas. How many does she have left?"
    (asked,) = asked_of(text)
    assert (asked.source.text, asked.span, asked.label, asked.first) == (text, None, None, True)


def test_parts_share_a_story() -> None:
    first, second = asked_of(RINK)
    assert (first.label, second.label) == ("a", "b")
    assert (first.first, second.first) == (True, False)
    assert first.source == second.source
    assert first.span is not None
    assert first.source.text[slice(*first.span)].startswith("How many people")


def test_exercises_are_problems_and_their_numbers_no_quantities() -> None:
    first, second = asked_of(SHEET)
    assert (first.label, second.label) == ("1", "2")
    assert first.source.text.startswith("Anna")
    assert second.source.text.startswith("A pen")


def test_a_text_without_a_question_is_one_problem() -> None:
    assert len(asked_of("Mara had 24 crayons.")) == 1
    assert len(asked_of("")) == 1


def test_every_question_gets_an_answer_with_places_in_the_text_as_given() -> None:
    solution = Solver.load().solve(SHEET, precision=0)
    assert [part.label for part in solution.each] == ["1", "2"]
    assert [entry["label"] for entry in solution.answers] == ["1", "2"]
    assert solution.answers[0]["answer"] == "17"
    for part in solution.each:
        for quantity in part.quantities:
            assert SHEET[quantity["start"] : quantity["end"]] == quantity["text"]


def test_texts_are_solved_in_order_whatever_they_hold() -> None:
    texts = [SHEET, "What is 3 + 4?", RINK, "Mara had 24 crayons."]
    found = list(Solver.load().pipe(texts, precision=0))
    assert [len(solution.each) for solution in found] == [2, 1, 2, 1]
    assert found[1].answer == "7"
    assert found[3].reason == "NO_QUESTION"
