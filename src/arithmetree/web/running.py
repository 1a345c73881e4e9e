"""How pages reach the solver: through whatever limits the service has."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from arithmetree.solver import Solver

Result = TypeVar("Result")
Made = TypeVar("Made", covariant=True)

_CHARACTERS_OF_ANSWERS = 2_000
"""To read so many characters of answers takes as long as a short problem."""


def cost_of_answers(*answers: str | None) -> int:
    """What it costs to compare answers with a solution, or with a key, in the cost of a short problem."""
    return 1 + sum(len(answer or "") for answer in answers) // _CHARACTERS_OF_ANSWERS


@dataclass(frozen=True, slots=True)
class Work(Generic[Made]):
    """A piece of work: what is done with the solver, the problem that it solves, and what it costs beside that.

    Short pieces keep a service fair: other clients get their turn between two of them, and a request that is given up
    does no further one. Longer ones have checkpoints (arithmetree.checkpoints), where the same is done. It costs what
    it takes to solve the problem so many `times`, and `beside`, which is in the cost of a short problem.
    """

    do: Callable[[Solver], Made]
    problem: str | None = None
    beside: int = 0
    times: int = 1


class Run(Protocol):
    """Does pieces of work one after the other within the limits of the service, and gives back what each returns.

    What the work raises comes through; a service that refuses (rate, capacity, time) raises an HTTPException.
    """

    async def __call__(self, pieces: Iterable[Work[Result]], /) -> list[Result]:
        """The results of all pieces, in order, done away from the event loop.

        A piece is taken from the iterable when those before it are done, so it may depend on them.
        """
        ...
