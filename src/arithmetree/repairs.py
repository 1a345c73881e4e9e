"""Repairs of the tags where the word lists know better than the parser.

A verb that was read as a noun ("The shop sells 12-packs") hides the clause; a measure that was read as a verb or
adjective ("15 centimetres a day", "88 m high") hides the unit. Only parts of speech change, and labels where a
changed word could not keep its own; the steps that follow look at word order as well as at the tree.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import known_verbs, noun_lemma, verb_lemma
from arithmetree.schemas import Token
from arithmetree.tokens import REACH
from arithmetree.word_lists import words

_NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
_BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ", "SPACE"})
_MISPLACED = frozenset({"compound", "amod", "flat", "nmod:desc", "obl:unmarked", "advmod", "aux"})
_DO = frozenset({"do", "does", "did"})
_INVERTING = _DO | {"will", "would", "can", "could", "must", "should", "shall", "may", "might"}
_SUBORDINATORS = frozenset({"if", "when", "while", "after", "before", "because", "that", "which", "who"})


def repaired(tokens: Sequence[Token], numbers: frozenset[int]) -> tuple[Token, ...]:
    """The tokens with misread verbs and measures set right; `numbers` are the tokens of quantities."""
    mended = list(tokens)
    for index, token in enumerate(mended):
        if index in numbers:
            continue
        if (index - 1 in numbers and _is_unit(mended, index)) or _is_measured(mended, index, numbers):
            mended[index] = replace(token, upos="NOUN", tag=_noun_tag(token), lemma=noun_lemma(token.text))
    for index, token in enumerate(mended):
        if index not in numbers and _is_name(mended, index):
            mended[index] = replace(token, upos="PROPN", tag="NNP", lemma=token.text)
            if index + 1 < len(mended) and mended[index + 1].tag in ("VBD", "VBZ"):
                _make_subject(mended, index, index + 1)
    for index, token in enumerate(mended):
        if index in numbers:
            continue
        misread = token.upos in ("NOUN", "PROPN", "ADJ", "ADP", "INTJ")
        hidden = (
            token.upos == "VERB"
            and token.dep in ("amod", "compound", "acl", "case", "nmod", "flat")
            and token.tag in ("VBN", "VBD", "VBZ")
        )
        if (misread or hidden) and _is_verb(mended, index, numbers):
            before = _before(mended, index)
            mended[index] = _as_verb(token, index, _plural(mended, before, numbers))
            if mended[before].upos in _NOMINAL and mended[before].dep in _MISPLACED:
                _make_subject(mended, before, index)
        elif token.upos == "ADJ" and token.dep.startswith("nsubj") and index and mended[index - 1].upos == "DET":
            mended[index] = replace(token, upos="NOUN", tag=_noun_tag(token), lemma=noun_lemma(token.text))
    _mend_inverted_questions(mended, numbers)
    return tuple(mended)


def _make_subject(tokens: list[Token], subject: int, verb: int) -> None:
    """Hang a noun under its verb; if the verb hung under the noun, it takes the noun's place."""
    above = tokens[subject].head
    if tokens[verb].head == subject:
        root = above in (subject, verb)
        tokens[verb] = replace(tokens[verb], head=verb if root else above, dep="root" if root else tokens[subject].dep)
    tokens[subject] = replace(tokens[subject], head=verb, dep="nsubj")


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
    if token.upos == "NOUN" and token.tag == "NN":
        return not opens and tokens[index - 1].upos not in ("PUNCT", "SPACE")
    behind = tokens[index + 1] if index + 1 < len(tokens) else token
    acts = behind.tag in ("VBD", "VBZ") or (verb_lemma(behind.text) or behind.text) != behind.text.lower()
    return token.upos in ("ADJ", "X", "INTJ", "VERB") and acts and verb_lemma(token.text) is None


def _noun_tag(token: Token) -> str:
    return "NNS" if token.text.endswith("s") else "NN"


def _as_verb(token: Token, index: int, plural: bool) -> Token:
    word = token.text.lower()
    tag = "VBZ" if word.endswith("s") and not word.endswith("ss") else "VBD"
    if word == verb_lemma(word) and plural:
        tag = "VBP"
    dep = "root" if token.head == index else "parataxis"
    return replace(token, upos="VERB", tag=tag, dep=dep, lemma=verb_lemma(word) or token.lemma)


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
        return verb_lemma(word) is None or ahead in ("AUX", "VERB")
    return False


