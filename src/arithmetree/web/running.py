"""How pages reach the solver: through whatever limits the service has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from arithmetree.solver import Solver

Result = TypeVar("Result")

ANSWER_COST = 1
"""What it costs to compare an answer with a solution, in the cost of a short problem."""


@dataclass(frozen=True, slots=True)
class Work(Generic[Result]):
    """A piece of work: what is done with the solver, the problem that it solves, and what it costs beside that.

    Short pieces keep a service fair: other clients get their turn between two of them, and a request that is given up
    does no further one. `beside` is in the cost of a short problem.
    """

    do: Callable[[Solver], Result]
    problem: str | None = None
    beside: int = 0


class Run(Protocol):
    """Does pieces of work one after the other within the limits of the service, and gives back what each returns.

    What the work raises comes through; a service that refuses (rate, capacity, time) raises an HTTPException.
    """

    async def __call__(self, pieces: Iterable[Work[Result]], /) -> list[Result]:
        """The results of all pieces, in order, done away from the event loop.

        A piece is taken from the iterable when those before it are done, so it may depend on them.
        """
        ...
