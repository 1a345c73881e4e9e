"""Reasons to subtract, the surest first. Each check reads one clue in the text, or gives None."""

from __future__ import annotations

from arithmetree.explanation.addition import Check, compared, may_join
from arithmetree.explanation.calculation import Calculation, Reasoning, is_chain, same_unit
from arithmetree.explanation.grammar import be, capital, it, reasoning
from arithmetree.explanation.objections import against_taking, asks_by_how_much
from arithmetree.explanation.places import (
    amount_span,
    before_asked,
    quoted,
    words_anywhere,
    words_asked,
    words_near,
)
from arithmetree.explanation.roles import came, clues_of, gone, is_state, stays
from arithmetree.explanation.units import is_money
from arithmetree.expressions import Leaf, Node
from arithmetree.solution import Span, StepReason
from arithmetree.word_lists import words


def difference_asked(node: Node, calc: Calculation) -> Reasoning | None:
    """The question compares: how many more than, how much older."""
    if node not in calc.answering:
        return None
    compares = words_asked(
        calc.facts, words("story", "asks", "difference") | words("explanation", "comparing", "verbs")
    )
    more = words_asked(calc.facts, words("story", "asks", "compared"))
    by = words_asked(calc.facts, {"by"})[:1] if asks_by_how_much(calc) else []
    if not compares and not by and not (more and _two_owners(node, calc)):
        return None
    sentence = (
        f"The question compares ({quoted(calc.facts, *by, *more[:1], *compares)}), "
        f"so take {calc.amount(node.right)} away from {calc.amount(node.left)} to find the difference."
    )
    return reasoning(StepReason.HOW_MANY_MORE, sentence, node, calc, *by, *compares, *more)


def needed(node: Node, calc: Calculation) -> Reasoning | None:
    """The question asks how many more are wanted, up to an aim."""
    if node not in calc.answering:
        return None
    more = words_asked(calc.facts, words("story", "asks", "compared"))
    need = words_asked(calc.facts, {"need", "require", "must"})
    still = words_asked(calc.facts, {"still"}) if need else []
    if (not more and not still) or not may_join(node, calc):
        return None
    sentence = (
        f"The question asks how much is still missing ({quoted(calc.facts, *(more or still))}), "
        f"so take {calc.amount(node.right)} away from {calc.amount(node.left)}."
    )
    return reasoning(StepReason.STILL_NEEDED, sentence, node, calc, *more, *need, *still)


def denied(node: Node, calc: Calculation) -> Reasoning | None:
    """The question asks for those that are not what is told."""
    no = words_asked(calc.facts, words("explanation", "parts", "negations")) if node in calc.answering else []
    if not no or not same_unit(calc, node.left, node.right):
        return None
    sentence = (
        f"The question asks for the others ({quoted(calc.facts, *no)}), "
        f"so take {calc.amount(node.right)} away from {calc.amount(node.left)}."
    )
    return reasoning(StepReason.MISSING_PART, sentence, node, calc, *no)


def took_away(node: Node, calc: Calculation) -> Reasoning | None:
    """The verb of what is subtracted says that it is gone."""
    verbs = clues_of(calc, node.right, gone)
    if not verbs or not may_join(node, calc) or against_taking(node, calc):
        return None
    left = words_asked(calc.facts, words("explanation", "stays", "asked")) if node in calc.answering else []
    amount = calc.amount(node.right)
    means = "comes off" if is_money(calc.units[node.right].over) else f"{be(node.right, calc)} gone"
    sentence = (
        f"{quoted(calc.facts, *verbs)} means that {amount} {means}, "
        f"so take {it(node.right, calc)} away from {calc.amount(node.left)}."
    )
    return reasoning(StepReason.TOOK_AWAY, sentence, node, calc, *verbs, *left)


def known_rest(node: Node, calc: Calculation) -> Reasoning | None:
    """What is subtracted is what stayed, so the others are asked for."""
    stayed = clues_of(calc, node.right, stays)
    if not stayed or not may_join(node, calc):
        return None
    sentence = (
        f"{calc.amount(node.right)} {be(node.right, calc)} what stayed as it was ({quoted(calc.facts, *stayed)}), "
        f"so take {it(node.right, calc)} away from {calc.amount(node.left)} to find the others."
    )
    return reasoning(StepReason.HOW_MUCH_CHANGED, sentence, node, calc, *stayed)


def left_asked(node: Node, calc: Calculation) -> Reasoning | None:
    """The question asks what is left."""
    left = words_asked(calc.facts, words("explanation", "stays", "asked"))
    if is_money(calc.units[node].over):
        left += words_asked(calc.facts, {"change"})
    if not left or node not in calc.answering or not may_join(node, calc) or against_taking(node, calc):
        return None
    sentence = (
        f"The question asks what is left ({quoted(calc.facts, *left)}), "
        f"so take {calc.amount(node.right)} away from {calc.amount(node.left)}."
    )
    return reasoning(StepReason.WHAT_IS_LEFT, sentence, node, calc, *left)


