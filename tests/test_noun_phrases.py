"""Noun phrases of a dependency parse."""

import pytest

from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading.noun_phrases import phrase_at, phrase_heads
from arithmetree.reading.tokens import TokenTable, tokens_of
from arithmetree.schemas import NounPhrase


def phrases(text: str) -> dict[str, NounPhrase]:
    """The noun phrases of a text by their surface."""
    table = TokenTable(text, tokens_of(load_parser().parse(text)), find_quantities(text))
    return {phrase.text: phrase for phrase in [phrase_at(table, head) for head in phrase_heads(table)]}


@pytest.mark.parametrize(
    ("text", "surface", "head", "words"),
    [
        ("Nina bought the old lamp.", "the old lamp", "lamp", ("old", "lamp")),
        ("Nina bought 14 red lamps.", "14 red lamps", "lamp", ("red", "lamp")),
        ("She put them into her new box.", "her new box", "box", ("new", "box")),
        ("Nina bought a lamp.", "Nina", "Nina", ("Nina",)),
    ],
)
def test_phrase_is_the_head_with_what_is_left_of_it(text: str, surface: str, head: str, words: tuple[str, ...]) -> None:
    phrase = phrases(text)[surface]
    assert (phrase.head, phrase.words) == (head, words)
    assert text[phrase.start : phrase.end] == surface


def test_preposition_stays_outside() -> None:
    assert "the drawer" in phrases("Nina has pens in the drawer.")


def test_bare_number_is_its_own_phrase() -> None:
    assert phrases("Nina ate 3.")["3"].words == ()
