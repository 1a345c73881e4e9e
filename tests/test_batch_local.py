"""The local engine: a worker that dies is replaced, and a line that ends every worker costs itself alone."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from arithmetree.batch.job import Job
from arithmetree.batch.lines import Chunk
from arithmetree.batch.local import LocalEngine
from arithmetree.batch.wire import READY, send_chunk
from arithmetree.errors import ArithmetreeError, ModelError

JOB = Job.of(None, None)


def _worker(body: str, before: str = "") -> Sequence[str]:
    """The real worker program, with a stand-in for the model and for the answer to one line."""
    code = f"""
import os, pathlib, time
from arithmetree.batch import answering, worker
{before}
def answer(number, line, solve):
    {body}
    return answering.error_line(number, f"{{os.getpid()}} {{os.environ['OMP_NUM_THREADS']}}", {{"id": line.decode()}})
answering.answer = answer
answering.solver_for = worker.solver_for = lambda job: None
worker.main()
"""
    return (sys.executable, "-c", code)


def _answers(engine: LocalEngine, *chunks: Chunk) -> list[list[dict[str, object]]]:
    pending = [engine.submit(chunk) for chunk in chunks]
    return [[json.loads(line) for line in future.result()] for future in pending]


CHUNKS = [Chunk(1 + 3 * k, (b"a%d" % k, b"b%d" % k, b"c%d" % k)) for k in range(5)]
IDS = [[line.decode() for line in chunk.lines] for chunk in CHUNKS]


def test_each_worker_is_its_own_process_with_one_thread() -> None:
    with LocalEngine(JOB, 2, command=_worker("time.sleep(0.02); print('noise')")) as engine:
        found = _answers(engine, *CHUNKS)
    assert [[line["id"] for line in chunk] for chunk in found] == IDS
    messages = {str(line["message"]) for chunk in found for line in chunk}
    assert len(messages) == 2
    assert all(message.endswith(" 1") and not message.startswith(f"{os.getpid()} ") for message in messages)


def test_a_line_that_kills_its_worker_becomes_an_error_and_the_others_are_answered() -> None:
    command = _worker('if line == b"{}": os.kill(os.getpid(), 9)')
    poisoned = Chunk(16, (b"before", b"{}", b"after"))
    with LocalEngine(JOB, 2, command=command) as engine:
        found = _answers(engine, *CHUNKS, poisoned)
    assert [[line["id"] for line in chunk] for chunk in found[:-1]] == IDS
    before, died, after = found[-1]
    assert (before["id"], after["id"]) == ("before", "after")
    assert (died["status"], died["line"]) == ("error", 17)
    assert "died on this line" in str(died["message"])


def test_a_worker_that_dies_once_is_replaced_and_nothing_is_lost(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    once = f"mark = pathlib.Path({str(mark)!r})"
    command = _worker('if line == b"b2" and not mark.exists(): mark.touch(); os.kill(os.getpid(), 9)', once)
    with LocalEngine(JOB, 1, command=command) as engine:
        found = _answers(engine, *CHUNKS)
    assert mark.exists()
    assert [[line["id"] for line in chunk] for chunk in found] == IDS
    assert "died" not in str(found)


def test_a_line_is_tried_in_two_processes_and_then_given_up(tmp_path: Path) -> None:
    tried = f"pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()"
    with LocalEngine(JOB, 1, command=_worker(f"{tried}; os.kill(os.getpid(), 9)")) as engine:
        ((died,),) = _answers(engine, Chunk(4, (b"poison",)))
    assert (died["status"], died["line"]) == ("error", 4)
    assert len(os.listdir(tmp_path)) == 2


def test_workers_that_cannot_start_are_tried_twice_and_leave_none_behind(tmp_path: Path) -> None:
    code = f"import os, pathlib; pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch()"
    with LocalEngine(JOB, 1, command=(sys.executable, "-c", code)) as engine:
        with pytest.raises(ArithmetreeError, match="end while"):
            engine.submit(CHUNKS[0]).result()
        assert not engine._workers
    assert len(os.listdir(tmp_path)) == 2


def test_an_engine_holds_a_few_chunks_for_each_worker_and_takes_none_once_closed() -> None:
    with LocalEngine(JOB, 3, command=_worker("pass")) as engine:
        assert engine.window == 12
    with pytest.raises(ArithmetreeError, match="start it again to resume"):
        engine._take()


def test_a_worker_whose_parent_is_gone_ends_without_a_word() -> None:
    worker = subprocess.Popen(
        _worker("pass"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
    )  # fmt: skip
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    worker.stdin.write(JOB.to_json().encode() + b"\n")
    worker.stdin.flush()
    assert worker.stdout.readline() == READY
    worker.stdout.close()
    send_chunk(worker.stdin, CHUNKS[0])
    assert worker.stderr.read() == b""
    assert worker.wait(timeout=60) == 1
    worker.stdin.close()
    worker.stderr.close()


def test_a_worker_ends_with_its_input() -> None:
    done = subprocess.run(
        _worker("pass"), input=JOB.to_json().encode() + b"\n", capture_output=True,
        env={**os.environ, "OMP_NUM_THREADS": "1"}, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout, done.stderr) == (0, READY, b"")


def test_workers_that_cannot_start_end_the_run_with_a_reason() -> None:
    with (
        LocalEngine(JOB, 1, command=(sys.executable, "-c", "")) as engine,
        pytest.raises(ArithmetreeError, match="end while"),
    ):
        engine.submit(CHUNKS[0]).result()


def test_a_model_that_a_worker_refuses_is_reported() -> None:
    with LocalEngine(Job(None, None, "0" * 64), 1) as engine, pytest.raises(ModelError, match="another model"):
        engine.submit(CHUNKS[0]).result()


def test_leaving_ends_the_workers_at_once(tmp_path: Path) -> None:
    command = _worker(f"pathlib.Path({str(tmp_path)!r}, str(os.getpid())).touch(); time.sleep(600)")
    start = time.monotonic()
    with LocalEngine(JOB, 2, command=command) as engine:
        pending = [engine.submit(chunk) for chunk in CHUNKS]
        while len(os.listdir(tmp_path)) < 2:
            time.sleep(0.05)
    assert time.monotonic() - start < 60
    for name in os.listdir(tmp_path):
        with pytest.raises(ProcessLookupError):
            os.kill(int(name), 0)
    assert all(future.cancelled() or future.exception() is not None for future in pending)
