"""GSM8K as derivations: `python training/general/gsm8k.py --data DATASETS/gsm8k/train.jsonl --out FILE.jsonl`.

The calculation steps of each worked solution are joined to one derivation over the numbers of its text and the
constants that its words call for. Where several numbers are equal, a beam search prefers the one whose words are those
of the solution's sentence. A problem whose steps need anything else gets no derivation, and `trouble` says why.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

from arithmetree.corpus.public_sets import public_texts
from arithmetree.corpus.record import derivation_to_dict
from arithmetree.corpus.similarity import StoryIndex, near
from arithmetree.derivations import Builder, Constant, Derivation, Mention, Operation, Step, canonical
from arithmetree.derivations.meaning import Determined, outcomes
from arithmetree.evaluation.general_sets import held_out
from arithmetree.quantities import Kind, Quantity
from arithmetree.quantities.mentions import find_mentions
from arithmetree.steps.constants import HOW_MANY, CalledConstant, called_constants

STATES = 10
OPTIONS = 8
TOLERANCE = Fraction(1, 100)
HUNDRED = Fraction(100)
HOUR = Fraction(60)
HALF_DAY = Fraction(12)

# What an operand gains by its source.
FRESH_MENTION = 1.2
USED_MENTION = -0.8
USED_FOR_CONSTANT = -2.0  # a second "2" is more often that of "both" than the one of the text again
NO_COUNT = -3.5  # "first", "page 2"
FRESH_RESULT = 2.5
USED_RESULT = 0.8
SAME_SENTENCE = 0.8
SAME_UNIT = 1.2
ADDED_MULTIPLIER = -2.5
DIVIDED_BY_MULTIPLIER = -0.5
ADDED_CONSTANT = -1.5
CONVERTED = 1.5
LAST_RESULT = 0.4
MENTIONED_CONSTANT = -0.8
MENTIONED_COUNT = -2.0  # for "how many there are" where the text has the number
PER_CENT = 1.0
UNUSED_RESULT = 1.5  # lost at the end for every result that nothing uses
WORDLESS = -0.6
SIDEWAYS = -1.0  # "120" for "2 hours", "0.8" for "20% off"
BARE = -0.3
TURNED = -1.8  # "* 2" for "half"
TWICE = 3.0  # lost where a step uses a mention twice though another one has the same value
PART_OF_STEP = -2.5  # for a result that is only a part of what the text speaks of: "20 / 5" for "3/5 of 20"
MOST_SHARED = 2.5

_ANNOTATION = re.compile(r"<<([^<>=]*)=([^<>]*)>>")
_TOKEN = re.compile(r"(?P<number>\d[\d,]*(?:\.\d+)?|\.\d+)|(?P<word>[^\W\d_]+(?:['’-][^\W\d_]+)*)|(?P<sign>\S)")
_SIGNS = {"+": "+", "-": "-", "–": "-", "−": "-", "*": "*", "×": "*", "x": "*", "X": "*", "/": "/", "÷": "/"}
_NUMBER_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_SMALL = {word: str(number) for number, word in enumerate(_NUMBER_WORDS, start=1)}
_SPOKEN = {"times": "*", "plus": "+", "minus": "-", "divided by": "/"}
_WORD = re.compile(r"[^\W\d_]+")
_PACKED = re.compile(r"dozen|score|hundred|thousand|million|pair|couple|gross|billion", re.IGNORECASE)
_ROUNDS = re.compile(
    r"\b(?:round\w*|full\w*|whole|complete\w*|at least|nearest|fewest|minimum|maximum|most|enough|can\s?not|can't"
    r"|needs?|have to|must|afford|left over|leftover)\b",
    re.IGNORECASE,
)
# fmt: off
_COMMON = frozenset({
    "a", "an", "the", "of", "to", "in", "on", "at", "for", "and", "or", "is", "are", "was", "were", "he", "she", "it",
    "they", "his", "her", "their", "its", "ha", "have", "had", "that", "thi", "so", "then", "there", "with", "if",
    "how", "many", "much", "total", "by", "be", "will", "from", "as", "than", "more", "les", "which", "mean", "since",
    "would", "do", "doe", "did", "all", "him", "them", "we", "i", "you", "can", "this", "each", "every", "per",
    "number", "s", "x",
})
# fmt: on


@dataclass(frozen=True, slots=True)
class Number:
    """A number written in a solution."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Join:
    """Two parts of a written calculation, joined by a sign."""

    sign: str
    left: Written
    right: Written


