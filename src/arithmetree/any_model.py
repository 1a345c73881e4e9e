"""The models by name or by folder, and loading one beside something else that takes a moment, such as the parser."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from arithmetree.model import SETTINGS_FILE, Model, Scorer
from arithmetree.model_folder import SHIPPED, ModelFolder
from arithmetree.steps.model import FORMAT as FULL
from arithmetree.steps.model import StepModel

DEFAULT_MODEL = "full"
SHIPPED_MODELS = (DEFAULT_MODEL, "linear")

AnyModel = Model | StepModel | Scorer
"""A model that ships, or any object that scores read-once trees."""


def load_model(path: str | Path | None = None) -> AnyModel:
    """A shipped model by name, or the model in a folder; ModelError says what is wrong with it."""
    folder = SHIPPED / str(path or DEFAULT_MODEL) if path is None or str(path) in SHIPPED_MODELS else Path(path)
    found = ModelFolder.read(folder, SETTINGS_FILE)
    return StepModel.of(found) if found.settings.get("format") == FULL else Model.of(found)


def loading(path: str | Path | None = None) -> Callable[[], AnyModel]:
    """Begin to load a model; what is returned waits for it, and raises what `load_model` would.

    Most of it happens outside Python, so it goes on while this thread imports and loads other things.
    """
    pool = ThreadPoolExecutor(1)
    model = pool.submit(load_model, path)
    pool.shutdown(wait=False)
    return model.result
