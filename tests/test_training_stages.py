"""Training the full model by one command: its stages call scripts that exist, with options that they have."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
COMMAND = ROOT / "training" / "general" / "all.py"


def listed(work: Path) -> list[str]:
    options = ["--data", "sets", "--mpnet", "large", "--minilm", "small", "--work", str(work), "--list"]
    done = subprocess.run([sys.executable, str(COMMAND), *options], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def test_every_stage_is_a_script_with_the_options_it_is_given(tmp_path: Path) -> None:
    commands = listed(tmp_path)
    names = [re.search(r"/([\w.]+\.py) ", command) for command in commands]
    assert [name and name[1] for name in names] == [
        "gsm8k.py", "make.py", "prepare.py", "start_weights.py", "train.py", "calibrate.py",
    ]  # fmt: skip
    for command in commands:
        script = Path(command.split()[1])
        accepted = set(re.findall(r'"(--[a-z0-9-]+)"', script.read_text(encoding="utf-8")))
        assert set(re.findall(r" (--[a-z0-9-]+)", command)) <= accepted, command


def test_a_stage_whose_result_is_there_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "gsm8k.jsonl").touch()
    first, second, *_ = listed(tmp_path)
    assert first.startswith("done: ")
    assert not second.startswith("done: ")


def test_new_constants_get_the_mean_of_the_others() -> None:
    torch = pytest.importorskip("torch")
    pytest.importorskip("onnx")
    code = (
        "import sys; sys.path.insert(0, 'training/general')\n"
        "import torch; from shipped import with_new_constants\n"
        "rows = torch.tensor([[0.0], [2.0], [4.0], [9.0]])\n"  # no constant, two constants, one unknown
        "print(with_new_constants(rows, ['2', '7'], ['2', '5', '7']).flatten().tolist())"
    )
    assert torch.__version__
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.strip() == "[0.0, 2.0, 3.0, 4.0, 9.0]"
