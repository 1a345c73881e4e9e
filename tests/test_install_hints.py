"""A command that needs more packages says how to install them, with a command that works where it is read."""

from __future__ import annotations

import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.errors import MissingExtraError

ROOT = Path(__file__).resolve().parents[1]
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def _command(message: str) -> list[str]:
    return shlex.split(message.partition("run: ")[2])


@pytest.mark.parametrize(
    ("arguments", "module", "extra"),
    [
        (["serve"], "arithmetree.cli.serve", "serve"),
        (["mcp"], "arithmetree.cli.mcp", "mcp"),
        (["train", "--data", "x.csv", "--out", "y"], "arithmetree.cli.extras", "train"),
    ],
)
def test_a_command_without_its_packages_says_how_this_python_gets_them(
    monkeypatch: pytest.MonkeyPatch, arguments: list[str], module: str, extra: str
) -> None:
    monkeypatch.setattr(sys.modules[module], "find_spec", lambda _: None)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 1
    wanted = [sys.executable, "-m", "pip", "install", f"arithmetree[{extra}]"]
    assert _command(" ".join(result.stderr.split())) == wanted
    assert extra in PYPROJECT["project"]["optional-dependencies"]


def test_the_command_works_in_a_checkout_although_the_package_is_on_no_index() -> None:
    command = _command(str(MissingExtraError("this", "mcp")))
    ran = subprocess.run([*command, "--dry-run", "--no-index"], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    assert "Would install" not in ran.stdout


def test_where_this_python_has_no_pip_another_one_is_told_which_python_is_meant(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("arithmetree.errors.find_spec", lambda _: None)
    wanted = ["pip", "--python", sys.executable, "install", "arithmetree[mcp]"]
    assert _command(str(MissingExtraError("this", "mcp"))) == wanted
