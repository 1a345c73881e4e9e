"""Equations in words: what each letter means, where each equation comes from, how they are solved, and a check."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.derivations import Affine, Constant, Derivation, Flaw, Mention, Operation, Unknown, work_out
from arithmetree.derivations.operations import RULES
from arithmetree.explanation.arithmetic import arithmetic_steps
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
        found = self.plus(known, -factor)
        is_negative = bool(found.terms) and all(value < 0 for _, value in found.terms)
        return Linear((), Fraction(0)).plus(found, Fraction(-1)) if is_negative else found

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


def equation_steps(calc: Calculation, explain: Callable[[int], Step]) -> Iterator[Step]:
    """All steps to the unknowns, with a check: by plain arithmetic where that does, else with letters."""
    made = calc.made
    worked = work_out(made, [one.value for one in calc.passage.mentions])
    sides: list[Linear] = []
    plain = arithmetic_steps(calc, worked.forms, meanings(calc), explain)
    if plain:
        yield from plain
        yield replace(_check(calc, letters_of(calc)), because="Check with the numbers of the text.")
        return
    for equation in made.equations:
        step = made.step(equation)
        assert step is not None
        left, right = worked.forms[step.left], worked.forms[step.right]
        if isinstance(left, Flaw) or isinstance(right, Flaw):
            return
        sides.append(Linear.of(left, right))
    letters = letters_of(calc)
    names = [letters[one.name] for one in made.unknowns]
    yield Step(", ".join(names), None, None, letters_sentence(calc, letters), (), StepReason.LETTERS, shown=_let(names))
    for number, equation in enumerate(made.equations):
        yield _equation(calc, equation, letters, number)
    found: dict[int, Fraction] = {}
    stated = {Written(calc, letters).write(equation) for equation in made.equations}
    for line, value, sentence in _solved(list(enumerate(sides, start=1)), names, found):
        if value is None and line in stated:
            continue  # it is there already
        stated.add(line)
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


def letters_sentence(calc: Calculation, letters: dict[str, str]) -> str:
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
            if said:
                quotes.append('"' + said.replace('"', "'") + '"')
    if not quotes:
        sentence_ = "Write what is known as an equation." if mentions else "These two are equal."
    else:
        sentence_ = f"Write {listed(quotes)} as an equation."
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
        return self._write(value)[0]

    def _write(self, value: int) -> tuple[str, int]:
        """The text and how tightly it binds."""
        step = self.calc.made.step(value)
        if step is None:
            return self._leaf(value)
        terms = self._terms(value) if step.operation is Operation.ADD else []
        if len(terms) > 4:
            return " + ".join(self._write(term)[0] for term in terms), RULES[Operation.ADD].binding or 1
        (left, left_binds), (right, right_binds) = map(self._write, (step.left, step.right))
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


def _solved(equations: list[Labelled], names: Sequence[str], found: dict[int, Fraction]) -> Iterator[Line]:
    """The solution line by line, by substitution."""
    useful = [one for one in equations if one[1].terms]
    if not useful:
        return
    if len({one for _, linear in useful for one, _ in linear.terms}) == 1:
        yield from _single(useful[0][1], names, found)
        return
    at, unknown = _easiest([linear for _, linear in useful])
    label, known = useful[at]
    said = _isolated(known, unknown, names)
    yield f"{names[unknown]} = {said}", None, f"Solve equation ({label}) for {names[unknown]}."
    rest: list[Labelled] = []
    for number, linear in useful:
        if number == label:
            continue
        if linear.coefficient(unknown):
            linear = linear.without(unknown, known)
            yield _written(linear, names), None, f"Put {names[unknown]} = {said} into equation ({number}), and tidy it."
        rest.append((number, linear))
    yield from _solved(rest, names, found)
    yield from _put_back(known, unknown, said, names, found)


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


def _single(linear: Linear, names: Sequence[str], found: dict[int, Fraction]) -> Iterator[Line]:
    unknown, factor = linear.terms[0]
    name, value = names[unknown], linear.total / factor
    found[unknown] = value
    if factor != 1:
        yield _written(linear, names), None, f"Bring {name} to one side and the numbers to the other."
    if factor.numerator == 1 and factor != 1:
        do = f"Multiply both sides by {factor.denominator}."
    else:
        do = f"Divide both sides by {number_word(factor)}." if factor != 1 else f"So {name} is known."
    yield f"{name} = {number_word(value)}", value, do


def _easiest(equations: Sequence[Linear]) -> tuple[int, int]:
    """The equation and the letter in it that is easiest to solve for: alone, and with few others."""
    found = [
        # "y = 6x" is solved for y already.
        (abs(value) != 1, linear.total != 0 or len(linear.terms) != 2, len(linear.terms), value < 0, place, one)
        for place, linear in enumerate(equations)
        for one, value in linear.terms
    ]
    *_, place, one = min(found, key=lambda entry: (*entry[:-1], -entry[-1]))
    return place, one


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


__all__ = ["equation_steps", "letters_of", "letters_sentence", "number_word"]
