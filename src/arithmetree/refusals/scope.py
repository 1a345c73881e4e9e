"""Out of scope: questions that no expression over the numbers of the text answers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from textwrap import shorten

from arithmetree.measures import DURATIONS, LENGTHS, VOLUMES, WEIGHTS, dimensions, measures
from arithmetree.quantities import Kind
from arithmetree.refusals.geometry import geometry
from arithmetree.refusals.verdict import Code, Refusal, asked_tokens, out_of_scope_because, place_of, span_of
from arithmetree.schemas import Problem, Question, Schema, Token
from arithmetree.word_lists import table, words

_EQUATION = re.compile(r"(?<!\w)\d*[xyz]\s*[-+*]\s*\d|\d\s*[-+*]\s*\d*[xyz](?!\w)|[a-z\d)]\s*=\s*[-(\w]", re.IGNORECASE)
_LONGEST_SHOWN = 100  # characters of a question in a message


def out_of_scope(problem: Problem, question: Question) -> Refusal | None:
    """The refusal of a question that asks for something else than a number out of the numbers of the text."""
    asked = asked_tokens(problem)
    span = ((question.start, question.end),)
    return (
        _asks_no_number(question, asked, span)
        or _asks_beyond(problem, asked)
        or geometry(problem, question, asked)
        or _times_of_day(problem, question)
        or _needed_twice(problem, asked)
        or _whole_groups(problem, question, asked)
        or _other_system(problem, question)
        or _phrases(problem)
    )


def asks_no_number(problem: Problem, question: Question) -> Refusal | None:
    """The refusal of a question for a name, a place, a reason, or yes or no; times of day are numbers here."""
    asked = [token for token in problem.tokens if question.start <= token.start < question.end]
    if question.asks == "when" or _calendar([token.text.lower() for token in asked]):
        return None
    return _asks_no_number(question, asked, ((question.start, question.end),))


def _asks_no_number(question: Question, asked: Sequence[Token], span: tuple[tuple[int, int], ...]) -> Refusal | None:
    """Dates, clock times, names, places, reasons, yes or no, and what only a question mark makes a question."""
    lower = [token.text.lower() for token in asked]
    if not words("refusals", "question", "numbers").isdisjoint(lower):
        return None
    shown = shorten(question.text, _LONGEST_SHOWN, placeholder=" ...")
    if question.asks in words("refusals", "question", "names"):
        return out_of_scope_because(f'The question "{shown}" asks for a name, not for a number', span)
    asks_for_other = [token.upos for token in asked[1:2]] == ["AUX"]  # "when do", not "when all are sold"
    if asks_for_other and question.asks in words("refusals", "question", "places"):
        return out_of_scope_because(f'The question "{shown}" asks for a place or a reason, not for a number', span)
    if (asks_for_other and question.asks == "when") or _calendar(lower):
        return out_of_scope_because(
            f'The question "{shown}" asks for a time or a date; clocks and calendars are not known', span
        )
    if question.asks == "whether":
        if words("refusals", "question", "auxiliaries").isdisjoint(lower):
            message = (
                f'No question in English could be read in "{shown}"; ask for a number, such as "How many are left?".'
            )
            return Refusal(Code.NO_QUESTION, message, span)
        return out_of_scope_because(f'The question "{shown}" asks for yes or no, not for a number', span)
    return None


def _calendar(lower: list[str]) -> bool:
    """True for "what time", "on which day", "what does the clock say"."""
    for first, second in pairwise(lower):
        if first in ("what", "which") and second in words("refusals", "question", "calendar"):
            return True
    return "clock" in lower and "what" in lower and bool({"say", "show", "read"} & set(lower))


def _asks_beyond(problem: Problem, asked: Sequence[Token]) -> Refusal | None:
    beyond, estimates = words("refusals", "question", "beyond"), words("refusals", "question", "estimates")
    for token in asked:
        if token.lemma.lower() in beyond:
            return out_of_scope_because(
                f'"{token.text}" is asked for, which no single use of the numbers gives', (span_of(token),)
            )
    sentence = asked[0].sent if asked else -1
    for token in problem.tokens:
        if token.sent == sentence and token.text.lower() in estimates:
            return out_of_scope_because(
                f'"{token.text}" asks for an estimate; only exact answers are given', (span_of(token),)
            )
    text = problem.text
    has_sign = "-" in text or "+" in text or "*" in text or "=" in text  # as every equation has, and few stories
    equation = _EQUATION.search(text) if has_sign else None
    if equation is not None:
        return out_of_scope_because(
            f'"{equation.group()}" belongs to an equation; only stories in words are read', (equation.span(),)
        )
    return None


def _times_of_day(problem: Problem, question: Question) -> Refusal | None:
    """The time between two clock times."""
    times = [quantity for quantity in problem.quantities if quantity.kind in (Kind.TIME, Kind.DATE)]
    written = [schema for schema in problem.schemas if schema.quantity.implicit is None]
    if len(times) < 2 or len(written) > 1:
        return None
    lasting = question.asks in ("how long", "how late", "how early", "what") or measures(question.unit_head, DURATIONS)
    if not lasting:
        return None
    first, second = times[:2]
    spans = ((first.start, first.end), (second.start, second.end))
    return out_of_scope_because(
        f"The time from {first.text} to {second.text} is asked for; clocks and calendars are not known", spans
    )


def _needed_twice(problem: Problem, asked: Sequence[Token]) -> Refusal | None:
    """ "Ann has 8. Ben has 3 more than Ann. How many have they together?" needs the 8 two times."""
    if len(problem.schemas) != 2:
        return None
    if problem.schemas[0].comparison is None and problem.schemas[1].comparison is None:
        return None
    if not any(token.lemma.lower() in words("story", "asks", "total") for token in asked):
        return None
    for base, other in ((problem.schemas[0], problem.schemas[1]), (problem.schemas[1], problem.schemas[0])):
        if other.comparison is None or base.comparison is not None or base.rate is not None:
            continue
        if not other.comparison.words.endswith(("than", "as")) or base.quantity.kind is Kind.MULTIPLIER:
            continue
        if _target_elsewhere(base, other):
            continue
        spans = (place_of(base), place_of(other))
        return out_of_scope_because(
            f"{base.quantity.text} is needed two times, once for itself and once with {other.quantity.text}; "
            "each number can be used once",
            spans,
        )
    return None


def _target_elsewhere(base: Schema, other: Schema) -> bool:
    """True if what is compared with is neither the owner nor the thing of the other number."""
    target = other.comparison.target if other.comparison is not None else None
    if target is None:
        return True
    named = {word.lower() for word in (base.subject_resolved, base.recipient, *base.unit, base.unit_head) if word}
    mentioned = {word.lower() for phrase in base.related for word in (phrase.head, phrase.text)}
    return not {target.lower(), target.lower().rstrip("s")} & (named | mentioned)


def _whole_groups(problem: Problem, question: Question, asked: Sequence[Token]) -> Refusal | None:
    """Division that does not come out even: "50 dice in tubes of 6. How many are left over?", "How many tubes?"."""
    if len(problem.schemas) != 2 or question.asks != "how many":
        return None
    if problem.schemas[0].rate is None and problem.schemas[1].rate is None:
        return None
    over = any(token.text.lower() in words("refusals", "question", "remainder") for token in asked)
    for total, size in (problem.schemas, problem.schemas[::-1]):
        if size.rate is None or total.rate is not None or not 0 < size.quantity.value < total.quantity.value:
            continue
        if not total.quantity.value % size.quantity.value:
            continue
        rest_asked = over and question.unit_head == total.unit_head == size.rate.numerator
        groups_asked = (
            question.unit_head == size.rate.denominator
            and question.unit_head != total.unit_head
            and not measures(question.unit_head, DURATIONS)
        )
        if rest_asked or groups_asked:
            return out_of_scope_because(
                f"{total.quantity.text} does not go into groups of {size.quantity.text} evenly; "
                "remainders and rounding are not handled",
                (place_of(total), place_of(size)),
            )
    return None


def _other_system(problem: Problem, question: Question) -> Refusal | None:
    """ "A tank holds 30 gallons. How many litres is that?"."""
    systems = _systems()
    asked = systems.get(question.unit_head or "")
    if asked is None:
        return None
    for dimension in dimensions(question.unit_head) & {LENGTHS, WEIGHTS, VOLUMES}:
        same = [schema for schema in problem.schemas if measures(schema.unit_head, dimension)]
        if same and all(systems.get(schema.unit_head or "", asked) != asked for schema in same):
            return out_of_scope_because(
                f"{question.unit_head}s are asked for and {same[0].unit_head}s given; the factor is not in the text",
                (place_of(same[0]), (question.start, question.end)),
            )
    return None


@cache
def _systems() -> dict[str, str]:
    """The system of every unit that belongs to one."""
    return {unit: name for name in ("metric", "imperial") for unit in words("refusals", "systems", name)}


def _phrases(problem: Problem) -> Refusal | None:
    # One pass for the texts that have none, which most are; in lower case, as ignoring the case takes far longer.
    if _any_pattern().search(problem.text.lower()) is None:
        return None
    for pattern, because in _patterns():
        found = pattern.search(problem.text)
        if found is not None:
            return out_of_scope_because(f'"{found.group()}" {because}', (found.span(),))
    return None


@cache
def _any_pattern() -> re.Pattern[str]:
    each = "|".join(entry["pattern"] for entry in table("refusals")["phrases"])
    return re.compile(rf"\b(?:{each})\b")


@cache
def _patterns() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple(
        (re.compile(rf"\b(?:{entry['pattern']})\b", re.IGNORECASE), entry["because"])
        for entry in table("refusals")["phrases"]
    )
