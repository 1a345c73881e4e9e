"""`arithmetree bench` on the command line, on a small data set in the form of the benchmark sets."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.expressions import evaluate, parse_infix
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
        (["alg513"], "alg514, gsm8k, umwp, corpus, and your own .jsonl or .csv file; did you mean 'alg514'?"),
        (["corpus", "--protocol", "closed"], "open protocol only"),
        (["illinois"], "cannot read the data set 'illinois'"),
        (["ai2", "--without", "units"], "did you mean 'unit'"),
        (["ai2", "--protocol", "open", "--model", "linear"], "it has seen problems of the set"),
        (["ai2", "--out", "no/such/folder/result.json"], "there is no folder no/such/folder"),
        (["ai2", "--constraints", "some"], "Invalid value"),
        (["ai2", "--workers", "0"], "Invalid value"),
    ],
)
def test_wrong_usage_ends_with_status_2(data: Path, arguments: list[str], message: str) -> None:
    result = runner.invoke(app, ["bench", *arguments, "--data", str(data)])
    assert result.exit_code == 2
    assert message in result.stderr


def evaluated(expression: str) -> object:
    infix = parse_infix(expression)
    return evaluate(infix.tree, infix.values)


def own_file(folder: Path, suffix: str, *, folds: int) -> Path:
    """Small problems as a user's own file, with folds if wanted."""
    rows = [
        {"id": f"p{number}", "text": row["text"], "answer": str(evaluated(row["expression"]))}
        | ({"fold": str(number % folds)} if folds else {})
        for number, row in enumerate(SMALL_PROBLEMS[:30])
    ]
    path = folder / f"own{suffix}"
    if suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    else:
        with path.open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, rows[0])
            writer.writeheader()
            writer.writerows(rows)
    return path


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_user_file_is_answered_by_the_shipped_model(tmp_path: Path, suffix: str) -> None:
    out = tmp_path / "result.json"
    result = runner.invoke(app, ["bench", str(own_file(tmp_path, suffix, folds=0)), "--out", str(out)])
    assert result.exit_code == 0, result.output
    found = json.loads(out.read_text())
    assert found["protocol"] == "open"
    assert found["dataset"] == f"own{suffix}"
    assert set(found["predictions"]) == {f"p{number}" for number in range(30)}
    assert found["accuracy"] > 80
    assert [fold["size"] for fold in found["folds"]] == [30]
    assert all(row["text"] not in out.read_text() for row in SMALL_PROBLEMS)


@pytest.mark.usefixtures("data")
@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
@pytest.mark.parametrize(("folds", "sizes"), [(2, [15, 15]), (3, [10, 10, 10])])
def test_a_user_file_with_folds_is_trained_on(tmp_path: Path, suffix: str, folds: int, sizes: list[int]) -> None:
    out = tmp_path / "result.json"
    own = own_file(tmp_path, suffix, folds=folds)
    result = runner.invoke(app, ["bench", str(own), "--workers", "1", "--out", str(out)])
    assert result.exit_code == 0, result.output
    found = json.loads(out.read_text())
    assert found["protocol"] == "closed"
    assert [fold["size"] for fold in found["folds"]] == sizes
    opened = runner.invoke(app, ["bench", str(own), "--protocol", "open", "--model", "linear", "--out", str(out)])
    assert opened.exit_code == 0, opened.output
    assert [fold["size"] for fold in json.loads(out.read_text())["folds"]] == sizes


@pytest.mark.usefixtures("data")
def test_a_user_file_with_one_fold_is_answered_and_one_with_too_few_problems_is_refused(tmp_path: Path) -> None:
    one = runner.invoke(app, ["bench", str(own_file(tmp_path, ".csv", folds=1)), "--model", "linear"])
    assert one.exit_code == 0, one.output
    assert "open protocol" in " ".join(one.stdout.split())
    two = own_file(tmp_path, ".jsonl", folds=2)
    two.write_text("".join(two.read_text(encoding="utf-8").splitlines(keepends=True)[:4]), encoding="utf-8")
    few = runner.invoke(app, ["bench", str(two), "--workers", "1"])
    assert few.exit_code == 2
    assert "there are too few problems" in few.stderr
    assert len(few.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "has no problems"),
        (["nonsense"], "own.jsonl:1: this is not JSON"),
        (['{"id": 1, "text": "How many?", "expression": "1 + 2"}'], "own.jsonl:1: there is no answer"),
        (['{"id": 1, "text": "How many?", "answer": "many"}'], "'many' is not a single number"),
        (['{"id": 1, "text": "How many?", "answer": 2}'] * 2, "the id '1' more than once"),
        (
            ['{"id": 1, "text": "How?", "answer": 2, "fold": 0}', '{"id": 2, "text": "How?", "answer": 2}'],
            "own.jsonl:2: there is no fold",
        ),
    ],
)
def test_a_user_file_with_a_fault_ends_with_status_2(tmp_path: Path, lines: list[str], message: str) -> None:
    path = tmp_path / "own.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    result = runner.invoke(app, ["bench", str(path), "--protocol", "open"])
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.usefixtures("data")
def test_a_user_file_may_be_in_the_folder_of_the_data(tmp_path: Path) -> None:
    own_file(tmp_path, ".csv", folds=0)
    result = runner.invoke(app, ["bench", "own.csv", "--data", str(tmp_path)])
    assert result.exit_code == 0, result.output
    assert "own.csv, open protocol" in " ".join(result.stdout.split())


def test_a_missing_file_and_a_set_without_its_folder_end_with_status_2(tmp_path: Path) -> None:
    missing = runner.invoke(app, ["bench", str(tmp_path / "none.csv")])
    assert missing.exit_code == 2
    assert "cannot read" in missing.stderr
    nowhere = runner.invoke(app, ["bench", "ai2"])
    assert nowhere.exit_code == 2
    assert "--data DIR" in nowhere.stderr
    no_folds = runner.invoke(app, ["bench", str(own_file(tmp_path, ".csv", folds=0)), "--protocol", "closed"])
    assert no_folds.exit_code == 2
    assert "no folds" in no_folds.stderr


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
