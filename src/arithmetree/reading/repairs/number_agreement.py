"""Nouns and verbs told apart by agreement: a verb takes the number of its subject, a noun that of what counts it.

"At the school concert 50 children sang" has no verb "concert", as "the school" would want "concerts"; "six withdrew"
counts no thing called "withdrew"; and "sixteen suits at $25" are no verb, as sixteen of anything do not "suits".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.measures import measures
from arithmetree.morphology import all_verbs, known_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.retagging import BORDERS, FINITE, as_noun, clause_has_verb
from arithmetree.schemas import Token
from arithmetree.word_lists import table, words

_BASE = frozenset({"VB", "VBP"})
_INSIDE = frozenset({"NOUN", "ADJ"})
_DETERMINERS = frozenset({"the", "a", "an", "each", "every", "this", "that", "one"})
_AFTER_VERBS = frozenset({"DET", "ADP", "ADJ", "ADV", "PRON", "PUNCT", "NUM", "SYM", "CCONJ", "SCONJ", "AUX"})
_CAUSES = frozenset(
    {"let", "lets", "make", "makes", "made", "help", "helps", "helped", "see", "saw", "watch", "watched", "had"}
)


def fix_agreement(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Set verbs and nouns right, in place, whose form does not agree with the words before them."""
    helped = {token.head for token in tokens if token.dep in ("aux", "aux:pass", "mark")}
    for index, token in enumerate(tokens):
        if index == 0 or index in numbers or tokens[index - 1].sent != token.sent:
            continue
        if token.upos == "VERB":
            if index not in helped and _is_base_form(token) and _is_noun(tokens, index):
                tokens[index] = as_noun(token)
            elif token.tag == "VBZ" and index - 1 in numbers and _is_counted(tokens, index):
                tokens[index] = as_noun(token)
                continue
        if index - 1 in numbers and (
            (_may_be_verb(tokens[index]) and _is_verb(tokens, index)) or _closes_clause(tokens, index)
        ):
            tokens[index] = _as_verb(token, index)


def _may_be_verb(token: Token) -> bool:
    """True for a noun or adjective, and for an irregular past read as an adverb: "Of 24 boats 5 sank"."""
    return token.upos in _INSIDE or (token.upos == "ADV" and token.text in table("verbs")["irregular"])


def _is_base_form(token: Token) -> bool:
    """True for "concert" and "pay", false for "cost" and "put", which may be past."""
    return spelled_verb_lemma(token.text) == token.text and token.text not in table("verbs")["irregular"]


def _is_noun(tokens: Sequence[Token], index: int) -> bool:
    """True for a base form that cannot be finite where it is, nor follow "to" or an auxiliary."""
    before = tokens[index - 1]
    if tokens[index].tag not in _BASE:  # "At the school concert 50 came": tagged as past, which it is not by its form
        listed = tokens[index].text in known_verbs()
        return not listed and tokens[index].tag in ("VBD", "VBN") and before.upos in ("NOUN", "ADJ", "CCONJ", "DET")
    if before.upos == "ADP" and before.dep == "case" and before.text != "to":  # "in spring 20 went over"
        return True
    if before.upos == "CCONJ":  # "Veal is $14 a kilo and pork $11"
        above = tokens[tokens[index].head]
        return tokens[index].dep == "conj" and above.tag in ("VBD", "VBZ") and above.upos in ("VERB", "AUX")
    first = index - 1
    while first > 0 and tokens[first].upos in _INSIDE and tokens[first - 1].sent == tokens[index].sent:
        first -= 1
    if first == index - 1 or tokens[index - 1].tag not in ("NN", "JJ"):
        return False
    opener = tokens[first]
    if opener.text.lower() not in _DETERMINERS and opener.tag not in ("PRP$", "POS"):
        return False
    if tokens[index].text in ("have", "do") or tokens[index].text in words("clauses", "inverted", "verbs"):
        # "let a neighbour have 3", "On the cable slide go five children"; but "finished the park run in 47 minutes"
        return tokens[index].text not in ("have", "do") and tokens[first - 1].tag in FINITE
    return first == 0 or (tokens[first - 1].text not in _CAUSES and not _collective(tokens[index - 1]))


