"""Slips of the fingers that are put right before a text is read, and words that stay as they are."""

from __future__ import annotations

import pytest

from arithmetree import Solver, solve
from arithmetree.respelling import respelled
from arithmetree.steps.model import StepModel

WORDS = ["the", "many", "each", "how", "apples", "form", "from", "feet", "hour", "boat", "boats", "stop", "united"]


def rank(word: str) -> int | None:
    """The place of a word in a short list."""
    return WORDS.index(word) if word in WORDS else None


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("how mnay apples", "how many apples"),  # swapped
        ("how maany apples", "how many apples"),  # doubled
        ("how mny apples", "how many apples"),  # left out
        ("appels, many apples", "apples, many apples"),
        ("form each boat", None),  # a word by itself
        ("boated boating", None),  # known words with endings
        ("stopped", None),
        ("Mnay apples", None),  # a capital may begin a name
        ("mnay mnay", None),  # nobody slips twice
        ("a.mnay@b.example", None),
        ("kilogram", None),  # in our own lists
        ("pints of fete pans", None),  # rare words that look like slips
    ],
)
def test_only_slips_are_put_right(written: str, meant: str | None) -> None:
    found = respelled(written, rank)
    assert (None if found is None else found.text) == meant


def test_places_are_those_of_what_was_written() -> None:
    text = "Leo saw 5 boats and 3 boaats. How mny did he see?"
    found = respelled(text, rank)
    assert found is not None
    assert len(found.places) == len(found.text)
    assert list(found.places) == sorted(found.places)
    for word, written in (("boats.", "boaats."), ("many", "mny"), ("5", "5"), ("see?", "see?")):
        start, end = found.to_original(found.text.index(word), found.text.index(word) + len(word))
        assert text[start:end] == written


def test_a_word_that_the_text_has_elsewhere_is_meant_first() -> None:
    words = ["cost", "coast"]
    found = respelled("the coast and the cosat", lambda word: words.index(word) if word in words else None)
    assert found is not None
    assert found.text == "the coast and the coast"


def test_a_text_with_slips_is_solved_and_shown_as_it_was_written() -> None:
    text = "Maria had 14 shells. She gvae 6 shells to her brother. How mnay shells has she left?"
    solution = solve(text)
    assert solution.answer == "8"
    assert "gave 6 shells" in solution.problem.text
    assert [text[one["start"] : one["end"]] for one in solution.quantities] == ["14", "6"]
    (answer,) = solution.answers
    assert answer["question"] is not None
    assert text[slice(*answer["question"])] == "How mnay shells has she left"


def test_the_linear_model_reads_texts_as_they_are() -> None:
    solver = Solver.load("linear")
    assert not isinstance(solver.model, StepModel)
    assert "gvae" in solver.solve("Maria had 14 shells. She gvae 6 to Leo. How many has she?").problem.text
