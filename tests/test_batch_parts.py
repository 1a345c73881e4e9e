"""Parts of a batch by themselves: the wire to a worker, a cluster that is a stand-in, nesting, and very long lines."""

from __future__ import annotations

import json
import logging
from concurrent.futures import CancelledError
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from arithmetree.batch import cluster, run
from arithmetree.batch.answering import DEEPEST, answer
from arithmetree.batch.cluster import ClusterEngine
from arithmetree.batch.job import Job
from arithmetree.batch.journal import Journal, Origin
from arithmetree.batch.lines import LINES_PER_CHUNK, LONGEST_LINE, Chunk, read_chunks, survey
from arithmetree.batch.wire import receive_chunk, send_chunk
from arithmetree.errors import ArithmetreeError, DataError

JOB = Job(None, None, "fingerprint")


@pytest.mark.parametrize("lines", [(), (b"",), (b"a\nb", b"", b"\x00c")])
def test_a_chunk_comes_out_of_the_wire_as_it_went_in(lines: tuple[bytes, ...]) -> None:
    stream = BytesIO()
    send_chunk(stream, Chunk(7, lines))
    send_chunk(stream, Chunk(9, (b"next",)))
    stream.seek(0)
    assert [receive_chunk(stream) for _ in range(3)] == [Chunk(7, lines), Chunk(9, (b"next",)), None]


def test_a_chunk_that_breaks_off_is_none() -> None:
    stream = BytesIO()
    send_chunk(stream, Chunk(7, (b"abc", b"def")))
    for end in range(len(stream.getvalue())):
        assert receive_chunk(BytesIO(stream.getvalue()[:end])) is None


class KilledError(Exception):
    """What the stand-in raises for a line that ends its workers."""


class Cluster:
    """A stand-in for dask: answers at once, and dies on a chunk with a poisoned line."""

    def __init__(self, **options: Any) -> None:
        self.options = options
        self.threads = {"one": 2, "two": 1}
        self.closed: list[str] = []
        self.chunks: list[Chunk] = []
        self.fault: Exception | None = None

    def client(self, where: object, timeout: str) -> Any:
        if where == "nowhere":
            raise OSError("refused")
        self.where, self.timeout = where, timeout
        return SimpleNamespace(
            close=lambda: self.closed.append("client"), nthreads=lambda: self.threads, submit=self.submit
        )

    def submit(self, _: object, job: Job, chunk: Chunk, *, pure: bool) -> Any:
        assert job == JOB
        assert pure is False
        self.chunks.append(chunk)

        def result(timeout: float) -> list[bytes]:
            assert timeout > 0
            if self.fault is not None:
                raise self.fault
            if b"poison" in chunk.lines:
                raise KilledError
            return [line.upper() for line in chunk.lines]

        return SimpleNamespace(done=lambda: self.fault is None, result=result)

    def close(self) -> None:
        self.closed.append("cluster")


@pytest.fixture
def dask(monkeypatch: pytest.MonkeyPatch) -> Cluster:
    made = Cluster()

    def local(**options: Any) -> Cluster:
        made.options = options
        return made

    monkeypatch.setattr(
        cluster,
        "_distributed",
        lambda: SimpleNamespace(KilledWorker=KilledError, LocalCluster=local, Client=made.client),
    )
    return made


def test_a_cluster_of_this_machine_is_made_and_closed(dask: Cluster) -> None:
    with ClusterEngine(JOB, 3, None) as engine:
        assert engine.window == 12
        dask.threads = {}
        assert engine.window == 4  # a cluster may still grow
        pending = engine.submit(Chunk(1, (b"a", b"b")))
        assert pending.done()
        assert pending.result() == [b"A", b"B"]
    assert (dask.options["n_workers"], dask.options["threads_per_worker"]) == (3, 1)
    assert dask.where is dask
    assert dask.timeout == "60s"
    assert dask.closed == ["client", "cluster"]
    assert not logging.getLogger("distributed.client").isEnabledFor(logging.ERROR)  # what it reports, we report


def test_a_cluster_elsewhere_is_left_running(dask: Cluster) -> None:
    with ClusterEngine(JOB, 3, "tcp://somewhere"):
        assert dask.where == "tcp://somewhere"
    assert dask.closed == ["client"]
    with pytest.raises(DataError, match=r"no scheduler at 'nowhere' \(refused\)"):
        ClusterEngine(JOB, 3, "nowhere")


