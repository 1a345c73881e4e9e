"""Participles that were read as nouns or adjectives, and those that are the verb of their sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import verb_lemma
from arithmetree.reading.repairs.counted_nouns import opens_amount
from arithmetree.reading.repairs.finite_verbs import sentence_has_verb
from arithmetree.reading.repairs.retagging import make_subject
from arithmetree.reading.repairs.tag_agreement import is_past
from arithmetree.schemas import Token


def mend_participles(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read the participles behind "each" and those in front of a number as verbs."""
    for index, token in enumerate(tokens):
        if token.text == "each" and _describes_each(tokens, index):
            done = tokens[index + 1]
            lemma = verb_lemma(done.text) or done.lemma
            tokens[index + 1] = replace(done, upos="VERB", tag="VBN", dep="acl", lemma=lemma)
        hides = token.text.endswith("ing") and (token.upos in ("NOUN", "ADJ") or token.dep == "amod")
        if hides and opens_amount(tokens, index + 1, numbers):
            _mend_participle(tokens, index)


def _mend_participle(tokens: list[Token], index: int) -> None:
    """Read an "-ing" noun in front of a number as a verb: "For painting 4 signs", "sacks of rice weighing 20 kg"."""
    token, before = tokens[index], tokens[index - 1] if index else None
    lemma = verb_lemma(token.text)
    if lemma is None or lemma == token.text:  # "in spring 20 went" has no participle
        return
    if before is not None and before.text == "each":  # "8 tests a day, each lasting 15 minutes"
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="advcl", lemma=lemma)
    elif token.upos != "NOUN":
        return
    elif before is None or before.upos in ("ADP", "SCONJ", "PUNCT"):
        noun = tokens[token.head]
        governed = token.head > index and token.dep == "compound"
        above = noun.head if governed and noun.head != token.head else token.head
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="advcl", lemma=lemma, head=above)
        if above == noun.head:
            tokens[token.head] = replace(noun, dep="obj", head=index)
    elif before.upos == "NOUN" and before.dep == "compound" and token.dep == "nsubj" and token.head > index:
        # "A hedgehog weighing 900 grams in autumn lost 280 grams"
        tokens[index - 1] = replace(before, dep="nsubj", head=token.head)
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="acl", lemma=lemma, head=index - 1)
    elif before.upos == "NOUN" and token.head < index:
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="acl", lemma=lemma)
        if before.head == index:
            tokens[index - 1] = replace(before, dep="nmod", head=token.head)


def _describes_each(tokens: Sequence[Token], each: int) -> bool:
    """True for "50 cakes, each cut into 6", where a participle and a preposition follow "each"."""
    if each == 0 or each + 2 >= len(tokens) or tokens[each - 1].text != "," or tokens[each + 2].upos != "ADP":
        return False
    done = tokens[each + 1]
    return done.upos in ("NOUN", "VERB", "ADJ") and verb_lemma(done.text) is not None and is_past(done, alike=True)


def mend_closing_participles(tokens: list[Token]) -> None:
    """Read a participle as the verb that its sentence lacks: "Yesterday 120 cars and 35 lorries crossed"."""
    for index, token in enumerate(tokens[:-1]):
        closes = token.tag == "VBN" and token.dep == "acl" and tokens[index + 1].text == "." and token.upos == "VERB"
        if closes and token.head < index and not sentence_has_verb(tokens, index):
            tokens[index] = replace(token, tag="VBD")
            make_subject(tokens, token.head, index)
