"""Wrong usage of any command: one readable line on standard error, a JSON object with `--json`, exit status 2."""

import json

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app

runner = CliRunner()
WRONG = [
    (["solve"], "Missing argument 'TEXT'; see arithmetree solve --help"),
    (["solv", "text"], "No such command 'solv'. Did you mean 'solve'? See arithmetree --help"),
    (["solve", "text", "--bogus"], "No such option: --bogus"),
    (["solve", "text", "--precision", "x"], "Invalid value for '--precision'"),
    (["solve", "text", "--answer", "often"], "Invalid value for '--answer'"),
    (["verify", "text"], "Missing argument 'ANSWER'"),
    (["batch", "in.jsonl"], "Missing argument 'OUT.jsonl'"),
    (["bench", "ai2", "--workers", "0"], "Invalid value for '--workers'"),
    (["train", "--out", "x"], "Missing option '--data'"),
    (["serve", "--port", "x"], "Invalid value for '--port'"),
    (["--bogus"], "No such option: --bogus"),
]


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_usage_is_one_line(arguments: list[str], message: str) -> None:
    result = runner.invoke(app, arguments, prog_name="arithmetree")
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"arithmetree: {message}")


@pytest.mark.parametrize(("arguments", "message"), WRONG)
def test_wrong_usage_with_json_is_an_object(arguments: list[str], message: str) -> None:
    result = runner.invoke(app, [*arguments, "--json"], prog_name="arithmetree")
    assert result.exit_code == 2
    assert result.stderr == ""
    found = json.loads(result.stdout)
    assert found["status"] == "error"
    assert found["message"].startswith(message) or "--json" in found["message"]  # not every command has the option


def test_the_program_without_a_command_shows_its_help() -> None:
    result = runner.invoke(app, [], prog_name="arithmetree")
    assert "Usage: arithmetree" in result.output
    assert "worksheet" in result.output
