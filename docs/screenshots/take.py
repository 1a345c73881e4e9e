"""Take the screenshots of the web pages that the documentation shows.

    python docs/screenshots/take.py [--chromium PROGRAM]

Starts the service on a free port, opens its pages in Chromium and writes PNG files beside this one, with as few colours
as still look right.
"""

from __future__ import annotations

import argparse
import io
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import uvicorn
from PIL import Image
from playwright.sync_api import Page, sync_playwright

from arithmetree.service import Settings, create_app
from arithmetree.web.examples import examples

FOLDER = Path(__file__).resolve().parent
TEXTS = {example.title: example.text for example in examples()}
COLOURS = 128
WORKSHEET = """1. Tom has 24 marbles. He gives 9 to his sister. How many marbles does he have left?
2. A rectangle is 8 metres long and 5 metres wide.
   a) What is its perimeter?
   b) What is its area?
3. A train leaves at 9:40 and arrives at 11:05. How long does the journey take?
"""


def _look(page: Page) -> None:
    page.get_by_role("heading", level=1).wait_for()


@dataclass(frozen=True)
class Shot:
    """One picture: which page, what is done on it, and how the browser is set up."""

    path: str
    query: dict[str, Any] = field(default_factory=dict)
    act: Callable[[Page], None] = _look
    scheme: str = "light"
    width: int = 1100
    height: int = 1000


def _light_up(page: Page) -> None:
    page.locator(".node[data-step='0']").hover()


def _open_a_card(page: Page) -> None:
    page.get_by_text("Steps, picture and hints").nth(1).click()


def _open_key(page: Page) -> None:
    page.get_by_text("Answer key").click()


def _check_the_class(page: Page) -> None:
    page.get_by_role("button", name="Check", exact=True).click()
    page.get_by_role("region", name="Verdicts").wait_for()


SHOTS = {
    "start": Shot("/"),
    "solved": Shot("/", {"text": TEXTS["Equal groups"]}, _light_up, height=1340),
    "solved-dark": Shot("/", {"text": TEXTS["Equal groups"]}, _light_up, scheme="dark", height=1340),
    "solved-phone": Shot("/", {"text": TEXTS["A number too many"]}, width=390, height=1700),
    "pasted": Shot("/", {"text": WORKSHEET}, _open_a_card, height=1750),
    "check": Shot("/check", {"problem": TEXTS["Taking away"], "answer": "34 + 9 = 43"}, height=880),
    "class": Shot("/check/class", act=_check_the_class, height=1500),
    "worksheet": Shot("/worksheet", {"topic": "all", "grade": 4, "count": 3, "seed": 3}, _open_key, height=1500),
    "method": Shot("/method", height=1300),
}


@contextmanager
def service() -> Iterator[str]:
    """The address of a running service."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(create_app(Settings(rate=0)), log_level="error", ws="none"))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.05)
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        server.should_exit = True
        thread.join()


def save(picture: bytes, path: Path) -> None:
    """Write a PNG with a palette, which is a third of the size."""
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    image.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"{path.name}: {path.stat().st_size // 1024} KB")


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chromium", default=shutil.which("chromium"), help="the browser (default: chromium)")
    options = parser.parse_args()
    with service() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox"])
        for name, shot in SHOTS.items():
            size = {"width": shot.width, "height": shot.height}
            page = browser.new_page(viewport=size, color_scheme=shot.scheme)
            page.goto(f"{address}{shot.path}?{urlencode(shot.query, doseq=True)}")
            page.wait_for_load_state("networkidle")
            shot.act(page)
            save(page.screenshot(), FOLDER / f"{name}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
