"""Which words of a text ask."""

from __future__ import annotations

import pytest

from arithmetree.pasting import Asking, readable, split

STORY = "Mia has 24 cards and £12. She buys 3 packs of 8 cards at £2.50 a pack."


def asked(text: str) -> list[str]:
    return [text[found.start : found.end] for problem in split(text) for found in problem.questions]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("How many cards does she have now?", ["How many cards does she have now"]),
        ("If she buys 2 more packs, how many cards will she have?", ["how many cards will she have"]),
        ("If Tom buys 2 packs how much does he pay?", ["how much does he pay"]),
        ("How many cards does each get if 6 children share them?", ["How many cards does each get"]),
        ("In total, how many cards are there?", ["how many cards are there"]),
        ("By how much does her money go down?", ["By how much does her money go down"]),
        ("At what time does she finish?", ["At what time does she finish"]),
        ("How many are left, and how many more does she need?", ["How many are left", "how many more does she need"]),
        ("What is the cost and how much change does she get?", ["What is the cost", "how much change does she get"]),
        ("How many red and blue cards are there altogether?", ["How many red and blue cards are there altogether"]),
        ("Find the two numbers.", ["Find the two numbers"]),
        ("Work out how much money she has left.", ["Work out how much money she has left"]),
        ("Can you work out the total?", ["work out the total"]),
        ("Tell me how many cards she has.", ["how many cards she has"]),
        ("Does she have enough money?", ["Does she have enough money"]),
        ("Who has more, and by how many?", ["Who has more", "by how many"]),
        ("Round 47 to the nearest ten.", ["Round 47 to the nearest ten"]),
        ("Find the cost, and then work out the change.", ["Find the cost", "work out the change"]),
        ("Find the cost and calculate how many are left.", ["Find the cost", "calculate how many are left"]),
        ("Who has more cards, and why?", ["Who has more cards, and why"]),
        ("lets see who has more how many are there", ["how many are there"]),
        (
            "how long until it is the same what i have and what she has",
            ["how long until it is the same what i have and what she has"],
        ),
        ("in round 2 she got 9 more and round 3 she lost 4 how many now", ["how many now"]),
        ("when am i done", ["when am i done"]),
        ("What is left of each pack is given away. How many is that?", ["How many is that"]),
        ("Half are red, 1/6 are blue and what's left is green. How many are red?", ["How many are red"]),
        ("When people ask her how many she has, she says 20. How many did she sell?", ["How many did she sell"]),
        ('"I have 9," says Ann, "and you?" How many more has Mia?', ["How many more has Mia"]),
        ("she gave me 1/3 of whats left how many is that", ["how many is that"]),
        ("Tom took 1/3 of the cards, Ann half and what remained was sold. How many?", ["How many"]),
        (
            "How many play the first game, in which all of them play?",
            ["How many play the first game, in which all of them play"],
        ),
        ("People guess how many cards there are. Vi says 60. How far off is she?", ["How far off is she"]),
        ("She wants to know how many cards she has.", ["how many cards she has"]),
        ('"How many have you got?" asks Tom. "I got 9," says Ann. How many is that?', ["How many is that"]),
        ("20 of us are coming, can you believe it? How many cards do we need?", ["How many cards do we need"]),
        ("Who buys 5 packs gets one free. How many cards are in 5 packs?", ["How many cards are in 5 packs"]),
        ("I'd like to know how many I have and how many I need.", ["how many I have", "how many I need"]),
        ("Tell me how many there are and what they cost.", ["how many there are", "what they cost"]),
        ("Are 9 enough, and if not, how many are missing?", ["Are 9 enough", "how many are missing"]),
        ("Had 9 come and 3 left, how many would have stayed?", ["how many would have stayed"]),
        ("A pack has 9. She needs ........ packs.", ["She needs ........ packs"]),
        ("Count 4 weeks as a month. How much does she save in a month?", ["How much does she save in a month"]),
        ("The tax is 6% Find the total to pay.", ["Find the total to pay"]),
        ("how many cards does she have now", ["how many cards does she have now"]),
        ("when does she finish", ["when does she finish"]),
        ("whats the total", ["whats the total"]),
        ("how meny cards", ["how meny cards"]),
    ],
)
def test_the_question_is_the_asking_words_alone(sentence: str, expected: list[str]) -> None:
    assert asked(f"{STORY} {sentence}") == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Show your working.",
        "Explain your answer.",
        "Give your answer in pence.",
        "Round your answer to the nearest pound.",
        "The table shows how many cards each child has.",
        "Draw a bar chart.",
        "How do you know?",
        "Can somebody help me with this?",
        "What a lot of cards!",
        "Write down your calculation.",
        '"Think of a number, double it and tell me what you get!" said Tom.',
        "Round 5 was the best, we got 12.",
    ],
)
def test_what_asks_for_no_number_is_no_question(sentence: str) -> None:
    assert asked(f"{STORY} {sentence}") == []


@pytest.mark.parametrize("request_", ["Take 17 from 50.", "Take away £3 from £10.", "Take 17 away from 50."])
def test_taking_one_number_from_another_is_asked_for(request_: str) -> None:
    assert asked(request_) == [request_.rstrip(".")]


@pytest.mark.parametrize(
    "text",
    [
        "52 take away 17",
        "6 times 9",
        "2.5 km to m",
        "0.45 as a percentage",
        "The product of 7 and 12",
        "5² - 9",
        "√49 + 6",
    ],
)
def test_a_sum_in_words_and_a_conversion_ask_for_their_value(text: str) -> None:
    assert asked(f"1) {text}\n2) 4 + 4") == [text, "4 + 4"]


def test_what_somebody_got_is_a_fact_of_a_story() -> None:
    read = readable("We each thought of a number. I got 12. Ben got 9. How many is that?")
    assert "I got 12." in read.text


def test_a_request_that_only_sets_the_scene_is_no_question() -> None:
    assert asked("Share 56 conkers among 7 children. How many does each get?") == ["How many does each get"]
    assert asked("Share 45 between 5.") == ["Share 45 between 5"]


@pytest.mark.parametrize("text", ["7 × 8 =", "7 × 8 = ?", "48 + 36", "15% of 60", "5 + ___ = 12"])
def test_a_sum_asks_for_its_value(text: str) -> None:
    (problem,) = split(text)
    assert [found.kind for found in problem.questions] == [Asking.BLANK]


def test_a_chat_message_without_marks_asks_each_question_apart() -> None:
    text = "i did 12 laps and jay did 9 how many did we do who did more and by how many"
    assert asked(text) == ["how many did we do", "who did more", "by how many"]


def test_the_kinds_of_questions_are_named() -> None:
    (problem,) = split(f"{STORY} How many are there? What is the cost? Find the change. Is it enough?")
    assert [found.kind for found in problem.questions] == [Asking.HOW, Asking.WHAT, Asking.REQUEST, Asking.WHETHER]
