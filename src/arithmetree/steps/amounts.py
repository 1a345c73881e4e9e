"""The same amount in two units is one answer: 200 pence and 2 pounds, 155 cm and 1.55 m."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache

from arithmetree.derivations import FoundAnswer
from arithmetree.steps.leaves import Reading
from arithmetree.steps.values import Asked, Values, conversion_units, leaf_values, step_value

Amount = tuple[str, Fraction]
"""A basic unit and how many of it."""


def joined(found: Sequence[FoundAnswer], reading: Reading) -> tuple[FoundAnswer, ...]:
    """The answers, best first, each with the probability of all that are the same amount."""
    if len(found) < 2:
        return tuple(found)
    values, asked = leaf_values(reading)
    kept: dict[object, FoundAnswer] = {}
    for one in found:
        key: object = _amount(one, reading, values, asked) or one.values
        best = kept.get(key)
        if best is None:
            kept[key] = one
        else:
            low = min(1.0, best.low + one.low)
            kept[key] = replace(best, low=low, high=max(low, best.high))
    return tuple(sorted(kept.values(), key=lambda one: -one.low))


def _amount(one: FoundAnswer, reading: Reading, values: Values, asked: Asked) -> Amount | None:
    """An answer in the smallest unit of its kind; None where it has no such unit."""
    made = one.derivation
    if len(one.values) != 1 or made.unknowns:
        return None
    places = [reading.leaves.index(leaf) for leaf in made.leaves]
    known = [values.one(place) for place in places]
    for step in made.steps:
        known.append(step_value(step.operation, known[step.left], known[step.right], 0.0))
    answer = known[made.answers[0]]
    unit = int(answer.unit[0])
    if not unit or answer.per[0]:
        return None
    basic = _basic_units().get(asked.unit_names[unit - 1])
    return None if basic is None else (basic[0], one.values[0] * basic[1])


@cache
def _basic_units() -> dict[str, Amount]:
    """How many of the smallest unit of its kind each unit is."""
    found: dict[str, Amount] = {}
    steps = conversion_units()
    for part, whole, count in steps:
        found.setdefault(part, (part, Fraction(1)))
        found.setdefault(whole, (whole, Fraction(1)))
        (basic, size), (old, _) = found[part], found[whole]
        if old == basic:
            continue
        scale = size * count / found[whole][1]
        for name, (unit, times) in list(found.items()):
            if unit == old:
                found[name] = basic, times * scale
    return found
