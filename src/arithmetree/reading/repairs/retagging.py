"""A token with another part of speech, or in another place of the tree, as several repairs need it."""

from __future__ import annotations

from dataclasses import replace

from arithmetree.morphology import noun_lemma, verb_lemma
from arithmetree.schemas import Token

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
    """Hang a noun under the verb behind it if its label says that it only described a word that was no noun."""
    if tokens[noun].upos in NOMINAL and tokens[noun].dep in _MISPLACED:
        make_subject(tokens, noun, verb)
