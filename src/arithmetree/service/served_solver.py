"""The solver as the service uses it: whoever asks, the API or a page, the limits hold and the metrics know."""

from __future__ import annotations

from arithmetree.errors import TooLongError
from arithmetree.service.cost import Bounds
from arithmetree.service.metrics import Metrics
from arithmetree.solution import Solution
from arithmetree.solver import Solver


class ServedSolver(Solver):
    """The solver given, in all but that texts that ask for too much are refused and solutions are counted."""

    def __init__(self, solver: Solver, metrics: Metrics, bounds: Bounds) -> None:
        vars(self).update(vars(solver))
        self._served = solver
        self._metrics = metrics
        self._bounds = bounds

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        """Solve a text and count it; TooLongError if it has more questions, or a problem more numbers, than allowed."""
        fault = self._bounds.fault(text)
        if fault is not None:
            raise TooLongError(fault)
        solution = self._served.solve(text, precision=precision)
        self._metrics.problem(solution.status, solution.reason)
        return solution
