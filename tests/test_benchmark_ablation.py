"""The ablation: variants change what they name and nothing else, and a broken run goes on where it stopped."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from arithmetree.features import ALL_GROUPS, PAPER, FeatureSet, facts_of, whole
from arithmetree.parsing import load_parser
from arithmetree.reading import read
from arithmetree.training.parse_cache import CACHE_VARIABLE
from script_modules import script_modules
from small_problems import SMALL_PROBLEMS, write_benchmark

ROOT = Path(__file__).resolve().parents[1]
GIVING = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"


@pytest.fixture(scope="module")
def modules() -> Iterator[dict[str, ModuleType]]:
    """The modules of benchmarks/ablation, which are a folder of scripts and no package."""
    with script_modules("ablation", ("plan", "measuring", "run")) as found:
        yield found


def _changed(plan: ModuleType, table: str, name: str, features: FeatureSet) -> FeatureSet:
    found = [variant for variant in plan.TABLES[table].variants if variant.name == name]
    assert len(found) == 1
    changed = found[0].features(features)
    assert isinstance(changed, FeatureSet)
    return changed


def test_every_group_is_left_out_once_and_every_one_of_ours_added_once(modules: dict[str, ModuleType]) -> None:
    plan = modules["plan"]
    for group in dict.fromkeys(map(whole, ALL_GROUPS)):
        left = _changed(plan, "without", group, FeatureSet())
        gone = {*FeatureSet().relevance, *FeatureSet().pair} - {*left.relevance, *left.pair}
        assert gone == {name for name in ALL_GROUPS if whole(name) == group}
    for group in plan.OUR_GROUPS:
        more = _changed(plan, "added", group, FeatureSet(conjunctions=False))
        assert {*more.relevance, *more.pair} - {*PAPER.relevance, *PAPER.pair} == {group}
        assert not more.conjunctions
    assert _changed(plan, "added", "the paper's", FeatureSet()) == PAPER
    everything = _changed(plan, "added", "all of ours", FeatureSet())
    assert {*everything.relevance, *everything.pair} == {*PAPER.relevance, *PAPER.pair, *plan.OUR_GROUPS}
    left = _changed(plan, "without", "all of ours", FeatureSet())
    assert {*left.relevance, *left.pair} == {*PAPER.relevance, *PAPER.pair, "related-np"}


def test_the_parts_of_the_story_are_its_features_and_nothing_else(modules: dict[str, ModuleType]) -> None:
    facts = facts_of(read(GIVING, load_parser()))

    def all_of(features: FeatureSet) -> set[str]:
        found = features.of(facts)
        return {name for rows in (found.relevance, found.pairs, found.mirrored) for row in rows for name in row}

    story = all_of(FeatureSet()) - all_of(FeatureSet().without(["story"]))
    parts = [
        all_of(FeatureSet()) - all_of(_changed(modules["plan"], "without", part, FeatureSet()))
        for part in modules["plan"].STORY_PARTS
    ]
    assert all(parts)
    assert set.union(*parts) == story
    assert sum(len(part) for part in parts) == len(story)
    assert _changed(modules["plan"], "without", "story: doubts", PAPER) is PAPER


def test_a_difference_counts_problems_lost_and_gained(modules: dict[str, ModuleType]) -> None:
    measuring = modules["measuring"]
    row = measuring.figures([True, False, False, False, True], [True, True, True, True, False])
    # Three lost against one gained: as uneven or more in 2 * (1 + 4) of 16 throws of four coins.
    assert row == {"accuracy": 40.0, "difference": -40.0, "lost": 3, "gained": 1, "p": 0.625, "right": "10001"}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A small data set, and result files that name recipes for it."""
    folder = tmp_path_factory.mktemp("ablation")
    write_benchmark(folder / "ai2", folds=3)
    result = {
        "configuration": {"system": "ours", "without": [], "constraints": "learned", "search": "exact"},
        "folds": [{"recipe": "plot"}] * 3,
        "accuracy": 0.0,
        "predictions": {str(number): {} for number in range(len(SMALL_PROBLEMS))},
    }
    (folder / "closed-ai2.json").write_text(json.dumps(result), encoding="utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder / "cache"))
        yield folder


def _run(modules: dict[str, ModuleType], data: Path, out: Path, *options: str) -> dict[str, Any]:
    arguments = ["--data", str(data), "--results", str(data), "--out", str(out), "--sets", "ai2", *options]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["run.py", *arguments])
        modules["run"].main()
    tables = json.loads(out.read_text(encoding="utf-8"))["tables"]
    assert isinstance(tables, dict)
    return tables


