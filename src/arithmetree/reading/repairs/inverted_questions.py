"""Questions with the auxiliary before the subject, whose verb stands last and may look like a noun."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import all_verbs, noun_lemma, verb_lemma
from arithmetree.reading.repairs.retagging import NOMINAL, make_misplaced_subject
from arithmetree.schemas import Token

_INVERTING = frozenset(
    {"do", "does", "did", "will", "would", "can", "could", "must", "should", "shall", "may", "might"}
)
_SUBORDINATORS = frozenset({"if", "when", "while", "after", "before", "because", "that", "which", "who"})


def mend_inverted_questions(tokens: list[Token], numbers: frozenset[int]) -> None:
    """In "how much do 4 tickets cost", make "do" the auxiliary and the last word the verb."""
    asked = False
    for index, token in enumerate(tokens):
        word = token.text.lower()
        if word in ("how", "what", "which", "when", "where", "who"):
            asked = True
        elif (token.upos == "PUNCT" and token.tag != "HYPH") or token.sent != tokens[index - 1].sent:
            asked = False
        elif asked and word in _INVERTING and token.upos in ("VERB", "AUX", "NOUN", "PROPN"):
            verb = _main_verb(tokens, index, numbers)
            if verb is not None:
                tokens[index] = replace(token, upos="AUX", dep="aux", head=verb)
                main = tokens[verb]
                if main.upos != "VERB":
                    label = "root" if main.head == verb or index == main.head else main.dep
                    label = "parataxis" if label not in ("root", "advcl", "ccomp", "conj", "xcomp") else label
                    tokens[verb] = replace(
                        main, upos="VERB", tag="VB", dep=label, lemma=verb_lemma(main.text) or main.lemma
                    )
                if tokens[verb].head == index:
                    tokens[verb] = replace(tokens[verb], head=verb, dep="root")
                if tokens[verb - 1].upos == "ADJ" and tokens[verb - 2].upos == "DET":
                    tokens[verb - 1] = replace(
                        tokens[verb - 1], upos="NOUN", tag="NN", lemma=noun_lemma(tokens[verb - 1].text)
                    )
                make_misplaced_subject(tokens, verb - 1, verb)
            asked = False


def _main_verb(tokens: Sequence[Token], auxiliary: int, numbers: frozenset[int]) -> int | None:
    """The verb that an inverted auxiliary belongs to: the next one tagged so, else the next known base form."""
    likely = None
    seen_nominal = False
    for node in range(auxiliary + 1, len(tokens)):
        token = tokens[node]
        word = token.text.lower()
        if (token.upos == "PUNCT" and word not in ("-", '"')) or word in _SUBORDINATORS:
            break
        if token.upos == "VERB" and seen_nominal and token.tag in ("VB", "VBP", "VBD", "VBN"):
            return likely if likely is not None and token.tag != "VB" else node
        if token.upos == "VERB" and token.tag == "VB":
            return node
        follows = likely is None or likely == node - 1  # "how long does a 500-gram bag last"
        if seen_nominal and follows and word in all_verbs() and node not in numbers:
            behind = tokens[node + 1].upos if node + 1 < len(tokens) else "PUNCT"
            if tokens[node - 1].upos in ("NOUN", "PROPN", "PRON", "NUM", "ADV", "ADJ") and behind not in (
                "NOUN",
                "PROPN",
                "AUX",
            ):
                likely = node
        # A rare noun behind its article may be read as an adjective: "can an electrician buy".
        if token.upos in NOMINAL or node in numbers or (token.upos == "ADJ" and tokens[node - 1].upos == "DET"):
            seen_nominal = True
    return likely
