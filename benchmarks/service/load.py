"""A small HTTP client that makes load: many connections, little work per request, every outcome counted."""

from __future__ import annotations

import asyncio
import json
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

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


def message(text: str) -> bytes:
    """A request for the solution of a text."""
    body = json.dumps({"text": text}).encode()
    head = (
        f"POST /api/solve HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: {len(body)}"
    )
    return head.encode() + b"\r\n\r\n" + body


async def closed_loop(port: int, texts: Sequence[str], *, clients: int) -> Outcomes:
    """Every text once; each client sends the next when it has the answer to its last."""
    outcomes, messages = Outcomes(), iter([message(text) for text in texts])

    async def client() -> None:
        connection = Connection(port)
        for content in messages:
            await _one(connection, content, outcomes)
        connection.close()

    begin = time.perf_counter()
    await asyncio.gather(*(client() for _ in range(clients)))
    outcomes.seconds = time.perf_counter() - begin
    return outcomes


async def open_loop(port: int, texts: Sequence[str], *, per_second: float, seconds: float) -> Outcomes:
    """Requests leave at a fixed rate, whether or not answers come: what a crowd does."""
    outcomes, messages = Outcomes(), [message(text) for text in texts]
    free: list[Connection] = []
    made = 0
    running: set[asyncio.Task[None]] = set()

    async def one(connection: Connection, content: bytes) -> None:
        await _one(connection, content, outcomes)
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
        task = asyncio.create_task(one(connection, messages[number % len(messages)]))
        running.add(task)
        task.add_done_callback(running.discard)
    sent = time.perf_counter() - begin
    await asyncio.gather(*running)
    for connection in free:
        connection.close()
    outcomes.seconds = sent
    return outcomes


async def _one(connection: Connection, content: bytes, outcomes: Outcomes) -> None:
    """Send a request; once more where the server has just closed the connection because it waited unused."""
    begin, kept_open = time.perf_counter(), connection.is_open
    try:
        status, headers = await connection.post(content)
    except (OSError, EOFError, ValueError) as error:
        connection.close()
        if kept_open:
            outcomes.sent_again += 1
            await _one(connection, content, outcomes)
        else:
            outcomes.errors[type(error).__name__] += 1
    else:
        outcomes.add(status, time.perf_counter() - begin, headers)
