"""Numbers of an ONNX graph that are computed from shapes and are always the same become constants.

A graph traced by torch asks for the sizes of its inputs again and again, to cut vectors into heads and to scale them,
even where only the number of words changes. Everything that depends on sizes alone is computed for two
different inputs: what is the same for both is fixed, and a new shape with one length that differs gets -1 there.
Nothing else is touched, so the results are the same up to rounding.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper
from onnxruntime import InferenceSession, SessionOptions

_SIZES = (11, 13)
"""Two different sizes for every open dimension; neither divides a width, or is one."""


def fix_shapes(path: Path) -> int:
    """Fix what can be fixed in a graph, in place; how many nodes that saves."""
    model = onnx.load(str(path))
    graph = model.graph
    before = len(graph.node)
    names = _from_sizes(graph)
    if not names:
        return 0
    first, second = (_values(model, names, size) for size in _SIZES)
    for name in names:
        if first[name].shape == second[name].shape and np.array_equal(first[name], second[name]):
            _replace(graph, name, first[name])
    for node in graph.node:
        shape = node.input[1] if node.op_type == "Reshape" else ""
        if shape in first and first[shape].shape == second[shape].shape:
            differs = first[shape] != second[shape]
            if differs.sum() == 1:
                name = f"{shape}.fixed"
                if name not in {one.name for one in graph.initializer}:
                    graph.initializer.append(numpy_helper.from_array(np.where(differs, -1, first[shape]), name))
                node.input[1] = name
    _prune(graph)
    path.write_bytes(model.SerializeToString())
    return before - len(graph.node)


def _from_sizes(graph: onnx.GraphProto) -> list[str]:
    """What is computed from sizes and constants alone, in the order of the graph."""
    constant = {one.name for one in graph.initializer}
    found: dict[str, None] = {}
    for node in graph.node:
        known = all(not name or name in constant or name in found for name in node.input)
        if node.op_type == "Constant":
            constant.update(node.output)
        elif node.op_type == "Shape" or (known and any(name in found for name in node.input)):
            found.update(dict.fromkeys(node.output))
    return list(found)


def _values(model: onnx.ModelProto, names: list[str], size: int) -> Mapping[str, np.ndarray]:
    """These values of a graph for an input of a size."""
    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    del probe.graph.output[:]
    probe.graph.output.extend(onnx.ValueInfoProto(name=name) for name in names)
    options = SessionOptions()
    options.log_severity_level = 3
    session = InferenceSession(probe.SerializeToString(), options, providers=["CPUExecutionProvider"])
    inputs = {
        one.name: np.ones(
            [length if isinstance(length, int) else size for length in one.shape],
            dtype=np.int64 if one.type == "tensor(int64)" else np.float32,
        )
        for one in session.get_inputs()
    }
    return dict(zip(names, session.run(None, inputs), strict=True))


def _replace(graph: onnx.GraphProto, name: str, value: np.ndarray) -> None:
    """Let a constant take the place of what a node computes."""
    for node in graph.node:
        if name in node.output:
            node.CopyFrom(helper.make_node("Constant", [], [name], node.name, value=numpy_helper.from_array(value)))


def _prune(graph: onnx.GraphProto) -> None:
    """Leave out nodes that nothing uses."""
    used = {one.name for one in graph.output}
    kept = []
    for node in reversed(graph.node):
        if any(name in used for name in node.output):
            used.update(node.input)
            kept.append(node)
    del graph.node[:]
    graph.node.extend(reversed(kept))
