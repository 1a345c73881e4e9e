"""The natural order of a calculation: equal chains of products and sums, rewritten so that every step means something.

216 eggs, 6 to a box, £1.50 a box: 216 ÷ 6 = 36 boxes first, then 36 × £1.50, never 216 × 1.5. Units decide. The result
is the same calculation exactly (derivations.sameness), or the derivation stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from arithmetree.derivations import (
    Builder,
    Constant,
    Derivation,
    Leaf,
    Mention,
    Operation,
    Unknown,
    same_calculation,
    tidy,
)
from arithmetree.explanation.known_numbers import with_facts
from arithmetree.explanation.passage import Passage
from arithmetree.explanation.units import (
    Sort,
    Unit,
    combined,
    fits,
    is_duration,
    is_measure,
    is_money,
    lengths,
    units_of,
)
from arithmetree.expressions import terminating_decimal
from arithmetree.quantities import Kind

_PRODUCTS = (Operation.MULTIPLY, Operation.DIVIDE)
_SUMS = (Operation.ADD, Operation.SUBTRACT)
_WORTH = 0.75
"""How much better another order has to be; the given one has its reasons too."""
_MOST_FACTORS = 6
"""Longer chains stay as they are: there are too many orders to try."""
_NOT_WRITTEN = 2

Node = Leaf | tuple[Operation, "Node", "Node"]
"""A value by its structure; equal values are equal nodes."""


@dataclass(frozen=True, slots=True)
class Ordered:
    """A derivation in its natural order, and for each of its steps the values of the given one that it came from."""

    made: Derivation
    origins: Mapping[int, frozenset[int]]


def natural_order(made: Derivation, passage: Passage) -> Ordered:
    """The same calculation with steps that have names and units."""
    made, added = with_facts(tidy(made), passage)
    writer = _Orderer(made, passage)
    answers = [writer.ordered(answer) for answer in made.answers]
    builder = Builder()
    handles: dict[Node, int] = {}

    def handle(node: Node) -> int:
        if node not in handles:
            if isinstance(node, tuple):
                left, right = handle(node[1]), handle(node[2])
                handles[node] = builder.step(node[0], left, right)
            else:
                handles[node] = builder.leaf(node)
        return handles[node]

    equations = [handle(writer.nodes[equation]) for equation in made.equations]
    found = builder.finish([handle(answer) for answer in answers], equations)
    if not same_calculation(found, made):
        return Ordered(made, {value: frozenset({value - added}) for value in range(len(made.leaves), made.size)})
    nodes = structures(found)
    return Ordered(
        found,
        {
            value: frozenset(one - added for one in writer.origins.get(nodes[value], ()))
            for value in range(len(found.leaves), found.size)
        },
    )


def structures(made: Derivation) -> list[Node]:
    """The structure of every value."""
    nodes: list[Node] = list(made.leaves)
    for step in made.steps:
        nodes.append((step.operation, nodes[step.left], nodes[step.right]))
    return nodes


@dataclass(frozen=True, slots=True)
class _Term:
    """A term of a chain: its structure, unit and value, whether it is added or multiplied, and its place."""

    node: Node
    unit: Unit
    value: Fraction | None
    is_plus: bool
    place: int


class _Orderer:
    def __init__(self, made: Derivation, passage: Passage) -> None:
        self._made = made
        self._passage = passage
        self.nodes = structures(made)
        self.origins: dict[Node, set[int]] = {}
        self._done: dict[int, Node] = {}
        self._units: dict[Node, Unit] = {}
        uses: dict[int, int] = {}
        for value in (*made.answers, *(side for step in made.steps for side in (step.left, step.right))):
            uses[value] = uses.get(value, 0) + 1
        self._uses = uses
        self._given = frozenset(self.nodes)
        self._known = dict(zip(made.leaves, units_of(made, passage), strict=False))

    def ordered(self, value: int) -> Node:
        """The value with all its chains in their natural order."""
        if value not in self._done:
            self._done[value] = self._ordered(value)
        return self._done[value]

    def _ordered(self, value: int) -> Node:
        step = self._made.step(value)
        if step is None:
            return self.nodes[value]
        if step.operation in _PRODUCTS or step.operation in _SUMS:
            family = _PRODUCTS if step.operation in _PRODUCTS else _SUMS
            taken: list[int] = []
            terms = [
                self._term(part, is_plus, place)
                for place, (part, is_plus) in enumerate(self._chain(value, family, taken))
            ]
            node = self._product(terms) if family is _PRODUCTS else self._sum(terms)
            if node is not None:
                self._mark(node, {term.node for term in terms}, taken)
                return node
        node = (step.operation, self.ordered(step.left), self.ordered(step.right))
        self.origins.setdefault(node, set()).add(value)
        return node

    def _mark(self, node: Node, stop: set[Node], taken: list[int]) -> None:
        """Every step of a rewritten chain comes from all steps of the chain."""
        if isinstance(node, tuple) and node not in stop:
            self.origins.setdefault(node, set()).update(taken)
            self._mark(node[1], stop, taken)
            self._mark(node[2], stop, taken)

    def _chain(
        self, value: int, family: tuple[Operation, ...], taken: list[int], *, is_plus: bool = True
    ) -> Iterator[tuple[int, bool]]:
        """The terms of a chain of steps that nothing else uses, in the order of the calculation."""
        step = self._made.step(value)
        assert step is not None
        taken.append(value)
        for place, side in enumerate((step.left, step.right)):
            positive = is_plus
            if place == 1 and step.operation in (Operation.SUBTRACT, Operation.DIVIDE):
                positive = not is_plus
            inner = self._made.step(side)
            # What is subtracted as a whole, or is a difference itself, belongs together.
            sums = step.operation is Operation.ADD and inner is not None and inner.operation is Operation.ADD
            is_product = family is _PRODUCTS and step.operation is Operation.MULTIPLY
            is_open = place == 0 or sums or is_product
            if inner is not None and inner.operation in family and self._uses[side] == 1 and is_open:
                yield from self._chain(side, family, taken, is_plus=positive)
            else:
                yield side, positive

    def _term(self, value: int, is_plus: bool, place: int) -> _Term:
        node = self.ordered(value)
        return _Term(node, self._unit(node), self._value(node), is_plus, place)

    def _unit(self, node: Node) -> Unit:
        if node not in self._units:
            if isinstance(node, tuple):
                self._units[node] = combined(node[0], self._unit(node[1]), self._unit(node[2]))
            else:
                self._units[node] = self._known[node]
        return self._units[node]

    def _value(self, node: Node) -> Fraction | None:
        if isinstance(node, Mention):
            return self._passage.mentions[node.quantity].value
        if isinstance(node, Constant):
            return node.value
        if isinstance(node, Unknown):
            return None
        left, right = self._value(node[1]), self._value(node[2])
        return None if left is None or right is None else _value(node[0], left, right)

    # Products

    def _product(self, terms: list[_Term]) -> Node | None:
        if not 3 <= len(terms) <= _MOST_FACTORS or any(term.value is None for term in terms):
            return None
        vague = sum(term.unit.sort is Sort.UNCLEAR or term.unit.is_guess for term in terms)
        if len(terms) > 4 and vague > 1:
            return None  # units decide, and here they are not known
        found = sorted(self._pairings(terms), key=lambda pairing: pairing[0])
        given = next((cost for cost, node in found if node in self._given), None)
        if not found or (given is not None and given - found[0][0] < _WORTH):
            return None
        return found[0][1]

    def _pairings(self, terms: list[_Term]) -> Iterator[tuple[float, Node]]:
        """All ways to join the factors two by two, each with what it costs."""
        if len(terms) == 1:
            if terms[0].is_plus:
                yield 0.0, terms[0].node
            return
        for i, one in enumerate(terms):
            for other in terms[i + 1 :]:
                joined = self._joined(one, other)
                if joined is None:
                    continue
                cost, term = joined
                others = [left for left in terms if left not in (one, other)]
                if any(map(self._is_multiplier, others)) and not any(map(self._is_multiplier, (one, other))):
                    cost += 1.3  # "a third as much" is said of the price of one
                counts = [part for part in (one, other) if _is_count(part)]
                is_length = any(part.unit.noun in lengths() for part in (one, other))
                if counts and is_length and any(left.unit.noun in lengths() and left.is_plus for left in others):
                    cost += 1.3  # the area of one wall before the two walls
                sides = any(part.unit.owner is not None and part.unit.sort is Sort.TIMES for part in (one, other))
                if sides and not is_length and any(left.unit.noun in lengths() for left in others):
                    cost += 1.3  # the four sides of a square before three ropes of that length
                rest = [term, *others]
                rest.sort(key=lambda left: left.place)
                for more, node in self._pairings(rest):
                    yield cost + more, node

    def _is_multiplier(self, term: _Term) -> bool:
        node = term.node
        return isinstance(node, Mention) and self._passage.mentions[node.quantity].kind is Kind.MULTIPLIER

    def _is_inverse(self, time: _Term, count: _Term) -> bool:
        """True for 27 hours of eight machines by the 12 of another sentence: that is no time for one machine."""
        if not (isinstance(time.node, Mention) and isinstance(count.node, Mention) and is_duration(time.unit.noun)):
            return False
        is_things = count.unit.is_plain and not is_measure(count.unit.noun)
        sentence = self._passage.sentence
        return is_things and sentence(time.node.quantity) != sentence(count.node.quantity)

    def _joined(self, one: _Term, other: _Term) -> tuple[float, _Term] | None:
        if one.is_plus or not other.is_plus:
            first, second = one, other
        else:
            first, second = other, one
        operation = Operation.DIVIDE if first.is_plus and not second.is_plus else Operation.MULTIPLY
        assert first.value is not None
        assert second.value is not None
        value = _value(operation, first.value, second.value)
        if value is None:
            return None
        cost = _cost(operation, first, second, value)
        cost += 3.0 if operation is Operation.DIVIDE and self._is_inverse(first, second) else 0.0
        # What is as good as the given order stays in it.
        cost += 0.0 if (operation, first.node, second.node) in self._given else 0.2
        cost += 0.01 * abs(one.place - other.place) + 0.003 * min(one.place, other.place)
        unit = combined(operation, first.unit, second.unit)
        place = min(one.place, other.place)
        return cost, _Term((operation, first.node, second.node), unit, value, first.is_plus, place)

    # Sums

    def _sum(self, terms: list[_Term]) -> Node | None:
        if any(term.value is None for term in terms):
            return None
        grouped = self._in_text_order(self._with_differences(self._with_comparisons(self._with_durations(terms))))
        clocks = any(term.unit.sort is Sort.CLOCK for term in terms)
        if grouped == terms and (clocks or not _falls_below_zero(terms)):
            return None
        if not clocks and _falls_below_zero(grouped):
            grouped = sorted(grouped, key=lambda term: not term.is_plus)
        if not grouped[0].is_plus:
            return None
        node = grouped[0].node
        for term in grouped[1:]:
            node = (Operation.ADD if term.is_plus else Operation.SUBTRACT, node, term.node)
        return node

    def _in_text_order(self, terms: list[_Term]) -> list[_Term]:
        """Amounts that are added, in the order of the text, and then those that are taken away.

        A time of day and a whole come first, and a number that the text does not write comes last.
        """
        plus = [term for term in terms if term.is_plus]
        minus = [term for term in terms if not term.is_plus]
        is_plain = terms == [*plus, *minus]
        if self._goes_back(plus, minus):
            return sorted(terms, key=lambda term: self._rank(terms, term), reverse=True)
        if not plus or not (is_plain or self._rank(terms, terms[0])[0] == _NOT_WRITTEN):
            return terms
        if not minus or self._rank(terms, plus[0])[0] == _NOT_WRITTEN:
            plus = sorted(plus, key=lambda term: self._rank(terms, term))
        if not any(isinstance(term.node, tuple) for term in minus):
            minus = sorted(minus, key=lambda term: self._rank(terms, term))
        return [*plus, *minus]

    def _goes_back(self, plus: list[_Term], minus: list[_Term]) -> bool:
        """True where the question goes back to the start: from the end, the last change is undone first."""
        if not self._passage.asks_start:
            return False
        terms = [*plus, *minus]
        if len(terms) < 3 or not all(isinstance(term.node, Mention) for term in terms):
            return False
        return max(terms, key=lambda term: self._rank(terms, term)).is_plus

    def _rank(self, terms: list[_Term], term: _Term) -> tuple[int, int, int]:
        """What comes first: a time of day or a whole, then amounts by their place, then numbers not in the text."""
        is_share = any(one.unit.sort is Sort.SHARE for one in terms)
        if term.unit.sort in (Sort.CLOCK, Sort.YEAR) or (term.value == 1 and is_share):
            return 0, 0, term.place
        places = [self._passage.mentions[one.quantity].start for one in _leaves(term.node) if isinstance(one, Mention)]
        # What is worked out of an amount comes after the amount itself: 80 + 80 x 25%.
        return (1, min(places), isinstance(term.node, tuple)) if places else (_NOT_WRITTEN, 0, term.place)

    def _with_differences(self, terms: list[_Term]) -> list[_Term]:
        """Ages: how many years pass is found first, 72 + (20 - 12), since the ages of two people make no sum."""
        minus = [term for term in terms if not term.is_plus]
        plus = [term for term in terms if term.is_plus and isinstance(term.node, Mention)]
        if len(terms) != 3 or len(minus) != 1 or not plus or not isinstance(minus[0].node, Mention):
            return terms
        is_age = self._passage.find(("old", "older", "age", "ages", "aged")) is not None
        later, taken = plus[-1], minus[0]
        if any(term.unit.noun not in ("year", None) and not term.unit.is_guess for term in terms) or not is_age:
            return terms
        assert later.value is not None
        assert taken.value is not None
        if later.value <= taken.value:
            return terms
        node = (Operation.SUBTRACT, later.node, taken.node)
        passed = _Term(node, taken.unit, self._value(node), True, later.place)
        others = [term for term in terms if term not in (later, taken)]
        return [*others, passed]

    def _with_comparisons(self, terms: list[_Term]) -> list[_Term]:
        """ "35 more than Fergus" belongs to one of the two 140 of 140 + 140 + 35."""
        terms = list(terms)
        for term in list(terms):
            is_part = self._is_share(term.node)
            if not is_part and not self._compares(term.node):
                continue
            base = self._base(term, terms, is_part=is_part)
            if base is None:
                continue
            operation = Operation.ADD if term.is_plus else Operation.SUBTRACT
            node = (operation, base.node, term.node)
            group = _Term(node, base.unit, self._value(node), True, base.place)
            terms = [group if one is base else one for one in terms if one is not term]
        return terms

    def _base(self, term: _Term, terms: list[_Term], *, is_part: bool) -> _Term | None:
        """What a comparison or a share belongs to: the last of equal terms, or the product right before it."""
        others = [one for one in terms if one.is_plus and one is not term]
        if is_part:
            assert isinstance(term.node, tuple)
            others = [one for one in others if one.node in term.node[1:]]
        again = [one for one in others if self._is_used_again(one, terms)]
        if again:
            return [one for one in terms if one.node == again[0].node][-1]
        before = [one for one in others if one.place < term.place]
        last = before[-1] if before and not is_part else None
        if last is None or not isinstance(last.node, tuple) or last.node[0] is not Operation.MULTIPLY:
            return None
        enough = last.value is not None and term.value is not None and (term.is_plus or last.value >= term.value)
        return last if enough and not self._is_share(last.node) and len(terms) > 2 else None

    def _is_share(self, node: Node) -> bool:
        if not (isinstance(node, tuple) and node[0] is Operation.MULTIPLY):
            return False
        return any(self._unit(side).sort is Sort.SHARE for side in node[1:] if not isinstance(side, Operation))

    def _is_used_again(self, term: _Term, terms: list[_Term]) -> bool:
        return sum(1 for one in terms if one.node == term.node and one.is_plus) > 1

    def _compares(self, node: Node) -> bool:
        """True for "35 more than", and for the two parts of "1 kg 800 g more than"."""
        if isinstance(node, tuple) and node[0] is Operation.ADD:
            return isinstance(node[2], Mention) and self._compares(node[2])
        schema = self._passage.schemas[node.quantity] if isinstance(node, Mention) else None
        return schema is not None and schema.comparison is not None

    @cached_property
    def _gap(self) -> re.Pattern[str]:
        return re.compile(r"\s*[a-zA-Z]*\s*(?:and|,)?\s*$")

    def _with_durations(self, terms: list[_Term]) -> list[_Term]:
        """ "5 hours 25 minutes" is one amount."""
        terms = list(terms)
        for small in list(terms):
            if not (isinstance(small.node, Mention) and is_measure(small.unit.noun)):
                continue
            start = self._passage.mentions[small.node.quantity].start
            for large in terms:
                converted = self._converted(large)
                if converted is None or large.is_plus is not small.is_plus:
                    continue
                end = self._passage.mentions[converted].end
                if 0 < start - end < 15 and self._gap.match(self._passage.problem.text[end:start]):
                    node = (Operation.ADD, large.node, small.node)
                    group = _Term(node, small.unit, self._value(node), large.is_plus, large.place)
                    terms = [group if one is large else one for one in terms if one is not small]
                    break
        return terms

    def _converted(self, term: _Term) -> int | None:
        """The mention that a conversion brings to a smaller unit: the 5 of 5 × 60."""
        if not (isinstance(term.node, tuple) and term.node[0] is Operation.MULTIPLY):
            return None
        left, right = term.node[1], term.node[2]
        for mention, constant in ((left, right), (right, left)):
            if isinstance(mention, Mention) and self._unit(constant).is_rate and isinstance(constant, Constant):
                return mention.quantity
        return None


def _leaves(node: Node) -> Iterator[Leaf]:
    if isinstance(node, tuple):
        yield from _leaves(node[1])
        yield from _leaves(node[2])
    else:
        yield node


def _value(operation: Operation, left: Fraction, right: Fraction) -> Fraction | None:
    if operation is Operation.ADD:
        return left + right
    if operation is Operation.SUBTRACT:
        return left - right
    if operation is Operation.MULTIPLY:
        return left * right
    if operation is Operation.DIVIDE:
        return left / right if right else None
    return Fraction(1)  # only its presence matters for the order


def _is_count(term: _Term) -> bool:
    """True for the two of two walls and for 2 sides, which are multiplied by an area."""
    return isinstance(term.node, Constant) or (term.unit.is_plain and not is_measure(term.unit.noun))


def _falls_below_zero(terms: list[_Term]) -> bool:
    total = Fraction(0)
    for term in terms:
        if term.value is None:
            return False
        total += term.value if term.is_plus else -term.value
        if total < 0:
            return True
    return False


def _cost(operation: Operation, first: _Term, second: _Term, value: Fraction) -> float:
    """How odd a step is for a reader: units that do not fit, a fraction of a thing, a part of a part."""
    cost = 0.0
    if not first.is_plus:
        cost += 1.0  # a product to divide by later
    units = first.unit, second.unit
    related = {units[0].noun, units[0].per} & {units[1].noun, units[1].per} - {None}
    guesses = units[0].is_guess, units[1].is_guess
    is_guessed = all(guesses) or (any(guesses) and not related)
    if is_guessed or {Sort.NUMBER, Sort.UNCLEAR, Sort.MIXED} & {units[0].sort, units[1].sort}:
        cost += 1.0
    elif not fits(operation, *units):
        areas = [unit for unit in units if (unit.noun or "").startswith(("square", "cubic"))]
        counts = [unit for unit in units if unit.is_plain and not is_measure(unit.noun)]
        sizes = [unit for unit in units if unit.is_plain and unit.noun in lengths()]
        is_many = operation is Operation.MULTIPLY and len(counts) == 1 and (areas or sizes)
        cost += 0.5 if is_many else 2.0  # so many coats of an area, ropes of a length
        money = [is_money(unit.noun) for unit in units]
        weighs = [is_measure(unit.noun) and not is_money(unit.noun) for unit in units]
        is_price = operation is Operation.MULTIPLY and True in money and True in weighs
        cost += 0.5 if is_price else 0.0  # a price times a weight means nothing
    elif operation is Operation.DIVIDE and is_measure(units[1].noun) and not is_measure(units[0].noun):
        cost += 0.0 if units[1].is_rate or is_money(units[0].noun) or is_duration(units[1].noun) else 1.0
    if operation is Operation.MULTIPLY and all(
        unit.is_factor and unit.sort not in (Sort.UNCLEAR, Sort.RATIO) for unit in units
    ):
        cost += 0.8
    if any(unit.sort is Sort.RATIO for unit in units) and any(unit.noun in lengths() for unit in units):
        cost += 0.6  # so many across are multiplied by so many down, not by a length
    for factor, other in ((first, second), (second, first)):
        is_hundred = isinstance(factor.node, Constant) and factor.node.fact.startswith("per cent")
        if is_hundred and not other.unit.is_factor:
            cost += 1.0  # only a share becomes a per cent
    if operation is Operation.DIVIDE and (units[0].noun or "").startswith("square") and units[1].is_plain:
        cost += 0.0 if (units[1].noun or "").startswith("square") else 2.0
    if any(unit.sort is Sort.TIMES for unit in units) and any(
        unit.is_plain and not is_measure(unit.noun) for unit in units
    ):
        cost += 0.3  # four sides of 6 m each before three ropes of that length
    ones = [term for term in (first, second) if isinstance(term.node, tuple) and term.node[0] is Operation.DIVIDE]
    if operation is Operation.MULTIPLY and any(unit.sort is Sort.PART for unit in units) and not ones:
        cost += 1.5  # first the value of one part
    assert first.value is not None
    assert second.value is not None
    if operation is Operation.DIVIDE and value.denominator != 1:
        is_ratio = combined(operation, *units).sort is Sort.RATIO
        cost += 1.2 if is_ratio or (is_money(units[0].noun) and (value * 100).denominator != 1) else 0.0
    if terminating_decimal(abs(value)) is None:
        cost += 0.6  # 395 minutes are no round number of hours, but 6 times as many are
    if value.denominator != 1 and first.value.denominator == 1 and second.value.denominator == 1:
        result = combined(operation, *units)
        is_thing = result.is_plain and not is_measure(result.noun)
        is_part = result.sort is Sort.UNCLEAR and first.unit.is_plain and not is_measure(first.unit.noun)
        cost += 0.5 if is_thing or is_part else 0.1
    return cost
