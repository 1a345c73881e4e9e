"""Every block of code in the README and the documentation: it runs, and prints what is shown.

A page is run from top to bottom in its own folder. Python blocks share their names; commands are those of
`arithmetree`, called in this process, so that the solver is loaded once. What is shown after a block in a `text`
block, or after a `$` line of a `console` block, is compared; "..." in it stands for anything, as in doctest.
"""

from __future__ import annotations

import doctest
import functools
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from arithmetree import solver
from arithmetree.cli import app
from arithmetree.training.parse_cache import CACHE_VARIABLE

ROOT = Path(__file__).resolve().parents[1]
PAGES = {
    path.relative_to(ROOT).as_posix(): path
    for path in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md")))
}
RUN_ELSEWHERE = {
    "docs/guides/batch.md": "test_batch_guides.py",
    "docs/guides/spacy.md": "test_batch_guides.py",
    "docs/guides/notebook.md": "test_batch_guides.py",
    "docs/guides/check.md": "test_checking_guides.py",
    "docs/guides/worksheet.md": "test_checking_guides.py",
    "docs/service.md": "service/test_service_page.py",
}
"""Pages whose code other tests run."""

NOT_RUN = {
    "README.md": ["installs the package and runs these very tests"],
    "CONTRIBUTING.md": ["installs the package and runs these very tests"],
    "docs/guides/mcp.md": ["needs the network", "tests/test_tool_server.py runs such a client"],
    "docs/derivations.md": ["tests/test_derivations_notation.py runs these very commands"],
    "docs/paper.md": ["needs the data sets"],
    "docs/tutorials/developer.md": ["needs the network", "runs until it is stopped"],
    "docs/tutorials/researcher.md": [*["needs the public data sets"] * 2, *["takes minutes"] * 2],
    "docs/tutorials/teacher.md": ["installs the package", "runs until it is stopped"],
}
"""The only blocks that nobody runs, by page, with the reason that the page gives."""

BENCHMARK_COMMANDS = {"docs/reliability.md"}
"""Pages whose `bash` blocks are benchmarks that take minutes; tests/hostile and benchmarks/reliability run them."""

