"""The weights of a model folder, to go on learning from: `python training/general/shipped.py --out FILE.safetensors`.

A model folder holds ONNX networks whose matrices are rounded to four bits or bytes. They become weights of
torch again, as exact as they ship, in the form that `train.py --weights` reads. Constants that have joined the table
of facts since then get the mean of the vectors of the others.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np
import onnx
import torch
from examples import constant_values
from export import FILES, TRANSPOSED
from network import Shape, StepNetwork
from onnx import numpy_helper
from safetensors.numpy import load_file
from train import save_weights

from arithmetree.steps.features import PAIR_FEATURES, VALUE_FEATURES
from arithmetree.steps.leaves import UNKNOWNS
from arithmetree.steps.network import MATRICES_FILE
from arithmetree.steps.packed import matrices

ROOT = Path(__file__).parents[2]
SHIPPED = ROOT / "src" / "arithmetree" / "models" / "full"
_WORDS = "encoder.words"
_CONSTANTS = "reader.constant.weight"
_UNUSED = ("reader.look.norms.0.", "judge.text.norms.0.")
"""Norms that every layer has and that a layer without moves never computes, so they are in no graph."""


def stored(folder: Path) -> dict[str, np.ndarray]:
    """All weights of a model folder, by the names that they have in its graphs."""
    packed = matrices(load_file(folder / MATRICES_FILE))
    found = {}
    for file in FILES:
        for one in onnx.load(str(folder / file), load_external_data=False).graph.initializer:
            value = packed[one.name] if one.external_data else numpy_helper.to_array(one)
            found[one.name.removeprefix(f"{Path(file).stem}." if one.external_data else "").removesuffix(".half")] = (
                value
            )
    return found


def weights_of(folder: Path) -> Iterator[tuple[str, np.ndarray]]:
    """The parameters of the network, by name."""
    held = stored(folder)
    yield f"{_WORDS}.weight", held.pop(f"{_WORDS}.rows").astype(np.float32) * held.pop(f"{_WORDS}.scale")
    for name, value in held.items():
        matrix, quantized, _ = name.partition("_quantized")
        if quantized:
            value = value.astype(np.float32) * held[f"{matrix}_scale"]
        elif value.dtype not in (np.float16, np.float32) or name.endswith("_scale"):
            continue
        turned = quantized or matrix.endswith(TRANSPOSED)  # what multiplies by bytes has them transposed
        yield matrix.removesuffix(TRANSPOSED), (value.T if turned else value).astype(np.float32)


def restored_network(folder: Path) -> StepNetwork:
    """The network of a model folder, with one vector for each constant that is known today."""
    about = json.loads((folder / "model.json").read_text(encoding="utf-8"))
    settings = about["provenance"]["settings"]
    constants = [str(value) for value in about["constants"]]
    found = {name: torch.from_numpy(np.ascontiguousarray(value)) for name, value in weights_of(folder)}
    shape = Shape(
        encoder=settings["encoder"], layers=settings["layers"], operations=len(about["operations"]),
        constants=len(constants) + len(UNKNOWNS), value_features=VALUE_FEATURES, pair_features=PAIR_FEATURES,
        reasons=len(about["reasons"]), reviews=True, compares=any(name.startswith("judge.") for name in found),
    )  # fmt: skip
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
