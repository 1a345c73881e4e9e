"""The best way to cut the units of a pasted text into problems, shared stories and asides.

Exercise numbers are certain: each opens a problem. All else is weighed. Every way to cut the text has a score, the sum
of the weights of its features (data/pasting_weights.toml), and the best is found by dynamic programming. The weights
are fitted by benchmarks/pasting/fit.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import accumulate, islice, pairwise

from arithmetree.pasting.labels import fitted_weights
from arithmetree.pasting.lines import word_set
from arithmetree.pasting.remarks import shared_range
from arithmetree.pasting.units import Gap, Unit

LONGEST = 30
"""Units of a problem or story; a longer one is cut."""
_LONGEST_ASIDE = 4
_NEAR = 8
"""Words at the start of a unit in which a pronoun means somebody mentioned before it."""
_MOST_EXERCISES = 6
"""So many exercises after a story are looked at."""
_MOST = 2
"""Counts above this are treated alike."""
_OPENING = 2
_LENGTHS = (3, 6, 12)
_FEWEST_ITEMS = 2
_COUNTS = re.compile(r"\d\s?[a-z]{2,}|[£$€]\d")
"""An amount: "12 biscuits", not "Set 3"."""


class Role(Enum):
    """What some units are."""

    PROBLEM = "problem"
    STORY = "story"  # shared by the exercises after it
    ASIDE = "aside"  # belongs to no problem


@dataclass(frozen=True, slots=True)
class Segment:
    """units[first:stop] and what they are."""

    role: Role
    first: int
    stop: int


class Features:
    """Evidence for and against the segments of a text, as names of features."""

    def __init__(self, units: Sequence[Unit]) -> None:
        self.units = units
        self._asked = [0, *accumulate(unit.asks for unit in units)]
        self._numbers = [0, *accumulate(unit.numbers for unit in units)]
        self._facts = [0, *accumulate(unit.numbers > 0 for unit in units)]
        self._sums = [0, *accumulate(unit.is_sum for unit in units)]
        self._tables = [0, *accumulate(unit.is_table for unit in units)]
        self._letters = [0, *accumulate(unit.part is not None for unit in units)]
        self._bullets = [0, *accumulate(unit.bullet for unit in units)]
        self._opens = [unit.exercise is not None and unit.exercise.label is not None for unit in units]
        self._next_exercise = self._following(self._opens)
        self._next_question = self._following([unit.asks for unit in units])
        self._first_exercise = self._next_exercise[0]
        self._groups = self._find_groups()

    def _following(self, flags: Sequence[bool]) -> list[int]:
        """For each place the first flag there or after it."""
        found = [len(flags)] * (len(flags) + 1)
        for at in range(len(flags) - 1, -1, -1):
            found[at] = at if flags[at] else found[at + 1]
        return found

    def opens_exercise(self, at: int) -> bool:
        """True if a unit has the number of an exercise."""
        return self._opens[at]

    def exercise_after(self, at: int) -> int:
        """The first unit with the number of an exercise, from a place on."""
        return self._next_exercise[at]

    def of(self, segment: Segment, *, begun: bool) -> Iterator[str]:
        """The features of a segment; `begun` if there is a problem before it."""
        if segment.role is Role.ASIDE:
            yield from self.of_aside(segment.first, segment.stop)
        elif segment.role is Role.STORY:
            yield from self.of_story(segment.first, segment.stop, begun=begun)
        else:
            if begun and not self._opens[segment.first]:
                yield from self.of_cut(segment.first)
            yield from self.of_problem(segment.first, segment.stop)

    def of_problem(self, first: int, stop: int) -> Iterator[str]:
        """The features of a problem."""
        kind = "exercise" if self._opens[first] else "problem"
        asked = self._asked[stop] - self._asked[first] > 0
        numbers = min(self._numbers[stop] - self._numbers[first], _MOST)
        yield f"{kind}: {'asks' if asked else 'asks nothing'}, {numbers} numbers"
        if stop - first > 1 and self._sums[stop] > self._sums[first]:
            yield f"{kind}: a sum with more"
        if self._tears(first, stop):
            yield f"{kind}: tears a list"
        if not asked:
            if self._asked[-1]:
                yield f"{kind}: asks nothing, others do"
            return
        last = stop
        while not self.units[last - 1].asks:
            last -= 1
        facts = self._facts[stop] - self._facts[last]
        if facts:
            yield f"{kind}: {min(facts, _MOST)} facts after the question"
        if stop - last > facts:
            yield f"{kind}: idle after the question"

    def _tears(self, first: int, stop: int) -> bool:
        """True if a problem ends in a list that begins inside it."""
        if stop == len(self.units) or self._opens[stop]:
            return False
        after = self.units[stop]
        lettered = after.part is not None and self._letters[stop] > self._letters[first + 1]
        return lettered or (after.bullet and self._bullets[stop] > self._bullets[first + 1])

    def of_aside(self, first: int, stop: int) -> Iterator[str]:
        """The features of a line, or some sentences of it, that belong to no problem."""
        for unit in self.units[first:stop]:
            yield from _of_aside_unit(unit)
        before = self.units[first - 1] if first else None
        after = self.units[stop] if stop < len(self.units) else None
        yield f"aside: before it {_reach(self.units[first].gap) if before else 'the start'}"
        yield f"aside: after it {_reach(after.gap) if after else 'the end'}"
        last = self.units[stop - 1]
        if after and last.numbers and after.gap in (Gap.LINE, Gap.BULLET) and _is_listed(last, after):
            yield "aside: first of a list"
        if after and last.numbers and not last.asks and last.text.rstrip().endswith("."):
            yield f"aside: a fact before {'a question' if after.asks else 'a statement'}, {_reach(after.gap)}"
        if before and before.asks:
            yield "aside: after a question"
        if after and self._opens[stop]:
            yield "aside: before an exercise"
        if after and after.is_sum:
            yield "aside: before a sum"
        if after and (after.bullet or after.is_table):
            yield f"aside: before a list, {min(last.numbers, _MOST)} numbers"
        words = _words_of(self.units[first:stop])
        if before and words & self._window(first):
            yield "aside: takes up a word"
        if after and words & _words_of(self.units[stop : stop + 3]):
            yield "aside: a word taken up"

    def of_story(self, first: int, stop: int, *, begun: bool) -> Iterator[str]:
        """The features of a story shared by the exercises after it."""
        units = self.units[first:stop]
        numbers = min(self._numbers[stop] - self._numbers[first], _MOST)
        yield f"story: {numbers} numbers"
        if any(unit.asks and not unit.is_step for unit in units):
            yield "story: asks"
        if any(unit.is_table for unit in units):
            yield "story: table"
        about = [not word_set("about_sheet").isdisjoint(unit.words) for unit in units]
        if any(about):
            yield f"story: about the sheet, {'all' if all(about) else 'some'}"
        if len(units) == 1 and units[0].text.rstrip()[-1:] not in (".", "!", "?", ":") and not units[0].is_table:
            yield "story: no sentence"
        if any(shared_range(unit.text) for unit in units):
            yield "story: says for which"
        if begun:
            yield f"story: after a problem, {_reach(units[0].gap)}"
        words = _words_of(units) - word_set("about_sheet")
        exercises = list(islice(self._exercises(stop), _MOST_EXERCISES))
        taken = sum(bool(words & content) for content, _, _ in exercises)
        yield f"story: taken up by {'none' if not taken else 'all' if taken == len(exercises) else 'some'}"
        if any(count == 0 for _, count, _ in exercises):
            yield "story: needed"
        if any(refers for _, _, refers in exercises[:1]):
            yield "story: referred to"

    def _exercises(self, at: int) -> Iterator[tuple[frozenset[str], int, bool]]:
        """Of each exercise from a place on: its words, its count of numbers, and whether it refers back."""
        at = self._next_exercise[at]
        while at < len(self.units):
            stop = self._next_exercise[at + 1]
            question = self._next_question[at]
            end = min(question + 1, stop)
            content = _words_of(self.units[at:end])
            yield content, self._numbers[end] - self._numbers[at], refers_back(self.units[at].words)
            at = stop

    def of_cut(self, at: int) -> Iterator[str]:
        """The features of a problem without a number that starts here, after another."""
        unit = self.units[at]
        yield from self._groups.get(at, ())
        inside = self._first_exercise <= at
        if unit.part is not None:  # all letters of a list or none
            yield f"cut: letter{' in an exercise' if inside else ''}"
            return
        reach = _reach(unit.gap)
        yield f"cut: {unit.gap.name.lower()}"
        yield f"cut: after a {'question' if self.units[at - 1].asks else 'statement'}, {reach}"
        if inside and unit.exercise is None:
            yield f"cut: in an exercise, {reach}"
        if unit.exercise is not None:
            yield "cut: title"
        if unit.is_sum:
            yield "cut: sum"
        shared = len(unit.content & self._window(at))
        block = min(self._next_question[at] + 1, self._next_exercise[at])
        told = _words_of(self.units[at:block])
        common = len(told & self._window(at))
        yield f"cut: opening shares {min(shared, _MOST)} words, {reach}"
        yield f"cut: block shares {min(common, _MOST)} words, {reach}"
        numbers = self._numbers[block] - self._numbers[at] if block > at else 0
        yield f"cut: block of {min(numbers, _MOST)} numbers, {reach}"
        if refers_back(unit.words):
            yield f"cut: refers back, {reach}"
        if not word_set("pronouns").isdisjoint(unit.words[:_NEAR]):
            yield f"cut: pronoun, {reach}"
        if unit.words and unit.words[0] in word_set("timing") - word_set("asking"):
            yield f"cut: timing, {min(numbers, _MOST)} numbers"
        if not word_set("unrelated", "pointing").isdisjoint(unit.words):
            yield "cut: points back"
        if unit.asks_at_once:
            referring = not word_set("referring").isdisjoint(unit.words)
            yield f"cut: question alone, {min(unit.numbers, _MOST)} numbers{', referring' if referring else ''}"
        if unit.is_table:
            yield "cut: table"
        elif self._tables[at] > self._tables[max(0, at - LONGEST)]:
            yield f"cut: after a table, {reach}"

    def _window(self, at: int) -> frozenset[str]:
        """The words of the block before a unit: back to the question before its last one."""
        first, limit = at - 1, max(0, at - LONGEST)
        while first > limit and self.units[first].asks:
            first -= 1
        while first > limit and not self.units[first - 1].asks and not self._opens[first]:
            first -= 1
        return _words_of(self.units[max(first, 0) : at])

    def _find_groups(self) -> dict[int, list[str]]:
        """For each place the features of the list, lines or blocks that it would cut apart."""
        found: dict[int, list[str]] = {}
        edges = [0, *(at for at in range(1, len(self.units)) if self._opens[at]), len(self.units)]
        for first, stop in pairwise(edges):
            if first == stop:
                continue
            places = range(first + 1, stop)
            for name, starts in (
                ("letter", [at for at in range(first, stop) if self.units[at].part]),
                ("bullet", [at for at in range(first, stop) if self.units[at].bullet]),
            ):
                if starts:
                    said = list(self._items(name, first, starts, stop))
                    for at in starts:
                        found.setdefault(at, []).extend(said)
            for gap in (Gap.LINE, Gap.BLANK, Gap.RULE, Gap.HEADING):
                starts = [at for at in places if self.units[at].gap >= gap]
                whole = self._whole_blocks(first, starts, stop)
                for at in starts:
                    if whole is not None:
                        found.setdefault(at, []).append(f"cut: {gap.name.lower()} blocks {whole}")
        return found

    def _items(self, name: str, first: int, starts: Sequence[int], stop: int) -> Iterator[str]:
        """Whether the items of a list have numbers and questions, and what comes before them."""
        edges = [*starts, stop]
        asking = all(self._asked[last] > self._asked[at] for at, last in pairwise(edges))
        counted = all(self._numbers[last] > self._numbers[at] for at, last in pairwise(edges))
        lead = self.units[first : starts[0]]
        words = _words_of(lead)
        taken = any(
            words & unit.content or refers_back(unit.words) for at in starts for unit in self.units[at : at + 2]
        )
        bare = any(self.units[at].asks_at_once for at in starts)
        yield f"cut: {name}s {'ask' if asking else 'do not ask'}, {'with' if counted else 'without'} numbers"
        told = "a story" if any(unit.numbers and not unit.asks for unit in lead) else "no story"
        yield f"cut: {name}s after {told}{', taken up' if taken else ''}{', questions alone' if bare else ''}"

    def _whole_blocks(self, first: int, starts: Sequence[int], stop: int) -> str | None:
        """Whether the blocks between gaps are whole problems; those without numbers and questions are none."""
        edges = [first, *starts, stop]
        count = 0
        for at, last in pairwise(edges):
            asked, numbers = self._asked[last] - self._asked[at], self._numbers[last] - self._numbers[at]
            if not asked and (not numbers or (last - at == 1 and len(self.units[at].words) <= _LENGTHS[0])):
                continue
            count += 1
            if not asked or not numbers or (at > first and refers_back(self.units[at].words)):
                return "not whole"
        return "whole" if count >= _FEWEST_ITEMS else None


def _of_aside_unit(unit: Unit) -> Iterator[str]:
    yield f"aside: {'asks' if unit.asks else 'states'} {min(unit.numbers, _MOST)} numbers"
    yield f"aside: longer than {max((length for length in _LENGTHS if len(unit.words) > length), default=0)} words"
    if unit.text.rstrip().endswith(":"):
        yield "aside: colon"
    if _COUNTS.search(unit.text):
        yield "aside: counts something"
    if not word_set("first_person").isdisjoint(unit.words[:_OPENING]):
        yield f"aside: first person, {'asks' if unit.asks else 'states'}"
    if not word_set("about_sheet").isdisjoint(unit.words):
        yield "aside: about the sheet"
    if not word_set("verbs").isdisjoint(unit.words):
        yield "aside: verb"
    if unit.is_table or unit.part or unit.bullet:
        yield "aside: item"
    if unit.text.rstrip()[-1:] not in (".", "?", "!"):
        yield "aside: no mark"


def _words_of(units: Sequence[Unit]) -> frozenset[str]:
    return frozenset[str]().union(*(unit.content for unit in units))


def _is_listed(*units: Unit) -> bool:
    return all(unit.text.rstrip()[-1:] not in (".", "?", "!") and not unit.asks for unit in units)


def _reach(gap: Gap) -> str:
    return "inline" if gap is Gap.NOTHING else "line" if gap < Gap.BLANK else "block"


def refers_back(words: Sequence[str]) -> bool:
    """True for the words of a unit that goes on with a story: "He then buys ...", "On Sunday she sells ..."."""
    if not words:
        return False
    if words[0] in word_set("continuing"):
        return True
    if words[0] == "the" and words[1:2] and words[1] in word_set("others"):
        return True
    return words[0] in word_set("timing") and not word_set("pronouns").isdisjoint(words[1:_NEAR])


_Before = tuple[int, str]
"""A place, and what the last segment before it was: "start", "problem" or "story"."""


def segments_of(
    units: Sequence[Unit],
    weights: Mapping[str, int] | None = None,
    rivals_of: frozenset[Segment] = frozenset(),
    margin: int = 0,
    whole: frozenset[int] = frozenset(),
) -> list[Segment]:
    """The segmentation with the highest score; the first found of several.

    At the places `whole` nothing may be cut. For fitting, every segment that is none of `rivals_of` gets a margin.
    """
    weighed = fitted_weights() if weights is None else weights
    features = Features(units)

    def score(names: Iterator[str]) -> int:
        return sum(weighed.get(name, 0) for name in names)

    best: dict[_Before, tuple[int, _Before | None, Segment | None]] = {(0, "start"): (0, None, None)}

    def offer(before: _Before, segment: Segment, after: str, value: int) -> None:
        if segment.stop in whole:
            return
        place = (segment.stop, after)
        costly = 2 if segment.role is Role.ASIDE else 1  # a fact left out is worse than a remark kept
        total = best[before][0] + value + (margin * costly if segment not in rivals_of else 0)
        if place not in best or total > best[place][0]:
            best[place] = (total, before, segment)

    for first in range(len(units)):
        states = [state for state in ("start", "problem", "story") if (first, state) in best]
        if not states:
            continue
        opens = features.opens_exercise(first)
        limit = min(features.exercise_after(first + 1), first + LONGEST)
        cut = 0 if opens or first == 0 else score(features.of_cut(first))
        problems = [score(features.of_problem(first, stop)) for stop in range(first + 1, limit + 1)]
        line = first + 1
        while line < min(limit, first + _LONGEST_ASIDE) and units[line].gap is Gap.NOTHING:
            line += 1
        asides = [] if opens else [score(features.of_aside(first, stop)) for stop in range(first + 1, line + 1)]
        near = features.exercise_after(first) < min(len(units), first + 2 * LONGEST)
        for state in states:
            here = (first, state)
            if opens or state != "story":
                start = cut if state == "problem" else 0
                for stop, value in enumerate(problems, first + 1):
                    offer(here, Segment(Role.PROBLEM, first, stop), "problem", start + value)
            for stop, value in enumerate(asides, first + 1):
                offer(here, Segment(Role.ASIDE, first, stop), state, value)
            if near and not opens and state != "story":
                for stop in range(first + 1, limit + 1):
                    value = score(features.of_story(first, stop, begun=state == "problem"))
                    offer(here, Segment(Role.STORY, first, stop), "story", value)
    place: _Before | None = (len(units), "problem") if units else None
    found: list[Segment] = []
    while place is not None:
        _, before, segment = best[place]
        if segment is not None:
            found.append(segment)
        place = before
    return found[::-1]
