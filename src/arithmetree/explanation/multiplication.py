"""Reasons to multiply, the surest first. Each check reads one clue in the text, or gives None."""

from __future__ import annotations

from arithmetree.explanation.addition import Check
from arithmetree.explanation.calculation import Calculation, Reasoning, is_rate, same_unit
from arithmetree.explanation.grammar import reasoning, there_is, verb
from arithmetree.explanation.nouns import noun_words
from arithmetree.explanation.places import amount_span, between, quoted, words_anywhere
from arithmetree.explanation.scaling import each_words, in_proportion, scaled
from arithmetree.explanation.units import Unit, alike, is_measure, is_money
from arithmetree.expressions import Leaf, Node, Tree
from arithmetree.solution import StepReason
from arithmetree.views.amount_text import amount_text
from arithmetree.word_lists import words


def rate_times_count(node: Node, calc: Calculation) -> Reasoning | None:
    """So much for each, and so many of them."""
    for rate, count in ((node.left, node.right), (node.right, node.left)):
        unit = calc.units[rate]
        if unit.per is None:
            continue
        counted = calc.units[count].over
        if not alike(unit.per, counted) and not (counted is None and isinstance(count, Leaf)):
            continue
        each = calc.one_of(unit.per)
        amount = calc.amount(count) if counted is not None else _counted(count, unit, calc)
        if is_rate(calc, count):
            amount += f" for each {calc.one_of(calc.units[count].per)}"
        told = f"{there_is(rate, calc)} {calc.amount(rate)} for each {each}"
        sentence = f"{told}, and {_count_is(count, calc)} {amount}, so multiply."
        return reasoning(_kind(unit), sentence, node, calc, *each_words(rate, calc))
    return None


def each_told(node: Node, calc: Calculation) -> Reasoning | None:
    """A word such as "each" stands with one of the numbers."""
    if words_anywhere(calc.facts, words("explanation", "sharing", "even")):
        return None  # "each the same": something is shared out
    for part, other in ((node.left, node.right), (node.right, node.left)):
        places = each_words(part, calc)
        per, counted = calc.units[part].per, calc.units[other].over
        fits = (per is None or counted is None) and not same_unit(calc, part, other)
        if places and isinstance(part, Leaf) and not is_rate(calc, other) and fits:
            sentence = (
                f"{quoted(calc.facts, *places[:1])} tells that the same amount comes again and again, "
                f"so multiply {calc.amount(node.left)} by {calc.amount(node.right)}."
            )
            return reasoning(StepReason.EQUAL_GROUPS, sentence, node, calc, *places)
    return None


def groups_told(node: Node, calc: Calculation) -> Reasoning | None:
    """Groups and what is in one stand side by side: "14 rows of 9 tiles"."""
    if not (isinstance(node.left, Leaf) and isinstance(node.right, Leaf)):
        return None
    groups, inside = sorted((node.left, node.right), key=lambda leaf: leaf.quantity)
    found = between(calc.facts, groups.quantity, inside.quantity)
    if found is None or not found[1] or found[1][0] not in _HOLDING or "the" in found[1] or len(found[1]) > 2:
        return None
    if is_rate(calc, inside) or same_unit(calc, groups, inside):
        return None
    span = found[0]
    sentence = f"{quoted(calc.facts, span)} means {calc.amount(groups)} with {calc.amount(inside)} each, so multiply."
    return reasoning(StepReason.EQUAL_GROUPS, sentence, node, calc, span)


_HOLDING = frozenset({"of", "with", "containing", "holding", "at", "for"})


def repeated(node: Node, calc: Calculation) -> Reasoning | None:
    """ "5 times" says how often something comes."""
    for often, what in ((node.left, node.right), (node.right, node.left)):
        if isinstance(often, Leaf) and calc.units[often].over == "time" and calc.units[what].over != "time":
            span = amount_span(calc.facts, often.quantity)
            comes = f"{calc.amount(what)} {verb('come', what, calc)}"
            sentence = f"{quoted(calc.facts, span)} tells how often {comes}, so multiply."
            return reasoning(StepReason.EQUAL_GROUPS, sentence, node, calc, span)
    return None


def likely_product(node: Node, calc: Calculation) -> Reasoning:
    """What can be said of a product if nothing in the text names the reason."""
    sentence = f"Most likely we have to multiply {calc.amount(node.left)} by {calc.amount(node.right)}."
    return reasoning(StepReason.MOST_LIKELY, sentence, node, calc)


MULTIPLICATION: tuple[Check, ...] = (scaled, in_proportion, rate_times_count, repeated, each_told, groups_told)


def _counted(count: Tree, unit: Unit, calc: Calculation) -> str:
    return amount_text(calc.value(count), noun_words(unit.per, calc.facts), calc.style)


def _kind(unit: Unit) -> StepReason:
    if is_money(unit.over):
        return StepReason.PER_ITEM
    return StepReason.UNIT_RATE if is_measure(unit.per) else StepReason.EQUAL_GROUPS


def _count_is(count: Tree, calc: Calculation) -> str:
    return "there is" if calc.value(count) == 1 else "there are"
