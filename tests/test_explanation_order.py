"""The natural order of a calculation: steps that mean something, and exactly the same value."""

from __future__ import annotations

import pytest

from arithmetree.derivations import leaf_names, same_calculation, to_infix, work_out
from arithmetree.explanation.order import natural_order
from arithmetree.explanation.passage import Passage
from explained import derivation_of, problem_of

EGGS = "A farm packs 216 eggs into boxes of 6 eggs and sells them for £1.50 a box. How much does it take?"
PRIZE = "A prize of 360 crowns is shared in the ratio 7 : 2. How many crowns is the smaller share?"
PLUMS = "Ida picked 27 plums. Bruno picked 6 more plums than Ida. How many plums did they pick altogether?"
KILN = "A kiln heats for 5 hours 25 minutes and then for 2 hours 40 minutes. How many minutes is that?"
COST = "A van drives 30 km a day and needs 8 litres. A litre costs 2 euros. How much does it cost?"
ROOMS = "Rooms 201 to 248 are on one floor, rooms 217 to 224 are closed. How many are open?"

CASES = [
    (EGGS, "a * c / b", "216 / 6 * 1.5"),
    (EGGS, "c / b * a", "1.5 * (216 / 6)"),
    (PRIZE, "a * c / (b + c)", "360 / (7 + 2) * 2"),
    (PLUMS, "a + a + b", "27 + (27 + 6)"),
    (PLUMS, "a + b", "27 + 6"),
    (KILN, "a * HOUR + b + c * HOUR + d", "5 * 60 + 25 + (2 * 60 + 40)"),
    (EGGS, "b - a + c", "6 + 1.5 - 216"),
]


@pytest.mark.parametrize(("text", "calculation", "natural"), CASES)
def test_the_order_follows_the_meaning(text: str, calculation: str, natural: str) -> None:
    problem, mentions = problem_of(text)
    found = natural_order(derivation_of(calculation), Passage(problem, mentions)).made
    assert to_infix(found, leaf_names([f"{float(one.value):g}" for one in mentions])) == natural


@pytest.mark.parametrize("text", [EGGS, PRIZE, PLUMS, KILN, COST])
@pytest.mark.parametrize(
    "calculation",
    [
        "a * b * c",
        "a / b * c",
        "a * b / c",
        "a / (b * c)",
        "a + b - c",
        "a - b - c",
        "a * b + a * c",
        "(a + b) * c - a",
    ],
)
def test_it_is_the_same_calculation(text: str, calculation: str) -> None:
    problem, mentions = problem_of(text)
    if len(mentions) < 3:
        mentions = (*mentions, *mentions[:1])
    made = derivation_of(calculation)
    ordered = natural_order(made, Passage(problem, mentions))
    assert same_calculation(made, ordered.made)
    values = [one.value for one in mentions]
    before, after = work_out(made, values), work_out(ordered.made, values)
    assert before.number(made.answers[0]) == after.number(ordered.made.answers[0])


def test_what_is_in_parentheses_and_subtracted_stays_together() -> None:
    problem, mentions = problem_of(ROOMS)
    made = derivation_of("b - a + ONE - (e - d + ONE)")
    assert natural_order(made, Passage(problem, mentions)).made == made


def test_every_new_step_knows_the_steps_that_it_came_from() -> None:
    problem, mentions = problem_of(EGGS)
    made = derivation_of("a * c / b")
    ordered = natural_order(made, Passage(problem, mentions))
    steps = range(len(made.leaves), made.size)
    assert all(ordered.origins[value] == frozenset(steps) for value in steps)
