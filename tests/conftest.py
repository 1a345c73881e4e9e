"""Settings for all tests: examples are reproducible, speed is no test, and the last lines say what was not run."""

from __future__ import annotations

from collections.abc import Generator

import pytest
from hypothesis import settings

from skipped_tests import not_run

settings.register_profile("arithmetree", deadline=None, derandomize=True)
settings.load_profile("arithmetree")


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
