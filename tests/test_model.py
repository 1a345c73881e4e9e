"""Model folders: what is saved comes back bit for bit, and every kind of damage is reported."""

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arithmetree.errors import ModelError
from arithmetree.expressions import LABELS
from arithmetree.features import FeatureSet, ProblemFeatures
from arithmetree.knowledge import TRAITS
from arithmetree.linear import LinearScorer, Vocabulary
from arithmetree.model import SETTINGS_FILE, SHIPPED, WEIGHTS_FILE, Model, Settings
from arithmetree.model_saving import write_manifest
from arithmetree.training.pruning import prune

FEATURES = ProblemFeatures([["x", "y"], ["y"]], [["p", "q", "r"]], [["r", "q"]])


def scorer(names: str, outcomes: int, seed: int) -> LinearScorer:
    random = np.random.default_rng(seed)
    pairs = [i * len(names) + j for i in range(len(names)) for j in range(i + 1, len(names))]
    vocabulary = Vocabulary(tuple(names), np.array(pairs, dtype=np.int64))
    return LinearScorer(vocabulary, random.normal(size=(len(vocabulary), outcomes)), random.normal(size=outcomes))


def model(**changes: object) -> Model:
    settings = Settings(FeatureSet(), "tree", mirrored=True, averaged=True)
    traits = np.random.default_rng(3).normal(size=len(TRAITS))
    made = Model(settings, scorer("xy", 1, 1), scorer("pqr", 6, 2), traits, {"recipe": "by hand"})
    return replace(made, **changes)  # type: ignore[arg-type]


def assert_same_scores(one: Model, other: Model) -> None:
    for name in ("unused", "used", "pair"):
        assert np.array_equal(getattr(one.scores(FEATURES), name), getattr(other.scores(FEATURES), name))


@pytest.mark.parametrize("link", ["tree", "log-probability", "margin"])
@pytest.mark.parametrize("averaged", [True, False])
def test_a_loaded_model_scores_bit_for_bit_the_same(tmp_path: Path, link: str, averaged: bool) -> None:
    made = model(settings=Settings(FeatureSet(), link, True, averaged, 0.01))  # type: ignore[arg-type]
    made.save(tmp_path / "model")
    loaded = Model.load(tmp_path / "model")
    assert_same_scores(made, loaded)
    assert loaded.settings == made.settings
    assert loaded.provenance == made.provenance
    assert made.traits is not None
    assert loaded.traits is not None
    assert np.array_equal(loaded.traits, made.traits)


def test_a_model_without_learned_knowledge_comes_back_without(tmp_path: Path) -> None:
    model(traits=None).save(tmp_path / "model")
    assert Model.load(tmp_path / "model").traits is None


def test_fortran_ordered_weights_are_saved_as_they_are(tmp_path: Path) -> None:
    made = model()
    turned = replace(made, pair=replace(made.pair, weights=np.asfortranarray(made.pair.weights)))
    turned.save(tmp_path / "model")
    assert_same_scores(made, Model.load(tmp_path / "model"))


def test_rounded_weights_take_less_room_and_lose_nothing_more(tmp_path: Path) -> None:
    made = model()
    small = prune(made, 1000)
    made.save(tmp_path / "large")
    small.save(tmp_path / "small")
    assert_same_scores(small, Model.load(tmp_path / "small"))
    sizes = [(tmp_path / name / WEIGHTS_FILE).stat().st_size for name in ("small", "large")]
    assert sizes[0] < sizes[1]


def test_pruning_keeps_the_heaviest_conjunctions_of_both_scorers_and_all_names() -> None:
    made = model()

    def conjunctions(of: Model) -> dict[tuple[str, frozenset[str]], float]:
        return {
            (part, frozenset(scorer.vocabulary.describe(column).split(" & "))): np.abs(scorer.weights[column]).max()
            for part, scorer in (("relevance", of.relevance), ("pair", of.pair))
            for column in range(len(scorer.vocabulary.names), len(scorer.vocabulary))
        }

    heavy = conjunctions(made)
    for count in range(len(heavy) + 2):
        small = prune(made, count)
        assert conjunctions(small).keys() == set(sorted(heavy, key=lambda name: -heavy[name])[:count])
        assert sorted(small.pair.vocabulary.names) == sorted(made.pair.vocabulary.names)
        assert small.pair.scores(["p"]) == pytest.approx(made.pair.scores(["p"]), rel=1e-2, abs=1e-3)


def test_pruning_orders_features_by_their_conjunctions_and_changes_no_score() -> None:
    names = ("rare", "a", "b", "c")
    vocabulary = Vocabulary(names, np.array([1 * 4 + 3, 2 * 4 + 3]))  # c goes with a and with b
    weights = np.arange(6.0)[:, None] * np.ones(len(LABELS))
    made = replace(model(), pair=LinearScorer(vocabulary, weights, np.zeros(len(LABELS))))
    small = prune(made, 100).pair
    assert small.vocabulary.names == ("c", "a", "b", "rare")
    for features in (["c"], ["a", "c"], ["rare", "b", "c"], list(names)):
        assert small.scores(features) == pytest.approx(made.pair.scores(features))