Written = Number | Join


class UnreadableError(Exception):
    """A step is no plain arithmetic."""


@dataclass(frozen=True, slots=True)
class Calculation:
    """A step of a solution: what it calculates, its stated result, and the line that it is in."""

    written: Written
    result: Fraction
    line: int


@dataclass(frozen=True, slots=True)
class Solution:
    """A worked solution: its lines without annotations, its steps in order, and the answer."""

    lines: tuple[str, ...]
    steps: tuple[Calculation, ...]
    annotated: int
    answer: Fraction | None


@dataclass(frozen=True, slots=True)
class Option:
    """One way to make a written amount: a value of the derivation times `scale` is what the solution writes.

    The scale is 100 where "40" is written for "40%", which is 2/5. An `inverse` option is written as one over the value
    ("/ 2" for "half"). Without a handle it is a bare factor, or a whole of so many parts. `fresh` are the mentions
    (0 and more) and results (below 0) that are used for the first time.
    """

    handle: int | None
    value: Fraction
    scale: Fraction
    score: float
    fresh: frozenset[int] = frozenset()
    inverse: bool = False
    last: int | None = None  # the mention that is used last


@dataclass(frozen=True, slots=True)
class Result:
    """A step that is done."""

    handle: int
    value: Fraction
    scale: Fraction
    stated: Fraction
    line: int


@dataclass(frozen=True, slots=True)
class State:
    """The steps done so far in one way of reading them."""

    results: tuple[Result, ...] = ()
    used: frozenset[int] = frozenset()
    score: float = 0.0


def number_of(text: str) -> Fraction | None:
    """The number that a text is, with or without signs of money; None where it is none."""
    try:
        return Fraction(text.replace(",", "").replace("$", "").replace("%", "").strip())
    except (ValueError, ZeroDivisionError):
        return None


class _Reader:
    """Reads a written calculation: "3*(20%-.05)", "1,200(.2)", "-17+43"."""

    def __init__(self, text: str) -> None:
        self._tokens = []
        for match in _TOKEN.finditer(text.replace("$", "")):
            token = match[0]
            if match["number"] is None and token not in _SIGNS and token not in "()%":
                raise UnreadableError(token)
            self._tokens.append(_SIGNS.get(token, token))
        self._next = 0

    def read(self) -> Written:
        written = self._sum()
        if self._next < len(self._tokens):
            raise UnreadableError(self._tokens[self._next])
        return written

    def _peek(self) -> str:
        return self._tokens[self._next] if self._next < len(self._tokens) else ""

    def _take(self) -> str:
        self._next += 1
        return self._tokens[self._next - 1] if self._next <= len(self._tokens) else ""

    def _sum(self) -> Written:
        if self._peek() == "-":  # "-17+43" is 43-17
            self._take()
            taken = self._product()
            if self._take() != "+":
                raise UnreadableError("-")
            written: Written = Join("-", self._product(), taken)
        else:
            written = self._product()
        while self._peek() and self._peek() in "+-":
            written = Join(self._take(), written, self._product())
        return written

    def _product(self) -> Written:
        written = self._atom()
        while self._peek() and self._peek() in "*/(":
            written = Join("*" if self._peek() == "(" else self._take(), written, self._atom())
        return written

    def _atom(self) -> Written:
        token = self._take()
        if token == "(":
            written = self._sum()
            if self._take() != ")":
                raise UnreadableError("(")
            return written
        value = number_of(token)
        if value is None:
            raise UnreadableError(token)
        if self._peek() == "%":
            self._take()
            value /= 100
        return Number(value)


_ARITHMETIC: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "+": lambda left, right: left + right,
    "-": lambda left, right: left - right,
    "*": lambda left, right: left * right,
    "/": lambda left, right: left / right,
}
_OPERATIONS = {
    "+": Operation.ADD,
    "-": Operation.SUBTRACT,
    "*": Operation.MULTIPLY,
    "/": Operation.DIVIDE,
}


def worth(written: Written) -> Fraction | None:
    """The value of a written calculation as it is; None where it divides by zero."""
    if isinstance(written, Number):
        return written.value
    left, right = worth(written.left), worth(written.right)
    if left is None or right is None or (written.sign == "/" and right == 0):
        return None
    return _ARITHMETIC[written.sign](left, right)


def is_close(one: Fraction | None, other: Fraction) -> bool:
    """Equal but for rounding to hundredths."""
    return one is not None and abs(one - other) <= TOLERANCE


