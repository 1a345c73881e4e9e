"""Draw the result files as plots: docs/results/*.json -> docs/plots/*.svg.

    python docs/plots.py

Accuracy by data set beside the published figures, and for the full model on the test part of the corpus how far its
confidence can be trusted. A plot whose result file is missing is left out. The same files give the same bytes.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "arithmetree"
matplotlib.rcParams["svg.fonttype"] = "none"  # text stays text: small files, readable by search and by screen readers

from matplotlib import pyplot  # noqa: E402  (after the settings)

DOCS = Path(__file__).resolve().parent
SETS = {"ai2": "AI2", "illinois": "IL", "commoncore": "CC", "allArith": "allArith", "aggregate": "aggregate"}
PUBLISHED = {"ai2": 78.0, "illinois": 73.9, "commoncore": 45.2, "allArith": 79.4}
"""Roy and Roth's method as published: the best setting of their constraints; allArith as measured in 2017."""

GREY, ORANGE, BLUE, GREEN = "#9a9a9a", "#b25c1f", "#1f6fb2", "#2f855a"


@dataclass(frozen=True, slots=True)
class Bars:
    """One kind of bar: its name, its colour, and the accuracy by data set."""

    name: str
    colour: str
    accuracy: dict[str, float]


def accuracy_bars(results: Path) -> list[Bars]:
    """The published figures, the paper's method run here, ours, and the shipped model, as far as they are measured."""
    rerun, ours, shipped = {}, {}, {}
    for path in sorted(results.glob("closed-*.json")):
        result = json.loads(path.read_text(encoding="utf-8"))
        setting = result["configuration"]
        if "system" not in setting:
            continue  # the closed protocol of alg514 has no systems to compare
        kind = (setting["system"], setting["constraints"], setting["search"])
        if result["dataset"] in SETS and not setting["without"]:
            if kind == ("paper", "all", "beam"):
                rerun[result["dataset"]] = float(result["accuracy"])
            elif kind == ("ours", "learned", "exact"):
                ours[result["dataset"]] = float(result["accuracy"])
    for name in SETS:
        path = results / f"open-{name}.json"
        if path.exists():
            shipped[name] = float(json.loads(path.read_text(encoding="utf-8"))["accuracy"])
    return [
        Bars("paper, as published", GREY, PUBLISHED),
        Bars("its method here", ORANGE, rerun),
        Bars("arithmetree, closed", BLUE, ours),
        *([Bars("arithmetree, open", GREEN, shipped)] if shipped else []),
    ]


def accuracy(results: Path) -> Any | None:
    """Bars of accuracy by data set."""
    kinds = accuracy_bars(results)
    names = [name for name in SETS if any(name in kind.accuracy for kind in kinds[1:])]
    if not names:
        return None
    figure, axis = pyplot.subplots(figsize=(8, 3.6), layout="constrained")
    width = 0.8 / len(kinds)
    for number, kind in enumerate(kinds):
        places = [place for place, name in enumerate(names) if name in kind.accuracy]
        heights = [kind.accuracy[names[place]] for place in places]
        offset = (number - (len(kinds) - 1) / 2) * width
        bars = axis.bar([place + offset for place in places], heights, width, color=kind.colour, label=kind.name)
        axis.bar_label(bars, fmt="%.0f", fontsize="small")
    axis.set_xticks(range(len(names)), [SETS[name] for name in names])
    axis.set(ylabel="right answers, per cent", ylim=(0, 112), title="Accuracy by data set")
    axis.legend(loc="upper center", ncols=len(kinds), fontsize="small", frameon=False)
    return figure


def reliability(results: Path) -> Any | None:
    """Confidence against the share of right answers, in bins of equal size."""
    result = _corpus(results)
    if result is None:
        return None
    bins = result["calibration"]["bins"]
    figure, axis = pyplot.subplots(figsize=(4, 4), layout="constrained")
    axis.plot([0, 1], [0, 1], "--", color=GREY, label="as sure as right")
    axis.plot([part["confidence"] for part in bins], [part["right"] for part in bins], "o-", color=BLUE, label="full")
    gap = result["calibration"]["expected_calibration_error"]
    axis.set(
        xlabel="confidence", ylabel="share right", xlim=(0, 1), ylim=(0, 1.02), title=f"Calibration error {gap:.3f}"
    )
    axis.grid(alpha=0.3)
    axis.legend(loc="upper left", fontsize="small")
    return figure


