"""The weights of a model folder, to go on learning from: `python training/general/shipped.py --out FILE.safetensors`.

A model folder holds four ONNX networks whose matrices are rounded to four bits or bytes. They become weights of
torch again, as exact as they ship, in the form that `train.py --weights` reads. Constants that have joined the table
of facts since then get the mean of the vectors of the others.

The exporter names some matrices by running numbers. So a network of the same shape, each of whose matrices is filled
with a number of its own, is exported in the same way, and the node that uses that number is the node of that matrix.
"""

from __future__ import annotations

import argparse
import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from examples import constant_values
from export import LARGE, export_plain
from network import Shape, StepNetwork
from onnx import numpy_helper
from safetensors.numpy import load_file
from train import save_weights

from arithmetree.steps.features import PAIR_FEATURES, VALUE_FEATURES
from arithmetree.steps.leaves import UNKNOWNS
from arithmetree.steps.network import MATRICES_FILE, MOVES_FILE, READER_FILE, REVIEW_FILE, SHARED, STEP_FILE
from arithmetree.steps.packed import matrices

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src" / "arithmetree" / "models" / "full"
GRAPHS = {READER_FILE: "network.", REVIEW_FILE: "network.", STEP_FILE: "compose.", MOVES_FILE: ""}
"""Each graph, and what its parameters are called there before the name they have in the network."""
_WORDS = "encoder.words.weight"
_PREFIX = re.compile(rf"^(?:{SHARED}|{Path(READER_FILE).stem}|{Path(REVIEW_FILE).stem})\.")
_CONSTANTS = "reader.constant.weight"
_UNUSED = "reader.look.norms.0."
"""A norm that every layer has and that a layer without moves never computes, so it is in no graph."""


def marked(shape: Shape) -> tuple[StepNetwork, list[str]]:
    """A network each of whose matrices holds its own number everywhere, and the names of the matrices in that order."""
    network = StepNetwork(shape, plain=True)
    names = [name for name, value in network.named_parameters() if value.dim() == 2]
    with torch.no_grad():
        for number, name in enumerate(names, start=1):
            network.get_parameter(name).fill_(float(number))
    return network, names


def nodes_of(shape: Shape) -> dict[tuple[str, str], str]:
    """For each graph and node that multiplies by a matrix, the name of that matrix in the network."""
    network, names = marked(shape)
    found = {}
    with tempfile.TemporaryDirectory() as temporary:
        export_plain(network, Path(temporary))
        for file in GRAPHS:
            graph = onnx.load(str(Path(temporary) / file)).graph
            held = {one.name: numpy_helper.to_array(one) for one in graph.initializer}
            for node in graph.node:
                for name in node.input:
                    matrix = held.get(name)
                    if matrix is not None and matrix.ndim == 2 and node.op_type in ("MatMul", "Gemm"):
                        found[file, node.name] = names[round(float(matrix.flat[0])) - 1]
    return found


def stored(folder: Path, file: str) -> tuple[onnx.GraphProto, dict[str, np.ndarray]]:
    """A graph of a model folder and all its weights; those in half precision also by the name of what is cast."""
    graph = onnx.load(str(folder / file), load_external_data=False).graph
    packed = matrices(load_file(folder / MATRICES_FILE)) if file in LARGE else {}
    held = {
        one.name.removesuffix(".half"): packed[one.name] if one.external_data else numpy_helper.to_array(one)
        for one in graph.initializer
    }
    cast = {
        node.output[0]: held[node.input[0].removesuffix(".half")] for node in graph.node if _is_cast_of_weights(node)
    }
    return graph, held | cast


def _is_cast_of_weights(node: onnx.NodeProto) -> bool:
    return bool(node.op_type == "Cast" and node.input[0].endswith(".half"))


def weights_of(folder: Path, shape: Shape) -> Iterator[tuple[str, np.ndarray]]:
    """The parameters of the network, by name; a matrix that two nodes share comes twice."""
    nodes = nodes_of(shape)
    for file, before in GRAPHS.items():
        graph, held = stored(folder, file)
        for name, value in held.items():
            ours = f"compose.{name}" if file == STEP_FILE else name.removeprefix(before)
            if value.dtype in (np.float32, np.float16) and not name.startswith("onnx::"):
                yield ours, value.astype(np.float32)
        if file == READER_FILE:
            rows, scale = held[f"{Path(file).stem}.network.encoder.words.rows"], held["network.encoder.words.scale"]
            yield _WORDS, rows.astype(np.float32) * scale.astype(np.float32)
        for node in graph.node:
            plain = node.name.removesuffix("_quant").removesuffix("_MatMul")
            name = nodes.get((file, plain))
            if name is None or node.op_type not in ("MatMul", "MatMulInteger"):
                continue
            if file == REVIEW_FILE and node.input[1].startswith(f"{SHARED}."):
                continue  # the reader has it, and its scale under the same number
            matrix = held[node.input[1]].astype(np.float32)
            if node.op_type == "MatMulInteger":
                matrix = matrix * held[_PREFIX.sub("", node.input[1]).replace("_quantized", "_scale")]
            yield name, matrix.T


def restored_network(folder: Path) -> StepNetwork:
    """The network of a model folder, with one vector for each constant that is known today."""
    about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    settings = about["provenance"]["settings"]
    constants = [str(value) for value in about["constants"]]
    shape = Shape(
        encoder=settings["encoder"], layers=settings["layers"], operations=len(about["operations"]),
        constants=len(constants) + len(UNKNOWNS), value_features=VALUE_FEATURES, pair_features=PAIR_FEATURES,
        reasons=len(about["reasons"]), reviews=True,
    )  # fmt: skip
    found = {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in weights_of(folder, shape)}
    known = constant_values()
    found[_CONSTANTS] = with_new_constants(found[_CONSTANTS], constants, known)
    network = StepNetwork(Shape(**{**vars(shape), "constants": len(known) + len(UNKNOWNS)}))
    state = {name: value for name, value in network.state_dict().items() if name.startswith(_UNUSED)} | found
    missing = sorted(set(network.state_dict()) - set(state))
    if missing:
        raise SystemExit(f"{folder} lacks {', '.join(missing)}; was it exported by another version of the exporter?")
    network.load_state_dict({name: state[name] for name in network.state_dict()})
    return network


def with_new_constants(vectors: torch.Tensor, old: list[str], new: list[str]) -> torch.Tensor:
    """The vectors of no constant, of each constant of `new`, and of the unknowns."""
    place: Mapping[str, int] = {value: number for number, value in enumerate(old, start=1)}
    mean = vectors[1 : len(old) + 1].mean(0)
    rows = [vectors[0], *(vectors[place[value]] if value in place else mean for value in new), *vectors[len(old) + 1 :]]
    return torch.stack(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, default=SHIPPED, help="a model folder")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    save_weights(restored_network(arguments.model), arguments.out)
    about = json.loads((arguments.model / "model.json").read_text(encoding="utf-8"))
    record = json.dumps(about["provenance"], indent=1) + "\n"
    arguments.out.with_suffix(".provenance.json").write_text(record, encoding="utf-8")
    print(f"{arguments.out}: {arguments.out.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
