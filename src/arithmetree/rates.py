"""Rates: quantities that join two units, in all the wordings English has for them (METHOD.md section 2).

Each rule is one wording; the first that fits decides. Word lists are in data/rates.toml.
"""

from __future__ import annotations

from arithmetree.quantities import Kind
from arithmetree.rate_containers import container_of, container_with, filled_by
from arithmetree.rate_facts import ONE, PERSON, RateFacts, noun_behind, tells_total
from arithmetree.rate_sharing import distributive_adverb, distributive_phrase
from arithmetree.rate_statements import (
    done_to_one,
    elliptical_price,
    general_statement,
    in_one_period,
    needed_to_make,
    one_for_every,
)
from arithmetree.rate_wordings import (
    abbreviation,
    for_one,
    for_price,
    hyphenated,
    per_phrase,
    period_word,
    priced_at,
    so_many_to_one,
)
from arithmetree.schemas import Rate
from arithmetree.tokens import REACH
from arithmetree.units import Unit
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
        for found in self._facts.distributives:
            if start <= found.index < end and found.lemma != unit_head:
                return Rate(unit_head or "", found.lemma)
        for node in range(start, end):
            if table.lower[node] in words("rates", "distributive_adverbs"):
                return Rate(unit_head or "", self._facts.lemma_of(self._facts.resolve(node)) or PERSON)
            if table.lower[node] in ("a", "an") and node > start and table.tokens[node - 1].upos in ("NOUN", "VERB"):
                behind = noun_behind(table, node + 1)
                if behind is not None and behind[1] in words("measures", "durations"):
                    return Rate(unit_head or "", behind[1])
            if self._facts.is_one(node) and table.lower[node] not in ONE - {"one"}:
                behind = noun_behind(table, node + 1)
                if (
                    behind is not None
                    and behind[0] < end
                    and behind[1] in self._facts.several
                    and behind[1] != unit_head
                ):
                    return Rate(unit_head or "", behind[1])
        if table.lower[start : start + 2] == ["how", "fast"]:
            return Rate("distance", "hour")
        return None

    def _find(self, number: int) -> Rate | None:
        facts, quantity, unit = self._facts, self._facts.quantities[number], self._facts.units[number]
        if unit is None or unit.head is None or quantity.kind is Kind.PERCENT:
            return None
        if quantity.kind is Kind.MULTIPLIER and unit.head != "time":
            return None
        if unit.head == "year" and (unit.index is None or facts.table.lower[unit.end : unit.end + 1] == ["old"]):
            return None  # an age
        if tells_total(facts.table, unit.last):
            return None
        start = facts.table.spans[number][0]
        if any(found.index < start <= found.noun for found in self._facts.distributives):
            one = one_for_every(facts, number, unit)  # but nothing for "each of the 8 sections"
            return None if one is None else Rate(unit.head, one)
        both = abbreviation(facts, number, unit)
        if both is not None:
            return both
        for rule in RULES:
            denominator = rule(facts, number, unit)
            if denominator is not None and denominator != unit.head:
                return Rate(unit.head, denominator)
        left_out = self._left_out(number, unit) or self._listed(number, unit)
        return None if left_out is None else Rate(unit.head, left_out)

    def _listed(self, number: int, unit: Unit) -> str | None:
        """The rate told once for two: "$9 and $12 a night", "7 red bricks and 5 yellow bricks for each metre"."""
        table, units = self._facts.table, self._facts.units
        if number + 1 >= len(units) or table.lower[unit.last : unit.last + 1] not in (["and"], ["or"], ["to"]):
            return None
        behind, start = units[number + 1], table.spans[number + 1][0]
        if behind is None or behind.head != unit.head or self._facts.before_signs(start) != unit.last:
            return None
        told = per_phrase(self._facts, number + 1, behind) or distributive_adverb(self._facts, number + 1, behind)
        return told if told != unit.head else None

    def _left_out(self, number: int, unit: Unit) -> str | None:
        """The rate of a clause without its verb and unit: "prints 22 pages a minute, the old one only 9"."""
        verbs, subjects = self._facts.verbs, self._facts.subjects
        if not unit.elided or verbs[number] is None:
            return None
        for position in range(number - 1, max(number - REACH, -1), -1):
            if verbs[position] == verbs[number] and subjects[position] != subjects[number]:
                before = self.rate(position)
                named = before is not None and before.numerator == unit.head
                if named and before is not None and before.denominator in words("measures", "durations"):
                    return before.denominator
        return None
