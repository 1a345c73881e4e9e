"""Questions that ask for all unknowns at once, and answers completed for them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from arithmetree import Solver
from arithmetree.steps.asked_unknowns import asks_for_all

ALL = (
    ("What are the two numbers", ""),
    ("Find both numbers", ""),
    ("Find their present ages", ""),
    ("Find two numbers that make 30", ""),
    ("How many of each were sold", ""),
    ("How much did she put in at each rate", ""),
    ("How many coins of each kind are there", ""),
    ("How long is each piece", "A rope is cut into two pieces."),
)
ONE = (
    ("What is the smaller number", ""),
    ("Find the length of the garden", ""),
    ("How many adults came", ""),
    ("How much does each pen cost", "Three pens and two rulers cost $12."),
    ("How many sweets did each child get in total", "There are 3 children."),
)


@pytest.mark.parametrize(("question", "text"), ALL)
def test_a_question_for_all_unknowns_is_recognised(question: str, text: str) -> None:
    assert asks_for_all(question, text)


@pytest.mark.parametrize(("question", "text"), ONE)
def test_a_question_for_one_of_them_is_not(question: str, text: str) -> None:
    assert not asks_for_all(question, text)


@pytest.fixture(scope="module")
def solver() -> Solver:
    return Solver.load("full")


def test_both_numbers_are_answered_in_their_order(solver: Solver) -> None:
    solution = solver.solve("Two numbers add up to 50, and one is 8 more than the other. What are the two numbers?")
    assert solution.exact_values == (29, 21)
    assert solution.answer_text == "29 and 21"


def test_of_each_kind_is_answered_and_the_alternatives_do_not_repeat_a_part_of_it(solver: Solver) -> None:
    text = "Tickets cost $9 for adults and $5 for children. 40 people paid $272 in all. How many of each were sold?"
    solution = solver.solve(text)
    assert solution.exact_values == (18, 22)
    assert not {Fraction(one.answer) for one in solution.alternatives} & {Fraction(18), Fraction(22)}


def test_one_unknown_is_answered_alone_where_one_is_asked_for(solver: Solver) -> None:
    solution = solver.solve("Two numbers add up to 50, and one is 8 more than the other. What is the larger number?")
    assert solution.exact_values == (29,)
