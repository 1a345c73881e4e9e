"""A service that is sent made-up words for months: the parser must not keep them all."""

from __future__ import annotations

import pytest

from arithmetree import parsing

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"


def test_words_are_forgotten_and_parses_stay_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    parser = parsing.load_spacy_parser.__wrapped__(parsing.SHIPPED)
    before = [(token.text, token.lemma_, token.dep_, token.head.i) for token in parser.parse(TEXT)]
    at_first = len(parser.nlp.vocab.strings)
    monkeypatch.setattr(parsing, "MOST_STRINGS", at_first + 500)
    sizes = []
    for number in range(12):
        document = parser.parse(" ".join(f"w{number}x{word}" for word in range(100)))
        sizes.append(len(parser.nlp.vocab.strings))
        assert document[0].text == f"w{number}x0"  # what was parsed stays readable
    assert max(sizes) < at_first + 1000
    assert [(token.text, token.lemma_, token.dep_, token.head.i) for token in parser.parse(TEXT)] == before
