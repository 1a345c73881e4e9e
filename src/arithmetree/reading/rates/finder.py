"""Rates: quantities that join two units, in all the wordings English has for them (docs/method.md).

Each rule is one wording; the first that fits decides. Word lists are in data/rates.toml.
"""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates import sharing, statements, wordings
from arithmetree.reading.rates.facts import PERSON, RateCandidate, RateFacts
from arithmetree.reading.tokens import COMPARATIVES, REACH
from arithmetree.schemas import Rate
from arithmetree.word_lists import words

RULES = (
    wordings.hyphenated,
    wordings.per_phrase,
    sharing.distributive_adverb,
    wordings.for_price,
    wordings.so_many_to_one,
    wordings.priced_at,
    wordings.container_of,
    sharing.distributive_phrase,
    wordings.period_word,
    wordings.container_with,
    wordings.for_one,
    wordings.filled_by,
    statements.general_statement,
    statements.done_to_one,
    statements.needed_to_make,
    statements.in_one_period,
)


class RateFinder:
    """Finds the rate of a quantity; built once for a text, from what is known of all its quantities."""

    def __init__(self, facts: RateFacts) -> None:
        self._facts = facts
        self._found: dict[int, Rate | None] = {}

    def rate(self, number: int) -> Rate | None:
        """The rate that quantity `number` is, or None."""
        if number not in self._found:
            amount = self._facts.amounts[number]
            self._found[number] = None if amount is None else self._find(amount)
        return self._found[number]

    def asked(self, start: int, end: int, unit_head: str | None) -> Rate | None:
        """The rate that a question between two tokens asks for ("how many pens are in each box")."""
        per = self._asked_per(start, end, unit_head)
        if per is not None:
            return Rate(unit_head or "", per)
        return Rate("distance", "hour") if self._facts.table.lower[start : start + 2] == ["how", "fast"] else None

    def _asked_per(self, start: int, end: int, unit_head: str | None) -> str | None:
        facts, table = self._facts, self._facts.table
        for found in sharing.distributives_of(facts):
            if start <= found.index < end and found.lemma != unit_head:
                return found.lemma
        for node in range(start, end):
            if table.lower[node] in words("rates", "distributive_adverbs"):
                return facts.meant(node) or PERSON
            if table.lower[node] in ("a", "an"):
                after = facts.noun_after(node + 1)
                if table.upos[node - 1] in ("NOUN", "VERB") and node > start and measures(after.lemma, DURATIONS):
                    return after.lemma
            elif facts.is_one(node):
                after = facts.noun_after(node + 1)
                if after.node < end and after.lemma in facts.several - {unit_head}:
                    return after.lemma
        return None

    def _find(self, amount: RateCandidate) -> Rate | None:
        facts, table, unit, kind = self._facts, self._facts.table, amount.unit, amount.quantity.kind
        if unit.head is None or kind is Kind.PERCENT or (kind is Kind.MULTIPLIER and unit.head != "time"):
            return None
        if unit.head == "year" and (unit.index is None or table.lower[unit.end] == "old"):
            return None  # an age
        if table.lower[unit.last : unit.last + 2] in (["in", "all"], ["in", "total"]):
            return None  # "5 sacks weighing 75 kg in all"
        if table.lower[unit.last] in ("altogether", "together"):
            return None
        if any(found.index < amount.start <= found.noun for found in sharing.distributives_of(facts)):
            one = statements.one_for_every(facts, amount)  # but nothing for "each of the 8 sections"
            return None if one is None else Rate(unit.head, one)
        both = wordings.abbreviation(facts, amount)
        if both is not None:
            return both
        for rule in RULES:
            denominator = rule(facts, amount)
            if denominator in ("other", "rest"):  # "Of 52 bars 16 were misshapen. The others sold for $3 each"
                denominator = facts.counted_earlier(amount.number) or denominator
            if denominator is not None and denominator != unit.head:
                return Rate(unit.head, denominator)
        left_out = self._left_out(amount) or self._listed(amount)
        return None if left_out is None else Rate(unit.head, left_out)

    def _listed(self, amount: RateCandidate) -> str | None:
        """The rate given once for two: "$9 and $12 a night", "7 red bricks and 5 yellow bricks for each metre"."""
        facts, unit = self._facts, amount.unit
        after = facts.amounts[amount.number + 1] if amount.number + 1 < len(facts.amounts) else None
        if after is None or facts.table.lower[unit.last] not in ("and", "or", "to"):
            return None
        if after.unit.head != unit.head or after.joint != unit.last:
            return None
        per = wordings.per_phrase(facts, after)
        return per if per != unit.head else None

    def _left_out(self, amount: RateCandidate) -> str | None:
        """The rate of a number without its unit: "prints 22 pages a minute, the old one only 9", "it blew at 20"."""
        facts, table, verb, start = self._facts, self._facts.table, amount.verb, amount.start
        after = amount.end + (table.tag[amount.end] in COMPARATIVES)  # "31 faster than", "9 more than that"
        ends = table.upos[after] in ("PUNCT", "CCONJ", "") or table.lower[after] == "than"
        if not amount.unit.elided or verb is None or verb > start or not ends:
            return None
        for position in range(amount.number - 1, max(amount.number - REACH, -1), -1):
            if facts.head(position) != amount.unit.head:
                continue
            rate, other = self.rate(position), facts.clauses[position].verb
            if rate is None or not measures(rate.denominator, DURATIONS) or other is None:
                return None
            near = table.sentence(table.spans[position][0]) == table.sentence(start)
            return rate.denominator if near and table.lemma[other] == table.lemma[verb] else None
        return None
