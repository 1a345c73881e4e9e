"""The gate before the solver: so many requests at work, so many waiting, the others are refused at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TypeVar

from arithmetree.service.failures import NotReady, OverCapacity

Result = TypeVar("Result")


class Gate:
    """Runs calculations in a few threads, so that the event loop stays free to answer and to refuse.

    Used from one event loop only. A request first takes a place by `admitted` and then runs one job or, for a batch,
    several one after the other; the jobs of different requests take turns.
    """

    def __init__(self, *, concurrent: int, waiting: int) -> None:
        self._places = concurrent + waiting
        self._taken = 0
        self._concurrent = concurrent
        self._threads: ThreadPoolExecutor | None = None

    def open(self) -> None:
        """Start the threads."""
        self._threads = ThreadPoolExecutor(self._concurrent, thread_name_prefix="solver")

    @property
    def full(self) -> bool:
        """True if the next request would be refused."""
        return self._taken >= self._places

    @contextmanager
    def admitted(self) -> Iterator[None]:
        """A place at work or in the queue; raises OverCapacity if there is none."""
        if self.full:
            raise OverCapacity
        self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1

    async def run(self, job: Callable[[], Result]) -> Result:
        """What the job returns, calculated in a thread.

        A request that is given up takes its job out of the queue. A job that has begun cannot be stopped and holds
        its thread until it is done; so at most `concurrent` jobs are ever at work that nobody waits for.
        """
        if self._threads is None:
            raise NotReady
        return await asyncio.wrap_future(self._threads.submit(job))

    def close(self) -> None:
        """Wait for the jobs at work and end the threads."""
        if self._threads is not None:
            self._threads.shutdown(wait=True, cancel_futures=True)
        self._threads = None
