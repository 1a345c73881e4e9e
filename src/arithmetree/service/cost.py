"""What a piece of work costs, in the tokens of the rate limit: one is what a short problem takes, about 50 ms."""

from __future__ import annotations

from arithmetree.quantities import find_quantities
from arithmetree.search import EXACT_UP_TO

CHARACTERS = 700
"""So many characters of a text cost a token more, for reading them."""
DOUBLED = 8
"""From about so many numbers on, each further one doubles the time of the search; measured, and rounded up."""


def cost_of_problem(text: str) -> int:
    """The tokens for solving a text: 1 for a short one, 4 with eight numbers, 49 with twelve."""
    numbers = numbers_in(text)
    searched = numbers if numbers <= EXACT_UP_TO else 0  # with more of them there is no search
    return 1 + (3 << searched >> DOUBLED) + len(text) // CHARACTERS


def numbers_in(text: str) -> int:
    """How many numbers a text has that are calculated with."""
    return sum(quantity.countable for quantity in find_quantities(text))
