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
        "gsm8k.py", "make.py", "prepare.py", "start_weights.py", "train.py", "train.py", "calibrate.py",
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


def test_sizes_that_never_change_become_constants(tmp_path: Path) -> None:
    pytest.importorskip("onnx")
    code = f"""
import sys; sys.path.insert(0, 'training/general')
from pathlib import Path
import numpy as np
from fixed_shapes import fix_shapes
from onnx import TensorProto, helper, numpy_helper
from onnxruntime import InferenceSession

def number(name, value): return numpy_helper.from_array(np.array(value, dtype=np.int64), name)

graph = helper.make_graph(
    [
        helper.make_node("Shape", ["x"], ["sizes"]),
        helper.make_node("Gather", ["sizes", "one"], ["words"]),
        helper.make_node("Gather", ["sizes", "two"], ["width"]),
        helper.make_node("Div", ["width", "heads"], ["part"]),
        helper.make_node("Concat", ["words", "heads", "part"], ["shape"], axis=0),
        helper.make_node("Reshape", ["x", "shape"], ["split"]),
        helper.make_node("Cast", ["words"], ["count"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["split", "count"], ["y"]),
    ],
    "split",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, "words", 6])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
    [number("one", [1]), number("two", [2]), number("heads", [2])],
)
path = Path({str(tmp_path / "graph.onnx")!r})
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
path.write_bytes(model.SerializeToString())
x = np.arange(30, dtype=np.float32).reshape(1, 5, 6)
before = InferenceSession(path).run(None, {{"x": x}})[0]
print(fix_shapes(path))
after = InferenceSession(path).run(None, {{"x": x}})[0]
print(before.shape, np.array_equal(before, after))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
    assert done.stdout.splitlines() == ["3", "(5, 2, 3) True"]  # the width, its part and the new shape are not computed
