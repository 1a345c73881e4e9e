"""Clauses whose verb the parse hides: predicates read as nouns or adjectives, participles, auxiliaries.

Here labels and heads change with the part of speech, where one reading of the words is far likelier than the tree.
"""

from __future__ import annotations

from dataclasses import replace

from arithmetree.morphology import noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.number_agreement import disagrees
from arithmetree.reading.repairs.retagging import as_verb
from arithmetree.reading.repairs.tag_agreement import CLAUSES, determines, is_listed, is_past, verb_tag
from arithmetree.schemas import Token
from arithmetree.word_lists import table

_NEAR = 12  # tokens between an auxiliary and what it may govern


def reveal_verbs(tokens: list[Token]) -> None:
    """Set the hidden verbs of a text right, in place."""
    _fix_passives(tokens)
    _fix_owning_roots(tokens)
    _fix_opening_plurals(tokens)
    _fix_hidden_predicates(tokens)
    _fix_finite_roots(tokens)
    _fix_auxiliaries(tokens)
    _fix_lost_predicates(tokens)
    _fix_joint_subjects(tokens)
    if any(token.text == "lay" for token in tokens):
        _tell_lie_from_lay(tokens)


def _fix_passives(tokens: list[Token]) -> None:
    """Read the participle after "was" as a verb: "80 crates were unloaded at dawn"."""
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


def _fix_owning_roots(tokens: list[Token]) -> None:
    """Read a plural with an object after it as the verb of its sentence: "The photo booth prints its pictures"."""
    if not any(token.tag == "NNS" and token.dep == "root" for token in tokens):
        return
    owned = {token.head: index for index, token in enumerate(tokens) if token.dep == "obj" and token.upos == "NOUN"}
    for index, token in enumerate(tokens):
        if token.dep != "root" or token.tag != "NNS" or owned.get(index, -1) < index + 2 or index < 2:
            continue
        doer = tokens[index - 1]
        if verb_lemma(token.text) is None or doer.head != index or doer.upos not in ("NOUN", "PROPN", "ADJ"):
            continue
        tokens[index] = as_verb(token, "VBZ")
        noun = doer if doer.upos != "ADJ" else replace(doer, upos="NOUN", tag="NN", lemma=noun_lemma(doer.text))
        tokens[index - 1] = replace(noun, dep="nsubj", head=index)


def _fix_opening_plurals(tokens: list[Token]) -> None:
    """Read a plural in front of a plural verb as its subject: "Marble runs come with 60 pieces each"."""
    for index in range(1, len(tokens) - 1):
        first, token, verb = tokens[index - 1], tokens[index], tokens[index + 1]
        opens = index == 1 or tokens[index - 2].sent != first.sent
        if not opens or token.upos != "VERB" or token.tag != "VBZ" or first.upos not in ("NOUN", "PROPN", "ADJ"):
            continue
        finite = verb.text in ("are", "were", "have", "come", "cost", "hold", "weigh", "need", "sell", "go", "take")
        if not finite or first.tag == "NNS" or token.lemma in ("be", "do", "have", "help", "let", "make", "dare"):
            continue
        lemma = noun_lemma(token.text)
        if tokens[verb.head].sent == token.sent and verb.head in (index, index + 1):
            root = token.head == index
            label = "root" if root else token.dep
            tag = verb.tag if verb.upos == "AUX" else "VBP"
            tokens[index + 1] = replace(verb, tag=tag, dep=label, head=index + 1 if root else token.head)
        tokens[index] = replace(token, upos="NOUN", tag="NNS", dep="nsubj", head=index + 1, lemma=lemma)
        tokens[index - 1] = replace(first, dep="compound", head=index)


def _fix_hidden_predicates(tokens: list[Token]) -> None:
    """Read what has a subject but no auxiliary as a finite verb: "180 of which stay on board"."""
    helped = {token.head for token in tokens if token.dep in ("cop", "aux", "aux:pass", "case", "det")}
    owners = {token.head for token in tokens if token.dep == "obj"}
    for index, token in enumerate(tokens):
        if not token.dep.startswith("nsubj") or token.head in helped or token.head <= index:
            continue
        above = tokens[token.head]
        clausal = above.dep.partition(":")[0] in CLAUSES
        if above.tag == "VBN" and above.upos == "VERB" and token.dep == "nsubj":
            tokens[token.head] = replace(above, tag="VBD")
        elif above.upos == "ADJ" and clausal and is_past(above) and token.head in owners:
            lemma = spelled_verb_lemma(above.text)  # "a storm uprooted 4"
            tokens[token.head] = replace(above, upos="VERB", tag="VBD", lemma=lemma)
        elif above.upos in ("NOUN", "ADJ") and clausal and is_listed(above) and not determines(tokens[token.head - 1]):
            if disagrees(token, above):
                continue
            lemma = spelled_verb_lemma(above.text)
            tokens[token.head] = replace(above, upos="VERB", tag=verb_tag(tokens, token.head), lemma=lemma)


def _fix_finite_roots(tokens: list[Token]) -> None:
    """Tag the main verb of a sentence as finite where no auxiliary is: "From a box of 40 nails Tom built 5 stools"."""
    helped = {token.head for token in tokens if token.dep in ("aux", "aux:pass", "mark")}
    for index, token in enumerate(tokens):
        if token.dep != "root" or token.upos != "VERB" or index in helped:
            continue
        opens = index == 0 or tokens[index - 1].sent != token.sent  # "Find the total" stays a command
        if not opens and token.tag in ("VBN", "VB"):
            tokens[index] = replace(token, tag="VBD" if token.tag == "VBN" else "VBP")


def _fix_auxiliaries(tokens: list[Token]) -> None:
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


def _fix_lost_predicates(tokens: list[Token]) -> None:
    """Make a verb with an object the head of what it was taken for an auxiliary of: "has room for books 4 cm thick"."""
    if not any(token.dep == "aux" and token.upos == "VERB" for token in tokens):
        return
    owners = {token.head for token in tokens if token.dep == "obj"}
    for index, token in enumerate(tokens):
        if token.upos != "VERB" or token.dep != "aux" or index not in owners or token.lemma not in ("have", "do"):
            continue
        lost = token.head
        root = tokens[lost].head == lost
        tokens[index] = replace(token, dep=tokens[lost].dep, head=index if root else tokens[lost].head)
        tokens[lost] = replace(tokens[lost], dep="dep", head=index)
        for other, kid in enumerate(tokens[:index]):
            if kid.head == lost and kid.dep.startswith("nsubj"):
                tokens[other] = replace(kid, head=index)


def _governs(tokens: list[Token], index: int) -> bool:
    """True for "does" between its subject and its object, with no other verb before the object."""
    between = tokens[index + 1 : tokens[index].head]
    follows = index > 0 and tokens[index - 1].upos in ("NOUN", "PROPN", "PRON", "NUM")
    return follows and not any(other.upos in ("VERB", "AUX", "ADV") for other in between)


def _is_participle(token: Token) -> bool:
    """True for a past participle by its form, one that equals its base form included ("burst", "cut")."""
    return verb_lemma(token.text) is not None and (is_past(token) or token.text in table("verbs")["irregular"])


def _fix_joint_subjects(tokens: list[Token]) -> None:
    """Join two subjects of one verb with "and" between them: in "Ana and Ben got 4" Ben is a conjunct of Ana."""
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
