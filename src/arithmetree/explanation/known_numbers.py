"""Which fact a known number stands for: 60 is minutes in an hour beside 15 turns a minute, whatever word called for it.

A model uses a number such as 60 or 1000 without saying which of its facts it means; the units beside it do.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import combinations

from arithmetree.derivations import Constant, Derivation, Leaf, Mention, Operation, Step
from arithmetree.explanation.passage import Passage
from arithmetree.explanation.units import (
    Sort,
    Unit,
    area_unit,
    canonical,
    fact_unit,
    is_measure,
    is_money,
    known_fact,
    units_of,
)
from arithmetree.facts import facts_by_word
from arithmetree.word_lists import table

WHOLE = Constant(Fraction(1), "one: a whole, an end, the first, oneself")
_PRODUCTS = (Operation.MULTIPLY, Operation.DIVIDE)
_Place = tuple[int, bool]
"""An operand: the number of its step, and whether it is the left one."""


def with_facts(made: Derivation, passage: Passage) -> tuple[Derivation, int]:
    """The derivation with the fact of each known number that its units ask for, and how many leaves were added.

    A number that stands for two facts becomes two leaves; steps keep their order.
    """
    changed = dict(_wholes(made, passage))
    for root in _roots(made):
        changed |= _facts_of(made, passage, root)
    if not changed:
        return made, 0
    leaves = list(made.leaves)
    more = [leaf for leaf in dict.fromkeys(changed.values()) if leaf not in leaves]
    numbers = {leaf: number for number, leaf in enumerate([*leaves, *more])}
    shift, first = len(more), len(leaves)

    def moved(step: int, value: int, *, is_left: bool) -> int:
        leaf = changed.get((step, is_left))
        return numbers[leaf] if leaf is not None else value + shift if value >= first else value

    steps = [
        Step(one.operation, moved(at, one.left, is_left=True), moved(at, one.right, is_left=False))
        for at, one in enumerate(made.steps)
    ]
    answers = [value + shift if value >= first else value for value in made.answers]
    return replace(made, leaves=(*leaves, *more), steps=tuple(steps), answers=tuple(answers)), shift


def _wholes(made: Derivation, passage: Passage) -> Iterator[tuple[_Place, Leaf]]:
    """The 1 of "one night" beside a share is the whole: 1 - 12.5%."""
    units = units_of(made, passage)
    for at, step in enumerate(made.steps):
        if step.operation not in (Operation.ADD, Operation.SUBTRACT):
            continue
        for value, other, is_left in ((step.left, step.right, True), (step.right, step.left, False)):
            leaf = made.leaves[value] if value < len(made.leaves) else None
            is_one = isinstance(leaf, Mention) and passage.mentions[leaf.quantity].value == 1
            if is_one and units[other].sort is Sort.SHARE:
                yield (at, is_left), WHOLE


def _roots(made: Derivation) -> Iterator[int]:
    """The last steps of chains of products."""
    inside = {
        side
        for step in made.steps
        if step.operation in _PRODUCTS
        for side in (step.left, step.right)
        if side >= len(made.leaves)
    }
    first = len(made.leaves)
    for at, step in enumerate(made.steps):
        if step.operation in _PRODUCTS and first + at not in inside:
            yield first + at


@dataclass(frozen=True, slots=True)
class _Factor:
    value: int
    is_plus: bool
    place: _Place


def _factors(made: Derivation, value: int, *, is_plus: bool) -> Iterator[_Factor]:
    step = made.step(value)
    assert step is not None
    at = value - len(made.leaves)
    for side, is_left in ((step.left, True), (step.right, False)):
        sign = is_plus is (is_left or step.operation is Operation.MULTIPLY)
        inner = made.step(side)
        if inner is not None and inner.operation in _PRODUCTS:
            yield from _factors(made, side, is_plus=sign)
        else:
            yield _Factor(side, sign, (at, is_left))


def _facts_of(made: Derivation, passage: Passage, root: int) -> dict[_Place, Leaf]:
    """The facts of the known numbers of a chain that fit the other factors, one after the other."""
    units = units_of(made, passage)
    factors = list(_factors(made, root, is_plus=True))
    known = [(one, leaf) for one in factors if (leaf := _conversion(made, passage, one.value)) is not None]
    found: dict[_Place, Leaf] = {}
    if not known:
        return found
    places = {one.place for one, _ in known}
    terms = _with_areas([(units[one.value], one.is_plus) for one in factors if one.place not in places])
    waiting = list(known)
    while waiting:
        fitted = next(
            (
                (entry, fact, at, joined)
                for entry in waiting
                for fact in _candidates(entry[1], passage)
                for at, (unit, is_plus) in enumerate(terms)
                if (joined := _fitted(unit, is_plus, fact_unit(fact), entry[0].is_plus)) is not None
            ),
            None,
        )
        if fitted is None:
            break
        entry, fact, at, joined = fitted
        terms[at] = joined, terms[at][1]
        waiting.remove(entry)
        if fact != entry[1].fact:
            found[entry[0].place] = Constant(entry[1].value, fact)
    return found


def _with_areas(terms: list[tuple[Unit, bool]]) -> list[tuple[Unit, bool]]:
    """Lengths that are multiplied, as the area or the volume that they make."""
    for (i, one), (j, other) in combinations(enumerate(terms), 2):
        made = area_unit(one[0], other[0]) if one[1] and other[1] else None
        if made is not None:
            return _with_areas([(made, True), *(term for at, term in enumerate(terms) if at not in (i, j))])
    return terms


def _conversion(made: Derivation, passage: Passage, value: int) -> Constant | None:
    """A known number that may be a conversion of units, by its fact or for lack of one."""
    leaf = made.leaves[value] if value < len(made.leaves) else None
    if not isinstance(leaf, Constant):
        return None
    unit = fact_unit(known_fact(leaf, passage))
    is_open = not unit.is_rate and leaf.fact in ("", "thousands", "how many there are")
    is_conversion = unit.is_rate and _is_unit(unit.noun) and _is_unit(unit.per)
    return leaf if (is_open or is_conversion) and leaf.value > 1 else None


def _is_unit(noun: str | None) -> bool:
    return is_measure(noun) or is_money(noun)


def _candidates(leaf: Constant, passage: Passage) -> Iterator[str]:
    current = known_fact(leaf, passage)
    unit = fact_unit(current)
    wanted = {canonical(word) for one in passage.questions for word in one.lemmas} - {None}
    asked = wanted & {unit.noun, unit.per}
    others = {fact: fact_unit(fact) for fact in _conversions().get(leaf.value, ()) if fact != current}
    if not asked:
        yield from (fact for fact, other in others.items() if other.per in wanted)  # "in kilograms"
    if unit.is_rate:
        yield leaf.fact
    # What the question asks for stays in it.
    yield from (fact for fact, other in others.items() if not asked or asked & {other.noun, other.per})


@cache
def _conversions() -> dict[Fraction, tuple[str, ...]]:
    """The conversions of units by their number."""
    found: dict[Fraction, dict[str, None]] = {}
    more = [(Fraction(entry["value"]), entry["says"]) for entry in table("explanation")["conversions"]]
    for value, fact in (*(one for each in facts_by_word().values() for one in each), *more):
        unit = fact_unit(fact)
        if unit.is_rate and _is_unit(unit.noun) and _is_unit(unit.per):
            found.setdefault(value, {})[fact] = None
    return {value: tuple(facts) for value, facts in found.items()}


def _fitted(unit: Unit, is_plus: bool, fact: Unit, is_factor: bool) -> Unit | None:
    """What an amount becomes by a conversion; None where the two do not fit."""
    if not fact.is_rate or unit.noun is None:
        return None
    if is_plus is is_factor:
        if unit.noun == fact.per:
            return Unit(fact.noun, unit.per)
        return Unit(unit.noun, fact.per) if unit.per == fact.noun else None
    if unit.noun == fact.noun:
        return Unit(fact.per, unit.per)
    return Unit(unit.noun, fact.noun) if unit.per == fact.per else None
