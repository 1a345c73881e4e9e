"""The measure of faithful evidence, with evidence that is made up."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from types import ModuleType

import pytest

from arithmetree.solution import Clue, Evidence, Span
from script_modules import script_modules

WORDS = [(place, place + 3) for place in range(0, 80, 4)]


@pytest.fixture(scope="module")
def faithfulness() -> Iterator[ModuleType]:
    with script_modules("explanation", ("faithfulness",)) as modules:
        yield modules["faithfulness"]


def evidence_of(shown: list[Span], needed: Span) -> Evidence:
    """Evidence that shows some words, of a model that needs one."""
    return Evidence(0.9, tuple(Clue(span, 0.5) for span in shown), lambda hidden: 0.1 if needed in hidden else 0.9)


def decision_of(faithfulness: ModuleType, evidence: Evidence) -> tuple[bool, dict[str, object]]:
    hidden, fall, others = faithfulness.measured(evidence, WORDS, 4, 3, Random(5))
    found = faithfulness.Decision("a1", "dev", "step", evidence.probability, hidden, fall, tuple(others))
    return found.faithful, faithfulness.figures([found])


def test_words_that_matter_are_faithful(faithfulness: ModuleType) -> None:
    faithful, figures = decision_of(faithfulness, evidence_of([WORDS[3]], WORDS[3]))
    assert faithful
    assert figures["faithful_share"] == 1
    assert figures["mean_fall"] == pytest.approx(0.8)
    assert figures["mean_fall_of_random_words"] == 0


def test_words_that_do_not_matter_are_not(faithfulness: ModuleType) -> None:
    faithful, figures = decision_of(faithfulness, evidence_of([WORDS[3]], WORDS[4]))
    assert not faithful
    assert figures["faithful_share"] == 0


def test_no_words_are_not_faithful(faithfulness: ModuleType) -> None:
    faithful, figures = decision_of(faithfulness, evidence_of([], WORDS[4]))
    assert not faithful
    assert figures["without_clues"] == 1
    assert figures["faithful_share_where_there_are_clues"] is None


def test_a_clue_of_several_words_is_hidden_as_a_whole(faithfulness: ModuleType) -> None:
    span = (WORDS[2][0], WORDS[4][1])
    hidden, fall, others = faithfulness.measured(evidence_of([span], WORDS[3]), WORDS, 4, 2, Random(1))
    assert hidden == 3
    assert fall == pytest.approx(0.8)
    assert len(others) == 2
