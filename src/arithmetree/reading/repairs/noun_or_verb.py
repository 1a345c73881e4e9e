"""Noun or verb: a known verb between its doer and its object, read as something else, in a clause without a verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import all_verbs, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.counted_nouns import opens_amount
from arithmetree.reading.repairs.finite_verbs import clause_has_verb, sentence_has_verb
from arithmetree.reading.repairs.retagging import NOMINAL, as_noun_by_ending, make_misplaced_subject
from arithmetree.schemas import Token
from arithmetree.word_lists import words

_BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ", "SPACE"})
_PARTICLES = frozenset({"up", "out", "off", "down", "away", "back", "over", "in", "on", "aside"})
_OBJECT_OPENERS = _PARTICLES | {"only", "about", "exactly", "nearly", "almost"}


def mend_verbs_read_as_nouns(tokens: list[Token], numbers: frozenset[int], counted: frozenset[int]) -> None:
    """Set misread verbs and their subjects right, in place; the `counted` tokens are known to be nouns."""
    for index, token in enumerate(tokens):
        if index in numbers or index in counted:
            continue
        misread = token.upos in ("NOUN", "PROPN", "ADJ", "ADP", "INTJ") or _is_past_adverb(token)
        hidden = (
            token.upos == "VERB"
            and token.dep in ("amod", "compound", "acl", "case", "nmod", "flat")
            and token.tag in ("VBN", "VBD", "VBZ")
        )
        if (misread or hidden) and _is_verb(tokens, index, numbers):
            before = _before(tokens, index)
            tokens[index] = _as_verb(token, index, _plural(tokens, before, numbers))
            make_misplaced_subject(tokens, before, index)
        elif token.upos == "ADJ" and token.dep.startswith("nsubj") and index and tokens[index - 1].upos == "DET":
            tokens[index] = as_noun_by_ending(token)


def _is_past_adverb(token: Token) -> bool:
    """True for an irregular past that was read as an adverb: "The storm tore away 48 tiles"."""
    return token.upos == "ADV" and token.text != "left" and verb_lemma(token.text) not in (None, token.text)


def _is_verb(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for an inflected form of a known verb between a noun and its object, in a clause without a verb."""
    word = tokens[index].text.lower()
    if index == 0 or index + 1 >= len(tokens):
        return False
    base = verb_lemma(word)
    if base is None and tokens[index].upos == "VERB":
        base = spelled_verb_lemma(word)
    if base is None and spelled_verb_lemma(word) in all_verbs() and not sentence_has_verb(tokens, index):
        base = spelled_verb_lemma(word)  # "Thirty owls roost in 9 trees"
    if base is None:
        return False
    before, behind = _before(tokens, index), tokens[index + 1]
    if (
        word == base
        and word not in ("cost", "put", "cut", "read", "set", "hit", "let")
        and not _plural(tokens, before, numbers)
        and not (word in words("clauses", "inverted", "verbs") and _opens_with_place(tokens, index, numbers))
        and (behind.upos not in ("ADP", "DET") or sentence_has_verb(tokens, index))
    ):
        return False
    opens_object = (
        index + 1 in numbers
        or behind.upos in ("NUM", "DET", "SYM", "ADP")
        or behind.tag in ("PRP$", "PRP", "RP", "$")
        or (behind.tag == "TO" and tokens[before].upos == "PROPN")  # "Ali hopes to sell 30 wreaths"
        or behind.text.lower() in _OBJECT_OPENERS
    )
    inflected = word != base and (not word.endswith("s") or not sentence_has_verb(tokens, index))
    if not opens_object and not (inflected and behind.upos in ("NOUN", "PROPN", "ADJ", "PRON")):
        return False
    if tokens[before].upos in ("CCONJ", "PUNCT") and word != base:
        particle = behind.text.lower() in _PARTICLES
        counts = opens_amount(tokens, index + 1, numbers) or (particle and opens_amount(tokens, index + 2, numbers))
        return counts and tokens[index].upos != "ADJ" and tokens[before].text in ("and", "then", "but", ",")
    if before in numbers:
        if word != base and not word.endswith("s"):  # "School number 5 marched with 26 drums", "30 died"
            crew = before > 0 and tokens[before - 1].text == "of"  # "A crew of 8 planted pines"
            return (opens_object or crew) and not word.endswith("ing") and not clause_has_verb(tokens, index)
        return (  # "At the market 9 get off"
            word == base
            and behind.text.lower() in ("off", "on", "out", "away", "in", "up")
            and not behind.text[:1].isupper()
        )
    if tokens[before].tag == "POS" and word.endswith("s") and index + 1 in numbers:  # "and Tom's weighs 8"
        return not clause_has_verb(tokens, index)
    letter = before > 0 and len(tokens[before].text) == 1 and tokens[before].text.isupper()  # "Tariff A charges 9"
    if tokens[before].upos not in NOMINAL and not letter:
        return False
    if tokens[before].tag in ("PRP$", "WP$") or tokens[before].text in ("'s", "'"):
        return False
    return not clause_has_verb(tokens, index)


def _opens_with_place(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True behind the place of "In the box lie 24 chocolates", which a number follows."""
    first = index
    while first > 0 and tokens[first - 1].sent == tokens[index].sent and tokens[first - 1].upos not in _BORDERS:
        first -= 1
    return index + 1 in numbers and first < index and tokens[first].upos == "ADP"


def _before(tokens: Sequence[Token], index: int) -> int:
    before = index - 1
    while before > 0 and (tokens[before].upos == "ADV" or tokens[before].tag == "RP" or tokens[before].text == "each"):
        before -= 1
    return before


def _plural(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    return (
        tokens[index].tag in ("NNS", "NNPS")
        or tokens[index].text.lower() in ("they", "we", "i", "you")
        or index in numbers
    )


def _as_verb(token: Token, index: int, plural: bool) -> Token:
    word = token.text.lower()
    tag = "VBZ" if word.endswith("s") and not word.endswith("ss") else "VBD"
    if word == spelled_verb_lemma(word) and plural:
        tag = "VBP"
    dep = "root" if token.head == index else "parataxis"
    return replace(token, upos="VERB", tag=tag, dep=dep, lemma=spelled_verb_lemma(word))
