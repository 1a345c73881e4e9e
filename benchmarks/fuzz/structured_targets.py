"""The targets of structured.py: how an input is drawn, and what must be true of what comes out.

`make` draws an input from a generator of its own. `check` returns whether the input was read, and not refused; any
exception but the clear errors of its room is a crash, and so is a property that does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import log
from random import Random
from typing import Any

import numpy as np

from arithmetree.answering import solve_sum
from arithmetree.checking import check_rows, parse_table, read_bytes
from arithmetree.checking.answer_key import read_keys
from arithmetree.checking.checker import check_solution
from arithmetree.checking.class_summary import summary
from arithmetree.checking.classroom import CheckedClass
from arithmetree.checking.pupil_work import UnreadableError, read_work
from arithmetree.checking.times import read_time
from arithmetree.derivations import (
    OPERATIONS,
    Affine,
    Constant,
    Limits,
    Mention,
    Moves,
    Operation,
    Prefix,
    Unknown,
    calculation_key,
    outcomes,
    parse,
    search_derivations,
    tidy,
    to_infix,
)
from arithmetree.derivations.system import combined, system_of
from arithmetree.errors import DataError, ExpressionError
from arithmetree.expressions import parse_infix
from arithmetree.pasting import plain_equation, plain_sum, readable_problems, split
from arithmetree.quantities import find_quantities
from arithmetree.quantities.clock_times import find_clock_times
from arithmetree.quantities.mentions import find_mentions
from arithmetree.questions import asked_of
from arithmetree.solution import Solution


@dataclass(frozen=True)
class Target:
    """How to draw an input, what to do with it, and how often."""

    make: Callable[[Random], Any]
    check: Callable[[Any], bool]
    executions: int


_ODD = ("", " ", "\t", "\u00a0", "½", "٣", "²", "'", '"', "(", ")", "[", "]", "|", "*", "#", ">", "…", "—", "\\",
        "\x00", "é", "\u200b", "🍎", "\u0301", "<b>", "&amp;", "_", "~", "^", "=", "?", "::", "..")  # fmt: skip
_NAMES = ("Ann", "Tom", "Mrs Lee", "the shop", "each box", "they", "she", "Kit's brother")
_THINGS = ("apples", "pens", "km", "kg", "hours", "£", "minutes", "people", "cm of rope", "red cars", "%")
_VERBS = ("has", "bought", "gives away", "sold", "walks", "needs", "costs", "is", "shared", "left at")
_QUESTIONS = (
    "How many are left?", "How much is that?", "What is the total", "how far did she walk?", "When does it end?",
    "Find the cost.", "And by how much?", "Work out x.", "which is more?", "How many more than Tom?",
)  # fmt: skip
_LABELS = (
    "1.",
    "2)",
    "(3)",
    "4 -",
    "a)",
    "b.",
    "(ii)",
    "Q5:",
    "Question 6",
    "Ex. 7",
    "•",
    "-",
    "*",
    "**8.**",
    "10.",
    "i)",
)
_HEADINGS = ("Maths worksheet", "Name: ______", "Show your working. [3 marks]", "Answer:", "Page 1 of 2",
             "Use this table.", "Section A", "For questions 1-3: Tom sells jam.",
             "(2 points)", "Prices", "---", "Teacher: hello")  # fmt: skip


def _number(rng: Random) -> str:
    kind = rng.randrange(12)
    if kind < 6:
        return str(rng.choice((rng.randrange(13), rng.randrange(200), rng.randrange(10**6))))
    if kind == 6:
        return f"{rng.randrange(100)}.{rng.randrange(100):02}"
    if kind == 7:
        return f"{rng.randrange(1, 20)}/{rng.randrange(0, 20)}"
    if kind == 8:
        return f"{rng.randrange(1, 9)} {rng.randrange(1, 9)}/{rng.randrange(1, 9)}"
    if kind == 9:
        return f"{rng.randrange(1, 999)},{rng.randrange(1000):03}"
    if kind == 10:
        return rng.choice(("twelve", "half", "a dozen", "twenty-five", "one hundred and six", "third", "no", "-7", "½"))
    return "9" * rng.choice((3, 12, 40, 300))


def _sentence(rng: Random) -> str:
    words = [rng.choice(_NAMES), rng.choice(_VERBS), _number(rng), rng.choice(_THINGS)]
    if rng.random() < 0.3:
        words += ["and", _number(rng), rng.choice(_THINGS)]
    if rng.random() < 0.1:
        words.insert(rng.randrange(len(words) + 1), rng.choice(_ODD))
    return " ".join(words) + rng.choice((".", ".", ".", ",", "", "?", "!"))


def _line(rng: Random) -> str:
    kind = rng.randrange(10)
    if kind < 3:
        return " ".join(_sentence(rng) for _ in range(rng.randrange(1, 3))) + " " + rng.choice(_QUESTIONS)
    if kind == 3:
        return rng.choice(_HEADINGS)
    if kind == 4:
        mark = rng.choice(("|", "\t", "  ", " ... ", ": "))
        return mark.join(
            rng.choice((_number(rng), rng.choice(_THINGS), "£" + _number(rng))) for _ in range(rng.randrange(1, 5))
        )
    if kind == 5:
        return rng.choice(_LABELS) + " " + _sum(rng)
    if kind == 6:
        return rng.choice(_QUESTIONS)
    if kind == 7:
        return rng.choice(_ODD) * rng.randrange(1, 6)
    return rng.choice(_LABELS) + " " + _sentence(rng) + " " + rng.choice(_QUESTIONS)


def pasted_text(rng: Random) -> str:
    """Lines of a worksheet, with labels, tables, headings, sums and noise."""
    text = rng.choice(("\n", "\n", "\n\n", " ", "\r\n")).join(_line(rng) for _ in range(rng.randrange(1, 9)))
    if rng.random() < 0.2:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(_ODD) + text[cut + rng.randrange(4) :]
    return text


def check_pasted(text: str) -> bool:
    """Problems and questions lie in the text in order, and every readable character has a place in it."""
    problems = split(text)
    for problem in problems:
        assert 0 <= problem.start <= problem.end <= len(text)
        for question in problem.questions:
            assert 0 <= question.start <= question.end <= len(text)
    assert [one.start for one in problems] == sorted(one.start for one in problems)
    assert [one for one, _ in readable_problems(text)] == list(problems)
    for asked in asked_of(text):
        assert len(asked.source.text) == len(asked.source.places)
        assert all(0 <= place <= len(text) for place in asked.source.places)
    return bool(problems)


_WORDED = ("plus", "minus", "times", "divided by", "x", "÷", "×", "−", "of", "%", "per cent of", "squared", "^2", "²",
           "√", "more than", "less than", "from", "and", "to the nearest ten", "into cm", "m", "the mean of",
           "the hcf of", "the lcm of", "remainder", "doubled", "half of", "£", "$")  # fmt: skip
_SUM_OPENINGS = (
    "",
    "",
    "What is ",
    "Calculate ",
    "work out: ",
    "How much is ",
    "Find ",
    "1. ",
    "Round ",
    "Convert ",
    "= ",
)
_SUM_CLOSINGS = ("", "", "?", " =", " = ?", ".", " please", " = __", " equals")


def _sum(rng: Random) -> str:
    parts: list[str] = [_number(rng)]
    for _ in range(rng.randrange(1, 7)):
        parts.append(rng.choice((*"+-*/+-*/", *_WORDED)))
        part = _number(rng)
        if rng.random() < 0.15:
            part = f"({part}" if rng.random() < 0.5 else f"{part})"
        parts.append(part)
    if rng.random() < 0.05:
        deep = rng.randrange(1, 60)
        parts = ["(" * deep, *parts, ")" * rng.choice((deep, deep, deep - 1))]
    return rng.choice((" ", " ", "")).join(parts)


def sum_text(rng: Random) -> str:
    """A sum in signs and words, with what people write around it."""
    return rng.choice(_SUM_OPENINGS) + _sum(rng) + rng.choice(_SUM_CLOSINGS)


def check_sum(text: str) -> bool:
    """An exact value for what lies in the text, or nothing."""
    found = plain_sum(text)
    if found is None:
        return False
    assert 0 <= found.start <= found.end
    assert isinstance(found.value, Fraction)
    return True


def equation_text(rng: Random) -> str:
    """An equation in one unknown or a gap."""
    name = rng.choice(("x", "x", "n", "y", "__", "?", "…", "a"))

    def side() -> str:
        terms = []
        for _ in range(rng.randrange(1, 4)):
            number = rng.choice((_number(rng), str(rng.randrange(1, 13))))
            term = rng.choice(
                (name, number, f"{number}{name}", f"{number}({name} + {rng.randrange(9)})", f"{name}/{number}")
            )
            terms += [rng.choice(("+", "-", "+", "*", "=")), term]
        return " ".join(terms[1:])

    opening = rng.choice(("", "", "Solve ", "Find x: ", "1) ", f"What is {name} if "))
    return opening + side() + rng.choice((" = ", "=")) + side() + rng.choice(("", "", ".", "?", f". What is {name}?"))


def check_equation(text: str) -> bool:
    """An exact value that solves what lies in the text, or nothing."""
    found = plain_equation(text)
    if found is None:
        return False
    assert 0 <= found.start <= found.end <= len(text)
    assert isinstance(found.value, Fraction)
    return True


_CLOCK = ("am", "pm", "p.m.", "o'clock", "past", "to", "half past six", "noon", "midnight", "at", "from", "until",
          "quarter", "ten minutes to 3", "hours", "min", "the next day", "every", ":", "h")  # fmt: skip
_UNITS = (
    "kg",
    "g",
    "t",
    "m",
    "cm",
    "km",
    "l",
    "ml",
    "h",
    "min",
    "s",
    "£",
    "p",
    "$",
    "cents",
    "ft",
    "in",
    "days",
    "%",
    "lb",
    "oz",
)


def amount_text(rng: Random) -> str:
    """Times of day, amounts in several units, and words around them."""
    parts = []
    for _ in range(rng.randrange(1, 12)):
        kind = rng.randrange(6)
        if kind == 0:
            parts.append(f"{rng.randrange(30)}{rng.choice((':', '.', 'h', ' '))}{rng.randrange(75):02}")
        elif kind == 1:
            parts.append(rng.choice(_CLOCK))
        elif kind == 2:
            parts.append(rng.choice((*_NAMES, *_VERBS, *_ODD)))
        elif kind == 3:
            parts.append(" ".join(f"{_number(rng)} {rng.choice(_UNITS)}" for _ in range(rng.randrange(1, 4))))
        elif kind == 4:
            parts.append(rng.choice(_UNITS[11:14]) + _number(rng))
        else:
            parts.append(_number(rng) + rng.choice(("", "-day", "th", "-", "%", "x")))
    return rng.choice((" ", " ", "")).join(parts)


def check_amounts(text: str) -> bool:
    """Quantities and times lie in the text, in order, without overlap, with exact values and minutes of two days."""
    for found in (find_quantities(text), find_mentions(text)):
        end = 0
        for quantity in found:
            assert end <= quantity.start < quantity.end <= len(text)
            assert text[quantity.start : quantity.end] == quantity.text
            assert isinstance(quantity.value, Fraction)
            end = quantity.end
    end = 0
    times = find_clock_times(text)
    for time in times:
        assert end <= time.start < time.end <= len(text)
        assert 0 <= time.minutes <= 48 * 60
        end = time.end
    read_time(text)
    return bool(times)


_FUNCTIONS = ("floor", "ceil", "mod", "gcd", "lcm")
_SYMBOLS = (*"+-*/=();,.%", "where", "x", "y", "n1", "−", "×", "÷", " ", "(-3)", "(1/3)", "(1/0)", "2x", "é")


def _term(rng: Random, depth: int) -> str:
    if depth <= 0 or rng.random() < 0.35:
        return rng.choice(("x", "y", "z", "2x", str(rng.randrange(20)), _plain(rng), "(-3)", "(1/3)", "20%"))
    kind = rng.randrange(8)
    if kind == 0:
        return f"{rng.choice(_FUNCTIONS)}({_term(rng, depth - 1)}, {_term(rng, depth - 1)})"
    if kind == 1:
        return f"{rng.choice(_FUNCTIONS[:2])}({_term(rng, depth - 1)} / {_term(rng, depth - 1)})"
    if kind == 2:
        return f"-{_term(rng, depth - 1)}"
    return f"({_term(rng, depth - 1)} {rng.choice('+-*/')} {_term(rng, depth - 1)})"


def _plain(rng: Random) -> str:
    return rng.choice((str(rng.randrange(1000)), f"{rng.randrange(99)}.{rng.randrange(99)}", "1,000", ".5", "9" * 30))


def notation_text(rng: Random) -> str:
    """A derivation as text, sound or with a few characters replaced."""
    asked = "; ".join(_term(rng, rng.randrange(4)) for _ in range(rng.choice((1, 1, 1, 2, 3))))
    equations = "; ".join(f"{_term(rng, 2)} = {_term(rng, 2)}" for _ in range(rng.randrange(4)))
    text = f"{asked} where {equations}" if equations else asked
    while rng.random() < 0.4:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice(_SYMBOLS) + text[cut + rng.randrange(3) :]
    return text


def check_notation(text: str) -> bool:
    """A derivation that comes to something and is read back from what is written of it, or a clear error."""
    try:
        found = parse(text)
    except ExpressionError:
        return False
    outcomes(found)
    try:
        written = to_infix(found)
    except ExpressionError:  # too long to write
        return True
    assert tidy(parse(written)) == tidy(found)
    return True


def infix_text(rng: Random) -> str:
    """A sum in signs, sound or not."""
    return "".join(rng.choice((_plain(rng), *_SYMBOLS, "+", "*", "-", "/")) for _ in range(rng.randrange(1, 25)))


def check_infix(text: str) -> bool:
    """An expression with exact values, or a clear error."""
    try:
        found = parse_infix(text)
        values = found.values  # an expression may have names, and those no value
    except ExpressionError:
        return False
    assert len(values) == len(found.operands)
    return True


@cache
def _solutions() -> tuple[Solution, ...]:
    """Solutions that need no model: a sum, one in money, a division, and one with an unknown."""
    texts = ("12 - 5", "What is £3.50 + £4?", "17 / 5", "3 * (4 + 5)")
    found = [(text, plain_sum(text)) for text in texts]
    return tuple(solve_sum(text, one) for text, one in found if one is not None)


def answer_text(rng: Random) -> str:
    """A pupil's answer or a key: numbers, units, steps, times, several answers."""
    kind = rng.randrange(8)
    if kind == 0:
        return amount_text(rng)
    if kind == 1:
        return "; ".join(f"{_sum(rng)} = {_number(rng)}" for _ in range(rng.randrange(1, 4)))
    if kind == 2:
        return " ".join(f"{label}) {_number(rng)}" for label in "abcdefg"[: rng.randrange(1, 7)])
    if kind == 3:
        return f"{_number(rng)} {rng.choice(_UNITS)}"
    if kind == 4:
        return f"The answer is {_number(rng)} {rng.choice(_THINGS)} and {_number(rng)}."
    if kind == 5:
        return "".join(rng.choice((*_ODD, *_SYMBOLS, _number(rng))) for _ in range(rng.randrange(1, 15)))
    return f"{_number(rng)} {rng.choice('+-*/')} {_number(rng)} = {_number(rng)} {rng.choice(_UNITS)}"