def test_a_run_measures_every_variant_and_reports_what_a_recipe_does_not_use(
    modules: dict[str, ModuleType], data: Path
) -> None:
    tables = _run(modules, data, data / "ablation.json")
    for name, table in modules["plan"].TABLES.items():
        assert list(tables[name]["ai2"]["rows"]) == [variant.name for variant in table.variants]
    rows = tables["without"]["ai2"]["rows"]
    assert rows["transfer"] == {"used": False}
    assert rows["everything"]["accuracy"] == 100 * rows["everything"]["right"].count("1") / len(SMALL_PROBLEMS)
    assert rows["all of ours"]["difference"] < 0
    # The same models under the same setting: one is trained for a table of features, one for that of constraints.
    assert tables["constraints_ours"]["ai2"]["rows"]["learned"] == rows["everything"]


def test_an_interrupted_run_resumes_and_rows_of_other_code_are_measured_again(
    modules: dict[str, ModuleType], data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = data / "resumed.json"
    measured: list[str] = []
    unchanged = modules["run"].measure

    def counted(system: Any, variant: Any) -> Any:
        if variant.name == "integral" and "integral" not in measured:
            measured.append("integral")
            raise KeyboardInterrupt
        measured.append(variant.name)
        return unchanged(system, variant)

    monkeypatch.setattr(modules["run"], "measure", counted)
    options = ("--tables", "constraints_ours")
    with pytest.raises(KeyboardInterrupt):
        _run(modules, data, out, *options)
    _run(modules, data, out, *options)
    assert measured == ["learned", "all", "positive", "integral", "integral", "none"]
    monkeypatch.setattr(modules["run"], "code_fingerprint", lambda: "other code")
    assert _run(modules, data, out, *options)["constraints_ours"]["ai2"]["code"] == "other code"
    assert measured[6:] == ["learned", "all", "positive", "integral", "none"]


def test_result_files_that_are_missing_or_not_the_usual_ones_are_refused(
    modules: dict[str, ModuleType], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit, match="run `arithmetree bench ai2`"):
        modules["run"].load_result(tmp_path, "ai2")
    setting = {"system": "ours", "without": ["unit"], "constraints": "learned", "search": "exact"}
    (tmp_path / "closed-ai2.json").write_text(json.dumps({"configuration": setting}), encoding="utf-8")
    with pytest.raises(SystemExit, match="not the usual configuration"):
        modules["run"].load_result(tmp_path, "ai2")


def test_tables_show_differences_and_marks(tmp_path: Path) -> None:
    spec = importlib.util.spec_from_file_location("tables", ROOT / "docs" / "tables.py")
    assert spec is not None
    assert spec.loader is not None
    tables = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tables)
    assert tables.TABLES["ablation-without"](tmp_path) == "*Not measured yet.*"
    first: dict[str, Any] = {"accuracy": 84.25}
    worse = {"accuracy": 60.0, "difference": -24.25, "p": 1e-9}
    better = {"accuracy": 85.0, "difference": 0.75, "p": 0.3125}
    sets = {
        "illinois": {"everything": first, "unit": better, "story": {"used": False}, "time": {"used": False}},
        "ai2": {"everything": first, "unit": {"used": False}, "story": worse, "time": {"used": False}},
        "allArith": {"everything": first, "unit": worse},
    }
    measured = {
        "without": sets,
        "constraints_ours": {"ai2": {"learned": first, "all": worse, "none": better}},
    }
    record = {name: {dataset: {"rows": rows} for dataset, rows in found.items()} for name, found in measured.items()}
    (tmp_path / "ablation.json").write_text(json.dumps({"tables": record}), encoding="utf-8")
    assert tables.TABLES["ablation-without"](tmp_path).splitlines() == [
        "| features | AI2 | IL |",
        "| --- | --- | --- |",
        "| everything | 84.2 | 84.2 |",
        "| without unit |  | +0.8 (0.31) |",
        "| without story | -24.2 (< 0.001) |  |",
    ]
    constraints = tables.TABLES["ablation-constraints"](tmp_path).splitlines()
    for row in ("| learned | 84.2 |", "| all | 60.0* |", "| none | 85.0 |"):
        assert row in constraints