def test_others_may_read_the_weights_as_far_as_the_settings(tmp_path: Path) -> None:
    model().save(tmp_path / "model")
    modes = {(tmp_path / "model" / name).stat().st_mode for name in (SETTINGS_FILE, WEIGHTS_FILE)}
    assert len(modes) == 1


def test_saving_replaces_a_model_whole(tmp_path: Path) -> None:
    model().save(tmp_path / "model")
    other = model(pair=scorer("pqr", 6, 9))
    other.save(tmp_path / "model")
    assert_same_scores(other, Model.load(tmp_path / "model"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model"]


def test_a_failed_save_leaves_the_old_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    old = model()
    old.save(tmp_path / "model")

    def fails(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fails)
    with pytest.raises(ModelError, match="No space left"):
        model(pair=scorer("pqr", 6, 9)).save(tmp_path / "model")
    monkeypatch.undo()
    assert_same_scores(old, Model.load(tmp_path / "model"))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model"]


def test_a_foreign_folder_or_file_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / "cat.jpg").write_bytes(b"cat")
    (tmp_path / "notes").write_text("notes")
    for name in ("photos", "notes"):
        with pytest.raises(ModelError, match=f"{name}.*new folder"):
            model().save(tmp_path / name)
    assert (tmp_path / "photos" / "cat.jpg").read_bytes() == b"cat"


def test_an_empty_folder_is_taken(tmp_path: Path) -> None:
    model().save(tmp_path)
    assert_same_scores(model(), Model.load(tmp_path))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    model().save(tmp_path / "model")
    return tmp_path / "model"


def write_settings(folder: Path, content: str) -> None:
    (folder / SETTINGS_FILE).write_text(content)
    write_manifest(folder)


def change_settings(folder: Path, **changes: object) -> None:
    write_settings(folder, json.dumps(json.loads((folder / SETTINGS_FILE).read_text()) | changes))


def test_a_missing_folder_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"there is no model in .*without --model"):
        Model.load(tmp_path / "nothing")


@pytest.mark.parametrize("file", [SETTINGS_FILE, WEIGHTS_FILE])
def test_a_missing_file_is_reported(folder: Path, file: str) -> None:
    (folder / file).unlink()
    with pytest.raises(ModelError, match=file):
        Model.load(folder)


@pytest.mark.parametrize("file", [SETTINGS_FILE, WEIGHTS_FILE])
def test_a_truncated_file_is_reported(folder: Path, file: str) -> None:
    content = (folder / file).read_bytes()
    (folder / file).write_bytes(content[: len(content) // 2])
    with pytest.raises(ModelError, match=file):
        Model.load(folder)


def test_every_flipped_bit_of_the_weights_is_noticed(folder: Path) -> None:
    content = (folder / WEIGHTS_FILE).read_bytes()
    for place in range(0, len(content), 37):
        flipped = bytearray(content)
        flipped[place] ^= 1 << place % 8
        (folder / WEIGHTS_FILE).write_bytes(flipped)
        with pytest.raises(ModelError, match="checksum"):
            Model.load(folder)


def test_settings_that_are_not_json_are_reported(folder: Path) -> None:
    write_settings(folder, "nonsense")
    with pytest.raises(ModelError, match="damaged"):
        Model.load(folder)


@pytest.mark.parametrize("content", ["[]", "{}", '{"format": "something-else"}'])
def test_a_foreign_model_is_reported(folder: Path, content: str) -> None:
    write_settings(folder, content)
    with pytest.raises(ModelError, match="no model of this kind"):
        Model.load(folder)


def test_a_newer_model_is_reported(folder: Path) -> None:
    change_settings(folder, format_version=99)
    with pytest.raises(ModelError, match="format version 99, this program reads 2"):
        Model.load(folder)


@pytest.mark.parametrize(
    "changes",
    [
        {"labels": ["+", "-"]},
        {"traits": ["pretty"]},
        {"settings": {}},
        {"settings": None},
        {"pair_features": ["p"]},
        {"pair_features": None},
        {"relevance_features": []},
    ],
)
def test_settings_that_do_not_fit_are_reported(folder: Path, changes: dict[str, object]) -> None:
    change_settings(folder, **changes)
    with pytest.raises(ModelError, match="damaged"):
        Model.load(folder)


def test_a_model_with_unknown_feature_groups_is_reported(folder: Path) -> None:
    settings = json.loads((folder / SETTINGS_FILE).read_text())["settings"]
    change_settings(folder, settings=settings | {"pair_groups": ["pair", "horoscope"]})
    with pytest.raises(ModelError, match="horoscope"):
        Model.load(folder)


def test_the_shipped_model_is_small_and_says_where_it_comes_from() -> None:
    shipped = SHIPPED / "linear"
    assert sum(file.stat().st_size for file in shipped.iterdir()) < 7_000_000
    provenance = Model.load(shipped).provenance
    assert provenance["problems"] == sum(source["problems"] for source in provenance["sources"])
    assert all(len(source["sha256"]) == 64 for source in provenance["sources"])
    right = provenance["pruning"]["right_on_dev"]
    assert right["before"] - right["after"] <= 0.005
    assert provenance["recipe"] in provenance["card"]
