"""Reading what a pupil wrote: a number, a calculation, or several steps, with whatever words stand around them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from unicodedata import normalize

from arithmetree.checking.measures import compound
from arithmetree.errors import ArithmetreeError, ExpressionError
from arithmetree.expressions import Leaf, Node, Op, Tree, parse_infix
from arithmetree.quantities import Quantity, find_quantities

LONGEST_ANSWER = 1000  # characters
MOST_STEPS = 20


class UnreadableError(ArithmetreeError):
    """An answer that cannot be read; the message ends the sentence "I could not read your answer: ..."."""


@dataclass(frozen=True, slots=True)
class Step:
    """One calculation: its tree over `operands`, and the result that the pupil wrote after it, if any.

    `as_typed` is the tree when the signs are worked through from left to right, as on a simple calculator; None
    where that is no other tree.
    """

    tree: Tree
    operands: tuple[Fraction, ...]
    result: Fraction | None
    decimals: int = 0  # how many the result was written with
    as_typed: Tree | None = None


@dataclass(frozen=True, slots=True)
class Work:
    """Everything that a pupil wrote: the steps in order, the number at the end, and the words after it.

    At least one of `steps` and `number` is there. `decimals` counts the written decimals of the number, and
    `currency` is the unit that its sign or word means ("dollar" for "$4.50").
    """

    steps: tuple[Step, ...]
    number: Fraction | None
    decimals: int = 0
    words: tuple[str, ...] = ()
    currency: str | None = None


def read_work(text: str) -> Work:
    """Read an answer; UnreadableError says what is the matter with it."""
    if len(text) > LONGEST_ANSWER:
        raise UnreadableError("it is too long. Write only the number or the calculation")
    together = compound(text, find_quantities(text))
    if together is not None:  # also "1 hour, 20 minutes", where the comma ends no step
        return Work((), together[0], 0, (together[1],), None)
    lines = [line for part in _LINE_END.split(_spelled_out(text)) if (line := part.strip(" \t.!?,"))]
    if len(lines) > MOST_STEPS:
        raise UnreadableError("it has too many steps. Write only the calculation")
    steps: list[Step] = []
    work: Work | None = None
    for line in lines:
        if _OPERATION.search(_MIXED.sub("0", line)):
            read, work = _calculation(line)
            steps += read
        elif any(character.isdigit() for character in line) or find_quantities(line):
            if work is not None and not work.steps and work.number is not None:
                raise UnreadableError("there is more than a single number in it, and no calculation that joins them")
            work = _number(line)
    if work is None:
        raise UnreadableError("there is no number in it")
    return Work(tuple(steps), work.number, work.decimals, work.words, work.currency)


_MONEY = "$£€¥₹¢"
# A run of spaces is tried from its beginning alone, lest time grow with its square.
_LINE_END = re.compile(rf"[;\n\r]+|,?(?<!\s)\s++then\s+|,\s++(?=[({_MONEY}\d])")
_NUMERAL = r"\d[\d,]*(?:\.\d+)?|\.\d+"
# A sign between two numbers, with a unit allowed after the left one: "12 apples - 5 apples", "(3 + 5) × 9".
_OPERATION = re.compile(rf"[\d)%](?:\s*[a-zA-Z]+(?:\s+[a-zA-Z]+)*)?\s*[-+*/×÷·−]\s*[({_MONEY}.\d]")
_SPELLED_SIGNS = (
    (re.compile(r"\b(?:divided by|shared by)\b", re.IGNORECASE), "÷"),
    (re.compile(r"\b(?:multiplied by|times)\b", re.IGNORECASE), "×"),
    (re.compile(r"\bplus\b", re.IGNORECASE), "+"),
    (re.compile(r"(?<=\w)\s+(?:minus|take away)\b", re.IGNORECASE), " -"),
    (re.compile(rf"(?<=[\d)])\s*[xX]\s*(?=[(\d{_MONEY}.])"), " × "),
    (re.compile(r"(?<=[\d)])\s*:\s*(?=[(\d])"), " ÷ "),
    (re.compile(rf"(?<=[\d)])\s+(?:is|equals|makes|gives)\s+(?=[-(\d{_MONEY}.])"), " = "),
    (re.compile("[–‒﹣－]"), "-"),
)
_MIXED = re.compile(r"(?<![\d./])(\d{1,9})\s+(\d{1,9})\s*/\s*(\d{1,9})(?![\d./])")
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:{_NUMERAL})%?)|(?P<sign>[-+*/×÷·−()])|(?P<money>[{_MONEY}])|(?P<word>[^\W\d_]+))"
)


def _spelled_out(text: str) -> str:
    """Signs for their words, and "3 1/2" for "3½"."""
    written = "".join(_fraction_sign(character) for character in text)
    for pattern, sign in _SPELLED_SIGNS:
        written = pattern.sub(sign, written)
    return written


def _fraction_sign(character: str) -> str:
    over, slash, under = normalize("NFKC", character).partition("\u2044")
    return f" {over}/{under}" if slash and under else character


def _number(line: str) -> Work:
    """A single number in words or digits, with the words after it; "1 h 20 min" is one number too."""
    found = find_quantities(line)
    if not found:
        raise UnreadableError("the number is not written in a way that can be read")
    together = compound(line, found)
    if together is not None:  # the result of a calculation
        return Work((), together[0], 0, (together[1],), None)
    if len(found) > 1:
        raise UnreadableError("there is more than a single number in it, and no calculation that joins them")
    quantity = found[0]
    words = tuple(word.lower() for word in _WORD.findall(line[quantity.end :]))
    return Work((), quantity.value, _decimals(quantity), words, quantity.unit_hint)


_WORD = re.compile(r"[^\W\d_]+")


def _decimals(quantity: Quantity) -> int:
    return len(quantity.text.rpartition(".")[2]) if "." in quantity.text else 0


def _calculation(line: str) -> tuple[list[Step], Work]:
    """The steps of a line such as "12 - 5 = 7"; in "3 + 5 = 8 * 9 = 72" each result is carried on."""
    parts = [part.strip() for part in line.split("=") if find_quantities(part)]  # not the x of "x = 12 - 5"
    if not parts:  # nothing but signs, as in ") ÷ $"
        raise UnreadableError("there is no number in it")
    is_sum = [_OPERATION.search(_MIXED.sub("0", part)) is not None for part in parts]
    if len(parts) == 2 and is_sum == [False, True]:  # "7 = 12 - 5"
        parts, is_sum = parts[::-1], is_sum[::-1]
    if not all(is_sum[:-1]):
        raise UnreadableError("there is an equals sign where nothing is calculated")
    end = Work((), None) if is_sum[-1] else _number(parts[-1])
    sums = parts if is_sum[-1] else parts[:-1]
    read = [_sum(part) for part in sums]
    steps = []
    for number, (tree, operands, as_typed, _) in enumerate(read):
        if number + 1 < len(read):
            steps.append(Step(tree, operands, read[number + 1][1][0], as_typed=as_typed))
        else:
            steps.append(Step(tree, operands, end.number, end.decimals, as_typed))
    words = read[-1][3] if is_sum[-1] else end.words
    return steps, Work(tuple(steps), end.number, end.decimals, words, end.currency)


_Sum = tuple[Tree, tuple[Fraction, ...], Tree | None, tuple[str, ...]]


def _sum(text: str) -> _Sum:
    """The tree of "12 apples - $5", its operands, the tree from left to right, and the words after the last number."""
    mixed: list[Fraction] = []  # operands that infix does not know; they go into it under names
    pieces: list[str] = []
    words: list[str] = []
    parts = _MIXED.split(text)  # what is between mixed numbers, and the three parts of each of them
    for at in range(0, len(parts), 4):
        part = parts[at]
        position, end = 0, len(part.rstrip())
        while position < end:
            match = _TOKEN.match(part, position)
            if match is None:
                raise UnreadableError(f"the sign {part[position:].strip()[0]!r} is not known")
            position = match.end()
            if match["word"]:
                words.append(match["word"].lower())
            elif match["number"] and pieces and pieces[-1] in "-−" and (len(pieces) == 1 or pieces[-2] == "("):
                mixed.append(-_value(match["number"]))  # a number below zero
                pieces[-1] = f"mixed_{len(mixed) - 1}"
                words.clear()
            elif match["number"] or match["sign"]:
                pieces.append(match[0].strip())
                words.clear()
        if at + 1 < len(parts):
            pieces.append(f"mixed_{len(mixed)}")
            mixed.append(_mixed_number(*map(int, parts[at + 1 : at + 4])))
    try:
        infix = parse_infix(" ".join(pieces))
    except ExpressionError:
        raise UnreadableError("a number, a sign or a bracket is missing in the calculation") from None
    operands = tuple(
        mixed[int(operand.removeprefix("mixed_"))] if operand.startswith("mixed_") else _value(operand)
        for operand in infix.operands
    )
    return infix.tree, operands, _from_left_to_right(infix.tree, pieces), tuple(words)


def _mixed_number(whole: int, over: int, under: int) -> Fraction:
    if under == 0:
        raise UnreadableError("nothing can be divided by zero")
    return whole + Fraction(over, under)


def _value(operand: str) -> Fraction:
    digits = operand.rstrip("%").replace(",", "")
    return Fraction(digits) / (100 if operand.endswith("%") else 1)


_OPS = {"+": Op.ADD, "-": Op.SUB, "−": Op.SUB, "*": Op.MUL, "×": Op.MUL, "·": Op.MUL, "/": Op.DIV, "÷": Op.DIV}


def _from_left_to_right(tree: Tree, pieces: list[str]) -> Tree | None:
    if "(" in pieces:
        return None
    typed: Tree = Leaf(0)
    for number, sign in enumerate(pieces[1::2], start=1):
        typed = Node(_OPS[sign], typed, Leaf(number))
    return None if typed == tree else typed
