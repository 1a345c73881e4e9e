"""Rates: quantities that join two units, in all the wordings English has for them (docs/method.md).

Each rule is one wording; the first that fits decides. Word lists are in data/rates.toml.
"""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates.distributives import distributives_of
from arithmetree.reading.rates.facts import ONE, PERSON, RateFacts, compares, noun_after, tells_total
from arithmetree.reading.rates.goods import container_of, container_with, filled_by, for_price, priced_at
from arithmetree.reading.rates.sharing import distributive_adverb, distributive_phrase
from arithmetree.reading.rates.statements import (
    done_to_one,
    elliptical_price,
    general_statement,
    in_one_period,
    needed_to_make,
    one_for_every,
)
from arithmetree.reading.rates.wordings import (
    abbreviation,
    for_one,
    hyphenated,
    per_phrase,
    period_word,
    so_many_to_one,
)
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.noun_groups import Unit
from arithmetree.schemas import Rate
from arithmetree.word_lists import words

RULES = (
    hyphenated,
    per_phrase,
    distributive_adverb,
    for_price,
    so_many_to_one,
    priced_at,
    container_of,
    distributive_phrase,
    period_word,
    container_with,
    for_one,
    filled_by,
    elliptical_price,
    general_statement,
    done_to_one,
    needed_to_make,
    in_one_period,
)


def _ends_clause(table: TokenTable, node: int) -> bool:
    """True if nothing but a comparison follows a number: "the old one only 9", "31 faster than", "9 more than that"."""
    if compares(table, node):
        node += 1
    return node >= len(table.tokens) or table.upos[node] in ("PUNCT", "CCONJ") or table.lower[node] == "than"


class RateFinder:
    """Finds the rate of a quantity; built once for a text, from what is known of all its quantities."""

    def __init__(self, facts: RateFacts) -> None:
        self._facts = facts
        self._found: dict[int, Rate | None] = {}

    def rate(self, number: int) -> Rate | None:
        """The rate that quantity `number` is, or None."""
        if number not in self._found:
            self._found[number] = self._find(number)
        return self._found[number]

    def asked(self, start: int, end: int, unit_head: str | None) -> Rate | None:
        """The rate that a question between two tokens asks for ("how many pens are in each box")."""
        table = self._facts.table
        for found in distributives_of(self._facts):
            if start <= found.index < end and found.lemma != unit_head:
                return Rate(unit_head or "", found.lemma)
        for node in range(start, end):
            if table.lower[node] in words("rates", "distributive_adverbs"):
                return Rate(unit_head or "", self._facts.lemma_of(self._facts.resolve(node)) or PERSON)
            if table.lower[node] in ("a", "an") and node > start and table.upos[node - 1] in ("NOUN", "VERB"):
                after = noun_after(table, node + 1)
                if after is not None and measures(after[1], DURATIONS):
                    return Rate(unit_head or "", after[1])
            if self._facts.is_one(node) and table.lower[node] not in ONE - {"one"}:
                after = noun_after(table, node + 1)
                if after is not None and after[0] < end and after[1] in self._facts.several and after[1] != unit_head:
                    return Rate(unit_head or "", after[1])
        if table.lower[start : start + 2] == ["how", "fast"]:
            return Rate("distance", "hour")
        return None

    def _find(self, number: int) -> Rate | None:
        facts, quantity, unit = self._facts, self._facts.quantities[number], self._facts.units[number]
        if unit is None or unit.head is None or quantity.kind is Kind.PERCENT:
            return None
        if quantity.kind is Kind.MULTIPLIER and unit.head != "time":
            return None
        if unit.head == "year" and (unit.index is None or facts.table.lower[unit.end] == "old"):
            return None  # an age
        if tells_total(facts.table, unit.last):
            return None
        start = facts.table.spans[number][0]
        if any(found.index < start <= found.noun for found in distributives_of(self._facts)):
            one = one_for_every(facts, number, unit)  # but nothing for "each of the 8 sections"
            return None if one is None else Rate(unit.head, one)
        both = abbreviation(facts, number, unit)
        if both is not None:
            return both
        for rule in RULES:
            denominator = rule(facts, number, unit)
            if denominator in ("other", "rest"):  # "Of 52 bars 16 were misshapen. The others sold for $3 each"
                denominator = facts.counted_earlier(number) or denominator
            if denominator is not None and denominator != unit.head:
                return Rate(unit.head, denominator)
        left_out = self._left_out(number, unit) or self._listed(number, unit)
        return None if left_out is None else Rate(unit.head, left_out)

    def _listed(self, number: int, unit: Unit) -> str | None:
        """The rate given once for two: "$9 and $12 a night", "7 red bricks and 5 yellow bricks for each metre"."""
        table, units = self._facts.table, self._facts.units
        if number + 1 >= len(units) or table.lower[unit.last] not in ("and", "or", "to"):
            return None
        after, start = units[number + 1], table.spans[number + 1][0]
        if after is None or after.head != unit.head or self._facts.before_signs(start) != unit.last:
            return None
        per = per_phrase(self._facts, number + 1, after) or distributive_adverb(self._facts, number + 1, after)
        return per if per != unit.head else None

    def _left_out(self, number: int, unit: Unit) -> str | None:
        """The rate of a number without its unit: "prints 22 pages a minute, the old one only 9", "it blew at 20"."""
        facts, verb = self._facts, self._facts.verbs[number]
        start, end = facts.table.spans[number]
        if not unit.elided or verb is None or verb > start or not _ends_clause(facts.table, end):
            return None
        if any(facts.table.lower[kid] in ("have", "has", "had") for kid in facts.table.children[verb]):
            return None  # "packs 25 orders a day; when will she have packed 150?"
        for position in range(number - 1, max(number - REACH, -1), -1):
            before = facts.units[position]
            if before is None or before.head != unit.head:
                continue
            rate, other = self.rate(position), facts.verbs[position]
            if rate is None or not measures(rate.denominator, DURATIONS) or other is None:
                return None
            same = facts.table.lemma[other] == facts.table.lemma[verb]
            near = facts.table.tokens[facts.table.spans[position][0]].sent == facts.table.tokens[start].sent
            return rate.denominator if same and (near or facts.table.lower[start - 1] == "at") else None
        return None
