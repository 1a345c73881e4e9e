"""Loading a model by name or folder, at once or beside something else."""

from __future__ import annotations

from pathlib import Path

import pytest

from arithmetree.any_model import load_model, loading
from arithmetree.errors import ModelPathError
from arithmetree.model import Model
from arithmetree.steps.model import StepModel


def test_a_shipped_model_is_loaded_by_its_name() -> None:
    assert isinstance(load_model("linear"), Model)
    assert isinstance(load_model(), StepModel)


def test_a_model_that_is_loaded_beside_something_else_is_the_same() -> None:
    found = loading("linear")()
    assert isinstance(found, Model)
    assert found.provenance == load_model("linear").provenance  # type: ignore[union-attr]


def test_what_is_wrong_with_a_folder_is_said_when_the_model_is_wanted(tmp_path: Path) -> None:
    waiting = loading(tmp_path)
    with pytest.raises(ModelPathError, match="there is no model in"):
        waiting()
