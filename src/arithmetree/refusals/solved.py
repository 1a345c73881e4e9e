"""After the search: what an expression gives that no answer can be, a negative amount or half a person."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arithmetree.expressions import UNDEFINED, Node, Op, Tree, evaluate, format_value, nodes, quantities
from arithmetree.measures import measures
from arithmetree.quantities import Kind
from arithmetree.refusals.verdict import MESSAGES, Code, Refusal
from arithmetree.schemas import Problem

_SIGNED = frozenset({"degree"})  # what may be below zero


def contradiction(problem: Problem, tree: Tree) -> Refusal | None:
    """The refusal of an expression over the schemas of a problem whose steps cannot be; None if all is well."""
    values = [schema.quantity.value for schema in problem.schemas]
    answer = evaluate(tree, values)
    if answer is UNDEFINED:
        return Refusal(Code.CONTRADICTORY, "The calculation divides by zero.", _spans(problem, tree))
    signed = any(schema.unit_head in _SIGNED or schema.quantity.value.numerator < 0 for schema in problem.schemas)
    for node in nodes(tree) if not signed else ():
        value = evaluate(node, values)
        if isinstance(value, Fraction) and value.numerator < 0:
            left, right = evaluate(node.left, values), evaluate(node.right, values)
            assert isinstance(left, Fraction)
            assert isinstance(right, Fraction)
            return Refusal(
                Code.CONTRADICTORY,
                f"The numbers contradict each other: {format_value(right)} cannot be taken from {format_value(left)}.",
                _spans(problem, node),
            )
    if isinstance(answer, Fraction) and answer.denominator != 1 and _counts_whole_things(problem, tree):
        return _not_whole(problem, tree, answer)
    return None


def no_such_amount(problem: Problem, values: Sequence[Fraction]) -> Refusal:
    """The refusal where every calculation that was found gives what no answer can be, such as these values."""
    span = problem.question.unit_span if problem.question is not None else None
    broken = next((value for value in values if value.denominator != 1), None)
    below = next((value for value in values if value < 0), None)
    if below is not None:
        what = f"the answer would be {format_value(below)}, which is below zero"
    elif broken is not None and span is not None:
        what = (
            f"the answer would be {format_value(broken)}, which is not a whole number of {problem.text[slice(*span)]}"
        )
    else:
        return Refusal(Code.CONTRADICTORY, MESSAGES[Code.CONTRADICTORY])
    return Refusal(Code.CONTRADICTORY, f"The numbers of the text do not fit together: {what}.")


def _counts_whole_things(problem: Problem, tree: Tree) -> bool:
    """True if the question asks for a number of things that cannot be halved, and every number used is whole."""
    question = problem.question
    if question is None or question.asks != "how many" or question.rate is not None:
        return False
    unit = question.unit_head
    if unit is None or unit in _SIGNED or measures(unit):
        return False
    used = [problem.schemas[number].quantity for number in quantities(tree)]
    if all(node.op.is_additive for node in nodes(tree)) and any(each.value.denominator != 1 for each in used):
        return False  # "0.2 of a loaf and 0.4 of a loaf": the text itself mentions parts of the thing
    return all(each.value.denominator == 1 or each.kind is Kind.PERCENT or each.value < 1 for each in used)


def _not_whole(problem: Problem, tree: Tree, answer: Fraction) -> Refusal:
    unit = problem.question.unit_head if problem.question is not None else None
    shown = format_value(answer)
    parts = [number for number in quantities(tree) if problem.schemas[number].quantity.value.denominator != 1]
    if isinstance(tree, Node) and tree.op is Op.DIV and not parts:
        message = f"The division gives {shown}, no whole number of {unit}; remainders and rounding are not handled."
        return Refusal(Code.OUT_OF_SCOPE, message, _spans(problem, tree))
    message = f"The numbers contradict each other: {shown} is not a whole number of {unit}."
    return Refusal(Code.CONTRADICTORY, message, _spans(problem, tree))


def _spans(problem: Problem, tree: Tree) -> tuple[tuple[int, int], ...]:
    places = (problem.schemas[number].quantity for number in quantities(tree))
    return tuple(sorted((quantity.start, quantity.end) for quantity in places))
