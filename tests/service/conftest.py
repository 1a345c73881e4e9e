"""One solver and one running service for all tests of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient
from held_solver import HeldSolver

from arithmetree.service import Settings, create_app
from arithmetree.solver import Solver


@pytest.fixture(scope="session")
def solver() -> Solver:
    return Solver.load()


@pytest.fixture(scope="session")
def client(solver: Solver) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(rate=0, timeout=60), solver=solver)) as running:
        yield running


@pytest.fixture
def held(solver: Solver) -> Iterator[HeldSolver]:
    made = HeldSolver(solver)
    yield made
    made.let_go.set()
