"""`arithmetree solve` on the command line, and the demo."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console
from typer.testing import CliRunner

from arithmetree import demo
from arithmetree.cli import app
from arithmetree.cli.solution_view import show
from arithmetree.solution import Solution
from arithmetree.solver import Solver, solve

TEXT = "Mara had 24 crayons and 5 pens. She gave 9 crayons to Jonas. How many crayons does Mara have left?"
runner = CliRunner()


def test_solve_shows_answer_expression_tree_steps_and_confidence() -> None:
    result = runner.invoke(app, ["solve", demo.EXAMPLE_1])
    assert result.exit_code == 0
    assert result.output.startswith("72 ")
    assert "(3 + 5) * 9 = 72" in result.output or "9 * (3 + 5) = 72" in result.output
    assert "└── " in result.output
    assert "1. 3 + 5 = 8" in result.output
    assert "Confidence: " in result.output


def test_solve_names_the_numbers_that_are_not_needed() -> None:
    result = runner.invoke(app, ["solve", TEXT])
    assert "24 - 9 = 15" in result.output
    assert "The 5 pens are not needed to answer the question." in " ".join(result.output.split())


def test_solve_json_is_the_solution() -> None:
    result = runner.invoke(app, ["solve", TEXT, "--json"])
    assert result.exit_code == 0
    assert json.loads(result.stdout) == json.loads(json.dumps(solve(TEXT).to_dict()))


def test_solve_gives_reasons_on_request() -> None:
    plain, asked = runner.invoke(app, ["solve", TEXT]), runner.invoke(app, ["solve", TEXT, "--why"])
    assert "Which words" not in plain.output
    assert "Which words decide this?" in asked.output
    assert "Which words say that it is not needed?" in asked.output
    found = json.loads(runner.invoke(app, ["solve", TEXT, "--json", "--why"]).stdout)
    assert found == json.loads(json.dumps(solve(TEXT).to_dict(why=True)))
    assert all(step["evidence"]["clues"] for step in found["steps"])
    as_markdown = runner.invoke(app, ["solve", TEXT, "--format", "markdown", "--why"])
    assert "*Which words" in as_markdown.stdout


def test_solve_format_is_json_markdown_or_text() -> None:
    as_json = runner.invoke(app, ["solve", TEXT, "--format", "json"])
    assert json.loads(as_json.stdout)["answer_text"] == "15 crayons"
    as_markdown = runner.invoke(app, ["solve", TEXT, "--format", "markdown"])
    assert as_markdown.stdout == solve(TEXT).to_markdown()
    as_text = runner.invoke(app, ["solve", TEXT, "--format", "text"])
    assert as_text.stdout == runner.invoke(app, ["solve", TEXT]).stdout


def test_solve_writes_a_page_beside_what_it_prints(tmp_path: Path) -> None:
    file = tmp_path / "solution.html"
    result = runner.invoke(app, ["solve", TEXT, "--json", "--html", str(file)])
    page = file.read_text(encoding="utf-8")
    assert json.loads(result.stdout)["answer"] == "15"
    assert page.startswith("<!doctype html>")
    assert "15 crayons" in page
    assert "<script" not in page
    missing = runner.invoke(app, ["solve", TEXT, "--html", str(tmp_path / "no" / "folder.html")])
    assert missing.exit_code == 2
    assert "give a file in a folder that exists" in missing.stderr


def test_a_wanted_precision_is_a_share() -> None:
    result = runner.invoke(app, ["solve", TEXT, "--precision", "2"])
    assert result.exit_code == 2
    assert "accepted are 0 (always answer) and shares below 1" in " ".join(result.stderr.split())


@pytest.mark.parametrize(("choice", "precision"), [("always", 0.0), ("careful", 0.8), ("sure", 0.95)])
def test_when_to_answer_is_said_in_words(monkeypatch: pytest.MonkeyPatch, choice: str, precision: float) -> None:
    wanted: list[float | None] = []
    solution = solve(TEXT)

    def solved(_: Solver, __: str, *, precision: float | None = None) -> Solution:
        wanted.append(precision)
        return solution

    monkeypatch.setattr(Solver, "solve", solved)
    assert runner.invoke(app, ["solve", TEXT, "--answer", choice]).exit_code == 0
    assert wanted == [precision]


def test_when_to_answer_is_said_once() -> None:
    result = runner.invoke(app, ["solve", TEXT, "--answer", "sure", "--precision", "0.9"])
    assert result.exit_code == 2
    assert "give one of them" in result.stderr
    assert runner.invoke(app, ["solve", TEXT, "--answer", "never"]).exit_code == 2


def test_hints_do_not_give_the_answer_away() -> None:
    result = runner.invoke(app, ["solve", TEXT, "--hints"])
    assert result.exit_code == 0
    assert [line[:2] for line in result.output.splitlines() if line[0] != " "] == ["1.", "2.", "3."]
    assert "15" not in result.output
    as_json = runner.invoke(app, ["solve", TEXT, "--json"])
    assert len(json.loads(as_json.stdout)["hints"]) == 3
    assert runner.invoke(app, ["solve", TEXT, "--hints", "--json"]).exit_code == 2


def test_several_questions_are_answered_under_their_labels() -> None:
    other = "Pia put 42 jars equally into 7 cartons. How many jars are in each carton?"
    result = runner.invoke(app, ["solve", f"1. {TEXT}\n\n2. {other}"])
    lines = result.output.splitlines()
    second = lines.index("2: How many jars are in each carton?")
    assert lines[0] == "1: How many crayons does Mara have left?"
    assert lines[1] == "15 crayons"
    assert lines[second + 1] == "6 jars"
    hints = runner.invoke(app, ["solve", f"1. {TEXT}\n\n2. {other}", "--hints"]).output
    assert hints.count("3. ") == 2


def test_an_unknown_format_is_refused() -> None:
    result = runner.invoke(app, ["solve", TEXT, "--format", "xml"])
    assert result.exit_code == 2
    assert "markdown" in result.stderr


def test_solve_reads_standard_input() -> None:
    result = runner.invoke(app, ["solve", "-", "--json"], input=TEXT)
    assert json.loads(result.stdout)["answer"] == "15"


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_an_abstention_is_an_answer(options: list[str]) -> None:
    result = runner.invoke(app, ["solve", "Mara had 24 crayons and 5 pens.", *options])
    assert result.exit_code == 0
    assert "NO_QUESTION" in result.stdout
    assert "asks no question" in " ".join(result.stdout.split())


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_bad_input_ends_with_status_2(options: list[str]) -> None:
    result = runner.invoke(app, ["solve", "a" * 30_000, *options])
    assert result.exit_code == 2
    if options:
        assert json.loads(result.stdout)["status"] == "error"
    else:
        assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_a_missing_model_is_reported(options: list[str]) -> None:
    result = runner.invoke(app, ["solve", TEXT, "--model", "no/such/folder", *options])
    assert result.exit_code == 2
    assert "there is no model in no/such/folder" in (result.stdout if options else result.stderr)


def test_a_guess_beside_an_abstention_is_shown_as_one() -> None:
    doubtful = replace(solve(TEXT), status="abstained", reason="LOW_CONFIDENCE", message="Too unsure")
    console = Console(record=True, width=200)
    show(doubtful, console)
    text = console.export_text()
    assert text.startswith("No answer (LOW_CONFIDENCE): Too unsure\n\nBest guess: 15")


def test_values_whose_decimals_never_end_are_exact_and_rounded() -> None:
    console = Console(record=True, width=200)
    show(solve("10 liters of paint are poured equally into 3 buckets. How much paint is in each bucket?"), console)
    assert "3 1/3 liters (about 3.33)" in console.export_text()


def test_the_demo_solves_the_first_example(capsys: pytest.CaptureFixture[str]) -> None:
    demo.main()
    shown = capsys.readouterr().out
    assert "Gwen" in shown
    assert "\n72 " in shown
    assert "└── " in shown
