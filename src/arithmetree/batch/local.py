"""The local engine: one worker process per core, each with its own model; a worker that dies is replaced."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from types import TracebackType
from typing import Self

from arithmetree import errors
from arithmetree.batch.answering import worker_died
from arithmetree.batch.job import Job
from arithmetree.batch.lines import Chunk
from arithmetree.batch.wire import READY, send_chunk
from arithmetree.errors import ArithmetreeError

WORKER = (sys.executable, "-m", "arithmetree.batch.worker")
THREAD_SETTINGS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS")
"""Set to 1 in every worker: there is one for each core, and more threads would only get in each other's way."""
_TRIES = 2


class WorkerDiedError(Exception):
    """A worker process ended before it had answered."""


class Worker:
    """One worker process and the two pipes to it."""

    def __init__(self, job: Job, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, **dict.fromkeys(THREAD_SETTINGS, "1")},
            process_group=0,  # Ctrl-C in the terminal is for the parent alone, which ends its workers in order
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._to, self._from = self._process.stdin, self._process.stdout
        self._job = job

    def wait_until_ready(self) -> None:
        """Hand over the job and wait for the model; an error of the worker is raised here as it was there."""
        try:
            self._to.write(self._job.to_json().encode() + b"\n")
            self._to.flush()
        except BrokenPipeError:
            raise WorkerDiedError from None
        reply = self._read_line()
        if reply != READY:
            reported = json.loads(reply)
            raise getattr(errors, reported["kind"])(reported["message"])

    def answers(self, chunk: Chunk) -> list[bytes]:
        """The answers to a chunk; WorkerDiedError if the process ends first."""
        try:
            send_chunk(self._to, chunk)
        except BrokenPipeError:
            raise WorkerDiedError from None
        return [self._read_line() for _ in chunk.lines]

    def kill(self) -> None:
        """End the process, whatever it is doing; its answers will not come."""
        self._process.kill()

    def close(self) -> None:
        """Wait for the end of a killed process and close its pipes."""
        self._process.wait()
        self._from.close()
        with suppress(BrokenPipeError):  # bytes that were still on their way to the process
            self._to.close()

    def _read_line(self) -> bytes:
        line = self._from.readline()
        if not line.endswith(b"\n"):
            raise WorkerDiedError
        return line


class LocalEngine:
    """Answers chunks in worker processes of this machine. Use it as a context manager."""

    def __init__(self, job: Job, workers: int, *, command: Sequence[str] = WORKER) -> None:
        self.window = 4 * workers
        self._job = job
        self._command = command
        self._threads = ThreadPoolExecutor(workers)  # one for each process, to wait for its answers
        self._lock = Lock()
        self._workers: set[Worker] = set()
        self._idle: list[Worker] = []
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        with self._lock:
            self._closed = True
            for worker in self._workers:
                worker.kill()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.close()

    def submit(self, chunk: Chunk) -> Future[list[bytes]]:
        """The answers to a chunk, later; no line is ever left without one."""
        return self._threads.submit(self._answers, chunk)

    def _answers(self, chunk: Chunk) -> list[bytes]:
        """Try the chunk again when its worker dies, then line by line, so that one bad line costs itself alone."""
        for _ in range(_TRIES):
            try:
                return self._try(chunk)
            except WorkerDiedError:
                continue
        if len(chunk.lines) == 1:
            return [worker_died(chunk.first, chunk.lines[0])]
        return [line for part in chunk.split() for line in self._answers(part)]

    def _try(self, chunk: Chunk) -> list[bytes]:
        worker = self._take()
        try:
            found = worker.answers(chunk)
        except WorkerDiedError:
            self._bury(worker)
            raise
        with self._lock:
            self._idle.append(worker)
        return found

    def _take(self) -> Worker:
        """A worker that waits, or a new one with its model loaded."""
        for _ in range(_TRIES):
            with self._lock:
                if self._closed:
                    raise ArithmetreeError("The run was stopped; start it again to resume.")
                if self._idle:
                    return self._idle.pop()
                worker = Worker(self._job, self._command)
                self._workers.add(worker)
            try:
                worker.wait_until_ready()
            except WorkerDiedError:
                self._bury(worker)
                continue
            return worker
        raise ArithmetreeError(
            "Worker processes end while they load the model (out of memory?); try fewer with --workers, "
            "then start again: what is done is kept."
        )

    def _bury(self, worker: Worker) -> None:
        with self._lock:
            self._workers.discard(worker)
        worker.kill()
        worker.close()
