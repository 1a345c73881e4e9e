"""Equations solved without letters, as a teacher shows it to children who know none: step by step with numbers.

One unknown is found by working backwards, by a difference that shrinks, or by counting how many times it is there; two
by their sum and difference, by parts, by imagining that all are of one kind, or by making one kind equal. None for any
other equations.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from math import lcm

from arithmetree.derivations import Affine, Flaw, Operation
from arithmetree.explanation.calculation import Calculation, exactly
from arithmetree.explanation.passage import capital
from arithmetree.explanation.purpose import purpose
from arithmetree.explanation.units import Sort, canonical, is_measure, is_money
from arithmetree.expressions import format_value
from arithmetree.quantities import Kind
from arithmetree.solution.reasons import Step, StepReason
from arithmetree.views.amount_text import amount_text, exact_text
from arithmetree.views.inflection import singular

_SIGNS = {"+": "+", "−": "-", "×": "*", "÷": "/"}
_AGES = frozenset({"old", "age", "older", "younger"})


_Row = tuple[Fraction, Fraction, Fraction, int | None]
"""The coefficients of both unknowns, the number that they make, and its value where the text gives it."""


class _UnclearError(Exception):
    """The text has no words for what would have to be said."""


def arithmetic_steps(
    calc: Calculation, forms: Sequence[Affine | Flaw], meanings: dict[str, str], explain: Callable[[int], Step]
) -> list[Step]:
    """The steps to all unknowns that are needed; none where plain arithmetic would not show it well."""
    writer = _Writer(calc, forms, meanings, explain)
    try:
        found = list(writer.one() if len(calc.made.unknowns) == 1 else writer.two())
    except _UnclearError:
        return []
    return found


def _form(form: Affine | Flaw) -> Affine:
    """An equation itself has no value."""
    return Affine(Fraction(0)) if isinstance(form, Flaw) else form


def _were(kind: str, all_: str | None) -> str:
    """ "were cars", "had 5 axles", "were sultanas" for kilograms."""
    head, joint, size = kind.partition(" with ")
    if joint and head in ("those", all_):
        return f"had {size}"
    measure, joint, stuff = kind.partition(" of ")
    return f"were {stuff if joint and is_measure(canonical(measure)) else kind}"


def _one(kind: str) -> str:
    """ "truck with 2 axles" for "trucks with 2 axles"."""
    for joint in (" with ", " at "):
        head, found, rest = kind.partition(joint)
        if found:
            return f"{'one' if head == 'those' else singular(head)}{joint}{rest}"
    return singular(kind)


def _counted_in(kind: str) -> str | None:
    """ "trucks" for "trucks with 2 axles"; none for those that have no name."""
    head = kind.partition(" with ")[0]
    return None if head == "those" else head


def _article(noun: str) -> str:
    return noun if noun.startswith("one ") else f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


class _Writer:
    def __init__(
        self,
        calc: Calculation,
        forms: Sequence[Affine | Flaw],
        meanings: dict[str, str],
        explain: Callable[[int], Step],
    ) -> None:
        self.calc, self.forms, self.explain = calc, [_form(one) for one in forms], explain
        self.sides = [(step.left, step.right) for step in map(calc.made.step, calc.made.equations) if step is not None]
        self.leaves = [calc.made.leaves.index(one) for one in calc.made.unknowns]
        self.style = replace(calc.style, hours_and_minutes=False, counts_coins=True)
        self.names = [meanings.get(one.name, "").partition(" that the question")[0] for one in calc.made.unknowns]

    # In words

    def amount(self, number: Fraction, unit: str | None) -> str:
        return exactly(amount_text(number, unit, self.style)) if unit else exact_text(number, self.style)

    def bare(self, number: Fraction, unit: str | None) -> str:
        return self.amount(number, unit if is_money(self._noun(unit)) else None)

    def _noun(self, unit: str | None) -> str | None:
        return None if unit is None else singular(unit)

    def unit(self, value: int) -> str | None:
        """The unit of a value that is given; none for a share."""
        return None if self.calc.units[value].sort is Sort.SHARE else self.calc.unit_words(value)

    def name(self, at: int) -> str:
        if not self.names[at]:
            raise _UnclearError
        return "the rest" if self.names[at].startswith("the rest of ") else self.names[at]

    def to_find(self, at: int, do: str) -> str:
        """What a step finds, in the words of the question or by its name."""
        aim = purpose(self.calc.passage, self.calc.asked(self.leaves[at])) or self.names[at]
        return f"To find {aim}, {do}." if aim else f"{capital(do)}."

    def line(
        self,
        numbers: tuple[Fraction, str, Fraction],
        units: tuple[str | None, str | None, str | None],
        because: str,
        kind: StepReason = StepReason.SOLVING,
    ) -> Step:
        """One calculation of two numbers, with the units of both and of the result."""
        left, sign, right = numbers
        value = {"+": left + right, "−": left - right, "×": left * right, "÷": left / (right or 1)}[sign]
        shown = f"{self.bare(left, units[0])} {sign} {self.bare(right, units[1])} = {self.amount(value, units[2])}"
        expression = f"{format_value(left)} {_SIGNS[sign]} {format_value(right)}"
        spans = tuple(self.calc.spans(self.calc.made.equations))
        return Step(expression, value, units[2], because, spans, kind, shown=shown)

    def worked_out(self, value: int) -> Iterator[Step]:
        """The steps to a value that only a calculation gives."""
        step = self.calc.made.step(value)
        if step is not None:
            yield from self.worked_out(step.left)
            yield from self.worked_out(step.right)
            yield self.explain(value)

    # One unknown

    def one(self) -> Iterator[Step]:
        if len(self.sides) != 1:
            raise _UnclearError
        left, right = self.sides[0]
        uses = self._uses(left), self._uses(right)
        if min(uses) == 0 and max(uses) == 1:
            return self._undone(*((left, right) if uses[0] else (right, left)))
        if min(uses) == 0:
            return self._parts(*((left, right) if uses[0] else (right, left)))
        return self._ages(left, right) if self._is_product(left) or self._is_product(right) else self._meeting()

    def _uses(self, value: int) -> int:
        step = self.calc.made.step(value)
        if step is None:
            return int(value in self.leaves)
        return self._uses(step.left) + self._uses(step.right)

    def _is_product(self, value: int) -> bool:
        step = self.calc.made.step(value)
        return (
            step is not None and step.operation is Operation.MULTIPLY and not {step.left, step.right} & {*self.leaves}
        )

    def _undone(self, value: int, given: int) -> Iterator[Step]:
        """5x + 45 = 430 from the end: 430 - 45, then the rest by 5."""
        yield from self.worked_out(given)
        total, unit = self.calc.number(given), self.unit(given)
        lead = "Work backwards from the end"
        while (step := self.calc.made.step(value)) is not None:
            is_left = self._uses(step.left) > 0
            value, other = (step.left, step.right) if is_left else (step.right, step.left)
            yield from self.worked_out(other)
            number, its = self.calc.number(other), self.unit(other)
            is_last = value in self.leaves
            said, size = self.amount(total, unit), self.calc.bare(other)
            unit_after = self.unit(value) if is_last else unit
            left = total
            if step.operation is Operation.ADD:
                sign, do = "−", f"subtract {size} from {said}"
            elif step.operation is Operation.SUBTRACT and is_left:
                sign, do = "+", f"add {size} to {said}"
            elif step.operation is Operation.SUBTRACT:
                left, number, sign, do = number, total, "−", f"subtract {said} from {size}"
            elif step.operation is Operation.DIVIDE and is_left:
                sign, do, its = "×", f"multiply {said} by {size}", None
            elif step.operation is Operation.MULTIPLY and number.numerator == 1 < number.denominator:
                number = Fraction(number.denominator)
                sign, do, its = "×", f"multiply {said} by {number}", None
            elif step.operation is Operation.MULTIPLY:
                sign, do = "÷", f"divide {said} by {self.amount(number, its)}"
            else:
                raise _UnclearError
            because = self.to_find(0, do) if is_last else f"{lead}: {do}."
            found = self.line((left, sign, number), (unit, its, unit_after), because)
            yield found
            assert found.value is not None
            total, unit, lead = found.value, unit_after, "Go back one more step"

    def _parts(self, value: int, given: int) -> Iterator[Step]:
        """x + 2x + 16 = 196: without the 16 it is 3 times the unknown."""
        yield from self.worked_out(given)
        terms = [self.forms[term] for term in self._terms(value)]
        factors = [one.coefficient(0) for one in terms if one.coefficient(0)]
        more, factor = sum((one.constant for one in terms), Fraction(0)), sum(factors, Fraction(0))
        total, unit = self.calc.number(given), self.unit(given)
        if min(factors) <= 0 or more < 0 or more.denominator != 1:
            raise _UnclearError
        unit_after = self.unit(self.leaves[0])
        if more:
            known = [term for term in self._terms(value) if not self._uses(term)]
            is_one = len(known) == 1 and self.calc.number(known[0]) == more
            extra = self.calc.amount(known[0]) if is_one else f"extra {self.amount(more, None)}"
            because = f"First take the {extra} away from {self.amount(total, unit)}."
            yield self.line((total, "−", more), (unit, unit, unit), because)
        unnamed = "the number to find" if self.leaves[0] in self.calc.made.answers else "the smallest part"
        name = self.names[0] or purpose(self.calc.passage, self.calc.asked(self.leaves[0])) or unnamed
        starts = ("the ", "his ", "her ", "my ", "your ", "its ")
        name = name if name.startswith(starts) or "'s " in name else unnamed
        if name.endswith(" age"):
            unit = unit_after = unit or self.calc.noun("year")
        if unnamed == name == "the smallest part" and min(factors) < max(factors) == 1:
            raise _UnclearError
        counted = " + ".join(exact_text(one, self.style) for one in factors)
        times, rest = exact_text(factor, self.style), self.amount(total - more, unit)
        if factor.denominator == 1:
            often = "twice" if factor == 2 else f"{times} times"
            said = f"That is {often} {name} ({counted} = {times}), so divide {rest} by {times}."
            yield self.line((total - more, "÷", factor), (unit, None, unit_after), said)
            return
        is_per_cent = any(one.kind is Kind.PERCENT for one in self.calc.passage.mentions)
        whole = Fraction(100 if is_per_cent else factor.denominator)
        sign = "%" if is_per_cent else f"/{whole}"
        part, change = (exact_text(one * whole, self.style) for one in (factor, abs(factor - 1)))
        lead = f"{whole}{sign} {'+' if factor > 1 else '−'} {change}{sign} = {part}{sign}, so "
        said = f"{lead}{rest} is {part}{sign} of {name}: divide by {part} to get 1{sign}, then multiply by {whole}."
        found = self.line((total - more, "÷", factor), (unit, None, unit_after), said)
        line = f"{self.bare(total - more, unit)} ÷ {part} × {whole} = {found.shown.rpartition(' = ')[2]}"
        yield replace(found, shown=line)

    def _terms(self, value: int) -> list[int]:
        step = self.calc.made.step(value)
        if step is None or step.operation is not Operation.ADD:
            return [value]
        return [*self._terms(step.left), *self._terms(step.right)]

    def _meeting(self) -> Iterator[Step]:
        """900 - 14x = 260 + 18x: a difference at the start, which shrinks by the same amount each time."""
        left, right = self.sides[0]
        if left in self.leaves or right in self.leaves:
            raise _UnclearError
        first, second = sorted((self.forms[left], self.forms[right]), key=lambda one: -one.constant)
        known = [leaf for side in (left, right) for leaf in self._given(side)]
        gap, shrinks = first.constant - second.constant, second.coefficient(0) - first.coefficient(0)
        if gap <= 0 or shrinks <= 0 or second.constant < 0 or not first.coefficient(0) or not second.coefficient(0):
            raise _UnclearError
        unit = next((words for words in map(self.unit, known) if words is not None), None)
        if second.constant:
            do = f"subtract {self.amount(second.constant, unit)} from {self.amount(first.constant, unit)}"
            because = f"Find the difference at the start: {do}."
            yield self.line((first.constant, "−", second.constant), (unit, unit, unit), because)
        one = self.calc.each(self.calc.units[self.leaves[0]].noun)
        down, up = abs(first.coefficient(0)), abs(second.coefficient(0))
        lead = f"Find by how much the difference shrinks for each {one}"
        if first.coefficient(0) < 0 < second.coefficient(0):
            because = f"{lead}: add {self.bare(down, unit)} and {self.amount(up, unit)}."
            yield self.line((down, "+", up), (unit, unit, unit), because)
        else:
            more, less = max(down, up), min(down, up)
            because = f"{lead}: subtract {self.bare(less, unit)} from {self.amount(more, unit)}."
            yield self.line((more, "−", less), (unit, unit, unit), because)
        do = f"divide {self.amount(gap, unit)} by {self.amount(shrinks, unit)}"
        yield self.line((gap, "÷", shrinks), (unit, unit, self.unit(self.leaves[0])), self.to_find(0, do))

    def _given(self, value: int) -> list[int]:
        """The numbers of a side that stand alone."""
        step = self.calc.made.step(value)
        if step is None:
            return [] if value in self.leaves else [value]
        return [one for side in (step.left, step.right) if not self._uses(side) for one in self._given(side)]

    def _ages(self, left: int, right: int) -> Iterator[Step]:
        """44 + x = 2(16 + x): the two ages stay the same number of years apart."""
        old, product = (left, right) if self._is_product(right) else (right, left)
        step = self.calc.made.step(product)
        assert step is not None
        inner, by = (step.left, step.right) if self._uses(step.left) else (step.right, step.left)
        times, first, second = self.calc.number(by), self.forms[old], self.forms[inner]
        later = second.coefficient(0)
        is_age = bool(self.calc.passage.lemmas & _AGES) and first.coefficient(0) == later and abs(later) == 1
        gap = first.constant - second.constant
        if not is_age or times <= 1 or gap <= 0 or times.denominator != 1:
            raise _UnclearError
        years = self.calc.noun("year")
        ages = self.amount(second.constant, years), self.amount(first.constant, years)
        because = f"The difference between the two ages stays the same: subtract {ages[0]} from {ages[1]}."
        yield self.line((first.constant, "−", second.constant), (years, years, years), because)
        young = gap / (times - 1)
        if times == 2:
            same = f"the younger one is as old as this difference, {self.amount(gap, years)}"
            because = f"When one is twice as old as the other, {same}."
        else:
            said = f"{times - 1} times the younger age"
            because = f"When one is {times} times as old as the other, the difference is {said}: divide by {times - 1}."
            yield self.line((gap, "÷", times - 1), (years, None, years), because)
            because = f"The younger one is {self.amount(young, years)} old then."
        high, low = (young, second.constant) if later > 0 else (second.constant, young)
        do = f"subtract {self.amount(low, years)} from {self.amount(high, years)}"
        yield self.line((high, "−", low), (years, years, years), f"{because} {self.to_find(0, do)}")

    # Two unknowns

    def two(self) -> Iterator[Step]:
        if len(self.sides) != 2 or len(self.leaves) != 2:
            raise _UnclearError
        rows = [self._row(at) for at in range(2)]
        needed = [at for at in (0, 1) if self._is_needed(self.leaves[at])]
        rows.sort(key=lambda row: (row[0] != row[1], not row[2]))
        (a, b, _, _), (c, d, _, _) = rows
        if abs(a) == abs(b) and abs(c) == abs(d) and a * b * c * d < 0:
            return self._sum_and_difference(rows, needed)
        if abs(a) == abs(b) == 1 and c * d < 0 and not rows[1][2]:
            return self._shares(rows, needed)
        if a == b == 1 and rows[1][3] is not None:
            return self._imagined(rows, needed)
        if min(a, b, c, d) > 0 and rows[0][3] is not None and rows[1][3] is not None:
            return self._made_equal(rows, needed)
        raise _UnclearError

    def _row(self, at: int) -> _Row:
        """The coefficients of both unknowns, the number that they make, and its value where the text gives it."""
        left, right = self.sides[at]
        form = self.forms[left].plus(self.forms[right], Fraction(-1))
        given = next((side for side in (left, right) if not self._uses(side)), None)
        sign = -1 if form.coefficient(0) < 0 or (given is not None and form.constant > 0) else 1
        first, second = (sign * form.coefficient(one) for one in (0, 1))
        return first, second, -sign * form.constant, given

    def _is_needed(self, leaf: int) -> bool:
        waiting = list(self.calc.made.answers)
        while waiting:
            value = waiting.pop()
            step = self.calc.made.step(value)
            if value == leaf:
                return True
            waiting += () if step is None else (step.left, step.right)
        return False

    def _sum_and_difference(self, rows: Sequence[_Row], needed: Sequence[int]) -> Iterator[Step]:
        """Both together and how much more one is: without the difference it is twice the smaller one."""
        totals = []
        rates = [self.calc.units[leaf] for leaf in self.leaves if self.calc.units[leaf].is_rate]
        unit = f"{self.calc.noun(rates[0].noun or '')} per {self.calc.each(rates[0].per)}" if rates else None
        unit = unit or next((found for leaf in self.leaves if (found := self.unit(leaf)) is not None), None)
        for first, second, total, given in sorted(rows, key=lambda row: row[0] * row[1] < 0):
            if abs(first) == 1:
                totals.append(total)
                continue
            if given is None:
                raise _UnclearError
            joint = "plus" if first * second > 0 else "minus"
            because = (
                f"Divide {self.calc.amount(given)} by {abs(first)}: that is {self.name(0)} {joint} {self.name(1)}."
            )
            yield self.line((total, "÷", abs(first)), (self.unit(given), None, unit), because)
            totals.append(total / abs(first))
        total, gap = totals
        unit = unit or next((self.unit(row[3]) for row in rows if row[3] is not None), None)
        larger = 0 if gap > 0 else 1
        gap = abs(gap)
        for at in needed:
            both, more = self.amount(total, unit), self.amount(gap, unit)
            is_larger = at == larger
            sign = "+" if is_larger else "−"
            do = f"Add {more} to {both}: that makes" if is_larger else f"Subtract {more} from {both}: that leaves"
            twice = total + gap if is_larger else total - gap
            yield self.line((total, sign, gap), (unit, unit, unit), f"{do} twice {self.name(at)}.")
            half = self.to_find(at, f"divide {self.amount(twice, unit)} by 2")
            yield self.line((twice, "÷", Fraction(2)), (unit, None, self.unit(self.leaves[at]) or unit), half)

    def _shares(self, rows: Sequence[_Row], needed: Sequence[int]) -> Iterator[Step]:
        """Both together, or the difference, and one so many times the other."""
        (plus, minus, total, given), (first, second, _, _) = rows
        more = 1 if plus == minus else -1
        one = 1 if abs(first) == 1 else 0
        times = abs(second if one == 1 else first)
        parts = times + more
        if parts <= 1 or times.denominator != 1 or given is None or total < 0:
            raise _UnclearError
        unit, small = self.unit(given), total / parts
        name, other = self.name(one), self.name(1 - one)
        total_is = "both together are" if more == 1 else "the difference is"
        lead = f"{capital(other)} is {times} times {name}, so {total_is} {parts} times {name}"
        because = f"{lead}: divide {self.amount(total, unit)} by {parts}."
        yield self.line((total, "÷", parts), (unit, None, self.unit(self.leaves[one]) or unit), because)
        if 1 - one in needed:
            because = self.to_find(1 - one, f"multiply {self.amount(small, unit)} by {times}")
            yield self.line((small, "×", times), (unit, None, self.unit(self.leaves[1 - one]) or unit), because)

    def _things(self, at: int) -> str:
        """What an unknown counts: "minibuses", "trucks with 2 axles"."""
        name = self.name(at)
        if not name.startswith("the number of ") or " per " in name:
            raise _UnclearError
        return name.removeprefix("the number of ")

    def _imagined(self, rows: Sequence[_Row], needed: Sequence[int]) -> Iterator[Step]:
        """So many in all, and so many points, legs or pounds: what if all were of the other kind?"""
        (_, _, count, given), (first, second, total, made) = rows
        factors = first, second
        if given is None or made is None or not needed or any(one.denominator > 1 for one in factors):
            raise _UnclearError
        at = needed[0] if factors[1 - needed[0]] > 0 else 1 - needed[0]
        mine, others = factors[at], factors[1 - at]
        things, kind = self._things(at), self._things(1 - at)
        yield from self.worked_out(made)
        unit, all_, imagined = self.unit(made), self.unit(given), others * count
        all_ = None if all_ == "heads" else all_  # "35 heads" are 35 animals, whatever they are called
        because = f"Imagine that all {self.amount(count, all_)} {_were(kind, all_)}: "
        because += f"multiply {self.amount(others, unit)} by {count}."
        yield self.line((others, "×", count), (unit, None, unit), because)
        high, low = max(total, imagined), min(total, imagined)
        do = f"subtract {self.amount(low, unit)} from {self.amount(high, unit)}"
        because = f"Find how far that is from the real total of {self.amount(total, unit)}: {do}."
        yield self.line((high, "−", low), (unit, unit, unit), because)
        swap, size = abs(others - mine), self.amount(abs(others - mine), unit)
        changes = f"{'lowers' if imagined > total else 'raises'} the total by {size}"
        lead = f"Each {_one(things)} in place of {_article(_one(kind))} {changes}"
        if others * mine < 0:
            parts, sign, do = (abs(others), abs(mine)), "+", "add {0} and {1}"
        else:
            parts, sign, do = (max(others, mine), min(others, mine)), "−", "subtract {1} from {0}"
        do = do.format(*(self.amount(part, unit) for part in parts))
        yield self.line((parts[0], sign, parts[1]), (unit, unit, unit), f"{lead}: {do}.")
        do = f"divide {self.amount(high - low, unit)} by {size}"
        names = [
            _counted_in(self._things(one)) if leaf not in self.calc.made.answers else self.unit(leaf)
            for one, leaf in enumerate(self.leaves)
        ]
        yield self.line((high - low, "÷", swap), (unit, unit, names[at]), self.to_find(at, do))
        if 1 - at in needed:
            found = (high - low) / swap
            do = f"subtract {self.amount(found, names[at])} from {self.amount(count, all_)}"
            yield self.line((count, "−", found), (all_, names[at], names[1 - at]), self.to_find(1 - at, do))

    def _made_equal(self, rows: Sequence[_Row], needed: Sequence[int]) -> Iterator[Step]:
        """ "4 men and 6 boys", "2 men and 8 boys": take one of them twice, and only boys make the difference."""
        mine = needed[0]
        other = 1 - mine
        numbers = [(row[:2][mine], row[:2][other], row[2]) for row in rows]
        givens = [row[3] for row in rows]
        unit = next((self.unit(one) for one in givens if one is not None), None)
        words = [self._counted(at) for at in (mine, other)]
        same = Fraction(lcm(*(int(row[1]) for row in numbers)))
        if any(value.denominator > 1 for row in numbers for value in row[:2]):
            raise _UnclearError
        taken = []
        for first, second, total in numbers:
            times = same / second
            taken.append((first * times, total * times))
            if times == 1:
                continue
            both = f"{self.amount(first * times, words[0])} and {self.amount(same, words[1])}"
            often = "twice" if times == 2 else f"{times} times"
            one = f"{self.amount(first, words[0])} and {self.amount(second, words[1])}"
            because = f"Take {one} {often}, so that it is {both}."
            yield self.line((total, "×", times), (unit, None, unit), because)
        (many, high), (few, low) = sorted(taken, reverse=True)
        more = many - few
        if more <= 0 or high <= low:
            raise _UnclearError
        extra = self.amount(more, words[0])
        because = f"Both have {self.amount(same, words[1])} now, so {extra} make the difference: "
        because += f"subtract {self.amount(low, unit)} from {self.amount(high, unit)}."
        yield self.line((high, "−", low), (unit, unit, unit), because)
        value = (high - low) / more
        one_unit = self.unit(self.leaves[mine]) or unit
        if more != 1:
            do = self.to_find(mine, f"divide {self.amount(high - low, unit)} by {more}")
            yield self.line((high - low, "÷", more), (unit, None, one_unit), do)
        if other in needed:
            first, second, total = numbers[0]
            part = self.amount(first, words[0])
            yield self.line(
                (first, "×", value),
                (None, unit, unit),
                f"That is for {part}: multiply {self.amount(value, unit)} by {first}.",
            )
            rest, left = total - first * value, self.amount(second, words[1])
            do = f"subtract {self.amount(first * value, unit)} from {self.amount(total, unit)}"
            yield self.line((total, "−", first * value), (unit, unit, unit), f"The rest is for {left}: {do}.")
            do = self.to_find(other, f"divide {self.amount(rest, unit)} by {second}")
            yield self.line((rest, "÷", second), (unit, None, self.unit(self.leaves[other]) or unit), do)

    def _counted(self, at: int) -> str:
        """What an unknown is for each of, as the text writes it beside its number: "small stamps"."""
        for step in self.calc.made.steps:
            if step.operation is Operation.MULTIPLY and self.leaves[at] in (step.left, step.right):
                number = self.calc.mention(step.right if step.left == self.leaves[at] else step.left)
                noun = None if number is None else self.calc.passage.nouns[number]
                if noun is not None:
                    return noun.words
        raise _UnclearError
