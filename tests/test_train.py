"""Training on a few problems of our own: the model learns them, is reproducible and knows where it came from."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from arithmetree.errors import DataError
from arithmetree.model import Model
from arithmetree.parsing import load_parser
from arithmetree.solver import Solver
from arithmetree.training.parse_cache import CACHE_VARIABLE
from arithmetree.training.recipes import OURS
from arithmetree.training.sources import Source, find_files, read_source, without_repeats
from arithmetree.training.train import train_model, training_steps
from small_problems import SMALL_PROBLEMS, write_benchmark, write_jsonl


@pytest.fixture(scope="module", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(tmp_path_factory.mktemp("cache")))
        yield


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Source:
    return read_source(write_jsonl(tmp_path_factory.mktemp("own") / "own.jsonl"))


@pytest.fixture(scope="module")
def model(source: Source) -> Model:
    return train_model(source.problems.golds, sources=[source])


def test_a_trained_model_solves_new_problems_after_reloading(model: Model, tmp_path: Path) -> None:
    model.save(tmp_path / "model")
    solver = Solver.load(tmp_path / "model")
    problems = {
        "Iris had 66 plums. Iris gave 13 plums to Karl. How many plums does Iris have left?": "53",
        "Iris had 66 plums. Karl gave Iris 13 more plums. How many plums does Iris have now?": "79",
        "Each box holds 13 plums. Iris has 5 boxes. How many plums does Iris have in total?": "65",
        "Iris put 65 plums into 5 boxes equally. How many plums are in each box?": "13",
    }
    assert {text: solver.solve(text).answer for text in problems} == problems


def test_the_training_problems_are_learned(model: Model, source: Source) -> None:
    solver = Solver(model, load_parser())
    answers = [solver.solve_problem(gold.problem).exact for gold in source.problems.golds]
    assert answers == [gold.answer for gold in source.problems.golds]


def test_the_model_knows_where_it_came_from(model: Model, source: Source) -> None:
    provenance = model.provenance
    assert provenance["problems"] == len(SMALL_PROBLEMS) == 40
    assert provenance["sources"] == [source.facts()]
    assert provenance["sources"][0]["problems"] == 40
    assert set(provenance["validation"]) == {recipe.name for recipe in OURS}
    assert provenance["recipe"] in provenance["validation"]
    assert max(provenance["validation"].values()) == provenance["validation"][provenance["recipe"]]
    assert {"arithmetree", "python", "numpy", "scikit-learn"} <= set(provenance["versions"])
    assert "own.jsonl (40)" in provenance["card"]


def test_training_twice_gives_the_same_model(source: Source) -> None:
    one, other = (train_model(source.problems.golds, recipes=OURS[:1]) for _ in range(2))
    assert one.pair.vocabulary.names == other.pair.vocabulary.names
    assert np.array_equal(one.pair.weights, other.pair.weights)
    assert np.array_equal(one.relevance.weights, other.relevance.weights)


@pytest.mark.parametrize("count", [3, 40])
def test_progress_is_reported_as_often_as_promised(source: Source, count: int) -> None:
    steps: list[int] = []
    golds, recipes = source.problems.golds[:count], OURS[:2]
    made = train_model(golds, recipes=recipes, progress=lambda: steps.append(1))
    assert len(steps) == training_steps(count, recipes) == (1 if count == 3 else 7)
    assert bool(made.provenance["validation"]) == (count == 40)


def test_nothing_to_train_on_is_reported() -> None:
    with pytest.raises(DataError, match="none of the 0 problems"):
        train_model([])


def test_a_folder_of_benchmark_sets_is_found_and_repeats_count_once(tmp_path: Path) -> None:
    write_benchmark(tmp_path / "sets" / "one", folds=2)
    write_benchmark(tmp_path / "sets" / "two", folds=2)
    (tmp_path / "sets" / "notes").mkdir()
    files = find_files(tmp_path / "sets")
    assert [file.parent.name for file in files] == ["one", "two"]
    assert find_files(tmp_path / "sets" / "two") == files[1:]
    one, two = without_repeats([read_source(file) for file in files])
    assert (one.facts()["problems"], one.repeated) == (40, 0)
    assert (two.facts()["problems"], two.repeated) == (0, 40)
    assert one.name == "one/questions.json"


def test_bad_rows_of_a_benchmark_set_are_listed(tmp_path: Path) -> None:
    file = write_benchmark(tmp_path / "set", folds=1) / "questions.json"
    broken = file.read_text().replace('"lAlignments": [0, 1]', '"lAlignments": [0, 9]', 1)
    broken = broken.replace('"lSolutions": [27.0]', '"lSolutions": [28.0]', 1).replace('"val": 45.0', '"val": 46.0', 1)
    file.write_text(broken)
    problems = read_source(file).problems
    assert len(problems.golds) + len(problems.skipped) == 40
    reasons = [f"{skipped.line} {skipped.reason}" for skipped in problems.skipped]
    assert any("not a problem of a benchmark set" in reason for reason in reasons)
    assert any("not found in the text" in reason for reason in reasons)


def test_paths_without_problems_are_reported(tmp_path: Path) -> None:
    (tmp_path / "questions.json").write_text("{}x")
    with pytest.raises(DataError, match="not a file of a benchmark set"):
        read_source(tmp_path / "questions.json")
    (tmp_path / "questions.json").unlink()
    with pytest.raises(DataError, match=r"neither .* has a questions\.json"):
        find_files(tmp_path)
    with pytest.raises(DataError, match="there is no"):
        find_files(tmp_path / "missing")
