"""Who does what to a quantity: its verb and that verb's subject.

Word order decides where it is plain (a verb right before the number, a number phrase that opens its clause, a
clause whose verb is left out); elsewhere the dependency tree does (METHOD.md section 2).
"""

from __future__ import annotations

from arithmetree.receivers import receiver
from arithmetree.subjects import subject_of
from arithmetree.tokens import TokenTable
from arithmetree.units import Unit
from arithmetree.verbs import governing_verb, main_verb, verb_right_before, verb_to_the_left
from arithmetree.word_lists import words
from arithmetree.word_order import is_border, is_fronted, phrase_start

_APPROXIMATE = frozenset(
    {"about", "only", "just", "exactly", "nearly", "almost", "around", "over", "another", "up", "to"}
)
_MONEY_SIGNS = frozenset({"$", "£", "€", "¥", "₹"})
_JOINTS = frozenset({"and", ",", "but", "while", ";", "or", "whereas", "–", "—"})
_STAND_INS = frozenset(
    {"one", "ones", "another", "other", "others", "last", "first", "second", "third", "latter", "former", "rest"}
)


def quantity_clause(table: TokenTable, number: int, unit: Unit) -> tuple[int | None, int | None]:
    """The verb that governs a quantity and the head of its subject, both as tokens."""
    anchor = table.anchor(number)
    opened = _opened_clause(table, number, unit)
    if opened is not None:
        return opened
    missing = None if unit.head == "time" else elliptical_subject(table, number)
    if missing is not None:
        verb = verb_to_the_left(table, missing)
        if verb is not None:
            if receiver(table, verb, anchor) == missing:
                return verb, subject_of(table, verb)
            return verb, missing
    verb = verb_right_before(table, number)
    if verb is None:
        verb = governing_verb(table, anchor)
    return verb, (None if verb is None else subject_of(table, verb))


def _opened_clause(table: TokenTable, number: int, unit: Unit) -> tuple[int, int] | None:
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
    if inverted:
        return (node, own) if token.upos == "VERB" and token.dep not in ("amod", "compound") else None
    if token.upos == "AUX" or token.tag == "MD":
        return main_verb(table, node, sentence_end), own
    if token.upos == "VERB" and token.tag in ("VBD", "VBZ", "VBP") and table.lower[node] != "left":
        return node, own
    if token.tag == "VBN" and table.lower[node] != "left" and node + 1 < sentence_end and is_border(table, node + 1):
        return node, own
    return None


def _first_of_list(table: TokenTable, index: int) -> int:
    """The first of the nouns that a noun is coordinated with, as long as no verb stands between."""
    while table.tokens[index].dep == "conj":
        above = table.tokens[index].head
        if above > index or table.tokens[above].upos not in ("NOUN", "PROPN", "NUM"):
            break
        if any(table.tokens[node].upos in ("VERB", "AUX", "ADP") for node in range(above, index)):
            break
        left = verb_to_the_left(table, above)
        if left is not None and not any(is_border(table, node) for node in range(left, above)):
            break  # "has 15 shelves and 23 books lie": the first noun is the object of another verb
        index = above
    return index


def elliptical_subject(table: TokenTable, number: int) -> int | None:
    """The subject of a clause whose verb is left out: "Mia" for the 5 of "Tom bought 3 pens and Mia 5"."""
    first = table.spans[number][0]
    sentence_start = table.sentences[table.tokens[first].sent][0]
    node = first - 1
    while (
        node >= sentence_start
        and (table.lower[node] in _APPROXIMATE or table.lower[node] in _MONEY_SIGNS)
        and table.lower[node] != "another"
    ):
        node -= 1
    comma = node >= sentence_start and table.lower[node] == ","
    node -= comma
    if node <= sentence_start:
        return None
    token = table.tokens[node]
    named = (token.upos in ("NOUN", "PROPN") and table.lower[node] != "remaining") or table.lower[node] in _STAND_INS
    if not named or token.lemma.lower() in words("clauses", "time", "words") - _STAND_INS or token.tag == "PRP$":
        return None
    if node in table.quantity_at and table.lower[node] not in _STAND_INS:
        return None
    if table.lower[node] in ("another", "other") and "one" not in table.lower[sentence_start:node]:
        return None  # "and another 30"; but "one weighs 2 kg, another 3 kg"
    start = node
    while start > sentence_start and (
        table.tokens[start - 1].upos in ("DET", "ADJ", "NOUN", "PROPN")
        or table.tokens[start - 1].tag in ("PRP$", "POS", "HYPH", "VBN")
    ):
        start -= 1
    joint = start - 1
    if joint < sentence_start or table.lower[joint] not in _JOINTS:
        return None
    if comma and table.lower[joint] != ";":
        return None
    return node
