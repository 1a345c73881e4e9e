"""Nouns and verbs distinguished by agreement: a verb takes the number of its subject, a noun that of what counts it.

"At the school concert 50 children sang" has no verb "concert", as "the school" would want "concerts"; "six withdrew"
counts no thing called "withdrew"; and "sixteen suits at $25" are no verb, as sixteen of anything do not "suits".
"""

from __future__ import annotations

from arithmetree.measures import DURATIONS, SIZES, measures
from arithmetree.morphology import all_verbs, known_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.draft import Draft, is_collective, is_irregular
from arithmetree.reading.tokens import FINITE, NOMINAL
from arithmetree.word_lists import words

_AUXILIARIES = frozenset({"aux", "aux:pass", "mark"})
_SINGULAR_DETERMINERS = frozenset({"the", "a", "an", "each", "every", "this", "that", "one"})
_AFTER_VERBS = frozenset({"DET", "ADP", "ADJ", "ADV", "PRON", "PUNCT", "NUM", "SYM", "CCONJ", "SCONJ", "AUX", ""})


def fix_agreement(draft: Draft) -> None:
    """Set verbs and nouns right whose form does not agree with the words before them."""
    for index in range(1, len(draft.tokens)):
        if index in draft.numbers or draft.opens(index):
            continue
        if draft.upos[index] == "VERB":
            if _is_noun(draft, index) and not draft.has_child(index, _AUXILIARIES):
                draft.make_noun(index)
            elif draft.tag[index] == "VBZ" and index - 1 in draft.numbers and _is_suited_plural(draft, index):
                draft.make_noun(index)
                continue
        if index - 1 in draft.numbers and _is_no_thing(draft, index):
            same = spelled_verb_lemma(draft.text[index]) == draft.text[index]
            draft.make_clause(index, "VBP" if same else "VBD")


def _is_noun(draft: Draft, index: int) -> bool:
    """True for a base form that cannot be finite where it is, nor follow "to" or an auxiliary."""
    word, before = draft.text[index], index - 1
    if spelled_verb_lemma(word) != word or is_irregular(word):  # "cost" and "put" may be past
        return False
    if draft.tag[index] not in ("VB", "VBP"):  # "At the school concert 50 came": past by its tag, not by its form
        follows = draft.upos[before] in ("NOUN", "ADJ", "CCONJ", "DET")
        return follows and draft.tag[index] in ("VBD", "VBN") and word not in known_verbs()
    if draft.upos[before] == "CCONJ":  # "Veal is $14 a kilo and pork $11"
        return draft.dep[index] == "conj" and draft.tag[draft.head[index]] in ("VBD", "VBZ")
    first = before
    while first > 0 and draft.upos[first] in ("NOUN", "ADJ"):
        first -= 1
    if first == before or draft.tag[before] not in ("NN", "JJ"):
        return False
    if draft.lower[first] not in _SINGULAR_DETERMINERS and draft.tag[first] not in ("PRP$", "POS"):
        return False
    if word in ("have", "do") or word in words("clauses", "inverted", "verbs"):
        # "let a neighbour have 3", "On the cable slide go five children"; but "finished the park run in 47 minutes"
        return word not in ("have", "do") and draft.tag[first - 1] in FINITE
    return draft.text[first - 1] not in words("clauses", "causing_forms") and not is_collective(draft.text[before])


def _is_suited_plural(draft: Draft, index: int) -> bool:
    """True for a plural after a number that stands for more than one and names nothing: "sixteen suits at $25"."""
    if draft.lower[index - 1] in ("1", "one") or draft.text[index] in ("has", "does", "is"):
        return False
    return draft.opens(index - 1) or draft.upos[index - 2] in ("DET", "PUNCT", "CCONJ", "VERB", "PRON")


def _is_no_thing(draft: Draft, index: int) -> bool:
    """True for what cannot be counted by the number before it: "six withdrew", "the other 12 wear a white one"."""
    word, number = draft.text[index], index - 1
    if draft.upos[index] not in ("NOUN", "ADJ") or not word.islower() or not word.isalpha():
        return False
    if draft.upos[index + 1] not in _AFTER_VERBS or draft.tag[index + 1] == "HYPH":
        return False
    if is_irregular(word):
        return verb_lemma(word) != word and not draft.clause_has_verb(index)
    counts = draft.upos[number] == "NUM" and draft.text[number].isalnum()
    if not counts or draft.lower[number] in ("1", "one", "half") or draft.tag[number - 1] == "$":  # "a $10 brush"
        return False
    return word in all_verbs() and not is_collective(word) and not draft.clause_has_verb(index)


def fix_counted_nouns(draft: Draft) -> frozenset[int]:
    """Set counted and measured nouns right; what is returned are the plurals that a number counts."""
    counted = frozenset(index for index in range(2, len(draft.tokens)) if _is_counted(draft, index))
    after = {number + 1 for number in draft.numbers} - draft.numbers - {len(draft.tokens)}
    for index in sorted(counted | {node for node in after if _is_unit(draft, node)}):
        draft.make_noun(index)
    return counted


def _is_unit(draft: Draft, index: int) -> bool:
    """True for a measure after a number, and for a plural there that is no known verb."""
    word = draft.lower[index].rstrip(".")
    if draft.upos[index] in ("NOUN", "PROPN"):
        return False
    if measures(noun_lemma(word), DURATIONS, *SIZES):
        return word != "second"
    return draft.upos[index] == "VERB" and word.endswith("s") and verb_lemma(word) is None


def _is_counted(draft: Draft, index: int) -> bool:
    """True for the "sets" of "9 more train sets", read as a verb: a number above one wants a plural."""
    plural = (draft.upos[index], draft.tag[index]) in (("VERB", "VBZ"), ("NOUN", "NNS"))
    if not plural or draft.tag[index - 1] not in ("NN", "JJ"):
        return False
    number = index - 2
    while number > index - 4 and draft.upos[number] in ("ADJ", "ADV"):
        number -= 1
    several = number in draft.numbers and draft.text[number].isalnum() and draft.lower[number] not in ("1", "one")
    return several and draft.upos[number - 1] not in NOMINAL
