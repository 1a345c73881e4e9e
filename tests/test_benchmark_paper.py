"""The paper's tables: every cell is measured, shown beside the published figure, and marked where it is far below."""

from __future__ import annotations

import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from arithmetree.evaluation.published import ANSWERS, CLASSIFIERS, answers
from arithmetree.training.parse_cache import CACHE_VARIABLE
from script_modules import script_modules
from small_problems import SMALL_PROBLEMS, write_benchmark

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    """The modules of benchmarks/paper, which are a folder of scripts and no package."""
    with script_modules("paper", ("measuring", "run", "change", "experiments")) as found:
        yield found


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("paper")
    write_benchmark(folder / "ai2", folds=3)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder / "cache"))
        yield folder


@pytest.fixture(scope="module")
def measured(modules: dict[str, ModuleType], data: Path) -> dict[str, Any]:
    """The result file for a small data set, by one worker."""
    out = data / "paper.json"
    options = ["--data", str(data), "--out", str(out), "--sets", "ai2", "--workers", "1"]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["run.py", *options])
        patch.setattr(modules["run"], "ProcessPoolExecutor", _AtOnce)
        modules["run"].main()
    return dict(json.loads(out.read_text(encoding="utf-8")))


class _AtOnce:
    """A pool that does each task when it is given: the scripts are no package that a worker could import."""

    def __init__(self, _workers: int) -> None: ...

    def __enter__(self) -> _AtOnce:
        return self

    def __exit__(self, *_error: object) -> None: ...

    def submit(self, task: Any, *arguments: Any) -> Any:
        found = task(*arguments)
        return type("Done", (), {"result": staticmethod(lambda: found)})


def test_every_published_cell_of_a_set_is_measured(measured: dict[str, Any]) -> None:
    rows = measured["sets"]["ai2"]
    for decision, published in CLASSIFIERS.items():
        for group in published:
            assert 0 <= rows[group][decision]["strict"] <= 100
    assert set(rows["everything"]["answers"]) == set(ANSWERS)
    for found in rows["everything"]["answers"].values():
        assert len(found["right"]) == len(SMALL_PROBLEMS)
        assert found["accuracy"] == pytest.approx(100 * found["right"].count("1") / len(SMALL_PROBLEMS), abs=0.01)
    assert rows["everything"]["constants"][0]["relevance_penalty"] > 0


def test_a_group_that_is_left_out_changes_its_own_classifier_alone(measured: dict[str, Any]) -> None:
    rows = measured["sets"]["ai2"]
    assert rows["unit"]["lca"] == rows["everything"]["lca"]
    assert rows["individual"]["relevance"] == rows["everything"]["relevance"]


def test_two_configurations_are_compared_by_the_problems_that_one_alone_has_right(
    modules: dict[str, ModuleType], measured: dict[str, Any]
) -> None:
    assert modules["run"].compared("1100", "0111") == {"lost": 1, "gained": 2, "p": 1.0}
    rows = measured["sets"]["ai2"]
    against = rows["everything"]["answers"]["all"]["against_text"]
    gain = rows["everything"]["answers"]["all"]["right"].count("1") - rows["text"]["answers"]["all"]["right"].count("1")
    assert against["gained"] - against["lost"] == gain


def test_changes_since_earlier_results_leave_out_what_is_the_same(
    modules: dict[str, ModuleType], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, right in (("before", False), ("after", True)):
        (tmp_path / folder).mkdir()
        for name in ("ai2", "illinois"):
            predictions = {"1": {"right": True}, "2": {"right": right and name == "ai2"}}
            result = {"dataset": name, "predictions": predictions}
            (tmp_path / folder / f"closed-{name}.json").write_text(json.dumps(result), encoding="utf-8")
    out = tmp_path / "change.json"
    options = ["--before", str(tmp_path / "before"), "--after", str(tmp_path / "after"), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["change.py", *options])
    modules["change"].main()
    (row,) = json.loads(out.read_text(encoding="utf-8"))["rows"]
    assert row == {
        "dataset": "ai2", "system": "arithmetree", "before": 50.0, "after": 100.0, "gained": 1, "lost": 0, "p": 1.0
    }  # fmt: skip


def test_figures_more_than_two_points_below_are_bold(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    assert tables.TABLES["paper-answers"](tmp_path) == "*Not measured yet.*"
    row = {"lca": {"relaxed": 86.7, "strict": 83.0}}
    found = dict.fromkeys(CLASSIFIERS["lca"], row)
    accuracies = {"all": 72.5, "positive": 76.0, "integral": 69.7, "none": 77.7}
    found["everything"] = row | {"answers": {name: {"accuracy": value} for name, value in accuracies.items()}}
    (tmp_path / "paper.json").write_text(json.dumps({"sets": {"ai2": found}}), encoding="utf-8")
    assert tables.TABLES["paper-answers"](tmp_path).splitlines()[2:] == [
        "| all | 72.0 | 72.5 |",
        "| positive | 78.0 | 76.0 |",
        "| integral | 71.8 | **69.7** |",
        "| none | 77.7 | 77.7 |",
    ]
    operation = tables.TABLES["paper-operation"](tmp_path).splitlines()
    assert operation[0] == "| relaxed / strict | AI2, paper | AI2, here |"
    assert "| all features | 88.7 / 85.1 | **86.7 / 83.0** |" in operation
    assert "| without pair | 83.2 / 79.8 | 86.7 / 83.0 |" in operation


def test_published_answers_are_known_for_the_paper_s_sets_and_settings_alone() -> None:
    assert answers("ai2", "positive") == 78.0
    assert answers("allArith", "positive") is None
    assert answers("ai2", "learned") is None
