"""The steps of a solution: every operation in the order of calculation, with its reason and its evidence."""

from __future__ import annotations

from arithmetree.explanation.addition import ADDITION, likely_sum
from arithmetree.explanation.calculation import Calculation, Reasoning
from arithmetree.explanation.division import DIVISION, likely_quotient
from arithmetree.explanation.multiplication import MULTIPLICATION, likely_product
from arithmetree.explanation.places import without_overlaps
from arithmetree.explanation.subtraction import SUBTRACTION, likely_difference
from arithmetree.expressions import UNDEFINED, Node, Op, Tree, evaluate, format_value, nodes
from arithmetree.features.facts import ProblemFacts
from arithmetree.solution import Step

_CHECKS = {Op.ADD: ADDITION, Op.SUB: SUBTRACTION, Op.MUL: MULTIPLICATION, Op.DIV: DIVISION}
_LIKELY = {Op.ADD: likely_sum, Op.SUB: likely_difference, Op.MUL: likely_product, Op.DIV: likely_quotient}


def steps_of(tree: Tree, facts: ProblemFacts) -> tuple[Step, ...]:
    """The operations of a tree in the order of calculation; none where a value is undefined."""
    if evaluate(tree, [quantity.value for quantity in facts.quantities]) is UNDEFINED:
        return ()
    calculation = Calculation(tree, facts)
    return tuple(_step(node, calculation) for node in nodes(tree))


def _step(node: Node, calculation: Calculation) -> Step:
    found = _reasoning(node, calculation)
    left, right = calculation.value(node.left), calculation.value(node.right)
    return Step(
        expression=f"{format_value(left)} {node.op} {format_value(right)}",
        value=calculation.value(node),
        unit=calculation.unit_words(node),
        because=found.sentence,
        spans=without_overlaps(found.spans),
        reason=found.reason,
    )


def _reasoning(node: Node, calculation: Calculation) -> Reasoning:
    """The first reason that the text speaks for; where there is none, the sentence says so."""
    if calculation.value(node) < 0:
        return _LIKELY[node.op](node, calculation)  # nobody takes away more than there is
    for check in _CHECKS[node.op]:
        found = check(node, calculation)
        if found is not None:
            return found
    return _LIKELY[node.op](node, calculation)
