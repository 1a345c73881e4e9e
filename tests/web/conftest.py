"""The service on a free port, and a real Chromium to look at it."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from urllib.parse import urlencode

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from arithmetree import Model, Solver
from arithmetree.confidence import Confidence, Regression
from arithmetree.service import Settings, create_app

PATIENCE = 10_000  # milliseconds, for a machine that has other things to do
expect.set_options(timeout=PATIENCE)


@pytest.fixture(scope="session")
def solver() -> Solver:
    """The small model, calibrated by hand: up to a wanted precision of 0.95 it always answers, above that never."""
    loaded = Solver.load("linear")
    assert isinstance(loaded.model, Model)
    sure, plain = Regression({}, 9.0), Regression({"posterior": 1.0}, 0.0)
    known = Confidence(sure, plain, thresholds=((0.95, 0.0),))
    return Solver(replace(loaded.model, confidence=known), loaded.parser)


@pytest.fixture(scope="session")
def address(solver: Solver) -> Iterator[str]:
    """Where the service listens; it runs in a thread with its own event loop."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(
            uvicorn.Config(create_app(Settings(rate=0), solver=solver), log_level="error", ws="none")
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
        thread.start()
        deadline = time.monotonic() + 30
        while not server.started:
            assert thread.is_alive(), "the service has stopped while starting"
            assert time.monotonic() < deadline, "the service has not started within 30 s"
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join(timeout=15)
        assert not thread.is_alive(), "the service has not stopped"


# Not for the whole session: while it is open, no other test of the process can run an event loop.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's Chromium, or the one that CHROMIUM names."""
    program = os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")
    if program is None:
        pytest.fail("these tests need Chromium; install it (apt-get install chromium) or name it in CHROMIUM")
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield opened
        opened.close()


Opener = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, address: str) -> Iterator[Opener]:
    """Opens a page in a fresh window; at the end nothing may have failed in its scripts or been refused by policy."""
    contexts: list[BrowserContext] = []
    faults: list[str] = []

    def open_page(
        path: str = "/", query: dict[str, str] | None = None, *, expect: int = 200, **settings: object
    ) -> Page:
        context = browser.new_context(base_url=address, **({"viewport": {"width": 1100, "height": 800}} | settings))
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda line: faults.append(line.text) if _is_fault(line.type, line.text) else None)
        page.on("request", lambda made: faults.append(made.url) if not _is_ours(made.url, address) else None)
        response = page.goto(path + (f"?{urlencode(query)}" if query else ""))
        assert response is not None
        assert response.status == expect
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


def _is_fault(kind: str, text: str) -> bool:
    """Chromium reports every status above 399 as an error of the console; tests look at those themselves."""
    return kind in ("error", "warning") and not text.startswith("Failed to load resource")


def _is_ours(url: str, address: str) -> bool:
    return url.startswith((address, f"blob:{address}", "data:"))
