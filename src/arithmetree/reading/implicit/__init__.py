"""Implicit quantities: numbers that no numeral writes but a word plainly implies, each at the place of that word.

"A cow gives 28 litres a day. How many litres is that in a week?" needs the 7 of "week"; "Ana and her 4 friends share
20 sweets" needs Ana; "7 pairs of skaters. How many skaters?" needs the 2 of "pairs". They are found after all else has
been read, so that they change nothing about the quantities that are written, and only where the text calls for them: a
number too many would be a distractor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.quantities import Quantity
from arithmetree.reading.implicit.conversions import implied_conversion, implied_pair
from arithmetree.reading.implicit.included import implied_person
from arithmetree.reading.tenses import tense_of
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.verbs import governing_verb
from arithmetree.schemas import Question, Rate, Schema

__all__ = ["implied_schemas"]

_MOST_SCHEMAS = 20  # more are no story but a list, and the rules look at every pair of schema and word


def implied_schemas(table: TokenTable, schemas: Sequence[Schema], question: Question | None) -> tuple[Schema, ...]:
    """Schemas of the quantities that words of the text imply, in text order; most texts have none."""
    if question is None or not 0 < len(schemas) <= _MOST_SCHEMAS:
        return ()
    found = []
    conversion = implied_conversion(table, schemas, question)
    if conversion is not None:
        entry, node = conversion
        quantity = _at(table, node, entry.count, entry.says)
        found.append(_bare(table, node, quantity, entry.part, Rate(entry.part, entry.whole)))
    person = implied_person(table, schemas, question)
    if person is not None:
        node, companions = person
        quantity = _at(table, node, 1, f"{table.tokens[node].text} counted in")
        found.append(replace(companions, quantity=quantity, rate=None, comparison=None))
    pair = implied_pair(table, schemas, question)
    if pair is not None:
        node, thing = pair
        found.append(_bare(table, node, _at(table, node, 2, "two in a pair"), thing, Rate(thing, "pair")))
    return tuple(sorted(found, key=lambda schema: schema.quantity.start))


def _at(table: TokenTable, node: int, value: int, implied: str) -> Quantity:
    token = table.tokens[node]
    return Quantity(token.start, token.end, token.text, Fraction(value), implicit=implied)


def _bare(table: TokenTable, node: int, quantity: Quantity, unit: str, rate: Rate) -> Schema:
    verb = governing_verb(table, node)
    return Schema(
        quantity=quantity,
        verb=None if verb is None else table.lemma[verb],
        verb_index=verb,
        subject=None,
        subject_resolved=None,
        recipient=None,
        unit=(unit,),
        unit_head=unit,
        related=(),
        rate=rate,
        tense=None if verb is None else tense_of(table, verb),
        time_words=(),
        comparison=None,
        sentence=table.tokens[node].sent,
    )
