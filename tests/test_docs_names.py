"""Files, commands and options that the pages name: each of them exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = ("docs", "training", "corpus", "benchmarks", "tests", "src", "examples", "deploy", ".ci")
PAGES = sorted(
    path
    for folder in (ROOT, ROOT / "corpus", *(ROOT / "docs").glob("**/"), *(ROOT / "training").glob("**/"))
    for path in folder.glob("*.md")
    if path.name != "CHANGELOG.md"
)
REGION = re.compile(r"<!-- table: [\w-]+ -->.*?<!-- end -->", re.DOTALL)
FILE = re.compile(r"(?<![\w./~-])((?:[\w.-]+/)+[\w-]+\.(?:py|toml|cfg|txt|service)|[a-z_]+\.py)(?![\w/])")
COMMAND = re.compile(r"(?<![\w./])arithmetree ([a-z]+)\b([^`|\n;&]*)")
SCRIPT = re.compile(r"python ((?:benchmarks|training|docs|tests)/[\w/]+\.py)([^`|\n;&]*)")
OPTION = re.compile(r"(?<![\w-])--[a-z][\w-]*")


def written(page: Path) -> str:
    """What people wrote on a page: figures of earlier versions may name files of earlier versions."""
    return REGION.sub("", page.read_text(encoding="utf-8"))


def known_files() -> tuple[str, ...]:
    return tuple(path.as_posix() for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file())


def options_by_command() -> dict[str, set[str]]:
    reference = (ROOT / "docs" / "reference" / "commands.md").read_text(encoding="utf-8")
    parts = re.split(r"^## arithmetree (\w+)$", reference, flags=re.MULTILINE)[1:]
    return {name: {"--help", *OPTION.findall(text)} for name, text in zip(parts[::2], parts[1::2], strict=True)}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_file_that_a_page_names_is_there(page: Path) -> None:
    known = known_files()
    named = set(FILE.findall(written(page)))
    missing = [name for name in sorted(named) if not any(file.endswith("/" + name) for file in known)]
    assert missing == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_every_option_that_a_page_gives_is_one_of_its_command(page: Path) -> None:
    commands = options_by_command()
    assert len(commands) > 10
    text = written(page).replace("\\\n", " ")
    unknown = [
        f"{name} {option}"
        for name, rest in COMMAND.findall(text)
        if name in commands
        for option in OPTION.findall(rest)
        if option not in commands[name]
    ]
    for name, rest in SCRIPT.findall(text):
        source = (ROOT / name).read_text(encoding="utf-8")
        unknown += [f"{name} {option}" for option in OPTION.findall(rest) if f'"{option}"' not in source]
    assert unknown == []
