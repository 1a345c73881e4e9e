"""How pages reach the solver: through whatever limits the service has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeVar

from arithmetree.solver import Solver

Result = TypeVar("Result")


class Run(Protocol):
    """Runs work with the solver within the limits of the service, and gives back what it returns.

    What the work raises comes through; a service that refuses (rate, capacity, time) raises an HTTPException.
    """

    async def __call__(self, work: Callable[[Solver], Result], /) -> Result:
        """The result of `work(solver)`, done away from the event loop."""
        ...
