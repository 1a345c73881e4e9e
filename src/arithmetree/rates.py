"""Rates: quantities that join two units, in all the wordings English has for them (METHOD.md section 2).

Each rule is one wording; the first that fits decides. Word lists are in data/rates.toml.
"""

from __future__ import annotations

from arithmetree.quantities import Kind
from arithmetree.rate_facts import ONE, PERSON, RateFacts, noun_behind
from arithmetree.rate_sharing import distributive_adverb, distributive_phrase
from arithmetree.rate_statements import general_statement, needed_to_make
from arithmetree.rate_wordings import (
    abbreviation,
    container_of,
    container_with,
    for_one,
    for_price,
    hyphenated,
    per_phrase,
    period_word,
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
    distributive_phrase,
    period_word,
    container_of,
    container_with,
    for_one,
    general_statement,
    needed_to_make,
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
        start = facts.table.spans[number][0]
        if any(found.index < start <= found.noun for found in self._facts.distributives):
            return None  # "each of the 8 sections"
        both = abbreviation(facts, number, unit)
        if both is not None:
            return both
        for rule in RULES:
            denominator = rule(facts, number, unit)
            if denominator is not None and denominator != unit.head:
                return Rate(unit.head, denominator)
        left_out = self._left_out(number, unit)
        return None if left_out is None else Rate(unit.head, left_out)

    def _left_out(self, number: int, unit: Unit) -> str | None:
        """The rate of a clause without its verb and unit: "prints 22 pages a minute, the old one only 9"."""
        verbs, subjects = self._facts.verbs, self._facts.subjects
        if not unit.elided or verbs[number] is None:
            return None
        for position in range(number - 1, max(number - REACH, -1), -1):
            if verbs[position] == verbs[number] and subjects[position] != subjects[number]:
                before = self.rate(position)
                if before is not None and before.denominator in words("measures", "durations"):
                    return before.denominator
        return None
