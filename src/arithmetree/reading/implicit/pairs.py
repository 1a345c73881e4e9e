"""The two of a pair: "7 pairs of skaters. How many skaters?", "24 socks. How many pairs of socks?"."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import Question, Schema

_PAIR = "pair"


def implied_pair(table: TokenTable, schemas: Sequence[Schema], question: Question) -> tuple[int, str] | None:
    """The token of "pair" or "pairs" that implies a two, and what there are two of; None if nothing is implied.

    Things are counted in pairs and asked for one by one, or the other way round. Where the text itself tells of
    each pair ("4 dollars a pair"), pairs are units of their own.
    """
    if question.asks != "how many" or any(_tells_of_each_pair(schema) for schema in schemas):
        return None
    by_pairs = [schema for schema in schemas if schema.unit_head == _PAIR]
    if question.unit_head == _PAIR:
        asked = None if by_pairs else _pairs_of(table, question.start, question.end)
        return asked if asked is not None and any(schema.unit_head == asked[1] for schema in schemas) else None
    for schema in by_pairs:
        counted = _pairs_of(table, schema.quantity.end, question.end)
        if counted is not None and counted[1] == question.unit_head:
            return counted
    return None


def _tells_of_each_pair(schema: Schema) -> bool:
    return schema.rate is not None and _PAIR in (schema.rate.numerator, schema.rate.denominator)


def _pairs_of(table: TokenTable, start: int, end: int) -> tuple[int, str] | None:
    """The first "pairs of wool socks" between two places of the text: its "pairs", and its last noun."""
    for node, token in enumerate(table.tokens[:-1]):
        if not start <= token.start < end or token.lemma.lower() != _PAIR or table.lower[node + 1] != "of":
            continue
        thing = None
        for behind in table.tokens[node + 2 :]:
            if behind.upos not in ("NOUN", "ADJ", "PROPN"):
                break
            thing = behind.lemma.lower() if behind.upos == "NOUN" else thing
        return None if thing is None else (node, thing)
    return None
