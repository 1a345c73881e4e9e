"""Random input of the right shape for every parser and for the exact parts of the solver, millions of times.

    python benchmarks/fuzz/structured.py [--target NAME]... [--share 1.0] [--processes 2] [--out FILE]

Where `run.py` lets atheris look for new branches byte by byte, this draws lines of worksheets, sums, equations, times,
keys, tables, derivations, systems and scorers from pieces that mean something, so that most inputs come far. Each
target (`structured_targets.py`) has a property beside not failing, such as that places lie in the text or that what is
written can be read again. Executions run in batches in a few processes; the input of every execution depends on its
number alone, so a run can be repeated and any share of it is the beginning of the whole. A failure is reported with its
input, one for each place in the code, and does not end the run. An input that takes more than `SLOWEST` seconds of
processor time counts as a time-out. With --target the figures of the other targets stay in the file as they are.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import platform
import sys
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

os.environ.setdefault("OMP_NUM_THREADS", "1")

from structured_targets import TARGETS

from arithmetree import __version__

BATCH = 500
SLOWEST = 10.0
MOST_SHOWN = 300  # characters of an input that failed


@dataclass
class Counted:
    """What came of some executions."""

    executions: int = 0
    far: int = 0  # inputs that were read, and not refused
    seconds: float = 0.0
    slowest: float = 0.0
    slowest_input: str = ""
    failures: dict[str, str] = field(default_factory=dict)  # the first input, by the place in the code
    crashes: int = 0
    time_outs: int = 0

    def add(self, other: Counted) -> None:
        """Count some more."""
        self.executions += other.executions
        self.far += other.far
        self.seconds += other.seconds
        self.crashes += other.crashes
        self.time_outs += other.time_outs
        if other.slowest > self.slowest:
            self.slowest, self.slowest_input = other.slowest, other.slowest_input
        for place, given in other.failures.items():
            self.failures.setdefault(place, given)


def run_batch(job: tuple[str, int, int]) -> Counted:
    """So many executions of a target, from a number on."""
    name, first, count = job
    target = TARGETS[name]
    counted = Counted()
    begin = time.process_time()
    for number in range(first, first + count):
        given = target.make(Random(f"{name} {number}"))
        before = time.process_time()
        try:
            counted.far += bool(target.check(given))
        except Exception as error:
            frame = traceback.extract_tb(error.__traceback__)[-1]
            place = f"{type(error).__name__} at {Path(frame.filename).name}:{frame.lineno}"
            counted.failures.setdefault(place, f"execution {number}: {str(given)[:MOST_SHOWN]!r}")
            counted.crashes += 1
        took = time.process_time() - before
        counted.time_outs += took > SLOWEST
        if took > counted.slowest:
            counted.slowest, counted.slowest_input = took, str(given)[:MOST_SHOWN]
    counted.executions = count
    counted.seconds = time.process_time() - begin
    return counted


def jobs(name: str, executions: int) -> Iterator[tuple[str, int, int]]:
    """The batches of a target."""
    for first in range(0, executions, BATCH):
        yield name, first, min(BATCH, executions - first)


def main() -> None:
    """Run the targets and print; with --out, write the figures as well."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--target", action="append", choices=TARGETS, help="only this one; may be repeated")
    options.add_argument("--share", type=float, default=1.0, help="of the stated numbers of executions")
    options.add_argument("--processes", type=int, default=2)
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    results: dict[str, object] = {}
    if given.out is not None and given.target and given.out.exists():
        results = json.loads(given.out.read_bytes())
    results |= {
        "command": f"python benchmarks/fuzz/structured.py --share {given.share:g}",
        "slowest_allowed_seconds": SLOWEST,
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
    }
    failed = False
    with multiprocessing.get_context("spawn").Pool(given.processes) as pool:
        for name in given.target or TARGETS:
            executions = max(int(TARGETS[name].executions * given.share), 1)
            counted = Counted()
            for done in pool.imap_unordered(run_batch, jobs(name, executions)):
                counted.add(done)
            for place, example in sorted(counted.failures.items()):
                print(f"{name}: {place}: {example}", file=sys.stderr)
            failed = failed or bool(counted.crashes or counted.time_outs)
            results[name] = {
                "executions": counted.executions,
                "read": counted.far,
                "crashes": counted.crashes,
                "time_outs": counted.time_outs,
                "processor_seconds": round(counted.seconds, 1),
                "microseconds_each": round(1e6 * counted.seconds / counted.executions, 1),
                "slowest_seconds": round(counted.slowest, 4),
                "failures": dict(sorted(counted.failures.items())),
            }
            print(name, results[name], f"slowest: {counted.slowest_input!r}", flush=True)
            if given.out is not None:  # after each, because all of them take long
                given.out.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
