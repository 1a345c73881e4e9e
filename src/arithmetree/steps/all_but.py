"""What is left where "all but 9" are gone: 9, and not the whole less 9."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from arithmetree.derivations import Derivation, FoundAnswer, Mention, Operation
from arithmetree.steps.leaves import Reading

_ALL_BUT = re.compile(
    r"\b(?:all|everything|everyone|everybody|each|every one)(?: \w+){0,3} (?:but|except|except for) $", re.I
)
_LEFT = re.compile(r"(?i)\b(?:left|remain\w*|still|stay\w*|survive\w*)\b")
_SHARE = 0.9
"""How much of the probability of the whole less the number goes to the number itself."""


def with_what_is_left(found: Sequence[FoundAnswer], reading: Reading) -> Sequence[FoundAnswer]:
    """The answers, where the best one is the whole less the number that "all but" leaves, and the rest is asked for."""
    question = reading.problem.question
    if not found or question is None or not _LEFT.search(question.text):
        return found
    best = found[0]
    left_over = _left_over(best.derivation, reading)
    if left_over is None:
        return found
    value = reading.mentions[left_over].value
    same = sum(each.low for each in found if each.values == (value,))
    low = _SHARE * best.low + same
    others = [each for each in found[1:] if each.values != (value,)]
    only = Derivation((Mention(left_over),), (), (0,))
    made = replace(best, derivation=only, values=(value,), low=low, high=max(best.high, low))
    return sorted([made, replace(best, low=(1 - _SHARE) * best.low), *others], key=lambda each: -each.low)


def _left_over(made: Derivation, reading: Reading) -> int | None:
    """The mention after "all but" that a derivation of one step takes away."""
    if len(made.steps) != 1 or made.steps[0].operation is not Operation.SUBTRACT:
        return None
    taken = made.leaves[made.steps[0].right]
    if not isinstance(taken, Mention):
        return None
    start = reading.mentions[taken.quantity].start
    return taken.quantity if _ALL_BUT.search(reading.problem.text[:start]) else None