def check_work(text: str) -> bool:
    """A number or steps with exact values out of a pupil's answer, or a sentence why not."""
    try:
        work = read_work(text)
    except UnreadableError:
        return False
    assert work.steps or work.number is not None
    return True


def two_answers(rng: Random) -> tuple[int, str, str]:
    """A problem, the key and a pupil's answer."""
    right = rng.choice(("7", "£7.50", "17 / 5", "12 - 5 = 7", "27", "3.4"))
    return rng.randrange(4), rng.choice((right, answer_text(rng))), rng.choice((right, answer_text(rng)))


def check_key(given: tuple[int, str, str]) -> bool:
    """A verdict by the key, or a clear error about the key; the key itself is right wherever it can be read."""
    at, key, answer = given
    solution = _solutions()[at % len(_solutions())]
    try:
        keys = read_keys(key, (solution,))
    except DataError:
        return False
    assert keys
    verdict = check_solution(solution, answer, key=key)
    assert verdict.sentence
    assert check_solution(solution, key, key=key).correct is not False
    return True


def table_text(rng: Random) -> str:
    """A class table: one answer in a line, or a column for each problem."""
    mark = rng.choice((",", ",", ";", "\t", "|"))
    names = ("pupil", "Name", "problem", "Task", "answer", "Result", "key", "group", "=1+1", "", "answer")

    def cell() -> str:
        kind = rng.randrange(7)
        if kind < 3:
            text = _number(rng)
        elif kind == 3:
            text = rng.choice(_NAMES)
        elif kind == 4:
            text = _sentence(rng) + " How many?"
        else:
            text = answer_text(rng) if kind == 5 else rng.choice(("", "=1+1", "-5", "@x", "a\nb"))
        return f'"{text.replace(chr(34), chr(34) * 2)}"' if rng.random() < 0.5 or mark in text else text

    columns = rng.randrange(1, 6)
    header = [rng.choice(names) if rng.random() < 0.8 else cell() for _ in range(columns)]
    rows = [[cell() for _ in range(columns + rng.choice((0, 0, 0, 1, -1)))] for _ in range(rng.randrange(5))]
    text = rng.choice(("\n", "\n", "\r\n", "\r")).join(mark.join(row) for row in [header, *rows])
    if rng.random() < 0.15:
        cut = rng.randrange(len(text) + 1)
        text = text[:cut] + rng.choice((*_ODD, '"', "\r", "\n")) + text[cut + rng.randrange(3) :]
    return text


