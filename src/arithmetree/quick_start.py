"""Starting quickly where torch is installed: solving does not need it, but the parser's library imports it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

_IMPORTS_TORCH = "thinc.compat"


class _WithoutTorch(MetaPathFinder):
    """Hides torch from thinc alone; it is found by everything else that imports it."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None,  # noqa: ARG002
        target: ModuleType | None = None,  # noqa: ARG002
    ) -> ModuleSpec | None:
        importing = sys.modules.get(_IMPORTS_TORCH)
        # It sets `has_torch` right after its attempt, so without that name the attempt is being made now.
        if fullname == "torch" and importing is not None and not hasattr(importing, "has_torch"):
            raise ModuleNotFoundError("torch is not needed for solving", name="torch")
        return None


def start_without_torch() -> None:
    """Save the second and the 200 MB that torch costs. For programs of ours: other code in the process may want it."""
    sys.meta_path.insert(0, _WithoutTorch())
