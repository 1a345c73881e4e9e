"""Units inside units: the 7 of "in a week" where the text counts by the day, the 60 of "Give the time in hours".

The two of a pair is one of them: "7 pairs of skaters. How many skaters?", "24 socks. How many pairs of socks?".
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from arithmetree.facts import Conversion, conversions, unit_names
from arithmetree.measures import MONEY, measures
from arithmetree.reading.tokens import NOUNS, TokenTable
from arithmetree.schemas import Question, Schema
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words

_PAIR = "pair"
# Periods for which things go on: "runs for 2 hours". A number of days or years may be anything ("is 9 years old").
_LASTING = frozenset({"minute", "hour", "week"})


def implied_conversion(
    table: TokenTable, schemas: Sequence[Schema], question: Question
) -> tuple[Conversion, int] | None:
    """The conversion that the text plainly calls for, with the token of the word that implies it; None if none is.

    It is called for where the story counts in one unit and the question in the other, and nothing else in the text
    says how many of one make the other.
    """
    mentions = _Mentions(table, schemas, question)
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


def _asked_of_the_whole(mentions: _Mentions, entry: Conversion) -> bool:
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


def _asked_of_the_part(mentions: _Mentions, entry: Conversion) -> bool:
    """ "42 eggs a week. How many is that a day?"."""
    if entry.part in mentions.counted or entry.part in mentions.asked or mentions.days_apart(entry):
        return False
    if not any(mentions.in_question(node) and not mentions.is_given(node) for node in mentions.per(entry.part)):
        return False
    return any(mentions.is_given(node) for node in mentions.periods(entry.whole))


def _asked_in_the_other_unit(mentions: _Mentions, entry: Conversion) -> bool:
    """ "8 lessons of 45 minutes. How many hours is that?", "Give 3 hours and 25 minutes in minutes"."""
    for asked, other in ((entry.part, entry.whole), (entry.whole, entry.part)):
        if asked not in mentions.asked or other in mentions.asked or mentions.per(asked):
            continue
        if other in mentions.counted and (asked not in mentions.counted or not mentions.per(other)):
            return True
    return False


def _measured_in_both(mentions: _Mentions, entry: Conversion) -> bool:
    """ "How many 20-cent stamps can be bought for 3 dollars?": both units are counted, and neither is asked for."""
    both = {entry.part, entry.whole}
    if not both <= mentions.counted or both & mentions.asked:
        return False
    only_these = len(mentions.schemas) == 2 and mentions.question.asks == "how many"
    return measures(entry.part, MONEY) or (only_these and not mentions.days_apart(entry))


def _part_of_the_whole(mentions: _Mentions, entry: Conversion) -> bool:
    """ "75 pages an hour. How many in 40 minutes?"."""
    if entry.whole in mentions.counted or {entry.part, entry.whole} & mentions.asked or mentions.per(entry.part):
        return False
    if not any(mentions.is_given(node) for node in mentions.per(entry.whole)):
        return False
    asked = [schema.unit_head for schema in mentions.schemas if mentions.is_asked(schema)]
    return any(unit is not None and _named(unit) == entry.part for unit in asked)


_WORDINGS = (
    _asked_of_the_whole,
    _asked_of_the_part,
    _asked_in_the_other_unit,
    _measured_in_both,
    _part_of_the_whole,
)


def implied_pair(table: TokenTable, schemas: Sequence[Schema], question: Question) -> tuple[int, str] | None:
    """The token of "pair" or "pairs" that implies a two, and what there are two of; None if nothing is implied.

    Things are counted in pairs, and asked for or described one by one ("6 dollars a shoe"); or they are counted one by
    one and asked for in pairs. Where the text is about each pair ("4 dollars a pair"), a pair is its own unit.
    """
    rates = [schema.rate for schema in schemas if schema.rate is not None]
    joined = {unit for rate in rates for unit in (rate.numerator, rate.denominator)}
    if _PAIR in joined:
        return None
    by_pairs = [schema for schema in schemas if schema.unit_head == _PAIR]
    if question.unit_head == _PAIR:
        asked = None if by_pairs else _pairs_of(table, question.start, question.end)
        return asked if asked is not None and any(schema.unit_head == asked[1] for schema in schemas) else None
    counted = (_pairs_of(table, schema.quantity.end, len(table.text)) for schema in by_pairs)
    return next((found for found in counted if found is not None and found[1] in joined | {question.unit_head}), None)


def _pairs_of(table: TokenTable, start: int, end: int) -> tuple[int, str] | None:
    """The first "pairs of boxing gloves" between two places of the text: its "pairs", and its last noun."""
    for node, token in enumerate(table.tokens):
        if start <= token.start < end and token.lemma.lower() == _PAIR and table.lower[node + 1] == "of":
            thing, after = None, node + 2
            while table.upos[after] in ("NOUN", "ADJ", "PROPN") or table.tag[after] == "VBG":
                thing = table.lemma[after].lower() if table.upos[after] == "NOUN" else thing
                after += 1
            return None if thing is None else (node, thing)
    return None


@cache
def _named(lemma: str) -> str:
    """One name for the spellings of a unit."""
    return unit_names().get(lemma, lemma)


@cache
def _units() -> frozenset[str]:
    return frozenset(unit for entry in conversions() for unit in (entry.part, entry.whole))


class _Mentions:
    """What a text says about units, looked up once; tokens stand for words."""

    def __init__(self, table: TokenTable, schemas: Sequence[Schema], question: Question) -> None:
        self.table = table
        self.schemas = schemas
        self.question = question
        self.nodes: dict[str, list[int]] = {}
        units = _units()
        for node, token in enumerate(table.tokens):
            unit = _named(token.lemma.lower())
            named = token.upos in NOUNS or table.lower[node - 1] in ("a", "per")  # "5 a second"
            if named and unit in units and node not in table.quantity_at:
                self.nodes.setdefault(unit, []).append(node)
        adverbs: dict[str, str] = data_table("rates")["adverbs"]
        self.adverbs = [(node, adverbs[word]) for node, word in enumerate(table.lower) if word in adverbs]
        self.counted = frozenset(_named(schema.unit_head) for schema in schemas if schema.unit_head is not None)
        self.present = frozenset(self.nodes) | (self.counted & units) | {unit for _, unit in self.adverbs}
        self.asked = frozenset(self._asked())

    def _asked(self) -> Iterator[str]:
        """The unit after "how many", and the one of "in minutes"."""
        if self.question.asks in ("how many", "how much") and self.question.unit_head is not None:
            yield _named(self.question.unit_head)
        for unit, nodes in self.nodes.items():
            if any(self.in_question(node) and self.table.lower[node - 1] == "in" for node in nodes):
                yield unit

    def in_question(self, node: int) -> bool:
        """True for a token of the words that ask."""
        return self.question.start <= self.table.tokens[node].start < self.question.end

    def is_asked(self, schema: Schema) -> bool:
        """True for a quantity among the words that ask."""
        return self.question.start <= schema.quantity.start < self.question.end

    def per(self, unit: str) -> list[int]:
        """The tokens of "a day", "each day" and "daily"."""
        rated = words("implicit", "period", "rated")
        return self._adverbs(unit) + [at for at in self.nodes.get(unit, ()) if self.table.lower[at - 1] in rated]

    def periods(self, unit: str) -> list[int]:
        """The tokens of "in a week", "that week", "2 weeks"; no "last week"."""
        table, openers = self.table, words("implicit", "period", "openers")
        nodes = self.nodes.get(unit, ())
        found = [at for at in nodes if table.lower[at - 1] in openers or at - 1 in table.quantity_at]
        return self._adverbs(unit) + found

    def _adverbs(self, unit: str) -> list[int]:
        return [node for node, each in self.adverbs if each == unit]

    def is_given(self, node: int) -> bool:
        """True if a quantity is in the same sentence, before the question begins if that sentence asks."""
        sentence, start, lemma = self.table.tokens[node].sent, self.table.tokens[node].start, self.table.lemma[node]
        given = [schema for schema in self.schemas if schema.sentence == sentence and schema.unit_head != lemma.lower()]
        if not self.in_question(node):
            return bool(given)
        return any(self.is_asked(schema) and schema.quantity.start < start for schema in given)

    def related(self, entry: Conversion) -> bool:
        """True if the text itself says how many of one are in the other: "5 days a week", "a week of 6 days"."""
        rates = [schema.rate for schema in self.schemas if schema.rate is not None]
        return any({_named(rate.numerator), _named(rate.denominator)} == {entry.part, entry.whole} for rate in rates)

    def days_apart(self, entry: Conversion) -> bool:
        """True if the text mentions some days of the week that may not count."""
        said = set(self.table.lower)
        if entry.part != "day" or said & words("implicit", "period", "included"):
            return False
        return not said.isdisjoint(words("implicit", "period", "days_apart"))

    def first_word(self, entry: Conversion) -> int | None:
        """The first word for the larger unit, else for the smaller one (where the larger is a sign: "$3")."""
        places = ([*self.nodes.get(unit, ()), *self._adverbs(unit)] for unit in (entry.whole, entry.part))
        return next((min(found) for found in places if found), None)
