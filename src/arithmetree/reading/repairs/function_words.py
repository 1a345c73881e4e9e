"""Rare nouns that were taken for function words, and openings of sentences that are conjunctions or participles."""

from __future__ import annotations

from dataclasses import replace

from arithmetree.morphology import all_verbs, spelled_verb_lemma
from arithmetree.reading.repairs.retagging import as_noun_by_ending, make_subject
from arithmetree.schemas import Token
from arithmetree.word_lists import words

_CLOSED_CLASSES = frozenset({"PART", "NUM", "DET", "CCONJ", "PRON", "ADP", "SCONJ"})


def mend_function_words(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read words that were taken for function words, and are none, as nouns: "Matteo's mum pays", "how many taxis".

    A word that opens a supposition becomes a conjunction, and the "Left" of "Left with 6 candles" a participle.
    """
    known, sentence = words("clauses", "function", "words"), -1
    for index, token in enumerate(tokens):
        opens, sentence = token.sent != sentence, token.sent
        if opens and token.text.lower() in words("clauses", "suppositions") and index + 1 < len(tokens):
            if tokens[index + 1].upos in ("PROPN", "DET", "PRON", "NUM", "NOUN", "SCONJ"):
                tokens[index] = replace(token, upos="SCONJ", tag="IN", dep="mark", lemma=token.text.lower())
        elif opens and token.text == "Left" and index + 1 < len(tokens) and tokens[index + 1].text == "with":
            tokens[index] = replace(token, upos="VERB", tag="VBN", dep="advcl", lemma="leave")
        elif token.upos in _CLOSED_CLASSES and token.text not in known and _is_noun(token) and index not in numbers:
            tokens[index] = as_noun_by_ending(token)
            if index + 1 < len(tokens) and tokens[index + 1].tag in ("VBD", "VBZ"):
                if index > 1 and tokens[index - 1].tag == "POS":
                    tokens[index - 2] = replace(tokens[index - 2], dep="nmod:poss", head=index)
                make_subject(tokens, index, index + 1)


def _is_noun(token: Token) -> bool:
    """True for a word in small letters that is no form of a known verb."""
    word = token.text
    return word.islower() and word.isalpha() and len(word) > 2 and spelled_verb_lemma(word) not in all_verbs()
