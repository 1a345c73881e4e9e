"""The guides to checking and to practice sheets do what they show."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.checking import Kind
from arithmetree.checking.trust import SURE, SURE_TO_DIFFER
from arithmetree.cli import app

GUIDES = Path(__file__).resolve().parents[1] / "docs" / "guides"
CLASS = re.search(
    r"<!-- file: class.csv -->\n```text\n(.*?)```", (GUIDES / "check.md").read_text(encoding="utf-8"), re.S
)


def _blocks(name: str) -> list[tuple[str, str, str | None]]:
    """The code of a page by language, each with the text that is shown after it."""
    page = (GUIDES / name).read_text(encoding="utf-8")
    found = re.findall(r"^```(sh|python)\n(.*?)^```$(?:\n\n```text\n(.*?)^```$)?", page, re.MULTILINE | re.DOTALL)
    return [(language, code, shown or None) for language, code, shown in found]


@pytest.mark.parametrize(("language", "code", "shown"), _blocks("check.md") + _blocks("worksheet.md"))
def test_code_of_the_guides_prints_what_it_shows(
    language: str,
    code: str,
    shown: str | None,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")
    assert CLASS is not None
    Path("class.csv").write_text(CLASS[1], encoding="utf-8")
    if language == "python":
        exec(compile(code, "guide", "exec"), {})  # our own page
        printed = capsys.readouterr().out
    else:
        program, *arguments = shlex.split(code)
        assert program == "arithmetree"
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0
        printed = result.output  # standard error too
    if shown is not None:
        # "..." is for what depends on the weights, such as a confidence.
        found = doctest.OutputChecker().check_output(shown, printed, doctest.ELLIPSIS)
        assert found, f"shows\n{shown}\nprints\n{printed}"


def test_the_guide_lists_every_verdict() -> None:
    page = (GUIDES / "check.md").read_text(encoding="utf-8")
    table = page.partition("## The verdicts")[2].partition("\n## ")[0]
    assert f"less than {100 * SURE:.0f} % sure of its solution" in page
    assert f"less than {100 * SURE_TO_DIFFER:.0f} % sure and gets another answer" in page
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [str(kind) for kind in Kind]
