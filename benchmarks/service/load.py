"""A small HTTP client that makes load: many connections, little work per request, every outcome counted."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, cycle
from urllib.parse import urlencode

MOST_CONNECTIONS = 800


@dataclass
class Outcomes:
    """What came back: statuses, latencies by status, and whatever was no clean response."""

    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    latencies: dict[int, list[float]] = field(default_factory=dict)
    errors: Counter[str] = field(default_factory=Counter)
    without_retry_after: int = 0
    sent_again: int = 0
    by_route: dict[str, Counter[int]] = field(default_factory=dict)

    def add(self, status: int, seconds: float, headers: bytes) -> None:
        """Count one response."""
        self.statuses[status] += 1
        self.latencies.setdefault(status, []).append(seconds)
        if status in (429, 503) and b"retry-after:" not in headers:
            self.without_retry_after += 1

    def milliseconds(self, status: int, share: float) -> float | None:
        """The latency that `share` of the responses with this status stay under."""
        sample = sorted(self.latencies.get(status, []))
        return round(1000 * sample[min(len(sample) - 1, int(share * len(sample)))], 1) if sample else None


class Connection:
    """One kept-alive connection."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    @property
    def is_open(self) -> bool:
        """Whether the next request goes over a connection that was used before."""
        return self._streams is not None

    async def post(self, message: bytes) -> tuple[int, bytes]:
        """Send a request; its status and headers."""
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        writer.write(message)
        head = await reader.readuntil(b"\r\n\r\n")
        headers = head.lower()
        length = int(headers.partition(b"content-length:")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        if b"connection: close" in headers:
            self.close()
        return int(head[9:12]), headers

    def close(self) -> None:
        """Drop the connection; the next request opens a new one."""
        if self._streams is not None:
            self._streams[1].close()
        self._streams = None


JSON = "application/json"
FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True)
class Request:
    """A request, and the route that it goes to."""

    route: str
    content: bytes


def posted(path: str, body: object) -> Request:
    """A request with a body: JSON, or a form that is encoded already."""
    kind, content = (FORM, body) if isinstance(body, str) else (JSON, json.dumps(body))
    sent = content.encode()
    head = f"POST {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: {kind}\r\ncontent-length: {len(sent)}\r\n\r\n"
    return Request(path, head.encode() + sent)


def asked(path: str, route: str | None = None, **fields: str) -> Request:
    """A request with a query."""
    address = f"{path}?{urlencode(fields)}" if fields else path
    return Request(route or path, f"GET {address} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html\r\n\r\n".encode())


def solving(text: str) -> Request:
    """A request for the solution of a text."""
    return posted("/api/solve", {"text": text})


def _table(text: str) -> str:
    return "pupil,problem,answer\n" + "".join(f'{name},"{text}",{n + 5}\n' for n, name in enumerate(("Ana", "Ben")))


def _sheet(number: int) -> dict[str, str]:
    return {"topic": "all", "count": "4", "seed": str(number)}


_VISITS: tuple[Callable[[str, int], Request], ...] = (
    lambda text, _: solving(text),
    lambda text, _: asked("/", text=text),
    lambda text, _: posted("/api/solve", {"text": text, "why": True}),
    lambda text, _: posted("/fragment", {"text": text}),
    lambda text, _: posted("/api/batch", {"texts": [text, f"Today {text}", ""]}),
    lambda text, _: posted("/api/check", {"problem": text, "answer": "12 + 5 = 17", "teacher": True}),
    lambda text, _: asked("/check", problem=text, answer="12 - 5 = 7", key="7"),
    lambda text, _: posted("/api/verify", {"text": text, "answer": "7"}),
    lambda text, _: posted("/api/check/class", {"table": _table(text)}),
    lambda text, _: posted("/check/class", urlencode({"table": _table(text)})),
    lambda text, _: posted("/check/class", urlencode({"table": _table(text), "save": "summary"})),
    lambda text, _: asked("/", text=text, why="step-0"),
    lambda _, number: asked("/worksheet", **_sheet(number), a="7"),
    lambda _, number: asked("/worksheet/sheet.pdf", "/worksheet/sheet.{form}", **_sheet(number)),
    lambda _, number: asked("/worksheet/sheet.html", "/worksheet/sheet.{form}", **_sheet(number)),
    *(lambda _, __, path=path: asked(path) for path in ("/", "/check", "/check/class", "/worksheet", "/method")),
    *(lambda _, __, path=path: asked(path) for path in ("/docs", "/openapi.json", "/healthz", "/readyz", "/metrics")),
    lambda _, __: asked("/static/site.css", "/static/{name}"),
)


def visits(texts: Iterator[str]) -> Iterator[Request]:
    """Requests to every route of the service in turn, the pages included, each with the next text."""
    for number, visit in zip(count(), cycle(_VISITS), strict=False):
        yield visit(next(texts), number)


async def closed_loop(port: int, requests: Sequence[Request], *, clients: int) -> Outcomes:
    """Every request once; each client sends the next when it has the answer to its last."""
    outcomes, waiting = Outcomes(), iter(requests)

    async def client() -> None:
        connection = Connection(port)
        for request in waiting:
            await _one(connection, request, outcomes)
        connection.close()

    begin = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    outcomes.seconds = time.perf_counter() - begin
    return outcomes


async def open_loop(port: int, requests: Sequence[Request], *, per_second: float, seconds: float) -> Outcomes:
    """Requests leave at a fixed rate, whether or not answers come: what a crowd does."""
    outcomes = Outcomes()
    free: list[Connection] = []
    made = 0
    running: set[asyncio.Task[None]] = set()

    async def one(connection: Connection, request: Request) -> None:
        await _one(connection, request, outcomes)
        free.append(connection)

    begin = time.perf_counter()
    for number in range(int(per_second * seconds)):
        delay = begin + number / per_second - time.perf_counter()
        if delay > 0:
            await asyncio.sleep(delay)
        elif number % 20 == 0:
            await asyncio.sleep(0)  # late: let answers in
        while not free and made >= MOST_CONNECTIONS:
            await asyncio.sleep(0.001)
        if free:
            connection = free.pop()
        else:
            connection, made = Connection(port), made + 1
        task = asyncio.create_task(one(connection, requests[number % len(requests)]))
        running.add(task)
        task.add_done_callback(running.discard)
    sent = time.perf_counter() - begin
    await asyncio.gather(*running)
    for connection in free:
        connection.close()
    outcomes.seconds = sent
    return outcomes


async def _one(connection: Connection, request: Request, outcomes: Outcomes) -> None:
    """Send a request; once more where the server has just closed the connection because it waited unused."""
    begin, kept_open = time.perf_counter(), connection.is_open
    try:
        status, headers = await connection.post(request.content)
    except (OSError, EOFError, ValueError) as error:
        connection.close()
        if kept_open:
            outcomes.sent_again += 1
            await _one(connection, request, outcomes)
        else:
            outcomes.errors[type(error).__name__] += 1
    else:
        outcomes.add(status, time.perf_counter() - begin, headers)
        outcomes.by_route.setdefault(request.route, Counter())[status] += 1