class _NoSolver:
    """Solves the sums of the tables, so that no model is needed."""

    def solve(self, text: str) -> Solution:
        return _solutions()[len(text) % len(_solutions())]


def check_table(text: str) -> bool:
    """The same table from text and bytes, every line with a verdict, and CSV that gives as many lines back."""
    try:
        table = parse_table(text)
    except DataError:
        return False
    if "\0" not in text:  # no text file has one
        assert len(read_bytes(text.encode()).rows) == len(table.rows)
    checked = CheckedClass(table, tuple(check_rows(table.rows, _NoSolver())))  # type: ignore[arg-type]
    assert len(checked.checked) == len(table.rows)
    checked.to_csv(teacher=True)
    checked.to_dict(teacher=True)
    summary(checked.checked).to_csv()
    return bool(table.rows)


_LEAVES = (Mention(0), Mention(1), Mention(2), Constant(Fraction(7)), Unknown("x"), Unknown("y"))


class RandomScorer:
    """Moves that depend on a seed and the steps so far: a few that are allowed, with any probabilities."""

    def __init__(self, seed: int, order_free: bool, lossy: bool, choices: int) -> None:
        self.seed, self.order_free, self.lossy, self.choices = seed, order_free, lossy, choices

    def __repr__(self) -> str:
        return f"RandomScorer({self.seed}, {self.order_free}, {self.lossy}, {self.choices})"

    def moves(self, prefixes: Sequence[Prefix]) -> list[Moves]:
        """The moves of each prefix."""
        return [self._moves(prefix) for prefix in prefixes]

    def _moves(self, prefix: Prefix) -> Moves:
        made = sorted(map(str, prefix.steps)) if self.order_free else list(map(str, prefix.steps))
        rng = Random(f"{self.seed} {made} {prefix.answers}")
        size = prefix.size
        steps = np.full((len(OPERATIONS), size, size), -np.inf)
        answer = np.full(size, -np.inf)
        weights = [rng.random() for _ in range(self.choices + 2)]
        total = sum(weights) * (rng.uniform(1, 1.5) if self.lossy else 1.0)
        stop = log(weights[0] / total) if prefix.answers else -np.inf
        answer[rng.randrange(size)] = log(weights[1] / total)
        for weight in weights[2:]:
            steps[rng.randrange(len(OPERATIONS)), rng.randrange(size), rng.randrange(size)] = log(weight / total)
        return Moves(steps, answer, stop)


