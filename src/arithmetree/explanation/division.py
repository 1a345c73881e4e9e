"""Reasons to divide, the surest first. Each check reads one clue in the text, or gives None."""

from __future__ import annotations

from itertools import pairwise

from arithmetree.explanation.addition import Check
from arithmetree.explanation.calculation import Calculation, Reasoning, is_rate, same_unit
from arithmetree.explanation.grammar import bare_number, be, reasoning, there_is, verb
from arithmetree.explanation.places import between, quoted, verb_span, words_anywhere, words_asked, words_near
from arithmetree.explanation.scaling import EACH, each_words, in_proportion, unscaled
from arithmetree.explanation.units import alike, asked_noun, is_measure, is_money
from arithmetree.expressions import Leaf, Node, Tree
from arithmetree.solution import Span, StepReason
from arithmetree.word_lists import table, words


def average_asked(node: Node, calc: Calculation) -> Reasoning | None:
    """The question asks for the average."""
    average = words_asked(calc.facts, words("explanation", "average", "words"))
    if not average or node != calc.tree:
        return None
    sentence = (
        f"For the {quoted(calc.facts, average[0])}, everything is shared out evenly: "
        f"divide {calc.amount(node.left)} by {bare_number(node.right, calc)}."
    )
    return reasoning(StepReason.AVERAGE, sentence, node, calc, *average)


def fits_into(node: Node, calc: Calculation) -> Reasoning | None:
    """How often one amount fits into another of the same kind."""
    if not same_unit(calc, node.left, node.right):
        return None
    if calc.value(node) < 1:
        return None
    times = words_asked(calc.facts, words("explanation", "times", "words"))
    part, whole = calc.amount(node.right), calc.amount(node.left)
    if times and node == calc.tree:
        sentence = f"The question asks how many times ({quoted(calc.facts, *times)}), so divide {whole} by {part}."
        return reasoning(StepReason.TIMES_AS_MANY, sentence, node, calc, *times)
    unit = calc.units[node.right]
    if unit.per is not None:
        sentence = (
            f"{there_is(node.right, calc)} {part} for each {calc.one_of(unit.per)}, "
            f"so see how many times {part} can be taken from {whole}: divide."
        )
        return reasoning(StepReason.HOW_MANY_GROUPS, sentence, node, calc, *each_words(node.right, calc))
    noun = asked_noun(calc.facts)
    if node != calc.tree or noun is None or alike(noun, unit.over):
        return None
    asked = f"The question asks for {calc.unit_words(node)}"
    sentence = f"{asked}, so see how many times {part} can be taken from {whole}: divide."
    return reasoning(StepReason.HOW_MANY_GROUPS, sentence, node, calc)


def shared(node: Node, calc: Calculation) -> Reasoning | None:
    """A whole is parted evenly, or the question asks for one of several."""
    even, verbs = _sharing_words(node, calc)
    if is_rate(calc, node.right) or same_unit(calc, node.left, node.right) or _stand_together(node, calc):
        return None
    each = words_asked(calc.facts, words("story", "asks", "each") | {"one"}) if node == calc.tree else []
    over, per = calc.units[node.left].over, calc.units[node.right].over
    whole, parts = calc.amount(node.left), calc.amount(node.right)
    is_told = bool(verbs) and bool(even or each)
    if per is not None and not is_told and (is_measure(per) or is_money(over)):
        places = _per_asked(calc, per) or each or even
        if not places:
            return None
        reason = StepReason.UNIT_RATE if is_measure(per) else StepReason.PER_ITEM
        one = "one of them" if calc.one_of(per) == "one" else f"one {calc.one_of(per)}"
        sentence = (
            f"{whole} {verb('go', node.left, calc)} with {parts}, "
            f"so divide to find how much goes with {one} ({quoted(calc.facts, *places[:1])})."
        )
        return reasoning(reason, sentence, node, calc, *places)
    places = [*verbs[:1], *even[:1]] if even else each
    if not places:
        return None
    if per is None and not _is_parts(node.right, calc):
        return None
    among = f"among {parts}" if per is not None else f"into {parts} equal parts"
    sentence = f"{whole} {be(node.left, calc)} shared evenly {among} ({quoted(calc.facts, *places)}), so divide."
    return reasoning(StepReason.SHARED_EQUALLY, sentence, node, calc, *places)


def likely_quotient(node: Node, calc: Calculation) -> Reasoning:
    """What can be said of a quotient if nothing in the text names the reason."""
    sentence = f"Most likely we have to divide {calc.amount(node.left)} by {calc.amount(node.right)}."
    return reasoning(StepReason.MOST_LIKELY, sentence, node, calc)


DIVISION: tuple[Check, ...] = (unscaled, average_asked, in_proportion, fits_into, shared)


def _stand_together(node: Node, calc: Calculation) -> bool:
    """True for "20 laptops and 16 tablets", which share nothing out between them."""
    if not (isinstance(node.left, Leaf) and isinstance(node.right, Leaf)):
        return False
    found = between(calc.facts, node.left.quantity, node.right.quantity)
    return found is not None and found[1][-1:] == ["and"]


def _is_parts(part: Tree, calc: Calculation) -> bool:
    """True for a number without a noun that counts shares: "among 4", "into 3"; a product of such counts does too."""
    if not isinstance(part, Leaf):
        return True
    return bool(words_near(calc.facts, part.quantity, {"into", "among", "between", "by"}, reach=3))


def _sharing_words(node: Node, calc: Calculation) -> tuple[list[Span], list[Span]]:
    """The words that say "evenly" near the numbers of a quotient, and the verbs that part something."""
    even: list[Span] = []
    verbs: list[Span] = []
    for number in calc.leaves(node):
        span = verb_span(calc.facts, number)
        if calc.facts.quantities[number].schema.verb in words("explanation", "sharing", "verbs") and span is not None:
            verbs.append(span)
        even += words_near(calc.facts, number, words("explanation", "sharing", "even"), reach=9)
    if not even:
        even = words_anywhere(calc.facts, words("explanation", "sharing", "even") - {"equal"})
    if verbs and not even:
        even = [span for number in calc.leaves(node) for span in words_near(calc.facts, number, EACH, reach=6)]
    return list(dict.fromkeys(even)), list(dict.fromkeys(verbs))


def _per_asked(calc: Calculation, noun: str | None) -> list[Span]:
    """ "an hour", "per litre" or "one day" in the question."""
    question = calc.facts.problem.question
    if question is None or noun is None:
        return []
    tokens = [token for token in calc.facts.problem.tokens if question.start <= token.start < question.end]
    adverbs: dict[str, str] = table("rates")["adverbs"]
    daily = [(token.start, token.end) for token in tokens if adverbs.get(token.text.lower()) == noun]
    return daily + [
        (before.start, token.end)
        for before, token in pairwise(tokens)
        if token.lemma.lower() == noun and before.text.lower() in words("explanation", "groups", "words")
    ]
