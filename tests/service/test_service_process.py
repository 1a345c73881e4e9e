"""The service as real processes: start, limits on the wire, several workers, an orderly end."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from arithmetree.service.examples import TEXT

BODY = {"text": TEXT}
SLOW_START = 120  # seconds, for a machine that is busy with other tests


class Service:
    """A running `arithmetree serve`."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self.process = process
        self.address = f"http://127.0.0.1:{port}"
        self.port = port
        self._log = log

    def log(self) -> list[dict[str, object]]:
        return [json.loads(line) for line in self._log.read_text(encoding="utf-8").splitlines()]

    def workers(self) -> list[int]:
        """All worker processes that were ever started."""
        events = (re.fullmatch(r"Started server process \[(\d+)\]", str(line["event"])) for line in self.log())
        return [int(event[1]) for event in events if event]

    def stop(self) -> int:
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=60)


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Service]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    log = folder / "log.jsonl"
    command = [sys.executable, "-c", "from arithmetree.cli import main; main()", "serve", "--port", str(port), *options]
    with log.open("w", encoding="utf-8") as lines:
        process = subprocess.Popen(command, stderr=lines, text=True, env=os.environ | {"OMP_NUM_THREADS": "1"})
    try:
        service = Service(process, port, log)
        deadline = time.monotonic() + SLOW_START
        while not _is_ready(service.address):
            assert process.poll() is None, log.read_text(encoding="utf-8")
            assert time.monotonic() < deadline, "the service did not start"
            time.sleep(0.1)
        yield service
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(timeout=30)


def _is_ready(address: str) -> bool:
    try:
        return httpx2.get(f"{address}/readyz").status_code == 200
    except httpx2.TransportError:
        return False


@pytest.fixture(scope="module")
def single(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    with serving(
        tmp_path_factory.mktemp("single"), "--rate", "0", "--max-body-bytes", "5000", "--timeout", "4"
    ) as service:
        yield service


def test_it_listens_on_this_machine_only(single: Service) -> None:
    assert httpx2.post(f"{single.address}/api/solve", json=BODY, timeout=60).json()["answer"] == "7"
    assert any("http://127.0.0.1:" in str(line["event"]) for line in single.log())


def test_a_body_without_end_is_cut_off(single: Service) -> None:
    with socket.create_connection(("127.0.0.1", single.port), timeout=20) as connection:
        connection.sendall(
            b"POST /api/solve HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            b"transfer-encoding: chunked\r\n\r\n"
        )
        for _ in range(6):
            connection.sendall(b"3e8\r\n" + b" " * 1000 + b"\r\n")
        assert connection.recv(100).startswith(b"HTTP/1.1 413 ")


def test_a_body_that_does_not_come_is_given_up(single: Service) -> None:
    with socket.create_connection(("127.0.0.1", single.port), timeout=60) as connection:
        connection.sendall(
            b"POST /api/solve HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"
        )
        response = connection.recv(1000)
    assert response.startswith(b"HTTP/1.1 503 ")
    assert b"retry-after: 1\r\n" in response


def test_a_request_that_is_no_http_does_no_harm(single: Service) -> None:
    with socket.create_connection(("127.0.0.1", single.port), timeout=20) as connection:
        connection.sendall(b"\x16\x03\x01 nonsense\r\n\r\n")
        connection.recv(1000)
    assert httpx2.get(f"{single.address}/healthz").status_code == 200


def test_workers_count_together_replace_the_dead_and_finish_what_has_begun(tmp_path: Path) -> None:
    solved = 'arithmetree_problems_total{reason="none",status="solved"}'
    numbers = range(20, 120)
    texts = [f"Sam had {n} apples. He gave 5 apples to Ann. How many apples does Sam have now?" for n in numbers]
    with serving(tmp_path, "--workers", "2", "--rate", "0", "--timeout", "60") as service:
        for _ in range(12):  # a new connection each time, so both workers get some
            assert httpx2.post(f"{service.address}/api/solve", json=BODY, timeout=60).status_code == 200
        assert {_metric(service.address, solved) for _ in range(6)} == {12}

        os.kill(service.workers()[0], signal.SIGKILL)
        deadline = time.monotonic() + SLOW_START
        while len(service.workers()) < 3:
            assert time.monotonic() < deadline, "the worker was not replaced"
            time.sleep(0.1)
        assert _metric(service.address, solved) == 12  # what the dead one had counted is not lost

        with ThreadPoolExecutor(1) as caller:
            batch = caller.submit(httpx2.post, f"{service.address}/api/batch", json={"texts": texts}, timeout=60)
            while _metric(service.address, "arithmetree_requests_in_progress") < 2:  # the batch and the scrape
                assert not batch.done(), "the batch was over before it could be interrupted"
            assert service.stop() == 0
            results = batch.result().json()["results"]
        assert [result["answer"] for result in results] == [str(n - 5) for n in numbers]
        with pytest.raises(httpx2.ConnectError):
            httpx2.get(f"{service.address}/healthz")
    assert all("Sam" not in json.dumps(line) for line in service.log())


def _metric(address: str, sample: str) -> float:
    text = httpx2.get(f"{address}/metrics").text
    found = re.search(rf"^{re.escape(sample)} (\S+)$", text, re.MULTILINE)
    return 0.0 if found is None else float(found[1])


def test_a_single_process_ends_in_order(single: Service) -> None:
    assert single.stop() == 0
    assert single.log()[-1]["event"] == f"Finished server process [{single.process.pid}]"
