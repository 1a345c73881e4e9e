"""`arithmetree batch` as a whole: the same bytes for any workers and engine, and however often it is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arithmetree.batch import run, run_batch
from arithmetree.batch.answering import error_line
from arithmetree.batch.job import Job
from arithmetree.batch.journal import Journal, Origin, side_files
from arithmetree.batch.lines import Chunk, survey
from arithmetree.cli import app
from arithmetree.errors import DataError
from arithmetree.generator import generate
from arithmetree.solver import solve

BIN = Path(sys.executable).parent
PATIENCE = 120.0  # seconds; a bound for hanging, not a measure of speed
BAD_LINES = [b"", b"{bad", b"\xff\x00\x80", b"[1, 2]", b'{"id": "no text"}', b'{"text": null}', b"x" * 1_100_000]
runner = CliRunner()


@pytest.fixture(scope="module")
def problems(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Good and bad lines mixed, the last one without its end."""
    lines = [json.dumps({"id": record.id, "text": record.text}).encode() for record in generate(61, seed=3)]
    for place, line in zip(range(5, 61, 8), BAD_LINES, strict=True):
        lines.insert(place, line)
    path = tmp_path_factory.mktemp("batch") / "in.jsonl"
    path.write_bytes(b"\n".join(lines))
    return path


@pytest.fixture(scope="module")
def expected(problems: Path) -> bytes:
    """The output of one worker that nobody disturbs."""
    target = problems.with_name("expected.jsonl")
    ran = subprocess.run(_command(problems, target, "--workers", "1"), capture_output=True, text=True, check=True)
    assert ran.stdout.startswith(f"{target}: 68 lines; ")
    assert ran.stderr == ""
    assert sorted(os.listdir(problems.parent)) == ["expected.jsonl", "in.jsonl"]
    return target.read_bytes()


def _command(source: Path, target: Path, *options: str) -> list[str]:
    return [str(BIN / "arithmetree"), "batch", str(source), str(target), *options]


def _lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def _wait_for(condition: Any, what: str) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.01)


def _children(pid: int) -> list[int]:
    """The children of all threads of a process."""
    threads = Path(f"/proc/{pid}/task").iterdir()
    return [int(child) for thread in threads for child in (thread / "children").read_text().split()]


def _alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except FileNotFoundError:
        return False


def test_every_line_has_its_answer_in_order(problems: Path, expected: bytes) -> None:
    given, answers = problems.read_bytes().split(b"\n"), [json.loads(line) for line in expected.splitlines()]
    assert len(answers) == len(given)
    for number, (line, found) in enumerate(zip(given, answers, strict=True), start=1):
        if line in BAD_LINES:
            assert (found["status"], found["line"]) == ("error", number)
        else:
            assert found["id"] == json.loads(line)["id"]
    for line, found in [*zip(given, answers, strict=True)][:3]:
        solution = solve(json.loads(line)["text"])
        assert (found["status"], found["answer"]) == (solution.status, solution.answer)


@pytest.mark.slow
def test_killed_three_times_it_goes_on_and_gives_the_same_bytes(
    problems: Path, expected: bytes, tmp_path: Path
) -> None:
    target = tmp_path / "out.jsonl"
    part, _ = side_files(target)
    for workers, wanted in (("2", 0), ("1", 1), ("2", 33)):
        with subprocess.Popen(_command(problems, target, "--workers", workers), stderr=subprocess.PIPE) as process:
            _wait_for(lambda wanted=wanted: part.exists() and _lines_in(part) >= wanted, f"{wanted} lines")
            orphans = _children(process.pid)
            process.kill()
        assert not wanted or len(orphans) == int(workers)
        assert not target.exists()
        _wait_for(lambda orphans=orphans: not any(map(_alive, orphans)), "the workers to end with their parent")
    done = _lines_in(part)
    ran = subprocess.run(_command(problems, target, "--workers", "1"), capture_output=True, text=True, check=True)
    assert f"68 lines, {done} of them by an earlier run; " in ran.stdout
    assert target.read_bytes() == expected
    assert os.listdir(tmp_path) == ["out.jsonl"]