def search_case(rng: Random) -> tuple[RandomScorer, tuple[Fraction, ...], int, int, int]:
    """A scorer, the numbers of a text, and how far to search."""
    scorer = RandomScorer(rng.randrange(10**9), rng.random() < 0.5, rng.random() < 0.5, rng.randrange(1, 5))
    values = tuple(Fraction(rng.randrange(-5, 30), rng.choice((1, 1, 2, 7))) for _ in range(3))
    return scorer, values, rng.choice((1, 3, 6)), rng.choice((5, 20, 40)), rng.choice((1, 4))


def check_search(given: tuple[RandomScorer, tuple[Fraction, ...], int, int, int]) -> bool:
    """The best answers in order, each the value of its derivation; probabilities that add up to one at most."""
    scorer, values, k, opened, batch = given
    limits = Limits(steps=6, answers=2, opened=opened, batch=batch)
    result = search_derivations(scorer, _LEAVES, values, k=k, explore_to=0.1, limits=limits)
    certificate = result.certificate
    assert -1e-9 <= certificate.unexplored <= 1 + 1e-9
    assert sum(certificate.rejected.values()) <= 1 + 1e-6
    scores = [one.score for one in result.found]
    assert scores == sorted(scores, reverse=True) or certificate.cut
    assert len({one.values for one in result.found}) == len(result.found) <= k
    assert sum(one.low for one in result.found) <= 1 + 1e-6
    for one in result.found:
        assert one.low <= one.high + 1e-9
        assert len(one.values) == len(one.derivation.answers)
        assert all(step.operation in Operation for step in one.derivation.steps)
        calculation_key(one.derivation)
    return bool(result.found)


