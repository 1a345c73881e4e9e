"""What a number counts: the other words of its noun phrase."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.quantities import Kind, Quantity
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.noun_groups import (
    DETERMINERS,
    CountedUnit,
    is_singular,
    lemma_of_unit,
    noun_group,
    of_phrase,
)
from arithmetree.word_lists import table as data_table

_PERCENT_WORDS = frozenset({"percent", "per", "cent", "%", "pct"})
_PACK_WORDS = frozenset({"pack", "packs", "count"})
_ABSTRACT = frozenset({"number", "amount", "total", "quantity", "lot", "rest"})


def written_units(table: TokenTable, quantities: Sequence[Quantity]) -> list[CountedUnit | None]:
    """The unit written with every countable quantity, in text order; None for numbers that count nothing."""
    return [
        _written_unit(table, number, quantity) if quantity.countable else None
        for number, quantity in enumerate(quantities)
    ]


def _written_unit(table: TokenTable, number: int, quantity: Quantity) -> CountedUnit:
    _, end = table.spans[number]
    hint = quantity.unit_hint
    if quantity.kind is Kind.MONEY and hint is not None:
        return _hinted(table, end, lemma_of_unit(hint))
    if quantity.kind is Kind.PERCENT:
        while table.lower[end] in _PERCENT_WORDS:
            end += 1
        more = table.lower[end] in ("more", "fewer")
        return of_phrase(table, end) or CountedUnit((), None, None, end, end, elided=more)
    if quantity.kind is Kind.MULTIPLIER:
        return _compared(table, end)
    if hint is not None:
        if hint in _PACK_WORDS:
            after = _hinted(table, end, hint).end
            return of_phrase(table, after) or CountedUnit((), None, None, after, after, elided=True)
        hinted = _hinted(table, end, lemma_of_unit(hint))
        joined = table.lower[end] in ("-", "–", "‑") or hinted.index is None
        return hinted if joined else noun_group(table, end, number)
    abbreviation = data_table("rates")["abbreviations"].get(table.lower[end].rstrip("."))
    if abbreviation is not None:
        return CountedUnit((abbreviation[0],), abbreviation[0], end, end + 1, end + 1, noun=end)
    if table.lower[end] in ("a", "an") and quantity.value < 1:
        return noun_group(table, end + 1, number)  # "half an hour"
    part = of_phrase(table, end)
    if part is None:
        return noun_group(table, end, number)
    if quantity.value > 1 and _is_bare_singular(table, end + 1, part):  # "14 bottles of juice and 16 of syrup"
        return CountedUnit((), None, None, end, part.last, elided=True)
    return part


def _is_bare_singular(table: TokenTable, start: int, part: CountedUnit) -> bool:
    """True for what only says which sort: the "syrup" of "16 of syrup" and the "green tea" of "20 of green tea"."""
    if part.index is None or not is_singular(table, part.index):
        return False
    return all(table.upos[node] in ("ADJ", "NOUN", "PROPN") for node in range(start, part.index + 1))


def _hinted(table: TokenTable, end: int, hint: str) -> CountedUnit:
    """A unit that the writing of the number gives; the word itself is stepped over where it is a token."""
    index = None
    for node in (end, end + 1):
        if table.lower[node] in ("-", "–", "‑"):
            continue
        word = lemma_of_unit(table.lemma[node].lower())
        if word == hint or (word and table.lower[node].rstrip("s") == hint.rstrip("s")):
            index, end = node, node + 1
        break
    return CountedUnit((hint,), hint, index, end, end, noun=index)


def _compared(table: TokenTable, end: int) -> CountedUnit:
    """The unit of a multiplier: "times as many pens", "the number of pens"; bare "twice" counts times."""
    node = end + (table.lower[end] in ("times", "time"))
    ahead, measure = table.lower[node : node + 2]
    if ahead in ("a", "an", "each", "every", "per", ".", ",", "and", "?"):
        return CountedUnit(("time",), "time", None, node, node)
    if ahead == "as":
        if measure not in ("many", "much", "few"):
            return CountedUnit((), None, None, node, node)
        group = noun_group(table, node + 2)
        return replace(group, elided=group.head is None and measure == "many")
    if ahead in ("that", "this") and measure in ("many", "much"):
        return CountedUnit((), None, None, node + 2, node + 2, elided=True)
    start = node
    while table.lower[node] in DETERMINERS:
        node += 1
    if table.lower[node] in _ABSTRACT:
        return of_phrase(table, node + 1) or CountedUnit((), None, None, node + 1, node + 1, elided=True)
    return noun_group(table, node) if node > start else CountedUnit((), None, None, end, end)
