"""What a piece of work costs, in the tokens of the rate limit: one is what a short problem takes, about 50 ms."""

from __future__ import annotations

from arithmetree.quantities import find_quantities
from arithmetree.questions import asked_of
from arithmetree.steps.leaves import MOST_MENTIONS

CHARACTERS = 700
"""So many characters of a text cost a token more, for reading them."""
NUMBERS = 4
"""So many numbers of a problem cost a token more: its search is bounded, but each of its steps takes longer."""


def cost_of_problem(text: str) -> int:
    """The tokens for solving a text: for each question 1, one more for each four numbers, and for its length."""
    return sum(map(_cost_of_question, problems_in(text))) + len(text) // CHARACTERS


def _cost_of_question(problem: str) -> int:
    numbers = numbers_in(problem)
    return 1 + (numbers // NUMBERS if numbers <= MOST_MENTIONS else 0)  # with more of them there is no search


def problems_in(text: str) -> list[str]:
    """The text of the problem of each question."""
    return [asked.source.text for asked in asked_of(text)]


def numbers_in(text: str) -> int:
    """How many numbers a text has that are calculated with."""
    return sum(quantity.countable for quantity in find_quantities(text))
