"""Explanations: for every step and for every number that is left out, a sentence that follows from the text.

`units` is the algebra of units, `nouns` and `answer` put them into words, `places` finds the words that speak for
something, `calculation` names the parts of a tree, and `roles` reads what verbs do to amounts. The reasons stand in
`addition`, `subtraction`, `multiplication`, `division` and `scaling`, what speaks against them in `objections`; `steps`
puts them together. Why a number is left out stands in `other_things`, `other_people` and `other_times`; `ignored` puts
those together. `signals` weighs what the model decided by, and `signal_words` says it in words, with what
`signal_fillers` finds in the text.
"""

from __future__ import annotations

from arithmetree.explanation.answer import answer_unit
from arithmetree.explanation.ignored import ignored_of
from arithmetree.explanation.signals import Weighing
from arithmetree.explanation.steps import steps_of
from arithmetree.expressions import Tree
from arithmetree.features.facts import ProblemFacts
from arithmetree.solution import Explanation

__all__ = ["Weighing", "answer_unit", "explain", "ignored_of", "steps_of"]


def explain(tree: Tree, facts: ProblemFacts, weighing: Weighing | None = None) -> Explanation:
    """The reasons for every step of a tree and for leaving out the numbers that it does not use."""
    return Explanation(steps_of(tree, facts, weighing), ignored_of(tree, facts, weighing))
