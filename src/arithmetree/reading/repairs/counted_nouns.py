"""Nouns behind a number that were read as verbs or adjectives: measures, plurals, and what has a measure before it."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.morphology import noun_lemma, verb_lemma
from arithmetree.reading.repairs.finite_verbs import clause_has_verb
from arithmetree.reading.repairs.retagging import NOMINAL, as_noun_by_ending
from arithmetree.reading.repairs.tag_agreement import determines
from arithmetree.schemas import Token
from arithmetree.word_lists import words


def mend_counted_nouns(tokens: list[Token], numbers: frozenset[int]) -> frozenset[int]:
    """Set counted and measured nouns right, in place; what is returned are the plurals that a number counts."""
    counted = frozenset(
        index
        for index, token in enumerate(tokens)
        if token.tag in ("VBZ", "NNS") and index not in numbers and _is_counted(tokens, index, numbers)
    )
    near = {number + step for number in numbers for step in (1, 3) if number + step < len(tokens)} - numbers
    for index in sorted(counted | near):
        if (
            index in counted
            or (index - 1 in numbers and _is_unit(tokens, index))
            or _is_measured(tokens, index, numbers)
        ):
            tokens[index] = as_noun_by_ending(tokens[index])
    return counted


def _is_unit(tokens: Sequence[Token], index: int) -> bool:
    """True for a measure behind a number, and for a plural there that is no known verb."""
    token = tokens[index]
    if token.upos in ("NOUN", "PROPN"):
        return False
    word = token.text.lower().rstrip(".")
    if any(
        noun_lemma(word) in words("measures", sort) for sort in ("durations", "lengths", "weights", "volumes", "others")
    ):
        return word != "second"
    if token.upos == "VERB" and word.endswith("s"):
        ahead = tokens[index + 1].upos if index + 1 < len(tokens) else "PUNCT"
        if index > 2 and tokens[index - 2].text == "of" and ahead in ("NUM", "ADP", "DET"):
            return clause_has_verb(tokens, index)  # "A gang of 9 paves 80 metres a day"
        return verb_lemma(word) is None or ahead in ("AUX", "VERB")
    return False


def _is_counted(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for the "sets" of "9 more train sets", read as a verb: a number above one wants a plural."""
    if index < 2 or (tokens[index].upos, tokens[index].tag) not in (("VERB", "VBZ"), ("NOUN", "NNS")):
        return False
    named = tokens[index - 1].tag == "NNP" and tokens[index].upos == "VERB"  # "Of 48 Petri dishes 6 grew mould"
    if tokens[index - 1].tag not in ("NN", "JJ") and not (named and clause_has_verb(tokens, index)):
        return False
    number = index - 2
    while number > max(0, index - 4) and tokens[number].upos in ("ADJ", "ADV"):
        number -= 1
    if number == index - 2 and noun_lemma(tokens[index - 1].text) != tokens[index - 1].text.lower():
        return False  # "Anything over 20 kilos costs extra"
    plural = number in numbers and tokens[number].text.isalnum() and tokens[number].text.lower() not in ("1", "one")
    return plural and tokens[number].upos == "NUM" and tokens[number - 1].upos not in NOMINAL


def _is_measured(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for the "plank" of "a 96-inch plank" and the "bag" of "a 500-gram bag", read as a verb."""
    if tokens[index].upos != "VERB" or index < 3 or index - 3 not in numbers or tokens[index - 2].text != "-":
        return False
    determined = index > 3 and determines(tokens[index - 4])
    return determined or verb_lemma(tokens[index].text) is None


def opens_amount(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for a number or the sign of money in front of one."""
    return index in numbers or (index + 1 in numbers and tokens[index].tag == "$")
