"""Where a text mentions units that go into one another: counted, asked for, given per unit, or as a period."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from arithmetree.facts import Conversion, conversions, unit_names
from arithmetree.reading.tokens import NOUNS, TokenTable
from arithmetree.schemas import Question, Schema
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words


@cache
def named(lemma: str) -> str:
    """One name for the spellings of a unit."""
    return unit_names().get(lemma, lemma)


@cache
def _units() -> frozenset[str]:
    return frozenset(unit for entry in conversions() for unit in (entry.part, entry.whole))


class Mentions:
    """What a text says about units, looked up once; tokens stand for words."""

    def __init__(self, table: TokenTable, schemas: Sequence[Schema], question: Question) -> None:
        self.table = table
        self.schemas = schemas
        self.question = question
        self.nodes: dict[str, list[int]] = {}
        units = _units()
        for node, token in enumerate(table.tokens):
            unit = named(token.lemma.lower())
            if unit not in units or node in table.quantity_at:
                continue
            if token.upos in NOUNS or table.lower[node - 1] in ("a", "per"):  # "5 a second"
                self.nodes.setdefault(unit, []).append(node)
        adverbs: dict[str, str] = data_table("rates")["adverbs"]
        self.adverbs = [(node, adverbs[word]) for node, word in enumerate(table.lower) if word in adverbs]
        self.counted = frozenset(named(schema.unit_head) for schema in schemas if schema.unit_head is not None)
        self.present = frozenset(self.nodes) | (self.counted & units) | {unit for _, unit in self.adverbs}
        self.asked = frozenset(self._asked())

    def _asked(self) -> Iterator[str]:
        """The unit after "how many", and the one of "in minutes"."""
        if self.question.asks in ("how many", "how much") and self.question.unit_head is not None:
            yield named(self.question.unit_head)
        for unit, nodes in self.nodes.items():
            for node in nodes:
                if self.in_question(node) and self.table.lower[node - 1] == "in":
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
        return any({named(rate.numerator), named(rate.denominator)} == {entry.part, entry.whole} for rate in rates)

    def days_apart(self, entry: Conversion) -> bool:
        """True if the text mentions some days of the week that may not count."""
        said = set(self.table.lower)
        if entry.part != "day" or said & words("implicit", "period", "included"):
            return False
        return not said.isdisjoint(words("implicit", "period", "days_apart"))

    def first_word(self, entry: Conversion) -> int | None:
        """The first word for the larger unit, else for the smaller one (where the larger is a sign: "$3")."""
        for unit in (entry.whole, entry.part):
            found = [*self.nodes.get(unit, ()), *self._adverbs(unit)]
            if found:
                first: int = min(found)
                return first
        return None
