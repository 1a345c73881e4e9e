"""`arithmetree parse` on the command line, and the page it writes."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.parse_page import coloured_text, page, sentence_spans, tree_svg
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.schemas import Problem

TEXT = "Nina bought 14 lamps for $3 each. How much did she pay?"
runner = CliRunner()


def test_parse_shows_quantities_and_question() -> None:
    result = runner.invoke(app, ["parse", TEXT])
    assert result.exit_code == 0
    assert "dollar per lamp" in result.output
    assert "Question: How much did she pay" in result.output


def test_parse_json_is_the_problem() -> None:
    result = runner.invoke(app, ["parse", TEXT, "--json"])
    assert result.exit_code == 0
    assert Problem.from_dict(json.loads(result.output)) == read(TEXT, load_parser())


def test_parse_reads_standard_input() -> None:
    result = runner.invoke(app, ["parse", "-", "--json"], input=TEXT)
    assert json.loads(result.output)["text"] == TEXT


def test_parse_writes_a_page(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    result = runner.invoke(app, ["parse", TEXT, "--html", str(target)])
    assert result.exit_code == 0
    assert target.read_text(encoding="utf-8") == page(read(TEXT, load_parser()))


def test_empty_text_is_no_error() -> None:
    result = runner.invoke(app, ["parse", ""])
    assert result.exit_code == 0
    assert "No quantities." in result.output


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_bad_input_ends_with_status_2_and_a_message(options: list[str]) -> None:
    result = runner.invoke(app, ["parse", "a" * 30_000, *options])
    assert result.exit_code == 2
    if options:
        assert json.loads(result.stdout)["status"] == "error"
    else:
        assert "30000 characters" in result.stderr
        assert result.stdout == ""


def test_input_that_is_not_utf8_is_refused() -> None:
    result = runner.invoke(app, ["parse", "-"], input=b"\xff\xfe5")
    assert result.exit_code == 2
    assert "UTF-8" in result.stderr


def test_unwritable_page_is_reported_plainly(tmp_path: Path) -> None:
    result = runner.invoke(app, ["parse", TEXT, "--html", str(tmp_path / "missing" / "page.html")])
    assert result.exit_code == 2
    assert "folder that exists" in result.stderr


def test_coloured_text_marks_every_quantity_and_escapes_the_rest() -> None:
    problem = read("Is 3 < 5 & 7 > 2?", load_parser())
    html = coloured_text(problem)
    assert html.count("<mark") == html.count("</mark>") == len(problem.quantities) == 4
    assert "&lt;" in html
    assert "&amp;" in html


def test_trees_are_well_formed_and_hold_every_word() -> None:
    problem = read(TEXT, load_parser())
    spans = sentence_spans(problem.tokens)
    assert len(spans) == 2
    drawn = [
        element.text
        for first, last in spans
        for element in ET.fromstring(tree_svg(problem.tokens, first, last)).iter("{http://www.w3.org/2000/svg}text")
    ]
    assert set(drawn) >= {token.text for token in problem.tokens}
