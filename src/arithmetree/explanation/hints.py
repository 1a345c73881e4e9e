"""Three hints, each saying more: what is asked, what to do first, and the calculation without its result."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.derivations import Derivation
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.equations import Written, letters_of, letters_sentence
from arithmetree.explanation.order import natural_order
from arithmetree.explanation.passage import Passage, capital, listed
from arithmetree.explanation.steps import steps_of
from arithmetree.quantities import Quantity
from arithmetree.schemas import Problem


def hints(problem: Problem, mentions: Sequence[Quantity], made: Derivation) -> tuple[str, str, str]:
    """What is asked; what to do first; the calculation without its result."""
    passage = Passage(problem, mentions)
    ordered = natural_order(made, passage).made
    calc = Calculation(passage, ordered)
    return _asked(calc), _first(calc, made), _calculation(calc)


def _asked(calc: Calculation) -> str:
    quoted = []
    text = calc.passage.problem.text
    for asked in calc.passage.questions[-len(calc.made.answers) :]:
        words = " ".join(text[asked.span[0] : asked.span[1]].split()).strip('" .')
        quoted.append(f'"{capital(words)}"')
    if not quoted:
        return "Read the last sentence again: what do you have to find?"
    lead = "Look at the question again" if len(quoted) == 1 else "Look at the questions again"
    return f"{lead}: {listed(quoted)}"


def _first(calc: Calculation, made: Derivation) -> str:
    steps = steps_of(made, calc.passage)
    if not made.steps:
        return "The answer is a number that the text gives you."
    first = steps[0]
    if made.equations:
        return f"{letters_sentence(calc, letters_of(calc))} Then turn the sentences of the text into equations."
    return first.because if len(steps) == 1 else f"Start like this: {first.because}"


def _calculation(calc: Calculation) -> str:
    made = calc.made
    letters = letters_of(calc)
    if made.equations:
        return "; ".join(Written(calc, letters).write(equation) for equation in made.equations)
    return "; ".join(_asked_value(_Numbers(calc).write(answer)) for answer in made.answers)


def _asked_value(written: str) -> str:
    """ "(75 + 8) ÷ 6 = ?, rounded up"."""
    calculation, comma, rounding = written.partition(", rounded ")
    is_last = comma and rounding in ("up", "down")
    return f"{calculation} = ?, rounded {rounding}" if is_last else f"{written} = ?"


class _Numbers(Written):
    """A calculation over the numbers as the text writes them."""

    def __init__(self, calc: Calculation) -> None:
        super().__init__(calc, None)

    def _leaf(self, value: int) -> tuple[str, int]:
        written = self.calc.bare(value)
        is_spelled = not any(letter.isdigit() for letter in written)  # "half", "a third"
        return (str(self.calc.number(value)) if is_spelled else written), 3
