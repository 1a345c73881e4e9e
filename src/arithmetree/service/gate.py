"""The gate before the solver: so many requests at work, so many waiting, clients in turn, the others are refused."""

from __future__ import annotations

import asyncio
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

from arithmetree.checkpoints import Stopped, at_checkpoints
from arithmetree.service.failures import NotReady, OverCapacity

Result = TypeVar("Result")

TURN = 0.2
"""Seconds after which a job lets the jobs of other clients go first."""


@dataclass(slots=True, eq=False)
class _Job:
    """Work that waits for its turn, and where its result is awaited."""

    client: str
    work: Callable[[], Any]
    result: asyncio.Future[Any]
    begun: bool = False
    paused: bool = False
    stopped: bool = False
    may_go_on: threading.Event = field(default_factory=threading.Event)
    turn_ends: float = 0.0

    def stop(self) -> None:
        """Nobody waits for the result any more: the work ends at its next checkpoint."""
        self.stopped = True
        self.may_go_on.set()


class Gate:
    """Runs calculations in threads, so that the event loop stays free to answer and to refuse.

    Used from one event loop only. A request first takes a place by `admitted` and then runs its jobs one after the
    other. Each client has its own queue, and the clients take turns, so that one who sends much waits for
    itself. If all places are taken, a client with fewer of them gets the place of the one with the most.

    As many jobs are at work at once as `concurrent` says. At a checkpoint (arithmetree.checkpoints) a job that has had
    its turn waits in its thread while other clients have theirs, and one that was given up ends.
    """

    def __init__(self, *, concurrent: int, waiting: int) -> None:
        self._places = concurrent + waiting
        self._taken: Counter[str] = Counter()
        self._concurrent = concurrent
        self._at_work = 0
        self._begun: set[_Job] = set()
        self._queues: dict[str, deque[_Job]] = {}  # the client whose turn is next comes first
        self._threads: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Start the threads."""
        self._threads = ThreadPoolExecutor(self._places, thread_name_prefix="solver")

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

        A request that is given up takes its job out of the queue, or stops it at its next checkpoint.
        """
        if self._threads is None:
            raise NotReady
        job = _Job(client, work, asyncio.get_running_loop().create_future())
        self._queues.setdefault(client, deque()).append(job)
        self._start_next()
        try:
            result: Result = await job.result
        finally:
            with suppress(KeyError, ValueError):  # given up while it waited
                self._queues[client].remove(job)
            self._wake(job, job.stop)
        return result

    def close(self) -> None:
        """Wait for the jobs at work and end the threads."""
        threads, self._threads = self._threads, None
        for queue in self._queues.values():
            for job in queue:
                job.result.cancel()
                self._wake(job, job.stop)
        self._queues.clear()
        for job in self._begun:
            job.may_go_on.set()  # one that has just asked to wait
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
        self._wake(job, job.stop)

    def _start_next(self) -> None:
        """Start jobs while fewer are at work than may be, one of each client in turn."""
        while self._threads is not None and self._at_work < self._concurrent:
            client = next((name for name, queue in self._queues.items() if queue), None)
            if client is None:
                self._queues.clear()
                return
            queue = self._queues.pop(client)
            job = queue.popleft()
            if queue:
                self._queues[client] = queue  # at the end of the row
            if job.begun:
                self._wake(job, job.may_go_on.set)
                continue
            if job.result.done():
                continue
            job.begun = True
            self._begun.add(job)
            self._at_work += 1
            self._threads.submit(self._work, job).add_done_callback(partial(self._hand_over, job))

    def _wake(self, job: _Job, wake: Callable[[], None]) -> None:
        """Let a job that waits at a checkpoint go on, or end; it is at work again until then."""
        if job.paused:
            job.paused = False
            self._at_work += 1
        wake()

    def _work(self, job: _Job) -> Any:
        """In the thread of a job: its work, in turns with the others."""
        job.turn_ends = time.monotonic() + TURN
        with at_checkpoints(partial(self._at_checkpoint, job)):
            return job.work()

    def _at_checkpoint(self, job: _Job) -> None:
        """In the thread of a job: end it if it was given up, and wait if it has had its turn and others wait."""
        if not job.stopped and time.monotonic() > job.turn_ends and self._queues and self._threads is not None:
            job.may_go_on.clear()
            # Who stops it, or closes the gate, does so before it lets it go on; so nothing is missed here.
            if not job.stopped and self._threads is not None:
                job.result.get_loop().call_soon_threadsafe(self._pause, job)
                job.may_go_on.wait()
            job.turn_ends = time.monotonic() + TURN
        if job.stopped:
            raise Stopped

    def _pause(self, job: _Job) -> None:
        """Let others go first, if there are any; the job goes on when its client has its next turn."""
        if job.stopped or self._threads is None:
            return
        self._at_work -= 1
        job.paused = True
        queue = self._queues.pop(job.client, deque())
        queue.appendleft(job)  # before the client's own next ones
        self._queues[job.client] = queue
        self._start_next()

    def _hand_over(self, job: _Job, done: Future[Any]) -> None:
        """From the thread of the solver to the event loop."""
        with suppress(RuntimeError):  # the loop has been closed: nobody waits
            job.result.get_loop().call_soon_threadsafe(self._finish, job, done)

    def _finish(self, job: _Job, done: Future[Any]) -> None:
        self._at_work -= 1
        self._begun.discard(job)
        if not job.result.done():
            error = done.exception()
            if error is None:
                job.result.set_result(done.result())
            else:
                job.result.set_exception(error)
        self._start_next()
