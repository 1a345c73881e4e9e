"""Settings for all tests: examples are reproducible, speed is no test, and the last lines say what was not run."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("arithmetree", deadline=None, derandomize=True)
settings.load_profile("arithmetree")

_MISSING = re.compile(r"could not import '([\w.]+)'")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> Generator[None, None, None]:
    """Write what was not run and why, after everything else that pytest prints."""
    yield
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if terminal is None or not hasattr(terminal, "stats"):  # a worker of pytest-xdist
        return
    terminal.write_line("")
    for line in not_run(list(terminal.stats.get("skipped", []))):
        terminal.write_line(line)


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
