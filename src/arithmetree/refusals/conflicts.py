"""Contradictions that the story itself shows: parts that exceed their whole, more taken away than there is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from arithmetree.measures import measures
from arithmetree.quantities import Kind
from arithmetree.refusals.verdict import Code, Refusal, story_amount
from arithmetree.schemas import Problem, Question, Schema
from arithmetree.story import Effect, StoryEvent
from arithmetree.word_lists import words

_THE_OTHER = re.compile(r"\bthe (?:other|remaining)\s+[$£€]?$", re.IGNORECASE)
# The parts are all there is, and none is counted twice.
_NO_OVERLAP = re.compile(
    r"\b(?:nobody|none|no one|nothing|no \w+)\b[^.;]{0,30}\b(?:both|else|twice|two)\b"
    r"|\bno others?\b|\bno (?:more|new)\b|\bnothing but\b|\bat most\b|\beither\b[^.]{0,80} or\b|\bone or the other\b"
    r"|\bexactly (?:full|one)\b|\bno more and no fewer\b|\bonly once\b",
    re.IGNORECASE,
)
_ALL_THERE_IS = re.compile(
    r"\b(?:no|none|nobody|nothing|every|exactly|only|all|never|not|without|either|others?|rest|just)\b", re.IGNORECASE
)
_THE_REST = re.compile(r"\b(?:the|all) (?:the )?(?:rest|others)\b", re.IGNORECASE)
_OF_ALL = re.compile(r"\s*(?:Out )?[Oo]f (?:(?:the|these|those|her|his|their|its) )?(?:\w+ )?$", re.IGNORECASE)
_CONTRAST = re.compile(r";|\b(?:while|whereas|but)\b", re.IGNORECASE)
_OTHER_TIME = re.compile(r"\b(?:before|last|previous|earlier|ago|yesterday)\b", re.IGNORECASE)
MOST_COUNTED = 20  # more numbers are no story but a list, and the rules look at every pair
_THEM = frozenset({"them", "these", "those"})
_HOLDING = frozenset({"possess", "exist"})


def conflict(problem: Problem, question: Question) -> Refusal | None:
    """The refusal of a story whose numbers cannot all be true."""
    counted = [
        schema
        for schema in problem.schemas
        if schema.quantity.kind in (Kind.NUMBER, Kind.MONEY)
        and schema.quantity.implicit is None
        and (schema.quantity.text.isdecimal() or schema.quantity.value != 1)
    ]
    if len(counted) > MOST_COUNTED:
        return None
    return (
        _more_than_all(problem, question, counted)
        or _uneven_part(problem, counted)
        or _the_other_ones(problem, counted)
        or _listed_parts(problem, counted)
        or _parts_without_overlap(problem, question, counted)
        or _parts_and_rest(problem, question, counted)
        or _taken_too_much(problem, question, counted)
    )


def _more_than_all(problem: Problem, question: Question, counted: Sequence[Schema]) -> Refusal | None:
    """ "sold 21 of them" where there were 16; "14 of the 10 turnips"."""
    for number, part in enumerate(counted):
        if part.quantity.value.denominator != 1 or part.rate is not None:
            continue
        if number + 1 < len(counted):
            whole = counted[number + 1]
            if _is_part_of(problem, part, whole) and part.quantity.value > whole.quantity.value:
                return _conflict(part, [whole], whole.quantity.value)
        taken = story_amount(problem, part).part
        if taken is None or taken.of not in _THEM or part.quantity.start >= question.start:
            continue
        before = [schema for schema in counted[:number] if schema.unit_head == part.unit_head]
        there = sum((schema.quantity.value for schema in counted[:number]), Fraction(0))
        plain = all(schema.rate is None and schema.comparison is None for schema in before)
        if before and plain and before[-1].sentence < part.sentence and part.quantity.value > there:
            return _conflict(part, before, there)
    return None


def _the_other_ones(problem: Problem, counted: Sequence[Schema]) -> Refusal | None:
    """ "Of the 24 pupils 15 swim and the other 12 run"."""
    for number, rest in enumerate(counted):
        if number < 2 or not _THE_OTHER.search(problem.text[: rest.quantity.start]):
            continue
        whole, parts = counted[0], counted[1:]
        if number + 1 < len(counted) or any(part.rate is not None or part.comparison is not None for part in parts):
            continue
        if len({part.unit_head for part in parts}) > 1 or min(part.quantity.value for part in parts) < 1:
            continue
        total = sum((part.quantity.value for part in parts), Fraction(0))
        if whole.quantity.value > max(part.quantity.value for part in parts) and total != whole.quantity.value:
            return _conflict(whole, parts, total, exceeds=total > whole.quantity.value)
    return None


def _listed_parts(problem: Problem, counted: Sequence[Schema]) -> Refusal | None:
    """ "8 dogs: 3 spaniels, 4 boxers and 5 pugs"."""
    if ":" not in problem.text:
        return None
    for number, whole in enumerate(counted):
        after = problem.text[whole.quantity.end :]
        head, colon, _ = after.partition(":")
        parts = [schema for schema in counted[number + 1 :] if schema.sentence == whole.sentence]
        if not colon or "." in head or len(head.split()) > 6 or len(parts) < 2:
            continue
        if any(part.quantity.start < whole.quantity.end + len(head) for part in parts):
            continue
        if any(part.rate is not None or part.comparison is not None for part in (whole, *parts)):
            continue
        found = _too_large(whole, parts)
        if found is not None:
            return found
    return None


def _parts_without_overlap(problem: Problem, question: Question, counted: Sequence[Schema]) -> Refusal | None:
    """ "17 walk, 15 come by bus, and nobody does both", of 28."""
    if len(counted) < 3:
        return None
    whole = counted[0]
    parts = [part for part in counted[1:] if part.quantity.start < question.start and not _measures_else(whole, part)]
    if len(parts) < 2 or any(part.rate is not None or part.comparison is not None for part in (whole, *parts)):
        return None
    found = _too_large(whole, parts)
    if found is None or not (_NO_OVERLAP.search(problem.text) or _given_in_one(problem, question, counted)):
        return None
    return found


def _given_in_one(problem: Problem, question: Question, counted: Sequence[Schema]) -> bool:
    """True if one sentence gives all parts, nothing is set against them, and some word says that they are all."""
    story = problem.text[: question.start]
    return (
        len(counted) == len(problem.schemas)
        and len({part.sentence for part in counted[1:]}) == 1
        and _ALL_THERE_IS.search(story) is not None
        and _CONTRAST.search(story) is None
        and _OTHER_TIME.search(story) is None
    )


def _too_large(whole: Schema, parts: Sequence[Schema]) -> Refusal | None:
    """The refusal of parts that are each smaller than the whole and larger together."""
    if any(part.quantity.value >= whole.quantity.value for part in parts):
        return None
    total = sum((part.quantity.value for part in parts), Fraction(0))
    return _conflict(whole, parts, total, exceeds=True) if total > whole.quantity.value else None


def _uneven_part(problem: Problem, counted: Sequence[Schema]) -> Refusal | None:
    """ "Half of the 31 singers": a part of people or things that is no whole number of them."""
    for part, whole in pairwise(counted):
        if part.quantity.value.denominator == 1 or not 0 < part.quantity.value < 1:
            continue
        if not _is_part_of(problem, part, whole) or whole.unit_head is None or measures(whole.unit_head):
            continue
        value = part.quantity.value * whole.quantity.value
        if value.denominator != 1 and whole.quantity.value.denominator == 1:
            spans = tuple((each.quantity.start, each.quantity.end) for each in (part, whole))
            message = f"{part.quantity.text} of {whole.quantity.text} is {value}, no whole number of {whole.unit_head}"
            return Refusal(Code.CONTRADICTORY, f"The numbers contradict each other: {message}.", spans)
    return None


def _measures_else(whole: Schema, part: Schema) -> bool:
    """True for the degrees of "76 towels washed at 60 degrees"."""
    return part.unit_head != whole.unit_head and measures(part.unit_head)


def _parts_and_rest(problem: Problem, question: Question, counted: Sequence[Schema]) -> Refusal | None:
    """ "Of these 24, 15 are new, 11 are old and the others are broken": the parts of one sentence exceed the whole."""
    if len(counted) < 3:
        return None
    whole = counted[0]
    for sentence in {schema.sentence for schema in counted[1:]}:
        parts = [schema for schema in counted[1:] if schema.sentence == sentence]
        if len(parts) != len(counted) - 1 or parts[-1].quantity.start >= question.start:
            continue
        tokens = [token for token in problem.tokens if token.sent == sentence]
        text = problem.text[tokens[0].start : tokens[-1].end]
        opened = _OF_ALL.fullmatch(
            problem.text[tokens[0].start : counted[0 if whole.sentence == sentence else 1].quantity.start]
        )
        rest = _THE_REST.search(text)
        if _CONTRAST.search(text) or not (opened or rest):
            continue
        if any(part.rate is not None or part.comparison is not None for part in (whole, *parts)):
            continue
        if any(part.unit_head != whole.unit_head for part in parts):
            continue
        found = _too_large(whole, parts)
        if found is not None:
            return found
    return None


def _is_part_of(problem: Problem, part: Schema, whole: Schema) -> bool:
    """True for "14 of the 10 turnips"."""
    taken = story_amount(problem, part).part
    return taken is not None and taken.whole is not None and problem.schemas[taken.whole] is whole


def _asks_what_is_left(problem: Problem) -> bool:
    question = problem.story.question
    assert question is not None
    return not question.words.isdisjoint(words("refusals", "losing", "left")) and "owe" not in question.words


def _takes(event: StoryEvent) -> bool:
    """True if an event takes its amount away: "sold", "got off", "were taken out"."""
    return Effect.LOSS in event.effects or Effect.TRANSFER in event.effects or event.takes_out


def _taken_too_much(problem: Problem, question: Question, counted: Sequence[Schema]) -> Refusal | None:
    """More is given away, eaten or sold than there is, and the question asks what is left."""
    if len(counted) < 2 or len(counted) != len(problem.schemas) or not _asks_what_is_left(problem):
        return None
    if any(schema.rate is not None or schema.comparison is not None for schema in counted):
        return None
    whole, parts = counted[0], counted[1:]
    first, *others = (story_amount(problem, schema).event for schema in counted)
    if _HOLDING.isdisjoint(first.classes) or not all(map(_takes, others)):
        return None
    if any(part.unit_head != whole.unit_head or part.quantity.start >= question.start for part in parts):
        return None
    if len({part.subject_resolved for part in parts}) > 1 or _OTHER_TIME.search(problem.text[: question.start]):
        return None
    total = sum((part.quantity.value for part in parts), Fraction(0))
    return _conflict(whole, parts, total, exceeds=True) if total > whole.quantity.value else None


def _conflict(whole: Schema, others: Sequence[Schema], total: Fraction, *, exceeds: bool | None = None) -> Refusal:
    shown = " and ".join(schema.quantity.text for schema in others)
    made = shown if len(others) == 1 else f"{shown} make {total}, which"
    if exceeds is None:
        message = f"{whole.quantity.text} are taken from {shown}, which are fewer"
    elif exceeds:
        message = f"{made} is more than the {whole.quantity.text} that there are"
    else:
        message = f"{made} is less than the {whole.quantity.text} that there should be"
    spans = sorted((schema.quantity.start, schema.quantity.end) for schema in (whole, *others))
    return Refusal(Code.CONTRADICTORY, f"The numbers contradict each other: {message}.", tuple(spans))