def read_solution(text: str) -> Solution:
    """The steps of a solution: those in "<<...>>" and those written without."""
    body, _, answer = text.rpartition("####")
    lines: list[str] = []
    steps: list[Calculation] = []
    annotated = 0
    for place, line in enumerate(filter(None, body.split("\n"))):
        found: list[tuple[int, Calculation]] = []
        bare, end = "", 0
        for match in _ANNOTATION.finditer(line):
            annotated += 1
            bare += line[end : match.start()]
            end = match.end()
            result = number_of(match[2])
            try:
                if result is not None:
                    found.append((len(bare), Calculation(_Reader(match[1]).read(), result, place)))
            except UnreadableError:
                continue
        bare += line[end:]
        stated = {step.result for _, step in found if isinstance(step.written, Join)}
        found += [(at, step) for at, step in _unmarked(bare, place) if step.result not in stated]
        lines.append(bare)
        steps += [step for _, step in sorted(found, key=lambda pair: pair[0])]
    return Solution(tuple(lines), tuple(steps), annotated, number_of(answer))


def _unmarked(line: str, place: int) -> Iterator[tuple[int, Calculation]]:
    """Calculations in plain text, units and all: "6 hours * $5 = $30". Only those that are right."""
    for match in re.finditer(r"(?:=|\bequals\b)\s*\$?\s*(\d+/\d+|\d[\d,]*(?:\.\d+)?|\.\d+)(%?)", line):
        result = number_of(match[1].rstrip(","))
        text = _calculation_before(line[: match.start()])
        if result is None or not text:
            continue
        # "8 / 40 = 20%" and "8 / 40 * 100% = 20%" are both written.
        ways = [(text.replace("*100%", "*100"), result)]
        if match[2]:
            ways += [(text, result / 100), (text.replace("%", ""), result)]
        for calculation, stated in ways:
            try:
                written = _Reader(calculation).read()
            except UnreadableError:
                continue
            if isinstance(written, Join) and is_close(worth(written), stated):
                yield match.start(), Calculation(written, stated, place)
                break


def _calculation_before(text: str) -> str:
    """The longest calculation at the end of a text, without the words between its numbers."""
    text = re.sub(r"/ ?(?:an? )?[^\W\d_]{2,}", "", text)  # "2 notebooks/child"
    text = re.sub(r"-(?=[^\W\d_])", " ", text)  # "the 3-liter bucket"
    for word, sign in _SPOKEN.items():
        text = re.sub(rf"(?<=\d) {word} (?=\$?\.?\d)", sign, text)
    tokens = list(_TOKEN.finditer(text))
    kept: list[str] = []
    needs_sign = False  # whether the next token to the left must be a sign
    for token in reversed(tokens):
        word = token[0]
        if token["number"]:
            if needs_sign:
                break
            kept.append(word)
            needs_sign = True
        elif word in _SIGNS or word in "()":
            if word in {"x", "X"} and not kept:
                continue
            kept.append(_SIGNS.get(word, word))
            needs_sign = False if word != "(" else needs_sign
        elif word == "%":
            kept.append(word)
            needs_sign = False
        elif token["word"] is None and word != "$":
            break
    calculation = "".join(reversed(kept))
    return calculation.lstrip("+*/)-")


def stems(text: str) -> frozenset[str]:
    """The content words of a text, without endings."""
    return frozenset(_stem(word) for word in _WORD.findall(text.lower())) - _COMMON


