"""Verbs that the parse hides, and parts of speech on which its two taggers disagree."""

from arithmetree.reading.repairs import repaired
from arithmetree.schemas import Token


def tokens(*words: tuple[str, str, str, str, int]) -> list[Token]:
    """Tokens of one sentence from (text, part of speech, tag, label, head)."""
    made, place = [], 0
    for text, upos, tag, dep, head in words:
        lemma = {"does": "do", "had": "have", "were": "be", "is": "be"}.get(text, text.lower())
        made.append(Token(place, place + len(text), text, lemma, upos, tag, dep, head, 0))
        place += len(text) + 1
    return made


def test_noun_by_tag_and_label_is_no_verb() -> None:
    moped = repaired(tokens(("each", "DET", "DT", "det", 1), ("moped", "VERB", "NN", "conj", 1)), frozenset())[1]
    assert (moped.upos, moped.tag) == ("NOUN", "NN")


def test_known_verb_with_the_tag_of_a_noun_gets_that_of_a_verb() -> None:
    lifts = repaired(tokens(("crane", "NOUN", "NN", "nsubj", 1), ("lifts", "VERB", "NNS", "root", 1)), frozenset())[1]
    assert (lifts.upos, lifts.tag) == ("VERB", "VBZ")


def test_agreeing_tags_stay_as_they_are() -> None:
    parsed = tokens(
        ("Nina", "PROPN", "NNP", "nsubj", 1),
        ("bought", "VERB", "VBD", "root", 1),
        ("the", "DET", "DT", "det", 3),
        ("cut", "NOUN", "NN", "obj", 1),
    )
    assert repaired(parsed, frozenset()) == tuple(parsed)


def test_lay_without_an_object_is_a_form_of_lie() -> None:
    parsed = tokens(("cats", "NOUN", "NNS", "nsubj", 1), ("lay", "VERB", "VB", "root", 1))
    parsed = list(repaired(parsed, frozenset()))
    assert parsed[1].lemma == "lie"


def test_lay_with_an_object_stays_lay() -> None:
    parsed = tokens(
        ("hens", "NOUN", "NNS", "nsubj", 1), ("lay", "VERB", "VBP", "root", 1), ("eggs", "NOUN", "NNS", "obj", 1)
    )
    parsed = list(repaired(parsed, frozenset()))
    assert parsed[1].lemma == "lay"


def test_participle_after_a_copula_is_a_passive_verb() -> None:
    parsed = tokens(
        ("crates", "NOUN", "NNS", "nsubj", 2), ("were", "AUX", "VBD", "cop", 2), ("loaded", "ADJ", "JJ", "root", 2)
    )
    parsed = list(repaired(parsed, frozenset()))
    assert (parsed[2].upos, parsed[2].lemma, parsed[1].dep) == ("VERB", "load", "aux:pass")


def test_adjective_after_a_copula_stays_one() -> None:
    parsed = tokens(
        ("crates", "NOUN", "NNS", "nsubj", 2), ("were", "AUX", "VBD", "cop", 2), ("red", "ADJ", "JJ", "root", 2)
    )
    parsed = list(repaired(parsed, frozenset()))
    assert parsed[2].upos == "ADJ"


def test_noun_with_a_subject_and_no_copula_is_a_verb() -> None:
    parsed = tokens(("14", "NUM", "CD", "nsubj", 1), ("stay", "NOUN", "NN", "root", 1))
    parsed = list(repaired(parsed, frozenset()))
    assert (parsed[1].upos, parsed[1].tag) == ("VERB", "VBP")


def test_do_in_front_of_an_object_is_the_verb() -> None:
    parsed = tokens(
        ("boat", "NOUN", "NN", "nsubj", 3),
        ("does", "AUX", "VBZ", "aux", 3),
        ("14", "NUM", "CD", "nummod", 3),
        ("miles", "NOUN", "NNS", "root", 3),
    )
    parsed = list(repaired(parsed, frozenset()))
    assert (parsed[1].upos, parsed[1].dep, parsed[3].dep, parsed[3].head) == ("VERB", "root", "obj", 1)


def test_two_subjects_of_one_verb_are_joined() -> None:
    parsed = tokens(
        ("Ana", "PROPN", "NNP", "nsubj", 3),
        ("and", "CCONJ", "CC", "cc", 3),
        ("Ben", "PROPN", "NNP", "nsubj", 3),
        ("left", "VERB", "VBD", "root", 3),
    )
    parsed = list(repaired(parsed, frozenset()))
    assert (parsed[2].dep, parsed[2].head, parsed[1].head) == ("conj", 0, 2)
