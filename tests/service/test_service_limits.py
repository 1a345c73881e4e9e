"""Rate, capacity, size and time: what is over a limit is refused cleanly, and everything else goes on."""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from held_solver import HeldSolver

from arithmetree.service import Settings, create_app
from arithmetree.service.clients import client_of
from arithmetree.service.examples import TEXT
from arithmetree.service.failures import failure
from arithmetree.service.metrics import SHARED_FOLDER
from arithmetree.service.rate import RateLimit
from arithmetree.solver import Solver

BODY = {"text": TEXT}


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_client_may_send_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    limit = RateLimit(rate=2.0, burst=3, clients=10, clock=clock)
    assert [limit.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert limit.take("b") == 0
    clock.now = 0.5
    assert limit.take("a") == 0
    assert limit.take("a") > 0
    clock.now = 100.0
    assert [limit.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_batch_is_paid_for_afterwards() -> None:
    clock = Clock()
    limit = RateLimit(rate=10.0, burst=5, clients=10, clock=clock)
    assert limit.take("a") == 0
    limit.charge("a", 24)
    assert limit.take("a") == pytest.approx(2.1)
    clock.now = 2.2
    assert limit.take("a") == 0


def test_the_number_of_remembered_clients_is_bounded_and_the_quietest_are_forgotten() -> None:
    clock = Clock()
    limit = RateLimit(rate=0.001, burst=1, clients=8, clock=clock)
    for number in range(100):
        clock.now += 1.0
        assert limit.take(f"client {number}") == 0
    assert len(limit) == 8
    assert all(limit.take(f"client {number}") > 0 for number in range(92, 100))
    assert limit.take("client 0") == 0  # forgotten, so it may start again


def test_no_rate_limit_remembers_nobody() -> None:
    limit = RateLimit(rate=0.0, burst=1, clients=3)
    assert [limit.take("a") for _ in range(50)] == [0.0] * 50
    limit.charge("a", 10)
    assert len(limit) == 0


def test_workers_that_share_a_table_share_the_limit(tmp_path: Path) -> None:
    def let_in(_: int) -> int:
        limit = RateLimit(rate=0.001, burst=300, clients=100, file=tmp_path / "rates")
        return sum(limit.take("a") == 0 for _ in range(200))

    with ThreadPoolExecutor(3) as workers:  # each with its own lock and its own view of the file
        assert sum(workers.map(let_in, range(3))) == 300


def test_the_workers_of_a_service_share_the_limit(
    solver: Solver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(SHARED_FOLDER, str(tmp_path))
    settings = Settings(rate=0.1, rate_burst=3)
    with TestClient(create_app(settings, solver=solver)) as one, TestClient(create_app(settings, solver=solver)) as two:
        statuses = [client.post("/api/solve", json=BODY).status_code for client in (one, two, one, two, one)]
    assert statuses == [200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "client"),
    [
        ("192.0.2.7", None, False, "192.0.2.7"),
        ("192.0.2.7", "198.51.100.1", False, "192.0.2.7"),
        ("127.0.0.1", "6.6.6.6, 198.51.100.1", True, "198.51.100.1"),
        ("127.0.0.1", None, True, "127.0.0.1"),
        ("127.0.0.1", "no address", True, "local"),
        ("2001:db8:1:2:3:4:5:6", None, False, "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", None, False, "192.0.2.7"),
        (None, None, False, "local"),
    ],
)
def test_clients_are_distinguished_by_their_address(
    peer: str | None, forwarded: str | None, trusted: bool, client: str
) -> None:
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    scope = {"type": "http", "client": None if peer is None else (peer, 1), "headers": headers}
    assert client_of(scope, trusted_proxy=trusted) == client


def test_over_the_rate_is_429_with_a_time_to_wait(solver: Solver) -> None:
    with TestClient(create_app(Settings(rate=0.5, rate_burst=2), solver=solver)) as client:
        answers = [client.post("/api/solve", json=BODY) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [200, 200, 429]
        assert int(answers[2].headers["retry-after"]) in {1, 2}
        assert answers[2].json()["status"] == "error"
        assert client.get("/healthz").status_code == 200
        page = client.get("/", headers={"accept": "text/html"})
        assert page.status_code == 429
        assert int(page.headers["retry-after"]) in {1, 2}


def test_a_page_that_is_refused_offers_to_ask_again_with_the_same_text(solver: Solver) -> None:
    accept = {"accept": "text/html"}
    with TestClient(create_app(Settings(rate=0.01, rate_burst=1), solver=solver)) as client:
        assert client.get("/check").status_code == 200
        refused = client.get("/", params={"text": 'Is "5 > 4"?', "answer": "sure"}, headers=accept)
        assert refused.status_code == 429
        assert 'href="/?text=Is+%225+%3E+4%22%3F&amp;answer=sure">Try again</a>' in refused.text
        for other in (client.post("/check/class", headers=accept), client.get("/fragment", headers={"accept": "*/*"})):
            assert other.status_code == 429
            assert "Try again</a>" not in other.text
        assert "Go back in your browser" in client.post("/check/class", headers=accept).text


def test_asking_again_never_leads_to_another_server() -> None:
    scope = {"type": "http", "method": "GET", "path": '//elsewhere.org/"x', "query_string": b"a=1"}
    page = failure(scope | {"headers": [(b"accept", b"text/html")]}, 503, "Busy.")
    assert 'href="/elsewhere.org/%22x?a=1">Try again</a>' in bytes(page.body).decode()


def test_a_batch_counts_as_many_problems_as_it_has(solver: Solver) -> None:
    with TestClient(create_app(Settings(rate=0.1, rate_burst=5), solver=solver)) as client:
        assert client.post("/api/batch", json={"texts": [""] * 8}).status_code == 200
        assert client.post("/api/solve", json=BODY).status_code == 429


def test_over_capacity_is_503_and_the_others_are_served(held: HeldSolver) -> None:
    settings = Settings(rate=0, concurrent=1, waiting=1)
    with TestClient(create_app(settings, solver=held)) as client, ThreadPoolExecutor(2) as callers:
        first = _call(callers, client)
        assert held.begun.acquire(timeout=10)
        second = _call(callers, client)
        refused = _until_refused(client)
        assert refused.headers["retry-after"] == "1"
        assert refused.json()["status"] == "error"
        assert client.get("/healthz").status_code == 200  # the loop is free
        page = client.get("/", params={"text": TEXT}, headers={"accept": "text/html"})
        assert page.status_code == 503
        assert page.headers["content-type"].startswith("text/html")
        assert client.get("/").status_code == 200  # nothing to solve
        held.let_go.set()
        assert first.result().status_code == second.result().status_code == 200
        assert client.post("/api/solve", json=BODY).status_code == 200


def test_out_of_time_is_503_and_takes_waiting_work_out_of_the_queue(held: HeldSolver) -> None:
    settings = Settings(rate=0, concurrent=1, waiting=5, timeout=0.3)
    with TestClient(create_app(settings, solver=held)) as client, ThreadPoolExecutor(2) as callers:
        first = _call(callers, client)
        assert held.begun.acquire(timeout=10)
        second = _call(callers, client, "waiting in vain")
        for answer in (first.result(), second.result()):
            assert answer.status_code == 503
            assert "0.3 s" in answer.json()["message"]
        held.let_go.set()
        assert client.post("/api/solve", json=BODY).status_code == 200
    assert held.texts == [TEXT, TEXT]


def test_a_batch_takes_turns_with_other_requests(held: HeldSolver) -> None:
    with TestClient(create_app(Settings(rate=0), solver=held)) as client, ThreadPoolExecutor(2) as callers:
        batch = callers.submit(client.post, "/api/batch", json={"texts": ["batch"] * 50})
        assert held.begun.acquire(timeout=10)
        single = _call(callers, client, "single")
        time.sleep(0.1)  # so that it stands in the queue
        held.let_go.set()
        assert single.result().status_code == batch.result().status_code == 200
    assert held.texts.index("single") < 10


def test_a_text_above_the_limit_is_413(solver: Solver) -> None:
    with TestClient(create_app(Settings(max_text_length=50), solver=solver)) as client:
        assert client.post("/api/solve", json={"text": "a" * 50}).status_code == 200
        for refused in (
            client.post("/api/solve", json={"text": "a" * 51}),
            client.post("/api/check", json={"problem": "a" * 51, "answer": "7"}),
            client.post("/api/check", json={"problem": "a", "answer": "7" * 51}),
        ):
            assert refused.status_code == 413
            assert "51" in refused.json()["message"]
            assert "50" in refused.json()["message"]


def test_a_text_with_too_many_numbers_is_413_and_an_error_in_a_batch(solver: Solver) -> None:
    many = "Tom has 2 red, 3 blue, 4 green and 5 white shells. How many shells does he have?"
    with TestClient(create_app(Settings(max_numbers=3), solver=solver)) as client:
        refused = client.post("/api/solve", json={"text": many})
        assert refused.status_code == 413
        assert refused.json()["message"].startswith("A problem has 4 numbers; at most 3 are")
        assert client.post("/api/check", json={"problem": many, "answer": "14"}).status_code == 413
        assert many in client.get("/", params={"text": many}).text
        results = client.post("/api/batch", json={"texts": [many, TEXT]}).json()["results"]
    assert [result["status"] for result in results] == ["error", "solved"]


def test_a_batch_above_the_limit_is_413(solver: Solver) -> None:
    with TestClient(create_app(Settings(max_batch_size=2), solver=solver)) as client:
        assert client.post("/api/batch", json={"texts": ["", ""]}).status_code == 200
        assert client.post("/api/batch", json={"texts": ["", "", ""]}).status_code == 413


@pytest.mark.parametrize("chunked", [False, True])
def test_a_body_above_the_limit_is_413_with_and_without_a_length(solver: Solver, chunked: bool) -> None:
    content = b" " * 5_000
    with TestClient(create_app(Settings(max_body_bytes=2_000), solver=solver)) as client:
        sent: Any = iter([content[:1_500], content[1_500:]]) if chunked else content
        response = client.post("/api/solve", content=sent, headers={"content-type": "application/json"})
    assert response.status_code == 413
    assert "2000" in response.json()["message"]


def _call(callers: ThreadPoolExecutor, client: TestClient, text: str = TEXT) -> Future[Any]:
    return callers.submit(client.post, "/api/solve", json={"text": text})


def _until_refused(client: TestClient) -> Any:
    """A response over capacity; the queue is full a moment after the last request that fits was sent."""
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        response = client.post("/api/solve", json={})  # not accepted, so it never waits for a place itself
        if response.status_code == 503:
            return response
        time.sleep(0.01)
    raise AssertionError("the queue never became full")
