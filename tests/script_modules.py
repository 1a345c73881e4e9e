"""Scripts of a benchmark folder as modules: such a folder is no package, and is on the path only while it is needed."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

BENCHMARKS = Path(__file__).resolve().parents[1] / "benchmarks"


@contextmanager
def script_modules(folder: str, names: Sequence[str]) -> Iterator[dict[str, ModuleType]]:
    """The named modules of a folder of `benchmarks`; forgotten afterwards, for another folder may have equal names."""
    path = str(BENCHMARKS / folder)
    sys.path.insert(0, path)
    try:
        yield {name: importlib.import_module(name) for name in names}
    finally:
        sys.path.remove(path)
        for name in names:
            sys.modules.pop(name, None)
