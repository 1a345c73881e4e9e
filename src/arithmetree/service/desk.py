"""The desk: the pieces of work that the API and the pages hand in, done by the solver within all limits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TypeVar

from arithmetree.service.clients import current_client
from arithmetree.service.cost import Bounds, cost_of_problem
from arithmetree.service.failures import NotReady
from arithmetree.service.gate import Gate
from arithmetree.service.metrics import Metrics
from arithmetree.service.rate import RateLimit
from arithmetree.service.served_solver import ServedSolver
from arithmetree.solver import Solver
from arithmetree.web import Work

Result = TypeVar("Result")
PAID_AT_THE_DOOR = 1
"""The token that every request pays when it comes in."""


class Desk:
    """Runs work with the solver within the limits of the service."""

    def __init__(self, gate: Gate, rate: RateLimit, metrics: Metrics, bounds: Bounds) -> None:
        self._gate = gate
        self._rate = rate
        self._bounds = bounds
        self._metrics = metrics
        self._solver: ServedSolver | None = None

    @property
    def ready(self) -> bool:
        """True once the model is loaded."""
        return self._solver is not None

    def open(self, solver: Solver) -> None:
        """Begin to take work."""
        self._solver = ServedSolver(solver, self._metrics, self._bounds)
        self._gate.open()

    def close(self) -> None:
        """Finish the work that has begun and take no more."""
        self._gate.close()
        self._solver = None

    async def __call__(self, pieces: Iterable[Work[Result]], /) -> list[Result]:
        """Do the pieces of work of one request, in turns with those of other clients.

        Each piece is paid for when its turn comes, so a request that is given up pays for what was done.
        """
        client = current_client()
        credit = PAID_AT_THE_DOOR
        results: list[Result] = []
        with self._gate.admitted(client):
            for piece in pieces:
                solver = self._solver
                if solver is None:
                    raise NotReady
                # To find out what a long text asks takes a while, so that is work as well.
                cost = piece.beside
                if piece.problem is not None:
                    price = partial(cost_of_problem, piece.problem, self._bounds)
                    cost += piece.times * await self._gate.run(client, price)
                self._rate.charge(client, max(0, cost - credit))
                credit = max(0, credit - cost)
                results.append(await self._gate.run(client, partial(piece.do, solver)))
        return results
