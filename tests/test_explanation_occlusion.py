"""The words that a decision rests on, found with toy models that look at words of their choice."""

from __future__ import annotations

import re

import pytest

from arithmetree.explanation.occlusion import MOST_CALLS, Hidden, Occlusion, deciding_words

TEXT = (
    "On a cold morning in March, Sam had a basket with 12 red apples and a book about trains. After breakfast he "
    "gave 5 of the apples to his friend Ann, who lives next door. How many apples does Sam have now?"
)
WORDS = [match.span() for match in re.finditer(r"[A-Za-z]+", TEXT)]


class Toy:
    """A model whose probability falls by given amounts when given words are hidden."""

    def __init__(self, **weights: float) -> None:
        self.weights = weights
        self.calls = 0

    def __call__(self, hidden: Hidden) -> float:
        self.calls += 1
        gone = {TEXT[start:end] for start, end in hidden}
        return 0.95 - sum(weight for word, weight in self.weights.items() if word in gone)


def test_the_words_that_matter_are_found_the_strongest_first() -> None:
    toy = Toy(gave=0.5, now=0.2)
    found = deciding_words(toy, WORDS)
    assert [TEXT[slice(*clue.span)] for clue in found] == ["gave", "now"]
    assert [clue.effect for clue in found] == [pytest.approx(0.5), pytest.approx(0.2)]
    assert toy.calls <= MOST_CALLS


def test_words_that_only_matter_together_are_one_span() -> None:
    def both(hidden: Hidden) -> float:
        gone = {TEXT[start:end] for start, end in hidden}
        return 0.3 if {"his", "friend"} <= gone else 0.9

    (clue,) = deciding_words(both, WORDS)
    assert "his friend" in TEXT[slice(*clue.span)]
    assert clue.effect == pytest.approx(0.6)


def test_a_model_that_needs_one_of_two_words_is_found_out() -> None:
    def either(hidden: Hidden) -> float:
        gone = {TEXT[start:end] for start, end in hidden}
        return 0.2 if {"gave", "now"} <= gone else 0.9

    found = deciding_words(either, WORDS)
    shown = " ".join(TEXT[slice(*clue.span)] for clue in found)
    assert "gave" in shown
    assert "now" in shown
    assert sum(clue.effect for clue in found) == pytest.approx(0.7)


def test_what_a_word_adds_is_what_it_does_beside_the_words_before_it() -> None:
    def enough(hidden: Hidden) -> float:
        gone = {TEXT[start:end] for start, end in hidden}
        return 0.9 - (0.5 if "gave" in gone else 0) - (0.3 if {"gave", "now"} <= gone else 0) - 0.01 * ("now" in gone)

    found = deciding_words(enough, WORDS)
    assert [TEXT[slice(*clue.span)] for clue in found] == ["gave", "now"]
    assert [clue.effect for clue in found] == [pytest.approx(0.5), pytest.approx(0.31)]


def test_decisions_about_a_text_share_what_the_model_said() -> None:
    asked: list[Hidden] = []

    def judge(hidden: Hidden) -> dict[str, float]:
        asked.append(hidden)
        gone = {TEXT[start:end] for start, end in hidden}
        return {"step": 0.9 - 0.5 * ("gave" in gone), "number": 0.8 - 0.4 * ("trains" in gone)}

    occlusion = Occlusion(judge, WORDS)
    first = occlusion.clues(lambda judged: judged["step"])
    alone = len(asked)
    second = occlusion.clues(lambda judged: judged["number"])
    assert [TEXT[slice(*clue.span)] for clue in (*first, *second)] == ["gave", "trains"]
    assert len(asked) < 2 * alone
    assert len(set(asked)) == len(asked)


def test_where_no_word_matters_there_is_none() -> None:
    toy = Toy()
    assert deciding_words(toy, WORDS) == ()
    assert toy.calls <= MOST_CALLS


def test_words_whose_hiding_helps_are_no_evidence() -> None:
    assert deciding_words(Toy(gave=-0.04), WORDS) == ()


@pytest.mark.parametrize("calls", [1, 5, 9, 14, 40])
def test_never_more_calls_than_allowed_and_never_the_same_twice(calls: int) -> None:
    asked: list[Hidden] = []

    def counted(hidden: Hidden) -> float:
        asked.append(hidden)
        return 0.9 / (1 + len(hidden))

    found = deciding_words(counted, WORDS, calls=calls)
    assert len(asked) <= calls
    assert len(set(asked)) == len(asked)
    assert len(found) <= 6


def test_a_text_without_words_has_no_evidence() -> None:
    assert deciding_words(Toy(gave=0.5), []) == ()
    assert [clue.span for clue in deciding_words(Toy(Sam=0.5), WORDS[6:7])] == [WORDS[6]]