def test_a_line_that_ends_its_workers_costs_itself_alone(dask: Cluster) -> None:
    with ClusterEngine(JOB, 1, None) as engine:
        first, died, last = engine.submit(Chunk(5, (b"a", b"poison", b"c"))).result()
    assert (first, last) == (b"A", b"C")
    assert json.loads(died)["line"] == 6
    assert [chunk.first for chunk in dask.chunks] == [5, 5, 6, 7]


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        (CancelledError(), "The scheduler was lost .CancelledError.; "),
        (OSError(), "The scheduler was lost .OSError.; "),
        (RuntimeError("odd"), "A worker cannot do the work .RuntimeError: odd."),
        (ArithmetreeError("as it is"), "^as it is$"),
    ],
)
def test_what_befalls_a_cluster_is_said_in_our_words(dask: Cluster, fault: Exception, message: str) -> None:
    dask.fault = fault
    with ClusterEngine(JOB, 1, None) as engine, pytest.raises(ArithmetreeError, match=message):
        engine.submit(Chunk(1, (b"a",))).result()


def test_a_cluster_that_gets_workers_again_in_time_is_waited_for_anew(
    dask: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    times = iter(range(0, 1000, 10))
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: float(next(times))))
    monkeypatch.setattr(cluster, "PATIENCE", 25.0)
    there = [0, 0, 1, 0, 0, 1]
    answered = iter([*[False] * len(there), True])

    def result(timeout: float) -> list[bytes]:
        assert timeout > 0
        if next(answered):
            return [b"at last"]
        dask.threads = {"one": 1} if there.pop(0) else {}
        raise TimeoutError

    with ClusterEngine(JOB, 1, "tcp://somewhere") as engine:
        assert engine.collect(Chunk(1, (b"a",)), SimpleNamespace(done=lambda: False, result=result)) == [b"at last"]


def test_a_scheduler_that_is_lost_while_it_is_asked_for_its_workers_is_reported(dask: Cluster) -> None:
    with ClusterEngine(JOB, 1, "tcp://somewhere") as engine:
        dask.threads = None  # type: ignore[assignment]
        engine._client.nthreads = lambda: (_ for _ in ()).throw(OSError("gone"))
        with pytest.raises(ArithmetreeError, match="The scheduler was lost"):
            _ = engine.window
        engine._client.submit = engine._client.nthreads = lambda *_, **__: (_ for _ in ()).throw(OSError("gone"))
        with pytest.raises(ArithmetreeError, match="The scheduler was lost"):
            engine.submit(Chunk(1, (b"a",)))


def test_a_cluster_without_workers_is_waited_for_so_long(dask: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(range(0, 1000, 10))
    monkeypatch.setattr(cluster, "time", SimpleNamespace(monotonic=lambda: float(next(times))))
    monkeypatch.setattr(cluster, "PATIENCE", 35.0)
    dask.fault, dask.threads = TimeoutError(), {}
    no_workers = pytest.raises(ArithmetreeError, match="The cluster has no workers")
    with ClusterEngine(JOB, 1, "tcp://somewhere") as engine, no_workers:
        engine.submit(Chunk(1, (b"a",))).result()
    assert next(times) == 50  # 0 at first, then 10, 20, 30, 40


def test_a_line_may_nest_so_deep(tmp_path: Path) -> None:
    def line(levels: int) -> bytes:
        return b'{"text": 3, "more": ' + b"[" * levels + b"]" * levels + b"}"

    def message(levels: int) -> str:
        found: str = json.loads(answer(1, line(levels), lambda _: pytest.fail("nothing is solved")))["message"]
        return found

    assert message(DEEPEST - 1).startswith('"text" is not a string')
    assert message(DEEPEST).startswith(f"The line nests deeper than {DEEPEST} levels")
    path = tmp_path / "in.jsonl"
    path.write_bytes(b"y" * (LONGEST_LINE + 5) + b"\nshort\n")
    assert [len(chunk.lines) for chunk in read_chunks(path, done=0)] == [1, 1]


class Slow:
    """An engine whose answers come when they are asked for, or at once for lines that start with "now"."""

    def __init__(self, window: int) -> None:
        self.window = window
        self.held = 0
        self.most = 0

    def submit(self, chunk: Chunk) -> Any:
        self.held += 1
        self.most = max(self.most, self.held)

        def result() -> list[bytes]:
            self.held -= 1
            return [b'{"status": "solved", "line": "%s"}\n' % line for line in chunk.lines]

        return SimpleNamespace(done=lambda: chunk.lines[0].startswith(b"now"), result=result)


@pytest.mark.parametrize(("first", "most"), [(b"later", 3), (b"now", 1)])
def test_so_many_chunks_are_under_way_and_the_oldest_is_written_as_soon_as_it_is_there(
    first: bytes, most: int, tmp_path: Path
) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    lines = [b"%s %d" % (first, number) for number in range(6 * LINES_PER_CHUNK)]
    source.write_bytes(b"\n".join(lines))
    engine, reports = Slow(3), []
    with Journal(target, Origin(survey(source), JOB)) as journal:
        run._answer_all(source, journal, engine, lambda: reports.append(journal.done))
        journal.finish()
    assert engine.most == most
    assert reports == [LINES_PER_CHUNK * number for number in range(1, 7)]
    assert [json.loads(line)["line"].encode() for line in target.read_bytes().splitlines()] == lines
