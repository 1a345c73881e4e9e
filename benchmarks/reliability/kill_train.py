"""Kill `arithmetree train` at random moments, and compare what is left with an undisturbed run.

    python benchmarks/reliability/kill_train.py [--kills 100] [--problems 16] [--out FILE]

Half of the moments are drawn from the whole length of a run, half from the time in which the model is written. The
folder holds another, older model at first. After each kill it must hold the older one or the new one, to the byte; and
where the program came to its end before its kill, the new one. Parses are cached between the runs, as they are for a
user, so a cache that was cut off by a kill is read by the next run. The last run is not killed. Ctrl-C ends the killing
early.

Each run is a separate process that was forked after the libraries and the parser were loaded: loading writes nothing,
and it would take most of the time.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.context import ForkProcess
from pathlib import Path
from threading import Event

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded: no threads where processes are forked

from reporting import report

from arithmetree.cli import app
from arithmetree.generator import generate
from arithmetree.model import SHIPPED, Model
from arithmetree.parsing import load_parser
from arithmetree.training.parse_cache import CACHE_VARIABLE
from arithmetree.training.train import train_model  # noqa: F401  (loaded here, and so in every run)

FORK = multiprocessing.get_context("fork")
PATIENCE = 300.0  # seconds


def write_problems(path: Path, count: int, seed: int) -> None:
    """Generated problems with their answers, as a user would write them down."""
    rows = ({"text": problem.text, "expression": problem.expression} for problem in generate(count, seed))
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")


def content(folder: Path) -> dict[str, bytes]:
    """Every file of a folder."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def train(data: Path, folder: Path) -> None:
    """What `arithmetree train` does, without a word."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    app(["train", "--data", str(data), "--out", str(folder), "--quiet", "--force"])


def is_writing(folder: Path) -> bool:
    """Whether the model is being written, or was when its program was killed."""
    return folder.with_name(f".{folder.name}.saving").exists()


def wait_while(program: ForkProcess, folder: Path, *, writing: bool) -> float:
    """Wait until the program begins, or ends, to write its model, or has ended itself; how long that took."""
    begin = time.monotonic()
    while program.is_alive() and is_writing(folder) is writing:
        if time.monotonic() - begin > PATIENCE:
            raise SystemExit(f"a run took more than {PATIENCE:.0f} s")
        time.sleep(0.0005)
    return time.monotonic() - begin


def measure(kills: int, problems: int, seed: int, scratch: Path) -> dict[str, object]:
    """Kill until the count is reached, then let one run come to its end."""
    rng = random.Random(seed)
    data, folder, cache = scratch / "own.jsonl", scratch / "model", scratch / "cache"
    write_problems(data, problems, seed)
    os.environ[CACHE_VARIABLE] = str(cache)
    load_parser()

    def start() -> ForkProcess:
        program = FORK.Process(target=train, args=(data, folder))
        program.start()
        return program

    lengths, writing = [], []
    expected: dict[str, bytes] = {}
    for _ in range(2):  # once with an empty cache and no folder, once as they will be
        begin = time.monotonic()
        program = start()
        wait_while(program, folder, writing=False)
        writing.append(wait_while(program, folder, writing=True))
        program.join()
        lengths.append(time.monotonic() - begin)
        if expected and content(folder) != expected:
            raise SystemExit("two undisturbed runs gave different models")
        expected = content(folder)
    older = content(SHIPPED / "linear")
    counted: Counter[str] = Counter()
    stopped = Event()
    signal.signal(signal.SIGINT, lambda *_: stopped.set())
    while counted["kills"] < kills and not stopped.is_set():
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(SHIPPED / "linear", folder)
        if rng.random() < 0.2:
            shutil.rmtree(cache, ignore_errors=True)  # so that parsing is hit too
        program = start()
        in_writing = rng.random() < 0.5
        if not in_writing:
            pause = rng.uniform(0, lengths[-1])
        else:
            shutil.rmtree(folder.with_name(f".{folder.name}.saving"), ignore_errors=True)  # of the last kill
            wait_while(program, folder, writing=False)
            pause = rng.uniform(0, 1.2 * statistics.mean(writing))
        program.join(pause)
        if program.exitcode is None:
            program.kill()
            program.join()
            counted["kills"] += 1
            counted["killed while writing"] += in_writing and is_writing(folder)
        else:
            counted["ended before the kill"] += 1
        if program.exitcode not in (0, -signal.SIGKILL):
            raise SystemExit(f"a run ended with status {program.exitcode}")
        found = content(folder)
        if found not in (older, expected) or (program.exitcode == 0 and found != expected):
            raise SystemExit(f"after a kill the model is neither the older nor the new one: {sorted(found)}")
        Model.load(folder)
        counted["older model" if found == older else "new model"] += 1
        print(f"{counted['kills']} kills", file=sys.stderr)
    program = start()
    program.join()
    same = program.exitcode == 0 and content(folder) == expected
    left = sorted(path.name for path in scratch.iterdir() if path not in (data, folder, cache))
    return {
        "seconds_of_a_run": [round(length, 1) for length in lengths],
        "seconds_of_writing": round(statistics.mean(writing), 3),
        **counted,
        "last run gives the same bytes": same,
        "left_at_the_end": left,
    }


def main() -> None:
    """Measure, write the result, and say by the exit status whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--problems", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        found = measure(options.kills, options.problems, options.seed, Path(scratch))
    report(
        "kill_train.py",
        f"--kills {options.kills} --problems {options.problems} --seed {options.seed}",
        found,
        options.out,
    )
    raise SystemExit(0 if found["last run gives the same bytes"] and not found["left_at_the_end"] else 1)


if __name__ == "__main__":
    main()
