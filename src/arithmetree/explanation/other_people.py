"""Numbers left out as they are about somebody or something that the question does not ask about."""

from __future__ import annotations

from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.other_things import nouns_of
from arithmetree.explanation.places import comparison_span, phrase_around, quoted, written_number
from arithmetree.explanation.roles import comparison_of
from arithmetree.schemas import NounPhrase

_PRONOUNS = frozenset({"he", "she", "they", "it", "we", "you", "i"})
_NOBODY = frozenset({"this", "that", "it", "which", "there"})


def other_owner(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
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
    shown = written_number(calc.facts, number)
    return f"The {shown} is about {own}, but the question asks about {asked}."


def not_asked_about(number: int, calc: Calculation, used: frozenset[int]) -> str | None:
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
    shown = written_number(calc.facts, number)
    return f"The {shown} is about {own}, and the question does not ask about that."


def other_comparison(number: int, calc: Calculation, used: frozenset[int]) -> str | None:  # noqa: ARG001
    """It compares with somebody whom the question does not name."""
    comparison = comparison_of(calc.facts, number)
    span = comparison_span(calc.facts, number)
    if comparison is None or comparison.target is None or span is None:
        return None
    target = comparison.target.lower()
    if target == calc.facts.question_owner or target in calc.facts.question_lemmas:
        return None
    shown = written_number(calc.facts, number)
    return f"The {shown} compares ({quoted(calc.facts, span)}), and the question does not ask about that."


def _names_somebody(phrase: NounPhrase, resolved: str | None, calc: Calculation) -> bool:
    """True for a person, thing or place that may have something; not for "that" nor for the things counted."""
    token = calc.facts.problem.tokens[phrase.index]
    if token.text.lower() in _PRONOUNS and resolved is not None and resolved.lower() in _PRONOUNS:
        return False
    if token.upos not in ("PROPN", "NOUN", "PRON") or token.text.lower() in _NOBODY:
        return False
    counted = {noun for number in range(len(calc.facts.quantities)) for noun in nouns_of(number, calc.facts)}
    return token.lemma.lower() not in counted and phrase.text.lower().split()[0] not in ("how", "what", "which", "many")


def _called(phrase: NounPhrase, resolved: str | None, calc: Calculation) -> str:
    """A phrase as the text writes it; a pronoun by what it stands for."""
    is_pronoun = calc.facts.problem.tokens[phrase.index].upos == "PRON"
    return resolved if is_pronoun and resolved is not None else phrase_around(calc.facts, phrase.index)


def _lower(name: str | None) -> str | None:
    return None if name is None else name.lower()
