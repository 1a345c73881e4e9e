"""The subject within the clause of a verb, or in the clause that it depends on: by the tree, else to the left."""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.subjects.head_word import head_word
from arithmetree.reading.subjects.inverted import RELATIVES, existing_thing, inverted_subject
from arithmetree.reading.subjects.of_participles import described_noun
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.verbs import clause_head, governing_verb, has_auxiliary
from arithmetree.reading.word_order import noun_start
from arithmetree.word_lists import words

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET", "SYM", "ADJ"})
_CLIMBED_FOR_SUBJECT = frozenset({"conj", "advcl", "parataxis", "ccomp", "xcomp", "root", "list", "dep", "appos"})
_STAND_INS = frozenset(
    {"one", "ones", "another", "other", "others", "last", "first", "second", "third", "latter", "former", "rest"}
)


def subject_in_clause(table: TokenTable, verb: int) -> int | None:
    described = described_noun(table, verb)
    if described is not None:
        return described
    plain = existing_thing(table, verb)
    if plain is None:
        plain = inverted_subject(table, verb)
    if plain is not None:
        return plain
    node = clause_head(table, verb)
    for _ in range(REACH):
        opening = openings(table).get(table.copulas.get(node, node))
        if opening is not None and opening[0] == table.copulas.get(node, node):
            return opening[1]
        found = _own_subject(table, node, verb)
        if found is not None:
            return found
        if node == clause_head(table, verb):
            found = _subject_to_the_left(table, verb)
            if found is not None:
                return found
        token = table.tokens[node]
        label = token.dep.partition(":")[0]
        above = token.head
        if above == node:
            break
        if label == "acl" and node != clause_head(table, verb) and table.lower[node] in ("left", "remaining"):
            governor = governing_verb(table, above)  # "has 130 pens left after losing 45"
            if governor is None or governor >= node:
                return None
            node = clause_head(table, governor)
            continue
        if label == "acl" and not (token.tag == "VB" and table.tokens[above].upos == "VERB"):  # "hopes to sell 30"
            return above if table.tokens[above].upos in _NOMINAL else None
        if label == "xcomp" and table.tokens[above].lemma in words("clauses", "object_control", "verbs"):
            controlled = table.child(above, "iobj", "obj")
            if controlled is not None and controlled < node:
                return controlled
        if label in ("csubj", "advcl", "xcomp") and node == verb and token.tag == "VB":
            helped = _one_it_takes(table, above, node)
            if helped is not None:
                return helped
        if label not in _CLIMBED_FOR_SUBJECT and label != "acl":
            break
        node = above
    return None


def _one_it_takes(table: TokenTable, verb: int, infinitive: int) -> int | None:
    """The one who does what takes time or money: in "It took Mia 3 hours to paint 2 doors" Mia paints."""
    if table.tokens[verb].lemma not in ("take", "cost") or verb == 0 or table.lower[verb - 1] != "it":
        return None
    behind = verb + 1
    while behind < infinitive and (table.tokens[behind].upos == "DET" or table.tokens[behind].tag == "PRP$"):
        behind += 1
    if behind + 1 >= len(table.tokens):
        return None
    doer = table.tokens[behind]
    timed = behind + 1 in table.quantity_at or table.tokens[behind + 1].upos in ("DET", "SYM", "ADV")
    return behind if timed and behind < infinitive and doer.upos in ("PROPN", "PRON", "NOUN") else None


def _own_subject(table: TokenTable, node: int, verb: int) -> int | None:
    """The subject among the dependents; of two, the nearer to the verb ("how many pens did she buy")."""
    subjects = table.subjects.get(node)
    if subjects:
        before = [kid for kid in subjects if kid < verb]
        chosen = max(before) if before else min(subjects)
        chosen = head_word(table, _first_conjunct(table, chosen), verb)
        first = table.sentences[table.tokens[chosen].sent][0]
        start = noun_start(table, chosen, first)
        if (
            chosen > verb
            or start == first
            or not _is_preposition(table, start - 1)
            or table.tokens[chosen].upos != "NOUN"
        ):
            return chosen
    return table.empty_subjects.get(node)


def _first_conjunct(table: TokenTable, index: int) -> int:
    """Step over a floating "each": in "Mia and Tom each paid" the subject is Mia."""
    left = index - 1
    if table.lower[index] == "each" and left >= 0 and table.tokens[left].upos in ("NOUN", "PROPN", "PRON"):
        while table.tokens[left].dep == "conj":
            left = table.tokens[left].head
        return left
    return index


def _subject_to_the_left(table: TokenTable, verb: int) -> int | None:
    """The nearest noun phrase before a finite verb that no preposition governs; a relative pronoun ends the search."""
    if table.tokens[verb].tag not in ("VBD", "VBZ", "VBP", "MD") and not has_auxiliary(table, verb):
        return None
    first = table.sentences[table.tokens[verb].sent][0]
    node = verb - 1
    while node >= first:
        token = table.tokens[node]
        if table.lower[node] in RELATIVES and token.upos in ("PRON", "DET", "SCONJ"):
            return node
        if token.upos in ("NOUN", "PROPN", "PRON", "NUM") or table.lower[node] in _STAND_INS | {"each"}:
            if token.tag == "PRP$":
                return None
            start = noun_start(table, node, first)
            if start > first and _governed(table, start - 1):
                node = start - 2
                continue
            return head_word(table, node, verb)
        if token.upos in ("VERB", "SCONJ", "CCONJ") or (token.upos == "PUNCT" and token.text != "-"):
            return None
        node -= 1
    return None


def _governed(table: TokenTable, before: int) -> bool:
    """True if the phrase behind a token belongs to a preposition or a participle."""
    return _is_preposition(table, before) or (
        table.tokens[before].upos == "VERB" and table.tokens[before].tag in ("VBG", "VBN")
    )


def _is_preposition(table: TokenTable, node: int) -> bool:
    """True for a preposition; "after" and "before" in front of a clause are none."""
    return table.tokens[node].upos == "ADP" and table.tokens[node].dep != "mark"
