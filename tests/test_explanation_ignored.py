"""Numbers that are not used: for each a sentence that says why, and none that is not true."""

from __future__ import annotations

import pytest

from explained import explained

CASES = [
    (
        "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?",
        "a - c",
        ["The question does not ask about pens, so the 5 is not needed."],
    ),
    (
        "Tilda has 15 green apples and 8 red apples. She eats 6 green apples. How many green apples are left?",
        "a - c",
        ["The question asks for green apples, and the 8 are red apples."],
    ),
    (
        "Hana carved 25 spoons in May and 17 spoons in June; her cousin carved 30 spoons. "
        "How many spoons did Hana carve?",
        "a + b",
        ["The 30 is about her cousin, and the question asks about Hana."],
    ),
    (
        "Rufus, 61, planted 12 rows of 9 trees. The trees are 2 meters tall. How many trees did he plant?",
        "b * c",
        ["The 61 is an age, which is not needed.", "The question asks for trees, so the 2 meters is not needed."],
    ),
    (
        "Seven boxes with 6 mugs each stand on a shelf. A box costs $8. How many mugs stand on the shelf?",
        "a * b",
        ["The question asks for mugs, so the $8 is not needed."],
    ),
    (
        "Four notebooks cost $36 in all. How much does one notebook cost?",
        "b / a",
        ['"one" only means a single one here, and changes nothing.'],
    ),
    (
        "A burner sells 5/8 of his 2,100 kg of coal, no, 3/5 of it. How many kilograms does he sell?",
        "b * c",
        ["The 5/8 is corrected in the text, so it does not count."],
    ),
    (
        "On Monday 40 boats passed. On Tuesday 25 boats and 3 rafts passed. How many boats passed on Tuesday?",
        "b + b",
        [
            "The 40 is from Monday, and the question asks about Tuesday.",
            "The question does not ask about rafts, so the 3 is not needed.",
        ],
    ),
    (
        "A train leaves at 9:15 with 40 people. At the next stop 12 people get off. How many people are on the train?",
        "b - c",
        ["The 9:15 is a time of day, which is not needed."],
    ),
    (
        "Mr. Lund takes 3 tablets a day for 20 days. The pack has 75 tablets. For how many days would the pack last?",
        "c / a",
        ["The 20 days is not needed to answer the question."],
    ),
    ("Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?", "a - b", []),
]


@pytest.mark.parametrize(("text", "calculation", "reasons"), CASES)
def test_why_a_number_is_not_needed(text: str, calculation: str, reasons: list[str]) -> None:
    assert [one.because for one in explained(text, calculation).ignored] == reasons


def test_only_a_reason_that_follows_from_the_text_is_firm() -> None:
    firm = {one.because: one.firm for text, calculation, _ in CASES for one in explained(text, calculation).ignored}
    assert [because for because, is_firm in firm.items() if not is_firm] == [
        "The 20 days is not needed to answer the question."
    ]
