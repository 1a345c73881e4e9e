"""Dialogues: one problem, and only what nobody answers is asked."""

from __future__ import annotations

import pytest

from arithmetree.pasting import split
from arithmetree.pasting.dialogue import turns_of
from arithmetree.questions import asked_of

CAKES = """Dad: How many eggs do we need for one cake?
Lea: 4 eggs, it says here.
Dad: And how many cakes are we baking?
Lea: 6 for the fair.
Dad: So how many eggs do I have to buy?"""
BUSES = (
    "Teacher: The bus holds 48 people. Ben: And how many are we? Teacher: 130 pupils and 9 teachers. "
    "Ben: How many buses do we need then?"
)
JARS = (
    "'How much is one jar?' asked Ida. 'Jars are £3 each,' said the woman, 'and I have 24 left.' Ida took 5 jars and "
    "paid with a £20 note. 'How much change do I get?' she asked."
)
CHAIRS = (
    "“We have 36 chairs,” said Nuri. “How many do we need?” “50 people are coming,” said Pia. How many more chairs "
    "must they fetch?"
)


@pytest.mark.parametrize("text", [CAKES, BUSES, JARS, CHAIRS])
def test_a_dialogue_is_one_problem_that_asks_its_last_question(text: str) -> None:
    (problem,) = split(text)
    (question,) = problem.questions
    assert text[question.end :].strip(" '?\u201d") in ("", "she asked.")
    (asked,) = asked_of(text)
    assert all(number in asked.source.text for number in ("4", "6") if text is CAKES)


@pytest.mark.parametrize(
    "text",
    [
        "Monday: 12 visitors. Tuesday: 15 visitors. Wednesday: 9 visitors. How many came in all?",
        "Ana: What is 3 + 4? Ben: What is 5 + 6?",
        "Dad: well? Ida: 3 pens cost £6, how much is one? Dad: and? Ida: 4 cups hold 2 litres, how much is one?",
    ],
)
def test_lists_and_tasks_for_pupils_are_no_dialogues(text: str) -> None:
    assert turns_of(text) == []


def test_both_questions_of_the_last_turn_are_asked() -> None:
    text = (
        "Kim: How much is a pen? Sam: 80p. Kim: I buy 5 pens with a £10 note. How much do I pay? "
        "And how much change do I get?"
    )
    (problem,) = split(text)
    assert [text[one.start : one.end] for one in problem.questions] == [
        "How much do I pay", "how much change do I get",
    ]  # fmt: skip


def test_exercises_with_a_dialogue_stay_apart() -> None:
    text = f"1. {BUSES}\n2. A pen costs 80p. How much do 5 pens cost?"
    assert [(problem.label, len(problem.questions)) for problem in split(text)] == [("1", 1), ("2", 1)]
