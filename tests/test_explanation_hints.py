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
            "Start like this: There are 6 eggs per box, so divide 216 eggs by 6 to find the number of boxes.",
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
            (
                "Write x for the number of hens and y for the number of goats. Then turn the sentences of the "
                "text into equations."
            ),
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


@pytest.mark.parametrize(
    ("text", "calculation", "last"),
    [
        (
            "A lift takes 6 people. 75 pupils and 8 teachers wait. How many trips are needed?",
            "ceil((b + c) / a)",
            "(75 + 8) ÷ 6 = ?, rounded up",
        ),
        (
            "A hall has 200 chairs. One row takes 18 chairs. How many chairs are left over?",
            "mod(a, c)",
            "the remainder of 200 ÷ 18 = ?",
        ),
        (
            "A florist has 96 roses, 72 lilies and 24 tulips for equal bunches. How many roses are in each bunch?",
            "a / gcd(c, gcd(a, b))",
            "96 ÷ (the greatest common divisor of 96, 72 and 24) = ?",
        ),
        (
            "Bryn paddles 18 km. He does one third of the way before lunch. How many kilometres is that?",
            "a * b",
            "18 × 1/3 = ?",
        ),
    ],
)
def test_the_last_hint_is_a_calculation_in_words(text: str, calculation: str, last: str) -> None:
    problem, mentions = problem_of(text)
    assert hints(problem, mentions, derivation_of(calculation))[2] == last


@pytest.mark.parametrize(
    ("text", "calculation", "asked"),
    [
        (
            "A bamboo grows 4 cm every hour. In how many hours does it grow 60 cm?",
            "b / a",
            "In how many hours does it grow 60 cm?",
        ),
        (
            "firewood is $7 a bundle. a man takes 2 bundles and gives me a 20 whats the change",
            "c - a * b",
            "Whats the change",
        ),
        (
            "Aino jumped 118 m and 124 m. Ritva jumped 121 m. How far did Aino jump in all?",
            "a + b",
            "How far did Aino jump in all?",
        ),
    ],
)
def test_the_whole_question_is_quoted_and_nothing_else(text: str, calculation: str, asked: str) -> None:
    problem, mentions = problem_of(text)
    assert hints(problem, mentions, derivation_of(calculation))[0] == f'Look at the question again: "{asked}"'
