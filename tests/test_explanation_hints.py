"""Three hints that say more and more, and never the answer."""

from __future__ import annotations

import pytest

from arithmetree.explanation import hints
from explained import derivation_of, problem_of

CASES = [
    (
        "A farm packs 216 eggs into boxes of 6 eggs and sells them for £1.50 a box. How much does it take?",
        "a * c / b",
        (
            'Look at the question again: "How much does it take?"',
            "Start like this: There are 6 eggs per box, so divide 216 eggs by 6 to find how many boxes that makes.",
            "216 ÷ 6 × £1.50 = ?",
        ),
    ),
    (
        "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have now?",
        "a - b",
        (
            'Look at the question again: "How many crayons does Mara have now?"',
            "She gave 9 crayons to Jonas, so subtract 9 from 24 crayons.",
            "24 − 9 = ?",
        ),
    ),
    (
        "A farmer has hens and goats. He counts 35 heads and 94 legs. How many goats are there?",
        "goats where hens + goats = a; 2 * hens + 4 * goats = b",
        (
            'Look at the question again: "How many goats are there?"',
            'Write x for "hens" and y for the number of goats. Then turn the sentences of the text into equations.',
            "x + y = 35; 2x + 4y = 94",
        ),
    ),
]


@pytest.mark.parametrize(("text", "calculation", "expected"), CASES)
def test_three_hints(text: str, calculation: str, expected: tuple[str, str, str]) -> None:
    problem, mentions = problem_of(text)
    assert hints(problem, mentions, derivation_of(calculation)) == expected


def test_a_number_of_the_text_may_be_the_answer() -> None:
    problem, mentions = problem_of("Mara has 24 crayons. Jonas has as many crayons as Mara. How many has Jonas?")
    assert hints(problem, mentions, derivation_of("a"))[1:] == (
        "The answer is a number that the text gives you.",
        "24 = ?",
    )