def missing_part(node: Node, calc: Calculation) -> Reasoning | None:
    """The whole and a part are told: "of them", "the rest", "did not"."""
    places = _part_words(node, calc)
    if not places or not same_unit(calc, node.left, node.right):
        return None
    sentence = (
        f"{calc.amount(node.right)} {be(node.right, calc)} only a part of {calc.amount(node.left)} "
        f"({quoted(calc.facts, *places)}), so take {it(node.right, calc)} away to find the other part."
    )
    return reasoning(StepReason.MISSING_PART, capital(sentence), node, calc, *places)


def came_later(node: Node, calc: Calculation) -> Reasoning | None:
    """A change is taken off again, because the question asks for the time before."""
    start = before_asked(calc.facts)
    if not start or node not in calc.answering:
        return None
    verbs = clues_of(calc, node.right, came)
    if not verbs:
        return None
    sentence = (
        f"The question asks about the time before ({quoted(calc.facts, *start)}), "
        f"and {calc.amount(node.right)} came later ({quoted(calc.facts, *verbs)}), "
        f"so take {it(node.right, calc)} away from {calc.amount(node.left)} again."
    )
    return reasoning(StepReason.HOW_MANY_AT_FIRST, sentence, node, calc, *verbs, *start)


def changed(node: Node, calc: Calculation) -> Reasoning | None:
    """Two states are told, and the question asks what happened between them."""
    states = all(isinstance(p, Leaf) and is_state(calc.facts, p.quantity) for p in (node.left, node.right))
    question = calc.facts.problem.question
    if not states or node not in calc.answering or question is None or question.verb is None:
        return None
    if not set(calc.facts.question_classes) & _CHANGING or not question.asks.startswith("how"):
        return None
    verbs = words_asked(calc.facts, {question.verb})
    if not verbs:
        return None
    sentence = (
        f"The question asks what happened between {calc.amount(node.left)} and {calc.amount(node.right)} "
        f"({quoted(calc.facts, *verbs)}), so take the smaller amount away from the larger one."
    )
    return reasoning(StepReason.HOW_MUCH_CHANGED, sentence, node, calc, *verbs)


_CHANGING = frozenset(
    {"get", "lose", "give", "leave", "arrive", "decrease", "increase", "create", "move", "place", "spend"}
)
"""Classes of verbs that tell of an event between two states."""


def likely_difference(node: Node, calc: Calculation) -> Reasoning:
    """What can be said of a difference if nothing in the text names the reason."""
    sentence = f"Most likely we have to take {calc.amount(node.right)} away from {calc.amount(node.left)}."
    return reasoning(StepReason.MOST_LIKELY, sentence, node, calc)


SUBTRACTION: tuple[Check, ...] = (
    *(
        compared,
        difference_asked,
        needed,
        denied,
        took_away,
        known_rest,
        left_asked,
        missing_part,
        came_later,
        changed,
    ),
)


def _part_words(node: Node, calc: Calculation) -> list[Span]:
    """Words that name a part of a whole: "4 of whom", "the rest", "of 30 voters", "had not voted"."""
    facts = calc.facts
    found: list[Span] = []
    # Behind a sum the part may be one of another whole.
    if isinstance(node.right, Leaf) and not is_chain(node.left):
        quantity = facts.quantities[node.right.quantity].schema.quantity
        near = words_near(facts, node.right.quantity, {"of"}, reach=3)
        found += [_up_to_next(calc, node.right.quantity, span) for span in near if 0 <= span[0] - quantity.end <= 1]
        found += [span for span in near if _of_which(facts.problem.text[span[0] : quantity.start])]
    if isinstance(node.left, Leaf):
        start = facts.quantities[node.left.quantity].schema.quantity.start
        before = words_near(facts, node.left.quantity, {"of"}, reach=3)
        found += [span for span in before if 0 <= start - span[1] <= 6 and _opens(facts.problem.text, span[0])]
    return found or words_anywhere(facts, words("explanation", "parts", "words") - {"other"})


def _up_to_next(calc: Calculation, number: int, of: Span) -> Span:
    """ "8 of the pupils", "8 of them"."""
    start, end = amount_span(calc.facts, number)
    behind = next((token.end for token in calc.facts.problem.tokens if token.start >= of[1]), of[1])
    return start, max(end, behind)


def _of_which(text: str) -> bool:
    return text.lower().split() in (["of", "which"], ["of", "whom"], ["of", "these"], ["of", "them"])


def _opens(text: str, start: int) -> bool:
    """True at the start of a sentence or clause: "Of the 60 jars", not "a sack of 60 jars"."""
    before = text[:start].rstrip()
    return not before or before[-1] in ".,;:!?"


def _two_owners(node: Node, calc: Calculation) -> bool:
    names = [
        calc.facts.quantities[part.quantity].schema.subject_resolved
        for part in (node.left, node.right)
        if isinstance(part, Leaf)
    ]
    return len(names) == 2 and None not in names and names[0] != names[1]
