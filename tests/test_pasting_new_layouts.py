"""Layouts of new pasted texts: chats with names, notes after labels, answers, topics, wrapped questions."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree.facts import conversions, unit_names
from arithmetree.pasting import readable, split


def test_split_leaves_out_the_senders_of_a_chat() -> None:
    text = "Ida: look at this\nIda: a box holds 6 cups. how many cups are in 4 boxes\nMum: easy"
    assert "Ida:" not in readable(text).text


def test_split_keeps_names_that_say_an_amount_once() -> None:
    text = "Ida: 12 points\nOmar: 9 points\nHow many points do they have together?"
    assert "Ida" in readable(text).text


def test_split_leaves_out_a_note_after_a_label() -> None:
    text = (
        "Corner 1 (5 min)\nA tram has 4 cars with 36 seats each. How many seats is that?\n"
        "Corner 2 (10 min)\nA ride costs €2.60. What do 5 rides cost?"
    )
    found = split(text)
    assert [text[one.start : one.end][:6] for one in found] == ["A tram", "A ride"]


def test_split_leaves_out_the_answer_after_a_question() -> None:
    text = "Q: A sack holds 20 kg. How many sacks make 500 kg?\nA: 25 sacks\n\nQ: What is 12 × 12?\nA: 144"
    assert "25" not in readable(text).text


def test_split_takes_topics_for_titles() -> None:
    text = (
        "Addition: A park has 45 oaks and 38 elms. How many trees are there?\n"
        "Division: 96 eggs fill 8 boxes. How many eggs are in each box?"
    )
    assert [text[one.start : one.end].split()[0] for one in split(text)] == ["A", "96"]


def test_split_takes_each_line_of_sums_for_a_problem() -> None:
    assert len(split("Quick fire\n\n14 + 28\n70 - 33\ndouble 45\nhalf of 62")) == 4


def test_split_joins_the_last_word_of_a_wrapped_question() -> None:
    text = "Ms Lee cycled 14 km and then 9 km.\nHow many kilometres did she cycle\naltogether?"
    (problem,) = split(text)
    assert [text[one.start : one.end].split()[-1] for one in problem.questions] == ["altogether"]


def test_split_keeps_an_item_of_a_list_above_a_price() -> None:
    text = "The outing:\n- 30 pupils\n- 3 helpers\n- train £96\n\nWhat does the train cost for each person?"
    assert "3 helpers" in readable(text).text


def test_readable_leaves_out_a_plea_after_a_greeting_and_the_source() -> None:
    text = (
        "Hello, can anybody explain this? A pond has 14 frogs. 5 leave. How many stay?\n\n(Source: Year 3 book, p. 12)"
    )
    assert readable(text).text == "A pond has 14 frogs. 5 leave. How many stay?"


@pytest.mark.parametrize(
    "labels",
    [
        ("<p><b>Q1.</b> ", "<p><b>Q2.</b> "),
        ("1st problem – ", "2nd problem – "),
        ("Puzzle 1 (easy): ", "Puzzle 2 (hard): "),
        ("**#1** *(3 points)* ", "**#2** *(4 points)* "),
        ("Question 1\t1 pts\n", "Question 2\t2 pts\n"),
    ],
)
def test_split_finds_labels_with_notes_and_tags(labels: tuple[str, str]) -> None:
    text = (
        f"{labels[0]}A tram has 4 cars. How many cars have 9 trams?\n{labels[1]}A ride costs €2. What do 5 rides cost?"
    )
    found = split(text)
    assert [(one.label, text[one.start : one.end][:6]) for one in found] == [("1", "A tram"), ("2", "A ride")]


def test_split_takes_each_sum_with_a_box_for_a_problem() -> None:
    assert len(split("7 + □ = 15     □ − 8 = 12\n45 ÷ □ = 9     48 = ___ x 4")) == 4


def test_split_takes_each_question_between_strokes_for_a_problem() -> None:
    text = "6 eggs are £3. What are 9? | A bus has 50 seats. How many have 3? | 2 pens are £1. What does one cost?"
    assert len(split(text)) == 3


def test_split_leaves_out_a_working_with_its_result() -> None:
    text = "A cinema sold 148 tickets at €9. How much was taken?\n\nSolution:\n148 × 9 = 1332"
    (problem,) = split(text)
    assert text[problem.end - 6 : problem.end] == "taken?"


def test_split_leaves_out_ticked_answers_and_answers_in_words() -> None:
    text = "7. A lift carries 630 kg. How many people of 70 kg is that?\nA. 8\nB. 9 ✔\nC. none of these"
    assert readable(text).text == "A lift carries 630 kg. How many people of 70 kg is that?"


def test_readable_repeats_what_is_to_be_done_with_each_part() -> None:
    text = "2. Change these to minutes.\na. 2 h 10 min\nb. 300 s\n3. What is 4 + 5?"
    assert "Change these to minutes 300 s" in readable(text).text


def test_a_question_to_the_reader_before_the_first_number_is_none() -> None:
    text = "Have you ever sold cards? Tom sells 9 at £2. What does he get?"
    assert [text[one.start : one.end] for one in split(text)[0].questions] == ["What does he get"]


def test_split_does_not_take_a_ratio_for_a_label() -> None:
    (problem,) = split("Ada mixes red and blue in the ratio 2 : 1. A tin holds 40 g. She uses 9 tins. How much is red?")
    assert problem.label is None


@pytest.mark.parametrize(
    ("part", "whole", "count"), [("s", "min", 60), ("cl", "l", 100), ("dl", "l", 10), ("kg", "t", 1000)]
)
def test_units_have_their_short_forms(part: str, whole: str, count: int) -> None:
    names = unit_names()
    pairs = {(fact.part, fact.whole): Fraction(fact.count) for fact in conversions()}
    assert pairs[names[part], names[whole]] == count
