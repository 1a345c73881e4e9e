"""Simulated pupils: right work in the forms that pupils use, and wrong work of the common sorts.

Everything is made from the gold calculation of a problem. Work that is called wrong has another exact value than the
gold answer, and is no rounding of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor, gcd, lcm
from random import Random

from amounts import DAY, HALF_DAY, clock, digits, forms, is_rounding, written

from arithmetree.corpus import Record
from arithmetree.derivations import Constant, Derivation, Mention, Operation
from arithmetree.quantities import Kind

_SIGNS = {Operation.ADD: "+", Operation.SUBTRACT: "-", Operation.MULTIPLY: "x", Operation.DIVIDE: "÷"}
_SENTENCES = ("The answer is {}.", "I think it is {}.", "There are {} left.", "So that makes {} in all.", "Answer: {}")
_Change = Callable[[Fraction, Fraction], Fraction | None]


@dataclass(frozen=True)
class Pupil:
    """One answer: what was written, in which form or with which mistake, and whether it is right."""

    sort: str
    written: str
    right: bool


class Sheet:
    """A problem of the corpus as its pupils see it."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.answers = record.answers
        self.units = tuple(record.units) or (record.unit,) * len(record.answers)
        self.values = tuple(quantity.value for quantity in record.quantities)
        self.money = any(quantity.kind is Kind.MONEY for quantity in record.quantities)
        made = record.derivation
        plain = made is not None and not made.unknowns and not made.equations
        self.calculation: Derivation | None = made if plain else None

    @property
    def answer(self) -> Fraction:
        """The gold answer of the last question."""
        return self.answers[-1]

    @property
    def unit(self) -> str | None:
        """The unit of that answer."""
        return self.units[-1]

    def key(self, rng: Random) -> str:
        """The key that a teacher writes: numbers, amounts or a calculation."""
        if len(self.answers) > 1:
            return " and ".join(self._amount(one, unit) for one, unit in zip(self.answers, self.units, strict=True))
        if self.unit == "clock":
            said = 10 * 60 <= self.answer % DAY < 13 * 60  # "10:15" does not say which half of the day it means
            return clock(self.answer, half_day=said or rng.random() < 0.5)
        lines = self.working()
        if lines and rng.random() < 0.25:
            return "; ".join(lines)
        if rng.random() < 0.5:
            return self._amount(self.answer, self.unit)
        return written(self.answer)

    def _amount(self, value: Fraction, unit: str | None) -> str:
        if unit == "clock":
            return clock(value, half_day=False)
        found = [text for name, text in forms(value, unit, money=self.money) if name in ("unit", "money")]
        return found[0] if found else written(value)

    # Right work.

    def right(self) -> Iterator[Pupil]:
        """Right answers in all forms that fit."""
        if len(self.answers) > 1:
            yield from (Pupil(name, text, True) for name, text in self._several(self.answers))
            return
        shown = list(forms(self.answer, self.unit, money=self.money))
        yield from (Pupil(name, text, True) for name, text in shown)
        if self.unit == "clock":
            return
        amounts = [text for name, text in shown if name in ("unit", "money", "number", "currency word")]
        for place, sentence in enumerate(_SENTENCES):
            if amounts:
                yield Pupil("sentence", sentence.format(amounts[place % len(amounts)]), True)
        yield from self._division()
        lines = self.working()
        if not lines:
            return
        amount = amounts[-1] if amounts else written(self.answer)
        yield Pupil("last sum", lines[-1], True)
        if len(lines) > 1:
            yield Pupil("sums in lines", "\n".join(lines), True)
            yield Pupil("sums with commas", ", ".join(lines), True)
            yield Pupil("sums run together", " ".join(line.replace(" ", "") for line in lines), True)
            yield Pupil("sums as sentences", ". ".join(lines) + ".", True)
            yield Pupil(
                "sums in numbered steps", "\n".join(f"Step {n}: {line}" for n, line in enumerate(lines, 1)), True
            )
        yield Pupil("sum and sentence", f"{lines[-1]}, so the answer is {amount}.", True)
        yield Pupil("sum and number again", f"{lines[-1]} {amount}", True)
        yield Pupil("number because of a sum", f"It is {amount} because {lines[-1]}", True)
        yield Pupil("sum without result", lines[-1].partition(" = ")[0], True)
        if all(operation in _SIGNS for operation in self._operations()) and self.record.expression is not None:
            yield Pupil("one expression", f"{self.record.expression} = {written(self.answer)}", True)

    def _division(self) -> Iterator[Pupil]:
        """Quotient and remainder, where the last step divides."""
        last = self._last_step()
        if last is None:
            return
        operation, left, right = last
        if operation not in (Operation.DIVIDE, Operation.QUOTIENT, Operation.REMAINDER, Operation.ROUND_UP):
            return
        if left.denominator != 1 or right.denominator != 1 or right == 0:
            return
        quotient, rest = divmod(left, right)
        both = f"{quotient} r {rest}"
        if operation is Operation.DIVIDE and rest == 0:
            yield Pupil("quotient and remainder", both, True)
            yield Pupil("division with remainder", f"{left} ÷ {right} = {both}", True)
        elif operation is Operation.QUOTIENT:
            yield Pupil("quotient and remainder", both, True)
            yield Pupil("quotient and remainder", f"{quotient} remainder {rest}", True)
            yield Pupil("division with remainder", f"{left} ÷ {right} = {both}", True)
        elif operation is Operation.REMAINDER:
            yield Pupil("division with remainder", f"{left} ÷ {right} = {both}, so {rest} left", True)
        elif operation is Operation.ROUND_UP:
            yield Pupil("division with remainder", f"{left} ÷ {right} = {both}, so {self.answer}", True)

    def _several(self, answers: Sequence[Fraction]) -> Iterator[tuple[str, str]]:
        shown = [self._amount(one, unit) for one, unit in zip(answers, self.units, strict=True)]
        plain = [
            clock(one, half_day=False) if unit == "clock" else written(one)
            for one, unit in zip(answers, self.units, strict=True)
        ]
        labels = "abcdef"
        yield "several, with and", " and ".join(plain)
        yield "several, with and", " and ".join(shown)
        yield "several, with commas", ", ".join(plain)
        yield "several, labelled", " ".join(f"{label}) {one}" for label, one in zip(labels, plain, strict=False))
        yield "several, labelled", "\n".join(f"{label}) {one}" for label, one in zip(labels, shown, strict=False))
        yield "several, in lines", "\n".join(shown)

    # The gold calculation.

    def _operations(self) -> list[Operation]:
        return [] if self.calculation is None else [step.operation for step in self.calculation.steps]

    def _worked(
        self, changes: Mapping[int, _Change] = {}, leaves: Mapping[int, Fraction] = {}
    ) -> list[Fraction | None]:
        """The value of every leaf and step, with some steps done otherwise or some leaves misread."""
        made = self.calculation
        assert made is not None
        found: list[Fraction | None] = []
        for place, leaf in enumerate(made.leaves):
            if place in leaves:
                found.append(leaves[place])
            elif isinstance(leaf, Mention):
                found.append(self.values[leaf.quantity])
            else:
                found.append(leaf.value if isinstance(leaf, Constant) else None)
        for place, step in enumerate(made.steps, start=len(made.leaves)):
            left, right = found[step.left], found[step.right]
            if left is None or right is None:
                found.append(None)
            else:
                found.append(changes.get(place, _APPLY[step.operation])(left, right))
        return found

    def _last_step(self) -> tuple[Operation, Fraction, Fraction] | None:
        made = self.calculation
        step = None if made is None else made.step(made.answers[-1])
        if made is None or step is None:
            return None
        found = self._worked()
        left, right = found[step.left], found[step.right]
        return None if left is None or right is None else (step.operation, left, right)

    def working(self, changes: Mapping[int, Operation] = {}) -> list[str]:
        """The steps as sums with their results; none where a step is no sum or a number has no short form."""
        made = self.calculation
        if made is None or len(self.answers) > 1 or self.unit == "clock" or not made.steps:
            return []
        found = self._worked({place: _APPLY[operation] for place, operation in changes.items()})
        lines = []
        for place, step in enumerate(made.steps, start=len(made.leaves)):
            operation = changes.get(place, step.operation)
            shown = [None if found[one] is None else digits(found[one]) for one in (step.left, step.right, place)]  # type: ignore[arg-type]
            if operation not in _SIGNS or None in shown:
                return []
            lines.append(f"{shown[0]} {_SIGNS[operation]} {shown[1]} = {shown[2]}")
        return lines if made.answers[-1] == made.size - 1 else []

    # Wrong work.

    def wrong(self, rng: Random) -> Iterator[Pupil]:
        """Wrong answers of every sort that the problem allows."""
        if not self.answers:
            yield from self._of_no_answer()
            return
        if len(self.answers) > 1:
            place = rng.randrange(len(self.answers))
            off = [one + (1 if number == place else 0) for number, one in enumerate(self.answers)]
            if not is_rounding(off[place], self.answers[place]):
                yield from (Pupil("one of several is wrong", text, False) for _, text in self._several(off))
            if self.answers[0] != self.answers[1]:
                yield Pupil("several, in the wrong order", " and ".join(map(written, self.answers[::-1])), False)
            return
        if self.unit == "clock":
            yield from self._wrong_times()
            return
        for sort, value in self._wrong_values(rng):
            if value is not None and self._is_wrong(value):
                yield from self._written(sort, value, rng)
        yield from self._wrong_work(rng)
        yield from self._wrong_units()

    def _is_wrong(self, value: Fraction) -> bool:
        return value != self.answer and not is_rounding(value, self.answer) and digits(value) is not None

    def _written(self, sort: str, value: Fraction, rng: Random) -> Iterator[Pupil]:
        shown = [
            text for name, text in forms(value, self.unit, money=self.money) if name in ("number", "unit", "money")
        ]
        if shown:
            text = rng.choice(shown)
            yield Pupil(sort, rng.choice(_SENTENCES).format(text) if rng.random() < 0.2 else text, False)

    def _wrong_values(self, rng: Random) -> Iterator[tuple[str, Fraction | None]]:
        answer = self.answer
        yield "off by one", answer + rng.choice((-1, 1))
        if answer >= 20:
            yield "off by ten", answer + rng.choice((-10, 10))
        yield "digits swapped", _swapped(answer, rng)
        yield "a zero too many or too few", answer * rng.choice((Fraction(10), Fraction(1, 10)))
        for quantity in self.record.quantities:
            if quantity.countable:
                yield "a number of the text", quantity.value
        for place in self.record.irrelevant:
            spare = self.values[place]
            for name, operation in (("added", Operation.ADD), ("taken away", Operation.SUBTRACT)):
                yield f"a distractor {name}", _APPLY[operation](answer, spare)
        made = self.calculation
        if made is None:
            return
        found, last = self._worked(), made.answers[-1]
        for place, step in enumerate(made.steps, start=len(made.leaves)):
            if place != last:
                yield "intermediate result", found[place]
            for operation in _SIGNS:
                if step.operation in _SIGNS and operation is not step.operation:
                    yield "wrong operation", self._worked({place: _APPLY[operation]})[last]
            yield "the wrong way round", self._worked({place: _turned(step.operation)})[last]
            yield "a step left out", self._worked({place: lambda left, right: left})[last]  # noqa: ARG005
            yield "a step left out", self._worked({place: lambda left, right: right})[last]  # noqa: ARG005
            if step.operation in (Operation.ROUND_UP, Operation.QUOTIENT):
                other = Operation.QUOTIENT if step.operation is Operation.ROUND_UP else Operation.ROUND_UP
                yield "rounded the wrong way", self._worked({place: _APPLY[other]})[last]
                yield "not rounded", self._worked({place: _APPLY[Operation.DIVIDE]})[last]
        for place, leaf in enumerate(made.leaves):
            if not isinstance(leaf, Mention):
                continue
            value = self.values[leaf.quantity]
            misread = _swapped(value, rng) or value + 1
            yield "a misread number", self._worked(leaves={place: misread})[last]
            for spare in self.record.irrelevant:
                yield "a distractor used instead", self._worked(leaves={place: self.values[spare]})[last]
            if self.record.quantities[leaf.quantity].kind is Kind.PERCENT:
                yield "percentage instead of remainder", self._worked(leaves={place: 1 - value})[last]
                yield "per cent forgotten", self._worked(leaves={place: 100 * value})[last]

    def _wrong_work(self, rng: Random) -> Iterator[Pupil]:
        """Sums with a slip in the last result, and sums with a wrong sign that are worked out rightly."""
        lines = self.working()
        if not lines:
            return
        slipped = self.answer + rng.choice((-1, 1, 10))
        if self._is_wrong(slipped):
            head = lines[-1].partition(" = ")[0]
            yield Pupil("a slip in the last sum", ", ".join([*lines[:-1], f"{head} = {digits(slipped)}"]), False)
            yield Pupil("a slip in the last sum", f"{head} = {digits(slipped)}", False)
        made = self.calculation
        assert made is not None
        for place, step in enumerate(made.steps, start=len(made.leaves)):
            for operation in _SIGNS:
                value = self._worked({place: _APPLY[operation]})[made.answers[-1]]
                if operation is not step.operation and value is not None and self._is_wrong(value):
                    other = self.working({place: operation})
                    if other:
                        yield Pupil("a wrong sign in the sums", "; ".join(other), False)
        if len(lines) > 1:
            value = self._worked()[made.size - 2]
            if value is not None and self._is_wrong(value):
                yield Pupil("the last sum left out", "; ".join(lines[:-1]), False)

    def _wrong_units(self) -> Iterator[Pupil]:
        """The right number of another unit of the same measure, or of another currency."""
        other = _OTHER_UNIT.get(str(self.unit))
        if other is not None and self.answer != 0 and (self.money or self.unit != "pounds"):
            yield Pupil("another unit", f"{written(self.answer)} {other}", False)

    def _wrong_times(self) -> Iterator[Pupil]:
        for sort, off in (
            ("an hour off", 60),
            ("ten minutes off", 10),
            ("a minute off", -1),
            ("half a day off", HALF_DAY),
        ):
            value = (self.answer + off) % DAY
            for half_day in (True, False):
                # "5:10" for ten past five in the afternoon is right, so half a day is only off where it is said.
                if off != HALF_DAY or half_day or value >= 13 * 60:
                    yield Pupil(f"clock: {sort}", clock(value, half_day=half_day), False)

    def _of_no_answer(self) -> Iterator[Pupil]:
        counted = [quantity.value for quantity in self.record.quantities if quantity.countable]
        for one, other in pairwise(counted):
            for operation, sign in _SIGNS.items():
                value = _APPLY[operation](one, other)
                if value is not None and digits(value) is not None:
                    yield Pupil("an answer where there is none", str(digits(value)), False)
                    if digits(one) and digits(other):
                        sums = f"{digits(one)} {sign} {digits(other)} = {digits(value)}"
                        yield Pupil("an answer where there is none", sums, False)


