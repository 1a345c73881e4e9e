"""What the last lines of a run say about tests that were skipped."""

from __future__ import annotations

import re
from collections import Counter

import pytest

_MISSING = re.compile(r"could not import '([\w.]+)'")


def not_run(skipped: list[pytest.TestReport | pytest.CollectReport]) -> list[str]:
    """One line for each reason why tests were skipped; one line that says so where none were."""
    reasons = Counter(_reason(report) for report in skipped)
    if not reasons:
        return ["Not run: nothing; no test was skipped."]
    return [
        f"Not run: {count} {'test' if count == 1 else 'tests'}, because {reason}."
        for reason, count in sorted(reasons.items())
    ]


def _reason(report: pytest.TestReport | pytest.CollectReport) -> str:
    said = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    said = said.removeprefix("Skipped: ").rstrip(".")
    missing = _MISSING.search(said)
    return said if missing is None else f"the package {missing[1].partition('.')[0]} is not installed"
