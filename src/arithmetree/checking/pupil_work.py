"""Reading what a pupil wrote: a number, a calculation, or several steps, with any words around them."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.checking.measures import compound, factor, unit_name
from arithmetree.checking.spelling import MONEY, lines_of, spelled
from arithmetree.checking.times import AnsweredTime, read_time, says_half_of_day
from arithmetree.errors import ArithmetreeError, ExpressionError
from arithmetree.expressions import Leaf, Node, Op, Tree, evaluate, parse_infix
from arithmetree.quantities import Kind, Quantity, find_quantities

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
    `currency` is the unit that its sign or word means ("dollar" for "$4.50"). `remainder` is the 2 of "6 r 2", and
    `time` a time of day, whose number is its minutes after midnight.
    """

    steps: tuple[Step, ...]
    number: Fraction | None
    decimals: int = 0
    words: tuple[str, ...] = ()
    currency: str | None = None
    remainder: Fraction | None = None
    time: AnsweredTime | None = None


def read_work(text: str, *, asks_time: bool = False) -> Work:
    """Read an answer; UnreadableError says what is the matter with it.

    Where a time of day is asked for, "17:05" and "five past five" are times, else "24:06" divides; "5.05 pm" is one
    anyway.
    """
    if len(text) > LONGEST_ANSWER:
        raise UnreadableError("it is too long. Write only the number or the calculation")
    time = read_time(text) or read_time(text.rpartition("=")[2]) if asks_time or says_half_of_day(text) else None
    if time is not None:
        return Work((), Fraction(time.minutes), time=time)
    if asks_time and _COLON.search(text):
        raise UnreadableError("the time is not written in a way that can be read")
    written = spelled(text)
    together = compound(written, find_quantities(written))
    if together is not None:  # also "1 hour, 20 minutes", where the comma ends no step
        return Work((), together[0], 0, (together[1],), None)
    lines = lines_of(written)
    if len(lines) > MOST_STEPS:
        raise UnreadableError("it has too many steps. Write only the calculation")
    steps: list[Step] = []
    work: Work | None = None
    for line in lines:
        if _OPERATION.search(_without_fractions(line)) and not _ONLY_A_FRACTION.fullmatch(line):
            read, work = _calculation(line)
            steps += read
        elif any(character.isdigit() for character in line) or find_quantities(line):
            found = _result(line)
            if work is not None and not steps and work.number != found.number:
                raise UnreadableError("there is more than a single number in it, and no calculation that joins them")
            work = found
    if work is None:
        raise UnreadableError("there is no number in it")
    return replace(work, steps=tuple(steps) or work.steps)


_COLON = re.compile(r"\d\s?:\s?\d")
_NUMERAL = r"\d[\d,]*(?:\.\d+)?|\.\d+"
# A sign between two numbers, with a unit allowed after the left one: "12 apples - 5 apples", "(3 + 5) × 9".
_OPERATION = re.compile(rf"[\d)%](?:\s*[a-zA-Z]+(?:\s+[a-zA-Z]+)*)?\s*[-+*/×÷·−]\s*[-({MONEY}.\d]")
_MIXED = re.compile(r"(?<![\d./])(\d{1,9})\s+(\d{1,9})\s*/\s*(\d{1,9})(?![\d./])")
_FRACTION = re.compile(rf"[-−]?[{MONEY}]?\s*(\d{{1,9}})\s*/\s*(\d{{1,9}})(?![\d./])")
_ONLY_A_FRACTION = re.compile(r"(?:[^\W\d_]+:?\s+)+\d{1,9}/\d{1,9}(?:\s+[^\W\d_]+)*")  # "The answer is 3/4 of a cake"
_REMAINDER = re.compile(r"(\d{1,9})\s*(?:r|rem|remainder)\.?\s*(?:of\s+)?(\d{1,9})\b", re.IGNORECASE)
_TOKEN = re.compile(
    rf"\s*(?:(?P<number>(?:{_NUMERAL})%?)|(?P<sign>[-+*/×÷·−()])|(?P<money>[{MONEY}])|(?P<word>[^\W\d_]+))"
)


def _without_fractions(line: str) -> str:
    return _MIXED.sub("0", line)


def _result(line: str) -> Work:
    """What a line without a calculation says: the last of equal amounts as in "150 cm = 1.5 m", else its number."""
    amounts = [_number(part) for part in line.split("=") if find_quantities(part)]
    if len(amounts) < 2:
        return amounts[0] if amounts else _number(line)
    if any(not _equal(one, amounts[-1]) for one in amounts[:-1]):
        raise UnreadableError("there is an equals sign where nothing is calculated")
    return amounts[-1]


