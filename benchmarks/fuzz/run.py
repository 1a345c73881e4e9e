"""Coverage-guided fuzzing with atheris (libFuzzer), beside the random input of ../reliability/fuzz.py.

    pip install atheris
    python benchmarks/fuzz/run.py [--target NAME]... [--share 1.0] [--out docs/results/atheris.json]

Each target runs in its own process for a fixed number of executions (`EXECUTIONS`, times the share), on inputs
that libFuzzer makes out of those that reached new branches. An exception, an input that takes more than `SLOWEST`
seconds of processor time and memory over `MEMORY` megabytes end the run of the target; the input is then shown and the
exit status is 1. With --target the figures of the other targets stay in the file as they are.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import subprocess
import sys
import tempfile
import time
from importlib.metadata import version
from pathlib import Path

EXECUTIONS = {
    "quantity reader": 50_000,
    "solver, words in any order": 2_000,
    "infix parser": 500_000,
    "pupils' answers": 30_000,
    "model loader": 20_000,
    "service": 20_000,
    "service, JSON of the right form": 20_000,
}
LONGEST = {
    "quantity reader": 400,
    "solver, words in any order": 60,
    "infix parser": 400,
    "pupils' answers": 200,
    "model loader": 4096,
    "service": 600,
    "service, JSON of the right form": 300,
}
"""Bytes of one input."""
SLOWEST = 20
HANGING = 600
"""Seconds by the clock after which an input is given up that does not even come to be measured."""
MEMORY = 4096
SEED = 1

_DONE = re.compile(r"Done (\d+) runs? in")
_COVERED = re.compile(r"cov: (\d+) ft: (\d+) corp: (\d+)")


class TooSlow(Exception):  # noqa: N818
    """An input took more than SLOWEST seconds of processor time."""


def fuzz(name: str, arguments: list[str]) -> None:
    """The process of one target: hand it to libFuzzer, which ends the process."""
    import atheris

    with atheris.instrument_imports(include=["arithmetree", "targets"]):
        from targets import TARGETS

    target, seeds = TARGETS[name]()
    corpus = Path(arguments[-1])
    for number, seed in enumerate(seeds):
        (corpus / f"seed-{number}").write_bytes(seed)

    def timed(data: bytes) -> None:
        # The clock says little on a busy machine.
        begin = time.process_time()
        target(data)
        if time.process_time() - begin > SLOWEST:
            raise TooSlow

    atheris.Setup([sys.argv[0], *arguments], timed)
    atheris.Fuzz()


def run(name: str, executions: int) -> dict[str, object]:
    """Fuzz one target in its own process; the figures, and the input where it failed."""
    with tempfile.TemporaryDirectory() as scratch:
        corpus, found = Path(scratch) / "corpus", Path(scratch) / "found"
        corpus.mkdir()
        found.mkdir()
        options = [f"-runs={executions}", f"-seed={SEED}", f"-max_len={LONGEST[name]}", f"-timeout={HANGING}",
                   f"-rss_limit_mb={MEMORY}", f"-artifact_prefix={found}/"]  # fmt: skip
        begin = time.monotonic()
        process = subprocess.run(
            [sys.executable, __file__, "--inside", name, *options, str(corpus)], capture_output=True, errors="replace"
        )
        seconds = time.monotonic() - begin
        # Inputs that are slow by the clock alone did not fail.
        failures = sorted(file for file in found.iterdir() if not file.name.startswith("slow-unit"))
        done = _DONE.search(process.stderr)
        if not failures and (process.returncode or done is None):
            raise SystemExit(f"the run of {name} did not come to its end:\n{process.stderr[-3000:]}")
        for failure in failures:
            print(f"{name}: {failure.name}: {failure.read_bytes()!r}\n{process.stdout[-3000:]}", file=sys.stderr)
        slow = sum(failure.name.startswith("timeout") for failure in failures) + process.stdout.count("TooSlow\n")
        crashed = sum(failure.name.startswith(("crash", "leak", "oom")) for failure in failures)
        covered = _COVERED.findall(process.stderr)
        return {
            "executions": int(done[1]) if done else None,
            "crashes": crashed - process.stdout.count("TooSlow\n"),
            "time_outs": slow,
            "branches": int(covered[-1][0]) if covered else None,
            "inputs_kept": int(covered[-1][2]) if covered else None,
            "seconds": round(seconds),
        }


def main() -> None:
    """Fuzz the targets and print; with --out, write the figures as well."""
    if sys.argv[1:2] == ["--inside"]:
        fuzz(sys.argv[2], sys.argv[3:])
        return
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--target", action="append", choices=EXECUTIONS, help="only this one; may be repeated")
    options.add_argument("--share", type=float, default=1.0, help="of the stated numbers of executions")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    results: dict[str, object] = {
        "seed": SEED,
        "slowest_allowed_seconds": SLOWEST,
        "versions": {name: version(name) for name in ("arithmetree", "atheris")}
        | {"python": platform.python_version()},
    }
    if given.target and given.out is not None and given.out.exists():
        results = json.loads(given.out.read_bytes()) | results
    failed = False
    for name in given.target or EXECUTIONS:
        figures = run(name, max(int(EXECUTIONS[name] * given.share), 1))
        failed = failed or bool(figures["crashes"] or figures["time_outs"])
        results[name] = figures
        print(name, figures, flush=True)
        if given.out is not None:  # after each, because all of them take long
            given.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
