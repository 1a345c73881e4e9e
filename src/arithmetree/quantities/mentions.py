"""Mentions: the numbers of a text that a derivation may use, times of day among them, in minutes after midnight."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.quantities.clock_times import HALF_DAY, ClockTime, find_clock_times
from arithmetree.quantities.finder import Quantity, find_quantities
from arithmetree.quantities.kinds import Kind

_NO_AMOUNTS = frozenset({Kind.PRONOUN, Kind.NAME})


def find_mentions(text: str, found_before: Sequence[Quantity] | None = None) -> tuple[Quantity, ...]:
    """The numbers of a text in order, each usable any number of times; `found_before` by `find_quantities`, if at hand.

    A time of day is one mention. Where the text does not say which half of the day it is, a time that would be
    earlier than the one before it is taken for the afternoon: "from 8:30 to 3:15". Midnight ends the day if an
    afternoon or evening comes before it: "from 9 pm to midnight", but "two hours after midnight".
    """
    times = find_clock_times(text)
    numbers = find_quantities(text) if found_before is None else found_before
    found = [one for one in _with_times(text, numbers, times) if one.kind not in _NO_AMOUNTS]
    sure = {time.start: time.sure for time in times}
    before: Fraction | None = None
    latest = Fraction(0)
    for place, one in enumerate(found):
        if one.start not in sure:
            continue
        if one.value == 0 and latest >= HALF_DAY and not _starts_the_day(text, one):
            found[place] = replace(one, value=Fraction(2 * HALF_DAY))
        elif before is not None and not sure[one.start] and one.value < before and one.value + HALF_DAY > before:
            found[place] = replace(one, value=one.value + HALF_DAY)
        before = found[place].value
        latest = max(latest, before)
    return tuple(found)


def _starts_the_day(text: str, midnight: Quantity) -> bool:
    """True for "after midnight" and "from one midnight"."""
    words = text[max(0, midnight.start - 20) : midnight.start].lower().split()
    return not {"after", "from", "since"}.isdisjoint(words[-2:])


def _with_times(text: str, numbers: Sequence[Quantity], times: Sequence[ClockTime]) -> list[Quantity]:
    """The numbers; where a time of day is written, one quantity in minutes."""
    found = [one for one in numbers if all(one.end <= time.start or time.end <= one.start for time in times)]
    found += [_quantity(text, time) for time in times]
    return sorted(found, key=lambda quantity: quantity.start)


def _quantity(text: str, time: ClockTime) -> Quantity:
    return Quantity(time.start, time.end, text[time.start : time.end], Fraction(time.minutes), Kind.TIME)
