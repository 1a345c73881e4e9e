"""Those who do something, read as adjectives, adverbs or verbs: names, numbered things, and rare nouns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import noun_lemma, verb_lemma
from arithmetree.reading.repairs.counted_nouns import opens_amount
from arithmetree.reading.repairs.retagging import make_subject
from arithmetree.schemas import Token
from arithmetree.word_lists import words

_COUNTED = frozenset({"Other", "Another", "Additional", "Further", "Last", "First", "Next", "Extra", "Many", "More"})
_OPENING_ADVERBS = frozenset(
    {"again", "also", "altogether", "always", "downstairs", "first", "here", "inside", "instead", "later", "maybe"}
    | {"meanwhile", "never", "next", "now", "often", "once", "outside", "perhaps", "so", "sometimes", "soon", "still"}
    | {"then", "there", "thus", "today", "together", "tomorrow", "tonight", "twice", "upstairs", "yesterday", "yet"}
)


def mend_numbered_things(tokens: list[Token]) -> None:
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


def mend_names(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read capital words that can only be names as names, and as the subject of a verb right behind them."""
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
    behind = tokens[index + 1] if index + 1 < len(tokens) else token
    acts = behind.tag in ("VBD", "VBZ") or (verb_lemma(behind.text) or behind.text) != behind.text.lower()
    if token.tag == "RB" and opens:  # "Ndidi cut a ribbon", but "Outside stood 5 men"
        rare = token.upos == "ADV" and not token.text.endswith("ly") and token.text.lower() not in _OPENING_ADVERBS
        return rare and behind.tag in ("VBD", "VBZ") and behind.lemma not in words("clauses", "inverted", "verbs")
    if token.upos == "ADV":  # "To each of 5 friends Hilde gave 6": no adverb has a capital there
        if opens:  # "Eirik unpacked 18 plates", but "Yesterday came 18 ships"
            return acts and token.tag in ("NN", "NNS") and token.text.lower() not in words("clauses", "time", "words")
        return acts and tokens[index - 1].upos != "PUNCT"
    return token.upos in ("ADJ", "X", "INTJ", "VERB") and acts and verb_lemma(token.text) is None


def mend_unknown_doers(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read a rare word between an article and a verb with a number behind it as a noun."""
    for index in range(1, len(tokens) - 2):
        if tokens[index].upos == "ADJ" and _is_unknown_doer(tokens, index) and opens_amount(tokens, index + 2, numbers):
            token = tokens[index]
            tokens[index] = replace(token, upos="NOUN", tag="NN", dep="compound", lemma=noun_lemma(token.text))


def _is_unknown_doer(tokens: Sequence[Token], index: int) -> bool:
    """True for a rare noun read as an adjective of the object: in "The admin deleted 75 files" no noun is left over."""
    doer, verb = tokens[index], tokens[index + 1]
    return doer.upos == "ADJ" and doer.dep == "amod" and tokens[index - 1].upos == "DET" and verb.tag in ("VBD", "VBZ")
