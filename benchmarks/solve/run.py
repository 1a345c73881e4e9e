"""How long solving takes, as ratios to the bare parse of the same texts, in one run; memory and cold start as well.

    python benchmarks/solve/run.py --data DIR [--repetitions 5] [--out docs/results] [--name speed.json]

DIR holds ai2. One process and one thread. Stages are measured in processor time and take turns text by text, so that a
busy machine slows all of them alike; the time of a stage is the median over the repetitions, summed over the texts.
Cold starts are measured in processor time as well, memory in a fresh process. Every shipped model is measured. Linux
only. Writes a file of that name.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"  # read when the matrix library is loaded, and by the child processes

from arithmetree.any_model import SHIPPED_MODELS
from arithmetree.model import SETTINGS_FILE, SHIPPED
from arithmetree.parsing import Parser, load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import assemble
from arithmetree.reading.spacing import even_spaces
from arithmetree.solver import Solver

ROOT = Path(__file__).resolve().parents[2]
BATCH = 64
"""Texts in one turn of `pipe`."""
TARGETS: dict[str, dict[str, float]] = {
    "linear": {"after_parse": 0.5, "solve": 1.6},
    "full": {"solve": 4.0, "pipe": 3.0},
}
"""The most that each part may cost, in times of the bare parse of the same texts."""
MEMORY_TARGET_MB = 600
COLD_START_TARGET = 2.0
EXAMPLE = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"


class Watch:
    """Times of named stages, text by text and repetition by repetition."""

    def __init__(self) -> None:
        self._seconds: dict[tuple[str, int], list[float]] = {}

    def time(self, stage: str, place: int, work: Callable[[], Any]) -> Any:
        """Do some work and note how long it took."""
        start = time.process_time()  # of all threads together
        result = work()
        self._seconds.setdefault((stage, place), []).append(time.process_time() - start)
        return result

    def total(self, stage: str) -> float:
        """The time of a stage over all texts, each with its median over the repetitions."""
        return sum(statistics.median(found) for (name, _), found in self._seconds.items() if name == stage)


def measure(texts: Sequence[str], models: Sequence[str], repetitions: int) -> Watch:
    """Time each stage on each text, all stages in turn."""
    parser = load_parser()
    solvers = {name: Solver.load(name) for name in models}
    for solver in solvers.values():  # what is made on first use is no part of a warm process
        for text in texts:
            solver.solve(text)
    watch = Watch()
    for _ in range(repetitions):
        for place, text in enumerate(texts):
            time_text(watch, place, text, parser, solvers)
        for start in range(0, len(texts), BATCH):
            batch = texts[start : start + BATCH]
            watch.time("parse in batches", start, lambda batch=batch: list(parser.pipe(batch)))
            for name, solver in solvers.items():
                watch.time(f"{name}: pipe", start, lambda solver=solver, batch=batch: list(solver.pipe(batch)))
    return watch


def time_text(watch: Watch, place: int, text: str, parser: Parser, solvers: dict[str, Solver]) -> None:
    """Time the stages on one text."""
    spaced = even_spaces(text)
    doc = watch.time("parse", place, lambda: parser.parse(spaced.text))
    problem = watch.time("read", place, lambda: assemble(text, find_quantities(text), spaced.tokens(doc)))
    for name, solver in solvers.items():
        watch.time(f"{name}: decide", place, lambda solver=solver: solver.solve_problem(problem))
        watch.time(f"{name}: solve", place, lambda solver=solver: solver.solve(text))


def ratios(watch: Watch, model: str) -> dict[str, float]:
    """What each part of a model costs, in times of the bare parse."""
    parse, read, decide = (watch.total(stage) for stage in ("parse", "read", f"{model}: decide"))
    pipe = watch.total(f"{model}: pipe")
    return {
        "read": round(read / parse, 3),
        "decide": round(decide / parse, 3),
        "after_parse": round((read + decide) / parse, 3),
        "solve": round(watch.total(f"{model}: solve") / parse, 3),
        "pipe": round(pipe / parse, 3),
        "pipe_over_parse_in_batches": round(pipe / watch.total("parse in batches"), 3),
    }


_PEAK = """
import re, sys
from pathlib import Path
from arithmetree.solver import Solver
solver = Solver.load(sys.argv[1])
for text in sys.stdin.read().split("\\0"):
    solver.solve(text)
