"""Comparatives beside a quantity: "5 more than", "3 fewer pens than Tom", "twice as many as Mia"."""

from __future__ import annotations

from collections.abc import Callable

from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.noun_groups import CountedUnit
from arithmetree.schemas import Comparison
from arithmetree.word_lists import words

_REACH = 8  # tokens after the unit in which "than" or "as" has to be


def comparison_at(
    table: TokenTable, number: int, unit: CountedUnit, resolve: Callable[[int], str]
) -> Comparison | None:
    """The comparative that a quantity measures, with the head word of what it is compared with."""
    start, end = table.spans[number]
    last = min(table.sentence(start)[1], unit.last + 2, len(table.tokens))
    for node in range(end, last):
        if node in table.quantity_at:
            return None
        word = table.lower[node]
        less = word in words("clauses", "comparison", "less")
        if less or word in words("clauses", "comparison", "more") or table.tag[node] in ("JJR", "RBR"):
            sign = "fewer" if less else "more"
            found, target = _target(table, node + 1, "than", resolve)
            return Comparison(f"{sign} than" if found else sign, target, table.span(node))
        if word == "as" and table.upos[node] != "ADP":
            measure = table.lower[node + 1] if node + 1 < len(table.tokens) else "many"
            found, target = _target(table, node + 2, "as", resolve)
            return Comparison(f"as {measure} as", target, table.span(node))
    return None


def _target(table: TokenTable, start: int, word: str, resolve: Callable[[int], str]) -> tuple[bool, str | None]:
    """Whether "than" or "as" follows, and the head word after it."""
    for node in range(start, min(start + _REACH, len(table.tokens))):
        if table.lower[node] in (".", "?", ";"):
            break
        if table.lower[node] != word:
            continue
        for inner in range(node + 1, min(node + 6, len(table.tokens))):
            token = table.tokens[inner]
            if (
                token.upos in ("NOUN", "PROPN", "PRON")
                and token.tag != "PRP$"
                and token.dep not in ("compound", "nmod:poss", "nmod:desc")
            ):
                return True, resolve(inner)
            if token.upos == "PUNCT":
                break
        return True, None
    return False, None
