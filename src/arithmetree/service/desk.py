"""The desk: what the API and the pages ask, a solver behind the gate."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TypeVar

from arithmetree.service.failures import NotReady
from arithmetree.service.gate import Gate
from arithmetree.service.metrics import Metrics
from arithmetree.service.served_solver import ServedSolver
from arithmetree.solver import Solver

Result = TypeVar("Result")


class Desk:
    """Runs work with the solver within the limits of the service."""

    def __init__(self, gate: Gate, metrics: Metrics, *, max_numbers: int) -> None:
        self._gate = gate
        self._max_numbers = max_numbers
        self._metrics = metrics
        self._solver: ServedSolver | None = None

    @property
    def ready(self) -> bool:
        """True once the model is loaded."""
        return self._solver is not None

    def open(self, solver: Solver) -> None:
        """Begin to take work."""
        self._solver = ServedSolver(solver, self._metrics, max_numbers=self._max_numbers)
        self._gate.open()

    def close(self) -> None:
        """Finish the work that has begun and take no more."""
        self._gate.close()
        self._solver = None

    def admitted(self) -> AbstractContextManager[None]:
        """A place for a request that has several pieces of work; see `turn`."""
        return self._gate.admitted()

    async def turn(self, work: Callable[[Solver], Result]) -> Result:
        """Do one piece of work of a request that has a place."""
        if self._solver is None:
            raise NotReady
        return await self._gate.run(partial(work, self._solver))

    async def __call__(self, work: Callable[[Solver], Result], /) -> Result:
        """Do the one piece of work that a request has."""
        with self.admitted():
            return await self.turn(work)
