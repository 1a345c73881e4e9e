"""Clauses that open with a quantity, whose own phrase is the subject."""

from __future__ import annotations

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.units.unit_words import Unit
from arithmetree.reading.verbs import main_verb, verb_to_the_left
from arithmetree.reading.word_order import is_border, is_fronted, noun_start, phrase_start

_NOUNS = frozenset({"NOUN", "PROPN"})


def opened_clause(table: TokenTable, number: int, unit: Unit) -> tuple[int, int] | None:
    """Verb and subject where the quantity's own phrase is the subject: "7 crayons snapped", "do 4 tickets cost"."""
    first = phrase_start(table, table.spans[number][0])
    sentence_start, sentence_end = table.sentences[table.tokens[first].sent]
    before = first - 1
    inverted = (
        before >= sentence_start and table.tokens[before].upos == "AUX" and table.tokens[before].dep.startswith("aux")
    )
    if not inverted and before >= sentence_start and not is_border(table, before) and not is_fronted(table, before):
        return None
    node = unit.last
    while node < sentence_end and table.tokens[node].upos == "ADV":
        node += 1
    if node >= sentence_end:
        return None
    token = table.tokens[node]
    own = unit.index if unit.index is not None and unit.index < unit.end else table.anchor(number)
    if table.lower[unit.end - 1] in ("one", "ones"):
        own = unit.end - 1
    if table.lower[table.spans[number][1] : table.spans[number][1] + 1] == ["of"]:
        own = table.anchor(number)
    own = _first_of_list(table, own)
    if before > sentence_start and table.lower[before] == "and":
        of = noun_start(table, own, sentence_start) - 1
        other = before - 1 if table.tokens[before - 1].upos in _NOUNS else own
        asked = noun_start(table, other, sentence_start) - 1
        if asked > sentence_start and table.tokens[asked].upos == "AUX" and own > other:
            own = other  # "do 4 spiders and 5 ants have"
        elif of > sentence_start and table.lower[of] == "of" and table.tokens[of - 1].upos in _NOUNS:
            own = of - 1  # "What does a family of 2 adults and 3 children pay?"
    if inverted:
        describes = token.tag == "VBN" and table.tokens[before].lemma == "do"  # "do the 9 quilts made here contain"
        acts = token.upos == "VERB" and token.dep not in ("amod", "compound") and not describes
        return (node, own) if acts else None
    if token.upos == "AUX" or token.tag == "MD":
        return main_verb(table, node, sentence_end), own
    if (
        token.upos == "VERB"
        and token.tag in ("VBD", "VBZ", "VBP")
        and (table.lower[node] != "left" or token.tag == "VBD")
    ):
        return node, own
    if token.tag == "VBN" and table.lower[node] != "left" and node + 1 < sentence_end:
        # "18 lamps were gilded and 29 painted black": the auxiliary is said once
        ends = is_border(table, node + 1) or (unit.elided and table.tokens[node + 1].upos in ("ADP", "ADJ", "ADV"))
        return (node, own) if ends else None
    return None


def _first_of_list(table: TokenTable, index: int) -> int:
    """The first of the nouns that a noun is coordinated with, as long as no verb stands between."""
    while table.tokens[index].dep == "conj":
        above = table.tokens[index].head
        if above > index or index - above > REACH or table.tokens[above].upos not in ("NOUN", "PROPN", "NUM"):
            break
        if any(table.tokens[node].upos in ("VERB", "AUX", "ADP") for node in range(above, index)):
            break
        left = verb_to_the_left(table, above)
        if left is not None and not any(is_border(table, node) for node in range(left, above)):
            break  # "has 15 shelves and 23 books lie": the first noun is the object of another verb
        index = above
    return index
