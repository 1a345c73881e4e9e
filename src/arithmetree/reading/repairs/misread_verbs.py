"""Verbs that were read as something else: between their doer and their object, as participles, and at the end of a
question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from arithmetree.morphology import all_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.misread_nouns import opens_amount
from arithmetree.reading.repairs.retagging import (
    NOMINAL,
    as_noun_by_ending,
    clause_has_verb,
    make_misplaced_subject,
    make_subject,
    sentence_has_verb,
)
from arithmetree.reading.repairs.tag_agreement import is_past
from arithmetree.schemas import Token
from arithmetree.word_lists import words

_BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ", "SPACE"})
_PARTICLES = frozenset({"up", "out", "off", "down", "away", "back", "over", "in", "on", "aside"})
_OBJECT_OPENERS = _PARTICLES | {"only", "about", "exactly", "nearly", "almost"}


def fix_verbs_read_as_nouns(tokens: list[Token], numbers: frozenset[int], counted: frozenset[int]) -> None:
    """Set misread verbs and their subjects right, in place; the `counted` tokens are known to be nouns."""
    for index, token in enumerate(tokens):
        if index in numbers or index in counted:
            continue
        misread = token.upos in ("NOUN", "PROPN", "ADJ", "ADP", "INTJ") or _is_past_adverb(token)
        hidden = (
            token.upos == "VERB"
            and token.dep in ("amod", "compound", "acl", "case", "nmod", "flat")
            and token.tag in ("VBN", "VBD", "VBZ")
        )
        if (misread or hidden) and _is_verb(tokens, index, numbers):
            before = _before(tokens, index)
            tokens[index] = _as_verb(token, index, _plural(tokens, before, numbers))
            make_misplaced_subject(tokens, before, index)
        elif token.upos == "ADJ" and token.dep.startswith("nsubj") and index and tokens[index - 1].upos == "DET":
            tokens[index] = as_noun_by_ending(token)


def _is_past_adverb(token: Token) -> bool:
    """True for an irregular past that was read as an adverb: "The storm tore away 48 tiles"."""
    return token.upos == "ADV" and token.text != "left" and verb_lemma(token.text) not in (None, token.text)


def _is_verb(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True for an inflected form of a known verb between a noun and its object, in a clause without a verb."""
    word = tokens[index].text.lower()
    if index == 0 or index + 1 >= len(tokens):
        return False
    base = verb_lemma(word)
    if base is None and tokens[index].upos == "VERB":
        base = spelled_verb_lemma(word)
    if base is None and spelled_verb_lemma(word) in all_verbs() and not sentence_has_verb(tokens, index):
        base = spelled_verb_lemma(word)  # "Thirty owls roost in 9 trees"
    if base is None:
        return False
    before, after = _before(tokens, index), tokens[index + 1]
    if (
        word == base
        and word not in ("cost", "put", "cut", "read", "set", "hit", "let")
        and not _plural(tokens, before, numbers)
        and not (word in words("clauses", "inverted", "verbs") and _opens_with_place(tokens, index, numbers))
        and (after.upos not in ("ADP", "DET") or sentence_has_verb(tokens, index))
    ):
        return False
    opens_object = (
        index + 1 in numbers
        or after.upos in ("NUM", "DET", "SYM", "ADP")
        or after.tag in ("PRP$", "PRP", "RP", "$")
        or (after.tag == "TO" and tokens[before].upos == "PROPN")  # "Ali hopes to sell 30 wreaths"
        or after.text.lower() in _OBJECT_OPENERS
    )
    inflected = word != base and (not word.endswith("s") or not sentence_has_verb(tokens, index))
    if not opens_object and not (inflected and after.upos in ("NOUN", "PROPN", "ADJ", "PRON")):
        return False
    if tokens[before].upos in ("CCONJ", "PUNCT") and word != base:
        particle = after.text.lower() in _PARTICLES
        counts = opens_amount(tokens, index + 1, numbers) or (particle and opens_amount(tokens, index + 2, numbers))
        return counts and tokens[index].upos != "ADJ" and tokens[before].text in ("and", "then", "but", ",")
    if before in numbers:
        if word != base and not word.endswith("s"):  # "School number 5 marched with 26 drums", "30 died"
            crew = before > 0 and tokens[before - 1].text == "of"  # "A crew of 8 planted pines"
            return (opens_object or crew) and not word.endswith("ing") and not clause_has_verb(tokens, index)
        return (  # "At the market 9 get off"
            word == base
            and after.text.lower() in ("off", "on", "out", "away", "in", "up")
            and not after.text[:1].isupper()
        )
    if tokens[before].tag == "POS" and word.endswith("s") and index + 1 in numbers:  # "and Tom's weighs 8"
        return not clause_has_verb(tokens, index)
    letter = before > 0 and len(tokens[before].text) == 1 and tokens[before].text.isupper()  # "Tariff A charges 9"
    if tokens[before].upos not in NOMINAL and not letter:
        return False
    if tokens[before].tag in ("PRP$", "WP$") or tokens[before].text in ("'s", "'"):
        return False
    return not clause_has_verb(tokens, index)


