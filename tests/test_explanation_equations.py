"""Equations in words: letters, equations with the words they come from, the solution and a check."""

from __future__ import annotations

import pytest

from arithmetree.solution import StepReason
from explained import explained

HENS = "A farmer has hens and goats. He counts 35 heads and 94 legs. How many goats are there?"
STAMPS = (
    "6 large stamps and 4 small stamps cost £9.40. 3 large stamps and 5 small stamps cost £6.80. "
    "What does a small stamp cost?"
)
CABIN = "Cleaning a cabin costs £45 once. A stay of 5 nights costs £430. What does one night cost without cleaning?"


def test_one_unknown() -> None:
    steps = explained(CABIN, "x where 5 * x + a = c").steps
    assert [(step.reason, step.shown) for step in steps] == [
        (StepReason.LETTERS, "x = ?"),
        (StepReason.EQUATION, "5x + 45 = 430"),
        (StepReason.SOLVING, "5x = 385"),
        (StepReason.SOLVING, "x = £77"),
        (StepReason.CHECK, "5 × 77 + 45 = 430"),
    ]
    assert steps[0].because == "Write x for what the question asks for."
    assert steps[1].because == ('The text says "Cleaning a cabin costs £45 once" and "A stay of 5 nights costs £430".')
    assert steps[-1].because == "Check: with x = 77 the text is right."


def test_two_unknowns_by_substitution() -> None:
    steps = explained(HENS, "goats where hens + goats = a; 2 * hens + 4 * goats = b").steps
    assert [step.shown for step in steps] == [
        "x = ?, y = ?",
        "(1) x + y = 35",
        "(2) 2x + 4y = 94",
        "y = 35 − x",
        "2x + 4(35 − x) = 94",
        "2x = 46",
        "x = 23",
        "y = 12 goats",
        "23 + 12 = 35; 2 × 23 + 4 × 12 = 94",
    ]
    assert steps[0].because == 'Write x for "hens" and y for the number of goats.'
    assert steps[4].because == "Put y = 35 − x into equation (2)."
    assert steps[7].because == "Put x = 23 into y = 35 − x."


def test_two_unknowns_by_elimination() -> None:
    steps = explained(STAMPS, "small where a * large + b * small = c; d * large + e * small = f").steps
    assert [step.shown for step in steps[3:]] == [
        "6y = 4.2",
        "y = £0.70",
        "x = 1.1",
        "6 × 1.1 + 4 × 0.7 = 9.4; 3 × 1.1 + 5 × 0.7 = 6.8",
    ]
    assert steps[3].because == "Multiply equation (2) by 2, then subtract one from the other: x disappears."


def test_what_follows_from_the_unknown_is_calculated_after_it() -> None:
    text = "A rope of 65 m is cut in two. One piece is 4 times as long as the other. How long is the longer piece?"
    steps = explained(text, "4 * x where x + 4 * x = a").steps
    assert steps[-1].shown == "4 × 13 = 52"
    assert steps[-1].reason is not StepReason.CHECK


@pytest.mark.parametrize("calculation", ["x where x + y = a", "x where x = a; x = b", "x where x * y = a; y * x = b"])
def test_what_has_no_solution_has_no_steps(calculation: str) -> None:
    assert explained(HENS, calculation).steps == ()
