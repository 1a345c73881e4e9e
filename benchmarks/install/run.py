"""What a plain installation costs: a fresh virtual environment with what solving needs, and nothing else.

    python benchmarks/install/run.py [--out docs/results]

Measures the seconds that `pip install .` takes, the size and the number of packages, and then the first `arithmetree
solve` in a new process against the least that any program with this parser must do: import spaCy and load the parser.
The two take turns, and each is the median of several processes. Needs the network, or an index of packages on this
machine; takes one or two minutes; writes install.json.
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
import venv
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
LARGEST = 600  # MB
PROCESSES = 9
PROBLEM = "Lena has 3 boxes with 8 pens each. She gives 5 pens away. How many pens does she have left?"
PARSER = "import spacy; from arithmetree.parsing import load_parser; load_parser()"
HEAVY = ("torch", "playwright", "pandas", "polars", "scikit-learn", "matplotlib", "fastapi")


def main() -> None:
    """Install, measure, and write the result."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    options.add_argument("--out", type=Path, default=ROOT / "docs" / "results")
    out: Path = options.parse_args().out
    with TemporaryDirectory(prefix="arithmetree-install-") as folder:
        found = measure(Path(folder))
    (out / "install.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(found, indent=1))
    if found["megabytes"] > LARGEST or found["heavy_packages"]:
        sys.exit(f"an installation should have at most {LARGEST} MB and none of {', '.join(HEAVY)}")


def measure(folder: Path) -> dict[str, Any]:
    """All figures of an installation into an empty folder."""
    python = folder / "venv" / "bin" / "python"
    begin = time.perf_counter()
    venv.create(folder / "venv", with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", "."], cwd=ROOT, check=True)
    seconds = time.perf_counter() - begin
    listed = subprocess.run([python, "-m", "pip", "list", "--format", "json"], capture_output=True, check=True)
    packages = {package["name"].lower(): package["version"] for package in json.loads(listed.stdout)}
    size = sum(file.stat().st_size for file in (folder / "venv").rglob("*") if not file.is_symlink() and file.is_file())
    solve = [str(python.with_name("arithmetree")), "solve", PROBLEM]
    parser = [str(python), "-c", PARSER]
    for command in (solve, parser):
        _seconds(command, folder)  # compiles to bytecode, and fills the cache of the disk
    turns = [[_seconds(command, folder) for command in (solve, parser)] for _ in range(PROCESSES)]
    first, bare = (round(statistics.median(times), 3) for times in zip(*turns, strict=True))
    return {
        "seconds_to_install": round(seconds, 1),
        "megabytes": round(size / 1e6),
        "packages": len(packages),
        "heavy_packages": sorted(set(HEAVY) & set(packages)),
        "first_solve_seconds": first,
        "spacy_and_parser_seconds": bare,
        "processes": PROCESSES,
        "load_before": round(os.getloadavg()[0], 2),
        "versions": {"python": platform.python_version(), **packages},
    }


def _seconds(command: list[str], folder: Path) -> float:
    """The time of a process outside the checkout, where only the installed package can be imported."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    begin = time.perf_counter()
    subprocess.run(command, cwd=folder, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - begin


if __name__ == "__main__":
    main()