SHOWN_ONLY = {"text", "json", "csv", "toml"}
_COLUMNS = "100"
_BLOCK = re.compile(r"(?:^<!-- (file|not run): (.+?) -->\n)?^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """A fenced block: what the comment above it says of it, its language, its content and what is shown after it."""

    mark: str
    note: str
    language: str
    content: str
    shown: str | None


def blocks_of(page: str) -> list[Block]:
    """The blocks of a page in order; a text block right after another one is what that one shows."""
    found: list[Block] = []
    end = None
    for match in _BLOCK.finditer(page):
        mark, note, language, content = match.groups(default="")
        if language == "text" and not mark and end is not None and not page[end : match.start()].strip():
            found[-1] = Block(found[-1].mark, found[-1].note, found[-1].language, found[-1].content, content)
        else:
            found.append(Block(mark, note, language, content, None))
        end = match.end()
    return found


def commands_of(block: Block) -> Iterator[tuple[str, str | None]]:
    """The commands of a block, each with the output that is shown for it."""
    content = block.content.replace("\\\n", " ")
    if block.language == "sh":
        yield from ((line, block.shown) for line in content.splitlines() if line.strip())
        return
    for command in re.split(r"^\$ ", content, flags=re.MULTILINE)[1:]:
        line, _, shown = command.partition("\n")
        yield line, shown or None


def _as_shown(output: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in output.strip("\n").splitlines())


def compare(shown: str, printed: str, what: str) -> None:
    """Fail with both texts where the output is not what is shown."""
    checker = doctest.OutputChecker()
    wanted, found = _as_shown(shown), _as_shown(printed)
    if not checker.check_output(wanted, found, doctest.ELLIPSIS):
        pytest.fail(f"{what}\nshows\n{wanted}\nprints\n{found}", pytrace=False)


def run_command(command: str, shown: str | None) -> None:
    """One command line of ours in this process."""
    program, *arguments = shlex.split(command, comments=True)
    assert program == "arithmetree", f"{command!r} cannot be run here; mark the block with <!-- not run: reason -->"
    result = CliRunner().invoke(app, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    if shown is None:
        assert result.exit_code == 0, result.output
    else:
        compare(shown, result.output, command)


def run_python(block: Block, names: dict[str, Any]) -> None:
    """One Python block of our own page, with the names of those before it."""
    with redirect_stdout(StringIO()) as printed:
        exec(compile(block.content, "page", "exec"), names)
    if block.shown is not None:
        compare(block.shown, printed.getvalue(), block.content)


@pytest.fixture(scope="module", autouse=True)
def _one_loaded_model_and_an_empty_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        patch.setattr(solver, "load_model", functools.cache(solver.load_model))
        patch.setenv("COLUMNS", _COLUMNS)
        yield


@pytest.mark.parametrize("name", [name for name in PAGES if name not in RUN_ELSEWHERE])
def test_code_of_the_page_runs_and_prints_what_is_shown(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for folder in ("docs", "corpus"):
        (tmp_path / folder).symlink_to(ROOT / folder)
    names: dict[str, Any] = {"__name__": "page"}
    for block in blocks_of(PAGES[name].read_text(encoding="utf-8")):
        if block.mark == "file":
            Path(block.note).write_text(block.content, encoding="utf-8")
        elif block.mark == "not run" or block.language in SHOWN_ONLY:
            continue
        elif block.language == "bash" and name in BENCHMARK_COMMANDS:
            for command in block.content.splitlines():
                program = shlex.split(command)[-1 if "pytest" in command else 1]
                assert (ROOT / program).exists(), f"{command!r} names no file of the repository"
        elif block.language == "python":
            run_python(block, names)
        else:
            assert block.language in ("sh", "console"), f"a block of {name} has the unknown language {block.language!r}"
            for command, shown in commands_of(block):
                run_command(command, shown)


def test_blocks_that_are_not_run_are_the_known_ones() -> None:
    marked = {
        name: [block.note for block in blocks_of(path.read_text(encoding="utf-8")) if block.mark == "not run"]
        for name, path in PAGES.items()
        if name not in RUN_ELSEWHERE
    }
    assert {name: notes for name, notes in marked.items() if notes} == NOT_RUN


@pytest.mark.parametrize(("page", "test"), RUN_ELSEWHERE.items())
def test_pages_run_elsewhere_are_named_there(page: str, test: str) -> None:
    assert page in PAGES
    assert re.search(rf"\b{Path(page).stem}\b", (ROOT / "tests" / test).read_text(encoding="utf-8"))


def test_a_wrong_output_is_noticed() -> None:
    compare("7 apples\nConfidence: ... %\n", "7 apples  \nConfidence: 93 %\n\n", "elided and trailing blanks")
    with pytest.raises(pytest.fail.Exception):
        compare("7 apples\n", "8 apples\n", "another number")
    with pytest.raises(AssertionError, match="mark the block"):
        run_command("rm -r docs", None)


def test_blocks_are_found_with_their_marks_and_outputs() -> None:
    marked = "<!-- file: a.csv -->\n```csv\nx\n```\n\n"
    page = marked + "```python\nprint(1)\n```\n\n```text\n1\n```\n\nThen:\n\n```text\n2\n```\n"
    assert blocks_of(page) == [
        Block("file", "a.csv", "csv", "x\n", None),
        Block("", "", "python", "print(1)\n", "1\n"),
        Block("", "", "text", "2\n", None),
    ]
    console = Block("", "", "console", "$ arithmetree a \\\n  b\nc\n$ arithmetree d\n", None)
    assert list(commands_of(console)) == [("arithmetree a    b", "c\n"), ("arithmetree d", None)]
