"""Explanations: every step of a derivation as a teacher writes it, with a sentence that follows from the text.

Read in this order: passage (what the text says around its numbers), units (what every value counts), known_numbers
(which fact a constant stands for), order (steps that mean something), calculation (values in words), then the reasons:
plain (what a step is for where the text does not say it), purpose (what the question asks for), sums, products,
whole_numbers, unknowns, arithmetic (equations without letters) and equations.
`steps` puts them together, `ignored` says why a number is not needed, `hints` gives three hints, and `occlusion` finds
the words that a model decided by.
"""

from __future__ import annotations

from functools import lru_cache

from arithmetree.derivations import Derivation
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.hints import hints
from arithmetree.explanation.ignored import ignored_of
from arithmetree.explanation.order import natural_order
from arithmetree.explanation.passage import Passage
from arithmetree.explanation.picture import picture
from arithmetree.explanation.steps import steps_of
from arithmetree.quantities import Quantity
from arithmetree.schemas import Problem
from arithmetree.solution.reasons import Explanation

__all__ = ["answer_unit", "explain", "hints", "picture"]


@lru_cache(maxsize=64)
def explain(
    problem: Problem, mentions: tuple[Quantity, ...], made: Derivation, *, unsure: tuple[int, ...] = ()
) -> Explanation:
    """The reasons for every step and for leaving out the numbers that are not used, a picture, and hints.

    `Mention(k)` of the derivation is `mentions[k]`; `unsure` are the values whose step the model is unsure of.
    """
    passage = Passage(problem, mentions)
    steps = steps_of(made, passage, unsure)
    return Explanation(
        steps,
        ignored_of(made, passage),
        picture(problem, mentions, made) if steps else None,
        hints(problem, mentions, made) if steps else (),
    )


@lru_cache(maxsize=64)
def answer_unit(problem: Problem, mentions: tuple[Quantity, ...], made: Derivation) -> str | None:
    """The unit of the last answer as a phrase with its noun in the plural; None where the text does not say.

    A time of day has the unit "clock", a per cent the unit "per cent" (views.amount_text writes them).
    """
    passage = Passage(problem, mentions)
    calc = Calculation(passage, natural_order(made, passage).made)
    return calc.answer_unit(calc.made.answers[-1])
