"""Labels of pasted texts: chosen from all candidates at once by weights."""

from __future__ import annotations

import pytest

from arithmetree.pasting import readable, split
from arithmetree.pasting.labels import Labels
from arithmetree.pasting.lines import lines_of

BARGE = "A barge carries 36 crates. 19 are unloaded in Ghent. How many crates are still on board?"
SWIMMER = "Yusuf swims 40 lengths of 25 m every day. How many metres does he swim in a day?"


def labels(text: str) -> list[str | None]:
    return [problem.label for problem in split(text)]


def questions(text: str) -> list[tuple[str | None, str]]:
    return [(asked.label, text[asked.start : asked.end]) for problem in split(text) for asked in problem.questions]


def labels_of(text: str) -> Labels:
    return Labels(text, lines_of(text))


@pytest.mark.parametrize(
    "form", ["（{}）", "{}./ ", "{}°) ", "{}- ", "{} .  ", "**{}.** ", "[{}] ", "Übung {}: ", "&nbsp;{}. "]
)
def test_labels_of_any_form_count_up(form: str) -> None:
    text = f"{form.format(1)}{BARGE}\n{form.format(2)}{SWIMMER}"
    assert labels(text) == ["1", "2"]


def test_labels_may_go_on_after_a_gap_in_the_numbers() -> None:
    assert labels(f"1) {BARGE}\n2) {SWIMMER}\n4) {BARGE}") == ["1", "2", "4"]


def test_a_small_letter_after_a_word_is_the_label_of_a_part() -> None:
    story = "28 scouts sleep in tents for 4 scouts. A tent costs £6."
    text = f"{story}\nQuestion a: How many tents do they need?\nQuestion b: What do the tents cost?"
    assert questions(text) == [("a", "How many tents do they need"), ("b", "What do the tents cost")]


def test_numbers_in_brackets_that_do_not_count_up_are_marks() -> None:
    text = f"1. {BARGE}\n[2]\n2. {SWIMMER}\n[2]\n3. {BARGE}\n[1]"
    assert labels(text) == ["1", "2", "3"]


@pytest.mark.parametrize("text", ["1.5 l of juice fills 6 cups. How much is in a cup?", "90 - 37", "1 1/2 + 2 3/4 ="])
def test_the_first_number_of_a_text_is_no_label(text: str) -> None:
    assert labels(text) == [None]
    assert text[:2] in readable(text).text


def test_the_last_number_of_a_story_is_no_part_of_a_label() -> None:
    text = "48 eggs are packed in boxes of 6. a) How many boxes are filled? b) A box costs £2. What do they cost?"
    assert "boxes of 6." in readable(text).text
    assert [label for label, _ in questions(text)] == ["a", "b"]


@pytest.mark.parametrize(
    "text",
    [
        "Reel 1: 150 m\nReel 2: 40 m less\nCable costs £2 a metre. What is reel 1 worth?",
        "Well A: 18 mg\nWell B: 25 mg\nHow much more is in well B?",
        "We mix sand and earth, it is 1 : 2. We need 72 litres. How much earth do we need?",
    ],
)
def test_facts_that_count_up_have_no_labels(text: str) -> None:
    assert labels(text) == [None]
    assert all(number in readable(text).text for number in ("1", "2"))


def test_answers_to_choose_from_may_follow_their_question() -> None:
    (problem,) = split(f"{BARGE} (A) 17 (B) 19 (C) 55 (D) 36")
    assert "(A)" not in readable(f"{BARGE} (A) 17 (B) 19 (C) 55 (D) 36").text
    assert problem.label is None


def test_the_labels_of_the_answers_do_not_count() -> None:
    assert labels(f"1. {BARGE}\n2. {SWIMMER}\n\nAnswers\n1. 17\n2. 1000") == ["1", "2"]


@pytest.mark.parametrize("gap", ["\t", "          "])
def test_a_column_of_marks_is_no_part_of_the_question(gap: str) -> None:
    text = f"1. {BARGE}{gap}2\n2. {SWIMMER}{gap}3"
    assert [text[one.start : one.end] for one in split(text)] == [BARGE, SWIMMER]


def test_a_message_may_have_a_date_without_a_year() -> None:
    text = f"[18/11, 16:42] Ana B: {BARGE}"
    assert readable(text).text == BARGE


def test_weights_choose_the_labels() -> None:
    found = labels_of(f"1. {BARGE}\n2. {SWIMMER}")
    assert [found.candidates[at].label for at in found.chosen()] == ["1", "2"]
    assert found.chosen({"label: number .": -1}) == []
    assert found.chosen({"label: number .": 1}) == [0, 1]


def test_a_margin_favours_another_choice() -> None:
    found = labels_of(f"1. {BARGE}")
    assert found.chosen({"label: number .": 1}, frozenset({0}), 0) == [0]
    assert found.chosen({"label: number .": 1}, frozenset({0}), 2) == []


def test_the_features_of_a_choice_tell_how_it_counts() -> None:
    found = labels_of(f"1. {BARGE}\n2. {SWIMMER}")
    names = list(found.features([0, 1]))
    assert "label: first, marked exercise" in names
    assert "label: next, marked exercise" in names


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Ursula bakes 80 rolls and sells 27. There are ______ rolls left.", "There are ______ rolls left"),
        ("Each of 12 pupils pays £4. The trip costs £____.", "The trip costs £____"),
    ],
)
def test_a_sentence_to_complete_is_a_question(text: str, asked: str) -> None:
    assert [found.rstrip(".") for _, found in questions(text)] == [asked]


def test_a_sentence_to_complete_after_a_question_is_its_answer() -> None:
    assert len(questions(f"{BARGE} There are ____ crates on board.")) == 1


def test_problems_on_lines_without_marks_are_separated() -> None:
    text = (
        "tom has 24 sweets he gives 7 to ben how many has he got now\na pack of 8 pens costs 3.20 how much is one pen"
    )
    assert len(split(text)) == 2


def test_a_question_after_a_colon_opens_with_its_first_word() -> None:
    asked = questions("Train A takes 95 minutes, train B 110.\nAsked: Which train is faster, and by how many minutes?")
    assert [found for _, found in asked] == ["Which train is faster", "by how many minutes"]
