"""A run: survey the input, resume from what is done, keep the engine busy, and write the answers in input order."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, Protocol

from arithmetree.batch.cluster import ClusterEngine
from arithmetree.batch.job import Job
from arithmetree.batch.journal import Journal, Origin, side_files
from arithmetree.batch.lines import Chunk, read_chunks, stamp, survey
from arithmetree.batch.local import LocalEngine
from arithmetree.errors import DataError

EngineName = Literal["local", "dask"]
Progress = Callable[[int, int], None]


class _Pending(Protocol):
    def done(self) -> bool: ...
    def result(self) -> list[bytes]: ...


class Engine(Protocol):
    """Where chunks are answered; `window` is how many it wants to hold at a time."""

    @property
    def window(self) -> int: ...
    def submit(self, chunk: Chunk) -> _Pending: ...


@dataclass(frozen=True, slots=True)
class BatchReport:
    """What a run wrote: lines by status, and how many of them were there from an earlier run."""

    solved: int
    abstained: int
    errors: int
    resumed: int

    @property
    def lines(self) -> int:
        """All lines of the output."""
        return self.solved + self.abstained + self.errors


def run_batch(
    source: Path,
    target: Path,
    *,
    model: Path | None = None,
    precision: float | None = None,
    workers: int | None = None,
    engine: EngineName = "local",
    scheduler: str | None = None,
    restart: bool = False,
    progress: Progress = lambda done, total: None,  # noqa: ARG005
) -> BatchReport:
    """Answer every line of `source` into `target`: one JSON object per line, in input order.

    The output is the same to the byte for any number of workers, either engine, and however often the run was stopped
    and started again. `progress` is called with the lines done and their total. DataError for files that cannot be
    used, a precision that the model cannot give, or a stopped run over other input (`restart=True` starts over);
    ModelError for a model that cannot be used.
    """
    target = target.resolve()
    _check_files(source, target)
    opened, facts = stamp(source), survey(source)
    job = Job.of(model, precision)
    with Journal(target, Origin(facts, job), restart=restart) as journal:
        resumed = journal.done
        progress(resumed, facts.lines)
        if resumed < facts.lines:
            with _engine(engine, job, workers or _cores(), scheduler) as started:
                _answer_all(source, journal, started, lambda: progress(journal.done, facts.lines))
        if journal.done != facts.lines or stamp(source) != opened:
            raise DataError(f"{source} changed while it was read; give --restart to start over with what it holds now.")
        journal.finish()
        counts = journal.counts
        return BatchReport(counts["solved"], counts["abstained"], counts["error"], resumed)


def _answer_all(source: Path, journal: Journal, engine: Engine, report: Callable[[], None]) -> None:
    """Keep a window of chunks under way and write the oldest as soon as it is there."""
    pending: deque[_Pending] = deque()

    def write_oldest() -> None:
        journal.append(pending.popleft().result())
        report()

    for chunk in read_chunks(source, done=journal.done):
        pending.append(engine.submit(chunk))
        while pending and (len(pending) >= engine.window or pending[0].done()):
            write_oldest()
    while pending:
        write_oldest()


def _engine(name: EngineName, job: Job, workers: int, scheduler: str | None) -> AbstractContextManager[Engine]:
    if name == "dask":
        return ClusterEngine(job, workers, scheduler)
    if scheduler is not None:
        raise DataError("A scheduler is for the dask engine; add --engine dask, or leave out --scheduler.")
    return LocalEngine(job, workers)


def _check_files(source: Path, target: Path) -> None:
    if not target.parent.is_dir():
        raise DataError(f"There is no folder {target.parent}; make it first, or give another output file.")
    if target.exists() and not target.is_file():
        raise DataError(f"{target} is not a regular file; give the name of a file for the output.")
    for taken in (target, *side_files(target)):
        if taken.exists() and source.exists() and taken.samefile(source):
            raise DataError(f"{source} is the input and would be overwritten; give another output file.")


def _cores() -> int:
    """The cores that this process may use, which in a container are fewer than the machine has."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
