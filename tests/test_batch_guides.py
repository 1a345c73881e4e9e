"""The guides to batches, spaCy and notebooks: their commands and their Python run and print what they show."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

GUIDES = Path(__file__).resolve().parents[1] / "docs" / "guides"
BIN = Path(sys.executable).parent
_BLOCK = re.compile(r"^```(sh|python)\n(.*?)^```$(?:\n\n^```text\n(.*?)^```$)?", re.MULTILINE | re.DOTALL)


_BETWEEN = "--- next block ---\n"


@pytest.mark.slow
@pytest.mark.parametrize("guide", ["batch", "spacy", "notebook"])
def test_the_blocks_of_a_guide_run_in_order(guide: str, tmp_path: Path) -> None:
    blocks = _BLOCK.findall((GUIDES / f"{guide}.md").read_text(encoding="utf-8"))
    environment = {**os.environ, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    for language, code, _ in blocks:
        if language == "sh":
            subprocess.run(["sh", "-e", "-c", code], cwd=tmp_path, env=environment, check=True, capture_output=True)
    python = [(code, shown) for language, code, shown in blocks if language == "python"]
    script = "".join(f"print({_BETWEEN!r}, end='')\n{code}" for code, _ in python)
    ran = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    printed = ran.stdout.split(_BETWEEN)[1:]
    assert len(printed) == len(python) > 1
    for (_, shown), found in zip(python, printed, strict=True):
        assert not shown or found == shown
