"""A question for all unknowns at once: "What are the two numbers?", "How many of each were sold?".

The network names the unknowns of an answer one by one and often stops after the first. Where the words of the question
ask for all of them, a derivation that names one of its unknowns is taken as one that names them all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.derivations import Derivation, Determined, FoundAnswer, Unknown, outcomes
from arithmetree.steps.leaves import Reading

_OWNED = r"(?:the|their|these|those|both|all|his|her|its|our|my|your)"
_FIND = r"(?:find|determine|calculate|work\sout|give|name|state|what\s(?:is|are))"
_ALL_OF_THEM = re.compile(
    rf"""
    \b what \s are \s {_OWNED} \b                      # what are the two numbers
    | \b {_FIND} \s (?:{_OWNED} \s)? (?:two|three|both) \b  # find both numbers
    | \b {_FIND} \s {_OWNED} \s (?:\w+\s)? \w+s \s* $      # find their present ages
    | \b of \s each \b                                # how many of each were sold
    | \b (?:at|in|from|into) \s each \s \w+ \s* $       # how much did he put in each account
    | \b each \s (?:kind|type|sort|one|number|of) \b
    """,
    re.IGNORECASE | re.VERBOSE,
)
_EACH_THING = re.compile(r"\beach (\w+?)s?\b", re.IGNORECASE)
_TWO_THINGS = r"\b(?:two|both|2)\s(?:\w+\s)?{}s?\b"
"""The word after "each" has to be said of two ("two pieces"): "each pen" is one kind beside the rulers."""


def asks_for_all(question: str, text: str) -> bool:
    """Whether the words of a question ask for everything that is not known."""
    if _ALL_OF_THEM.search(question):
        return True
    return any(
        re.search(_TWO_THINGS.format(re.escape(thing[1])), text, re.IGNORECASE)
        for thing in _EACH_THING.finditer(question)
    )


def with_all_unknowns(found: Sequence[FoundAnswer], reading: Reading) -> Sequence[FoundAnswer]:
    """The answers, each completed by its other unknowns where the question asks for all; equal ones are one."""
    question = reading.problem.question
    if question is None or not any(len(one.derivation.unknowns) > 1 for one in found):
        return found
    if not asks_for_all(question.text, reading.problem.text):
        return found
    kept: dict[tuple[Fraction, ...], FoundAnswer] = {}
    for one in (_completed(each, reading) for each in found):
        best = kept.get(one.values)
        low = one.low if best is None else min(1.0, best.low + one.low)
        kept[one.values] = replace(best or one, low=low, high=max(low, (best or one).high))
    return sorted(kept.values(), key=lambda one: -one.low)


def _completed(one: FoundAnswer, reading: Reading) -> FoundAnswer:
    """An answer that names unknowns, with all unknowns of its derivation in their order; any other as it is."""
    made = one.derivation
    unknowns = tuple(place for place, leaf in enumerate(made.leaves) if isinstance(leaf, Unknown))
    if len(unknowns) < 2 or not set(made.answers) <= set(unknowns) or len(made.answers) == len(unknowns):
        return one
    whole = Derivation(made.leaves, made.steps, unknowns)
    values = [each.value for each in outcomes(whole, reading.values) if isinstance(each, Determined)]
    return replace(one, derivation=whole, values=tuple(values)) if len(values) == len(unknowns) else one
