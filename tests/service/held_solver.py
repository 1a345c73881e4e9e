"""A stand-in for a solver that takes as long as a test wants."""

from __future__ import annotations

import threading

from arithmetree.solution import Solution
from arithmetree.solver import Solver


class HeldSolver(Solver):
    """A solver that waits until it is let go, signals when it has begun, and only notes the wanted precision."""

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self.begun = threading.Semaphore(0)
        self.let_go = threading.Event()
        self.texts: list[str] = []
        self.precisions: list[float | None] = []

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        self.texts.append(text)
        self.precisions.append(precision)
        self.begun.release()
        assert self.let_go.wait(timeout=30)
        return self._solver.solve(text)
