"""The pages for readers: figures filled in from the result files, links that lead somewhere, code that runs."""

from __future__ import annotations

import importlib.util
import json
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    ROOT / "corpus" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_FENCED = re.compile(r"```.*?```", re.DOTALL)


def _load_tables() -> ModuleType:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tables = _load_tables()


def _anchors(page: str) -> set[str]:
    """The anchors of a page's headings, as code hosts make them."""
    headings = re.findall(r"^#+ (.+)$", _FENCED.sub("", page), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", tables.PAGES, ids=lambda path: path.name)
def test_figures_are_those_of_the_result_files(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    assert "<!-- table: " in page
    assert tables.fill(page) == page, "run: python docs/tables.py"


def test_no_other_page_has_regions_that_nobody_fills() -> None:
    rest = set(PAGES) - set(tables.PAGES)
    assert [path.name for path in rest if "<!-- table: " in path.read_text(encoding="utf-8")] == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_relative_links_lead_somewhere(path: Path) -> None:
    page = _FENCED.sub("", path.read_text(encoding="utf-8"))
    broken = []
    for link in _LINK.findall(page):
        if re.match(r"[a-z]+:", link):
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        if not target.exists() or (anchor and anchor not in _anchors(target.read_text(encoding="utf-8"))):
            broken.append(link)
    assert broken == []


def test_every_page_of_the_documentation_is_in_its_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    linked = set(_LINK.findall(index))
    assert {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"} <= linked


def test_python_of_the_readme_prints_what_it_shows() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```$.*?^```text\n(.*?)^```$", readme, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 1
    code, shown = blocks[0]
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, encoding="utf-8", check=False)
    assert ran.stderr == ""
    assert ran.stdout == shown


def test_results_are_shown_by_data_set_and_only_for_full_runs(tmp_path: Path) -> None:
    def write(name: str, dataset: str, accuracy: float, **changed: object) -> None:
        configuration = {"system": "ours", "without": [], "constraints": "learned", "search": "exact"} | changed
        folds = [{"accuracy": accuracy, "size": 10}, {"accuracy": accuracy, "size": 11}]
        result = {"dataset": dataset, "accuracy": accuracy, "folds": folds, "configuration": configuration}
        (tmp_path / f"closed-{name}.json").write_text(json.dumps(result), encoding="utf-8")

    assert tables.closed_results(tmp_path) == "*Not measured yet.*"
    write("a", "illinois", 81.25)
    write("b", "illinois", 70.5, system="paper", constraints="all", search="beam")
    write("c", "illinois", 12.0, without=["unit"])
    write("d", "illinois", 71.5, system="paper", constraints="all", search="exact")
    write("e", "ai2", 66.0, system="paper", constraints="all", search="beam")
    _, _, ai2, illinois = tables.closed_results(tmp_path).splitlines()
    assert illinois == "| IL | 21 | 2 | 73.9 | 73.9 | 70.5 | 81.2 |"
    assert ai2 == "| AI2 | 21 | 2 | 72.0 | 78.0 | 66.0 |  |"


def test_region_of_an_unknown_table_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown table 'sums'; known are closed-results"):
        tables.fill("<!-- table: sums --><!-- end -->")
