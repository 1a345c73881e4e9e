"""How sure a solution is, in words: a probability in per cent, and that the problem may have no answer."""

from __future__ import annotations

from arithmetree.solution import Solution

_WORTH_TELLING = 0.1
"""How probable it must be that there is no answer before the page says so."""

LEAST_LIKELY = 0.5
"""An answer that is less probable than this is shown as a guess."""

_WORDS = ((0.95, "Very sure"), (0.8, "Fairly sure"), (LEAST_LIKELY, "Not very sure"), (0.0, "Little more than a guess"))


def is_answer(solution: Solution) -> bool:
    """Whether there is an answer that is more probably right than wrong; otherwise the best one is only a guess.

    A solver that was told always to answer also gives those.
    """
    return solution.status == "solved" and solution.confidence >= LEAST_LIKELY


def in_words(probability: float) -> str:
    """How sure an answer with this probability is."""
    return next(words for least, words in _WORDS if probability >= least)


def meanings() -> str:
    """What the words mean, in a sentence."""
    return "; ".join(
        f"“{words}” is {'at least' if least else 'below'} {100 * (least or _WORDS[-2][0]):.0f} %"
        for least, words in _WORDS
    )


def per_cent(probability: float) -> str:
    """A probability for people; never a rounded 0 or 100 that would claim certainty."""
    if probability < 0.01:
        return "under 1 %"
    return "over 99 %" if probability > 0.99 else f"{100 * probability:.0f} %"


def doubt(solution: Solution) -> str | None:
    """That a problem may have no answer, where that is probable enough to matter; None otherwise."""
    unanswerable = 1 - solution.answerable
    if solution.status != "solved" or unanswerable < _WORTH_TELLING:
        return None
    return f"It may not have an answer as written: {per_cent(unanswerable)}"
