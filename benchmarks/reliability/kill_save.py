"""Kill a program that saves models at random moments, and look at what is left of the model.

    python benchmarks/reliability/kill_save.py [--kills 100] [--kind linear|full] [--out FILE]

A process saves two models by turns into the same folder and gets a SIGKILL. After each one the folder must hold one of
the two, whole: every file matches its checksum, and the model loads. Every fourth time there is no folder at first, and
afterwards there may be none. What a killed save leaves beside the folder must not disturb the next one. A kill is not a
power cut: whether the disk really keeps what was written is not tested here.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from reporting import report

from arithmetree.any_model import load_model
from arithmetree.model import SETTINGS_FILE, SHIPPED, Model
from arithmetree.model_folder import MANIFEST, ModelFolder
from arithmetree.model_saving import save_folder

Save = Callable[[Path], None]


def two_linear() -> tuple[Save, Save]:
    """Ways to save the shipped linear model, and one that differs in weights and settings."""
    one = Model.load(SHIPPED / "linear")
    other = replace(one, provenance={"recipe": "other"}, pair=replace(one.pair, weights=one.pair.weights * 2))
    return one.save, other.save


def two_full() -> tuple[Save, Save]:
    """Ways to save the files of the shipped full model, and others with another provenance."""
    found = ModelFolder.read(SHIPPED / "full", SETTINGS_FILE)
    own = dict(found.files)
    changed = json.dumps({**found.settings, "provenance": {"recipe": "other"}}).encode()

    def saver(files: dict[str, bytes]) -> Save:
        def write(folder: Path) -> None:
            for name, content in files.items():
                (folder / name).write_bytes(content)

        return lambda folder: save_folder(folder, write)

    return saver(own), saver({**own, SETTINGS_FILE: changed})


def measure(kills: int, kind: str, seed: int, scratch: Path) -> dict[str, object]:
    """Kill until the count is reached, then save once more in peace."""
    rng = random.Random(seed)
    folder = scratch / "model"
    saves = two_linear() if kind == "linear" else two_full()
    whole, times = [], []
    for save in saves:
        begin = time.perf_counter()
        save(folder)
        times.append(time.perf_counter() - begin)
        whole.append((folder / MANIFEST).read_bytes())
    usual = statistics.mean(times)
    counted: Counter[str] = Counter()
    for number in range(kills):
        if number % 4 == 0:
            shutil.rmtree(folder, ignore_errors=True)
        there_before = folder.exists()
        child = os.fork()
        if not child:
            while True:
                for save in saves:
                    save(folder)
        time.sleep(rng.uniform(0, 3 * usual))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if not folder.exists():
            counted["folder lost" if there_before else "no folder yet"] += 1
        else:
            ModelFolder.read(folder, SETTINGS_FILE)  # every checksum, or an error that ends this program
            counted[("first model", "second model")[whole.index((folder / MANIFEST).read_bytes())]] += 1
            if kind == "linear":
                Model.load(folder)
        counted["left beside it"] += (scratch / ".model.saving").exists()
    saves[0](folder)
    load_model(folder)
    left = sorted(path.name for path in scratch.iterdir() if path.name != "model")
    return {"kind": kind, "kills": kills, "seconds_of_a_save": round(usual, 3), **counted, "left_at_the_end": left}


def main() -> None:
    """Measure, write the result, and say by the exit status whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--kind", choices=["linear", "full"], default="linear")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        found = measure(options.kills, options.kind, options.seed, Path(scratch))
    command = f"--kills {options.kills} --kind {options.kind} --seed {options.seed}"
    report("kill_save.py", command, found, options.out)
    raise SystemExit(1 if found.get("folder lost") or found["left_at_the_end"] else 0)


if __name__ == "__main__":
    main()
