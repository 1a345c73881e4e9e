"""Pasted texts cut by weights: joined problems come apart again, remarks belong to none, stories stay whole."""

from __future__ import annotations

import pytest

from arithmetree.pasting import readable, split
from arithmetree.pasting.paste import Paste
from arithmetree.pasting.segmentation import Features, Role, Segment, segments_of
from arithmetree.pasting.units import Gap, units_of

PROBLEMS = (
    "A barge carries 36 crates. 19 are unloaded in Ghent. How many crates are still on board?",
    "Yusuf swims 40 lengths of 25 m every day. How many metres does he swim in a day?",
    "A tray of 12 seedlings costs £5.40. What does one seedling cost?",
)


def texts(text: str) -> list[str]:
    return [text[one.start : one.end] for one in split(text)]


@pytest.mark.parametrize(
    "gap", ["\n\n", "\n", "\n---\n", "\n\n* * *\n\n", " ", "\n\nok another one\n\n", "\nAnswer: ____\n"]
)
@pytest.mark.parametrize("before", ["", "Hi, can anyone help with these?\n\n", "Maths homework\n\n"])
def test_joined_problems_come_apart_again(gap: str, before: str) -> None:
    assert texts(before + gap.join(PROBLEMS)) == list(PROBLEMS)


@pytest.mark.parametrize("bullet", ["- ", "• ", "> "])
def test_bulleted_problems_come_apart(bullet: str) -> None:
    assert texts("\n".join(bullet + one for one in PROBLEMS)) == list(PROBLEMS)


def test_a_story_with_two_paragraphs_stays_whole() -> None:
    story = "Nadia picks 64 plums. She gives 15 to her aunt. How many has she left?"
    assert len(split(f"{story}\n\nOn Sunday she picks 22 more. How many has she now?")) == 1


@pytest.mark.parametrize("marks", [("a) ", "b) "), ("(i) ", "(ii) "), ("- ", "- ")])
def test_a_list_of_questions_is_not_torn_from_its_story(marks: tuple[str, str]) -> None:
    questions = ("How many tiles lie in a row?", "Each tile costs £3. What do all the tiles cost?")
    lines = "\n".join(mark + one for mark, one in zip(marks, questions, strict=True))
    assert len(split(f"A floor is 4 m long. A tile is 50 cm wide and there are 6 rows.\n{lines}")) == 1


def test_a_number_inside_a_decimal_is_no_label() -> None:
    text = "Problem 1\nA disc has 64 GB. Films take 18.2 GB. How much is free?\n\nProblem 2\n" + PROBLEMS[2]
    assert [one.label for one in split(text)] == ["1", "2"]


def test_marks_on_lines_of_their_own_are_no_labels() -> None:
    text = (
        "(a) A hive gives 14 kg. What do 6 hives give?\n[1]\n"
        "(b) How many jars of 350 g is that?\n[2]\n(c) And of 500 g?\n[2]"
    )
    assert {one.label for one in split(text)}.isdisjoint({"1", "2"})


def test_labels_of_several_forms_count_up() -> None:
    labels = ("1. ", "2) ", "#3 ")
    text = "\n".join(label + one for label, one in zip(labels, PROBLEMS, strict=True))
    assert [one.label for one in split(text)] == ["1", "2", "3"]


def test_two_stories_that_start_alike_have_no_labels() -> None:
    text = (
        "In a park there are 45 oaks and 28 elms. How many trees is that?\n\n"
        "In a pond there are 9 carp and 14 eels. How many fish is that?"
    )
    assert [one.label for one in split(text)] == [None, None]


def test_the_end_of_a_wrapped_question_is_no_instruction() -> None:
    text = "A library had 1,240 books and bought 96. How many books were there at the\nend of the year?"
    assert readable(text).text.endswith("at the end of the year?")


def test_units_are_sentences_with_their_gaps() -> None:
    units = units_of(Paste("Tom has 3 nuts. He eats\none. How many are left?\n\nShow your working."))
    assert [unit.gap for unit in units] == [Gap.LINE, Gap.NOTHING, Gap.NOTHING]
    assert [unit.asks for unit in units] == [False, False, True]


def test_weights_decide() -> None:
    units = units_of(Paste("\n\n".join(PROBLEMS[:2])))
    assert [one.role for one in segments_of(units)] == [Role.PROBLEM, Role.PROBLEM]
    assert len(segments_of(units, {"cut: blank": -100})) == 1


def test_a_margin_favours_other_segments() -> None:
    units = units_of(Paste(PROBLEMS[0]))
    whole = Segment(Role.PROBLEM, 0, len(units))
    assert segments_of(units, {}) == [whole]
    assert whole not in segments_of(units, {}, frozenset({whole}), 1)


def test_a_problem_has_features_of_its_numbers_and_question() -> None:
    features = Features(units_of(Paste(PROBLEMS[0])))
    assert "problem: asks, 2 numbers" in set(features.of(Segment(Role.PROBLEM, 0, 3), begun=False))
