"""What speaks against a reason: a sentence is not told where the text says the opposite of what it would claim.

The tree that is explained may be wrong, and then its steps must not get a fair-sounding reason.
"""

from __future__ import annotations

from arithmetree.explanation.calculation import Calculation, is_rate
from arithmetree.explanation.places import before_asked, words_asked, words_near
from arithmetree.explanation.roles import clues_of, comparison_of, gone, stays
from arithmetree.explanation.units import alike, is_measure, is_money
from arithmetree.expressions import Leaf, Node, Op
from arithmetree.word_lists import words


def against_sum(node: Node, calc: Calculation) -> bool:
    """True if one side is a part of the other or went away, or if the question asks for a difference or a rest."""
    if _mixes_rates(node, calc):
        return True
    if node in calc.subtracted:
        return False
    one_gone = bool(clues_of(calc, node.left, gone)) != bool(clues_of(calc, node.right, gone))
    if one_gone and not _asks_before(calc) and not _asks_spending(node, calc):
        return True
    leaves = [part.quantity for part in (node.left, node.right) if isinstance(part, Leaf)]
    if any(_is_part(calc, number) or against_comparison(node, calc, number) for number in leaves):
        return True
    is_asked = node in calc.answering and not any(other.op is Op.SUB for other in calc.answering)
    compares = words_asked(calc.facts, words("story", "asks", "difference"))
    rest = words("explanation", "stays", "asked") | words("explanation", "parts", "negations")
    return is_asked and bool(compares or words_asked(calc.facts, rest) or asks_by_how_much(calc))


def against_total(node: Node, calc: Calculation) -> bool:
    """True for two sides that make no total: money and weeks, flasks and litres, so much for each and an amount."""
    left, right = calc.units[node.left].over, calc.units[node.right].over
    if _mixes_rates(node, calc):
        return True
    if None in (left, right) or alike(left, right):
        return False
    return is_money(left) != is_money(right) or is_measure(left) or is_measure(right)


def against_taking(node: Node, calc: Calculation) -> bool:
    """True if what is gone would be taken from what stayed, or if the question asks for the time before."""
    if _mixes_rates(node, calc):
        return True
    if clues_of(calc, node.left, stays) and not clues_of(calc, node.left, gone):
        return True
    verbs = {calc.facts.quantities[number].schema.verb for number in calc.leaves(node.right)}
    if _asks_spending(node, calc) and verbs & words("explanation", "gone", "money_verbs"):
        return True  # what was spent is asked for, and this is some of it
    left = words_asked(calc.facts, words("explanation", "stays", "asked"))
    total = words_asked(calc.facts, words("story", "asks", "total") - {"whole"})
    return node in calc.answering and (_asks_before(calc) or (bool(total) and not left and node == calc.tree))


def asks_by_how_much(calc: Calculation) -> bool:
    """True for "By how many points did they win?"."""
    question = calc.facts.problem.question
    return question is not None and question.text.lower().startswith("by how")


def against_comparison(node: Node, calc: Calculation, number: int) -> bool:
    """True if the one asked about has more where the tree makes it less, or the other way round."""
    comparison = comparison_of(calc.facts, number)
    owner = calc.facts.question_owner
    if comparison is None or comparison.target is None or owner is None or node != calc.tree:
        return False
    subject = calc.facts.quantities[number].schema.subject_resolved
    target = comparison.target.lower()
    asks_target = target == owner or target in calc.facts.question_lemmas
    asks_subject = subject is not None and subject.lower() in {owner} | calc.facts.question_lemmas
    if asks_target == asks_subject:
        return False
    fewer = comparison.words.startswith("fewer")
    return (node.op is Op.ADD) != (fewer == asks_target)


def _mixes_rates(node: Node, calc: Calculation) -> bool:
    """True if the text gives one side as so much for each, and the other as a plain amount."""
    rates = [is_rate(calc, part) for part in (node.left, node.right)]
    return rates[0] != rates[1] and any(
        is_rate(calc, part) and isinstance(part, Leaf) for part in (node.left, node.right)
    )


def _asks_spending(node: Node, calc: Calculation) -> bool:
    question = calc.facts.problem.question
    spending = words("explanation", "gone", "money_verbs")
    return question is not None and is_money(calc.units[node].over) and question.verb in spending


def _asks_before(calc: Calculation) -> bool:
    return bool(before_asked(calc.facts))


def _is_part(calc: Calculation, number: int) -> bool:
    """True for "3 of them": a part of what is told elsewhere."""
    end = calc.facts.quantities[number].schema.quantity.end
    of = [span for span in words_near(calc.facts, number, {"of"}, reach=2) if 0 <= span[0] - end <= 1]
    behind = calc.facts.problem.text[of[0][1] :].split() if of else []
    return bool(behind) and behind[0].strip(".,;?!").lower() in ("them", "these", "those", "which", "whom", "it")
