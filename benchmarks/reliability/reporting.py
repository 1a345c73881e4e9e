"""How the kill runs report: the command that repeats them, versions and figures, printed and written."""

from __future__ import annotations

import json
import platform
from collections.abc import Mapping
from pathlib import Path

from arithmetree import __version__


def report(script: str, options: str, found: Mapping[str, object], out: Path | None) -> None:
    """Print a result as JSON, and write it if a file is given."""
    result = {
        "command": f"python benchmarks/reliability/{script} {options}",
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
        **found,
    }
    text = json.dumps(result, indent=2) + "\n"
    print(f"\n{text}", end="")
    if out is not None:
        out.write_text(text, encoding="utf-8")
