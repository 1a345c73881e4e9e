"""Subjects: who does what a verb says, by the tree, else by the order of the words."""

from __future__ import annotations

from functools import cache

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.verbs import clause_head, has_auxiliary, verb_to_the_left
from arithmetree.reading.word_order import POSSESSIVES, noun_start, relations
from arithmetree.word_lists import words


def head_word(table: TokenTable, node: int, verb: int) -> int:
    """The word that heads a subject: no number ("room 12"), no title ("Mr Hale"), the first of a full name."""
    if table.lower[node] in POSSESSIVES and table.upos[min(node + 1, verb)] == "NOUN":
        node += 1  # "his" read as a separate pronoun
    token = table.tokens[node]
    if len(token.text) == 1 and token.text.isupper() and node > 0 and table.upos[node - 1] in ("NOUN", "PROPN"):
        return node - 1  # "Hatch A"
    if token.upos == "NUM" and node > 0 and table.upos[node - 1] in ("NOUN", "PROPN") and table.tag[node - 1] != "NNS":
        return node - 1
    if (
        token.upos == "PROPN"
        and node > 0
        and table.upos[node - 1] == "NOUN"
        and table.tokens[node - 1].text in relations()
    ):
        return node - 1
    if token.dep == "flat" and token.head < node and table.lower[token.head].rstrip(".") not in _titles():
        return token.head
    while node + 1 < min(verb, len(table.tokens)) and table.upos[node + 1] in ("NOUN", "PROPN"):
        titled = table.tokens[node].text[:1].isupper() and table.lower[node].rstrip(".") in _titles()
        compound = table.upos[node] == "NOUN" and table.upos[node + 1] == "NOUN" and table.tag[node] == "NN"
        if not (titled or compound):
            break
        node += 1
    return node


@cache
def _titles() -> frozenset[str]:
    return words("people", "titles", "female") | words("people", "titles", "male") | words("people", "titles", "either")


RELATIVES = frozenset({"who", "which", "that"})


def existing_thing(table: TokenTable, verb: int) -> int | None:
    """The head of what "there is" says to exist: the first noun or number after the verb."""
    if table.lemma[verb] != "be":
        return None
    first, last = table.sentence(verb)
    if not any(
        table.lower[node] == "there" and table.dep[node] in ("expl", "nsubj", "advmod")
        for node in range(max(first, verb - 4), min(verb + 2, last))
    ):
        return None
    return _first_noun_after(table, verb)


def _first_noun_after(table: TokenTable, verb: int) -> int | None:
    """The head of the noun phrase or the bare number right after a verb."""
    last = table.sentence(verb)[1]
    for node in range(verb + 1, last):
        token = table.tokens[node]
        if table.lower[node] == "times" and table.lower[node + 1] in ("as", "the", "more"):
            continue  # "there are 3 times as many sheep"
        if token.upos == "NOUN" or token.upos == "PROPN":
            while node + 1 < last and table.head[node] == node + 1 and table.upos[node + 1] == "NOUN":
                node += 1
            return node
        compared = table.lower[node + 1] == "as"  # "There were twice as many girls as boys"
        if node in table.quantity_at and not compared and not _noun_after_number(table, node, last):
            return node
        if token.upos in ("ADP", "PUNCT", "VERB"):
            break
    return None


