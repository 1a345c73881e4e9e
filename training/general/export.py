"""Export trained weights to ONNX: `python training/general/export.py --weights FILE --out FOLDER`.

Three networks (arithmetree.steps.network). The matrices of the encoder become bytes (int8, a scale for each column,
activations scaled as they come), word embeddings bytes with a scale for each row. In the file the bytes are rounded to
four bits with a step for every block (arithmetree.steps.packed); other weights are written in half precision. What is
computed from sizes that never change becomes a constant (fixed_shapes.py).
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from fixed_shapes import fix_shapes
from network import USE_FEATURES, Attention, StepNetwork
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import save_file
from torch import nn
from torch.nn import functional
from train import load_weights

from arithmetree.steps.network import MATRICES_FILE, MOVES_FILE, READER_FILE, STEP_FILE
from arithmetree.steps.packed import LEVELS, ROWS, STEPS, packed

_OPSET = 17
_LARGE = 20_000
"""Weights of more numbers than this are written in fewer bits."""
_MANY_ROWS = 10_000
"""Only the word embeddings have so many."""


class ByteEmbedding(nn.Module):
    """An embedding whose rows are bytes with a scale for each row."""

    def __init__(self, weight: torch.Tensor) -> None:
        super().__init__()
        scale = weight.abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
        self.register_buffer("rows", torch.round(weight / scale).to(torch.int8))
        self.register_buffer("scale", scale.float())

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        return self.rows[numbers].float() * self.scale[numbers]


class TextReader(nn.Module):
    """From a marked text to everything that the moves need of it."""

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        pieces: torch.Tensor,
        in_question: torch.Tensor,
        places: torch.Tensor,
        constants: torch.Tensor,
        features: torch.Tensor,
    ) -> tuple[torch.Tensor, ...]:
        mask = torch.ones_like(pieces)
        states = self.network.encoder(pieces, in_question, None)
        memory, leaves, question, reasons = self.network.reader(
            states, mask, in_question, places, constants, features, torch.ones_like(places)
        )
        kept: list[torch.Tensor] = []
        for layer in self.network.decoder.layers:
            kept += [_split(layer.text, layer.text.key(memory)), _split(layer.text, layer.text.value(memory))]
        return (question, leaves, reasons, states.mean(1), *kept)


class Moves(nn.Module):
    """The scores of the next moves after those so far."""

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.decoder = network.decoder

    def forward(
        self,
        question: torch.Tensor,
        values: torch.Tensor,
        moves: torch.Tensor,
        is_answer: torch.Tensor,
        use: torch.Tensor,
        bits: torch.Tensor,
        *memory: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        decoder = self.decoder
        named = moves + is_answer.unsqueeze(-1) * decoder.answered
        x = torch.cat([decoder.start(question).unsqueeze(1), named], 1)
        count = x.shape[1]
        x = x + decoder.places.weight[:count].unsqueeze(0)
        past = torch.tril(torch.ones(count, count)).unsqueeze(0)
        for number, layer in enumerate(decoder.layers):
            normed = layer.norms[0](x)
            x = x + layer.moves(normed, normed, past)
            x = x + _attended(layer.text, layer.norms[1](x), memory[2 * number], memory[2 * number + 1])
            x = x + layer.fall(functional.gelu(layer.rise(layer.norms[2](x))))
        state = decoder.norm(x)[:, -1:]
        pairs = decoder.pair_scores(state, values, use.unsqueeze(1), bits)[:, 0]
        answers = decoder.answer_scores(state, values, use.unsqueeze(1))[:, 0]
        return pairs, answers, decoder.stop_scores(state)[:, 0]


def _split(attention: Attention, x: torch.Tensor) -> torch.Tensor:
    return x.reshape(x.shape[0], -1, attention.heads, x.shape[2] // attention.heads).transpose(1, 2)


def _attended(attention: Attention, x: torch.Tensor, keys: torch.Tensor, values: torch.Tensor) -> torch.Tensor:
    query = _split(attention, attention.query(x))
    scores = query @ keys.transpose(2, 3) / query.shape[-1] ** 0.5
    mixed = (torch.softmax(scores, -1) @ values).transpose(1, 2)
    return attention.out(mixed.reshape(x.shape[0], -1, x.shape[2]))


def export(network: StepNetwork, folder: Path, *, four_bits: bool = True) -> None:
    """Write the three networks of a model; without `four_bits` only its word embeddings are rounded to four bits."""
    words = network.encoder.words
    network.encoder.words = ByteEmbedding(words.weight.detach())
    with tempfile.TemporaryDirectory() as temporary:
        export_plain(network, folder, reader=Path(temporary) / READER_FILE)
        quantize_dynamic(
            Path(temporary) / READER_FILE,
            folder / READER_FILE,
            weight_type=QuantType.QInt8,
            per_channel=True,
            op_types_to_quantize=["MatMul", "Gemm"],
        )
    network.encoder.words = words
    for name in (READER_FILE, STEP_FILE, MOVES_FILE):
        fix_shapes(folder / name)
    pack_matrices(folder / READER_FILE, folder / MATRICES_FILE, least=0 if four_bits else _MANY_ROWS)
    for name in (READER_FILE, STEP_FILE, MOVES_FILE):
        halve(folder / name)


def export_plain(network: StepNetwork, folder: Path, *, reader: Path | None = None) -> None:
    """Write the three networks in full precision; `reader` is another place for the one that reads the text."""
    folder.mkdir(parents=True, exist_ok=True)
    shape = network.shape
    memory = [f"memory_{layer}_{part}" for layer in range(shape.layers) for part in ("keys", "values")]
    n, length, width = 4, 12, shape.width
    ints = torch.ones(1, length, dtype=torch.long)
    with torch.no_grad():
        _write(
            TextReader(network),
            {
                "pieces": ints, "in_question": ints, "places": torch.arange(n).unsqueeze(0),
                "constants": torch.ones(1, n, dtype=torch.long), "features": torch.rand(1, n, shape.value_features),
            },
            ["question", "leaves", "reasons", "summary", *memory],
            {
                "pieces": {1: "length"}, "in_question": {1: "length"}, "places": {1: "n"}, "constants": {1: "n"},
                "features": {1: "n"}, "leaves": {1: "n"}, **{name: {2: "length"} for name in memory},
            },
            reader or folder / READER_FILE,
        )  # fmt: skip
        _write(
            network.compose,
            {
                "operation": torch.ones(1, dtype=torch.long), "left": torch.rand(1, width),
                "right": torch.rand(1, width), "features": torch.rand(1, shape.value_features),
            },
            ["value"],
            {},
            folder / STEP_FILE,
        )  # fmt: skip
        _write(
            Moves(network),
            {
                "question": torch.rand(1, width), "values": torch.rand(1, n, width), "moves": torch.rand(1, 2, width),
                "is_answer": torch.zeros(1, 2), "use": torch.zeros(1, n, USE_FEATURES),
                "bits": torch.zeros(1, n, n, shape.pair_features),
                **{name: torch.rand(1, shape.heads, length, width // shape.heads) for name in memory},
            },
            ["pairs", "answers", "stop"],
            {
                "values": {1: "v"}, "moves": {1: "m"}, "is_answer": {1: "m"}, "use": {1: "v"},
                "bits": {1: "v", 2: "v"}, **{name: {2: "length"} for name in memory},
                "pairs": {1: "v", 2: "v"}, "answers": {1: "v"},
            },
            folder / MOVES_FILE,
        )  # fmt: skip


def pack_matrices(graph: Path, out: Path, *, least: int) -> None:
    """Move the matrices of a graph into a file, in four bits from `least` rows on; the graph only names them."""
    model = onnx.load(str(graph))
    stored: dict[str, np.ndarray] = {}
    for one in model.graph.initializer:
        if one.data_type != onnx.TensorProto.INT8 or len(one.dims) != 2 or np.prod(one.dims) < _LARGE:
            continue
        matrix = numpy_helper.to_array(one)
        if len(matrix) < least:
            stored[one.name] = matrix
        else:
            levels, steps = packed(matrix)
            stored |= {
                one.name + LEVELS: levels,
                one.name + STEPS: steps,
                one.name + ROWS: np.array([one.dims[0]], dtype=np.uint32).view(np.uint8),
            }
        one.ClearField("raw_data")
        one.data_location = onnx.TensorProto.EXTERNAL
        one.external_data.add(key="location", value=out.name)
    save_file(stored, out)
    graph.write_bytes(model.SerializeToString())


def halve(graph: Path) -> None:
    """Write the large weights of a graph in half precision; they are cast when it is loaded."""
    model = onnx.load(str(graph), load_external_data=False)
    casts = []
    for one in model.graph.initializer:
        if one.data_type != onnx.TensorProto.FLOAT or np.prod(one.dims) < _LARGE:
            continue
        half = numpy_helper.from_array(numpy_helper.to_array(one).astype(np.float16), f"{one.name}.half")
        casts.append(helper.make_node("Cast", [half.name], [one.name], to=onnx.TensorProto.FLOAT))
        one.CopyFrom(half)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    graph.write_bytes(model.SerializeToString())


def _write(
    module: nn.Module,
    inputs: dict[str, torch.Tensor],
    outputs: list[str],
    axes: dict[str, dict[int, str]],
    path: Path,
) -> None:
    torch.onnx.export(
        module.eval(), tuple(inputs.values()), str(path), input_names=list(inputs), output_names=outputs,
        dynamic_axes=axes, opset_version=_OPSET, dynamo=False,
    )  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weights", type=Path, required=True)
    parser.add_argument("--bytes", action="store_true", help="four bits for word embeddings only")
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    export(load_weights(arguments.weights, plain=True), arguments.out, four_bits=not arguments.bytes)
    for name in (READER_FILE, MATRICES_FILE, STEP_FILE, MOVES_FILE):
        print(f"{name}: {(arguments.out / name).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