print(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1])
"""
"""Not getrusage: its peak outlives exec, so that a child would report the memory of this process, which is larger."""


def peak_memory_mb(model: str, texts: Sequence[str]) -> int:
    """The most memory that a fresh process holds while it solves all texts one by one."""
    done = subprocess.run(
        [sys.executable, "-c", _PEAK, model], input="\0".join(texts), capture_output=True, text=True, check=True
    )
    return round(int(done.stdout) / 1024)


_BARE = "import spacy; from arithmetree.parsing import load_parser; load_parser()"


def processor_seconds(command: Sequence[str]) -> float:
    """What a command costs from start to end; wall time would also measure what else the machine does."""
    before = os.times()
    subprocess.run(command, capture_output=True, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def cold_starts(models: Sequence[str], repetitions: int) -> dict[str, float]:
    """Seconds from nothing to the end: a Python that loads the parser, and `arithmetree solve` with each model."""
    program = str(Path(sys.executable).with_name("arithmetree"))
    commands = {"bare": [sys.executable, "-c", _BARE]} | {
        name: [program, "solve", EXAMPLE, "--model", name] for name in models
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(repetitions):
        for name, command in commands.items():
            times[name].append(processor_seconds(command))
    return {name: statistics.median(found) for name, found in times.items()}


def report(
    watch: Watch, texts: Sequence[str], models: Sequence[str], memory: dict[str, int], cold: dict[str, float]
) -> dict[str, Any]:
    """Everything for the result file."""
    measured: dict[str, Any] = {}
    for name in models:
        found: dict[str, float] = ratios(watch, name)
        start = round(cold[name] / cold["bare"], 2)
        limits = TARGETS.get(name, {})
        measured[name] = {
            "times_the_parse": found,
            "solve_ms": round(1000 * watch.total(f"{name}: solve") / len(texts), 2),
            "pipe_ms": round(1000 * watch.total(f"{name}: pipe") / len(texts), 2),
            "peak_memory_mb": memory[name],
            "cold_start_times_bare": start,
            "targets": {**limits, "peak_memory_mb": MEMORY_TARGET_MB, "cold_start_times_bare": COLD_START_TARGET},
            "reached": {
                **{part: found[part] <= limit for part, limit in limits.items()},
                "peak_memory_mb": memory[name] < MEMORY_TARGET_MB,
                "cold_start_times_bare": start <= COLD_START_TARGET,
            },
        }
    return {
        "command": "python benchmarks/solve/run.py --data DIR",
        "texts": len(texts),
        "parse_ms": round(1000 * watch.total("parse") / len(texts), 2),
        "parse_in_batches_ms": round(1000 * watch.total("parse in batches") / len(texts), 2),
        "bare_start_s": round(cold["bare"], 2),
        "models": measured,
        "versions": {"python": platform.python_version(), "spacy": version("spacy"), "numpy": version("numpy")},
    }


def main() -> None:
    """Measure everything and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="folder that holds ai2")
    parser.add_argument("--repetitions", type=int, default=5)
    parser.add_argument("--name", default="speed.json", help="of the result file (default: %(default)s)")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results")
    options = parser.parse_args()
    path = options.data / "ai2" / "questions.json"
    if not path.exists():
        parser.error(f"there is no {path}; give the folder that holds ai2")
    texts = [row["sQuestion"] for row in json.loads(path.read_text(encoding="utf-8"))]
    models = [name for name in SHIPPED_MODELS if (SHIPPED / name / SETTINGS_FILE).exists()]
    watch = measure(texts, models, options.repetitions)
    memory = {name: peak_memory_mb(name, texts) for name in models}
    result = report(watch, texts, models, memory, cold_starts(models, options.repetitions))
    text = json.dumps(result, indent=1) + "\n"
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / options.name).write_text(text, encoding="utf-8")
    print(text, end="")


if __name__ == "__main__":
    main()