def equations(rng: Random) -> tuple[list[Affine], list[Fraction]]:
    """Linear equations in a few unknowns, and a point at which those hold that were made to."""
    unknowns = rng.randrange(1, 5)
    point = [Fraction(rng.randrange(-20, 20), rng.choice((1, 1, 3))) for _ in range(unknowns)]
    made = []
    for _ in range(rng.randrange(1, 7)):
        terms = [(one, Fraction(rng.randrange(-9, 10), rng.choice((1, 1, 2, 10**12)))) for one in range(unknowns)]
        kept = tuple((one, value) for one, value in terms if value and rng.random() < 0.7)
        constant = -sum((value * point[one] for one, value in kept), Fraction(0))
        made.append(Affine(constant + (rng.randrange(3) if rng.random() < 0.2 else 0), kept))
    return made, point


def check_system(given: tuple[list[Affine], list[Fraction]]) -> bool:
    """What is fixed is fixed at the point where all hold; a clash is one, and without any of it there is none."""
    forms, point = given
    system = system_of(forms)

    def at(form: Affine) -> Fraction:
        return form.constant + sum((value * point[one] for one, value in form.terms), Fraction(0))

    if system.consistent:
        for row in system.rows:
            assert combined(forms, row.combination) == row.form
        if not any(map(at, forms)):
            assert not any(at(row.form) for row in system.rows)
        assert all(not system.reduced(form).terms and not system.reduced(form).constant for form in forms)
        return True
    assert any(map(at, forms))
    for clash in (system.clash, system.smallest_clash):
        assert not system_of([forms[number] for number in clash]).consistent
        for left_out in clash:
            assert system_of([forms[number] for number in clash if number != left_out]).consistent
    return True


TARGETS: dict[str, Target] = {
    "elimination": Target(equations, check_system, 1_000_000),
    "step search": Target(search_case, check_search, 1_000_000),
    "derivation notation": Target(notation_text, check_notation, 10_000_000),
    "infix parser": Target(infix_text, check_infix, 10_000_000),
    "plain sums": Target(sum_text, check_sum, 10_000_000),
    "plain equations": Target(equation_text, check_equation, 10_000_000),
    "times and amounts": Target(amount_text, check_amounts, 10_000_000),
    "pupils' answers": Target(answer_text, check_work, 10_000_000),
    "answer keys": Target(two_answers, check_key, 1_000_000),
    "class tables": Target(table_text, check_table, 1_000_000),
    "pasted texts": Target(pasted_text, check_pasted, 1_000_000),
}
