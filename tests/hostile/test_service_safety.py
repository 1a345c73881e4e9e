"""What a stranger may try on the service beside texts: other files, huge headers, packed bodies, bodies of depth."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator

import pytest
import uvicorn

from arithmetree.service import Settings, create_app
from arithmetree.solver import Solver

TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
LIMIT = 20_000  # bytes of a body


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The service behind a real server, since clients in tests fix addresses before they send them."""
    app = create_app(Settings(rate=0, max_body_bytes=LIMIT), solver=Solver.load("linear"))
    listening = socket.create_server(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, ws="none"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    deadline = time.monotonic() + 60
    while not server.started:
        assert time.monotonic() < deadline, "the service did not start"
        time.sleep(0.05)
    yield listening.getsockname()[1]
    server.should_exit = True
    thread.join(timeout=60)
    listening.close()


def _answer(
    port: int, path: str, body: bytes | None = None, headers: dict[str, str] | None = None
) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        connection.request("GET" if body is None else "POST", path, body, headers or {})
        response = connection.getresponse()
        return response.status, response.read()
    finally:
        connection.close()


def _is_alive(port: int) -> bool:
    body = json.dumps({"text": TEXT}).encode()
    status, answer = _answer(port, "/api/solve", body, {"content-type": "application/json"})
    return status == 200 and json.loads(answer)["answer"] == "7"


@pytest.mark.parametrize(
    "path",
    [
        "/static/../pages.py",
        "/static/..%2fpages.py",
        "/static/%2e%2e/%2e%2e/model.py",
        "/static/..%5c..%5cmodel.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00style.css",
        "/static/....//pages.py",
        "/worksheet/sheet.%2e%2e%2fhtml?topic=all&steps=1&count=1&seed=1",
        "/../../../../etc/passwd",
    ],
)
def test_no_address_leads_to_a_file_outside(port: int, path: str) -> None:
    status, content = _answer(port, path)
    assert status == 404
    assert b"import annotations" not in content
    assert b"root:" not in content


def test_a_known_file_is_still_served(port: int) -> None:
    status, content = _answer(port, "/static/solution.css")
    assert status == 200
    assert b"{" in content


@pytest.mark.parametrize(
    "head",
    [
        b"x-large: " + b"a" * 1_000_000,
        b"\r\n".join(b"x-%d: y" % number for number in range(100_000)),
        b"cookie: " + b"a=b; " * 100_000,
    ],
    ids=["one", "many", "cookies"],
)
def test_headers_without_measure_are_refused(port: int, head: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        # The server may close while the rest is still being sent.
        try:
            connection.sendall(b"GET /healthz HTTP/1.1\r\nhost: x\r\n" + head + b"\r\n\r\n")
            received = connection.recv(1000)
        except (BrokenPipeError, ConnectionResetError):
            received = b""
    assert received == b"" or received.split(b" ")[1].startswith(b"4")
    assert _is_alive(port)


def test_an_address_without_measure_is_refused(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=60) as connection:
        try:
            connection.sendall(b"GET /?text=" + b"a" * 1_000_000 + b" HTTP/1.1\r\nhost: x\r\n\r\n")
            received = connection.recv(1000)
        except (BrokenPipeError, ConnectionResetError):
            received = b""
    assert received == b"" or received.split(b" ")[1].startswith(b"4")
    assert _is_alive(port)


def test_a_packed_body_is_never_unpacked(port: int) -> None:
    bomb = gzip.compress(json.dumps({"text": "a" * 10_000_000}).encode())
    assert len(bomb) < LIMIT
    for encoding in ("gzip", "gzip, gzip"):
        headers = {"content-type": "application/json", "content-encoding": encoding}
        status, answer = _answer(port, "/api/solve", bomb, headers)
        assert 400 <= status < 500
        assert json.loads(answer)["status"] == "error"


@pytest.mark.parametrize("body", [b"[" * 15_000, b'{"a":' * 3_000, b'{"text": ' + b"9" * 15_000 + b"}"])
@pytest.mark.parametrize("path", ["/api/solve", "/api/batch", "/api/check", "/fragment"])
def test_deep_and_endless_json_is_refused(port: int, path: str, body: bytes) -> None:
    status, _ = _answer(port, path, body, {"content-type": "application/json"})
    assert 400 <= status < 500


def test_every_page_has_the_usual_headers(port: int) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for path in ("/", "/check", "/check/class", "/worksheet", "/method", "/static/solution.css", "/metrics"):
        connection.request("GET", path)
        response = connection.getresponse()
        response.read()
        assert response.status == 200
        policy = response.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert response.headers["x-content-type-options"] == "nosniff"
        assert response.headers["referrer-policy"] == "no-referrer"
    connection.close()
