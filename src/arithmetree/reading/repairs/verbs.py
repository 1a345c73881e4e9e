"""Verbs that were read as something else: between their doer and their object, and at the end of a question."""

from __future__ import annotations

from arithmetree.morphology import all_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.repairs.draft import Draft
from arithmetree.reading.tokens import NOMINAL
from arithmetree.word_lists import words

_PARTICLES = frozenset({"up", "out", "off", "down", "away", "back", "over", "in", "on", "aside"})
_OBJECT_OPENERS = _PARTICLES | {"only", "about", "exactly", "nearly", "almost"}
_HIDING_LABELS = frozenset({"amod", "compound", "acl", "case", "nmod", "flat"})


def fix_verbs_read_as_nouns(draft: Draft, counted: frozenset[int]) -> None:
    """Set misread verbs and their subjects right; the `counted` tokens are known to be nouns."""
    for index in range(len(draft.tokens)):
        if index in draft.numbers or index in counted:
            continue
        if _may_be_misread(draft, index) and _is_verb(draft, index):
            before, word = _before(draft, index), draft.lower[index]
            tag = "VBZ" if word.endswith("s") else "VBD"
            plain = word == spelled_verb_lemma(word) and _plural(draft, before)
            draft.make_clause(index, "VBP" if plain else tag)
            draft.make_misplaced_subject(before, index)
        elif draft.upos[index] == "ADJ" and draft.dep[index].startswith("nsubj") and draft.upos[index - 1] == "DET":
            draft.make_noun(index)


def _may_be_misread(draft: Draft, index: int) -> bool:
    upos, text = draft.upos[index], draft.text[index]
    if upos == "VERB":
        return draft.dep[index] in _HIDING_LABELS and draft.tag[index] in ("VBN", "VBD", "VBZ")
    if upos == "ADV":  # "The storm tore away 48 tiles"
        return text != "left" and verb_lemma(text) not in (None, text)
    return upos in ("NOUN", "PROPN", "ADJ", "ADP", "INTJ")


def _is_verb(draft: Draft, index: int) -> bool:
    """True for an inflected form of a known verb between a noun and its object, in a clause without a verb."""
    word, after = draft.lower[index], index + 1
    if index == 0 or after >= len(draft.tokens):
        return False
    spelled = spelled_verb_lemma(word)
    base = verb_lemma(word) or (spelled if draft.upos[index] == "VERB" else None)
    if base is None and spelled in all_verbs() and not draft.sentence_has_verb(index):
        base = spelled  # "Thirty owls roost in 9 trees"
    if base is None:
        return False
    before, next_word = _before(draft, index), draft.lower[after]
    bare = word == base and word not in ("cost", "put", "cut", "read", "set", "hit", "let")
    agrees = _plural(draft, before) or (
        word in words("clauses", "inverted", "verbs") and draft.starts_with_place(index)
    )
    if bare and not agrees and (draft.upos[after] not in ("ADP", "DET") or draft.sentence_has_verb(index)):
        return False
    opens_object = after in draft.numbers or draft.upos[after] in ("NUM", "DET", "SYM", "ADP")
    opens_object = opens_object or draft.tag[after] in ("PRP$", "PRP", "RP", "$") or next_word in _OBJECT_OPENERS
    inflected = word != base and (not word.endswith("s") or not draft.sentence_has_verb(index))
    if not opens_object and not (inflected and draft.upos[after] in ("NOUN", "PROPN", "ADJ", "PRON")):
        return False
    if draft.upos[before] in ("CCONJ", "PUNCT") and word != base:
        counts = draft.opens_amount(after) or (next_word in _PARTICLES and draft.opens_amount(after + 1))
        return counts and draft.upos[index] != "ADJ" and draft.text[before] in ("and", "then", "but", ",")
    if before in draft.numbers:
        if word != base and not word.endswith("s"):  # "School number 5 marched with 26 drums", "30 died"
            return opens_object and not draft.clause_has_verb(index)
        return word == base and next_word in ("off", "on", "out", "away", "in", "up")  # "At the market 9 get off"
    letter = before > 0 and len(draft.text[before]) == 1 and draft.text[before].isupper()  # "Tariff A charges 9"
    if (draft.upos[before] not in NOMINAL and not letter) or draft.tag[before] in ("PRP$", "WP$"):
        return False
    return not draft.clause_has_verb(index)


def _before(draft: Draft, index: int) -> int:
    before = index - 1
    while before > 0 and (draft.upos[before] == "ADV" or draft.tag[before] == "RP" or draft.text[before] == "each"):
        before -= 1
    return before


