"""What work costs, in the tokens of the rate limit: one is what a short problem takes, about 50 ms. And its bounds."""

from __future__ import annotations

from dataclasses import dataclass

from arithmetree.quantities import find_quantities
from arithmetree.questions import asked_of

CHARACTERS = 700
"""So many characters of a text cost a token more, for reading them."""
NUMBERS = 4
"""So many numbers of a problem cost a token more: its search is bounded, but each of its steps takes longer."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much one text may ask for."""

    numbers: int
    questions: int

    def fault(self, text: str) -> str | None:
        """What is too much in a text, or None."""
        problems = problems_in(text)
        if len(problems) > self.questions:
            return f"The text has {len(problems)} questions; at most {self.questions} are answered at once. Send parts."
        numbers = max(map(numbers_in, problems))
        if numbers > self.numbers:
            return f"A problem has {numbers} numbers; at most {self.numbers} are calculated with here."
        return None


def cost_of_problem(text: str, bounds: Bounds) -> int:
    """The tokens for solving a text: for each question 1, one more for each four numbers, and for its length."""
    reading = len(text) // CHARACTERS
    if bounds.fault(text):
        return 1 + reading  # it is read, and then refused
    return reading + sum(1 + numbers_in(problem) // NUMBERS for problem in problems_in(text))


def problems_in(text: str) -> list[str]:
    """The text of the problem of each question."""
    return [asked.source.text for asked in asked_of(text)]


def numbers_in(text: str) -> int:
    """How many numbers a text has that are calculated with."""
    return sum(quantity.countable for quantity in find_quantities(text))
