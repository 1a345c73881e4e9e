"""One part of speech for each token, where the two taggers of a parse disagree.

The coarse part of speech and the fine tag are learned apart, so that a rare word can be a verb in one and a noun in
the other. The label in the tree, the word in front and the list of verbs decide together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import all_verbs, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.retagging import as_noun, as_verb
from arithmetree.schemas import Token
from arithmetree.word_lists import table

CLAUSES = frozenset({"root", "advcl", "parataxis", "ccomp", "xcomp", "acl", "conj", "csubj"})
_PHRASES = frozenset({"nsubj", "obj", "iobj", "obl", "nmod", "appos", "compound"})
_SETTLED = frozenset({"DET", "PUNCT", "NUM", "PRON", "CCONJ", "SCONJ", "SYM", "PART", "SPACE"})  # both taggers agree
_AGREEING = frozenset(
    {("NOUN", "NN"), ("NOUN", "NNS"), ("ADJ", "JJ"), ("ADJ", "JJR"), ("ADV", "RB"), ("ADV", "WRB"), ("ADP", "IN")}
)
_NOUN_TAGS = frozenset({"NN", "NNS"})
_VERB_TAGS = frozenset({"VB", "VBD", "VBN", "VBP", "VBZ", "VBG"})


def agreed(tokens: Sequence[Token]) -> list[Token]:
    """The tokens with part of speech, tag and lemma set to a verb or to a noun where they contradict each other."""
    fixed = list(tokens)
    for index, token in enumerate(fixed):
        if token.upos in _SETTLED or ((token.upos, token.tag) in _AGREEING and token.text != "worth"):
            continue
        label = token.dep.partition(":")[0]
        determined = index > 0 and (determines(fixed[index - 1]) or _is_opening_article(fixed, index - 1))
        if determined and fixed[index - 1].text == "each" and _closes_each(fixed, index):
            continue
        if _is_plain_noun(token, label):
            fixed[index] = as_noun(token)
        elif token.text == "worth":
            fixed[index] = replace(token, upos="ADJ", tag="JJ", lemma="worth")
        elif token.tag == "VBZ" and token.upos == "VERB" and _hides_verb(fixed, index):
            hidden, root = fixed[index - 1], token.head == index
            fixed[index - 1] = replace(as_verb(hidden, "VBZ"), dep=token.dep, head=index - 1 if root else token.head)
            fixed[index] = replace(as_noun(token), dep="obj", head=index - 1)
            fixed[index - 2] = replace(fixed[index - 2], dep="nsubj", head=index - 1)
        elif token.tag == "VBZ" and token.upos == "VERB" and _begins_phrase(fixed, index):
            fixed[index] = as_noun(token)
        elif token.upos == "VERB" and _is_bare_doer(fixed, index):
            fixed[index] = replace(as_noun(token), dep="nsubj", head=index + 1)
        elif token.upos == "VERB" and token.tag not in _VERB_TAGS:
            if determined or label in _PHRASES:
                fixed[index] = as_noun(token)
            elif label in CLAUSES and verb_lemma(token.text) is not None:
                fixed[index] = replace(token, tag=verb_tag(fixed, index))
            elif token.tag in _NOUN_TAGS:
                fixed[index] = as_noun(token)
        elif (token.upos in ("VERB", "AUX") and determined) and (
            label in _PHRASES or label == "reparandum" or (token.tag == "VBG" and _is_alone(fixed, index))
        ):
            fixed[index] = as_noun(token)
        elif token.upos == "ADV" and token.tag in ("VBD", "VBZ") and label in CLAUSES and verb_lemma(token.text):
            fixed[index] = as_verb(token, token.tag)  # "63 mm of rain fell"
        elif token.upos in ("NOUN", "ADJ") and not determined and verb_lemma(token.text) is not None:
            if token.tag in _VERB_TAGS and label in CLAUSES:
                fixed[index] = as_verb(token, token.tag)
            elif token.tag in ("JJ", "IN") and label in CLAUSES and is_past(token) and token.upos == "NOUN":
                fixed[index] = as_verb(token, "VBD")
    return fixed


def _is_plain_noun(token: Token, label: str) -> bool:
    """True for a name in small letters, and for a noun by tag and label that was read as an adverb."""
    if token.upos == "PROPN":
        return token.text.islower() and token.text.isalpha() and len(token.text) > 1
    return token.upos in ("ADV", "ADP", "INTJ", "X") and token.tag in _NOUN_TAGS and label in _PHRASES


def determines(token: Token) -> bool:
    """True for an article, a possessive or "each" in front of a noun; "A" inside a sentence is a name ("Row A")."""
    return token.tag == "PRP$" or token.text in ("the", "The", "a", "an", "An", "each", "every", "Each", "Every")


def _closes_each(tokens: Sequence[Token], index: int) -> bool:
    """True for the verb after a closed phrase: "chests with 13 wedges in each went up the mountain"."""
    finite = tokens[index].upos in ("VERB", "AUX") and tokens[index].tag in ("VBD", "VBZ", "VBP")
    return finite and index > 1 and tokens[index - 2].upos == "ADP"


def _is_alone(tokens: Sequence[Token], index: int) -> bool:
    """True for the "filling" of "a check-up costs $45 and a filling $80": nothing follows that it could describe."""
    after = tokens[index + 1] if index + 1 < len(tokens) else None
    return after is None or after.upos in ("PUNCT", "AUX", "SYM", "NUM", "CCONJ") or after.tag in ("VBD", "VBZ")


def _is_opening_article(tokens: Sequence[Token], index: int) -> bool:
    return tokens[index].text == "A" and (index == 0 or tokens[index - 1].sent != tokens[index].sent)


def _begins_phrase(tokens: Sequence[Token], index: int) -> bool:
    """True for a plural read as a verb: the second half of "flip-flops", or an unknown word after "and"."""
    if index == 0:
        return False
    before = tokens[index - 1]
    if before.tag == "HYPH":
        return before.end == tokens[index].start
    return before.upos in ("CCONJ", "PUNCT", "VERB") and not is_listed(tokens[index])


def _hides_verb(tokens: Sequence[Token], index: int) -> bool:
    """True for a plural read as the verb, and the verb before it as a noun: "The florist ties tulips into bunches"."""
    if index < 2 or is_listed(tokens[index]):
        return False
    hidden, doer = tokens[index - 1], tokens[index - 2]
    acts = hidden.upos == "NOUN" and hidden.tag == "NNS" and verb_lemma(hidden.text) is not None
    return acts and (doer.upos in ("NOUN", "PROPN") or (doer.upos == "ADJ" and determines(tokens[index - 3])))


def _is_bare_doer(tokens: Sequence[Token], index: int) -> bool:
    """True for a base form between "and" and a finite verb: the "rent" of "and rent took $90"."""
    if index == 0 or index + 1 >= len(tokens) or tokens[index].tag not in ("VB", "VBP"):
        return False
    after = tokens[index + 1]
    return tokens[index - 1].upos == "CCONJ" and after.upos == "VERB" and after.tag in ("VBD", "VBZ")


def is_listed(token: Token) -> bool:
    """True for a form of any verb that the word lists know."""
    return spelled_verb_lemma(token.text) in all_verbs()


def is_past(token: Token, alike: bool = False) -> bool:
    """True for a past form or participle, by its spelling; `alike` takes in those that equal the base form ("cut")."""
    if alike and token.text in table("verbs")["irregular"]:
        return True
    return spelled_verb_lemma(token.text) != token.text.lower() and not token.text.endswith(("s", "ing"))


def verb_tag(tokens: Sequence[Token], index: int) -> str:
    """The fine tag of a verb, by its ending and the auxiliary in front of it."""
    token = tokens[index]
    if token.text.endswith("ing"):
        return "VBG"
    if is_past(token):
        return "VBN" if index and tokens[index - 1].upos == "AUX" else "VBD"
    if token.text.endswith("s") and spelled_verb_lemma(token.text) != token.text.lower():
        return "VBZ"
    asked = any(other.upos == "AUX" and other.head == index for other in tokens[max(0, index - 8) : index])
    return "VB" if asked else "VBP"
