"""The two of a pair: "7 pairs of skaters. How many skaters?", "24 socks. How many pairs of socks?"."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import Question, Schema

_PAIR = "pair"


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
