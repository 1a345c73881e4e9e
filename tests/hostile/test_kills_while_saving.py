"""Saving a model: killed at any moment it leaves the old model or the new one, and never disturbs the next save."""

from __future__ import annotations

import errno
import os
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from arithmetree import model_saving
from arithmetree.errors import ModelError, ModelPathError
from arithmetree.features import FeatureSet
from arithmetree.linear import LinearScorer, Vocabulary
from arithmetree.model import Model, Settings
from arithmetree.model_folder import MANIFEST
from arithmetree.model_saving import save_folder

KILLS = 8


def model(size: int) -> Model:
    """A model that takes a few milliseconds to write."""
    vocabulary = Vocabulary(tuple(f"feature {number}" for number in range(size)), np.zeros(0, dtype=np.int64))
    random_numbers = np.random.default_rng(size)

    def scorer(outcomes: int) -> LinearScorer:
        return LinearScorer(vocabulary, random_numbers.normal(size=(size, outcomes)), np.zeros(outcomes))

    return Model(Settings(FeatureSet(), "tree", mirrored=True, averaged=True), scorer(1), scorer(6), None)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")  # the child only saves until it is killed
def test_a_killed_save_leaves_one_of_the_two_models_whole(tmp_path: Path) -> None:
    folder, models, rng = tmp_path / "model", (model(9000), model(5000)), random.Random(0)
    sums = []
    for each in models:
        each.save(folder)
        sums.append((folder / MANIFEST).read_bytes())
    interrupted = 0
    for _ in range(KILLS):
        child = os.fork()
        if not child:
            while True:
                for each in models:
                    each.save(folder)
        time.sleep(rng.uniform(0.01, 0.2))
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        interrupted += (tmp_path / ".model.saving").exists()
        Model.load(folder)
        assert (folder / MANIFEST).read_bytes() in sums
    assert interrupted, "no kill hit a save"
    models[0].save(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def cannot_exchange(one: Path, other: Path) -> None:  # noqa: ARG001
    raise OSError(errno.EINVAL, "Invalid argument")


def test_where_folders_cannot_trade_places_the_model_is_replaced_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(model_saving, "_exchange", cannot_exchange)
    model(3).save(tmp_path / "model")
    model(4).save(tmp_path / "model")
    assert len(Model.load(tmp_path / "model").pair.vocabulary) == 4
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_a_model_that_was_moved_away_by_a_killed_save_comes_back(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    model(3).save(folder)
    (folder / "notes.txt").write_text("mine")
    (tmp_path / ".model.saving").mkdir()
    folder.rename(tmp_path / ".model.saving" / "old")  # where a kill between the two renames leaves it

    def fails(new: Path) -> None:
        raise OSError(errno.ENOSPC, f"No space left on device: {new}")

    with pytest.raises(ModelError, match="nothing was changed"):
        save_folder(folder, fails)
    assert len(Model.load(folder).pair.vocabulary) == 3
    assert (folder / "notes.txt").read_text() == "mine"


def test_files_that_are_no_part_of_the_model_are_kept(tmp_path: Path) -> None:
    folder = tmp_path / "model"
    model(3).save(folder)
    (folder / "README.md").write_text("about this model")
    model(4).save(folder)
    assert (folder / "README.md").read_text() == "about this model"
    assert "README.md" not in (folder / MANIFEST).read_text()
    assert len(Model.load(folder).pair.vocabulary) == 4


def test_a_place_where_no_folder_can_be_made_is_reported_before_training(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ModelPathError, match="cannot make a folder"):
        model(3).save(tmp_path / "file" / "model")
