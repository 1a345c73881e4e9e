"""What work costs on every route, that it is bounded and stops with its request, and that clients take turns."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any
from urllib.parse import urlencode

import pytest
from fastapi.testclient import TestClient
from held_solver import HeldSolver

from arithmetree.service import Settings, create_app
from arithmetree.service.cost import Bounds, cost_of_problem
from arithmetree.service.examples import OTHER_TEXT, TEXT
from arithmetree.solution import Solution
from arithmetree.solver import Solver

COLOURS = ["red", "blue", "green", "white", "black", "pink", "grey", "brown", "gold", "silver"]
NINE = "Tom has " + ", ".join(f"{n + 2} {c}" for n, c in enumerate(COLOURS[:9])) + " shells. How many shells is that?"
CLASS = f"problem,answer\n{TEXT},7\n{TEXT},8\n{OTHER_TEXT},48\n"
SHEET = {"topic": "all", "steps": "1", "count": "8", "seed": "5"}
FORM = {"content-type": "application/x-www-form-urlencoded"}
BURST = 40


class SlowSolver(Solver):
    """A solver that takes its time and notes every text."""

    def __init__(self, solver: Solver, seconds: float) -> None:
        self._solver, self._seconds = solver, seconds
        self.texts: list[str] = []

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        self.texts.append(text)
        time.sleep(self._seconds)
        return self._solver.solve(TEXT, precision=precision)


def class_body(table: str) -> dict[str, Any]:
    return {"content": urlencode({"table": table}), "headers": FORM}


@pytest.mark.parametrize(
    ("text", "cost"),
    [(TEXT, 1), ("", 1), ("a" * 700, 2), ("a" * 1999, 3), (NINE, 3), ("There are " + "1 cat, " * 90, 1)],
)
def test_a_problem_costs_by_its_numbers_and_its_length(text: str, cost: int) -> None:
    assert cost_of_problem(text, Bounds(24, 100)) == cost


@pytest.mark.parametrize(
    ("cost", "method", "path", "request_"),
    [
        (1, "POST", "/api/solve", {"json": {"text": TEXT}}),
        (3, "POST", "/api/solve", {"json": {"text": NINE}}),
        (5, "POST", "/api/batch", {"json": {"texts": [TEXT, NINE, None]}}),
        (2, "POST", "/api/check", {"json": {"problem": TEXT, "answer": "7"}}),
        (4, "POST", "/api/check", {"json": {"problem": NINE, "answer": "7"}}),
        (2, "POST", "/api/verify", {"json": {"text": TEXT, "answer": "7"}}),
        (4, "POST", "/api/verify", {"json": {"text": NINE, "answer": "7"}}),
        (1, "GET", "/", {}),
        (1, "GET", "/", {"params": {"text": TEXT}}),
        (3, "GET", "/", {"params": {"text": NINE}}),
        (3, "POST", "/fragment", {"json": {"text": NINE}}),
        (4, "GET", "/check", {"params": {"problem": NINE, "answer": "7"}}),
        (4, "POST", "/check/class", class_body(CLASS)),
        (4, "POST", "/api/check/class", {"json": {"table": CLASS}}),
        (6, "POST", "/api/check/class", {"json": {"table": CLASS + f"{TEXT},7\n" * 20}}),  # ten answers for one more
        (8, "POST", "/check/class", class_body(f'{CLASS}"{NINE}",3\n')),
        (9, "GET", "/worksheet", {"params": SHEET}),
        (11, "GET", "/worksheet", {"params": SHEET | {"a": ["1+" * 490 + "1"] * 3}}),
        (9, "GET", "/worksheet/sheet.html", {"params": SHEET}),
        (9, "GET", "/worksheet/sheet.pdf", {"params": SHEET}),
        (1, "GET", "/docs", {}),
        (0, "GET", "/healthz", {}),
    ],
)
def test_every_route_costs_what_its_work_takes(
    solver: Solver, cost: int, method: str, path: str, request_: dict[str, Any]
) -> None:
    with TestClient(create_app(Settings(rate=0.001, rate_burst=BURST), solver=solver)) as client:
        assert client.request(method, path, **request_).status_code == 200
        left = 0
        while client.get("/method").status_code == 200:
            left += 1
    assert left == BURST - cost


@pytest.mark.parametrize(
    ("path", "request_"),
    [
        ("/api/batch", {"json": {"texts": [f"{TEXT} {number}" for number in range(60)]}}),
        ("/check/class", class_body("problem,answer\n" + "".join(f"{TEXT} {number},7\n" for number in range(60)))),
    ],
)
def test_a_request_that_is_given_up_stops_computing(solver: Solver, path: str, request_: dict[str, Any]) -> None:
    slow = SlowSolver(solver, seconds=0.1)
    settings = Settings(rate=0.001, rate_burst=60, timeout=0.45)
    with TestClient(create_app(settings, solver=slow)) as client:
        assert client.post(path, **request_).status_code == 503
        done = len(slow.texts)
        assert 0 < done < 10
        time.sleep(0.5)
        assert len(slow.texts) <= done + 1
        # The thread is free, and only what was done has been paid for.
        assert client.post("/api/solve", json={"text": OTHER_TEXT}).status_code == 200
        assert slow.texts[-1] == OTHER_TEXT


MANY = "Tom has " + ", ".join(f"{n + 2} {c} shells" for n, c in enumerate(COLOURS * 2)) + ". How many is that?"
LONG_SHEET = "\n".join(f"{n + 1}. Ann has {n + 5} pens and buys {n + 2}. How many has she?" for n in range(95))
LONG_CLASS = "problem,answer\n" + "".join(f'"{TEXT}",{"1+" * 490}1\n' for _ in range(400))


@pytest.mark.parametrize(
    ("method", "path", "request_"),
    [
        ("POST", "/api/solve", {"json": {"text": MANY, "why": True}}),
        ("POST", "/api/batch", {"json": {"texts": [MANY] * 50}}),
        ("POST", "/api/check", {"json": {"problem": LONG_SHEET[:1900], "answer": "7"}}),
        ("POST", "/api/verify", {"json": {"text": LONG_SHEET[:1900], "answer": "7"}}),
        ("POST", "/api/check/class", {"json": {"table": LONG_CLASS}}),
        ("GET", "/", {"params": {"text": LONG_SHEET}}),
        ("GET", "/", {"params": {"text": MANY, "why": "step-0"}}),
        ("POST", "/fragment", {"json": {"text": LONG_SHEET}}),
        ("GET", "/check", {"params": {"problem": LONG_SHEET[:1900], "answer": "7"}}),
        ("POST", "/check/class", class_body(LONG_CLASS)),
        ("GET", "/worksheet", {"params": {"topic": "all", "count": "20", "seed": "71"}}),
        ("GET", "/worksheet/sheet.html", {"params": {"topic": "all", "count": "20", "seed": "72"}}),
        ("GET", "/worksheet/sheet.pdf", {"params": {"topic": "all", "count": "20", "seed": "73"}}),
    ],
)
def test_the_processor_rests_soon_after_a_request_was_given_up(
    solver: Solver, method: str, path: str, request_: dict[str, Any]
) -> None:
    with TestClient(create_app(Settings(rate=0, timeout=0.1), solver=solver)) as client:
        assert client.request(method, path, **request_).status_code == 503
        time.sleep(0.5)
        before = time.process_time()
        time.sleep(0.3)
        assert time.process_time() - before < 0.1


def test_a_long_text_does_not_hold_up_a_short_one(solver: Solver) -> None:
    settings = Settings(rate=0, trusted_proxy=True, timeout=60)
    with TestClient(create_app(settings, solver=solver)) as client, ThreadPoolExecutor(2) as callers:
        address = {"x-forwarded-for": "192.0.2.1"}
        long = callers.submit(client.get, "/", params={"text": LONG_SHEET}, headers=address)
        time.sleep(0.2)
        short = _call(callers, client, "192.0.2.2", TEXT)
        assert short.result().status_code == 200
        assert not long.done()
        assert long.result().status_code == 200


@pytest.mark.parametrize("path", ["/", "/fragment", "/api/solve"])
def test_a_text_has_so_many_questions_at_most(solver: Solver, path: str) -> None:
    text = "1. What is 3 apples and 4 apples?\n2. What is 3 pens and 4 pens?\n3. What is 3 cups and 4 cups?"
    with TestClient(create_app(Settings(rate=0, max_batch_size=2), solver=solver)) as client:
        refused = client.get(path, params={"text": text}) if path == "/" else client.post(path, json={"text": text})
    assert refused.status_code == (413 if path == "/api/solve" else 400)
    assert "3 questions; at most 2" in refused.text


@pytest.mark.parametrize("path", ["/api/batch", "/check/class"])
def test_the_problems_of_a_request_are_bounded_by_their_characters(solver: Solver, path: str) -> None:
    texts = [f"{TEXT} {number}" for number in range(5)]
    table = "problem,answer\n" + "".join(f"{text},7\n" for text in texts)
    request_: dict[str, Any] = {"json": {"texts": texts}} if path == "/api/batch" else class_body(table)
    with TestClient(create_app(Settings(rate=0, max_batch_characters=300), solver=solver)) as client:
        refused = client.post(path, **request_)
    assert refused.status_code == (413 if path == "/api/batch" else 400)
    assert "300" in refused.text


def test_clients_take_turns_problem_by_problem(held: HeldSolver) -> None:
    settings = Settings(rate=0, trusted_proxy=True)
    with TestClient(create_app(settings, solver=held)) as client, ThreadPoolExecutor(8) as callers:
        calls = [_call(callers, client, "192.0.2.1", "a first")]
        assert held.begun.acquire(timeout=10)
        calls += [_call(callers, client, "192.0.2.1", f"a {number}") for number in range(4)]
        time.sleep(0.2)  # so that they are in the queue
        calls.append(_call(callers, client, "192.0.2.2", "b"))
        time.sleep(0.2)
        held.let_go.set()
        assert [call.result().status_code for call in calls] == [200] * 6
    assert held.texts.index("b") <= 2


def test_a_client_with_few_requests_gets_the_place_of_one_with_many(held: HeldSolver) -> None:
    settings = Settings(rate=0, trusted_proxy=True, concurrent=1, waiting=3)
    with TestClient(create_app(settings, solver=held)) as client, ThreadPoolExecutor(8) as callers:
        many = [_call(callers, client, "192.0.2.1", "a first")]
        assert held.begun.acquire(timeout=10)
        many += [_call(callers, client, "192.0.2.1", f"a {number}") for number in range(3)]
        _wait_for(lambda: _solve(client, "192.0.2.1", {}).status_code == 503)
        few = _call(callers, client, "192.0.2.2", "b")
        _wait_for(lambda: any(call.done() for call in many))
        assert not few.done()
        held.let_go.set()
        assert sorted(call.result().status_code for call in many) == [200, 200, 200, 503]
        assert few.result().status_code == 200


def _solve(client: TestClient, address: str, body: dict[str, Any]) -> Any:
    return client.post("/api/solve", json=body, headers={"x-forwarded-for": address})


def _call(callers: ThreadPoolExecutor, client: TestClient, address: str, text: str) -> Future[Any]:
    return callers.submit(_solve, client, address, {"text": text})


def _wait_for(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)
