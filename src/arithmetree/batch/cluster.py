"""The cluster engine: chunks go to the workers of a dask scheduler, which moves those of a dead worker to another."""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from types import TracebackType
from typing import Any, Protocol, Self

from arithmetree.batch.answering import answers, worker_died
from arithmetree.batch.job import Job
from arithmetree.batch.lines import Chunk
from arithmetree.errors import ArithmetreeError, DataError, MissingExtraError

PATIENCE = 60.0
"""Seconds without a single worker after which a run gives up."""
_POLL = 5.0
_RESUME = "start again to resume: what is done is kept"


class _DaskFuture(Protocol):
    def done(self) -> bool: ...
    def result(self, timeout: float) -> list[bytes]: ...


class ClusterEngine:
    """Answers chunks on a dask cluster, or on one of this machine's processes if no address is given.

    Use it as a context manager. Every worker loads the model once and refuses the job if its model is another one.
    """

    def __init__(self, job: Job, workers: int, scheduler: str | None) -> None:
        distributed = _distributed()
        # A lost scheduler is reported in one line of ours; the tracebacks would only bury it.
        logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
        self._job = job
        self._killed_worker = distributed.KilledWorker
        self._cluster: Any = None
        if not scheduler:
            with _reported_faults():
                self._cluster = distributed.LocalCluster(
                    n_workers=workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.ERROR
                )
        try:
            self._client = distributed.Client(scheduler or self._cluster, timeout=f"{PATIENCE:.0f}s")
        except (OSError, ValueError, TypeError) as error:
            raise DataError(
                f"There is no scheduler at {scheduler!r} ({error}); give its address as in tcp://192.0.2.1:8786."
            ) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()

    @property
    def window(self) -> int:
        """Asked for again with every chunk, so that a cluster that grows is used in full."""
        with _reported_faults():
            threads: dict[str, int] = self._client.nthreads()
        return 4 * max(1, sum(threads.values()))

    def submit(self, chunk: Chunk) -> Pending:
        """The answers to a chunk, later; no line is ever left without one."""
        return Pending(self, chunk, self._send(chunk))

    def collect(self, chunk: Chunk, future: _DaskFuture) -> list[bytes]:
        """Wait for a chunk; one that ends all its workers is taken apart, so that one bad line costs itself alone."""
        with _reported_faults():
            try:
                return self._result(future)
            except self._killed_worker:
                if len(chunk.lines) == 1:
                    return [worker_died(chunk.first, chunk.lines[0])]
        return [line for part in chunk.split() for line in self.collect(part, self._send(part))]

    def _send(self, chunk: Chunk) -> _DaskFuture:
        with _reported_faults():
            future: _DaskFuture = self._client.submit(answers, self._job, chunk, pure=False)
        return future

    def _result(self, future: _DaskFuture) -> list[bytes]:
        """The result of a future; ArithmetreeError when for long there has been nobody to work on it."""
        seen = time.monotonic()
        while True:
            try:
                return future.result(timeout=_POLL)
            except TimeoutError:
                if self._client.nthreads():
                    seen = time.monotonic()
                elif time.monotonic() - seen > PATIENCE:
                    raise ArithmetreeError(f"The cluster has no workers; start some, then {_RESUME}.") from None


class Pending:
    """The answers to a chunk that are still being made."""

    def __init__(self, engine: ClusterEngine, chunk: Chunk, future: _DaskFuture) -> None:
        self._engine = engine
        self._chunk = chunk
        self._future = future

    def done(self) -> bool:
        """Whether `result` returns at once."""
        return self._future.done()

    def result(self) -> list[bytes]:
        """Wait for the answers."""
        return self._engine.collect(self._chunk, self._future)


@contextmanager
def _reported_faults() -> Iterator[None]:
    """Say in our own words what can befall a cluster; what the solver says itself passes through."""
    try:
        yield
    except ArithmetreeError:
        raise
    except (CancelledError, OSError) as error:
        raise ArithmetreeError(f"The scheduler was lost ({type(error).__name__}); {_RESUME}.") from error
    except Exception as error:  # a task that cannot even be unpacked fails in many ways
        raise ArithmetreeError(
            f"A worker cannot do the work ({type(error).__name__}: {error}); install this arithmetree on every machine."
        ) from error


def _distributed() -> Any:
    try:
        import distributed
    except ImportError as error:
        raise MissingExtraError("the dask engine", "cluster") from error
    return distributed
