"""How far readers agree with the gold set on where the problems and questions of the held-out pasted texts are.

    python benchmarks/pasting/agreement.py [--out docs/results/pasting_agreement.json]

Two readers marked the texts by the page docs/pasting.md and examples of the development part, without the gold set and
without the program. Both are runs of one language model, so they agree with each other more than two people would.
Their marks are in tests/gold/pasted/readers. What counts as right is what counts for the program (report.py).
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from pathlib import Path

from report import GOLD, ROOT, Record, as_exercises, figures, score_cuts

from arithmetree.pasting import AskedQuestion, Asking, PastedProblem

READERS = ("a", "b")
COMPARED = (
    "texts with the right number of problems", "problems separated", "problems separated and labelled",
    "problems, exact span", "questions",
)  # fmt: skip


def marked(record: Record) -> tuple[PastedProblem, ...]:
    """The problems that a reader marked."""
    return tuple(
        PastedProblem(
            problem["start"], problem["end"], problem["label"],
            tuple(AskedQuestion(one["start"], one["end"], one["label"], Asking.HOW) for one in problem["questions"]),
            _span(problem.get("shared")),
        )
        for problem in record["problems"]
    )  # fmt: skip


def _span(shared: Record | list[int] | None) -> tuple[int, int] | None:
    if shared is None:
        return None
    start, end = (shared["start"], shared["end"]) if isinstance(shared, dict) else shared
    return start, end


def agreement(reader: str) -> dict[str, float]:
    """The figures of one reader against the gold set, in per cent."""
    marks = {one["id"]: one for one in _lines(GOLD / "readers" / f"{reader}.jsonl")}
    tally: Counter[str] = Counter()
    for record in _lines(GOLD / "held_out.jsonl"):
        for _ in score_cuts(record["text"], marked(marks[record["id"]]), as_exercises(record), tally):
            pass
    found = figures(tally)["per_cent"]
    return {name: found[name] for name in COMPARED}


def _lines(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results" / "pasting_agreement.json")
    out: Path = parser.parse_args().out
    result = {"command": "python benchmarks/pasting/agreement.py"} | {name: agreement(name) for name in READERS}
    out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
