"""The solver as the service uses it: whoever asks, the API or a page, the limit holds and the metrics know."""

from __future__ import annotations

from arithmetree.errors import TooLongError
from arithmetree.service.cost import numbers_in, problems_in
from arithmetree.service.metrics import Metrics
from arithmetree.solution import Solution
from arithmetree.solver import Solver


class ServedSolver(Solver):
    """The solver given, in all but that texts with too many numbers are refused and solutions are counted."""

    def __init__(self, solver: Solver, metrics: Metrics, *, max_numbers: int) -> None:
        vars(self).update(vars(solver))
        self._served = solver
        self._metrics = metrics
        self._max_numbers = max_numbers

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        """Solve a text and count it; TooLongError if a problem has so many numbers that it would take all the time."""
        numbers = max(map(numbers_in, problems_in(text)))
        if numbers > self._max_numbers:
            most = self._max_numbers
            raise TooLongError(f"A problem has {numbers} numbers; at most {most} are calculated with here.")
        solution = self._served.solve(text, precision=precision)
        self._metrics.problem(solution.status, solution.reason)
        return solution
