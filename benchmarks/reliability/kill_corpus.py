"""Kill `python -m arithmetree.corpus build` at random moments, and look at the parts that are left.

    python benchmarks/reliability/kill_corpus.py [--kills 100] [--files 2] [--out FILE]

The first few files of every folder of written lines are built into an empty folder or over older parts, by turns. Half
of the moments are drawn from the whole length of a run, half from the time in which the parts are written. After each
kill every part is the older or the new one, to the byte, or is not there where none was before; the workers that read
the lines end with their program. The last run is not killed, must give the same bytes as an undisturbed one, and leave
nothing else.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from multiprocessing.context import ForkProcess
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")  # before numpy is loaded: no threads where processes are forked

from kill_batch import is_running, wait_for
from reporting import report

from arithmetree.corpus.__main__ import main as corpus
from arithmetree.corpus.manifest import FILE, Manifest
from arithmetree.corpus.written import written_files

FORK = multiprocessing.get_context("fork")
CORPUS = Path("corpus")
OLD = b'{"id": "what was here before"}\n'


def small_corpus(target: Path, files: int) -> None:
    """A corpus folder with the first files of every folder; problems of others are not left out of it."""
    manifest = Manifest.load(CORPUS)
    for folder in manifest.folders:
        (target / folder).mkdir(parents=True)
        for file in written_files(CORPUS / folder)[:files]:
            shutil.copy(file, target / folder)
    entry = json.loads((CORPUS / FILE).read_text(encoding="utf-8"))
    names = {file.stem.replace("-", "") for folder in manifest.folders for file in (target / folder).iterdir()}
    for kind in ("dropped", "held_back"):
        entry[kind] = {key: why for key, why in entry[kind].items() if key.partition("-")[0] in names}
    (target / FILE).write_text(json.dumps(entry | {"built": {}}), encoding="utf-8")


def build(folder: Path, out: Path) -> None:
    """What the command does, without a word; the parts are not those of the manifest, which ends it with status 2."""
    os.setpgid(0, 0)
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, sys.stdout.fileno())
    os.dup2(silence, sys.stderr.fileno())
    sys.exit(corpus(["build", "--corpus", str(folder), "--out", str(out)]))


def content(folder: Path) -> dict[str, bytes]:
    """Every part in a folder."""
    return {file.name: file.read_bytes() for file in folder.glob("*.jsonl")}


def workers(program: ForkProcess) -> list[int]:
    """The processes that read lines for a build."""
    try:
        threads = list(Path(f"/proc/{program.pid}/task").iterdir())
        return [int(child) for thread in threads for child in (thread / "children").read_text().split()]
    except OSError:
        return []


def measure(kills: int, files: int, seed: int, scratch: Path) -> dict[str, object]:
    """Kill until the count is reached, then let one run come to its end."""
    rng = random.Random(seed)
    folder, out = scratch / "corpus", scratch / "built"
    small_corpus(folder, files)

    def start() -> ForkProcess:
        program = FORK.Process(target=build, args=(folder, out))
        program.start()
        return program

    def wait_for_parts(program: ForkProcess) -> None:
        wait_for(lambda: bool(writing()) or not program.is_alive(), "a part that is written")

    def writing() -> list[Path]:
        return [*out.glob(".*.new")]

    begin = time.monotonic()
    program = start()
    wait_for_parts(program)
    read = time.monotonic() - begin
    program.join()
    length = time.monotonic() - begin
    expected = content(out)
    if program.exitcode != 2 or not expected:
        raise SystemExit(f"an undisturbed run ended with status {program.exitcode} and {len(expected)} parts")
    counted: Counter[str] = Counter()
    while counted["kills"] < kills:
        shutil.rmtree(out, ignore_errors=True)
        older: dict[str, bytes] = {}
        if rng.random() < 0.5:
            out.mkdir()
            older = dict.fromkeys(expected, OLD)
            for name, text in older.items():
                (out / name).write_bytes(text)
        program = start()
        if rng.random() < 0.5:
            pause = rng.uniform(0, length)
        else:
            wait_for_parts(program)
            pause = rng.uniform(0, 1.2 * (length - read))
        program.join(pause)
        if program.exitcode is None:
            children = workers(program)
            program.kill()
            program.join()
            counted["kills"] += 1
            wait_for(lambda children=children: not any(map(is_running, children)), "the workers to end")  # type: ignore[misc]
        if program.exitcode not in (2, -signal.SIGKILL):
            raise SystemExit(f"a run ended with status {program.exitcode}")
        found = content(out)
        counted["killed while writing"] += bool(writing()) or 0 < sum(
            found[name] != older.get(name) for name in found
        ) < len(expected)
        counted["parts broken"] += sum(text not in (older.get(name), expected[name]) for name, text in found.items())
        counted["parts lost"] += len(older.keys() - found.keys())
        if program.exitcode == 2:
            counted["runs that came to their end"] += 1
            counted["outputs the same"] += found == expected
        print(f"\r{dict(counted)}", end="", file=sys.stderr)
    program = start()
    program.join()
    counted["runs that came to their end"] += 1
    counted["outputs the same"] += program.exitcode == 2 and content(out) == expected
    left = sorted(path.name for path in out.iterdir() if path.name not in expected)
    return {"parts": len(expected), "seconds_of_a_run": round(length, 1), **counted, "left_over_files": left}


def main() -> None:
    """Measure, write the result, and say by the exit status whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--files", type=int, default=2, help="of each folder of written lines")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        found = measure(options.kills, options.files, options.seed, Path(scratch))
    command = f"--kills {options.kills} --files {options.files} --seed {options.seed}"
    report("kill_corpus.py", command, found, options.out)
    whole = not found["parts broken"] and not found["parts lost"] and not found["left_over_files"]
    raise SystemExit(0 if whole and found["outputs the same"] == found["runs that came to their end"] else 1)


if __name__ == "__main__":
    main()
