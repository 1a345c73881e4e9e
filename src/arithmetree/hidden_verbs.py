"""Clauses whose verb the parse hides: predicates read as nouns or adjectives, participles, auxiliaries.

Here labels and heads change with the part of speech, where one reading of the words is far likelier than the tree.
"""

from __future__ import annotations

from dataclasses import replace

from arithmetree.morphology import spelled_verb_lemma, verb_lemma
from arithmetree.number_agreement import disagrees
from arithmetree.schemas import Token
from arithmetree.tag_agreement import CLAUSES, as_verb, determines, is_listed, is_past, verb_tag
from arithmetree.word_lists import table

_NEAR = 12  # tokens between an auxiliary and what it may govern


def reveal_verbs(tokens: list[Token]) -> None:
    """Set the hidden verbs of a text right, in place."""
    _mend_passives(tokens)
    _mend_hidden_predicates(tokens)
    _mend_finite_roots(tokens)
    _mend_opening_participles(tokens)
    _mend_auxiliaries(tokens)
    _mend_joint_subjects(tokens)
    if any(token.text == "lay" for token in tokens):
        _tell_lie_from_lay(tokens)


def _mend_passives(tokens: list[Token]) -> None:
    """Read the participle behind "was" as a verb: "80 crates were unloaded at dawn"."""
    for index, token in enumerate(tokens):
        if token.dep == "aux" and token.lemma == "have" and token.head > index:  # "20 sheep had drunk their fill"
            done = tokens[token.head]
            if done.upos == "ADJ" and verb_lemma(done.text) and is_past(done):
                tokens[token.head] = as_verb(done, "VBN")
        if token.dep not in ("cop", "aux:pass") or token.lemma != "be":
            continue
        described = tokens[token.head]
        if described.upos == "ADJ" and token.head > index and verb_lemma(described.text) and is_past(described):
            tokens[token.head] = as_verb(described, "VBN")
            tokens[index] = replace(token, dep="aux:pass")


def _mend_hidden_predicates(tokens: list[Token]) -> None:
    """Read what has a subject but no auxiliary as a finite verb: "180 of which stay on board"."""
    helped = {token.head for token in tokens if token.dep in ("cop", "aux", "aux:pass", "case", "det")}
    for index, token in enumerate(tokens):
        if not token.dep.startswith("nsubj") or token.head in helped or token.head <= index:
            continue
        above = tokens[token.head]
        clausal = above.dep.partition(":")[0] in CLAUSES
        if above.tag == "VBN" and above.upos == "VERB" and token.dep == "nsubj":
            tokens[token.head] = replace(above, tag="VBD")
        elif above.upos in ("NOUN", "ADJ") and clausal and is_listed(above) and not determines(tokens[token.head - 1]):
            if disagrees(token, above) or _changes_tense(tokens, above):
                continue
            lemma = spelled_verb_lemma(above.text)
            tokens[token.head] = replace(above, upos="VERB", tag=verb_tag(tokens, token.head), lemma=lemma)


def _changes_tense(tokens: list[Token], token: Token) -> bool:
    """True for a present form joined to a past one: "The wall swallowed 90 bricks and the school steps 65"."""
    above = tokens[token.head]
    return token.dep == "conj" and above.tag == "VBD" and above.upos == "VERB" and verb_tag([token], 0) == "VBZ"


def _mend_finite_roots(tokens: list[Token]) -> None:
    """Tag the main verb of a sentence as finite where no auxiliary is: "From a box of 40 nails Tom built 5 stools"."""
    helped = {token.head for token in tokens if token.dep in ("aux", "aux:pass", "mark")}
    for index, token in enumerate(tokens):
        if token.dep != "root" or token.upos != "VERB" or index in helped:
            continue
        opens = index == 0 or tokens[index - 1].sent != token.sent  # "Find the total" stays a command
        if not opens and token.tag in ("VBN", "VB"):
            tokens[index] = replace(token, tag="VBD" if token.tag == "VBN" else "VBP")


def _mend_opening_participles(tokens: list[Token]) -> None:
    """Give a participle that opens a sentence its object: "Walking dogs for 3 dollars an hour, Mina earned 30"."""
    for index, token in enumerate(tokens):
        opens = index == 0 or tokens[index - 1].sent != token.sent
        if not opens or token.tag != "VBG" or token.dep not in ("compound", "amod") or token.upos != "VERB":
            continue
        noun = tokens[token.head]
        if noun.dep.partition(":")[0] in ("obl", "dislocated", "discourse"):
            tokens[index] = replace(token, dep="advcl", head=noun.head)
            tokens[token.head] = replace(noun, dep="obj", head=index)


def _mend_auxiliaries(tokens: list[Token]) -> None:
    """Settle "do" and "have" in front of a noun: a verb in "A boat does 7 miles", an auxiliary in "15 had burst"."""
    for index, token in enumerate(tokens):
        if token.upos != "AUX" or token.lemma not in ("do", "have") or not index < token.head < index + _NEAR:
            continue
        above = tokens[token.head]
        if above.upos not in ("NOUN", "SYM", "NUM"):
            continue
        if token.head == index + 1 and token.lemma == "have" and _is_participle(above):
            tokens[token.head] = as_verb(above, "VBN")
            tokens[index] = replace(token, dep="aux")
        elif _governs(tokens, index):
            root = above.head == token.head
            tokens[index] = replace(token, upos="VERB", dep=above.dep, head=index if root else above.head)
            tokens[token.head] = replace(above, dep="obj", head=index)


def _governs(tokens: list[Token], index: int) -> bool:
    """True for "does" between its subject and its object, with no other verb before the object."""
    between = tokens[index + 1 : tokens[index].head]
    follows = index > 0 and tokens[index - 1].upos in ("NOUN", "PROPN", "PRON", "NUM")
    return follows and not any(other.upos in ("VERB", "AUX", "ADV") for other in between)


def _is_participle(token: Token) -> bool:
    """True for a past participle by its form, one that equals its base form included ("burst", "cut")."""
    return verb_lemma(token.text) is not None and (is_past(token) or token.text in table("verbs")["irregular"])


def _mend_joint_subjects(tokens: list[Token]) -> None:
    """Join two subjects of one verb that "and" stands between: in "Ana and Ben got 4" Ben is a conjunct of Ana."""
    last: int | None = None
    for index, token in enumerate(tokens):
        if not token.dep.startswith("nsubj"):
            continue
        joint = index - 1
        while joint > 0 and tokens[joint].head == index and tokens[joint].upos in ("DET", "ADJ", "NUM", "PRON", "NOUN"):
            joint -= 1
        if last is not None and tokens[last].head == token.head and joint == last + 1 and tokens[joint].text == "and":
            tokens[index] = replace(token, dep="conj", head=last)
            tokens[joint] = replace(tokens[joint], head=index)
        else:
            last = index


def _tell_lie_from_lay(tokens: list[Token]) -> None:
    """Read "lay" without an object, or in the past, as a form of lie: "On the table lay 14 spoons"."""
    laid = {token.head for token in tokens if token.dep == "obj"}
    for index, token in enumerate(tokens):
        if token.text != "lay" or token.upos != "VERB":
            continue
        helped = any(other.head == index and other.dep in ("aux", "mark") for other in tokens)
        doers = [other.tag for other in tokens[:index] if other.head == index and other.dep == "nsubj"]
        past = doers in (["NN"], ["NNP"]) or (not doers and token.dep == "root")  # "Snow lay 9 cm deep", "On it lay 9"
        if token.tag == "VBD" or index not in laid or (past and not helped):
            tokens[index] = replace(token, lemma="lie")
