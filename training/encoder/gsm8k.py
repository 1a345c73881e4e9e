"""The read-once part of GSM8K: its calculation steps composed to one expression over the numbers of the text."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from arithmetree.errors import ArithmetreeError
from arithmetree.expressions import UNDEFINED, Leaf, Node, Op, Tree, Value, evaluate, parse_infix
from arithmetree.schemas import Problem
from arithmetree.training.gold import GoldProblem

_STEP = re.compile(r"<<([^<>=]+)=([^<>]+)>>")


@dataclass(frozen=True)
class Composed:
    """A problem of the set: with a tree where it is read-once, else without."""

    id: str
    text: str
    answer: Fraction | None
    steps: tuple[tuple[str, Fraction], ...]


def load(path: Path) -> list[Composed]:
    """All problems of the file with their steps; steps that are no plain arithmetic leave the problem without any."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines()):
        row = json.loads(line)
        steps = []
        for expression, result in _STEP.findall(row["answer"]):
            value = _number(result)
            if value is None:
                steps = []
                break
            steps.append((expression, value))
        answer = _number(row["answer"].rsplit("####", 1)[-1])
        found.append(Composed(f"gsm8k-{number}", row["question"], answer, tuple(steps)))
    return found


def is_out_of_scope(composed: Composed, problem: Problem) -> bool:
    """Whether a step needs a number that the text does not have, or one number twice."""
    left = [schema.quantity.value for schema in problem.schemas]
    left += [1 / value for value in left if value.denominator > 1 and value.numerator == 1]
    results: list[Fraction] = []
    for expression, value in composed.steps:
        try:
            operands = parse_infix(expression.replace("$", "").strip()).values
        except ArithmetreeError:
            return False
        for operand in operands:
            if operand in results:
                results.remove(operand)
            elif operand in left:
                left.remove(operand)
            elif operand != 100:  # of per cent
                return True
        results.append(value)
    return False


def gold_of(composed: Composed, problem: Problem) -> GoldProblem | None:
    """The problem with its tree; None where its expression is not read-once over the numbers of the text."""
    if not composed.steps or composed.answer is None:
        return None
    values = [schema.quantity.value for schema in problem.schemas]
    results: list[tuple[Fraction, Tree]] = []
    taken: set[int] = set()
    for expression, value in composed.steps:
        tree = _composed(expression, values, results, taken)
        if tree is None or not _close(evaluate(tree, values), value):
            return None
        results.append((value, tree))
    if len(results) != 1 or not _close(results[0][0], composed.answer) or not isinstance(results[0][1], Node):
        return None
    return GoldProblem(composed.id, problem, composed.answer, results[0][1])


def _composed(
    expression: str, values: Sequence[Fraction], results: list[tuple[Fraction, Tree]], taken: set[int]
) -> Tree | None:
    """One step over quantities not yet taken and earlier results not yet used (each may be used once)."""
    try:
        infix = parse_infix(expression.replace("$", "").strip())
    except ArithmetreeError:
        return None

    def operand(value: Fraction) -> Tree | None:
        for place in range(len(results) - 1, -1, -1):
            if results[place][0] == value:
                return results.pop(place)[1]
        places = [i for i, known in enumerate(values) if known == value and i not in taken]
        if len(places) != 1:  # none, or nobody knows which
            return None
        taken.add(places[0])
        return Leaf(places[0])

    def built(tree: Tree) -> Tree | None:
        if isinstance(tree, Leaf):
            return operand(infix.values[tree.quantity])
        # "25 / 100" of "25 %" is one number of the text.
        if tree.op is Op.DIV and isinstance(tree.left, Leaf) and isinstance(tree.right, Leaf):
            quotient = infix.values[tree.left.quantity] / (infix.values[tree.right.quantity] or 1)
            if quotient in values and infix.values[tree.right.quantity] not in values:
                return operand(quotient)
        # "48 / 2" of "half as many" multiplies by the half of the text.
        if tree.op is Op.DIV and isinstance(tree.right, Leaf):
            divisor = infix.values[tree.right.quantity]
            known = [v for i, v in enumerate(values) if i not in taken]
            if divisor not in known and divisor not in [v for v, _ in results] and divisor and 1 / divisor in known:
                left, right = built(tree.left), operand(1 / divisor)
                return None if left is None or right is None else Node(Op.MUL, left, right)
        left = built(tree.left)
        right = None if left is None else built(tree.right)
        return None if left is None or right is None else Node(tree.op, left, right)

    tree = built(infix.tree)
    if tree is None or evaluate(tree, values) is UNDEFINED:
        return None
    return tree


def _close(one: Value, other: Fraction) -> bool:
    """Equal but for rounding to cents."""
    return one is not UNDEFINED and abs(one - other) <= Fraction(1, 100)


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text.replace(",", "").replace("$", "").replace("%", "").strip())
    except (ValueError, ZeroDivisionError):
        return None
