"""Alignment: which quantity of the text each number of a written expression is. Never a guess: doubts are faults."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from arithmetree.corpus.record import RecordQuantity, RecordRate
from arithmetree.corpus.written import Operand, Place, WrittenProblem
from arithmetree.expressions import Leaf, Node, Tree
from arithmetree.quantities import Kind, find_quantities

# Values of these kinds are no occurrences of a number for a writer who counts them: "the first", "the red one".
_NOT_COUNTED_BY_WRITERS = (Kind.ORDINAL, Kind.PRONOUN)


class Cause(StrEnum):
    """Why a line cannot become a record, or must be looked at."""

    FORMAT = "format"  # the line cannot be read
    UNALIGNED = "unaligned"  # a number of the expression is no quantity of the text
    OTHER_KIND = "other kind"  # it is one, but a label, date, name ..., not one that counts
    AMBIGUOUS = "ambiguous"  # the value appears several times and nothing says which one is meant
    USED_TWICE = "used twice"  # two numbers of the expression are the same quantity
    RATE = "rate"  # a rate names no quantity, or several
    UNKNOWN_FACT = "unknown fact"  # a constant that the table of facts does not have
    ANSWER = "answer"  # the answer is undefined or not positive
    FAMILY = "family"  # a family of one, or with a member that has a different story
    NEAR = "near duplicate"  # nearly the text of another problem outside its family


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong at a place, for the person who settles it."""

    place: Place
    cause: Cause
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.cause}: {self.message}"


@dataclass(frozen=True, slots=True)
class Alignment:
    """The quantities of a text, implied ones included, and the tree and the rates over their indices."""

    quantities: tuple[RecordQuantity, ...]
    tree: Tree | None
    rates: tuple[RecordRate, ...]
    operands: dict[int, Operand]  # by index of the quantity
    faults: tuple[Fault, ...]


class DoubtError(Exception):
    """A number that cannot be found, or not without a guess."""

    def __init__(self, cause: Cause, message: str) -> None:
        super().__init__(message)
        self.cause = cause
        self.message = message


def align(problem: WrittenProblem) -> Alignment:
    """Find every number of the expression and of the rates among the quantities of the text by its value.

    The tree is None and the rates are empty as far as `faults` says that they could not be settled.
    """
    faults: list[Fault] = []
    quantities = [
        RecordQuantity(found.text, found.start, found.end, found.value, found.kind)
        for found in find_quantities(problem.text)
    ]
    for operand in problem.operands:
        if operand.word is not None:
            try:
                quantities.append(_implied(operand, problem.text, quantities))
            except DoubtError as doubt:
                faults.append(Fault(problem.place, doubt.cause, doubt.message))
    quantities.sort(key=lambda quantity: quantity.start)
    used: dict[int, Operand] = {}
    places: list[int] = []
    for operand in problem.operands:
        if operand.word is not None and faults:
            continue
        try:
            index = _find(operand, quantities)
        except DoubtError as doubt:
            faults.append(Fault(problem.place, doubt.cause, doubt.message))
            continue
        if index in used:
            faults.append(
                Fault(problem.place, Cause.USED_TWICE, f"{operand} and {used[index]} are one number of the text")
            )
        used[index] = operand
        places.append(index)
    tree = None if faults or problem.tree is None else _renumbered(problem.tree, places)
    rates: list[RecordRate] = []
    for rate in problem.rates:
        try:
            rates.append(RecordRate(_find(rate.operand, quantities), rate.per))
        except DoubtError as doubt:
            faults.append(Fault(problem.place, Cause.RATE, doubt.message))
    rates.sort(key=lambda rate: rate.quantity)
    return Alignment(tuple(quantities), tree, tuple(rates), used, tuple(faults))


def _implied(operand: Operand, text: str, quantities: list[RecordQuantity]) -> RecordQuantity:
    """The quantity that a word implies; it is at the first occurrence of the word, or at the one asked for."""
    assert operand.word is not None
    matches = list(re.finditer(rf"(?<!\w){re.escape(operand.word)}(?!\w)", text, re.IGNORECASE))
    number = (operand.occurrence or 1) - 1
    if number >= len(matches):
        raise DoubtError(Cause.UNALIGNED, f"{operand}: the word appears {len(matches)} times in the text")
    start, end = matches[number].span()
    if any(quantity.start < end and start < quantity.end for quantity in quantities):
        raise DoubtError(Cause.UNALIGNED, f"{operand}: the word is a number itself; write its value without @")
    return RecordQuantity(text[start:end], start, end, operand.value, Kind.NUMBER, operand.word)


def _find(operand: Operand, quantities: list[RecordQuantity]) -> int:
    """The index of the quantity that an operand names."""
    same = [index for index, quantity in enumerate(quantities) if quantity.value == operand.value]
    if operand.word is not None:
        word = operand.word
        same = [index for index in same if quantities[index].implicit == word]
        if len(same) != 1:
            raise DoubtError(
                Cause.AMBIGUOUS, f"{operand} is implied {len(same)} times; say which by {operand.text}#k@word"
            )
        return same[0]
    same = [index for index in same if quantities[index].implicit is None]
    counting = [index for index in same if quantities[index].countable]
    if operand.occurrence is None:
        if len(counting) == 1:
            return counting[0]
        if counting:
            raise DoubtError(Cause.AMBIGUOUS, f"{operand} appears {len(counting)} times; use {operand}#k to say which")
        if same:
            raise _other_kind(operand, quantities[same[0]])
        found = ", ".join(f"{quantity.text!r}={quantity.value}" for quantity in quantities) or "none"
        raise DoubtError(Cause.UNALIGNED, f"{operand} is not a number of the text; its numbers are {found}")
    counted = [index for index in same if quantities[index].kind not in _NOT_COUNTED_BY_WRITERS]
    if operand.occurrence > len(counted):
        raise DoubtError(Cause.UNALIGNED, f"{operand}: the value appears {len(counted)} times in the text")
    chosen = counted[operand.occurrence - 1]
    if not quantities[chosen].countable:
        raise _other_kind(operand, quantities[chosen])
    return chosen


def _other_kind(operand: Operand, quantity: RecordQuantity) -> DoubtError:
    return DoubtError(Cause.OTHER_KIND, f"{operand}: {quantity.text!r} is read as {quantity.kind.value}")


def _renumbered(tree: Tree, places: list[int]) -> Tree:
    if isinstance(tree, Leaf):
        return Leaf(places[tree.quantity])
    return Node(tree.op, _renumbered(tree.left, places), _renumbered(tree.right, places))