def _plural(draft: Draft, index: int) -> bool:
    return draft.tag[index] in ("NNS", "NNPS") or index in draft.numbers


def join_subjects(draft: Draft) -> None:
    """Join two subjects of one verb with "and" between them: in "Ana and Ben got 4" Ben is a conjunct of Ana."""
    last = -1
    for index in range(len(draft.tokens)):
        if not draft.dep[index].startswith("nsubj"):
            continue
        joint = index - 1
        while draft.upos[joint] in ("DET", "ADJ", "NUM", "PRON", "NOUN") and draft.head[joint] == index:
            joint -= 1
        if 0 <= last == joint - 1 and draft.text[joint] == "and" and draft.head[last] == draft.head[index]:
            draft.change(index, dep="conj", head=last)
            draft.change(joint, head=index)
        else:
            last = index


def distinguish_lie_from_lay(draft: Draft) -> None:
    """Read "lay" without an object, or in the past, as a form of lie: "On the table lay 14 spoons"."""
    for index, word in enumerate(draft.text):
        if word != "lay" or draft.upos[index] != "VERB":
            continue
        kids = [kid for kid, head in enumerate(draft.head) if head == index]
        labels = {draft.dep[kid] for kid in kids}
        doers = [draft.tag[kid] for kid in kids if kid < index and draft.dep[kid] == "nsubj"]
        # "Snow lay 9 cm deep", "On it lay 9"
        past = doers in (["NN"], ["NNP"]) or (not doers and draft.dep[index] == "root")
        if "obj" not in labels or (past and not labels & {"aux", "mark"}):
            draft.change(index, lemma="lie")


_INVERTING = words("clauses", "inverting_auxiliaries")
_SUBORDINATORS = frozenset({"if", "when", "while", "after", "before", "because", "that", "which", "who"})


def fix_inverted_questions(draft: Draft) -> None:
    """In "how much do 4 tickets cost", make "do" the auxiliary and the last word the verb."""
    asked = False
    for index in range(len(draft.tokens)):
        word = draft.lower[index]
        if word in ("how", "what", "which", "when", "where", "who"):
            asked = True
        elif (draft.upos[index] == "PUNCT" and draft.tag[index] != "HYPH") or draft.opens(index):
            asked = False
        elif asked and word in _INVERTING and draft.upos[index] in ("VERB", "AUX", "NOUN", "PROPN"):
            verb = _main_verb(draft, index)
            if verb is not None:
                _set_question_verb(draft, index, verb)
            asked = False


def _set_question_verb(draft: Draft, auxiliary: int, verb: int) -> None:
    draft.change(auxiliary, upos="AUX", dep="aux", head=verb)
    if draft.upos[verb] != "VERB":
        label = draft.dep[verb]
        draft.make_verb(verb, "VB")
        draft.change(verb, dep=label if label in ("root", "advcl", "ccomp", "conj", "xcomp") else "parataxis")
    if draft.head[verb] == auxiliary:
        draft.change(verb, head=verb, dep="root")
    if draft.upos[verb - 1] == "ADJ" and draft.upos[verb - 2] == "DET":
        draft.change(verb - 1, upos="NOUN", tag="NN", lemma=noun_lemma(draft.text[verb - 1]))
    draft.make_misplaced_subject(verb - 1, verb)


def _main_verb(draft: Draft, auxiliary: int) -> int | None:
    """The verb that an inverted auxiliary belongs to: the next one tagged so, else the next known base form."""
    likely = None
    seen_nominal = False
    for node in range(auxiliary + 1, len(draft.tokens)):
        upos, tag, word, before = draft.upos[node], draft.tag[node], draft.lower[node], draft.upos[node - 1]
        if (upos == "PUNCT" and word not in ("-", '"')) or word in _SUBORDINATORS:
            break
        if upos == "VERB" and seen_nominal and tag in ("VB", "VBP", "VBD", "VBN"):
            return likely if likely is not None and tag != "VB" else node
        if upos == "VERB" and tag == "VB":
            return node
        follows = seen_nominal and likely in (None, node - 1)  # "how long does a 500-gram bag last"
        if follows and word in all_verbs() and before in ("NOUN", "PROPN", "PRON", "NUM", "ADV", "ADJ"):
            likely = likely if draft.upos[node + 1] in ("NOUN", "PROPN", "AUX") else node
        # A rare noun after its article may be read as an adjective: "can an electrician buy".
        seen_nominal |= upos in NOMINAL or node in draft.numbers or (upos == "ADJ" and before == "DET")
    return likely
