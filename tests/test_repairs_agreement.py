"""Nouns and verbs distinguished by agreement."""

import pytest

from arithmetree.reading.repairs import repaired
from arithmetree.reading.repairs.draft import Draft, disagrees
from arithmetree.schemas import Token


def tokens(*words: tuple[str, str, str, str, int]) -> list[Token]:
    """Tokens of one sentence from (text, part of speech, tag, label, head)."""
    made, place = [], 0
    for text, upos, tag, dep, head in words:
        made.append(Token(place, place + len(text), text, text.lower(), upos, tag, dep, head, 0))
        place += len(text) + 1
    return made


def test_base_form_after_a_singular_phrase_is_a_noun() -> None:
    parsed = tokens(
        ("At", "ADP", "IN", "case", 2),
        ("the", "DET", "DT", "det", 2),
        ("school", "NOUN", "NN", "obl", 3),
        ("concert", "VERB", "VBD", "root", 3),
        ("50", "NUM", "CD", "nummod", 5),
        ("pupils", "NOUN", "NNS", "nsubj", 6),
        ("sang", "VERB", "VBD", "advcl", 3),
    )
    parsed = list(repaired(parsed, frozenset({4})))
    assert (parsed[3].upos, parsed[3].lemma) == ("NOUN", "concert")
    assert parsed[6].upos == "VERB"


def test_inverted_verb_after_a_place_stays_a_verb() -> None:
    parsed = tokens(
        ("In", "ADP", "IN", "case", 2),
        ("the", "DET", "DT", "det", 2),
        ("shop", "NOUN", "NN", "obl", 3),
        ("hang", "VERB", "VBP", "root", 3),
        ("22", "NUM", "CD", "nummod", 5),
        ("lamps", "NOUN", "NNS", "nsubj", 3),
    )
    parsed = list(repaired(parsed, frozenset({4})))
    assert parsed[3].upos == "VERB"


@pytest.mark.parametrize(("word", "lemma", "tag"), [("withdrew", "withdraw", "VBD"), ("stay", "stay", "VBP")])
def test_what_a_number_cannot_count_is_a_verb(word: str, lemma: str, tag: str) -> None:
    parsed = tokens(
        ("but", "CCONJ", "CC", "cc", 2),
        ("six", "NUM", "CD", "nummod", 2),
        (word, "NOUN", "NN", "conj", 2),
        (".", "PUNCT", ".", "punct", 2),
    )
    parsed = list(repaired(parsed, frozenset({1})))
    assert (parsed[2].upos, parsed[2].lemma, parsed[2].tag) == ("VERB", lemma, tag)


def test_price_before_a_noun_counts_nothing() -> None:
    parsed = tokens(
        ("buys", "VERB", "VBZ", "root", 0),
        ("a", "DET", "DT", "det", 4),
        ("$", "SYM", "$", "compound", 4),
        ("10", "NUM", "CD", "nummod", 2),
        ("brush", "NOUN", "NN", "obj", 0),
        (".", "PUNCT", ".", "punct", 0),
    )
    parsed = list(repaired(parsed, frozenset({3})))
    assert parsed[4].upos == "NOUN"


def test_plural_after_a_number_is_no_verb() -> None:
    parsed = tokens(
        ("Sixteen", "NUM", "CD", "nsubj", 1),
        ("suits", "VERB", "VBZ", "root", 1),
        ("at", "ADP", "IN", "case", 3),
        ("home", "NOUN", "NN", "obl", 1),
    )
    parsed = list(repaired(parsed, frozenset({0})))
    assert (parsed[1].upos, parsed[1].lemma) == ("NOUN", "suit")


@pytest.mark.parametrize(
    ("subject", "tag", "verb", "apart"),
    [
        ("stall", "NN", "sells", False),
        ("stalls", "NNS", "sells", True),
        ("book", "NN", "stall", True),
        ("books", "NNS", "stall", False),
        ("rest", "NN", "give", False),
        ("book", "NN", "cost", False),
    ],
)
def test_subject_and_present_form_agree_or_not(subject: str, tag: str, verb: str, apart: bool) -> None:
    doer, done = tokens((subject, "NOUN", tag, "nsubj", 1), (verb, "NOUN", "NN", "root", 1))
    assert disagrees(Draft([doer, done], frozenset()), 0, 1) is apart