def _collective(noun: Token) -> bool:
    """True for a singular form that may take a plural verb: "The rest give 20 litres", "The catfish get meal"."""
    return noun.text in ("rest", "others", "pair", "couple") or noun.text in words("nouns", "unchanged", "words")


def disagrees(subject: Token, verb: Token) -> bool:
    """True if a noun cannot be the subject of a present form: "sorts stamps", "the book stall", "sixteen suits"."""
    word = verb.text.lower()
    if word == "lay" or word.endswith("ing") or (word in table("verbs")["irregular"] and not word.endswith("s")):
        return False
    base = spelled_verb_lemma(word)
    several = subject.tag == "NNS" or (subject.upos == "NUM" and subject.text.lower() not in ("1", "one"))
    if word != base and word.endswith("s"):
        return several
    return (
        word == base and subject.tag == "NN" and not _collective(subject) and noun_lemma(subject.text) == subject.text
    )


def _is_counted(tokens: Sequence[Token], index: int) -> bool:
    """True for a plural after a number that stands for more than one and names nothing: "sixteen suits at $25"."""
    number = tokens[index - 1]
    if number.text.lower() in ("1", "one") or number.upos == "PROPN" or tokens[index].text in ("has", "does", "is"):
        return False
    before = tokens[index - 2] if index > 1 and tokens[index - 2].sent == number.sent else None
    return before is None or before.upos in ("DET", "PUNCT", "CCONJ", "VERB", "PRON") or before.tag == "PRP$"


def _is_verb(tokens: Sequence[Token], index: int) -> bool:
    """True for what cannot be counted by the number before it: "six withdrew", "the other 12 wear a white one"."""
    token, number = tokens[index], tokens[index - 1]
    word = token.text
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    if (
        not word.islower()
        or not word.isalpha()
        or (
            after is not None
            and (after.upos not in _AFTER_VERBS or after.tag == "HYPH")
            and not (after.text == "empty" and index + 2 < len(tokens) and tokens[index + 2].upos in BORDERS)
        )
    ):
        return False
    irregular = table("verbs")["irregular"]
    if word in irregular:
        past = irregular[word] != word and not (token.upos == "ADJ" or word.endswith("n"))  # no "5 broken and 3 whole"
        return past and not clause_has_verb(tokens, index)
    counts = number.upos == "NUM" and number.text.isalnum() and number.text.lower() not in ("1", "one", "half")
    priced = index > 1 and tokens[index - 2].tag == "$"  # "a $10 brush"
    if not counts or priced or word not in all_verbs() or word in words("nouns", "unchanged", "words"):
        return False
    return not measures(word) and noun_lemma(word) == word and not clause_has_verb(tokens, index)


def _closes_clause(tokens: Sequence[Token], index: int) -> bool:
    """True for the past form of "At the station 13 boarded, ..." and "During the service 17 left and 8 came"."""
    token = tokens[index]
    describes = token.upos == "ADJ" or (token.tag == "VBN" and token.dep in ("acl", "amod", "dep"))
    lemma = verb_lemma(token.text)
    if not describes or lemma is None or lemma == token.text or token.text.endswith(("s", "ing")):
        return False
    if index + 1 < len(tokens) and tokens[index + 1].upos not in BORDERS:
        return False
    first = index
    while first > 0 and tokens[first - 1].sent == token.sent and tokens[first - 1].upos not in BORDERS:
        first -= 1
    return tokens[first].upos == "ADP" and not clause_has_verb(tokens, index)


def _as_verb(token: Token, index: int) -> Token:
    lemma = verb_lemma(token.text) or spelled_verb_lemma(token.text)
    tag = "VBP" if lemma == token.text else "VBD"
    dep = "root" if token.head == index else "parataxis"
    return replace(token, upos="VERB", tag=tag, lemma=lemma, dep=dep)
