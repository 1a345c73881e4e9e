"""New numbers for a story, chosen so that it stays sensible and its answer stays simple.

Every number stays near its old value and keeps its character: whole, round, a price, a common per cent. All values of
the calculation stay of the same kind, and all numbers and values keep their order. Where no such numbers are found, the
story keeps its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from random import Random

from arithmetree.corpus.practice import PracticeStory
from arithmetree.corpus.practice_grade import grade_floor
from arithmetree.corpus.record import RecordQuantity
from arithmetree.corpus.story_alignment import story_quantities
from arithmetree.derivations import Determined, Operation, Unknown, outcomes, work_out
from arithmetree.expressions import terminating_decimal
from arithmetree.quantities import Kind
from arithmetree.word_lists import table, words

TRIES = 240
"""How often numbers are drawn for a story before it keeps its own."""
SMALLEST = 5
"""Smaller numbers stay: "2 friends", "the 3 boxes" are often part of the story."""
LARGEST = {1: 20, 2: 100, 3: 1_000}
"""Numbers and results up to here stay so in the first grades."""
_NEAR = (Fraction(75, 100), Fraction(13, 10))
_VALUES_NEAR = (Fraction(3, 5), Fraction(5, 3))
_PER_CENTS = (5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 65, 70, 75, 80, 85, 90)
_ENDINGS = (Fraction(99, 100), Fraction(95, 100), Fraction(49, 100))
_PRICE_STEPS = (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10), Fraction(1, 20), Fraction(1, 100))
_WRITTEN = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_WORD = re.compile(r"[^\s,;:?!()]+")
_ARTICLE = re.compile(r"\b(an?)\s+[$£€]?$", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+$", re.IGNORECASE)
_FROM_TO = re.compile(r"\bfrom\s+\d+\s+to\s+$", re.IGNORECASE)
_DEFINED = re.compile(r"(?:\b(?:an?|one) (?:(?:square|cubic) )?\w+(?: of \w+)? is|\()\s*$", re.IGNORECASE)
_DEFINING = re.compile(r"\s+(?:(?:square|cubic) )?\w+[.,)]")
_AN = re.compile(r"8|11(?!\d)|18(?!\d)|11,|18,")


def with_new_numbers(story: PracticeStory, random: Random) -> PracticeStory:
    """The story with other numbers, or as it is where none fit."""
    groups = _groups(story)
    if not groups:
        return story
    old = _Shape.of(story)
    for number in range(TRIES):
        # All numbers at first; then fewer and fewer, which is easier.
        share = 1.0 if number < TRIES // 3 else 0.6 if number < 2 * TRIES // 3 else 0.3
        drawn = dict(enumerate(story.values))
        for group in groups:
            if random.random() < share:
                value = random.choice(group.choices)
                drawn |= dict.fromkeys(group.places, value)
        values = [drawn[place] for place in range(len(story.quantities))]
        if values == story.values or not old.allows(story, values):
            continue
        made = rewritten(story, values)
        if made is not None:
            return made
    return story


@dataclass(frozen=True, slots=True)
class _Group:
    """Numbers of the same value, which change together, and the values that they may take."""

    places: tuple[int, ...]
    choices: tuple[Fraction, ...]


def _groups(story: PracticeStory) -> list[_Group]:
    lowered = {word.lower() for word in re.findall(r"[A-Za-z-]+", story.text)}
    if not lowered.isdisjoint(words("practice", "kept", "texts")) or _is_tied(story) or _adds_rates(story):
        return []
    if not words("practice", "kept", "named").isdisjoint(story.units):  # the day of a month, the place in a row
        return []
    by_value: dict[tuple[Fraction, bool], list[int]] = {}
    for place, one in enumerate(story.quantities):
        by_value.setdefault((one.value, one.kind is Kind.PERCENT), []).append(place)
    groups: list[_Group] = []
    for places in by_value.values():
        if all(_may_change(story, story.quantities[place]) for place in places):
            each = [set(_choices(story, story.quantities[place])) for place in places]
            choices = set.intersection(*each)
            if choices:
                groups.append(_Group(tuple(places), tuple(sorted(choices))))
    return groups


def _adds_rates(story: PracticeStory) -> bool:
    """Whether an unknown is divided by several numbers, as in t ÷ 50 + t ÷ 75 = 1: few others have a handy sum."""
    made = story.derivation
    open_values = {place for place, leaf in enumerate(made.leaves) if isinstance(leaf, Unknown)}
    divisors = set()
    for place, step in enumerate(made.steps, start=len(made.leaves)):
        if open_values.isdisjoint((step.left, step.right)):
            continue
        open_values.add(place)
        if step.operation is Operation.DIVIDE:
            divisors.add(step.right)
    return len(divisors) > 1


def _is_tied(story: PracticeStory) -> bool:
    """Whether a number follows from others, so that it could become wrong: "12 sacks ... 8 sacks ... all 20 sacks".

    A time or a date that the calculation does not use may follow from the others as well: "the last one at 22:00".
    """
    used = story.derivation.mentions
    if any(one.kind in (Kind.TIME, Kind.DATE) and place not in used for place, one in enumerate(story.quantities)):
        return True
    values = [one.value for one in story.quantities if one.countable]
    spare = [one.value for place, one in enumerate(story.quantities) if one.countable and place not in used]
    pairs = list(combinations(values, 2))
    sums = {one + two for one, two in pairs} | {sum(three) for three in combinations(values, 3)}
    made = {value for one, two in pairs for value in (abs(one - two), one * two)}
    per_cents = [one.value for one in story.quantities if one.kind is Kind.PERCENT]
    has_whole = len(per_cents) > 1 and sum(per_cents) == 1
    return has_whole or any(value in sums for value in values) or any(value in made for value in spare)


def _may_change(story: PracticeStory, one: RecordQuantity) -> bool:
    """Whether a number is an amount of the story, and no fact of the world, name, size or part of an expression."""
    if one.kind not in (Kind.NUMBER, Kind.MONEY, Kind.PERCENT) or not _WRITTEN.fullmatch(one.text):
        return False
    text = story.text
    if one.value < (SMALLEST if one.value.denominator == 1 else 0) and one.kind is not Kind.PERCENT:
        return False
    if text[one.end : one.end + 1] in ("-", "–", ":", "/", "°") or text[: one.start].endswith(
        ("-", "–", ":", "/", "#")
    ):
        return False
    if one.value in (100, 1000) or (one.kind is Kind.NUMBER and 1900 <= one.value <= 2100 and "," not in one.text):
        return False
    after = [word.strip(".").lower() for word in _WORD.findall(text[one.end : one.end + 40])[:2]]
    if one.kind is not Kind.PERCENT and not words("practice", "kept", "after").isdisjoint(after):
        return False
    if f"{one.text} {after[0] if after else ''}" in table("practice")["kept"]["world"]:
        return False
    before = [word.strip(".$£€").lower() for word in _WORD.findall(text[: one.start])[-2:]]
    before = [word for word in before if word]
    if before and before[-1] in words("practice", "kept", "before"):
        return False
    if _is_hours_of_a_place(text, one) or _is_size_of_a_pack(text, one) or _defines_a_unit(text, one):
        return False
    return not (len(before) == 2 and before[-1] == "of" and before[0] in words("practice", "kept", "packed"))


def _is_hours_of_a_place(text: str, one: RecordQuantity) -> bool:
    """Whether a number is an end of a span of time: "The pool is open from 6 to 21"."""
    is_first = _FROM.search(text[: one.start]) and re.match(r"\s+to\s+\d", text[one.end :])
    return bool(is_first) or bool(_FROM_TO.search(text[: one.start]))


def _defines_a_unit(text: str, one: RecordQuantity) -> bool:
    """Whether a number says how much a unit is: "A mile is 1,760 yards." and "a mile (1,760 yards)"."""
    return bool(_DEFINED.search(text[: one.start]) and _DEFINING.match(text, one.end))


def _is_size_of_a_pack(text: str, one: RecordQuantity) -> bool:
    """Whether a number says how much a box or the like holds: "one carton holds 12 eggs"."""
    before = [word.lower() for word in _WORD.findall(text[: one.start])[-4:]]
    if not before or before[-1] not in words("practice", "kept", "holds"):
        return False
    return not words("practice", "kept", "packed").isdisjoint(before)


def _choices(story: PracticeStory, one: RecordQuantity) -> Iterator[Fraction]:
    """Values near the old one with the same character."""
    if one.kind is Kind.PERCENT:
        hundredths = one.value * 100
        if hundredths in _PER_CENTS:
            near = (Fraction(each) for each in _PER_CENTS if hundredths / 2 <= each <= hundredths * 2)
            yield from (each / 100 for each in near)
        return
    step, ending = _grid(one)
    low, high = one.value * _NEAR[0], one.value * _NEAR[1]
    unit = _WORD.match(story.text[one.end :].lstrip())
    bound = table("practice")["below"].get(unit[0].strip(".") if unit else "")
    most = LARGEST.get(story.grade, 0)
    needs_an = _ARTICLE.search(story.text[: one.start])
    count = floor((high - ending) / step) - ceil((low - ending) / step)
    for place in range(max(count, 0) + 1):
        value = (ceil((low - ending) / step) + place) * step + ending
        shown = written_like(one.text, value)
        same_length = len(shown) == len(one.text)
        below = (bound is None or one.value >= bound or value < bound) and (one.value > most or value <= most)
        article = needs_an is None or bool(_AN.match(shown)) == bool(_AN.match(one.text))
        rough = one.value.denominator == 1 or (value / step).denominator == 1
        if value > 1 - (one.value < 1) and same_length and below and article and rough and _keeps_zeros(one, value):
            yield value


def _grid(one: RecordQuantity) -> tuple[Fraction, Fraction]:
    """The step between possible values, and what is added to all of them."""
    value = one.value
    if one.kind is Kind.MONEY and value.denominator > 1:
        for ending in _ENDINGS:
            if value % 1 == ending and value > 1:
                return Fraction(1), ending
        return next(step for step in (*_PRICE_STEPS, Fraction(1, value.denominator)) if not value % step), Fraction(0)
    if value.denominator > 1:
        places = len(one.text.partition(".")[2])
        return Fraction(1, 10**places), Fraction(0)
    for step, least in ((1000, 5000), (500, 3000), (100, 800), (50, 200), (10, 60), (5, 15)):
        if not value % step and value >= least:
            return Fraction(step), Fraction(0)
    return Fraction(1), Fraction(0)


def _keeps_zeros(one: RecordQuantity, value: Fraction) -> bool:
    """Whether a decimal stays one: 2.5 does not become 3.0, but 2.50 may become 3.00 only if it was a whole price."""
    return one.value.denominator == 1 or value.denominator > 1


@dataclass(frozen=True, slots=True)
class _Shape:
    """What the values of a calculation are like, to be the same with other numbers."""

    values: tuple[Fraction | None, ...]
    order: tuple[int, ...]

    @classmethod
    def of(cls, story: PracticeStory) -> _Shape:
        """The shape of a story as it is."""
        return cls(_worked(story, story.values), _order(story, story.values))

    def allows(self, story: PracticeStory, values: Sequence[Fraction]) -> bool:
        """Whether other numbers give the same shape."""
        found = outcomes(story.derivation, values)
        if not all(isinstance(one, Determined) for one in found) or _order(story, values) != self.order:
            return False
        new = _worked(story, values)
        steps = range(len(story.derivation.steps))
        alike = all(map(_alike, self.values, new)) and self._fits_grade(story, values, new)
        if not _shares_alike(story, values):
            return False
        return alike and all(self._divides_alike(story, new, number) for number in steps)

    def _fits_grade(self, story: PracticeStory, values: Sequence[Fraction], new: Sequence[Fraction | None]) -> bool:
        """Whether other numbers are not too hard for the grade: no larger results, and no fractions where none were."""
        most = LARGEST.get(story.grade)
        pairs = zip(self.values, new, strict=True)
        if most and any(old is not None and value is not None and old <= most < value for old, value in pairs):
            return False
        renewed = [replace(one, value=value) for one, value in zip(story.quantities, values, strict=True)]
        return grade_floor(story.derivation, renewed, story.units) <= story.grade

    def _divides_alike(self, story: PracticeStory, new: Sequence[Fraction | None], number: int) -> bool:
        """Whether a division with a remainder still leaves one, and one without does not."""
        step = story.derivation.steps[number]
        first = len(story.quantities)
        sides = [(values[first + step.left], values[first + step.right]) for values in (self.values, new)]
        (left, right), (new_left, new_right) = sides
        if left is None or right is None or new_left is None or new_right is None:
            return True
        if step.operation in (Operation.QUOTIENT, Operation.REMAINDER, Operation.ROUND_UP):
            return bool(new_right) and bool(left % right) == bool(new_left % new_right)
        return True


def _shares_alike(story: PracticeStory, values: Sequence[Fraction]) -> bool:
    """Whether a number that is not needed still divides another one, or is divided by it, where it did.

    "The 80 brushes are shared out equally, and each table gets 8" must not become 81 brushes.
    """
    used = story.derivation.mentions
    spare = [place for place, one in enumerate(story.quantities) if one.countable and place not in used]
    pairs = {(one, two) for one in spare for two in range(len(values)) if one != two}
    return all(
        values[large] % values[small] == 0
        for one, two in pairs
        for large, small in ((one, two), (two, one))
        if story.values[small] > 1 and values[small] and story.values[large] % story.values[small] == 0
    )


def _worked(story: PracticeStory, values: Sequence[Fraction]) -> tuple[Fraction | None, ...]:
    """The numbers of the text and all values of the calculation, solved unknowns included."""
    worked = work_out(story.derivation, values)
    return (*values, *(worked.number(place) for place in range(story.derivation.size)))


def _order(story: PracticeStory, values: Sequence[Fraction]) -> tuple[int, ...]:
    """How all numbers and values compare with each other: the rank of each; per cents apart."""
    all_values = _worked(story, values)
    shares = {place for place, one in enumerate(story.quantities) if one.kind is Kind.PERCENT}
    seen = [
        value if value is not None and place not in shares else Fraction(-1) for place, value in enumerate(all_values)
    ]
    ranks = {value: rank for rank, value in enumerate(sorted({*seen, Fraction(1)}))}
    return tuple(ranks[value] for value in seen)


def _alike(old: Fraction | None, new: Fraction | None) -> bool:
    """Whether a value keeps its kind: whole, as many decimals or a simple fraction, positive, of the same size."""
    if old is None or new is None:
        return old is new
    if (old > 0) != (new > 0) or (old == 1) != (new == 1) or (old.denominator == 1) != (new.denominator == 1):
        return False
    if old > 0 and not _VALUES_NEAR[0] <= new / old <= _VALUES_NEAR[1]:
        return False
    if terminating_decimal(old) is not None:
        return old.denominator % new.denominator == 0 or (100 % old.denominator == 0 and 100 % new.denominator == 0)
    return new.denominator <= old.denominator


def rewritten(story: PracticeStory, values: Sequence[Fraction]) -> PracticeStory | None:
    """The story with these values in its text; None if the text would be read with other numbers."""
    text, end = "", 0
    quantities: list[RecordQuantity] = []
    for one, value in zip(story.quantities, values, strict=True):
        shown = one.text if value == one.value else _shown(one, value)
        text += story.text[end : one.start]
        quantities.append(replace(one, text=shown, start=len(text), end=len(text) + len(shown), value=value))
        text += shown
        end = one.end
    text += story.text[end:]
    read = [(one.start, one.end, one.value) for one in story_quantities(text) if one.kind is not Kind.TIME]
    wanted = [(one.start, one.end, one.value) for one in quantities if one.kind is not Kind.TIME]
    return replace(story, text=text, quantities=tuple(quantities)) if read == wanted else None


def _shown(one: RecordQuantity, value: Fraction) -> str:
    return written_like(one.text, value * 100 if one.kind is Kind.PERCENT else value)


def written_like(text: str, value: Fraction) -> str:
    """A number with as many decimals, and with commas, as another one is written with."""
    places = len(text.partition(".")[2])
    scaled = value * 10**places
    whole, part = divmod(floor(scaled), 10**places)
    shown = f"{whole:,}" if "," in text else str(whole)
    return f"{shown}.{part:0{places}d}" if places else shown
