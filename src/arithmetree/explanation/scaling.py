"""Numbers that only scale another one: times as many, per cent, a part of; and amounts in proportion."""

from __future__ import annotations

from arithmetree.explanation.calculation import Calculation, Reasoning, same_unit
from arithmetree.explanation.grammar import bare_number, be, capital, reasoning, verb
from arithmetree.explanation.places import amount_span, comparison_span, quoted, words_near
from arithmetree.explanation.units import BARE, is_measure
from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.quantities import Kind
from arithmetree.solution import Span, StepReason


def scaled(node: Node, calc: Calculation) -> Reasoning | None:
    """ "twice as many", "20%", "a third of": one side only says how many times the other."""
    for factor, whole in ((node.left, node.right), (node.right, node.left)):
        found = _factor(factor, calc)
        if found is None:
            continue
        reason, span = found
        said = quoted(calc.facts, span)
        if reason is StepReason.PER_CENT:
            tells = f"means {_hundredths(factor, calc)} out of every 100, so take that share of {calc.amount(whole)}"
        elif reason is StepReason.PART_OF_WHOLE:
            tells = f"is a part of the whole, so multiply {calc.amount(whole)} by {calc.value(factor)}"
        else:
            times = bare_number(factor, calc)
            tells = f"means {times} times as much, so multiply {calc.amount(whole)} by {times}"
        sentence = f"{said} {tells}."
        return reasoning(reason, sentence, node, calc, span)
    return None


def unscaled(node: Node, calc: Calculation) -> Reasoning | None:
    """The divisor says how many times the result is in what is known."""
    found = _factor(node.right, calc)
    if found is None:
        return None
    reason, span = found
    said, known = quoted(calc.facts, span), calc.amount(node.left)
    if reason is StepReason.PER_CENT:
        sentence = f"{known} {be(node.left, calc)} {said} of the whole, so divide to find the whole."
    elif reason is StepReason.PART_OF_WHOLE:
        sentence = f"{known} {be(node.left, calc)} only a part of the whole ({said}), so divide to find the whole."
    else:
        sentence = (
            f"{known} is {bare_number(node.right, calc)} times the other amount ({said}), so divide to find that."
        )
    return reasoning(reason, sentence, node, calc, span)


def in_proportion(node: Node, calc: Calculation) -> Reasoning | None:
    """56 scoops for 7 washes, asked for 4 washes: the same noun twice says that the amounts go together."""
    parent = node if node.op is Op.DIV else calc.parent(node)
    if parent is None or parent.op is not Op.DIV or not isinstance(parent.left, Node) or parent.left.op is not Op.MUL:
        return None
    if node not in (parent, parent.left):
        return None
    product, known = parent.left, parent.right
    for asked, paired in ((product.left, product.right), (product.right, product.left)):
        is_pair = same_unit(calc, asked, known) and not same_unit(calc, paired, known)
        per = calc.units[known].per
        if (
            not is_pair
            or calc.units[paired] == BARE
            or calc.units[asked].per is not None
            or (per is not None and per not in (calc.units[paired].per, calc.units[paired].over))
        ):
            continue
        together = f"{capital(calc.amount(paired))} {verb('go', paired, calc)} with {calc.amount(known)}"
        if node is parent:
            sentence = (
                f"{together}, so divide by {bare_number(known, calc)} to find how much goes with {calc.amount(asked)}."
            )
        else:
            sentence = (
                f"{together}. For {calc.amount(asked)}, first multiply, then divide by {bare_number(known, calc)}."
            )
        return reasoning(StepReason.UNIT_RATE, sentence, node, calc, *calc.amount_spans(known))
    return None


def _factor(part: Tree, calc: Calculation) -> tuple[StepReason, Span] | None:
    """The kind of a number that only scales, and where the text says so."""
    if not isinstance(part, Leaf):
        return None
    quantity = calc.facts.quantities[part.quantity].schema.quantity
    span = amount_span(calc.facts, part.quantity)
    if quantity.kind is Kind.PERCENT:
        return StepReason.PER_CENT, span
    if quantity.kind is Kind.MULTIPLIER:
        return StepReason.TIMES_AS_MANY, _times_span(part, calc)
    if 0 < quantity.value < 1 and not quantity.text[:1].isdigit() and _of_behind(calc, quantity.end):
        return StepReason.PART_OF_WHOLE, _with_of(calc, part.quantity)
    if 0 < quantity.value < 1 and "/" in quantity.text:
        if _of_behind(calc, quantity.end):
            return StepReason.PART_OF_WHOLE, _with_of(calc, part.quantity)
        if not is_measure(calc.units[part].over):
            return StepReason.PART_OF_WHOLE, (quantity.start, quantity.end)
    return None


def _times_span(part: Leaf, calc: Calculation) -> Span:
    quantity = calc.facts.quantities[part.quantity].schema.quantity
    compared = comparison_span(calc.facts, part.quantity)
    start, end = quantity.start, quantity.end
    for token in calc.facts.problem.tokens:
        if end <= token.start <= end + 1 and token.text.lower() in ("times", "as", "many", "much", "the"):
            end = token.end
    return compared or (start, end)


def _of_behind(calc: Calculation, end: int) -> bool:
    behind = [token for token in calc.facts.problem.tokens if token.start >= end][:1]
    return bool(behind) and behind[0].text.lower() in ("of", "the", "as", "that", "a", "an")


def _with_of(calc: Calculation, number: int) -> Span:
    quantity = calc.facts.quantities[number].schema.quantity
    behind = next(token for token in calc.facts.problem.tokens if token.start >= quantity.end)
    return quantity.start, behind.end


def _hundredths(factor: Tree, calc: Calculation) -> str:
    return calc.amount(factor).rstrip("%")


def each_words(part: Tree, calc: Calculation) -> list[Span]:
    """The words "each", "per", "a" near the numbers of a part that tell a rate."""
    return [span for number in calc.leaves(part) for span in words_near(calc.facts, number, EACH)]


EACH = frozenset({"each", "every", "per", "apiece"})
