"""Subjects: who does what a verb says, by the tree, else by the order of the words."""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.tokens import FINITE, NOMINAL, NOUNS, REACH, TokenTable
from arithmetree.reading.units.noun_groups import noun_follows_closely
from arithmetree.reading.verbs import clause_head, has_auxiliary, verb_to_the_left
from arithmetree.reading.word_order import noun_start
from arithmetree.word_lists import words

STAND_INS = words("clauses", "stand_ins")
_RELATIVES = frozenset({"who", "which", "that"})
_COUNTED_OR_NAMED = NOMINAL | {"NUM"}
_SUBJECT_HEADS = _COUNTED_OR_NAMED | {"DET", "SYM", "ADJ"}
_CLIMBED = frozenset({"conj", "advcl", "parataxis", "ccomp", "xcomp", "root", "list", "dep", "appos", "acl"})
_AFTER_NUMBERS = frozenset({"NUM", "ADJ", "CCONJ", "DET", "VERB"})  # in front of the noun that is counted
_SHARED_SUBJECTS = 6  # verbs in a row that may share one subject


def subject_of(table: TokenTable, verb: int) -> int | None:
    """The token that heads the subject of a verb, the understood one for participles and infinitives.

    A finite verb after "and" whose subject the tree does not show shares that of the verb before it.
    """
    current: int | None = verb
    for _ in range(_SHARED_SUBJECTS):
        if current is None:
            break
        for find in (_described_noun, _existing_thing, _inverted_subject, _subject_in_tree, _subject_after_participle):
            found = find(table, current)
            if found is not None:
                return found
        current = _verb_before_joint(table, current)
    return None


def _described_noun(table: TokenTable, verb: int) -> int | None:
    """What a participle right after it describes: "tours, each lasting 30 minutes", "bought 3 hats priced at $18"."""
    tag, before = table.tag[verb], verb - 1
    if tag not in ("VBG", "VBN") or verb == table.sentence(verb)[0] or has_auxiliary(table, verb):
        return None
    if table.lower[before] == "each":
        return before if table.dep[verb] != "root" else None
    if tag == "VBG" and table.lemma[verb] in words("clauses", "describing", "verbs"):
        return _head_of_goods(table, before) if table.upos[before] == "NOUN" else None  # "4 tickets costing $15 each"
    described = tag == "VBN" and table.upos[before] == "NOUN" and table.dep[before] in ("obj", "obl", "conj")
    placed = table.upos[verb + 1] == "ADP" and table.tag[verb + 1] != "RP"
    return before if described and placed else None


def _head_of_goods(table: TokenTable, noun: int) -> int:
    """The noun that an "of" phrase belongs to: sacks for the flour of "5 sacks of flour weighing 75 kg"."""
    start = noun_start(table, noun, table.sentence(noun)[0])
    return start - 2 if table.lower[start - 1] == "of" and table.upos[start - 2] == "NOUN" else noun


def _existing_thing(table: TokenTable, verb: int) -> int | None:
    """The head of what "there is" says to exist: the first noun or number after the verb."""
    first, last = table.sentence(verb)
    near = table.lower[max(first, verb - 4) : min(verb + 2, last)]
    return _thing_after(table, verb) if table.lemma[verb] == "be" and "there" in near else None


def _thing_after(table: TokenTable, verb: int) -> int | None:
    """The head of the first noun phrase after a verb; a number where it stands alone."""
    for node in range(verb + 1, table.sentence(verb)[1]):
        if table.lower[node + 1] == "as":
            continue  # "There were twice as many girls as boys"
        if table.upos[node] in NOMINAL and table.dep[node] not in ("nmod:poss", "expl"):
            while table.head[node] == node + 1 and table.upos[node + 1] == "NOUN":
                node += 1
            return node
        if node in table.quantity_at and not noun_follows_closely(table, node, 5, _AFTER_NUMBERS):
            return node
        if table.upos[node] in ("ADP", "PUNCT", "VERB"):
            return None
    return None


def _inverted_subject(table: TokenTable, verb: int) -> int | None:
    """The subject inside a question: between auxiliary and verb ("can Mia buy"), or after "be" ("how old is Mia")."""
    first, _ = table.sentence(verb)
    node = verb - 1
    while node > first and (table.upos[node] == "ADV" or table.lower[node] in ("have", "be", "been")):
        node -= 1
    if table.upos[node] in _COUNTED_OR_NAMED or table.lower[node] in ("both", "all", "each"):
        start = noun_start(table, node, first)
        while start > first + 2 and table.upos[start - 2] in NOMINAL:
            if table.lower[start - 1] != "and" and table.upos[start - 1] != "ADP":
                break
            node = start - 2  # also "What does a family of 2 adults and 3 children pay?"
            start = noun_start(table, node, first)
        if start - 1 > first and table.upos[start - 1] == "AUX" and _asks(table, first, start - 1):
            return _head_word(table, node, verb)
    if table.lemma[verb] != "be":
        return None
    if table.lower[verb + 1] in ("it", "he", "she", "they") and _asks(table, first, verb):
        return verb + 1  # "After how many nights was it 27 metres tall?"
    relative = table.lower[verb - 1] in _RELATIVES and table.lower[verb - 2] == ","
    if relative or table.upos[verb - 1] not in ("ADV", "ADJ", "PRON") or not _asks(table, verb - 3, verb):
        return None
    return _thing_after(table, verb)


