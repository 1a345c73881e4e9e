"""Explanations: for every step and for every number that is left out, a sentence that follows from the text.

`units` is the algebra of units, `nouns` and `answer` put them into words, `places` finds the words that speak for
something, `calculation` names the parts of a tree, and `roles` reads what verbs do to amounts. The reasons stand in
`addition`, `subtraction`, `multiplication`, `division` and `scaling`, what speaks against them in `objections`; `steps`
and `ignored` put it all together.
"""

from arithmetree.explanation.answer import answer_unit
from arithmetree.explanation.ignored import ignored_of
from arithmetree.explanation.steps import steps_of

__all__ = ["answer_unit", "ignored_of", "steps_of"]
