"""`arithmetree train` on the command line."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.training.parse_cache import CACHE_VARIABLE
from small_problems import SMALL_PROBLEMS, write_jsonl

runner = CliRunner()


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


def few(path: Path) -> Path:
    """Twelve problems, too few to cross-validate, with a bad line between them."""
    lines = [json.dumps(row) for row in SMALL_PROBLEMS[:12]]
    path.write_text("\n".join([*lines[:4], "nonsense", *lines[4:]]) + "\n", encoding="utf-8")
    return path


def test_a_model_is_trained_and_solves(tmp_path: Path) -> None:
    data, out = write_jsonl(tmp_path / "own.jsonl"), tmp_path / "model"
    result = runner.invoke(app, ["train", "--data", str(data), "--out", str(out)])
    assert result.exit_code == 0, result.output
    assert "own.jsonl: 40 problems, 0 repeated, 0 skipped" in result.stdout
    assert "right in cross-validation" in result.stdout
    solved = runner.invoke(app, ["solve", SMALL_PROBLEMS[0]["text"], "--model", str(out), "--json"])
    assert json.loads(solved.stdout)["answer"] == "27"


def test_skipped_rows_are_listed_on_standard_error(tmp_path: Path) -> None:
    data, out = few(tmp_path / "own.jsonl"), tmp_path / "model"
    result = runner.invoke(app, ["train", "--data", str(data), "--data", str(data), "--out", str(out)])
    assert result.exit_code == 0
    assert "skipped own.jsonl:5: this is not JSON" in result.stderr
    assert "own.jsonl: 12 problems, 0 repeated, 1 skipped" in result.stdout
    assert "too few to cross-validate" in result.stdout


def test_quiet_says_nothing_on_standard_error(tmp_path: Path) -> None:
    data, out = few(tmp_path / "own.jsonl"), tmp_path / "model"
    result = runner.invoke(app, ["train", "--data", str(data), "--out", str(out), "--quiet"])
    assert result.exit_code == 0
    assert result.stderr == ""
    assert (out / "model.json").exists()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("own.jsonl", "nonsense\n", "none of the 0 problems"),
        ("own.txt", "", "neither .jsonl nor .csv"),
        ("own.csv", "a,b\n", "columns a, b"),
    ],
)
def test_bad_data_ends_with_status_2(tmp_path: Path, name: str, content: str, message: str) -> None:
    (tmp_path / name).write_text(content)
    result = runner.invoke(app, ["train", "--data", str(tmp_path / name), "--out", str(tmp_path / "model")])
    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "model").exists()


def test_a_foreign_folder_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    result = runner.invoke(app, ["train", "--data", str(tmp_path / "missing.csv"), "--out", str(tmp_path)])
    assert result.exit_code == 2
    assert "holds no model" in result.stderr


def test_a_model_is_overwritten_only_by_force(tmp_path: Path) -> None:
    data, out = few(tmp_path / "own.jsonl"), tmp_path / "model"
    command = ["train", "--data", str(data), "--out", str(out), "--quiet"]
    out.mkdir()  # an empty folder is nothing to lose
    assert runner.invoke(app, command).exit_code == 0
    (out / "mark").write_text("kept")
    refused = runner.invoke(app, command)
    assert refused.exit_code == 2
    assert "--force" in refused.stderr
    assert (out / "mark").exists()
    assert runner.invoke(app, [*command, "--force"]).exit_code == 0
    assert (out / "model.json").exists()


@pytest.mark.parametrize("arguments", [[], ["--data", "x.csv"], ["--out", "model"]])
def test_wrong_usage_ends_with_status_2(arguments: list[str]) -> None:
    assert runner.invoke(app, ["train", *arguments]).exit_code == 2
