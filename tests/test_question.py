"""Where the question stands and what it asks for."""

import pytest

from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Question


def question(text: str) -> Question:
    found = read(text, load_parser()).question
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Nina has 5 pens. How many pens does she need?", "How many pens does she need"),
        ("How many pens are left? Nina had 9 and lost 5.", "How many pens are left"),
        ("If Nina has 9 pens and loses 5, how many pens are left?", "how many pens are left"),
        ("How much will she pay if she wants to buy 7 plums?", "How much will she pay"),
        ("How many plums are left when Tom has eaten 7?", "How many plums are left"),
        ("How many plums are left after lunch?", "How many plums are left after lunch"),
        ("How many plums are left after Tom eats 7?", "How many plums are left"),
        ("Nina has 9 plums. In how many days will she eat them?", "In how many days will she eat them"),
        ("Nina has 9 plums. Find the total number of plums.", "Find the total number of plums"),
        ("Nina has 9 plums and Tom 7. Work out how many they have.", "Work out how many they have"),
        ("Nina has 9 plums. Altogether, how many plums are there?", "how many plums are there"),
        ("Can you tell me how many plums Nina has?", "how many plums Nina has"),
        ("Nina has 9 plums . How many does she need ?", "How many does she need"),
        (
            "Nina has 9 plums. How many more plums does Tom have than Nina?",
            "How many more plums does Tom have than Nina",
        ),
        ("Nina has 9 plums. how many are left", "how many are left"),
        ("Which is more, 5 or 7? What is the difference?", "What is the difference"),
        ("Is it 5?", "Is it 5"),
    ],
)
def test_question_span_is_the_asking_clause_alone(text: str, asked: str) -> None:
    found = question(text)
    assert found.text == asked
    assert text[found.start : found.end] == asked


@pytest.mark.parametrize("text", ["", "Nina has 9 plums.", "Nina knows what she has. She has 9 plums."])
def test_text_that_asks_nothing_has_no_question(text: str) -> None:
    assert read(text, load_parser()).question is None


def test_question_gives_unit_subject_verb_and_tense() -> None:
    found = question("Nina had 9 red pens. She lost 4. How many red pens did she keep?")
    assert found.asks == "how many"
    assert (found.unit, found.unit_head) == (("red", "pen"), "pen")
    assert found.subject_resolved == "Nina"
    assert (found.verb, found.tense) == ("keep", "past")


@pytest.mark.parametrize(
    ("text", "asks", "head"),
    [
        ("Nina has 9 plums. How many does she need?", "how many", "plum"),
        ("A plum costs $2. How much do 7 plums cost?", "how much", "dollar"),
        ("Nina has 9 plums. What is the total number of plums?", "what", "plum"),
        ("Nina has 9 plums. Find the number of plums.", "find", "plum"),
        ("Tom is 9. How old is Nina?", "how old", None),
    ],
)
def test_question_names_what_the_answer_counts(text: str, asks: str, head: str | None) -> None:
    found = question(text)
    assert (found.asks, found.unit_head) == (asks, head)


def test_question_keeps_the_words_that_point_to_an_operation() -> None:
    assert question("How many more pens than rugs are left altogether?").words == ("more", "than", "left", "altogether")
