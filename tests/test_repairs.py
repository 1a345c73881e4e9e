"""Repairs of tags where the word lists know better than the parser."""

from arithmetree.reading.repairs import repaired
from arithmetree.schemas import Token


def tokens(*words: tuple[str, str, str, str, int]) -> tuple[Token, ...]:
    """Tokens of one sentence from (text, part of speech, tag, label, head)."""
    made, place = [], 0
    for text, upos, tag, dep, head in words:
        made.append(Token(place, place + len(text), text, text.lower(), upos, tag, dep, head, 0))
        place += len(text) + 1
    return tuple(made)


def test_verb_read_as_a_noun_becomes_a_verb() -> None:
    parsed = tokens(
        ("shop", "NOUN", "NN", "compound", 1),
        ("sells", "NOUN", "NNS", "root", 1),
        ("3", "NUM", "CD", "nummod", 3),
        ("lamps", "NOUN", "NNS", "appos", 1),
    )
    fixed = repaired(parsed, frozenset({2}))
    assert (fixed[1].upos, fixed[1].lemma) == ("VERB", "sell")
    assert (fixed[0].dep, fixed[0].head) == ("nsubj", 1)
    assert fixed[2:] == parsed[2:]


def test_name_read_as_a_verb_becomes_the_subject() -> None:
    parsed = tokens(
        ("Xilo", "VERB", "VB", "aux", 1),
        ("rented", "VERB", "VBD", "root", 1),
        ("boats", "NOUN", "NNS", "obj", 1),
    )
    name = repaired(parsed, frozenset())[0]
    assert (name.upos, name.lemma, name.dep, name.head) == ("PROPN", "Xilo", "nsubj", 1)


def test_noun_stays_a_noun_beside_a_verb() -> None:
    parsed = tokens(
        ("bean", "NOUN", "NN", "compound", 1),
        ("plants", "NOUN", "NNS", "nsubj", 4),
        ("in", "ADP", "IN", "case", 3),
        ("pots", "NOUN", "NNS", "nmod", 1),
        ("need", "VERB", "VBP", "root", 4),
        ("water", "NOUN", "NN", "obj", 4),
    )
    assert repaired(parsed, frozenset()) == parsed


def test_measure_after_a_number_becomes_a_noun() -> None:
    parsed = tokens(
        ("is", "AUX", "VBZ", "cop", 3),
        ("88", "NUM", "CD", "nummod", 3),
        ("m", "AUX", "VBP", "aux", 3),
        ("high", "ADJ", "JJ", "root", 3),
    )
    assert repaired(parsed, frozenset({1}))[2].upos == "NOUN"


def test_inverted_question_gets_its_verb_back() -> None:
    parsed = tokens(
        ("how", "ADV", "WRB", "advmod", 1),
        ("much", "ADJ", "JJ", "obj", 2),
        ("do", "VERB", "VBP", "root", 2),
        ("4", "NUM", "CD", "nummod", 5),
        ("lamps", "NOUN", "NNS", "compound", 5),
        ("cost", "NOUN", "NN", "obj", 2),
        ("?", "PUNCT", ".", "punct", 2),
    )
    fixed = repaired(parsed, frozenset({3}))
    assert (fixed[2].upos, fixed[2].head) == ("AUX", 5)
    assert (fixed[5].upos, fixed[5].lemma) == ("VERB", "cost")
