"""A problem in pieces of work: to find the words of a decision takes many runs of the model, so each is a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from arithmetree.solution import Evidence, Ignored, Solution, Step
from arithmetree.solver import Solver
from arithmetree.views.why import is_decided
from arithmetree.web import WORDS_COST, Work


def in_pieces(
    text: str | None, solve: Callable[[Solver], Solution | bytes], write: Callable[[Solution], bytes], *, why: bool
) -> Iterator[Work[bytes | None]]:
    """The pieces for one problem; one of them has the response as its result, the others None.

    `solve` may give a response instead of a solution. With `why` the words of each decision are found before `write`.
    """
    solved: list[Solution] = []

    def first(solver: Solver) -> bytes | None:
        found = solve(solver)
        if isinstance(found, bytes):
            return found
        if not why:
            return write(found)
        solved.append(found)
        return None

    yield Work(first, text)
    for solution in solved:
        for evidence in _decisions(solution):
            yield Work(partial(_find_words, evidence), beside=WORDS_COST)
        yield Work(partial(_write, write, solution))


def _decisions(solution: Solution) -> Iterator[Evidence]:
    for part in solution.each:
        made: tuple[Step | Ignored, ...] = (*part.steps, *part.ignored)
        decided = (decision.evidence for decision in made if is_decided(decision))
        yield from (found for found in (part.evidence, *decided) if found is not None)


def _find_words(evidence: Evidence, _: Solver) -> None:
    list(evidence.clues)  # the model runs now, and what it said is kept


def _write(write: Callable[[Solution], bytes], solution: Solution, _: Solver) -> bytes:
    return write(solution)
