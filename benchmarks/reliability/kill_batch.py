"""Kill `arithmetree batch` at random moments, start it again, and compare the bytes with an undisturbed run.

    python benchmarks/reliability/kill_batch.py [--kills 100] [--engine local|dask] [--lines 200] [--out FILE]

Each kill is a SIGKILL that hits the program itself (seven times out of ten) or one of its worker processes. Half of
the moments are drawn from the time that an undisturbed run takes to its first answers, half from the second after new
answers were written. After a kill of the program the same command is given again. When a run comes to its end before
its kill, its output is compared and removed, and the next one starts over. With `--engine dask` the program talks to a
real scheduler with three worker processes; workers that were killed are started again.

The lines are generated problems, and every seventh is bad in some way. The exit status is 0 if every output was the
same to the byte and every worker ended with its program.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from reporting import report

from arithmetree.generator import generate

BIN = Path(sys.executable).parent
BAD_LINES = (b"", b"{", b"\xff\x00", b"[1]", b'{"id": 1}', b'{"text": 2}', b"x" * 1_100_000)
PATIENCE = 300.0  # seconds
PROGRAM_SHARE = 0.7  # of the kills
DASK_WORKERS = 3


def write_problems(path: Path, lines: int, seed: int) -> None:
    """Generated problems with a bad line after every six."""
    problems = (json.dumps({"id": problem.id, "text": problem.text}).encode() for problem in generate(lines, seed))
    mixed = (BAD_LINES[number // 7 % len(BAD_LINES)] if number % 7 == 6 else next(problems) for number in range(lines))
    path.write_bytes(b"\n".join(mixed))


def local_workers(program: subprocess.Popen[bytes]) -> list[int]:
    """The worker processes of a running program, which each thread has for itself."""
    try:
        threads = list(Path(f"/proc/{program.pid}/task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return []


def is_running(pid: int) -> bool:
    """Whether a process is there and no zombie."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return False


def size_of(path: Path) -> int:
    """The size of a file, 0 where there is none."""
    try:
        return path.stat().st_size
    except OSError:
        return 0


class Cluster:
    """A real dask scheduler and worker processes, of which any may be killed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._file = folder / "scheduler.json"
        self._scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0")
        wait_for(lambda: self._file.exists() and self._file.read_bytes().endswith(b"}"), "the scheduler")
        self.address: str = json.loads(self._file.read_bytes())["address"]
        self._workers = [self._start_worker() for _ in range(DASK_WORKERS)]

    def workers(self) -> list[int]:
        """The worker processes."""
        return [worker.pid for worker in self._workers]

    def replace(self, pid: int) -> None:
        """Start a worker in the place of one that was killed."""
        at = self.workers().index(pid)
        self._workers[at].wait(PATIENCE)
        self._workers[at] = self._start_worker()

    def end(self) -> None:
        """End all processes."""
        for process in (*self._workers, self._scheduler):
            process.terminate()
            process.wait(PATIENCE)

    def _start_worker(self) -> subprocess.Popen[bytes]:
        return self._start("worker", "--nthreads", "1", "--no-nanny")

    def _start(self, *command: str) -> subprocess.Popen[bytes]:
        with (self._folder / "cluster.log").open("ab") as log:
            every = [BIN / "dask", *command, "--no-dashboard", "--scheduler-file", self._file]
            return subprocess.Popen(every, stderr=log, cwd=self._folder)


@contextmanager
def cluster_for(engine: str, folder: Path) -> Iterator[Cluster | None]:
    """The cluster that an engine needs, or None."""
    cluster = Cluster(folder) if engine == "dask" else None
    try:
        yield cluster
    finally:
        if cluster is not None:
            cluster.end()


def wait_for(condition: Callable[[], bool], what: str) -> None:
    """Wait until something is so; ends the program if it does not come about."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"waited {PATIENCE:.0f} s in vain for {what}")
        time.sleep(0.02)


def wait_for_moment(program: subprocess.Popen[bytes], part: Path, rng: random.Random, first: float) -> bool:
    """Wait until a kill is due; False if the program ends before."""
    if rng.random() < 0.5:
        pause = rng.uniform(0, first)
    else:
        before = size_of(part)
        wait_for(lambda: size_of(part) > before or program.poll() is not None, "new answers")
        pause = rng.uniform(0, 1)
    try:
        program.wait(pause)
    except subprocess.TimeoutExpired:
        return True
    return False


def kill_one(program: subprocess.Popen[bytes], cluster: Cluster | None, rng: random.Random) -> str:
    """Kill the program or one of its workers; says which."""
    workers = local_workers(program) if cluster is None else cluster.workers()
    if rng.random() >= PROGRAM_SHARE and workers:
        hit = rng.choice(workers)
        with suppress(ProcessLookupError):  # it may have ended by itself just now
            os.kill(hit, signal.SIGKILL)
        if cluster is not None:
            cluster.replace(hit)
        return "workers killed"
    program.kill()
    program.wait()
    if cluster is None:
        wait_for(lambda: not any(map(is_running, workers)), "the workers to end with their program")
    return "programs killed"


def measure(kills: int, engine: str, lines: int, seed: int, folder: Path) -> dict[str, object]:
    """Kill until the count is reached, then let the last run end."""
    rng = random.Random(seed)
    source, target = folder / "in.jsonl", folder / "out.jsonl"
    write_problems(source, lines, seed)
    counted: Counter[str] = Counter()
    with cluster_for(engine, folder) as cluster:
        options = ["--workers", "2"] if cluster is None else ["--engine", "dask", "--scheduler", cluster.address]
        command = [str(BIN / "arithmetree"), "batch", str(source), str(target), *options]
        start = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL):
            part = target.with_name(f"{target.name}.part")
            wait_for(lambda: target.exists() or size_of(part) > 0, "the first answers")
            first = time.monotonic() - start
        length = time.monotonic() - start
        expected = target.read_bytes()
        target.unlink()

        program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        while True:
            kills_left = kills - counted["programs killed"] - counted["workers killed"]
            if not kills_left:
                program.wait()  # the last run comes to its end
            elif wait_for_moment(program, part, rng, first):
                counted[kill_one(program, cluster, rng)] += 1
            if program.poll() is not None:
                if program.returncode == 0:
                    counted["runs ended"] += 1
                    counted["outputs the same"] += target.read_bytes() == expected
                    target.unlink()
                    if not kills_left:
                        break
                elif program.returncode != -signal.SIGKILL:
                    raise SystemExit(f"a run ended with status {program.returncode}")
                program = subprocess.Popen(command, stdout=subprocess.DEVNULL)
            print(f"\r{dict(counted)}", end="", file=sys.stderr)
    left = sorted(path.name for path in folder.iterdir() if path.name.startswith("out."))
    times = {"seconds_to_first_answers": round(first, 1), "undisturbed_seconds": round(length, 1)}
    return {**times, "left_over_files": left, **counted}


def main() -> None:
    """Measure, write the result, and say by the exit status whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--engine", choices=["local", "dask"], default="local")
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measure(options.kills, options.engine, options.lines, options.seed, Path(folder))
    report(
        "kill_batch.py",
        f"--kills {options.kills} --engine {options.engine} --lines {options.lines} --seed {options.seed}",
        found,
        options.out,
    )
    same = found.get("outputs the same") == found.get("runs ended")
    raise SystemExit(0 if same and not found["left_over_files"] else 1)


if __name__ == "__main__":
    main()