def _stem(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    for ending in ("es", "s"):
        if len(word) > len(ending) + 2 and word.endswith(ending) and not word.endswith("ss"):
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a solution, prepared for comparing: its words, and those after each of its numbers."""

    words: frozenset[str]
    after: dict[Fraction, frozenset[str]]
    money: frozenset[Fraction]
    others: frozenset[Fraction]


def _line(text: str) -> Line:
    after: dict[Fraction, frozenset[str]] = {}
    money: set[Fraction] = set()
    others: set[Fraction] = set()
    numbered = re.sub(r"[A-Za-z]+", lambda word: _SMALL.get(word[0].lower(), word[0]), text)
    for match in re.finditer(r"(\$ ?)?(\d[\d,]*(?:\.\d+)?|\.\d+)([^\d=+*/]*)", numbered):
        value = number_of(match[2].rstrip(","))
        if value is None:
            continue
        next_words = stems(" ".join(_WORD.findall(match[3])[:3]))
        after[value] = after.get(value, frozenset()) | next_words
        (money if match[1] else others).add(value)
    return Line(stems(text), after, frozenset(money), frozenset(others))


class Aligner:
    """Joins the steps of one solution to a derivation over the mentions of its text."""

    def __init__(self, text: str, solution: Solution) -> None:
        self.text = text
        self.solution = solution
        self.mentions: tuple[Quantity, ...] = find_mentions(text)
        self.constants: dict[Fraction, CalledConstant] = {one.value: one for one in called_constants(text)}
        self.trouble: str | None = None
        self._builder = Builder()
        self._lines = [_line(line) for line in solution.lines]
        self._one = Constant(Fraction(1), self.constants[Fraction(1)].fact)
        self._amounts = frozenset(
            place for place, one in enumerate(self.mentions) if one.kind in (Kind.NUMBER, Kind.MONEY, Kind.MULTIPLIER)
        )
        self._with_twins = self._mentions_with_twins()
        self._near = [self._words_around(one) for one in self.mentions]
        self._after = [stems(" ".join(_WORD.findall(text[one.end : one.end + 60])[:3])) for one in self.mentions]
        self._sentences = [len(re.findall(r"[.?!] ", text[: one.start])) for one in self.mentions]
        self._own = [stems(one.text) for one in self.mentions]
        self._parts = {
            part
            for one in self.mentions
            if one.value.denominator > 1
            for part in (Fraction(one.value.denominator), *((HUNDRED, 1 / HUNDRED) if one.kind is Kind.PERCENT else ()))
        }
        self._fractions = {one.value for one in self.mentions if one.value.denominator > 1}
        self._asks_percent = bool(re.search(r"what (?:\w+ )?percent|percentage|%", text, re.IGNORECASE))
        self._rounds = bool(_ROUNDS.search(text) or _ROUNDS.search(" ".join(solution.lines)))

    def _mentions_with_twins(self) -> frozenset[int]:
        """The mentions whose value another one has too."""
        counts = Counter(one.value for one in self.mentions)
        with_twins = (place for place, one in enumerate(self.mentions) if counts[one.value] > 1)
        return frozenset(self._builder.leaf(Mention(place)) for place in with_twins)

    def _words_around(self, one: Quantity) -> frozenset[str]:
        """The content words of eight words around a number, inside its sentence."""
        before = re.split(r"[.?!] ", self.text[: one.start])[-1]
        after = re.split(r"[.?!](?: |$)", self.text[one.end :])[0]
        return stems(" ".join(_WORD.findall(before)[-4:])) | stems(" ".join(_WORD.findall(after)[:5]))

    def derive(self) -> Derivation | None:
        """The derivation of the answer; None where there is none, with the `trouble`."""
        answer = self.solution.answer
        if answer is None or not self.solution.steps:
            self.trouble = "no answer that is a number" if answer is None else "no steps"
            return None
        states = [State()]
        for step in self.solution.steps:
            following = [after for state in states for after in self._after_step(state, step)]
            if following:
                states = sorted(following, key=lambda state: -state.score)[:STATES]
            elif isinstance(step.written, Join):
                self.trouble = self.trouble or self._missing(step, states[0])
        finished = [one for state in states for one in self._finished(state, answer)]
        for _, handle in sorted(finished, key=lambda pair: -pair[0]):
            derivation = canonical(self._builder.finish([handle]))
            (outcome,) = outcomes(derivation, [one.value for one in self.mentions])
            if isinstance(outcome, Determined) and outcome.value == answer and derivation.steps:
                self.trouble = None
                return derivation
        self.trouble = self.trouble or self._why_not(answer)
        return None

    def _why_not(self, answer: Fraction) -> str:
        if not any(is_close(step.result, answer) for step in self.solution.steps):
            return "no step gives the answer"
        return "the exact value is not the answer"

    def _after_step(self, state: State, step: Calculation) -> Iterator[State]:
        if isinstance(step.written, Number):  # "<<24=24>>" only says it again
            return
        for option in self._options(step.written, state, step.line):
            made = self._stated(option, step.result)
            if made is None or made.handle is None:
                continue
            result = Result(made.handle, made.value, made.scale, step.result, step.line)
            score = state.score + made.score + (0.0 if made.scale in (1, HUNDRED, 1 / HUNDRED) else PART_OF_STEP)
            yield State((*state.results, result), state.used | option.fresh, score)

    def _missing(self, step: Calculation, state: State) -> str:
        for number in _numbers(step.written):
            if all(one.handle is None for one in self._leaf(number.value, state, step.line)):
                return f"nothing gives {number.value}"
        return "operands that do not go together"

    def _stated(self, option: Option, stated: Fraction) -> Option | None:
        """An option that comes to the stated result, rounded to a whole number where it has to be."""
        if option.handle is None or option.inverse:
            return None
        if option.scale == 1 / HOUR and HOUR in self.constants:  # times of day are in minutes
            hours = self._step("/", option.handle, self._constant(HOUR))
            option = replace(option, handle=hours, value=option.value / HOUR, scale=Fraction(1))
        if is_close(option.value * option.scale, stated):
            return option
        return self._rounded(option, stated)

    def _rounded(self, option: Option, stated: Fraction) -> Option | None:
        """A division rounded to the stated whole number."""
        if option.handle is None:
            return None
        entry = self._builder.entry(option.handle)
        if not isinstance(entry, Step) or entry.operation is not Operation.DIVIDE or option.scale != 1:
            return None
        if not self._rounds or stated.denominator != 1:
            return None
        for operation, rounded in ((Operation.QUOTIENT, floor(option.value)), (Operation.ROUND_UP, ceil(option.value))):
            if rounded == stated:
                handle = self._builder.step(operation, entry.left, entry.right)
                return replace(option, handle=handle, value=stated)
        return None

    def _finished(self, state: State, answer: Fraction) -> Iterator[tuple[float, int]]:
        """The results that are the answer, and how good each is; the last one with the stated answer is enough."""
        for place in range(len(state.results) - 1, -1, -1):
            result = state.results[place]
            handle: int | None = None
            if result.scale == 1 and result.value == answer:
                handle = result.handle
            elif (
                result.value * 100 == answer
                and HUNDRED in self.constants
                and (result.scale == HUNDRED or (result.scale == 1 and self._asks_percent))
            ):
                handle = self._step("*", result.handle, self._constant(HUNDRED))
            elif abs(result.value * result.scale - answer) < 1:
                option = self._rounded(Option(result.handle, result.value, result.scale, 0.0), answer)
                handle = None if option is None else option.handle
            if handle is not None:
                unused = sum(-1 - other not in state.used for other in range(place))
                unused += len(state.results) - 1 - place
                yield state.score - UNUSED_RESULT * unused, handle
                return

    # Options of a written calculation, the best first.

    def _options(self, written: Written, state: State, line: int) -> list[Option]:
        if isinstance(written, Number):
            return self._leaf(written.value, state, line)
        lefts, rights = self._options(written.left, state, line), self._options(written.right, state, line)
        found = [one for left in lefts for right in rights for one in self._joined(written.sign, left, right)]
        if isinstance(written.left, Join) and (regrouped := self._regrouped(written.sign, written.left, written.right)):
            found += [replace(one, score=one.score + 0.5) for one in self._options(regrouped, state, line)]
        if isinstance(written.left, Number) and isinstance(written.right, Number):
            found += self._of_two_numbers(written.sign, written.left.value, written.right.value, state, line)
        return _best(found)

    def _regrouped(self, sign: str, left: Join, right: Written) -> Join | None:
        """ "90 * 1 / 2" and "90 * 20 * .01" as 90 times a fraction of the text."""
        if left.sign != "*" or not isinstance(left.right, Number) or not isinstance(right, Number) or not right.value:
            return None
        if sign not in "*/" or (sign == "*" and right.value != 1 / HUNDRED):
            return None
        if _ARITHMETIC[sign](left.right.value, right.value) not in self._fractions:
            return None
        fraction = Join("/", left.right, Number(right.value if sign == "/" else HUNDRED))
        return Join("*", left.left, fraction)

    def _joined(self, sign: str, left: Option, right: Option) -> Iterator[Option]:
        score, fresh = self._total(sign, left, right) + self._fit(sign, left, right), left.fresh | right.fresh
        last = left.last if right.last is None else right.last
        if sign in "+-":
            if left.inverse or right.inverse or left.scale != right.scale or left.handle == right.handle is None:
                return
            handles = [self._constant(Fraction(1)) if one.handle is None else one.handle for one in (left, right)]
            if sign == "-" and handles[0] == handles[1]:
                return
            value = _ARITHMETIC[sign](left.value, right.value)
            yield Option(self._step(sign, *handles), value, left.scale, score, fresh, last=last)
            return
        scale = _ARITHMETIC[sign](left.scale, right.scale)
        if right.handle is None:
            if left.handle is not None and not left.inverse:
                yield Option(left.handle, left.value, scale, score, fresh, last=last)
            return
        if left.handle is None:
            if sign == "*" and not right.inverse:
                yield Option(right.handle, right.value, scale, score, fresh, last=last)
            return
        if left.inverse:
            if right.inverse or sign == "/" or left.value == 0:
                return
            handle, value = self._step("/", right.handle, left.handle), right.value / left.value
        else:
            turned = {"*": "/", "/": "*"}[sign] if right.inverse else sign
            if turned == "/" and (right.value == 0 or left.handle == right.handle):
                return
            handle = self._step(turned, left.handle, right.handle)
            value = _ARITHMETIC[turned](left.value, right.value)
        yield Option(handle, value, scale, score, fresh, last=last)

    def _total(self, sign: str, left: Option, right: Option) -> float:
        """The score of both; what both use is new only once."""
        twice = left.fresh & right.fresh
        alike = left.handle is not None and left.handle == right.handle
        lost = sum(FRESH_MENTION - USED_MENTION if one >= 0 else FRESH_RESULT - USED_RESULT for one in twice)
        if alike and (left.handle in self._with_twins or isinstance(self._builder.entry(left.handle or 0), Step)):
            lost += TWICE
        gained = 0.0
        if left.last is not None and right.last is not None and left.last != right.last:
            # A price and a count are often in two sentences; what is added is often in one.
            weight = SAME_SENTENCE if sign in "+-" else SAME_SENTENCE / 4
            gained = weight * (self._sentences[left.last] == self._sentences[right.last])
            gained -= 0.03 * abs(left.last - right.last)
        return left.score + right.score - lost + gained

    def _fit(self, sign: str, left: Option, right: Option) -> float:
        """What an operation gains by the kinds of its operands."""
        fit = TURNED if sign == "*" and (left.inverse or right.inverse) else 0.0
        if sign == "/" and left.handle is not None and self._builder.entry(left.handle) == self._one:
            fit += TURNED
        if sign == "/" and not right.fresh and right.last is None and right.handle is not None:
            # "240 / 60" turns minutes into hours, though 60 may be an earlier result too.
            called = self.constants.get(right.value)
            if called and " in a" in called.fact and isinstance(self._builder.entry(right.handle), Step):
                fit -= CONVERTED
        for one in (left, right):
            entry = None if one.handle is None else self._builder.entry(one.handle)
            if isinstance(entry, Mention) and self.mentions[entry.quantity].kind is Kind.MULTIPLIER:
                if sign in "+-":
                    fit += ADDED_MULTIPLIER
                elif sign == "/" and not one.inverse:
                    fit += DIVIDED_BY_MULTIPLIER
            elif isinstance(entry, Constant) and entry.value != 1:
                if sign in "+-":
                    fit += ADDED_CONSTANT
                elif sign == "/" and one is right and " in a" in entry.fact:
                    fit += CONVERTED
        return fit

    def _of_two_numbers(self, sign: str, left: Fraction, right: Fraction, state: State, line: int) -> Iterator[Option]:
        """Two written numbers that are one of the text: "1/2", "20/100", "2*12" for "2 dozen"; two times of day."""
        if sign == "/" and right and (left / right).denominator > 1:
            for whole in self._leaf(left / right, state, line):
                if whole.handle is None or whole.scale != 1:
                    continue
                gained = 1.0
                if right == HUNDRED and whole.last is not None:
                    gained += PER_CENT if self.mentions[whole.last].kind is Kind.PERCENT else -PER_CENT
                yield replace(whole, score=whole.score + gained)
        if sign == "*":
            for place, one in enumerate(self.mentions):
                if one.value == left * right and _PACKED.search(one.text):
                    yield replace(self._mention(place, Fraction(1), state, line, left), score=3.0)
        if sign == "-":
            for end, late in enumerate(self.mentions):
                for start, early in enumerate(self.mentions):
                    if not (late.kind is early.kind is Kind.TIME) or late.value <= early.value:
                        continue
                    if late.value - early.value != (left - right) * HOUR or not _is_hour(late.value, left):
                        continue
                    handle = self._step("-", self._builder.leaf(Mention(end)), self._builder.leaf(Mention(start)))
                    yield Option(handle, late.value - early.value, 1 / HOUR, 4.0, frozenset({end, start}) - state.used)

    def _leaf(self, value: Fraction, state: State, line: int) -> list[Option]:
        """Everything that a written number may be."""
        found: list[Option] = []
        for place, result in enumerate(state.results):
            scale = _scale_of_result(result, value)
            if scale is not None:
                found.append(self._result(place, result, scale, state, line))
        for place, one in enumerate(self.mentions):
            if one.kind is Kind.TIME:
                continue
            if one.value == value:
                found.append(self._mention(place, Fraction(1), state, line, value))
            elif _PACKED.search(one.text) and number_of(one.text.split()[0]) == value and one.value:
                found.append(self._mention(place, value / one.value, state, line, value))  # "16" for "16 dozen"
            elif one.kind is Kind.PERCENT and one.value * 100 == value:
                found.append(self._mention(place, HUNDRED, state, line, value))
            elif one.value.denominator > 1 and one.kind is not Kind.MONEY and one.value.numerator == value:
                fraction = self._mention(place, Fraction(one.value.denominator), state, line, value)
                found.append(replace(fraction, score=fraction.score + (TURNED if value == 1 else BARE)))
            if one.value.denominator > 1 and one.value * value == 1 and one.kind is not Kind.MONEY:
                named = bool(self._own[place] & self._lines[line].words)
                inverse = self._mention(place, Fraction(1), state, line, value)
                found.append(replace(inverse, inverse=True, score=inverse.score + (0.5 if named else -0.5)))
        if value in self.constants:
            called = self.constants[value]
            shared = 0.0
            if called.start >= 0:
                fact = stems(called.fact)
                common = fact & self._lines[line].words
                shared = 1.8 if fact == common else 0.4 * bool(common)
                if any(self.mentions[place].value == value for place in self._amounts):
                    shared += MENTIONED_CONSTANT
            elif called.fact == HOW_MANY and any(self.mentions[place].value == value for place in self._amounts):
                shared += MENTIONED_COUNT
            score = shared + (WORDLESS if called.start < 0 else -0.2)
            found.append(Option(self._constant(value), value, Fraction(1), score))
        if value in self._parts:
            found.append(Option(None, Fraction(1), value, BARE))
        if not any(one.handle is not None and not one.inverse and one.scale == 1 for one in found):
            found += self._sideways(value, state, line)
        return _best(found)

    def _sideways(self, value: Fraction, state: State, line: int) -> Iterator[Option]:
        """A number that is a mention in another unit, or what is left of a whole, or that much more than it."""
        for place, one in enumerate(self.mentions):
            if one.kind in (Kind.TIME, Kind.ORDINAL, Kind.YEAR, Kind.DATE, Kind.LABEL):
                continue
            plain = self._mention(place, Fraction(1), state, line, value)
            plain = replace(plain, score=plain.score + SIDEWAYS)
            assert plain.handle is not None
            for known, called in self.constants.items():
                if known in (0, 1) or known.denominator > 1 or not stems(called.fact) & self._after[place]:
                    continue
                for sign in "*/":
                    if _ARITHMETIC[sign](one.value, known) == value:
                        handle = self._step(sign, plain.handle, self._constant(known))
                        yield replace(plain, handle=handle, value=value)
            if one.value.denominator > 1 and one.kind is not Kind.MONEY:
                for scale in {Fraction(1), HUNDRED, Fraction(one.value.denominator)}:
                    for sign in "-+":
                        if _ARITHMETIC[sign](Fraction(1), one.value) * scale == value:
                            handle = self._step(sign, self._constant(Fraction(1)), plain.handle)
                            yield replace(plain, handle=handle, value=value / scale, scale=scale)

    def _mention(self, place: int, scale: Fraction, state: State, line: int, written: Fraction) -> Option:
        one, where = self.mentions[place], self._lines[line]
        score = min(MOST_SHARED, 0.6 * len(self._near[place] & where.words))
        same_unit = bool(where.after.get(written, frozenset()) & self._after[place])
        score += SAME_UNIT * same_unit + 1.5 * bool(self._own[place] & where.words)
        if written in where.money and written not in where.others:
            score += 1.0 if one.kind is Kind.MONEY else -1.0
        if one.kind in (Kind.ORDINAL, Kind.DATE, Kind.YEAR, Kind.LABEL):
            score += NO_COUNT
        score -= 0.01 * place + 0.03 * len(state.results)
        fresh = frozenset() if place in state.used else frozenset({place})
        if fresh:
            score += FRESH_MENTION
        elif one.value in self.constants and self.constants[one.value].start < 0 and not same_unit:
            score += USED_FOR_CONSTANT
        else:
            score += USED_MENTION
        return Option(self._builder.leaf(Mention(place)), one.value, scale, score, fresh, last=place)

    def _result(self, place: int, result: Result, scale: Fraction, state: State, line: int) -> Option:
        name = -1 - place
        fresh = frozenset() if name in state.used else frozenset({name})
        score = (FRESH_RESULT if fresh else USED_RESULT) + 0.1 * (place - len(state.results))
        score += LAST_RESULT * (place == len(state.results) - 1)
        before, where = self._lines[result.line], self._lines[line]
        score += min(1.0, 0.3 * len(before.words & where.words))
        unit = before.after.get(result.stated, frozenset())
        score += SAME_UNIT * bool(unit & where.after.get(result.stated, frozenset()))
        return Option(result.handle, result.value, scale, score, fresh)

    def _constant(self, value: Fraction) -> int:
        return self._builder.leaf(Constant(value, self.constants[value].fact))

    def _step(self, sign: str, left: int, right: int) -> int:
        return self._builder.step(_OPERATIONS[sign], left, right)


def _numbers(written: Written) -> Iterator[Number]:
    if isinstance(written, Number):
        yield written
    else:
        yield from _numbers(written.left)
        yield from _numbers(written.right)


def _is_hour(minutes: Fraction, hour: Fraction) -> bool:
    return minutes / HOUR in (hour, hour + HALF_DAY)


def _scale_of_result(result: Result, written: Fraction) -> Fraction | None:
    """By what a result must be multiplied to be what is written; None where it is another number."""
    if written == result.stated:
        return result.scale
    if written * 100 == result.stated and result.scale in (1, HUNDRED):
        return result.scale / 100 if result.scale == HUNDRED else None
    if written == result.stated * 100 and result.scale == 1 and 0 < result.stated <= 3:
        return HUNDRED
    if written.denominator > 1 and abs(written - result.value * result.scale) <= TOLERANCE:
        return result.scale
    return None


def _best(options: Sequence[Option]) -> list[Option]:
    """The best options, one for each value and scale."""
    found: dict[tuple[int | None, Fraction, bool], Option] = {}
    for option in sorted(options, key=lambda one: -one.score):
        found.setdefault((option.handle, option.scale, option.inverse), option)
    return list(found.values())[:OPTIONS]


def benchmark_index(datasets: Path) -> StoryIndex:
    """The problems of the public benchmark sets."""
    texts = {name: texts for name, texts in public_texts(datasets).items() if name != "GSM8K"}
    problems = json.loads((datasets / "alg514" / "questions.json").read_text(encoding="utf-8"))
    texts["alg514"] = tuple(problem["sQuestion"] for problem in problems)
    return StoryIndex((f"{name}-{place}", text) for name, found in texts.items() for place, text in enumerate(found))


def row_of(number: int, question: str, answer: str, benchmarks: StoryIndex) -> dict[str, Any]:
    """One line of the output."""
    solution = read_solution(answer)
    aligner = Aligner(question, solution)
    derivation = aligner.derive()
    return {
        "id": f"gsm8k-{number}",
        "text": question,
        "quantities": [
            {
                "text": one.text,
                "start": one.start,
                "end": one.end,
                "value": str(one.value),
                "kind": one.kind.value,
                "implicit": None,
            }
            for one in aligner.mentions
        ],
        "derivation": None if derivation is None else derivation_to_dict(derivation),
        "answer": None if solution.answer is None else str(solution.answer),
        "steps": solution.annotated,
        "held_out": held_out(question),
        "near_public": bool(near(question, benchmarks)),
        "trouble": aligner.trouble,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True, help="train.jsonl, in a folder beside the benchmark sets")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    benchmarks = benchmark_index(arguments.data.resolve().parents[1])
    problems = map(json.loads, arguments.data.read_text(encoding="utf-8").splitlines())
    rows = [row_of(place, one["question"], one["answer"], benchmarks) for place, one in enumerate(problems)]
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
    arguments.out.write_text("".join(lines), encoding="utf-8")
    derived = [row for row in rows if row["derivation"] is not None]
    kept_out, near_public = (sum(row[key] for row in derived) for key in ("held_out", "near_public"))
    print(f"{len(derived)} of {len(rows)} have a derivation; of these {kept_out} held out, {near_public} near_public")
    for trouble, count in Counter(row["trouble"] for row in rows if row["trouble"]).most_common(10):
        print(f"{count:5}  {trouble}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
