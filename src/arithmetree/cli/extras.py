"""Commands that need more than solving does: say which extra to install instead of failing on an import."""

from __future__ import annotations

from importlib.util import find_spec

from arithmetree.errors import ArithmetreeError


def need_training_extra() -> None:
    """Raise ArithmetreeError if the packages for training are not installed."""
    if find_spec("sklearn") is None:
        raise ArithmetreeError("training needs scikit-learn; install it with: pip install 'arithmetree[train]'")