def _asks(table: TokenTable, start: int, end: int) -> bool:
    """True if there is a question word between two tokens."""
    return not {"how", "what", "which", "when", "where", "why"}.isdisjoint(table.lower[max(start, 0) : end])


def _subject_in_tree(table: TokenTable, verb: int) -> int | None:
    """The subject of the verb, else of the clauses above that share theirs with it."""
    head = node = clause_head(table, verb)
    for _ in range(REACH):
        finite = table.copulas.get(node, node)
        opening = openings(table).get(finite)
        if opening is not None and opening[0] == finite:
            return opening[1]
        found = _own_subject(table, node, verb)
        if found is None and node == head:
            found = _subject_to_the_left(table, verb)
        if found is not None:
            return found
        label, above = table.dep[node].partition(":")[0], table.head[node]
        if above == node:
            break
        if label == "acl" and not (table.tag[node] == "VB" and table.upos[above] == "VERB"):  # "hopes to sell 30"
            return above if table.upos[above] in _SUBJECT_HEADS else None
        if label == "xcomp" and table.lemma[above] in words("clauses", "object_control", "verbs"):
            controlled = table.child(above, "iobj", "obj")
            if controlled is not None and controlled < node:
                return controlled
        if label not in _CLIMBED:
            break
        node = above
    return None


def _own_subject(table: TokenTable, node: int, verb: int) -> int | None:
    """The subject among the dependents; of two, the nearer to the verb ("how many pens did she buy")."""
    subjects = table.subjects.get(node)
    if subjects:
        chosen = max((kid for kid in subjects if kid < verb), default=min(subjects))
        chosen = _head_word(table, chosen, verb)
        first, _ = table.sentence(chosen)
        start = noun_start(table, chosen, first)
        governed = start > first and _is_preposition(table, start - 1) and table.upos[chosen] == "NOUN"
        if chosen > verb or not governed:
            return chosen
    return table.empty_subjects.get(node)


def _subject_to_the_left(table: TokenTable, verb: int) -> int | None:
    """The nearest noun phrase before a finite verb that no preposition governs."""
    if table.tag[verb] not in FINITE and not has_auxiliary(table, verb):
        return None
    first, _ = table.sentence(verb)
    node = verb - 1
    while node >= first:
        upos = table.upos[node]
        if upos in _COUNTED_OR_NAMED:
            before = noun_start(table, node, first) - 1
            participle = table.upos[before] == "VERB" and table.tag[before] in ("VBG", "VBN")
            if before < first or not (participle or _is_preposition(table, before)):
                return _head_word(table, node, verb)
            node = before
        elif upos in ("VERB", "SCONJ", "CCONJ") or (upos == "PUNCT" and table.lower[node] != "-"):
            return None
        node -= 1
    return None


def _is_preposition(table: TokenTable, node: int) -> bool:
    """True for a preposition; "after" and "before" in front of a clause are none."""
    return table.upos[node] == "ADP" and table.dep[node] != "mark"


def _head_word(table: TokenTable, node: int, verb: int) -> int:
    """The word that heads a subject: no number ("room 12"), the first of a full name, the last of a compound."""
    text, upos, before = table.tokens[node].text, table.upos[node], node - 1
    labels = upos == "NUM" and table.tag[before] != "NNS"
    if table.upos[before] in NOUNS and (labels or (len(text) == 1 and text.isupper())):
        return before
    if table.dep[node] == "flat":
        return table.head[node]
    while node + 1 < verb and table.tag[node] == "NN" and table.upos[node] == table.upos[node + 1] == "NOUN":
        node += 1
    return node


def _subject_after_participle(table: TokenTable, verb: int) -> int | None:
    """The subject of the main clause for a participle that opens the sentence: "Climbing two to a ladder, they"."""
    first, last = table.sentence(verb)
    if table.tag[verb] != "VBG" or verb > first + 1:
        return None
    found, ahead = openings(table), range(verb + 1, min(last, verb + REACH))
    subject = next((found[node][1] for node in ahead if node in found), None)
    return None if subject == verb else subject


def _verb_before_joint(table: TokenTable, verb: int) -> int | None:
    """The verb that a finite verb is joined to by "and", "but", "then" or a comma right before it."""
    if table.tag[verb] not in ("VBD", "VBZ", "VBP", "VBN", "VB"):
        return None
    node = verb - 1
    while table.upos[node] in ("ADV", "AUX"):
        node -= 1
    return verb_to_the_left(table, node) if table.lower[node] in ("and", "but", "then", ",", "or") else None
