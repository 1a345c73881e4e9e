"""Equations in words: what each letter means, where each equation comes from, how they are solved, and a check."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from arithmetree.derivations import Affine, Constant, Flaw, Mention, Operation, Unknown, work_out
from arithmetree.derivations.operations import RULES
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.passage import listed, without_overlaps
from arithmetree.explanation.units import canonical
from arithmetree.expressions import terminating_decimal
from arithmetree.solution.reasons import Step, StepReason
from arithmetree.views.amount_text import amount_text

_LETTERS = "xyzabcdefgh"
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")
_LONGEST_QUOTE = 30  # words
_TIGHT = 3

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
        flipped = bool(form.terms) and all(value < 0 for _, value in form.terms)
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
    for line, value, sentence in _solved(list(enumerate(sides, start=1)), names, found):
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
    leaf = calc.made.unknowns[unknown]
    value = calc.made.leaves.index(leaf)
    return calc.answer_unit(value) if value in calc.made.answers else None


def _letters_sentence(calc: Calculation, letters: dict[str, str]) -> str:
    said = [f"{letter} for {_meaning(calc, name)}" for name, letter in letters.items()]
    return f"Write {listed(said)}."


def _meaning(calc: Calculation, name: str) -> str:
    """What an unknown means: what the question asks for, or the words of the text that its name quotes."""
    value = calc.made.leaves.index(Unknown(name))
    asked = calc.asked(value)
    spoken = name.replace("_", " ")
    tokens = [
        token for token in calc.passage.problem.tokens if spoken.lower() in (token.text.lower(), token.lemma.lower())
    ]
    if asked is not None and asked.noun is not None and asked.head is not None:
        noun = canonical(asked.head)
        if asked.head != "times" and noun is not None:
            return f"the number of {asked.phrase or asked.noun}"
    if len(name) > 1 and tokens:
        if tokens[0].upos == "PROPN":
            return tokens[0].text
        return "the number you look for" if spoken == "number" else f'"{spoken}"'
    if asked is not None:
        return "what the question asks for"
    return f'"{spoken}"' if len(name) > 1 else "the other number that you do not know"


def _equation(calc: Calculation, equation: int, letters: dict[str, str], number: int) -> Step:
    mentions = calc.leaves_of(equation)
    quotes = []
    for sentence in dict.fromkeys(tuple(calc.passage.sentence(one)) for one in mentions):
        if sentence and len(sentence) <= _LONGEST_QUOTE:
            text = calc.passage.problem.text[sentence[0].start : sentence[-1].end]
            quotes.append('"' + " ".join(text.split()).rstrip(".").replace('"', "'") + '"')
    if not quotes:
        sentence_ = "This is what the text says, as an equation." if mentions else "These two are equal."
    else:
        sentence_ = f"The text says {listed(quotes)}."
    shown = Written(calc, letters).write(equation)
    spans = without_overlaps(calc.passage.amount_span(one) for one in mentions)
    label = f"({number + 1}) " if len(calc.made.equations) > 1 else ""
    return Step(_plain(shown), None, None, sentence_, spans, StepReason.EQUATION, shown=f"{label}{shown}")


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
        left, left_binds = self._write(step.left)
        right, right_binds = self._write(step.right)
        binding = RULES[step.operation].binding
        if binding is None:
            sign = {"floor": "⌊{0} ÷ {1}⌋", "ceil": "⌈{0} ÷ {1}⌉"}.get(
                str(step.operation), f"{step.operation}({{0}}, {{1}})"
            )
            return sign.format(left, right), _TIGHT
        if step.operation is Operation.EQUATE:
            return f"{left} = {right}", 0
        if step.operation is Operation.MULTIPLY and self.letters is not None:
            for (number, _), (letter, binds), value_ in (((left, 0), (right, right_binds), step.left),
                                                         ((right, 0), (left, left_binds), step.right)):  # fmt: skip
                if self._is_number(value_) and (letter in self.letters.values() or binds < 2) and "/" not in number:
                    number = "" if number == "1" else number
                    return (f"{number}{letter}" if binds == _TIGHT else f"{number}({letter})"), 2
        left = f"({left})" if left_binds < binding else left
        right = f"({right})" if right_binds <= binding and right_binds < _TIGHT else right
        return f"{left} {RULES[step.operation].sign} {right}", binding

    def _leaf(self, value: int) -> tuple[str, int]:
        leaf = self.calc.made.leaves[value]
        if isinstance(leaf, Unknown) and self.letters is not None:
            return self.letters[leaf.name], _TIGHT
        return number_word(self.calc.number(value)), _TIGHT

    def _is_number(self, value: int) -> bool:
        return value < len(self.calc.made.leaves) and isinstance(self.calc.made.leaves[value], (Mention, Constant))


def number_word(value: Fraction) -> str:
    """A number in an equation: a decimal where it ends, else a fraction."""
    shown = terminating_decimal(value)
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


def _solved(
    equations: list[Labelled], names: Sequence[str], found: dict[int, Fraction], *, is_tidy: bool = False
) -> Iterator[Line]:
    """The solution line by line, by substitution, or by elimination where no letter is alone."""
    useful = [one for one in equations if one[1].terms]
    if not useful:
        return
    if len({one for _, linear in useful for one, _ in linear.terms}) == 1:
        yield from _single(useful[0][1], names, found, is_tidy=is_tidy)
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
    for number, linear in useful:
        if number == label:
            continue
        if not linear.coefficient(unknown):
            rest.append((number, linear))
            continue
        rest.append((number, linear.without(unknown, known)))
        line = f"{_with(linear, unknown, said, names)} = {number_word(linear.total)}"
        yield line, None, f"Put {names[unknown]} = {said} into equation ({number})."
    yield from _solved(rest, names, found)
    yield from _put_back(known, unknown, said, names, found)


def _with(linear: Linear, unknown: int, said: str, names: Sequence[str]) -> str:
    """The left side with an unknown replaced by what it is."""
    text = ""
    for one, value in linear.terms:
        size = "" if abs(value) == 1 and one != unknown else number_word(abs(value))
        size = "" if size == "1" else f"({size})" if "/" in size else size
        sign = (" − " if value < 0 else " + ") if text else ("−" if value < 0 else "")
        bare = one == unknown and not size and value > 0
        text += sign + (said if bare else f"{size}({said})" if one == unknown else f"{size}{names[one]}")
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


def _single(linear: Linear, names: Sequence[str], found: dict[int, Fraction], *, is_tidy: bool) -> Iterator[Line]:
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
    if factor.numerator == 1 and factor != 1 and linear.total.denominator != 1:
        sentence = f"Multiply by {factor.denominator}, and bring the numbers to the other side."
        yield f"{name} = {number_word(value)}", value, sentence
        return
    if factor == 1:
        yield f"{name} = {number_word(value)}", value, f"Bring {name} to one side and the numbers to the other."
        return
    yield _written(linear, names), None, f"Bring {name} to one side and the numbers to the other."
    yield f"{name} = {number_word(value)}", value, do


def _alone(equations: Sequence[Linear]) -> tuple[int, int] | None:
    """The equation and the letter in it that is easiest to solve for: alone, and with few others."""
    found = [
        (len(linear.terms), value < 0, place, one)
        for place, linear in enumerate(equations)
        for one, value in linear.terms
        if abs(value) == 1
    ]
    if not found:
        return None
    _, _, place, one = min(found, key=lambda entry: (entry[0], entry[1], entry[2], -entry[3]))
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
        left, right = (Written(calc, None).write(side) for side in (step.left, step.right))
        number = number_word(calc.number(step.left))
        same = list(dict.fromkeys((left, right, number)))
        lines.append(" = ".join(same if len(same) > 1 else [left, right]))
    given = listed([f"{letter} = {number_word(calc.number(calc.made.leaves.index(Unknown(name))))}"
                    for name, letter in letters.items()])  # fmt: skip
    return Step(
        _plain("; ".join(lines)), None, None, f"Check: with {given} the text is right.", (), StepReason.CHECK,
        shown="; ".join(lines),
    )  # fmt: skip


__all__ = ["equation_steps", "letters_of", "number_word"]
