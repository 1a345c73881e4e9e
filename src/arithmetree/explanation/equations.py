"""Equations in words: what each letter means, where each equation comes from, how they are solved, and a check."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from arithmetree.derivations import Affine, Constant, Derivation, Flaw, Mention, Operation, Unknown, work_out
from arithmetree.derivations.operations import RULES
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.passage import listed, without_overlaps
from arithmetree.explanation.unknowns import meanings
from arithmetree.expressions import terminating_decimal
from arithmetree.schemas import Token
from arithmetree.solution.reasons import Step, StepReason
from arithmetree.views.amount_text import amount_text

_LETTERS = "xyzabcdefgh"
_LONGEST_QUOTE = 30  # words
_TIGHT = 3
_DIVISIONS = {
    Operation.QUOTIENT: "{0}, rounded down",
    Operation.ROUND_UP: "{0}, rounded up",
    Operation.REMAINDER: "the remainder of {0}",
}
_COMMON = {Operation.GCD: "the greatest common divisor", Operation.LCM: "the least common multiple"}

Line = tuple[str, Fraction | None, str]
"""A line of the solution: the equation, the value of the letter where it is found, and the sentence."""

Labelled = tuple[int, "Linear"]
"""An equation with the number that it has on the page; what it becomes keeps the number."""


@dataclass(frozen=True, slots=True)
class Linear:
    """A tidy equation: the sum of coefficient times unknown is a number."""

    terms: tuple[tuple[int, Fraction], ...]
    total: Fraction

    @classmethod
    def of(cls, left: Affine, right: Affine) -> Linear:
        """The equation left = right, with the unknowns on one side."""
        form = left.plus(right, Fraction(-1))
        flipped = bool(form.terms) and form.terms[0][1] < 0
        sign = -1 if flipped else 1
        return cls(tuple((one, sign * value) for one, value in form.terms), -sign * form.constant)

    def coefficient(self, unknown: int) -> Fraction:
        """The coefficient of an unknown."""
        return dict(self.terms).get(unknown, Fraction(0))

    def without(self, unknown: int, known: Linear) -> Linear:
        """The equation with an unknown replaced by what another equation says of it."""
        factor = self.coefficient(unknown) / known.coefficient(unknown)
        return self.plus(known, -factor)

    def plus(self, other: Linear, factor: Fraction) -> Linear:
        """The sum of both equations, the other times a factor."""
        found = dict(self.terms)
        for one, value in other.terms:
            found[one] = found.get(one, Fraction(0)) + factor * value
        return Linear(tuple(sorted((one, v) for one, v in found.items() if v)), self.total + factor * other.total)


def letters_of(calc: Calculation) -> dict[str, str]:
    """A letter for every unknown, by its name: the name itself where it is one."""
    names = [one.name for one in calc.made.unknowns]
    free = iter(letter for letter in _LETTERS if letter not in names)
    return {name: name if len(name) == 1 else next(free) for name in names}


def equation_steps(calc: Calculation) -> Iterator[Step]:
    """All lines about the equations, from the letters to the check; none where they have no solution."""
    made = calc.made
    worked = work_out(made, [one.value for one in calc.passage.mentions])
    sides = []
    for equation in made.equations:
        step = made.step(equation)
        assert step is not None
        left, right = worked.forms[step.left], worked.forms[step.right]
        if isinstance(left, Flaw) or isinstance(right, Flaw):
            return
        sides.append(Linear.of(left, right))
    letters = letters_of(calc)
    names = [letters[one.name] for one in made.unknowns]
    yield Step(
        ", ".join(names), None, None, _letters_sentence(calc, letters), (), StepReason.LETTERS, shown=_let(names)
    )
    for number, equation in enumerate(made.equations):
        yield _equation(calc, equation, letters, number)
    found: dict[int, Fraction] = {}
    stated = {Written(calc, letters).write(equation) for equation in made.equations}
    single = Written(calc, letters).write(made.equations[0]) if len(made.equations) == 1 else ""

    def put(label: int, unknown: int, said: str) -> str | None:
        """An equation with unknowns on both sides, as the text gives it, with what one of them is."""
        step = made.step(made.equations[label - 1])
        if step is None or not (has_unknown(made, step.left) and has_unknown(made, step.right)):
            return None
        replaced = letters | {made.unknowns[unknown].name: f"({said})"}
        return re.sub(r"(^|= )\(([^()]+)\)", r"\1\2", Written(calc, replaced).write(made.equations[label - 1]))

    labelled = list(enumerate(sides, start=1))
    lines = _undone(calc, letters, found) or _solved(labelled, names, found, written=single, put=put)
    for line, value, sentence in lines:
        if value is None and line in stated:
            continue  # it is there already
        unknown = next((i for i, name in enumerate(names) if line.startswith(f"{name} = ")), None)
        unit = _unit(calc, unknown) if value is not None and unknown is not None else None
        shown = (
            line
            if value is None or unit is None
            else f"{line.rpartition('=')[0]}= {amount_text(value, unit, calc.style)}"
        )
        yield Step(_plain(line), value, unit, sentence, (), StepReason.SOLVING, shown=shown)
    if len(found) == len(names):
        yield _check(calc, letters)


def _let(names: Sequence[str]) -> str:
    return ", ".join(f"{name} = ?" for name in names)


def _plain(line: str) -> str:
    return line.replace("−", "-").replace("×", "*").replace("÷", "/")


def _unit(calc: Calculation, unknown: int) -> str | None:
    if "consecutive" in calc.passage.lemmas:
        return None  # a number, whatever has it
    leaf = calc.made.unknowns[unknown]
    value = calc.made.leaves.index(leaf)
    return calc.answer_unit(value) if value in calc.made.answers else None


def _letters_sentence(calc: Calculation, letters: dict[str, str]) -> str:
    """What each letter means; those that the text has no words for come last."""
    known = meanings(calc)
    for name in letters:
        if name not in known and calc.asked(calc.made.leaves.index(Unknown(name))) is not None:
            known[name] = "what the question asks for"
    others = [letter for name, letter in letters.items() if name not in known]
    if len(others) == 1:
        name = next(name for name, letter in letters.items() if letter == others[0])
        known[name] = f"the {'other ' if len(letters) > 1 else ''}unknown number"
    said = [f"{letter} for {known[name]}" for name, letter in letters.items() if name in known]
    if len(others) > 1:
        said.append(f"{listed(others)} for the unknown numbers")
    return f"Write {listed(said)}."


def _equation(calc: Calculation, equation: int, letters: dict[str, str], number: int) -> Step:
    mentions = sorted(calc.leaves_of(equation))
    quotes = []
    for whole in dict.fromkeys(tuple(calc.passage.sentence(one)) for one in mentions):
        sentence = _without_question(calc, whole)
        if sentence and len(sentence) <= _LONGEST_QUOTE:
            text = calc.passage.problem.text[sentence[0].start : sentence[-1].end]
            said = " ".join(text.split()).rstrip(" .")
            said = said.rstrip(' ."') if said.count('"') % 2 else said
            quotes.append('"' + said.replace('"', "'") + '"')
    if not quotes:
        sentence_ = "This is what the text says, as an equation." if mentions else "These two are equal."
    else:
        sentence_ = f"The text says {listed(quotes)}."
    shown = Written(calc, letters).write(equation)
    spans = without_overlaps(calc.passage.amount_span(one) for one in mentions)
    label = f"({number + 1}) " if len(calc.made.equations) > 1 else ""
    return Step(_plain(shown), None, None, sentence_, spans, StepReason.EQUATION, shown=f"{label}{shown}")


def _without_question(calc: Calculation, sentence: tuple[Token, ...]) -> tuple[Token, ...]:
    """A sentence up to the question that it ends with, where no full stop comes before it; a question stays whole."""
    starts = [asked.span[0] for asked in calc.passage.questions]
    stop = next((i for i, token in enumerate(sentence) if i and token.start in starts), len(sentence))
    said = sentence[:stop]
    while said and (said[-1].text in (",", "–", "-", "and") or said[-1].tag == "IN"):
        said = said[:-1]
    return said


@dataclass(frozen=True)
class Written:
    """Values with unknowns in school writing: "2x + 4(35 − x) = 94"; or with numbers for the letters."""

    calc: Calculation
    letters: dict[str, str] | None

    def write(self, value: int) -> str:
        """A value or an equation."""
        return self._consecutive(value) or self._write(value)[0]

    def _consecutive(self, value: int) -> str | None:
        """The sum of consecutive numbers, "x + (x + 2) + (x + 4) = 84"."""
        step = self.calc.made.step(value)
        if step is None or step.operation is not Operation.EQUATE or "consecutive" not in self.calc.passage.lemmas:
            return None
        total, terms = step.left, self._terms(step.right)
        if has_unknown(self.calc.made, total):
            total, terms = step.right, self._terms(step.left)
        firsts = [term for term in terms if has_unknown(self.calc.made, term)]
        more = sorted(self.calc.number(term) for term in terms if term not in firsts)
        is_alike = len(set(firsts)) == 1 and firsts[0] < len(self.calc.made.leaves)
        if (
            not is_alike
            or len(more) != len(firsts) - 1
            or [one * (i + 1) for i, one in enumerate(more[:1] * len(more))] != more
        ):
            return None
        first = self._leaf(firsts[0])[0]
        numbers = [first, *(f"({first} + {number_word(one)})" for one in more)]
        return f"{' + '.join(numbers)} = {self._write(total)[0]}"

    def _write(self, value: int) -> tuple[str, int]:
        """The text and how tightly it binds."""
        step = self.calc.made.step(value)
        if step is None:
            return self._leaf(value)
        terms = self._terms(value) if step.operation is Operation.ADD else []
        if len(terms) > 4:
            return " + ".join(self._write(term)[0] for term in terms), RULES[Operation.ADD].binding or 1
        sides = (step.right, step.left) if self._is_turned(value) else (step.left, step.right)
        (left, left_binds), (right, right_binds) = map(self._write, sides)
        binding = RULES[step.operation].binding
        if binding is None:
            if step.operation in _DIVISIONS:
                above, below = (f"({text})" if binds < 2 else text for text, binds in ((left, left_binds), (right, 1)))
                below = right if right_binds == _TIGHT else below
                return _DIVISIONS[step.operation].format(f"{above} ÷ {below}"), -1
            numbers = [self._write(part)[0] for part in self._parts(value, step.operation)]
            return f"{_COMMON[step.operation]} of {listed(numbers)}", -1
        if step.operation is Operation.EQUATE:
            is_turned = not has_unknown(self.calc.made, step.left) and has_unknown(self.calc.made, step.right)
            return (f"{right} = {left}" if is_turned else f"{left} = {right}"), 0
        if step.operation is Operation.MULTIPLY and self.letters is not None:
            for (number, _), (letter, binds), value_ in (((left, 0), (right, right_binds), step.left),
                                                         ((right, 0), (left, left_binds), step.right)):  # fmt: skip
                if self._is_number(value_) and (letter in self.letters.values() or binds < 2) and "/" not in number:
                    number = "" if number == "1" else number
                    return (f"{number}{letter}" if binds == _TIGHT else f"{number}({letter})"), 2
        left = f"({left})" if left_binds < binding else left
        right = f"({right})" if right_binds <= binding and right_binds < _TIGHT else right
        return f"{left} {RULES[step.operation].sign} {right}", binding

    def _is_turned(self, value: int) -> bool:
        """True for 18 + 4x where the text names the 18 after the 4, and for 9 + x: "9 m longer than the first"."""
        step = self.calc.made.step(value)
        number = None if step is None or step.operation is not Operation.ADD else self.calc.mention(step.left)
        if step is None or number is None or not has_unknown(self.calc.made, step.right):
            return False
        others = [one for one in self.calc.leaves_of(step.right) if one != number]
        schema = self.calc.passage.schemas[number]
        is_compared = schema is not None and schema.comparison is not None
        before = self.calc.passage.problem.text[: self.calc.passage.mentions[number].start].lower()
        return max(others) < number if others else is_compared or before.endswith("add ")

    def _terms(self, value: int) -> list[int]:
        """The terms of a long sum, those with unknowns first."""
        step = self.calc.made.step(value)
        if step is None or step.operation is not Operation.ADD:
            return [value]
        found = [*self._terms(step.left), *self._terms(step.right)]
        return sorted(found, key=lambda one: not has_unknown(self.calc.made, one))

    def _parts(self, value: int, operation: Operation) -> list[int]:
        """The numbers of a common divisor or multiple, of more than two too, in the order of the text."""
        step = self.calc.made.step(value)
        if step is None or step.operation is not operation:
            return [value]
        found = [*self._parts(step.left, operation), *self._parts(step.right, operation)]
        return sorted(found, key=lambda one: self.calc.leaves_of(one)[:1])

    def _leaf(self, value: int) -> tuple[str, int]:
        leaf = self.calc.made.leaves[value]
        if isinstance(leaf, Unknown) and self.letters is not None:
            return self.letters[leaf.name], _TIGHT
        return number_word(self.calc.number(value), fractions=self.calc.style.fractions), _TIGHT

    def _is_number(self, value: int) -> bool:
        return value < len(self.calc.made.leaves) and isinstance(self.calc.made.leaves[value], (Mention, Constant))


def has_unknown(made: Derivation, value: int) -> bool:
    """Whether a value is made of an unknown."""
    step = made.step(value)
    if step is None:
        return isinstance(made.leaves[value], Unknown)
    return has_unknown(made, step.left) or has_unknown(made, step.right)


def number_word(value: Fraction, *, fractions: bool = False) -> str:
    """A number in an equation: a decimal where it ends, else a fraction; with `fractions` 3/4 stays a fraction."""
    shown = None if fractions and 0 < value < 1 else terminating_decimal(value)
    return (str(value) if shown is None else shown).replace("-", "−")


def _written(linear: Linear, names: Sequence[str]) -> str:
    """ "2x + 4y = 94"."""
    return f"{_sum(linear.terms, names)} = {number_word(linear.total)}"


def _sum(terms: Sequence[tuple[int, Fraction]], names: Sequence[str]) -> str:
    text = ""
    for one, value in terms:
        size = "" if abs(value) == 1 else number_word(abs(value))
        size = f"({size})" if "/" in size else size
        sign = (" − " if value < 0 else " + ") if text else ("−" if value < 0 else "")
        text += f"{sign}{size}{names[one]}"
    return text or "0"


def _isolated(linear: Linear, unknown: int, names: Sequence[str]) -> str:
    """ "35 − x": what an unknown with the coefficient 1 is."""
    factor = linear.coefficient(unknown)
    rest = [(one, -value / factor) for one, value in linear.terms if one != unknown]
    total = linear.total / factor
    if not rest:
        return number_word(total)
    if total == 0:
        return _sum(rest, names)
    if rest[0][1] < 0 or (total > 0 and len(rest) > 1):
        tail = _sum(rest, names)
        return f"{number_word(total)} − {tail[1:]}" if tail.startswith("−") else f"{number_word(total)} + {tail}"
    sign = "−" if total < 0 else "+"
    return f"{_sum(rest, names)} {sign} {number_word(abs(total))}"


def _undone(calc: Calculation, letters: dict[str, str], found: dict[int, Fraction]) -> list[Line]:
    """The steps back from the result, where one equation has its one unknown in one place: 5x + 45 = 430."""
    made = calc.made
    if len(made.equations) != 1 or len(made.unknowns) != 1:
        return []
    equation = made.step(made.equations[0])
    assert equation is not None
    sides = [equation.left, equation.right]
    with_unknown = [side for side in sides if has_unknown(made, side)]
    if len(with_unknown) != 1 or _count_unknowns(made, with_unknown[0]) != 1:
        return []
    value = with_unknown[0]
    total = calc.number(equation.left if value == equation.right else equation.right)
    lines: list[Line] = []
    while (step := made.step(value)) is not None:
        is_left = has_unknown(made, step.left)
        inner, other = (step.left, step.right) if is_left else (step.right, step.left)
        undone = _undo(step.operation, calc.number(other), total, is_left=is_left, fractions=calc.style.fractions)
        if undone is None:
            return []
        total, do = undone
        value = inner
        is_last = made.step(value) is None
        lines.append((f"{Written(calc, letters).write(value)} = {number_word(total)}", total if is_last else None, do))
    found[0] = total
    return lines


def _count_unknowns(made: Derivation, value: int) -> int:
    step = made.step(value)
    if step is None:
        return int(isinstance(made.leaves[value], Unknown))
    return _count_unknowns(made, step.left) + _count_unknowns(made, step.right)


def _undo(
    operation: Operation, other: Fraction, total: Fraction, *, is_left: bool, fractions: bool
) -> tuple[Fraction, str] | None:
    """What is left on the other side when one operation is undone, and how that is said."""
    said = number_word(other, fractions=fractions)
    if operation is Operation.ADD:
        return total - other, f"Subtract {said} from both sides."
    if operation is Operation.SUBTRACT:
        if is_left:
            return total + other, f"Add {said} to both sides."
        return other - total, f"{number_word(other - total)} has to be taken from {said} to leave {number_word(total)}."
    if operation is Operation.MULTIPLY and other != 0:
        if other.numerator == 1 and other != 1:
            return total / other, f"Multiply both sides by {other.denominator}."
        return total / other, f"Divide both sides by {said}."
    if operation is Operation.DIVIDE and is_left:
        return total * other, f"Multiply both sides by {said}."
    return None


def _solved(
    equations: list[Labelled],
    names: Sequence[str],
    found: dict[int, Fraction],
    *,
    is_tidy: bool = False,
    written: str = "",
    put: Callable[[int, int, str], str | None] = lambda *_: None,
) -> Iterator[Line]:
    """The solution line by line, by substitution, or by elimination where no letter is alone.

    `written` is the last line, which an equation with a single unknown came from.
    """
    useful = [one for one in equations if one[1].terms]
    if not useful:
        return
    if len({one for _, linear in useful for one, _ in linear.terms}) == 1:
        yield from _single(useful[0][1], names, found, is_tidy=is_tidy, written=written)
        return
    choice = _alone([linear for _, linear in useful])
    if choice is None:
        yield from _eliminated(useful, names, found)
        return
    at, unknown = choice
    label, known = useful[at]
    said = _isolated(known, unknown, names)
    yield f"{names[unknown]} = {said}", None, f"Solve equation ({label}) for {names[unknown]}."
    rest: list[Labelled] = []
    written = ""
    for number, linear in useful:
        if number == label:
            continue
        if not linear.coefficient(unknown):
            rest.append((number, linear))
            continue
        rest.append((number, linear.without(unknown, known)))
        line = put(number, unknown, said) if " " in said else None
        line = line or f"{_with(linear, unknown, said, names)} = {number_word(linear.total)}"
        yield line, None, f"Put {names[unknown]} = {said} into equation ({number})."
        written = line if len(useful) == 2 else ""
    yield from _solved(rest, names, found, written=written)
    yield from _put_back(known, unknown, said, names, found)


def _with(linear: Linear, unknown: int, said: str, names: Sequence[str]) -> str:
    """The left side with an unknown replaced by what it is."""
    text = ""
    for one, value in linear.terms:
        size = "" if abs(value) == 1 and one != unknown else number_word(abs(value))
        size = "" if size == "1" else f"({size})" if "/" in size else size
        sign = (" − " if value < 0 else " + ") if text else ("−" if value < 0 else "")
        bare = one == unknown and not size and value > 0
        inner = said if bare or (" " not in said and not size) else f"{size}({said})"
        text += sign + (inner if one == unknown else f"{size}{names[one]}")
    return text


def _put_back(
    known: Linear, unknown: int, said: str, names: Sequence[str], found: dict[int, Fraction]
) -> Iterator[Line]:
    others = [one for one, _ in known.terms if one != unknown]
    if any(one not in found for one in others):
        return
    factor = known.coefficient(unknown)
    value = (known.total - sum((v * found[one] for one, v in known.terms if one != unknown), Fraction(0))) / factor
    found[unknown] = value
    given = listed([f"{names[one]} = {number_word(found[one])}" for one in others]) if others else ""
    sentence = f"Put {given} into {names[unknown]} = {said}." if others else f"So {names[unknown]} is known."
    yield f"{names[unknown]} = {number_word(value)}", value, sentence


def _single(
    linear: Linear, names: Sequence[str], found: dict[int, Fraction], *, is_tidy: bool, written: str
) -> Iterator[Line]:
    unknown, factor = linear.terms[0]
    if factor < 0:
        linear = Linear(((unknown, -factor),), -linear.total)
        factor = -factor
    name = names[unknown]
    value = linear.total / factor
    found[unknown] = value
    if factor.numerator == 1 and factor != 1:
        do = f"Multiply both sides by {factor.denominator}."
    else:
        do = f"Divide both sides by {number_word(factor)}."
    if is_tidy and factor != 1:
        yield f"{name} = {number_word(value)}", value, do
        return
    collect = _collect(written, name)
    if factor == 1:
        yield f"{name} = {number_word(value)}", value, collect
        return
    yield _written(linear, names), None, collect
    yield f"{name} = {number_word(value)}", value, do


def _collect(written: str, name: str) -> str:
    """How an equation becomes a number of one letter and a number."""
    left, _, _ = written.partition(" = ")
    if "(" in written:
        return f"Work out the brackets, then bring {name} to one side and the numbers to the other."
    if written and all(name in term for term in re.split(r" [+−] ", left)):
        return f"Put the terms with {name} together."
    return f"Bring {name} to one side and the numbers to the other."


def _alone(equations: Sequence[Linear]) -> tuple[int, int] | None:
    """The equation and the letter in it that is easiest to solve for: alone, and with few others."""
    found = [
        # "y = 6x" is solved for y already.
        (linear.total != 0 or len(linear.terms) != 2, len(linear.terms), value < 0, place, one)
        for place, linear in enumerate(equations)
        for one, value in linear.terms
        if abs(value) == 1
    ]
    if not found:
        return None
    *_, place, one = min(found, key=lambda entry: (*entry[:-1], -entry[-1]))
    return place, one


def _eliminated(equations: list[Labelled], names: Sequence[str], found: dict[int, Fraction]) -> Iterator[Line]:
    (label, first), (second_label, second), *more = equations
    unknown = next((one for one, _ in second.terms if first.coefficient(one)), None)
    if unknown is None:
        # Nothing in common: each can be solved by itself.
        yield from _solved([(label, first)], names, found)
        yield from _solved([(second_label, second), *more], names, found)
        return
    one, other = first.coefficient(unknown), second.coefficient(unknown)
    scale = Fraction(lcm(abs(one.numerator * other.denominator), abs(other.numerator * one.denominator)),
                     one.denominator * other.denominator)  # fmt: skip
    by_first, by_second = scale / abs(one), scale / abs(other)
    same_sign = one * other > 0
    zero = Linear((), Fraction(0))
    left = zero.plus(first, by_first).plus(second, -by_second if same_sign else by_second)
    if left.terms and all(value < 0 for _, value in left.terms):
        left = zero.plus(left, Fraction(-1))
    times = [
        f"equation ({n}) by {number_word(by)}" for n, by in ((label, by_first), (second_label, by_second)) if by != 1
    ]
    lead = f"Multiply {listed(times)}, then " if times else ""
    do = "subtract one from the other" if same_sign else "add the two"
    sentence = f"{lead}{do}: {names[unknown]} disappears."
    yield _written(left, names), None, sentence[:1].upper() + sentence[1:]
    others = [(n, one.without(unknown, first) if one.coefficient(unknown) else one) for n, one in more]
    yield from _solved([(label, left), *others], names, found, is_tidy=True)
    known = first
    said = _written(known, names)
    rest = [u for u, _ in known.terms if u != unknown]
    if any(u not in found for u in rest):
        return
    value = (known.total - sum((v * found[u] for u, v in known.terms if u != unknown), Fraction(0))) / one
    found[unknown] = value
    given = listed([f"{names[u]} = {number_word(found[u])}" for u in rest])
    yield f"{names[unknown]} = {number_word(value)}", value, f"Put {given} into {said}."


def _check(calc: Calculation, letters: dict[str, str]) -> Step:
    lines = []
    for equation in calc.made.equations:
        step = calc.made.step(equation)
        assert step is not None
        is_turned = not has_unknown(calc.made, step.left)
        sides = (step.right, step.left) if is_turned else (step.left, step.right)
        left, right = (Written(calc, None).write(side) for side in sides)
        number = number_word(calc.number(step.left))
        same = list(dict.fromkeys((left, right, number)))
        lines.append(" = ".join(same if len(same) > 1 else [left, right]))
    given = listed([f"{letter} = {number_word(calc.number(calc.made.leaves.index(Unknown(name))))}"
                    for name, letter in letters.items()])  # fmt: skip
    fits = {1: "the equation is true", 2: "both equations are true"}.get(len(lines), "all equations are true")
    return Step(
        _plain("; ".join(lines)), None, None, f"Check: with {given} {fits}.", (), StepReason.CHECK,
        shown="; ".join(lines),
    )  # fmt: skip


__all__ = ["equation_steps", "letters_of", "number_word"]
