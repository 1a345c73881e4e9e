"""`arithmetree bench` on the command line, on a small data set in the form of the benchmark sets."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.training.parse_cache import CACHE_VARIABLE
from small_problems import SMALL_PROBLEMS, write_benchmark

runner = CliRunner()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("data")
    write_benchmark(folder / "ai2", folds=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder / "cache"))
        yield folder


def bench(data: Path, *options: str) -> dict[str, object]:
    out = data / "result.json"
    result = runner.invoke(app, ["bench", "ai2", "--data", str(data), "--workers", "1", "--out", str(out), *options])
    assert result.exit_code == 0, result.output
    return dict(json.loads(out.read_text()))


def test_a_result_has_accuracy_folds_configuration_and_every_prediction(data: Path) -> None:
    found = bench(data)
    for name in ("accuracy", "folds", "configuration", "versions", "seed", "predictions"):
        assert name in found
    assert found["protocol"] == "closed"
    predictions = found["predictions"]
    assert isinstance(predictions, dict)
    assert set(predictions) == {str(number) for number in range(len(SMALL_PROBLEMS))}
    right = [prediction["right"] for prediction in predictions.values()]
    assert found["accuracy"] == pytest.approx(100 * sum(right) / len(right))
    assert sum(right) > 30
    assert isinstance(found["folds"], list)
    assert sum(fold["size"] for fold in found["folds"]) == len(SMALL_PROBLEMS)
    assert all(row["text"] not in json.dumps(found) for row in SMALL_PROBLEMS)


def test_the_paper_s_system_runs_with_its_constraints_and_its_beam(data: Path) -> None:
    found = bench(data, "--system", "paper", "--search", "beam", "--without", "question", "--without", "unit")
    configuration = found["configuration"]
    assert isinstance(configuration, dict)
    assert configuration["system"] == "paper"
    assert configuration["constraints"] == "all"
    assert configuration["search"] == "beam"
    assert configuration["without"] == ["question", "unit"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["al2"], "did you mean 'ai2'"),
        (["illinois"], "cannot read the data set 'illinois'"),
        (["ai2", "--without", "units"], "did you mean 'unit'"),
        (["ai2", "--protocol", "open"], "it has seen problems of the set"),
        (["ai2", "--out", "no/such/folder/result.json"], "there is no folder no/such/folder"),
        (["ai2", "--constraints", "some"], "Invalid value"),
        (["ai2", "--workers", "0"], "Invalid value"),
    ],
)
def test_wrong_usage_ends_with_status_2(data: Path, arguments: list[str], message: str) -> None:
    result = runner.invoke(app, ["bench", *arguments, "--data", str(data)])
    assert result.exit_code == 2
    assert message in result.stderr


def test_the_paper_s_system_is_shown_beside_the_published_figures(data: Path) -> None:
    def shown(*options: str) -> str:
        return runner.invoke(app, ["bench", "ai2", "--data", str(data), "--workers", "1", *options]).output

    paper = shown("--system", "paper", "--constraints", "positive")
    assert "78.0" in next(line for line in paper.splitlines() if "published" in line)
    assert "(published: relaxed 94.7, strict 89.1)" in paper
    assert "(published: relaxed 88.7, strict 85.1)" in paper
    ablated = shown("--system", "paper", "--without", "unit")
    assert "(published: relaxed 88.9, strict 71.5)" in ablated
    assert "72.0" not in ablated  # the answers without a group were not published
    assert "published" not in shown()
