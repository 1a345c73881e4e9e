"""Are the results the same? Over runs, hash seeds, threads, workers, batch sizes, and versions of Python.

    python benchmarks/determinism/run.py [--texts 60] [--python "COMMAND" ...] [--out docs/results]

Every way answers the same lines, generated problems with some bad ones among them; compared are the bytes of all output
lines, with every digit of every confidence, by their SHA-256. A COMMAND starts another Python that can import
arithmetree, such as `.venv312/bin/python`. `pipe` parses in batches, where sums are made in another order, so there the
greatest difference between two numbers is given instead (infinite if anything else differs). Writes determinism.json.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from arithmetree import __version__
from arithmetree.generator import generate

BAD_LINES = (b"", b"{", b"[1]", b'{"id": 1}', b'{"text": "How many?"}', b'{"text": "Ann has 3 pens."}')
MODELS = ("full", "linear")
HASH_SEEDS = ("0", "1", "4242", "random")
THREADS = ("1", "2", "4")
WORKERS = (1, 2, 4)
BATCH_SIZES = (1, 7, 64)

ANSWER = """
import json, platform, sys
from importlib.metadata import version
from arithmetree.batch.answering import answer
from arithmetree.solver import Solver
solver, size = Solver.load(sys.argv[1]), int(sys.argv[2])
lines = sys.stdin.buffer.read().split(b"\\n")
out = sys.stdout.buffer
if size == 0:
    for number, line in enumerate(lines, start=1):
        out.write(answer(number, line, solver.solve))
else:
    texts = []
    for number, line in enumerate(lines, start=1):
        answer(number, line, lambda text: texts.append(text) or solver.solve("How many?"))
    parts = [texts[start : start + size] for start in range(0, len(texts), size)]
    found = (solution for part in parts for solution in solver.pipe(part))
    for number, line in enumerate(lines, start=1):
        out.write(answer(number, line, lambda _: next(found)))
names = ("numpy", "spacy", "thinc", "onnxruntime", "tokenizers", "safetensors")
print(json.dumps({"python": platform.python_version()} | {name: version(name) for name in names}), file=sys.stderr)
"""


def problem_lines(count: int) -> bytes:
    """Generated problems with a bad line after every nine."""
    problems = (json.dumps({"id": record.id, "text": record.text}).encode() for record in generate(count, 7))
    mixed = (
        BAD_LINES[number // 10 % len(BAD_LINES)] if number % 10 == 9 else next(problems) for number in range(count)
    )
    return b"\n".join(mixed)


def answered(
    lines: bytes,
    model: str,
    *,
    size: int = 0,
    python: Sequence[str] = (sys.executable,),
    environment: Mapping[str, str] | None = None,
) -> tuple[bytes, dict[str, str]]:
    """All output lines of one process, and the versions it has; `size` above 0 goes by `pipe`."""
    command = [*python, "-c", ANSWER, model, str(size)]
    settings = {"OMP_NUM_THREADS": "1"} | dict(environment or {})
    done = subprocess.run(command, input=lines, capture_output=True, env=os.environ | settings, check=False)
    if done.returncode:
        raise SystemExit(done.stderr.decode())
    return done.stdout, json.loads(done.stderr.splitlines()[-1])


def by_batch(lines: bytes, model: str, workers: int) -> bytes:
    """The output of `arithmetree batch`."""
    with tempfile.TemporaryDirectory() as scratch:
        source, target = Path(scratch) / "in.jsonl", Path(scratch) / "out.jsonl"
        source.write_bytes(lines)
        program = str(Path(sys.executable).parent / "arithmetree")
        command = [program, "batch", str(source), str(target), "--model", model, "--workers", str(workers)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        return target.read_bytes()


def greatest_difference(one: Any, other: Any) -> float:
    """How far two JSON values are apart in their numbers; infinitely where anything else differs."""
    if isinstance(one, float | int) and isinstance(other, float | int):
        return abs(one - other)
    if type(one) is not type(other) or (isinstance(one, dict | list) and len(one) != len(other)):
        return float("inf")
    if isinstance(one, dict):
        if list(one) != list(other):
            return float("inf")
        return max((greatest_difference(one[key], other[key]) for key in one), default=0.0)
    if isinstance(one, list):
        return max(map(greatest_difference, one, other), default=0.0)
    return 0.0 if one == other else float("inf")


def measure(texts: int, pythons: Sequence[str], runs: int) -> dict[str, Any]:
    """The checksums of every way, for both models."""
    lines = problem_lines(texts)
    found: dict[str, Any] = {}
    for model in MODELS:
        first, versions = answered(lines, model)
        digest = hashlib.sha256(first).hexdigest()
        ways: dict[str, bytes] = {f"run {number}": answered(lines, model)[0] for number in range(2, runs + 1)}
        ways |= {
            f"hash seed {seed}": answered(lines, model, environment={"PYTHONHASHSEED": seed})[0] for seed in HASH_SEEDS
        }
        ways |= {
            f"{count} threads": answered(lines, model, environment={"OMP_NUM_THREADS": count})[0] for count in THREADS
        }
        ways |= {f"batch, {workers} workers": by_batch(lines, model, workers) for workers in WORKERS}
        with_versions = {f"python {platform.python_version()}": versions}
        for command in pythons:
            output, other = answered(lines, model, python=shlex.split(command))
            ways[f"python {other['python']}"] = output
            with_versions[f"python {other['python']}"] = other
        whole = [json.loads(line) for line in first.splitlines()]
        pipes = {
            str(size): max(
                greatest_difference(line, json.loads(other))
                for line, other in zip(whole, answered(lines, model, size=size)[0].splitlines(), strict=True)
            )
            for size in BATCH_SIZES
        }
        differing = {
            name: max(
                greatest_difference(line, json.loads(other))
                for line, other in zip(whole, output.splitlines(), strict=True)
            )
            for name, output in ways.items()
            if output != first
        }
        found[model] = {
            "sha256": digest,
            "lines": len(whole),
            "ways": ["run 1", *ways],
            "other_bytes": differing,
            "pipe_differs_by": pipes,
            "versions": with_versions,
        }
    return found


def main() -> None:
    """Measure, write the result, and say by the exit status whether all bytes were the same."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=60)
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--python", action="append", default=[], metavar="COMMAND")
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    found = measure(options.texts, options.python, options.runs)
    result = {
        "command": f"python benchmarks/determinism/run.py --texts {options.texts} --runs {options.runs}"
        + "".join(" --python COMMAND" for _ in options.python),
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
        "models": found,
    }
    text = json.dumps(result, indent=1) + "\n"
    print(text, end="")
    (options.out / "determinism.json").write_text(text, encoding="utf-8")
    raise SystemExit(1 if any(model["other_bytes"] for model in found.values()) else 0)


if __name__ == "__main__":
    main()
