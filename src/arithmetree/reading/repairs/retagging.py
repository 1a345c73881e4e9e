"""New tags for a word, and whether its clause or sentence has a finite verb already."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import noun_lemma, verb_lemma
from arithmetree.reading.tokens import REACH
from arithmetree.schemas import Token

FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ"})


def clause_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if there is a finite verb in the same stretch between punctuation marks and conjunctions."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and (tokens[node].upos not in BORDERS or tokens[node].tag == "HYPH"):
            if tokens[node].upos in ("VERB", "AUX") and tokens[node].tag in FINITE and tokens[node].dep != "amod":
                return True
            node += step
    return False


def sentence_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if there is any finite verb in the sentence, other than the token itself."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and abs(node - index) < REACH and tokens[node].sent == tokens[index].sent:
            if tokens[node].upos in ("VERB", "AUX") and tokens[node].tag in FINITE:
                return True
            node += step
    return False


NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_MISPLACED = frozenset({"compound", "amod", "flat", "nmod:desc", "obl:unmarked", "advmod", "aux"})


def as_verb(token: Token, tag: str) -> Token:
    """The token as a verb with this tag."""
    return replace(token, upos="VERB", tag=tag, lemma=verb_lemma(token.text) or token.lemma)


def as_noun(token: Token) -> Token:
    """The token as a noun, plural if its form differs from the lemma."""
    lemma = noun_lemma(token.text)
    return replace(token, upos="NOUN", tag="NN" if lemma == token.text.lower() else "NNS", lemma=lemma)


def as_noun_by_ending(token: Token) -> Token:
    """The token as a noun, plural if it ends in "s", whatever its lemma."""
    return replace(token, upos="NOUN", tag="NNS" if token.text.endswith("s") else "NN", lemma=noun_lemma(token.text))


def make_subject(tokens: list[Token], subject: int, verb: int) -> None:
    """Hang a noun under its verb; if the verb hung under the noun, it takes the noun's place."""
    above = tokens[subject].head
    if tokens[verb].head == subject:
        root = above in (subject, verb)
        tokens[verb] = replace(tokens[verb], head=verb if root else above, dep="root" if root else tokens[subject].dep)
    tokens[subject] = replace(tokens[subject], head=verb, dep="nsubj")


def make_misplaced_subject(tokens: list[Token], noun: int, verb: int) -> None:
    """Hang a noun under the verb after it if its label says that it only described a word that was no noun."""
    if tokens[noun].upos in NOMINAL and tokens[noun].dep in _MISPLACED:
        make_subject(tokens, noun, verb)
