"""The steps of a solution: every operation in the order of calculation, with its reason and its evidence."""

from __future__ import annotations

from arithmetree.explanation.addition import ADDITION, likely_sum
from arithmetree.explanation.calculation import Calculation, Reasoning
from arithmetree.explanation.division import DIVISION, likely_quotient
from arithmetree.explanation.grammar import uncapital
from arithmetree.explanation.multiplication import MULTIPLICATION, likely_product
from arithmetree.explanation.places import without_overlaps
from arithmetree.explanation.signals import Weighing
from arithmetree.explanation.subtraction import SUBTRACTION, likely_difference
from arithmetree.expressions import UNDEFINED, Node, Op, Tree, evaluate, format_value, nodes
from arithmetree.features.facts import ProblemFacts
from arithmetree.solution import Step, StepReason

_CHECKS = {Op.ADD: ADDITION, Op.SUB: SUBTRACTION, Op.MUL: MULTIPLICATION, Op.DIV: DIVISION}
_LIKELY = {Op.ADD: likely_sum, Op.SUB: likely_difference, Op.MUL: likely_product, Op.DIV: likely_quotient}


def steps_of(tree: Tree, facts: ProblemFacts, weighing: Weighing | None = None) -> tuple[Step, ...]:
    """The operations of a tree in the order of calculation; none where a value is undefined.

    With the weighing of a model each step has its evidence too, and is told as a fact only where that is firm.
    """
    if evaluate(tree, [quantity.value for quantity in facts.quantities]) is UNDEFINED:
        return ()
    calculation = Calculation(tree, facts)
    return tuple(_step(node, calculation, weighing) for node in nodes(tree))


def _step(node: Node, calculation: Calculation, weighing: Weighing | None) -> Step:
    found = _reasoning(node, calculation)
    evidence = None if weighing is None else weighing.of_step(node)
    is_told = found.reason is StepReason.MOST_LIKELY or evidence is None or evidence.firm
    left, right = calculation.value(node.left), calculation.value(node.right)
    return Step(
        expression=f"{format_value(left)} {node.op} {format_value(right)}",
        value=calculation.value(node),
        unit=calculation.unit_words(node),
        because=found.sentence if is_told else f"Most likely {uncapital(found.sentence)}",
        spans=without_overlaps(found.spans),
        reason=found.reason,
        evidence=evidence,
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
