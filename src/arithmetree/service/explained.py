"""A problem in pieces of work: to find the words of a decision takes many runs of the model, so each is a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from arithmetree.solution import Ignored, Solution, Step
from arithmetree.solver import Solver
from arithmetree.views.why import is_decided
from arithmetree.web import Work, find_words


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

    yield Work(first, text, beside=0 if text is not None else 1)
    for solution in solved:
        yield from _find_words(solution)
        yield Work(partial(_write, write, solution))


def _find_words(solution: Solution) -> Iterator[Work[None]]:
    for part in solution.each:
        made: tuple[Step | Ignored, ...] = (*part.steps, *part.ignored)
        decided = (decision.evidence for decision in made if is_decided(decision))
        yield from (find_words(found, part.problem.text) for found in (part.evidence, *decided) if found is not None)


def _write(write: Callable[[Solution], bytes], solution: Solution, _: Solver) -> bytes:
    return write(solution)