def _is_measured(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for the "plank" of "a 96-inch plank", read as a verb that no list knows."""
    if tokens[index].upos != "VERB" or index < 3 or index - 3 not in numbers or tokens[index - 2].text != "-":
        return False
    return verb_lemma(tokens[index].text) is None


def _is_verb(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for an inflected form of a known verb between a noun and its object, in a clause without a verb."""
    word = tokens[index].text.lower()
    base = verb_lemma(word)
    if base is None or index == 0 or index + 1 >= len(tokens):
        return False
    before, behind = _before(tokens, index), tokens[index + 1]
    if (
        word == base
        and word not in ("cost", "put", "cut", "read", "set", "hit", "let")
        and not _plural(tokens, before, numbers)
    ):
        return False
    opens_object = (
        index + 1 in numbers
        or behind.upos in ("NUM", "DET", "SYM", "ADP")
        or behind.tag in ("PRP$", "PRP", "RP", "$")
        or behind.text.lower() in ("only", "about", "exactly", "nearly", "almost", "up", "out", "off")
    )
    inflected = word != base and (not word.endswith("s") or not _sentence_has_verb(tokens, index))
    if not opens_object and not (inflected and behind.upos in ("NOUN", "PROPN", "ADJ", "PRON")):
        return False
    if tokens[before].upos in ("CCONJ", "PUNCT") and word != base:
        return (
            index + 1 in numbers and tokens[index].upos != "ADJ" and tokens[before].text in ("and", "then", "but", ",")
        )
    if before in numbers:  # "At the market 9 get off"
        return (
            word == base
            and behind.text.lower() in ("off", "on", "out", "away", "in", "up")
            and not behind.text[:1].isupper()
        )
    if tokens[before].upos not in _NOMINAL:
        return False
    if tokens[before].tag in ("PRP$", "WP$") or tokens[before].text in ("'s", "'"):
        return False
    return not _clause_has_verb(tokens, index)


def _before(tokens: Sequence[Token], index: int) -> int:
    before = index - 1
    while before > 0 and tokens[before].upos == "ADV":
        before -= 1
    return before


def _plural(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    return (
        tokens[index].tag in ("NNS", "NNPS")
        or tokens[index].text.lower() in ("they", "we", "i", "you")
        or index in numbers
    )


def _clause_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if a finite verb stands in the same stretch between punctuation marks and conjunctions."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and (tokens[node].upos not in _BORDERS or tokens[node].tag == "HYPH"):
            token = tokens[node]
            if token.upos in ("VERB", "AUX") and token.tag in ("VBD", "VBZ", "VBP", "MD") and token.dep != "amod":
                return True
            node += step
    return False


def _sentence_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if any finite verb stands in the sentence, other than the token itself."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and abs(node - index) < REACH and tokens[node].sent == tokens[index].sent:
            if tokens[node].upos in ("VERB", "AUX") and tokens[node].tag in ("VBD", "VBZ", "VBP", "MD"):
                return True
            node += step
    return False


def _mend_inverted_questions(tokens: list[Token], numbers: frozenset[int]) -> None:
    """In "how much do 4 tickets cost", make "do" the auxiliary and the last word the verb."""
    asked = False
    for index, token in enumerate(tokens):
        word = token.text.lower()
        if word in ("how", "what", "which", "when", "where", "who"):
            asked = True
        elif token.upos == "PUNCT" or token.sent != tokens[index - 1].sent:
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
                if tokens[verb - 1].upos in _NOMINAL and tokens[verb - 1].dep in _MISPLACED:
                    _make_subject(tokens, verb - 1, verb)
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
        if seen_nominal and likely is None and word in known_verbs() and node not in numbers:
            behind = tokens[node + 1].upos if node + 1 < len(tokens) else "PUNCT"
            if tokens[node - 1].upos in ("NOUN", "PROPN", "PRON", "NUM", "ADV") and behind not in (
                "NOUN",
                "PROPN",
                "AUX",
            ):
                likely = node
        if token.upos in _NOMINAL or node in numbers:
            seen_nominal = True
    return likely
