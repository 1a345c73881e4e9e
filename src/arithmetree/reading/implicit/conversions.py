"""Units inside units: the 7 of "in a week" where the text counts by the day, the 60 of "Give the time in hours"."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.facts import Conversion, conversions
from arithmetree.measures import MONEY, measures
from arithmetree.reading.implicit.mentions import Mentions, named
from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import Question, Schema

# Periods for which things go on: "runs for 2 hours". A number of days or years may be anything ("is 9 years old").
_LASTING = frozenset({"minute", "hour", "week"})


def implied_conversion(
    table: TokenTable, schemas: Sequence[Schema], question: Question
) -> tuple[Conversion, int] | None:
    """The conversion that the text plainly calls for, with the token of the word that implies it; None if none is.

    It is called for where the story counts in one unit and the question in the other, and nothing else in the text
    says how many of one make the other.
    """
    mentions = Mentions(table, schemas, question)
    if len(mentions.present) < 2:
        return None
    found = [
        entry
        for entry in conversions()
        if {entry.part, entry.whole} <= mentions.present
        and not mentions.related(entry)
        and any(calls_for(mentions, entry) for calls_for in _WORDINGS)
    ]
    if len(found) != 1:
        return None
    node = mentions.first_word(found[0])
    return None if node is None else (found[0], node)


def _asked_of_the_whole(mentions: Mentions, entry: Conversion) -> bool:
    """ "3 eggs a day. How many in a week?", "14 litres a minute. How many in 2 hours?"."""
    if entry.part in mentions.counted or entry.part in mentions.asked or mentions.days_apart(entry):
        return False
    if not any(mentions.is_given(node) for node in mentions.per(entry.part)):
        return False
    if entry.whole in mentions.asked:
        return entry.whole not in mentions.counted  # "How many weeks will 63 last?"
    if any(mentions.in_question(node) for node in mentions.periods(entry.whole)):
        return True
    return entry.whole in mentions.counted and entry.whole in _LASTING


def _asked_of_the_part(mentions: Mentions, entry: Conversion) -> bool:
    """ "42 eggs a week. How many is that a day?"."""
    if entry.part in mentions.counted or entry.part in mentions.asked or mentions.days_apart(entry):
        return False
    if not any(mentions.in_question(node) and not mentions.is_given(node) for node in mentions.per(entry.part)):
        return False
    return any(mentions.is_given(node) for node in mentions.periods(entry.whole))


def _asked_in_the_other_unit(mentions: Mentions, entry: Conversion) -> bool:
    """ "8 lessons of 45 minutes. How many hours is that?", "Give 3 hours and 25 minutes in minutes"."""
    for asked, other in ((entry.part, entry.whole), (entry.whole, entry.part)):
        if asked not in mentions.asked or other in mentions.asked or mentions.per(asked):
            continue
        if other in mentions.counted and (asked not in mentions.counted or not mentions.per(other)):
            return True
    return False


def _measured_in_both(mentions: Mentions, entry: Conversion) -> bool:
    """ "How many 20-cent stamps can be bought for 3 dollars?": both units are counted, and neither is asked for."""
    both = {entry.part, entry.whole}
    if not both <= mentions.counted or both & mentions.asked:
        return False
    only_these = len(mentions.schemas) == 2 and mentions.question.asks == "how many"
    return measures(entry.part, MONEY) or (only_these and not mentions.days_apart(entry))


def _part_of_the_whole(mentions: Mentions, entry: Conversion) -> bool:
    """ "75 pages an hour. How many in 40 minutes?"."""
    if entry.whole in mentions.counted or {entry.part, entry.whole} & mentions.asked or mentions.per(entry.part):
        return False
    if not any(mentions.is_given(node) for node in mentions.per(entry.whole)):
        return False
    asked = [schema.unit_head for schema in mentions.schemas if mentions.is_asked(schema)]
    return any(unit is not None and named(unit) == entry.part for unit in asked)


_WORDINGS = (
    _asked_of_the_whole,
    _asked_of_the_part,
    _asked_in_the_other_unit,
    _measured_in_both,
    _part_of_the_whole,
)