def inverted_subject(table: TokenTable, verb: int) -> int | None:
    """The subject inside a question: between auxiliary and verb ("can Mia buy"), or after "be" ("how old is Mia")."""
    first, last = table.sentence(verb)
    node = verb - 1
    while node > first and (table.upos[node] == "ADV" or table.lower[node] in ("have", "be", "been")):
        node -= 1
    if table.upos[node] in ("NOUN", "PROPN", "PRON", "NUM") or table.lower[node] in ("both", "all", "each"):
        start = noun_start(table, node, first)
        joined = start
        while (
            joined > first + 2
            and (table.lower[joined - 1] == "and" or table.upos[joined - 1] == "ADP")
            and table.upos[joined - 2] in ("PROPN", "NOUN", "PRON")
        ):  # also "What does a family of 2 adults and 3 children pay?"
            node = joined - 2
            joined = noun_start(table, node, first)
        auxiliary = joined - 1
        if auxiliary > first and table.upos[auxiliary] == "AUX" and _asks(table, first, auxiliary):
            return head_word(table, node, verb)
    after = table.lower[verb + 1] if verb + 1 < last else ""
    if table.lemma[verb] == "be" and after in ("it", "he", "she", "they") and _asks(table, first, verb):
        return verb + 1  # "After how many nights was it 27 metres tall?"
    relative = verb > first and table.lower[verb - 1] in RELATIVES and table.lower[verb - 2] == ","
    if (
        table.lemma[verb] == "be"
        and verb > first
        and not relative
        and _asks(table, verb - 3, verb)
        and table.upos[verb - 1] in ("ADV", "ADJ", "PRON")
    ):
        for ahead in range(verb + 1, last):
            token = table.tokens[ahead]
            if token.upos in ("NOUN", "PROPN") and token.dep not in ("compound", "nmod:poss"):
                return ahead
            if token.upos == "PRON" and token.tag != "PRP$":
                return ahead
            if ahead in table.quantity_at and not _noun_after_number(table, ahead, last):
                return table.spans[table.quantity_at[ahead]][1] - 1
            if token.upos in ("ADP", "PUNCT", "VERB"):
                break
    return None


def _asks(table: TokenTable, start: int, end: int) -> bool:
    """True if there is a question word between two tokens, with no comma after it."""
    for node in range(end - 1, max(start, 0) - 1, -1):
        if table.lower[node] == ",":
            return False
        if table.lower[node] in ("how", "what", "which", "when", "where", "why"):
            return True
    return False


def _noun_after_number(table: TokenTable, node: int, last: int) -> bool:
    for ahead in range(node + 1, min(node + 6, last)):
        token = table.tokens[ahead]
        if token.upos in ("NOUN", "PROPN"):
            return True
        if (
            token.upos not in ("NUM", "ADJ", "CCONJ", "DET", "VERB")
            and token.tag != "HYPH"
            and ahead not in table.quantity_at
        ):
            return False
    return False


def described_noun(table: TokenTable, verb: int) -> int | None:
    """What a participle right after it describes: "tours, each lasting 30 minutes", "bought 3 hats priced at $18"."""
    token, before = table.tokens[verb], table.tokens[verb - 1] if verb else None
    if before is None or before.sent != token.sent:
        return None
    if token.tag in ("VBG", "VBN") and table.lower[verb - 1] == "each" and token.dep != "root":
        helped = has_auxiliary(table, verb) or (verb > 1 and table.upos[verb - 2] in ("AUX", "VERB"))
        return None if helped else verb - 1  # but "the rest had each paid"
    if token.tag == "VBG" and token.lemma in words("clauses", "describing", "verbs"):
        noun = verb - 1 - (before.upos == "ADV")  # "a jar already holding 35", "4 tickets costing $15 each"
        if noun >= 0 and table.upos[noun] == "NOUN" and not has_auxiliary(table, verb):
            return _head_of_goods(table, noun)
        return None
    after = table.tokens[verb + 1] if verb + 1 < len(table.tokens) else token
    described = token.tag == "VBN" and before.upos == "NOUN" and after.upos == "ADP" and after.tag != "RP"
    if not described or token.dep == "root" or has_auxiliary(table, verb):
        return None
    return verb - 1 if table.dep[verb - 1] in ("obj", "obl", "conj") else None


def _head_of_goods(table: TokenTable, noun: int) -> int:
    """The noun that an "of" phrase belongs to: sacks for the flour of "5 sacks of flour weighing 75 kg"."""
    start = noun_start(table, noun, table.sentence(noun)[0])
    holds = start > 1 and table.lower[start - 1] == "of" and table.upos[start - 2] == "NOUN"
    return start - 2 if holds else noun


def subject_after_participle(table: TokenTable, verb: int) -> int | None:
    """The subject of the main clause for a participle that opens the sentence: "Climbing two to a ladder, they"."""
    first, last = table.sentence(verb)
    if table.tag[verb] != "VBG" or verb > first + 1:
        return None
    found = openings(table)
    subject = next((found[node][1] for node in range(verb + 1, min(last, verb + REACH)) if node in found), None)
    if subject is None:  # no comma: "After paying $9 for a ticket Ilse had $13"
        subject = next((node for node in range(verb + 1, min(last, verb + REACH)) if _acts(table, node)), None)
    return None if subject == verb else subject


