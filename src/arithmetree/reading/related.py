"""Noun phrases related to a quantity: places, containers, persons and things that prepositions join to it.

Word order finds what is right before or after the quantity's own phrase; the tree finds what the verb takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from arithmetree.measures import MONEY, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.noun_phrases import phrase_at
from arithmetree.reading.tokens import NOMINAL, NOUNS, Resolve, TokenTable
from arithmetree.reading.units.noun_groups import Units
from arithmetree.reading.verbs import clause_head
from arithmetree.reading.word_order import phrase_start
from arithmetree.schemas import NounPhrase
from arithmetree.word_lists import words


def related_phrases(
    table: TokenTable, number: int, units: Units, verb: int | None, alone: bool, resolve: Resolve
) -> tuple[NounPhrase, ...]:
    """The noun phrases that prepositions join to a quantity's own, nearest first.

    If the quantity is `alone` in its sentence, those that a preposition joins to its verb come too.
    """
    unit, here = units[number], table.spans[number][0]
    if unit is None:
        return ()
    found = [_before(table, number, units), *_after(table, unit.last, units), _compared_with(table, unit.last, units)]
    if alone and verb is not None:
        kids = (kid for kid in table.children[clause_head(table, verb)] if table.dep[kid].startswith("obl"))
        found += [kid for kid in kids if not words("relations", "prepositions").isdisjoint(table.cases(kid))]
    chosen: dict[str, int] = {}
    for index in found:
        if index is not None and not here <= index < unit.last and _names_something(table, index):
            chosen.setdefault(table.lemma[index], index)
    nearest = sorted(chosen.values(), key=lambda index: abs(index - here))
    return tuple(_phrase(table, index, resolve) for index in nearest)


def _phrase(table: TokenTable, index: int, resolve: Resolve) -> NounPhrase:
    phrase = phrase_at(table, index)
    return replace(phrase, head=resolve(index)) if table.upos[index] in ("PRON", "NUM") else phrase


def _names_something(table: TokenTable, index: int) -> bool:
    """False for times ("on Monday"), manner ("in return") and money signs."""
    upos, lemma, one = table.upos[index], noun_lemma(table.tokens[index].text), table.lower[index] in ("one", "ones")
    if (upos not in NOMINAL and upos != "NUM") or lemma in words("relations", "no_place"):
        return False
    if not one and (index in table.quantity_at or (upos == "PRON" and table.tag[index] != "PRP")):
        return False
    return lemma not in words("clauses", "time", "words") or lemma in ("day", "week", "hour", "minute")


def _before(table: TokenTable, number: int, units: Units) -> int | None:
    """The noun in front of the preposition that the quantity's phrase follows: "a bag of 5 pens", "6 boxes with 8"."""
    joint = phrase_start(table, table.spans[number][0]) - 1
    if joint < 1 or table.upos[joint] != "ADP" or table.lower[joint] not in words("relations", "prepositions"):
        return None
    for other in reversed(units[:number]):
        if other is not None and other.index is not None and other.last == joint:
            return other.index
    left = joint - 1
    while table.upos[left] == "ADV":
        left -= 1
    return left if table.upos[left] in NOUNS else None


def _after(table: TokenTable, start: int, units: Units) -> Iterator[int]:
    """The nouns of the prepositional phrases right after: "5 pens in the drawer", "from home to the library"."""
    node = start
    for _ in range(2):
        while table.upos[node] == "ADV":
            node += 1
        if table.lower[node] not in words("relations", "prepositions") or table.upos[node] not in ("ADP", "PART"):
            return
        head = _first_noun(table, node + 1, units)
        if head is None:
            return
        yield head
        node = head + 1


def _first_noun(table: TokenTable, start: int, units: Units) -> int | None:
    """The head of the noun phrase that starts at a token."""
    for node in range(start, start + 7):
        upos, one = table.upos[node], table.lower[node] == "one"
        if node in table.quantity_at and table.lower[node] not in ("one", "ones"):
            unit = units[table.quantity_at[node]]
            return unit.index if unit is not None and not measures(unit.head, MONEY) else None
        if upos in NOUNS or one or (upos == "PRON" and table.tag[node] != "PRP$"):
            while table.upos[node + 1] == "NOUN" and table.upos[node] != "PRON":
                node += 1
            possessor = table.lower[node + 1] in ("'s", "’s", "'")
            return _first_noun(table, node + 2, units) if possessor else node
        if upos not in ("DET", "ADJ", "ADV", "NUM", "SYM", "VERB") and table.tag[node] not in ("PRP$", "HYPH"):
            return None
    return None


def _compared_with(table: TokenTable, start: int, units: Units) -> int | None:
    """The noun after "than" or "as" close to a quantity: "twice as many as Mia"."""
    for node in range(start, start + 5):
        if table.upos[node] == "PUNCT" or node in table.quantity_at:
            break
        opens = table.upos[node + 1] == "ADJ" or table.lower[node + 1] in ("many", "much", "few")  # "as many as"
        if table.lower[node] == "than" or (table.lower[node] == "as" and not opens):
            return _first_noun(table, node + 1, units)
    return None