def _swapped(value: Fraction, rng: Random) -> Fraction | None:
    """A number with two neighbouring digits swapped; None where they are all the same."""
    text = digits(value)
    places = [] if text is None else [
        place for place in range(len(text) - 1)
        if text[place].isdigit() and text[place + 1].isdigit() and text[place] != text[place + 1]
    ]  # fmt: skip
    if text is None or not places:
        return None
    place = rng.choice(places)
    return Fraction(text[:place] + text[place + 1] + text[place] + text[place + 2 :])


def _turned(operation: Operation) -> _Change:
    return lambda left, right: _APPLY[operation](right, left)


def _of_counts(function: Callable[[int, int], int]) -> _Change:
    def applied(left: Fraction, right: Fraction) -> Fraction | None:
        if left.denominator != 1 or right.denominator != 1 or left <= 0 or right <= 0:
            return None
        return Fraction(function(left.numerator, right.numerator))

    return applied


_APPLY: dict[Operation, _Change] = {
    Operation.ADD: lambda left, right: left + right,
    Operation.SUBTRACT: lambda left, right: left - right,
    Operation.MULTIPLY: lambda left, right: left * right,
    Operation.DIVIDE: lambda left, right: left / right if right else None,
    Operation.QUOTIENT: lambda left, right: Fraction(floor(left / right)) if right else None,
    Operation.REMAINDER: lambda left, right: left % right if right else None,
    Operation.ROUND_UP: lambda left, right: Fraction(-floor(-left / right)) if right else None,
    Operation.GCD: _of_counts(gcd),
    Operation.LCM: _of_counts(lcm),
    Operation.EQUATE: lambda left, right: None,  # noqa: ARG005
}
_OTHER_UNIT = {
    "m": "cm", "metres": "km", "meters": "cm", "cm": "m", "centimetres": "m", "km": "m", "kilometers": "m", "kg": "g",
    "kilograms": "g", "g": "kg", "litres": "ml", "liters": "ml", "ml": "l", "minutes": "hours", "hours": "minutes",
    "seconds": "minutes", "dollars": "euros", "euros": "pounds", "pounds": "dollars", "cents": "dollars",
}  # fmt: skip


def class_of(sheet: Sheet, rng: Random, count: int) -> list[Pupil]:
    """So many pupils with right and so many with wrong work, each of another sort as far as there are as many."""
    chosen: list[Pupil] = []
    for made in (list(sheet.right()) if sheet.answers else [], list(sheet.wrong(rng))):
        rng.shuffle(made)
        first = {pupil.sort: pupil for pupil in reversed(made)}
        rest = [pupil for pupil in made if first[pupil.sort] is not pupil]
        order = sorted(first.values(), key=made.index) + rest
        chosen += order[:count]
    return chosen