def _acts(table: TokenTable, node: int) -> bool:
    """True for a name or pronoun that the tree calls a subject, with its verb right after it."""
    token = table.tokens[node]
    after = table.upos[node + 1] if node + 1 < len(table.tokens) else ""
    return token.dep == "nsubj" and token.tag in ("NNP", "PRP") and after in ("VERB", "AUX")


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
        if label == "acl" and not (token.tag == "VB" and table.upos[above] == "VERB"):  # "hopes to sell 30"
            return above if table.upos[above] in _NOMINAL else None
        if label == "xcomp" and table.lemma[above] in words("clauses", "object_control", "verbs"):
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
    if table.lemma[verb] not in ("take", "cost") or verb == 0 or table.lower[verb - 1] != "it":
        return None
    after = verb + 1
    while after < infinitive and (table.upos[after] == "DET" or table.tag[after] == "PRP$"):
        after += 1
    if after + 1 >= len(table.tokens):
        return None
    doer = table.tokens[after]
    timed = after + 1 in table.quantity_at or table.upos[after + 1] in ("DET", "SYM", "ADV")
    return after if timed and after < infinitive and doer.upos in ("PROPN", "PRON", "NOUN") else None


def _own_subject(table: TokenTable, node: int, verb: int) -> int | None:
    """The subject among the dependents; of two, the nearer to the verb ("how many pens did she buy")."""
    subjects = table.subjects.get(node)
    if subjects:
        before = [kid for kid in subjects if kid < verb]
        chosen = max(before) if before else min(subjects)
        chosen = head_word(table, _first_conjunct(table, chosen), verb)
        first = table.sentence(chosen)[0]
        start = noun_start(table, chosen, first)
        if chosen > verb or start == first or not _is_preposition(table, start - 1) or table.upos[chosen] != "NOUN":
            return chosen
    return table.empty_subjects.get(node)


def _first_conjunct(table: TokenTable, index: int) -> int:
    """Step over a floating "each": in "Mia and Tom each paid" the subject is Mia."""
    left = index - 1
    if table.lower[index] == "each" and left >= 0 and table.upos[left] in ("NOUN", "PROPN", "PRON"):
        while table.dep[left] == "conj":
            left = table.head[left]
        return left
    return index


def _subject_to_the_left(table: TokenTable, verb: int) -> int | None:
    """The nearest noun phrase before a finite verb that no preposition governs; a relative pronoun ends the search."""
    if table.tag[verb] not in ("VBD", "VBZ", "VBP", "MD") and not has_auxiliary(table, verb):
        return None
    first = table.sentence(verb)[0]
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
    """True if the phrase after a token belongs to a preposition or a participle."""
    return _is_preposition(table, before) or (table.upos[before] == "VERB" and table.tag[before] in ("VBG", "VBN"))


def _is_preposition(table: TokenTable, node: int) -> bool:
    """True for a preposition; "after" and "before" in front of a clause are none."""
    return table.upos[node] == "ADP" and table.dep[node] != "mark"


_SHARED_SUBJECTS = 6  # verbs in a row that may share one subject


def subject_of(table: TokenTable, verb: int) -> int | None:
    """The token that heads the subject of a verb, the understood one for participles and infinitives.

    A finite verb after "and" whose subject the tree does not show shares that of the verb before it.
    """
    current: int | None = verb
    for _ in range(_SHARED_SUBJECTS):
        if current is None:
            break
        found = subject_in_clause(table, current)
        if found is None:
            found = subject_after_participle(table, current)
        if found is not None:
            return found
        current = _verb_before_joint(table, current)
    return None


def _verb_before_joint(table: TokenTable, verb: int) -> int | None:
    """The verb that a finite verb is joined to by "and", "but", "then" or a comma right before it."""
    if table.tag[verb] not in ("VBD", "VBZ", "VBP", "VBN", "VB"):
        return None
    node = verb - 1
    while node > 0 and table.upos[node] in ("ADV", "AUX"):
        node -= 1
    joined = node > 0 and table.lower[node] in ("and", "but", "then", ",", "or")
    before = verb_to_the_left(table, node) if joined else None
    while before is not None and table.tag[before] == "VBG" and not has_auxiliary(table, before):
        before = verb_to_the_left(table, before)  # "spends 20 on mixing colours and gives 4"
    return before
