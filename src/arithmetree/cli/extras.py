"""Commands that need more than solving does: say which extra to install instead of failing on an import."""

from __future__ import annotations

from importlib.util import find_spec

from arithmetree.errors import MissingExtraError


def need_training_extra() -> None:
    """Raise MissingExtraError if the packages for training are not installed."""
    if find_spec("sklearn") is None:
        raise MissingExtraError("training", "train")