def _opens_with_place(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    """True after the place of "In the box lie 24 chocolates", which a number follows."""
    first = index
    while first > 0 and tokens[first - 1].sent == tokens[index].sent and tokens[first - 1].upos not in _BORDERS:
        first -= 1
    return index + 1 in numbers and first < index and tokens[first].upos == "ADP"


def _before(tokens: Sequence[Token], index: int) -> int:
    before = index - 1
    while before > 0 and (tokens[before].upos == "ADV" or tokens[before].tag == "RP" or tokens[before].text == "each"):
        before -= 1
    return before


def _plural(tokens: Sequence[Token], index: int, numbers: frozenset[int]) -> bool:
    return (
        tokens[index].tag in ("NNS", "NNPS")
        or tokens[index].text.lower() in ("they", "we", "i", "you")
        or index in numbers
    )


def _as_verb(token: Token, index: int, plural: bool) -> Token:
    word = token.text.lower()
    tag = "VBZ" if word.endswith("s") and not word.endswith("ss") else "VBD"
    if word == spelled_verb_lemma(word) and plural:
        tag = "VBP"
    dep = "root" if token.head == index else "parataxis"
    return replace(token, upos="VERB", tag=tag, dep=dep, lemma=spelled_verb_lemma(word))


def fix_participles(tokens: list[Token], numbers: frozenset[int]) -> None:
    """Read the participles after "each" and those in front of a number as verbs."""
    for index, token in enumerate(tokens):
        if token.text == "each" and _describes_each(tokens, index):
            done = tokens[index + 1]
            lemma = verb_lemma(done.text) or done.lemma
            tokens[index + 1] = replace(done, upos="VERB", tag="VBN", dep="acl", lemma=lemma)
        hides = token.text.endswith("ing") and (token.upos in ("NOUN", "ADJ") or token.dep == "amod")
        if hides and opens_amount(tokens, index + 1, numbers):
            _fix_participle(tokens, index)


def _fix_participle(tokens: list[Token], index: int) -> None:
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
    elif before.upos == "NOUN" and token.head < index:
        tokens[index] = replace(token, upos="VERB", tag="VBG", dep="acl", lemma=lemma)


def _describes_each(tokens: Sequence[Token], each: int) -> bool:
    """True for "50 cakes, each cut into 6", where a participle and a preposition follow "each"."""
    if each == 0 or each + 2 >= len(tokens) or tokens[each - 1].text != "," or tokens[each + 2].upos != "ADP":
        return False
    done = tokens[each + 1]
    return done.upos in ("NOUN", "VERB", "ADJ") and verb_lemma(done.text) is not None and is_past(done, alike=True)


def fix_closing_participles(tokens: list[Token]) -> None:
    """Read a participle as the verb that its sentence lacks: "Yesterday 120 cars and 35 lorries crossed"."""
    for index, token in enumerate(tokens[:-1]):
        closes = token.tag == "VBN" and token.dep == "acl" and tokens[index + 1].text == "." and token.upos == "VERB"
        if closes and token.head < index and not sentence_has_verb(tokens, index):
            tokens[index] = replace(token, tag="VBD")
            make_subject(tokens, token.head, index)


_INVERTING = frozenset(
    {"do", "does", "did", "will", "would", "can", "could", "must", "should", "shall", "may", "might"}
)
_SUBORDINATORS = frozenset({"if", "when", "while", "after", "before", "because", "that", "which", "who"})


def fix_inverted_questions(tokens: list[Token], numbers: frozenset[int]) -> None:
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
            after = tokens[node + 1].upos if node + 1 < len(tokens) else "PUNCT"
            if tokens[node - 1].upos in ("NOUN", "PROPN", "PRON", "NUM", "ADV", "ADJ") and after not in (
                "NOUN",
                "PROPN",
                "AUX",
            ):
                likely = node
        # A rare noun after its article may be read as an adjective: "can an electrician buy".
        if token.upos in NOMINAL or node in numbers or (token.upos == "ADJ" and tokens[node - 1].upos == "DET"):
            seen_nominal = True
    return likely
