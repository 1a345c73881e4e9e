"""Comparatives beside a quantity: "5 more than", "3 fewer pens than Tom", "twice as many as Mia"."""

from __future__ import annotations

from arithmetree.reading.tokens import COMPARATIVES, Resolve, TokenTable
from arithmetree.reading.units.noun_groups import CountedUnit
from arithmetree.schemas import Comparison
from arithmetree.word_lists import words

_REACH = 8  # tokens after the unit in which "than" or "as" has to be


def comparison_at(table: TokenTable, number: int, unit: CountedUnit, resolve: Resolve) -> Comparison | None:
    """The comparative that a quantity measures, with the head word of what it is compared with."""
    start, end = table.spans[number]
    for node in range(end, min(table.sentence(start)[1], unit.last + 2)):
        if node in table.quantity_at:
            return None
        word = table.lower[node]
        less = word in words("clauses", "comparison", "less")
        if less or word in words("clauses", "comparison", "more") or table.tag[node] in COMPARATIVES:
            sign = "fewer" if less else "more"
            found, target = _target(table, node + 1, "than", resolve)
            return Comparison(f"{sign} than" if found else sign, target, table.span(node))
        if word == "as" and table.upos[node] != "ADP":
            measure = table.lower[node + 1] or "many"
            found, target = _target(table, node + 2, "as", resolve)
            return Comparison(f"as {measure} as", target, table.span(node))
    return None


def _target(table: TokenTable, start: int, word: str, resolve: Resolve) -> tuple[bool, str | None]:
    """Whether "than" or "as" follows, and the head word after it."""
    ahead = range(start, start + _REACH)
    found = next((node for node in ahead if table.lower[node] in (word, ".", "?", ";")), start)
    if table.lower[found] != word:
        return False, None
    for node in range(found + 1, found + 6):
        if table.heads_phrase(node):
            return True, resolve(node)
        if table.upos[node] == "PUNCT":
            break
    return True, None