def _equal(one: Work, other: Work) -> bool:
    assert one.number is not None
    assert other.number is not None
    if one.number == other.number:
        return True
    units = [[unit_name(word) for word in (*work.words, work.currency or "")] for work in (one, other)]
    pairs = [(first, second) for first in units[0] for second in units[1]]
    return any(
        (factor(first, second) or 0) * one.number == other.number
        or one.number == (factor(second, first) or 0) * other.number
        for first, second in pairs
    )


def _number(line: str) -> Work:
    """A single number in words or digits, with the words after it; "1 h 20 min" and "6 r 2" are one number too."""
    divided = _REMAINDER.search(line)
    if divided is not None and not find_quantities(line[: divided.start()]):
        words = tuple(word.lower() for word in _WORD.findall(line[divided.end() :]))
        return Work((), Fraction(divided[1]), 0, words, None, remainder=Fraction(divided[2]))
    found = find_quantities(line)
    if not found:
        raise UnreadableError("the number is not written in a way that can be read")
    together = compound(line, found)
    if together is not None:  # the result of a calculation
        return Work((), together[0], 0, (together[1],), None)
    if len({_as_said(quantity) for quantity in found}) > 1:  # "7 (seven)" is one number
        raise UnreadableError("there is more than a single number in it, and no calculation that joins them")
    quantity = found[-1]
    words = tuple(word.lower() for word in _WORD.findall(line[quantity.end :]))
    return Work((), quantity.value, _decimals(quantity), words, quantity.unit_hint)


_WORD = re.compile(r"[^\W\d_]+")


def _as_said(quantity: Quantity) -> Fraction:
    return 100 * quantity.value if quantity.kind is Kind.PERCENT else quantity.value


def _decimals(quantity: Quantity) -> int:
    return len(quantity.text.rpartition(".")[2]) if "." in quantity.text else 0


def _calculation(line: str) -> tuple[list[Step], Work]:
    """The steps of a line such as "12 - 5 = 7"; in "3 + 5 = 8 * 9 = 72" each result is carried on."""
    parts = [part.strip() for part in line.split("=") if find_quantities(part)]  # not the x of "x = 12 - 5"
    if not parts:  # nothing but signs, as in ") ÷ $"
        raise UnreadableError("there is no number in it")
    is_sum = [_OPERATION.search(_without_fractions(part)) is not None for part in parts]
    if len(parts) == 2 and is_sum == [False, True]:  # "7 = 12 - 5"
        parts, is_sum = parts[::-1], is_sum[::-1]
    if len(parts) > 1 and _FRACTION.match(parts[-1]):  # "1/2 + 1/4 = 3/4"
        is_sum[-1] = is_sum[-1] and _OPERATION.search(_FRACTION.sub("0", parts[-1], count=1)) is not None
    sums = parts[: is_sum.index(False)] if False in is_sum else parts
    if any(is_sum[len(sums) :]) or not sums:
        raise UnreadableError("there is an equals sign where nothing is calculated")
    results = parts[len(sums) :]
    found = _number(results[0]) if results else Work((), None)
    end = _result(" = ".join(results)) if results else found  # the last of "100 + 50 = 150 cm = 1.5 m"
    read = [_sum(part) for part in sums]
    steps = []
    for number, (tree, operands, as_typed, _) in enumerate(read):
        if number + 1 < len(read):
            steps.append(Step(tree, operands, read[number + 1][1][0], as_typed=as_typed))
        elif found.remainder is not None:
            steps.append(_divided(tree, operands, found.number, found.remainder))
        else:
            steps.append(Step(tree, operands, _written_result(found, tree, operands), found.decimals, as_typed))
    words = end.words if results else read[-1][3]
    return steps, replace(end, steps=tuple(steps), words=words)


def _written_result(found: Work, tree: Tree, operands: tuple[Fraction, ...]) -> Fraction | None:
    """The result after a sum, which is 44 in "0.44 x 100 = 44 %" and 11/25 in "66 ÷ 150 = 44 %"."""
    if found.number is not None and found.currency == "percent" and evaluate(tree, operands) == 100 * found.number:
        return 100 * found.number
    return found.number


def _divided(tree: Tree, operands: tuple[Fraction, ...], whole: Fraction | None, rest: Fraction) -> Step:
    """The step of "47 ÷ 5 = 9 r 2", whose result is 9 2/5 if it is worked out rightly."""
    by = evaluate(tree.right, operands) if isinstance(tree, Node) and tree.op is Op.DIV else None
    if whole is None or not isinstance(by, Fraction) or by == 0:
        raise UnreadableError("there is a remainder where nothing is divided")
    return Step(tree, operands, whole + rest / by)


_BEFORE_MINUS = frozenset("(+-*/×÷·−")
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
            elif (
                match["number"] and pieces and pieces[-1] in "-−" and (len(pieces) == 1 or pieces[-2] in _BEFORE_MINUS)
            ):
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
