"""Noun phrases related to a quantity: places, containers, persons and things that prepositions join to it.

Word order finds what is right before or after the quantity's own phrase; the tree finds what the verb takes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from arithmetree.measures import MONEY, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.noun_phrases import phrase_at
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.noun_groups import Unit
from arithmetree.reading.verbs import clause_head
from arithmetree.reading.word_order import phrase_start
from arithmetree.schemas import NounPhrase
from arithmetree.word_lists import words


def related_phrases(
    table: TokenTable,
    number: int,
    units: Sequence[Unit | None],
    verb: int | None,
    alone: bool,
    resolve: Callable[[int], str],
) -> tuple[NounPhrase, ...]:
    """The noun phrases that prepositions join to a quantity's own, nearest first.

    If the quantity is `alone` in its sentence, those that a preposition joins to its verb come too.
    """
    unit = units[number]
    if unit is None:
        return ()
    found = [
        *_before(table, number, units),
        *_after(table, unit.last, units),
        *_compared_with(table, unit.last, units),
    ]
    if alone and verb is not None:
        for kid in table.children[clause_head(table, verb)]:
            if table.dep[kid].startswith("obl") and _places(table, kid):
                found.append(kid)
    own = range(table.spans[number][0], unit.last)
    here = table.spans[number][0]
    chosen: list[int] = []
    for index in found:
        known = {table.lemma[other] for other in chosen}
        if table.lemma[index] not in known and index not in own and _names_something(table, index):
            chosen.append(index)
    chosen.sort(key=lambda index: abs(index - here))
    return tuple(_phrase(table, index, resolve) for index in chosen)


def _phrase(table: TokenTable, index: int, resolve: Callable[[int], str]) -> NounPhrase:
    phrase = phrase_at(table, index)
    meant = resolve(index) if table.upos[index] in ("PRON", "NUM") else None
    return phrase if meant is None else replace(phrase, head=meant)


def _names_something(table: TokenTable, index: int) -> bool:
    """False for times ("on Monday"), manner ("in return") and money signs."""
    token = table.tokens[index]
    lemma = noun_lemma(token.text)
    if token.upos not in ("NOUN", "PROPN", "PRON", "NUM") or lemma in words("relations", "no_place"):
        return False
    if token.upos == "PRON" and token.tag != "PRP" and table.lower[index] not in ("one", "ones"):
        return False
    if index in table.quantity_at and table.lower[index] not in ("one", "ones"):
        return False
    return lemma not in words("clauses", "time", "words") or lemma in ("day", "week", "hour", "minute")


def _places(table: TokenTable, index: int) -> bool:
    return any(
        table.dep[kid] == "case" and table.lower[kid] in words("relations", "prepositions")
        for kid in table.children[index]
    )


def _before(table: TokenTable, number: int, units: Sequence[Unit | None]) -> list[int]:
    """The noun in front of the preposition that the quantity's phrase follows: "a bag of 5 pens", "6 boxes with 8"."""
    joint = phrase_start(table, table.spans[number][0]) - 1
    if joint < 1 or table.upos[joint] != "ADP" or table.lower[joint] not in words("relations", "prepositions"):
        return []
    for other in reversed(units[:number]):
        if other is not None and other.index is not None and other.last == joint:
            return [other.index]
    left = joint - 1
    while left > 0 and table.upos[left] == "ADV":
        left -= 1
    return [left] if table.upos[left] in ("NOUN", "PROPN") else []


def _after(table: TokenTable, start: int, units: Sequence[Unit | None]) -> list[int]:
    """The nouns of the prepositional phrases right after: "5 pens in the drawer", "from home to the library"."""
    found: list[int] = []
    node = start
    while node + 1 < len(table.tokens) and len(found) < 2:
        while table.upos[node] == "ADV" and node + 1 < len(table.tokens):
            node += 1
        if table.lower[node] not in words("relations", "prepositions") or table.upos[node] not in (
            "ADP",
            "PART",
        ):
            break
        head = _first_noun(table, node + 1, units)
        if head is None:
            break
        found.append(head)
        node = head + 1
    return found


def _first_noun(table: TokenTable, start: int, units: Sequence[Unit | None]) -> int | None:
    """The head of the noun phrase that starts at a token."""
    for node in range(start, min(start + 7, len(table.tokens))):
        token = table.tokens[node]
        if node in table.quantity_at and table.lower[node] not in ("one", "ones"):
            unit = units[table.quantity_at[node]]
            return unit.index if unit is not None and not measures(unit.head, MONEY) else None
        if (
            token.upos in ("NOUN", "PROPN")
            or (token.upos == "PRON" and token.tag != "PRP$")
            or table.lower[node] == "one"
        ):
            while node + 1 < len(table.tokens) and table.upos[node + 1] == "NOUN" and table.upos[node] != "PRON":
                node += 1
            possessor = table.lower[node + 1] in ("'s", "’s", "'")
            return _first_noun(table, node + 2, units) if possessor else node
        if token.upos not in ("DET", "ADJ", "ADV", "NUM", "SYM", "VERB") and token.tag not in ("PRP$", "HYPH"):
            return None
    return None


def _compared_with(table: TokenTable, start: int, units: Sequence[Unit | None]) -> list[int]:
    """The noun after "than" or "as" close to a quantity: "twice as many as Mia"."""
    for node in range(start, min(start + 5, len(table.tokens))):
        if table.upos[node] == "PUNCT" or node in table.quantity_at:
            break
        if table.lower[node] == "than" or (table.lower[node] == "as" and not _opens_comparison(table, node)):
            head = _first_noun(table, node + 1, units)
            return [] if head is None else [head]
    return []


def _opens_comparison(table: TokenTable, node: int) -> bool:
    """True for the first "as" of "as many as", "as high as"."""
    ahead = node + 1
    return ahead < len(table.tokens) and (table.upos[ahead] == "ADJ" or table.lower[ahead] in ("many", "much", "few"))
