"""Any text is accepted, reading twice changes nothing, all places are valid, and time grows with the length alone."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arithmetree.pasting import plain_sum, readable, readable_problem, split
from arithmetree.pasting.remarks import is_instruction

PIECES = (
    "1. ",
    "2) ",
    "a) ",
    "(b) ",
    "\n",
    "\n\n",
    "Tom has 5 apples",
    "How many are left?",
    "____",
    "| ",
    "\t",
    "  ",
    ".....",
    "£1.20",
    "Tea ",
    "Monday 34",
    "(2 marks)",
    "[2]",
    "=?",
    "w/ ",
    "2x coffee",
    "😭",
    "thx",
    "Name: ",
    "Show your working.",
    "- ",
    "• ",
    "***",
    "---",
    "34",
    "R. ",
    "half ",
    "and ",
    "if ",
    "how many",
    "what is",
    "Find ",
    "345 + 278",
    "= ",
    "?",
    "!",
    "...",
    "“",
    "’",
    "\u00a0",
    "1st one: ",
    "Q3: ",
    "Exercise 4",
    "A) 7",
    "Kind regards,",
    "hi ",
    "ok so ",
    "1️⃣",
    "①",
    "\r\n",
    "*",
    "_",
    "#",
    "x",
    "×",
    "i) ",
    "Page 3",
    "/3",
    "for questions 1 to 3",
    "eve-\n",
    "Day Visitors",
    "12:30",
    "p",
    ",",
    ":",
    "has24",
    "Mr. ",
    "Card 1",
    "Card 2",
    "\x00",
    "ß",
    "İ",
    "ﬁ",
    "\u2028",
)
pasted_texts = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


@given(st.one_of(st.text(max_size=200), pasted_texts))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_with_valid_places(text: str) -> None:
    read = readable(text)
    assert len(read.places) == len(read.text)
    assert all(0 <= place < len(text) for place in read.places)
    end_before = 0
    for problem in split(text):
        assert end_before <= problem.start <= problem.end <= len(text)
        end_before = problem.end
        for question in problem.questions:
            assert problem.start <= question.start < question.end <= problem.end
        assert readable_problem(text, problem).text == readable(readable_problem(text, problem).text).text
    plain_sum(text)


@given(st.one_of(st.text(max_size=200), pasted_texts))
@settings(max_examples=300, deadline=None)
def test_reading_a_readable_text_changes_nothing(text: str) -> None:
    once = readable(text).text
    assert readable(once).text == once


LONG = 100_000


@pytest.mark.parametrize(
    "unit",
    [
        "Tom has 5 apples and eats 2. How many are left? ",
        "Tom has 5 apples and eats 2. How many are left?\n\n",
        "Tom ran 5 km.\n\n",
        "how many ",
        "a) b) ",
        "a\tb\n",
        "3 + 4, ",
        "5 = ____ [1] ",
        "What is 3 + 4? ",
        "| 3 + 4 |\n",
        "1  3 + 4  ",
        "a) 3 b) 4 c) 5\n",
        "How many does he get 3?\n\n",
        "I got 5 ",
        "(",
        "_",
        ". ",
        "--\n",
        "😭",
    ],
)
def test_a_long_text_is_read_in_little_time(unit: str) -> None:
    text = (unit * (LONG // len(unit) + 1))[:LONG]
    started = time.process_time()
    split(text)
    readable(text)
    # Well under a second on an idle machine; anything quadratic would take minutes.
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    "text",
    ["-" * 150 + "x = 3", "_" * 5_000 + "!", "____....____...." * 300 + "!", "____ a. " * 500 + "5", ". " * 999 + "1"],
)
def test_a_run_that_could_be_spaces_for_answers_is_read_in_little_time(text: str) -> None:
    begin = time.process_time()
    is_instruction(text)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize(
    "text", ["Answer: ____ cm", "(2 marks) ____ h ____ min.", "...... cm²", "= ______.", "_____ [3]"]
)
def test_space_for_an_answer_asks_nothing(text: str) -> None:
    assert is_instruction(text)
