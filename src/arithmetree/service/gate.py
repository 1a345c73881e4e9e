"""The gate before the solver: so many requests at work, so many waiting, clients in turn, the others are refused."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from arithmetree.service.failures import NotReady, OverCapacity

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True, eq=False)
class _Job:
    """Work that waits for its turn, and where its result is awaited."""

    work: Callable[[], Any]
    result: asyncio.Future[Any]


class Gate:
    """Runs calculations in a few threads, so that the event loop stays free to answer and to refuse.

    Used from one event loop only. A request first takes a place by `admitted` and then runs its jobs one after the
    other. Each client has its own queue, and the clients take turns, so that one who sends much waits for
    itself. If all places are taken, a client with fewer of them gets the place of the one with the most.
    """

    def __init__(self, *, concurrent: int, waiting: int) -> None:
        self._places = concurrent + waiting
        self._taken: Counter[str] = Counter()
        self._concurrent = concurrent
        self._at_work = 0
        self._queues: dict[str, deque[_Job]] = {}  # the client whose turn is next comes first
        self._threads: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Start the threads."""
        self._threads = ThreadPoolExecutor(self._concurrent, thread_name_prefix="solver")

    def full(self, client: str) -> bool:
        """True if the next request of a client would be refused."""
        return self._taken.total() >= self._places and self._greedier(client) is None

    @contextmanager
    def admitted(self, client: str) -> Iterator[None]:
        """A place at work or in the queue; raises OverCapacity if there is none."""
        if self._taken.total() >= self._places:
            greedier = self._greedier(client)
            if greedier is None:
                raise OverCapacity
            self._drop_newest(greedier)
        self._taken[client] += 1
        try:
            yield
        finally:
            self._taken[client] -= 1
            if not self._taken[client]:
                del self._taken[client]

    async def run(self, client: str, work: Callable[[], Result]) -> Result:
        """What the work returns, calculated in a thread.

        A request that is given up takes its job out of the queue. A job that has begun cannot be stopped and holds
        its thread until it is done, so jobs are short: one problem each.
        """
        if self._threads is None:
            raise NotReady
        job = _Job(work, asyncio.get_running_loop().create_future())
        self._queues.setdefault(client, deque()).append(job)
        self._start_next()
        try:
            result: Result = await job.result
        finally:
            with suppress(KeyError, ValueError):  # given up while it waited
                self._queues[client].remove(job)
        return result

    def close(self) -> None:
        """Wait for the jobs at work and end the threads."""
        threads, self._threads = self._threads, None
        for queue in self._queues.values():
            for job in queue:
                job.result.cancel()
        self._queues.clear()
        if threads is not None:
            threads.shutdown(wait=True)

    def _greedier(self, client: str) -> str | None:
        """A client that keeps a place which this one has more right to: one that has two more, and one to give up."""
        for other, taken in self._taken.most_common():
            if taken < self._taken[client] + 2:
                return None
            if self._queues.get(other):
                return other
        return None

    def _drop_newest(self, client: str) -> None:
        job = self._queues[client].pop()
        if not job.result.done():
            job.result.set_exception(OverCapacity())

    def _start_next(self) -> None:
        """Start jobs while there are threads, one of each client in turn."""
        while self._threads is not None and self._at_work < self._concurrent:
            client = next((name for name, queue in self._queues.items() if queue), None)
            if client is None:
                self._queues.clear()
                return
            queue = self._queues.pop(client)
            job = queue.popleft()
            if queue:
                self._queues[client] = queue  # at the end of the row
            if job.result.done():
                continue
            self._at_work += 1
            self._threads.submit(job.work).add_done_callback(partial(self._hand_over, job))

    def _hand_over(self, job: _Job, done: Future[Any]) -> None:
        """From the thread of the solver to the event loop."""
        with suppress(RuntimeError):  # the loop has been closed: nobody waits
            job.result.get_loop().call_soon_threadsafe(self._finish, job, done)

    def _finish(self, job: _Job, done: Future[Any]) -> None:
        self._at_work -= 1
        if not job.result.done():
            error = done.exception()
            if error is None:
                job.result.set_result(done.result())
            else:
                job.result.set_exception(error)
        self._start_next()
