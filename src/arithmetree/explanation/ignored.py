"""Why a number of the text is not needed: it counts something else, belongs to somebody else, or nobody asks for it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.grammar import uncapital
from arithmetree.explanation.nouns import noun_words
from arithmetree.explanation.places import (
    comparison_span,
    phrase_around,
    quoted,
    verb_span,
    words_asked,
    words_near,
    written_number,
    written_unit,
)
from arithmetree.explanation.roles import comparison_of
from arithmetree.explanation.signals import Weighing
from arithmetree.explanation.units import alike, is_factor, is_money
from arithmetree.expressions import Tree, quantities
from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.schemas import NounPhrase
from arithmetree.solution import Ignored
from arithmetree.views.amount_text import singular
from arithmetree.word_lists import words

Check = Callable[[int, Calculation, frozenset[int]], str | None]


def ignored_of(tree: Tree, facts: ProblemFacts, weighing: Weighing | None = None) -> tuple[Ignored, ...]:
    """The quantities that a tree does not use, in the order of the text, each with a sentence that says why.

    With the weighing of a model each has its evidence too, and is told as a fact only where that is firm.
    """
    used = frozenset(quantities(tree))
    calculation = Calculation(tree, facts)
    return tuple(
        _ignored(number, calculation, used, weighing) for number in range(len(facts.quantities)) if number not in used
    )


def _ignored(number: int, calc: Calculation, used: frozenset[int], weighing: Weighing | None) -> Ignored:
    evidence = None if weighing is None else weighing.of_unused(number)
    reason = next((found for check in _CHECKS if (found := check(number, calc, used)) is not None), None)
    if reason is None:
        return Ignored(number, _unexplained(number, calc), firm=False, evidence=evidence)
    if evidence is None or evidence.firm:
        return Ignored(number, reason, firm=True, evidence=evidence)
    return Ignored(number, f"Most likely it is not needed: {uncapital(reason)}", firm=False, evidence=evidence)


def _unexplained(number: int, calc: Calculation) -> str:
    return f"Most likely the {_shown(number, calc)} is not needed to answer the question."


def _other_kind(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """Red apples where the question asks for green ones."""
    question = calc.facts.problem.question
    schema = calc.facts.quantities[number].schema
    if question is None or question.unit_head is None or schema.unit_head != question.unit_head:
        return None
    wanted, own = set(question.unit) - {question.unit_head}, set(schema.unit) - {schema.unit_head}
    if not wanted or not own or wanted & own:
        return None
    written = written_unit(calc.facts, number)
    if written is None:
        return None
    asked = " ".join(_in_order(question.unit, calc))
    return f"The {_shown(number, calc)} counts {' '.join(written.words)}, but the question asks for {asked}."


def _other_unit(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """Another thing than asked for, which no used number counts either."""
    facts = calc.facts
    schema = facts.quantities[number].schema
    own = schema.rate.numerator if schema.rate is not None else schema.unit_head
    asked = calc.unit_words(calc.tree)
    if own is None or asked is None or is_factor(number, facts):
        return None
    written = written_unit(facts, number) is not None or schema.quantity.kind is Kind.MONEY
    own_words = noun_words(own, facts)
    if not written or own_words == asked or alike(own, _lemma_asked(calc)):
        return None
    if any(alike(own, noun) for k in used for noun in _nouns(k, facts)):
        return None
    each = "" if schema.rate is None else f" for each {calc.one_of(schema.rate.denominator)}"
    if is_money(own):
        return f"The {_shown(number, calc)} is an amount of money{each}, but the question asks for {asked}."
    counted = _counted_words(number, calc, own_words or own)
    wanted = "money" if is_money(singular(asked)) else asked
    return f"The {_shown(number, calc)} counts {counted}{each}, but the question asks for {wanted}."


def _other_owner(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """It belongs to somebody whom the question does not ask about."""
    facts = calc.facts
    question = facts.problem.question
    schema = facts.quantities[number].schema
    subject, owner = schema.subject_resolved, facts.question_owner
    if question is None or question.subject is None or subject is None or owner is None:
        return None
    names = {_lower(facts.quantities[k].schema.subject_resolved) for k in used}
    receivers = {_lower(facts.quantities[k].schema.recipient) for k in used}
    if subject.lower() in (names | receivers | {owner}) or owner not in names | receivers:
        return None
    if schema.subject is None or not _names_somebody(schema.subject, subject, calc):
        return None
    if not _names_somebody(question.subject, question.subject_resolved, calc):
        return None
    if _lower(schema.recipient) == owner or subject.lower() in facts.question_lemmas:
        return None
    own = _called(schema.subject, subject, calc)
    asked = _called(question.subject, question.subject_resolved, calc)
    return f"The {_shown(number, calc)} is about {own}, but the question asks about {asked}."


_PRONOUNS = frozenset({"he", "she", "they", "it", "we", "you", "i"})


def _not_asked_about(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """It belongs to somebody or something that neither the question nor a used number speaks of."""
    facts = calc.facts
    schema = facts.quantities[number].schema
    phrase = schema.subject
    if phrase is None or schema.subject_resolved is None or not _names_somebody(phrase, schema.subject_resolved, calc):
        return None
    names = {_lower(facts.quantities[k].schema.subject_resolved) for k in used}
    if schema.subject_resolved.lower() in names | {facts.question_owner} or schema.recipient is not None:
        return None
    if {phrase.head.lower(), schema.subject_resolved.lower()} & facts.question_lemmas:
        return None
    own = _called(phrase, schema.subject_resolved, calc)
    return f"The {_shown(number, calc)} is about {own}, and the question does not ask about that."


def _other_comparison(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """It compares with somebody whom the question does not name."""
    comparison = comparison_of(calc.facts, number)
    span = comparison_span(calc.facts, number)
    if comparison is None or comparison.target is None or span is None:
        return None
    target = comparison.target.lower()
    if target == calc.facts.question_owner or target in calc.facts.question_lemmas:
        return None
    return (
        f"The {_shown(number, calc)} compares ({quoted(calc.facts, span)}), and the question does not ask about that."
    )


def _label(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """A number that names a thing and counts nothing: "badge 330"; or an age: "Arvo, 61,"."""
    facts = calc.facts
    quantity = facts.quantities[number].schema.quantity
    tokens = facts.problem.tokens
    at = next((i for i, token in enumerate(tokens) if token.start == quantity.start), None)
    if at is None or at == 0 or written_unit(facts, number) is not None or not quantity.text.isdigit():
        return None
    before = tokens[at - 1]
    behind = tokens[at + 1].text if at + 1 < len(tokens) else "."
    if before.text == "," and behind == "," and tokens[at - 2].upos in ("PROPN", "NOUN") and at > 1:
        return f"The {quantity.text} tells an age, and the question does not ask about that."
    is_bare = at == 1 or tokens[at - 2].upos in ("ADP", "PUNCT", "VERB", "SCONJ", "CCONJ")
    if quantity.kind is Kind.NUMBER and before.upos == "NOUN" and before.tag == "NN" and is_bare:
        return f'The {quantity.text} only names something ("{before.text} {quantity.text}") and counts nothing.'
    return None


def _another_time(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """It is told of last year, of the next time or of a usual day, and no used number is."""
    facts = calc.facts
    wanted = words("explanation", "time", "other")
    times = words("clauses", "time", "words") | words("measures", "durations")
    if words_asked(facts, wanted) or any(words_near(facts, k, wanted, reach=8) for k in used):
        return None
    for word, behind in pairwise(facts.problem.tokens):
        is_near = (word.start, word.end) in words_near(facts, number, wanted, reach=8)
        if is_near and behind.lemma.lower() in times:
            said = quoted(facts, (word.start, behind.end))
            return f"The {_shown(number, calc)} is told of another time ({said}) than the question asks about."
    return None


def _other_time(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """It is told of another day, week or season than the question names."""
    facts = calc.facts
    times = words("clauses", "time", "words") - words("explanation", "time", "vague")
    asked = [word for word in facts.problem.tokens if _in_question(word.start, facts) and word.lemma.lower() in times]
    own = [word for word in facts.quantities[number].schema.time_words if word in times]
    if not asked or not own or {word.lemma.lower() for word in asked} & set(own):
        return None
    if any(set(own) & set(facts.quantities[k].schema.time_words) for k in used):
        return None
    said = _written_time(own[0], number, calc)
    return f"The {_shown(number, calc)} is told of {said}, but the question asks about {asked[0].text}."


def _other_event(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
    """Its verb is told of no used number and is not asked about."""
    facts = calc.facts
    question = facts.problem.question
    schema = facts.quantities[number].schema
    span = verb_span(facts, number)
    told = {facts.quantities[k].schema.verb for k in used}
    if question is None or span is None or schema.verb in told | {question.verb, "be", "have", "do"}:
        return None
    if schema.verb_index is None or facts.problem.tokens[schema.verb_index].upos != "VERB":
        return None
    return f"The {_shown(number, calc)} goes with {quoted(facts, span)}, and the question does not ask about that."


def _implied(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """A number that no numeral writes, such as the 7 of "week"."""
    quantity = calc.facts.quantities[number].schema.quantity
    if quantity.implicit is None:
        return None
    return (
        f'"{quantity.text}" may stand for a number ({quantity.value}: {quantity.implicit}), which is not needed here.'
    )


def _single(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """A "one" that only points at a single thing."""
    if calc.facts.quantities[number].schema.quantity.text.lower() != "one":
        return None
    return "The one only points to a single thing, and counting it changes nothing."


_CHECKS: tuple[Check, ...] = (
    *(_implied, _single, _label, _other_kind, _other_unit, _other_owner, _other_comparison),
    *(_other_time, _another_time, _other_event, _not_asked_about),
)
"""The surest first."""


def _shown(number: int, calc: Calculation) -> str:
    return written_number(calc.facts, number)


def _counted_words(number: int, calc: Calculation, noun: str) -> str:
    written = written_unit(calc.facts, number)
    if written is None:
        return noun
    phrase = list(written.words)
    phrase[written.head] = noun
    return " ".join(phrase)


def _nouns(number: int, facts: ProblemFacts) -> tuple[str | None, ...]:
    schema = facts.quantities[number].schema
    rate = () if schema.rate is None else (schema.rate.numerator, schema.rate.denominator)
    return (schema.unit_head, *rate)


def _lemma_asked(calc: Calculation) -> str | None:
    question = calc.facts.problem.question
    over = calc.units[calc.tree].over
    return over if question is None or question.unit_head is None else question.unit_head


_NOBODY = frozenset({"this", "that", "it", "which", "there"})


def _names_somebody(phrase: NounPhrase, resolved: str | None, calc: Calculation) -> bool:
    """True for a person, thing or place that may have something; not for "that" nor for the things counted."""
    token = calc.facts.problem.tokens[phrase.index]
    if token.text.lower() in _PRONOUNS and resolved is not None and resolved.lower() in _PRONOUNS:
        return False
    if token.upos not in ("PROPN", "NOUN", "PRON") or token.text.lower() in _NOBODY:
        return False
    counted = {noun for number in range(len(calc.facts.quantities)) for noun in _nouns(number, calc.facts)}
    return token.lemma.lower() not in counted and phrase.text.lower().split()[0] not in ("how", "what", "which", "many")


def _called(phrase: NounPhrase, resolved: str | None, calc: Calculation) -> str:
    """A phrase as the text writes it; a pronoun by what it stands for."""
    is_pronoun = calc.facts.problem.tokens[phrase.index].upos == "PRON"
    return resolved if is_pronoun and resolved is not None else phrase_around(calc.facts, phrase.index)


def _in_question(start: int, facts: ProblemFacts) -> bool:
    question = facts.problem.question
    return question is not None and question.start <= start < question.end


def _in_order(unit: tuple[str, ...], calc: Calculation) -> list[str]:
    question = calc.facts.problem.question
    assert question is not None
    return [
        token.text
        for token in calc.facts.problem.tokens
        if question.start <= token.start < question.end and token.lemma.lower() in unit
    ]


def _written_time(word: str, number: int, calc: Calculation) -> str:
    sentence = calc.facts.quantities[number].schema.sentence
    return next((t.text for t in calc.facts.problem.tokens if t.sent == sentence and t.lemma.lower() == word), word)


def _lower(name: str | None) -> str | None:
    return None if name is None else name.lower()
