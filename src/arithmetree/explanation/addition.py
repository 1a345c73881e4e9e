"""Reasons to add, the surest first. Each check reads one clue in the text, or gives None."""

from __future__ import annotations

from collections.abc import Callable

from arithmetree.explanation.calculation import Calculation, Reasoning, same_unit
from arithmetree.explanation.grammar import bare_number, be, it, reasoning, verb
from arithmetree.explanation.objections import against_comparison, against_sum, against_total
from arithmetree.explanation.places import before_asked, between, comparison_span, quoted, verb_span, words_asked
from arithmetree.explanation.roles import came, clues_of, comparison_of, gone, stays
from arithmetree.explanation.units import is_money
from arithmetree.expressions import Leaf, Node, Op
from arithmetree.solution import Span, StepReason
from arithmetree.word_lists import words

Check = Callable[[Node, Calculation], Reasoning | None]


def compared(node: Node, calc: Calculation) -> Reasoning | None:
    """ "5 more than", "5 fewer than": the text itself compares."""
    for part, other in ((node.right, node.left), (node.left, node.right)):
        if not isinstance(part, Leaf):
            continue
        comparison = comparison_of(calc.facts, part.quantity)
        span = comparison_span(calc.facts, part.quantity)
        if comparison is None or span is None or (node.op is Op.SUB and part is node.left):
            continue
        if against_comparison(node, calc, part.quantity):
            continue
        fewer = comparison.words.startswith("fewer")
        reason = StepReason.FEWER_THAN if fewer else StepReason.MORE_THAN
        said, known = quoted(calc.facts, span), calc.amount(other)
        difference = calc.amount(part)
        verb = f"add {{}} to {known}" if node.op is Op.ADD else f"take {{}} away from {known}"
        if fewer == (node.op is Op.SUB):
            sentence = f"{said} means {difference} {'less' if fewer else 'more'}, so {verb.format('that')}."
        else:
            size = "larger" if fewer else "smaller"
            sentence = f"{said} means that the other amount is {size}, so {verb.format(difference)}."
        return reasoning(reason, sentence, node, calc, span)
    return None


def counted_in(node: Node, calc: Calculation) -> Reasoning | None:
    """A person whom no number counts: "Ana and her 4 friends"."""
    for one, others in ((node.left, node.right), (node.right, node.left)):
        if not isinstance(one, Leaf):
            continue
        quantity = calc.facts.quantities[one.quantity].schema.quantity
        if quantity.implicit is not None and calc.units[one].per is None:
            span = (quantity.start, quantity.end)
            sentence = (
                f"{quoted(calc.facts, span)} counts too, so add {bare_number(one, calc)} to {calc.amount(others)}."
            )
            return reasoning(StepReason.PUT_TOGETHER, sentence, node, calc, span)
    return None


def put_back(node: Node, calc: Calculation) -> Reasoning | None:
    """What went is put back, because the question asks for the time before."""
    start = before_asked(calc.facts)
    if node not in calc.answering or node in calc.subtracted:
        return None
    for part, other in ((node.left, node.right), (node.right, node.left)):
        verbs = clues_of(calc, part, gone)
        stayed = clues_of(calc, other, stays)
        if not verbs or clues_of(calc, other, gone) or not (start or stayed):
            continue
        sentence = (
            f"{quoted(calc.facts, *verbs)} means that {calc.amount(part)} {be(part, calc)} gone, "
            f"so add {it(part, calc)} to {calc.amount(other)} again to find how it was before."
        )
        return reasoning(StepReason.HOW_MANY_AT_FIRST, sentence, node, calc, *verbs, *start, *stayed)
    return None


def total_asked(node: Node, calc: Calculation) -> Reasoning | None:
    """The question asks for everything together."""
    total = words_asked(calc.facts, words("story", "asks", "total") - {"whole"})
    if not total or node not in calc.answering or node in calc.subtracted or against_total(node, calc):
        return None
    is_factor = isinstance(calc.tree, Node) and not calc.tree.op.is_additive
    if is_factor and same_unit(calc, node.left, node.right):
        return None  # the total asked for is that of something else
    sentence = (
        f"The question asks for everything together ({quoted(calc.facts, *total)}), "
        f"so add {calc.amount(node.left)} and {calc.amount(node.right)}."
    )
    return reasoning(StepReason.PUT_TOGETHER, sentence, node, calc, *total)


def came_in(node: Node, calc: Calculation) -> Reasoning | None:
    """One of the two came to the other."""
    if node in calc.subtracted or not may_join(node, calc) or against_sum(node, calc) or before_asked(calc.facts):
        return None
    first, later = sorted((node.left, node.right), key=lambda part: max(calc.leaves(part)))
    before, verbs = clues_of(calc, first, came), clues_of(calc, later, came)
    if not verbs or _said(calc, before) & _said(calc, verbs):
        return None
    sentence = (
        f"{quoted(calc.facts, *verbs)} means that {calc.amount(later)} {verb('come', later, calc)} on top, "
        f"so add {it(later, calc)} to {calc.amount(first)}."
    )
    return reasoning(StepReason.CAME_IN, sentence, node, calc, *verbs)


def listed(node: Node, calc: Calculation) -> Reasoning | None:
    """Both stand side by side in the text: "8 rowers and 1 cox"."""
    if not (isinstance(node.left, Leaf) and isinstance(node.right, Leaf)):
        return None
    found = between(calc.facts, node.left.quantity, node.right.quantity)
    if found is None or not found[1] or len(found[1]) > _SIDE_BY_SIDE or found[1][-1] not in ("and", "plus", ","):
        return None
    if against_sum(node, calc):
        return None
    span = found[0]
    sentence = (
        f"{quoted(calc.facts, span)} stand side by side, so put them together: "
        f"add {calc.amount(node.left)} and {calc.amount(node.right)}."
    )
    return reasoning(StepReason.PUT_TOGETHER, sentence, node, calc, span)


_SIDE_BY_SIDE = 3  # words between two numbers of a list


def same_kind(node: Node, calc: Calculation) -> Reasoning | None:
    """Both count the same kind of thing, so they make one amount."""
    if not same_unit(calc, node.left, node.right) or against_sum(node, calc):
        return None
    both = "money" if is_money(calc.units[node.left].over) else calc.unit_words(node) or calc.unit_words(node.left)
    verbs = [verb_span(calc.facts, p.quantity) for p in (node.left, node.right) if isinstance(p, Leaf)]
    sentence = (
        f"Both amounts are {both}, so put them together: add {calc.amount(node.left)} and {calc.amount(node.right)}."
    )
    return reasoning(StepReason.PUT_TOGETHER, sentence, node, calc, *(verb for verb in verbs if verb is not None))


def likely_sum(node: Node, calc: Calculation) -> Reasoning:
    """What can be said of a sum if nothing in the text names the reason."""
    sentence = f"Most likely {calc.amount(node.left)} and {calc.amount(node.right)} belong together, so add them."
    return reasoning(StepReason.MOST_LIKELY, sentence, node, calc)


ADDITION: tuple[Check, ...] = (counted_in, compared, put_back, total_asked, came_in, same_kind, listed)


def may_join(node: Node, calc: Calculation) -> bool:
    """True if both sides count the same, as far as the text tells."""
    unknown = calc.units[node.left].over is None or calc.units[node.right].over is None
    return unknown or same_unit(calc, node.left, node.right)


def _said(calc: Calculation, spans: list[Span]) -> set[str]:
    return {calc.facts.problem.text[start:end].lower() for start, end in spans}
