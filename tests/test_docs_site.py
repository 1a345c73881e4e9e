"""The documentation as a site: it is built without a warning, loads nothing from elsewhere and has no dead links."""

from __future__ import annotations

import functools
import importlib.util
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
LOADING = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src"}
"""Elements that make a browser load something, with the attribute that says what."""


class References(HTMLParser):
    """What a page loads, where it leads to, and the anchors that it has."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.linked: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes that matter."""
        given = dict(attrs)
        target = given.get(LOADING.get(tag, ""))
        if target is not None and given.get("rel") != "canonical":
            self.loaded.append(target)
        if tag == "a" and given.get("href"):
            self.linked.append(str(given["href"]))
        if given.get("id"):
            self.anchors.add(str(given["id"]))


@functools.cache
def references(page: Path) -> References:
    """What one HTML file refers to."""
    found = References()
    found.feed(page.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    shutil.copytree(DOCS, folder / "docs", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "mkdocs.yml", folder)
    zensical = Path(sys.executable).parent / "zensical"
    built = subprocess.run([zensical, "build", "--strict"], cwd=folder, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert "Warning" not in built.stdout + built.stderr
    return folder / "site"


def _pages(site: Path) -> Iterator[Path]:
    pages = [page for page in sorted(site.rglob("*.html")) if page.name != "404.html"]
    assert len(pages) > 20
    return iter(pages)


def test_pages_load_nothing_from_elsewhere(site: Path) -> None:
    outside = [
        (page.relative_to(site).as_posix(), target)
        for page in _pages(site)
        for target in references(page).loaded
        if urlsplit(target).scheme not in ("", "data") or urlsplit(target).netloc
    ]
    assert outside == []
    styles = "".join(style.read_text(encoding="utf-8") for style in site.rglob("*.css"))
    assert re.findall(r"@import|url\(\s*['\"]?(?:https?:)?//", styles) == []


def test_links_of_the_site_lead_somewhere(site: Path) -> None:
    dead = []
    for page in _pages(site):
        for link in references(page).linked:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                continue
            target = (page.parent / unquote(parts.path)).resolve() if parts.path else page
            if target.is_dir():
                target = target / "index.html"
            if not target.is_file() or (parts.fragment and parts.fragment not in references(target).anchors):
                dead.append((page.relative_to(site).as_posix(), link))
    assert dead == []


def test_every_page_is_in_the_navigation() -> None:
    settings = (ROOT / "mkdocs.yml").read_text(encoding="utf-8")
    listed = set(re.findall(r": (\S+\.md)$", settings, re.MULTILINE))
    assert listed == {path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.md")}


def _reference() -> ModuleType:
    spec = importlib.util.spec_from_file_location("reference", DOCS / "reference.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


def test_the_reference_is_that_of_the_code() -> None:
    made = _reference().pages()
    assert {path.name for path in (DOCS / "reference").glob("*.md")} == set(made)
    stale = [
        name for name, page in made.items() if (DOCS / "reference" / name).read_text(encoding="utf-8") != f"{page}\n"
    ]
    assert stale == [], "run: python docs/reference.py"


def test_the_reference_has_every_command_and_every_public_name() -> None:
    from arithmetree import __all__ as public
    from arithmetree.cli import app

    pages = _reference().pages()
    for command in app.registered_commands:
        assert command.callback is not None
        assert f"## arithmetree {command.callback.__name__}\n" in pages["commands.md"]
    assert set(public) - {"__version__"} <= set(re.findall(r"^### (\w+)$", pages["solving.md"], re.MULTILINE))
