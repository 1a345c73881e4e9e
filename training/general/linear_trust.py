"""The linear model on the styles that the confidence of the full model is fitted on.

`python training/general/linear_trust.py --gsm8k FILE --umwp FILE --out FILE`. It has learned from CC, so its right
answers to the problems of UMWP that come from there say nothing.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from itertools import chain
from pathlib import Path
from typing import Any

from calibrate import Case, corpus_cases, gsm8k_cases, same_answers, umwp_cases

from arithmetree import Solution, Solver
from arithmetree.answering.outcome import SHOWN_FROM

PRECISIONS = (None, 0.9, 0.95)


def measured(cases: Sequence[Case], solutions: Sequence[Solution], solver: Solver) -> dict[str, Any]:
    """What its answers and its confidence are worth in one style."""
    pairs = list(zip(cases, solutions, strict=True))
    right = [case.answers is not None and same_answers(one.exact_values, case.answers) for case, one in pairs]
    solvable = [case.answers is not None for case, _ in pairs]
    refused = [one.reason not in (None, "LOW_CONFIDENCE") for _, one in pairs]
    found: dict[str, Any] = {
        "problems": len(cases),
        "right": _per_cent(sum(right), sum(solvable)),
        "solvable_refused": _per_cent(sum(map(all, zip(solvable, refused, strict=True))), sum(solvable)),
        "unanswerable_refused": _per_cent(
            sum(no and not has for no, has in zip(refused, solvable, strict=True)), len(cases) - sum(solvable)
        ),
    }
    confidence = solver.model.confidence
    for precision in PRECISIONS:
        least = SHOWN_FROM if precision is None or confidence is None else confidence.needed(precision)
        given = [not no and one.confidence >= least for (_, one), no in zip(pairs, refused, strict=True)]
        found[str(precision or "default")] = {
            "precision": _per_cent(sum(map(all, zip(given, right, strict=True))), sum(given)),
            "coverage": _per_cent(sum(map(all, zip(given, solvable, strict=True))), sum(solvable)),
        }
    return found


def _per_cent(part: int, whole: int) -> float | None:
    return None if not whole else round(100 * part / whole, 1)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gsm8k", type=Path, required=True, help="what gsm8k.py wrote")
    parser.add_argument("--umwp", type=Path, required=True, help="the file of UMWP")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    parts = [corpus_cases("general_calibration"), corpus_cases("calibration")]
    cases = list(chain(*parts, gsm8k_cases(arguments.gsm8k), umwp_cases(arguments.umwp)))
    solver = Solver.load("linear")
    solved = list(zip(cases, solver.pipe((case.text for case in cases), precision=0), strict=True))
    found = {}
    for style in sorted({case.style for case in cases}):
        own = [pair for pair in solved if pair[0].style == style]
        found[style] = measured([case for case, _ in own], [one for _, one in own], solver)
    report = {"command": "python training/general/linear_trust.py --gsm8k FILE --umwp FILE", "styles": found}
    arguments.out.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
