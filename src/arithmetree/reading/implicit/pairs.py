"""The two of a pair: "7 pairs of skaters. How many skaters?", "24 socks. How many pairs of socks?"."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import Question, Rate, Schema

_PAIR = "pair"


def implied_pair(table: TokenTable, schemas: Sequence[Schema], question: Question) -> tuple[int, str] | None:
    """The token of "pair" or "pairs" that implies a two, and what there are two of; None if nothing is implied.

    Things are counted in pairs, and asked for or described one by one ("6 dollars a shoe"); or they are counted one by
    one and asked for in pairs. Where the text is about each pair ("4 dollars a pair"), a pair is its own unit.
    """
    rates = [schema.rate for schema in schemas if schema.rate is not None]
    if any(_PAIR in _units(rate) for rate in rates):
        return None
    by_pairs = [schema for schema in schemas if schema.unit_head == _PAIR]
    if question.unit_head == _PAIR:
        asked = None if by_pairs else _pairs_of(table, question.start, question.end)
        return asked if asked is not None and any(schema.unit_head == asked[1] for schema in schemas) else None
    singly = {question.unit_head, *(unit for rate in rates for unit in _units(rate))}
    for schema in by_pairs:
        counted = _pairs_of(table, schema.quantity.end, len(table.text))
        if counted is not None and counted[1] in singly:
            return counted
    return None


def _units(rate: Rate) -> tuple[str, str]:
    return rate.numerator, rate.denominator


def _pairs_of(table: TokenTable, start: int, end: int) -> tuple[int, str] | None:
    """The first "pairs of boxing gloves" between two places of the text: its "pairs", and its last noun."""
    for node, token in enumerate(table.tokens[:-1]):
        if not start <= token.start < end or token.lemma.lower() != _PAIR or table.lower[node + 1] != "of":
            continue
        thing = None
        for after in table.tokens[node + 2 :]:
            if after.upos not in ("NOUN", "ADJ", "PROPN") and after.tag != "VBG":
                break
            thing = after.lemma.lower() if after.upos == "NOUN" else thing
        return None if thing is None else (node, thing)
    return None
