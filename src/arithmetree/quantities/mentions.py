"""Mentions: the numbers of a text that a derivation may use, times of day among them, in minutes after midnight."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from arithmetree.quantities.clock_times import HALF_DAY, ClockTime, find_clock_times
from arithmetree.quantities.finder import Quantity, find_quantities
from arithmetree.quantities.kinds import Kind

_NO_AMOUNTS = frozenset({Kind.PRONOUN, Kind.NAME})


def find_mentions(text: str) -> tuple[Quantity, ...]:
    """The numbers of a text in order, each usable any number of times.

    A time of day is one mention. Where the text does not say which half of the day it is, a time that would be
    earlier than the one before it is taken for the afternoon: "from 8:30 to 3:15".
    """
    found = [one for one in with_clock_times(text) if one.kind not in _NO_AMOUNTS]
    sure = {time.start: time.sure for time in find_clock_times(text)}
    before: Fraction | None = None
    for place, one in enumerate(found):
        if one.start not in sure:
            continue
        if before is not None and not sure[one.start] and one.value < before and one.value + HALF_DAY > before:
            found[place] = replace(one, value=one.value + HALF_DAY)
        before = found[place].value
    return tuple(found)


def with_clock_times(text: str) -> list[Quantity]:
    """The numbers that `find_quantities` finds; where a time of day is written, one quantity in minutes."""
    times = find_clock_times(text)
    found = [
        one for one in find_quantities(text) if all(one.end <= time.start or time.end <= one.start for time in times)
    ]
    found += [_quantity(text, time) for time in times]
    return sorted(found, key=lambda quantity: quantity.start)


def _quantity(text: str, time: ClockTime) -> Quantity:
    return Quantity(time.start, time.end, text[time.start : time.end], Fraction(time.minutes), Kind.TIME)
