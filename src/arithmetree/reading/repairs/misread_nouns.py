"""Nouns and names that were read as something else: what a number counts or measures, those who do something, and rare
words taken for function words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.measures import DURATIONS, SIZES, measures
from arithmetree.morphology import all_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.retagging import NOMINAL, as_noun_by_ending, clause_has_verb, make_subject
from arithmetree.reading.repairs.tag_agreement import determines
from arithmetree.schemas import Token
from arithmetree.word_lists import words


def fix_counted_nouns(tokens: list[Token], numbers: frozenset[int]) -> frozenset[int]:
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
    """True for a measure after a number, and for a plural there that is no known verb."""
    token = tokens[index]
    if token.upos in ("NOUN", "PROPN"):
        return False
    word = token.text.lower().rstrip(".")
    if measures(noun_lemma(word), DURATIONS, *SIZES):
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


_COUNTED = frozenset({"Other", "Another", "Additional", "Further", "Last", "First", "Next", "Extra", "Many", "More"})
_OPENING_ADVERBS = frozenset(
    {"again", "also", "altogether", "always", "downstairs", "first", "here", "inside", "instead", "later", "maybe"}
    | {"meanwhile", "never", "next", "now", "often", "once", "outside", "perhaps", "so", "sometimes", "soon", "still"}
    | {"then", "there", "thus", "today", "together", "tomorrow", "tonight", "twice", "upstairs", "yesterday", "yet"}
)


def fix_numbered_things(tokens: list[Token]) -> None:
    """Read the first word of "Silo 2 held 47 tonnes" as a noun, the subject of its verb."""
    for index in range(len(tokens) - 2):
        if tokens[index + 1].text.isdigit() and _is_numbered_thing(tokens, index):
            token = tokens[index]
            tokens[index] = replace(token, upos="NOUN", tag="NN", lemma=noun_lemma(token.text))
            make_subject(tokens, index, index + 2)


def _is_numbered_thing(tokens: Sequence[Token], index: int) -> bool:
    """True for the misread noun of "Silo 2 held 47 tonnes" at the start of a sentence."""
    token, verb = tokens[index], tokens[index + 2]
    opens = index == 0 or tokens[index - 1].sent != token.sent
    if not opens or token.upos not in ("ADJ", "VERB", "INTJ", "X") or token.text.endswith("ing"):
        return False
    return verb.upos == "VERB" and verb.tag in ("VBD", "VBZ") and token.text not in _COUNTED


def fix_names(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read capital words that can only be names as names, and as the subject of a verb right after them."""
    for index, token in enumerate(tokens):
        if token.text[:1].isupper() and index not in numbers and _is_name(tokens, index):
            tokens[index] = replace(token, upos="PROPN", tag="NNP", lemma=token.text)
            if index + 1 < len(tokens) and tokens[index + 1].tag in ("VBD", "VBZ"):
                make_subject(tokens, index, index + 1)


def _is_name(tokens: Sequence[Token], index: int) -> bool:
    """True for a listed first name, for what is tagged as one, and for a capital word that does something."""
    token = tokens[index]
    if (
        token.upos in ("PROPN", "PRON", "DET", "NUM", "PUNCT")
        or not token.text[:1].isupper()
        or not token.text.isalpha()
    ):
        return False
    opens = index == 0 or tokens[index - 1].sent != token.sent
    if token.tag in ("NNP", "NNPS"):
        return True
    if token.text in words("people", "names", "female") or token.text in words("people", "names", "male"):
        return token.upos != "AUX" and (token.upos != "VERB" or opens)
    if token.upos == "NOUN" and (token.tag == "NN" or not token.text.endswith("s")):
        return not opens and tokens[index - 1].upos not in ("PUNCT", "SPACE")
    after = tokens[index + 1] if index + 1 < len(tokens) else token
    acts = after.tag in ("VBD", "VBZ") or (verb_lemma(after.text) or after.text) != after.text.lower()
    if token.tag == "RB" and opens:  # "Ndidi cut a ribbon", but "Outside stood 5 men"
        rare = token.upos == "ADV" and not token.text.endswith("ly") and token.text.lower() not in _OPENING_ADVERBS
        return rare and after.tag in ("VBD", "VBZ") and after.lemma not in words("clauses", "inverted", "verbs")
    if token.upos == "ADV":  # "To each of 5 friends Hilde gave 6": no adverb has a capital there
        if opens:  # "Eirik unpacked 18 plates", but "Yesterday came 18 ships"
            return acts and token.tag in ("NN", "NNS") and token.text.lower() not in words("clauses", "time", "words")
        return acts and tokens[index - 1].upos != "PUNCT"
    return token.upos in ("ADJ", "X", "INTJ", "VERB") and acts and verb_lemma(token.text) is None


def fix_unknown_doers(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read a rare word between an article and a verb with a number after it as a noun."""
    for index in range(1, len(tokens) - 2):
        if tokens[index].upos == "ADJ" and _is_unknown_doer(tokens, index) and opens_amount(tokens, index + 2, numbers):
            token = tokens[index]
            tokens[index] = replace(token, upos="NOUN", tag="NN", dep="compound", lemma=noun_lemma(token.text))


def _is_unknown_doer(tokens: Sequence[Token], index: int) -> bool:
    """True for a rare noun read as an adjective of the object: in "The admin deleted 75 files" no noun is left over."""
    doer, verb = tokens[index], tokens[index + 1]
    return doer.upos == "ADJ" and doer.dep == "amod" and tokens[index - 1].upos == "DET" and verb.tag in ("VBD", "VBZ")


_CLOSED_CLASSES = frozenset({"PART", "NUM", "DET", "CCONJ", "PRON", "ADP", "SCONJ"})


def fix_function_words(tokens: list[Token], numbers: frozenset[int]) -> None:
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
                make_subject(tokens, index, index + 1)


def _is_noun(token: Token) -> bool:
    """True for a word in small letters that is no form of a known verb."""
    word = token.text
    return word.islower() and word.isalpha() and len(word) > 2 and spelled_verb_lemma(word) not in all_verbs()
