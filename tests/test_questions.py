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
    assert (asked.source.text, asked.label) == (text, None)


def test_each_part_is_read_without_the_questions_after_it() -> None:
    first, second = asked_of(RINK)
    story = "48 children and 17 adults are at the ice rink. A child ticket costs $5. "
    assert (first.label, second.label) == ("a", "b")
    assert first.source.text.rstrip() == f"{story}How many people are there?"
    assert second.source.text.rstrip() == f"{story}How much do the child tickets cost?"


def test_parts_without_marks_are_read_apart_as_well() -> None:
    first, second = asked_of("Tom has 5 pens and 3 cups\na) how many things\nb) how many more pens")
    assert first.source.text.rstrip() == "Tom has 5 pens and 3 cups. how many things?"
    assert second.source.text.rstrip() == "Tom has 5 pens and 3 cups. how many more pens?"


def test_an_earlier_question_that_gives_a_number_stays() -> None:
    text = "Lemonade costs $2 a glass. a) How much do 6 glasses cost? b) How much change is there from $20?"
    first, second = asked_of(text)
    assert "$20" not in first.source.text
    assert "6 glasses" in second.source.text
    assert [part.answer for part in Solver.load().solve(text, precision=0).each] == ["12", "8"]


def test_questions_of_one_sentence_are_read_apart() -> None:
    story = "Tom had 20 sweets. He ate 7. "
    first, second = asked_of(f"{story}How many are left and how many did he eat?")
    assert first.source.text == f"{story}How many are left?"
    assert second.source.text == f"{story}How many did he eat?"
    assert len(second.source.text) == len(second.source.places)


def test_what_a_sentence_says_before_and_after_its_questions_belongs_to_both() -> None:
    first, second = asked_of("If 4 pens cost £3, how much is a pen and how much is a pack?")
    assert first.source.text == "If 4 pens cost £3, how much is a pen?"
    assert second.source.text == "If 4 pens cost £3, how much is a pack?"
    first, second = asked_of("Find how many boxes are full and how many eggs are left if 100 eggs go into boxes of 6.")
    assert first.source.text == "Find how many boxes are full if 100 eggs go into boxes of 6."
    assert second.source.text == "How many eggs are left if 100 eggs go into boxes of 6."


def test_a_question_without_a_verb_keeps_the_one_before_it() -> None:
    _, second = asked_of("Ann has 12 kg and Ben has 20 kg. Who has more and by how much?")
    assert second.source.text.endswith("Who has more and by how much?")


def test_a_question_that_means_the_answer_before_keeps_that_question() -> None:
    story = "Entry costs 4 euros. Last year 850 people came, this year 900. "
    text = f"{story}How many came in all? How much did they pay? How much more is that than 500 euros?"
    _, second, third = asked_of(text)
    assert second.source.text.rstrip() == f"{story}How much did they pay?"
    assert third.source.text == f"{story}How much did they pay? How much more is that than 500 euros?"


def test_facts_after_the_last_question_belong_to_all() -> None:
    first, second = asked_of("How many cups can be filled? How much is left? A jug holds 1.5 l and a cup 200 ml.")
    assert first.source.text == "How many cups can be filled? A jug holds 1.5 l and a cup 200 ml."
    assert second.source.text == "How much is left? A jug holds 1.5 l and a cup 200 ml."


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