@contextmanager
def _cluster(folder: Path, *options: str, environment: dict[str, str] | None = None) -> Iterator[Any]:
    """A real scheduler and three worker processes that nobody restarts; gives its address and the workers."""
    where, log = folder / "scheduler.json", folder / "cluster.log"
    started: list[subprocess.Popen[bytes]] = []

    def start(*command: str) -> None:
        with log.open("ab") as file:
            every = [BIN / "dask", *command, "--no-dashboard", "--scheduler-file", where]
            started.append(subprocess.Popen(every, env={**os.environ, **(environment or {})}, cwd=folder, stderr=file))

    try:
        start("scheduler", "--host", "127.0.0.1", "--port", "0")
        _wait_for(lambda: where.exists() and where.read_bytes().endswith(b"}"), "the scheduler")
        for _ in range(3):
            start("worker", "--nthreads", "1", "--no-nanny", *options)
        yield json.loads(where.read_bytes())["address"], started[1:]
    finally:
        for process in reversed(started):
            process.terminate()
            process.wait(PATIENCE)


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_loses_nothing(problems: Path, expected: bytes, tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with _cluster(tmp_path) as (address, workers):
        command = _command(problems, target, "--engine", "dask", "--scheduler", address)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            _wait_for(lambda: _lines_in(side_files(target)[0]) >= 16, "the first answers")
            workers[0].kill()
            assert process.stdout is not None
            assert "68 lines; " in process.stdout.read()
        assert process.returncode == 0
        assert workers[0].poll() == -signal.SIGKILL
        assert workers[1].poll() is None
    assert target.read_bytes() == expected


_POISON = """
import os
from arithmetree.batch import answering

def answer(number, line, solve):
    if b"poison" in line:
        os._exit(9)
    return answering.error_line(number, "fine", {})

answering.answer = answer
answering.solver_for = lambda job: None
"""


@pytest.mark.slow
def test_a_line_that_kills_the_workers_of_a_cluster_costs_itself_alone(tmp_path: Path) -> None:
    source, target, poison = tmp_path / "in.jsonl", tmp_path / "out.jsonl", tmp_path / "poison.py"
    source.write_bytes(b"a\nb\nc\n" + b'{"text": "poison", "id": 1}\n' + b"d\n" * 36)
    poison.write_text(_POISON)
    failures = {"DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"}
    with _cluster(tmp_path, "--preload", str(poison), environment=failures) as (address, _):
        report = subprocess.run(
            _command(source, target, "--engine", "dask", "--scheduler", address),
            capture_output=True,
            text=True,
            check=False,
        )
    assert report.returncode == 1, report.stderr  # there is no problem in any line
    answers = [json.loads(line) for line in target.read_bytes().splitlines()]
    assert [found["line"] for found in answers] == list(range(1, 41))
    assert [found["line"] for found in answers if "died on this line" in found["message"]] == [4]
    assert answers[3]["id"] == 1


def test_a_scheduler_that_is_not_there_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arithmetree.batch.cluster.PATIENCE", 1.0)
    source = tmp_path / "in.jsonl"
    source.write_text("{}\n")
    with pytest.raises(DataError, match=r"no scheduler at 'tcp://127\.0\.0\.1:9'"):
        run_batch(source, tmp_path / "out.jsonl", engine="dask", scheduler="tcp://127.0.0.1:9")


def test_an_empty_input_gives_an_empty_output(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").touch()
    report = run_batch(tmp_path / "in.jsonl", tmp_path / "out.jsonl")
    assert report.lines == 0
    assert (tmp_path / "out.jsonl").read_bytes() == b""


def _refusal(*arguments: str | Path) -> str:
    """The one line with which the command refuses, with the status for bad input."""
    result = runner.invoke(app, ["batch", *map(str, arguments)])
    assert result.exit_code == 2
    assert result.stdout == ""
    assert len(result.stderr.splitlines()) == 1
    return result.stderr


def test_files_that_cannot_be_used_are_refused(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    assert "Cannot read" in _refusal(source, target)
    source.write_bytes(b"{}\n")
    (tmp_path / "link.jsonl").symlink_to(source)
    for same in (source, tmp_path / "link.jsonl", tmp_path / "." / "in.jsonl"):
        assert "would be overwritten" in _refusal(source, same)
    source.rename(tmp_path / "out.jsonl.part")
    assert "would be overwritten" in _refusal(tmp_path / "out.jsonl.part", target)
    (tmp_path / "out.jsonl.part").rename(source)
    assert "not a regular file" in _refusal(source, tmp_path)
    assert "not a regular file" in _refusal(tmp_path, target)
    assert "There is no folder" in _refusal(source, tmp_path / "none" / "out.jsonl")
    assert "--engine dask" in _refusal(source, target, "--scheduler", "tcp://127.0.0.1:9")
    assert source.read_bytes() == b"{}\n"
    assert not target.exists()


def test_wrong_usage_is_refused(tmp_path: Path) -> None:
    for options in (["--workers", "0"], ["--precision", "1.5"], ["--engine", "ray"]):
        assert runner.invoke(app, ["batch", "a", "b", *options]).exit_code == 2
    both = ["--workers", "2", "--scheduler", "tcp://127.0.0.1:9", "--engine", "dask"]
    assert "its own workers" in runner.invoke(app, ["batch", str(tmp_path / "a"), str(tmp_path / "b"), *both]).stderr
    missing = runner.invoke(app, ["batch", __file__, str(tmp_path / "out.jsonl"), "--model", "no/such/folder"])
    assert missing.exit_code == 2
    assert "there is no model folder" in missing.stderr


def test_a_stopped_run_over_other_input_is_refused_until_restarted(tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"{}\n")
    with Journal(target, Origin(survey(source), Job.of(None, None))) as journal:
        journal.append([error_line(1, "as it was", {})])
    source.write_bytes(b"")
    assert "another input" in _refusal(source, target)
    source.write_bytes(b'{"text": "Ann has 3 pens and 4 pens. How many pens?"}\n')
    result = runner.invoke(app, ["batch", str(source), str(target), "--restart"])
    assert result.exit_code == 0
    assert b"as it was" not in target.read_bytes()


@pytest.mark.parametrize("content", [b"", b"\n", b"not JSON\n{}\n[]\n"])
def test_a_file_without_any_problem_ends_with_status_1_and_all_its_errors(tmp_path: Path, content: bytes) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(content)
    result = runner.invoke(app, ["batch", str(source), str(target)])
    assert result.exit_code == 1
    assert "No problem could be read" in result.stderr
    lines = target.read_bytes().splitlines()
    assert len(lines) == content.count(b"\n")
    assert all(json.loads(line)["status"] == "error" for line in lines)


class _StandIn:
    """An engine of this process that does something with every chunk."""

    window = 2

    def __init__(self, act: Any) -> None:
        self._act = act

    def __enter__(self) -> _StandIn:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, chunk: Chunk) -> Any:
        self._act(chunk)
        lines = [error_line(number, "-", {}) for number in range(chunk.first, chunk.first + len(chunk.lines))]
        return type("Done", (), {"done": lambda _: False, "result": lambda _: lines})()


def test_an_input_that_changes_while_it_is_read_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"{}\n" * 40)

    def act(chunk: Chunk) -> None:
        if chunk.first == 1:
            with source.open("ab") as file:
                file.write(b"{}\n")

    monkeypatch.setattr(run, "_engine", lambda *_: _StandIn(act))
    with pytest.raises(DataError, match="changed while it was read"):
        run_batch(source, target)
    assert not target.exists()


def test_progress_goes_from_what_is_done_to_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"{}\n" * 40)
    with Journal(target, Origin(survey(source), Job.of(None, None))) as journal:
        journal.append([error_line(number, "-", {}) for number in range(1, 6)])
    seen: list[tuple[int, int]] = []
    monkeypatch.setattr(run, "_engine", lambda *_: _StandIn(lambda chunk: None))  # noqa: ARG005
    report = run_batch(source, target, progress=lambda done, total: seen.append((done, total)))
    assert seen == [(5, 40), (21, 40), (37, 40), (40, 40)]
    assert (report.lines, report.errors, report.resumed) == (40, 40, 5)
    assert [json.loads(line)["line"] for line in target.read_bytes().splitlines()] == list(range(1, 41))


def test_ctrl_c_keeps_what_is_done_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_bytes(b"{}\n" * 100)

    def act(chunk: Chunk) -> None:
        if chunk.first > 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(run, "_engine", lambda *_: _StandIn(act))
    result = runner.invoke(app, ["batch", str(source), str(target)])
    assert result.exit_code == 1
    assert "run the same command to resume" in result.stderr
    assert _lines_in(side_files(target)[0]) == 32
