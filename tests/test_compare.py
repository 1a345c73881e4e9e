"""McNemar's test between two result files."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import binomtest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.errors import DataError
from arithmetree.evaluation.compare import compare_files, mcnemar

runner = CliRunner()


def write(path: Path, right: str, dataset: str = "ai2", first: int = 0) -> Path:
    predictions = {str(first + i): {"right": mark == "+"} for i, mark in enumerate(right)}
    path.write_text(json.dumps({"dataset": dataset, "predictions": predictions}))
    return path


@given(one=st.integers(0, 300), other=st.integers(0, 300))
def test_the_p_value_is_that_of_the_binomial_test(one: int, other: int) -> None:
    expected = binomtest(one, one + other).pvalue if one + other else 1.0
    assert float(mcnemar(one, other)) == pytest.approx(expected, rel=1e-9)


def test_known_values() -> None:
    assert mcnemar(0, 0) == 1
    assert mcnemar(5, 0) == mcnemar(0, 5) == Fraction(1, 16)
    assert mcnemar(3, 3) == 1


def test_two_files_are_compared_over_the_problems_they_share(tmp_path: Path) -> None:
    found = compare_files(write(tmp_path / "a", "++++--+"), write(tmp_path / "b", "+--++-", first=1))
    assert (found.problems, found.both_right, found.only_first, found.only_second) == (6, 1, 3, 2)
    assert found.first_accuracy == pytest.approx(100 * 4 / 6)
    assert found.second_accuracy == pytest.approx(50)
    assert found.p_value == 1.0


def test_the_command_prints_the_test(tmp_path: Path) -> None:
    files = [str(write(tmp_path / "a", "+++++-")), str(write(tmp_path / "b", "-----+"))]
    plain = runner.invoke(app, ["compare", *files])
    assert plain.exit_code == 0
    assert "p = 0.2188" in plain.stdout
    found = json.loads(runner.invoke(app, ["compare", *files, "--json"]).stdout)
    assert found == {"problems": 6, "both_right": 0, "only_first": 5, "only_second": 1, "p_value": 0.21875}


@pytest.mark.parametrize("content", ["[]", "{", "{}", '{"dataset": "ai2", "predictions": {"1": {"right": 1}}}'])
def test_other_files_are_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "b").write_text(content)
    result = runner.invoke(app, ["compare", str(write(tmp_path / "a", "+")), str(tmp_path / "b")])
    assert result.exit_code == 2
    assert "give a file that arithmetree bench wrote" in result.stderr


def test_results_that_cannot_be_compared_are_refused(tmp_path: Path) -> None:
    one = write(tmp_path / "a", "+")
    with pytest.raises(DataError, match=r"about ai2 and .* about illinois"):
        compare_files(one, write(tmp_path / "b", "+", dataset="illinois"))
    with pytest.raises(DataError, match="share no problem"):
        compare_files(one, write(tmp_path / "c", "+", first=5))
    with pytest.raises(DataError, match="cannot read"):
        compare_files(one, tmp_path / "missing")
