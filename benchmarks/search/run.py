"""Exact search against the paper's beam on the same score tables, in one process.

    python benchmarks/search/run.py [--tables 60] [--out docs/results]

For n = 2..10 quantities and two kinds of score tables (the paper's sums; averaged log-probabilities) it measures the
time of each search, how often the beam misses the optimum, and the growth with n. Writes search.json and search.svg.
"""

from __future__ import annotations

import argparse
import json
import platform
import resource
import statistics
import time
from fractions import Fraction
from pathlib import Path

import matplotlib
import numpy as np

from arithmetree.scores import Scores
from arithmetree.search import EXACT_UP_TO, Integral, Positive, search

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "arithmetree"

SIZES = range(2, 11)


def summed(rng: np.random.Generator, n: int) -> Scores:
    """Tables like an SVM's: normal scores, the paper's sum over pairs."""
    return Scores.summed(rng.normal(size=n), rng.normal(size=(n, n, 6)))


def averaged(rng: np.random.Generator, n: int) -> Scores:
    """Tables like a calibrated classifier's: log-probabilities with a favourite in each row."""
    relevance = np.log(rng.dirichlet([0.5, 0.5], n) + 1e-6)
    return Scores.averaged(relevance[:, 0], relevance[:, 1], np.log(rng.dirichlet(np.full(6, 0.5), (n, n)) + 1e-6))


def measure(make, n: int, tables: int, seed: int) -> dict[str, float]:  # type: ignore[no-untyped-def]
    rng = np.random.default_rng([seed, n])
    cases = [(make(rng, n), [Fraction(int(v)) for v in rng.integers(1, 60, n)]) for _ in range(tables)]
    times: dict[str, list[float]] = {"exact": [], "beam": []}
    missed = 0
    search(*cases[0], method="exact")  # the tables of subsets are built once per process
    for scores, values in cases:
        best = {}
        for method in ("exact", "beam"):
            start = time.perf_counter()
            result = search(scores, values, [Positive(), Integral()], method=method)
            times[method].append(time.perf_counter() - start)
            best[method] = result.certificate.best_score if result.certificate.satisfied else None
        missed += best["exact"] is not None and (best["beam"] is None or best["beam"] < best["exact"] - 1e-9)
    exact, beam = (statistics.median(times[method]) * 1000 for method in ("exact", "beam"))
    return {
        "n": n,
        "exact_ms": round(exact, 3),
        "beam_ms": round(beam, 3),
        "exact_over_beam": round(exact / beam, 3),
        "beam_misses_per_cent": round(100 * missed / tables, 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    rows = {
        make.__name__: [measure(make, n, options.tables, options.seed) for n in SIZES] for make in (summed, averaged)
    }
    result = {
        "command": f"python benchmarks/search/run.py --tables {options.tables} --seed {options.seed}",
        "constraints": ["positive", "integral"],
        "exact_up_to": EXACT_UP_TO,
        "peak_memory_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024),
        "versions": {"python": platform.python_version(), "numpy": np.__version__},
        "rows": rows,
    }
    options.out.mkdir(parents=True, exist_ok=True)
    (options.out / "search.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    plot(rows, options.out / "search.svg")
    for name, table in rows.items():
        print(name)
        for row in table:
            print("  " + "  ".join(f"{key} {value}" for key, value in row.items()))


def plot(rows: dict[str, list[dict[str, float]]], path: Path) -> None:
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(1, 2, figsize=(9, 3.6), layout="constrained")
    for name, style in (("summed", "-"), ("averaged", "--")):
        sizes = [row["n"] for row in rows[name]]
        axes[0].plot(
            sizes, [row["exact_ms"] for row in rows[name]], f"o{style}", color="#1f6fb2", label=f"exact, {name}"
        )
        axes[0].plot(
            sizes, [row["beam_ms"] for row in rows[name]], f"s{style}", color="#b25c1f", label=f"beam 200, {name}"
        )
        axes[1].plot(
            sizes, [row["beam_misses_per_cent"] for row in rows[name]], f"s{style}", color="#b25c1f", label=name
        )
    axes[0].set(xlabel="quantities", ylabel="milliseconds (median)", yscale="log", title="Time to the best expression")
    axes[1].set(xlabel="quantities", ylabel="per cent of tables", ylim=(-4, 104), title="Beam misses the optimum")
    axes[0].set_ylim(top=10_000)  # room for the legend
    for axis in axes:
        axis.grid(alpha=0.3)
        axis.legend(loc="upper left", fontsize="small")
    figure.savefig(path, metadata={"Date": None})


if __name__ == "__main__":
    main()
