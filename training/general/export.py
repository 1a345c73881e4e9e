"""Export trained weights to ONNX: `python training/general/export.py --weights FILE --out FOLDER`.

Four networks (arithmetree.steps.network), of which two have the matrices of the encoder in common. These become bytes
(int8, a scale for each column, activations scaled as they come), word embeddings bytes with a scale for each row. In
the file the bytes are rounded to four bits with a step for every block (arithmetree.steps.packed); other weights are
written in half precision. What is computed from sizes that never change becomes a constant (fixed_shapes.py).
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Sequence
from hashlib import sha256
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

from arithmetree.steps.network import MATRICES_FILE, MOVES_FILE, READER_FILE, REVIEW_FILE, SHARED, STEP_FILE
from arithmetree.steps.packed import LEVELS, ROWS, STEPS, packed

LARGE = (READER_FILE, REVIEW_FILE)
"""The networks that have the encoder in them."""
FILES = (*LARGE, STEP_FILE, MOVES_FILE)
_OPSET = 17
_LARGE = 20_000
"""Weights of more numbers than this are written in fewer bits."""
_LONG = 500
"""Other weights of at least so many numbers are written in half precision."""
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
        *before, states = self.network.encoder.all_states(pieces, in_question, None)
        memory, leaves, question, reasons = self.network.reader(
            states, mask, in_question, places, constants, features, torch.ones_like(places)
        )
        kept: list[torch.Tensor] = []
        for layer in self.network.decoder.layers:
            kept += [_split(layer.text, layer.text.key(memory)), _split(layer.text, layer.text.value(memory))]
        named = self.network.review.leaves(states, places, constants, features)[0]
        return (question, leaves, reasons, named, torch.cat(before), *kept)


class TextReview(nn.Module):
    """The scores of derivations that are read beside a text; their rows follow each other, without padding."""

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        roles: torch.Tensor,  # (rows,)
        operations: torch.Tensor,
        places: torch.Tensor,  # of each row in its derivation
        values: torch.Tensor,  # among the leaves and all steps; -1 for none
        made: torch.Tensor,  # (steps,): the place of each step in its derivation
        features: torch.Tensor,  # (steps, features)
        leaves: torch.Tensor,  # (leaves, states)
        apart: torch.Tensor,  # (rows, rows): 1 for rows of two derivations
        first: torch.Tensor,  # (derivations,): the first row of each
        text: torch.Tensor,  # (layers, words, states)
    ) -> torch.Tensor:
        review, encoder = self.network.review, self.network.encoder
        every = torch.cat([leaves, review.made(made) + review.features(features)])
        named = every[values.clamp(min=0)] * (values >= 0).unsqueeze(-1).to(every.dtype)
        rows = review.roles(roles) + review.operations(operations) + review.places(places) + named
        all_seen = 0 * apart[:, :1] + 0 * text[0, :, 0]  # every row sees every word; its size is kept open so
        hidden = torch.cat([all_seen, apart], 1)
        before = [text[layer].unsqueeze(0) for layer in range(encoder.shape.layers)]
        states = encoder.beside(rows.unsqueeze(0), before, hidden.unsqueeze(0))
        return review.scores(states[0, first])


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
    """Write the networks of a model; without `four_bits` only its word embeddings are rounded to four bits."""
    words = network.encoder.words
    network.encoder.words = ByteEmbedding(words.weight.detach())
    with tempfile.TemporaryDirectory() as temporary:
        export_plain(network, folder, large=Path(temporary))
        for name in LARGE:
            quantize_dynamic(
                Path(temporary) / name,
                folder / name,
                weight_type=QuantType.QInt8,
                per_channel=True,
                op_types_to_quantize=["MatMul", "Gemm"],
            )
    network.encoder.words = words
    for name in FILES:
        fix_shapes(folder / name)
    pack_matrices([folder / name for name in LARGE], folder / MATRICES_FILE, least=0 if four_bits else _MANY_ROWS)
    for name in FILES:
        halve(folder / name)
        shorten(folder / name)


def export_plain(network: StepNetwork, folder: Path, *, large: Path | None = None) -> None:
    """Write the networks in full precision; `large` is another folder for those that have the encoder in them."""
    folder.mkdir(parents=True, exist_ok=True)
    large = large or folder
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
            ["question", "leaves", "reasons", "named", "text", *memory],
            {
                "pieces": {1: "length"}, "in_question": {1: "length"}, "places": {1: "n"}, "constants": {1: "n"},
                "features": {1: "n"}, "leaves": {1: "n"}, "named": {0: "n"}, "text": {1: "length"},
                **{name: {2: "length"} for name in memory},
            },
            large / READER_FILE,
        )  # fmt: skip
        rows, steps, states = 9, 3, network.encoder.shape.width
        numbers = torch.ones(rows, dtype=torch.long)
        _write(
            TextReview(network),
            {
                "roles": numbers, "operations": numbers, "places": torch.arange(rows), "values": numbers,
                "made": torch.ones(steps, dtype=torch.long), "features": torch.rand(steps, shape.value_features),
                "leaves": torch.rand(n, states), "apart": torch.zeros(rows, rows),
                "first": torch.tensor([0, 4]), "text": torch.rand(network.encoder.shape.layers, length, states),
            },
            ["scores"],
            {
                **{name: {0: "rows"} for name in ("roles", "operations", "places", "values")},
                "made": {0: "steps"}, "features": {0: "steps"}, "leaves": {0: "n"}, "apart": {0: "rows", 1: "rows"},
                "first": {0: "derivations"}, "text": {1: "length"}, "scores": {0: "derivations"},
            },
            large / REVIEW_FILE,
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


def pack_matrices(graphs: Sequence[Path], out: Path, *, least: int) -> None:
    """Move the matrices of graphs into one file, in four bits from `least` rows on; the graphs only name them.

    A matrix that several graphs have is there once. What comes before the first dot of its name says which graphs.
    """
    models = {graph: onnx.load(str(graph)) for graph in graphs}
    users: dict[bytes, set[str]] = {}
    for graph, model in models.items():
        for one in _large(model.graph):
            users.setdefault(_key(one), set()).add(graph.stem)
    stored: dict[str, np.ndarray] = {}
    name_of: dict[bytes, str] = {}
    for graph, model in models.items():
        renamed: dict[str, str] = {}
        for one in _large(model.graph):
            key = _key(one)
            prefix = graph.stem if len(users[key]) == 1 else SHARED
            new = key not in name_of
            renamed[one.name] = one.name = name_of.setdefault(key, f"{prefix}.{one.name}")
            if new:
                stored |= _as_stored(one.name, numpy_helper.to_array(one), least)
            if list(renamed.values()).count(one.name) > 1:  # what a graph uses at two places is there twice
                model.graph.initializer.remove(one)
                continue
            one.ClearField("raw_data")
            one.data_location = onnx.TensorProto.EXTERNAL
            one.external_data.add(key="location", value=out.name)
        for node in model.graph.node:
            for place, name in enumerate(node.input):
                node.input[place] = renamed.get(name, name)
        graph.write_bytes(model.SerializeToString())
    save_file(stored, out)


def _large(graph: onnx.GraphProto) -> list[onnx.TensorProto]:
    """The matrices of bytes that are kept in a file of their own."""
    return [
        one
        for one in graph.initializer
        if one.data_type == onnx.TensorProto.INT8 and len(one.dims) == 2 and np.prod(one.dims) >= _LARGE
    ]


def _key(one: onnx.TensorProto) -> bytes:
    return sha256(str(one.dims).encode() + numpy_helper.to_array(one).tobytes()).digest()


def _as_stored(name: str, matrix: np.ndarray, least: int) -> dict[str, np.ndarray]:
    """A matrix as its file has it."""
    if len(matrix) < least:
        return {name: matrix}
    levels, steps = packed(matrix)
    rows = np.array([len(matrix)], dtype=np.uint32).view(np.uint8)
    return {name + LEVELS: levels, name + STEPS: steps, name + ROWS: rows}


def halve(graph: Path) -> None:
    """Write the large weights of a graph in half precision; they are cast when it is loaded."""
    model = onnx.load(str(graph), load_external_data=False)
    casts = []
    for one in model.graph.initializer:
        if one.data_type != onnx.TensorProto.FLOAT or np.prod(one.dims) < _LONG:
            continue
        half = numpy_helper.from_array(numpy_helper.to_array(one).astype(np.float16), f"{one.name}.half")
        casts.append(helper.make_node("Cast", [half.name], [one.name], to=onnx.TensorProto.FLOAT))
        one.CopyFrom(half)
    nodes = [*casts, *model.graph.node]
    del model.graph.node[:]
    model.graph.node.extend(nodes)
    graph.write_bytes(model.SerializeToString())


def shorten(graph: Path) -> None:
    """Give short names to what is computed inside a graph; nodes that multiply by a matrix keep theirs (shipped.py)."""
    model = onnx.load(str(graph), load_external_data=False)
    kept = {one.name for one in (*model.graph.input, *model.graph.output, *model.graph.initializer)}
    short: dict[str, str] = {}
    for node in model.graph.node:
        node.doc_string = ""
        if "MatMul" not in node.op_type:
            node.name = ""
        for place, name in enumerate(node.input):
            node.input[place] = short.get(name, name)
        for place, name in enumerate(node.output):
            if name and name not in kept:
                node.output[place] = short.setdefault(name, f"t{len(short)}")
    del model.graph.value_info[:]
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
    for name in (*FILES, MATRICES_FILE):
        print(f"{name}: {(arguments.out / name).stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