def coverage_curve(predictions: Sequence[dict[str, Any]]) -> list[tuple[float, float]]:
    """Share of all problems answered, and precision among them, as the least confidence wanted goes down.

    Problems of equal confidence are answered or left together.
    """
    answered = sorted((p for p in predictions if p["status"] == "solved"), key=lambda p: -float(p["confidence"]))
    curve = []
    right = 0
    for number, prediction in enumerate(answered, 1):
        right += bool(prediction["right"])
        is_last = number == len(answered)
        if is_last or answered[number]["confidence"] != prediction["confidence"]:
            curve.append((number / len(predictions), right / number))
    return curve


def coverage(results: Path) -> Any | None:
    """Precision against the share of problems that are answered."""
    result = _corpus(results)
    if result is None:
        return None
    curve = coverage_curve(list(result["predictions"].values()))
    figure, axis = pyplot.subplots(figsize=(5, 3.6), layout="constrained")
    axis.plot([100 * share for share, _ in curve], [100 * precision for _, precision in curve], color=BLUE)
    axis.axhline(95, linestyle="--", color=GREY, label="95 per cent")
    axis.set(xlabel="problems answered, per cent", ylabel="of these right, per cent", xlim=(0, 100))
    axis.set_ylim(min(80.0, *(100 * precision for _, precision in curve)) - 1, 100.5)
    axis.set_title("The less sure it must be, the more it answers")
    axis.grid(alpha=0.3)
    axis.legend(loc="lower left", fontsize="small")
    return figure


def styles_reliability(results: Path) -> Any | None:
    """Confidence against the share of right answers for each style, fitted on the others."""
    return _of_styles(results, "reliability", "confidence", "share right", [(0, 0), (1, 1)])


def styles_risk(results: Path) -> Any | None:
    """What is right of the most sure answers to each style, fitted on the others."""
    return _of_styles(results, "risk", "share of the problems, the surest first", "share right", [(0, 0.95), (1, 0.95)])


def _of_styles(results: Path, curve: str, across: str, up: str, guide: Sequence[tuple[float, float]]) -> Any | None:
    """A small plot for each style that was left out, with a dashed line to compare with."""
    path = results / "trust.json"
    styles = json.loads(path.read_text(encoding="utf-8"))["left_out"] if path.exists() else {}
    if not all(curve in found for found in styles.values()) or not styles:
        return None
    figure, axes = pyplot.subplots(
        3, -(-len(styles) // 3), figsize=(8, 7.4), layout="constrained", sharex=True, sharey=True
    )
    for axis, (style, found) in zip(axes.flat, styles.items(), strict=False):
        axis.plot(*zip(*guide, strict=True), "--", color=GREY)
        axis.plot(*zip(*found[curve], strict=True), "o-", color=BLUE, markersize=3)
        axis.set(title=style, xlim=(0, 1), ylim=(0, 1.02))
        axis.grid(alpha=0.3)
    for axis in axes.flat[len(styles) :]:
        axis.set_visible(False)
    figure.supxlabel(across)
    figure.supylabel(up)
    return figure


def _corpus(results: Path) -> dict[str, Any] | None:
    path = results / "open-corpus-full.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else None


PLOTS: dict[str, Callable[[Path], Any | None]] = {
    "accuracy": accuracy,
    "reliability": reliability,
    "coverage": coverage,
    "styles_reliability": styles_reliability,
    "styles_risk": styles_risk,
}

_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)


def draw(results: Path, out: Path) -> list[str]:
    """Draw every plot that has its result files; the names of those drawn."""
    out.mkdir(parents=True, exist_ok=True)
    drawn = []
    for name, plot in PLOTS.items():
        figure = plot(results)
        if figure is not None:
            path = out / f"{name}.svg"
            figure.savefig(path, metadata={"Date": None})
            path.write_text(_TRAILING.sub("", path.read_text(encoding="utf-8")), encoding="utf-8")
            pyplot.close(figure)
            drawn.append(name)
    return drawn


def main() -> int:
    """Draw the plots of the repository."""
    print("drawn:", ", ".join(draw(DOCS / "results", DOCS / "plots")))
    return 0


if __name__ == "__main__":
    sys.exit(main())
