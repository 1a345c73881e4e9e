"""The weights to start from: the encoder inside a shipped ONNX file, its bytes turned into floats again.

A bias keeps its name in ONNX; the matrix before it is found by walking back from the addition of the bias.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper


def encoder_weights(path: Path) -> dict[str, torch.Tensor]:
    """The parameters of `bert` by their names in torch."""
    graph = onnx.load(str(path)).graph
    stored = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
    made_by = {output: node for node in graph.node for output in node.output}
    found = {
        name.removeprefix("bert."): torch.from_numpy(np.array(value, dtype=np.float32))
        for name, value in stored.items()
        if name.startswith("bert.") and ".word_embeddings." not in name
    }
    rows, scale = (stored[f"bert.embeddings.word_embeddings.{part}"] for part in ("rows", "scale"))
    found["embeddings.word_embeddings.weight"] = torch.from_numpy(rows.astype(np.float32) * scale)
    for node in graph.node:
        biases = [name for name in node.input if name in stored and name.endswith(".bias") and name.startswith("bert.")]
        if node.op_type == "Add" and biases:
            other = next(name for name in node.input if name not in biases)
            matrix = _matrix(other, made_by, stored)
            found[biases[0].removeprefix("bert.").removesuffix(".bias") + ".weight"] = torch.from_numpy(matrix.T.copy())
    return found


def _matrix(output: str, made_by: dict[str, onnx.NodeProto], stored: dict[str, np.ndarray]) -> np.ndarray:
    """The matrix that a product was made with."""
    waiting = [output]
    while waiting:
        node = made_by.get(waiting.pop(0))
        if node is None:
            continue
        if node.op_type == "MatMulInteger":
            name = node.input[1].removesuffix("_quantized")
            whole = stored[node.input[1]].astype(np.float32) - stored[f"{name}_zero_point"].astype(np.float32)
            return whole * stored[f"{name}_scale"]
        waiting += node.input
    raise ValueError(f"no matrix before {output}")
