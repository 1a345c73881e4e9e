"""Export trained weights to ONNX: `python training/general/export.py --weights FILE --out FOLDER`.

Seven networks (arithmetree.steps.network), so that the encoder, which reads a text and then derivations beside it, is
loaded once. Weights keep the names that they have in torch, with ".T" where a matrix is transposed. The matrices of the
encoder, of the reader and of the verdict become bytes (int8, a scale for each column, activations scaled as they come),
word embeddings bytes with a scale for each row. In the file the bytes are rounded to four bits with a step for every
block (arithmetree.steps.packed); other weights are written in half precision. What is computed from sizes that never
change becomes a constant (fixed_shapes.py).
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from itertools import chain
from pathlib import Path

import numpy as np
import onnx
import torch
from encoder import HIDDEN, Encoder
from fixed_shapes import fix_shapes
from network import USE_FEATURES, Attention, StepNetwork
from onnx import helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import save_file
from torch import nn
from torch.nn import functional
from train import load_weights

from arithmetree.steps.network import (
    ENCODER_FILE,
    MATRICES_FILE,
    MOVES_FILE,
    READER_FILE,
    ROWS_FILE,
    STEP_FILE,
    VERDICT_FILE,
    WORDS_FILE,
)
from arithmetree.steps.packed import LEVELS, ROWS, STEPS, packed

IN_BYTES = (WORDS_FILE, ENCODER_FILE, READER_FILE, ROWS_FILE, VERDICT_FILE)
"""The networks whose matrices become bytes."""
FILES = (*IN_BYTES, STEP_FILE, MOVES_FILE)
TRANSPOSED = ".T"
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


class Words(nn.Module):
    """From a marked text to what goes into the encoder."""

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.encoder = network.encoder

    def forward(self, pieces: torch.Tensor, in_question: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        states = self.encoder.embedded(pieces, in_question)
        return states, _among(self.encoder, states)


class Layers(nn.Module):
    """The layers of the encoder, for a text, and for rows beside a text whose keys and values are known.

    Then come the keys and values of these rows, layer by layer.
    """

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.encoder = network.encoder

    def forward(self, states: torch.Tensor, among: torch.Tensor, *past: torch.Tensor) -> tuple[torch.Tensor, ...]:
        # Every row sees every word of the text; the number of words is kept open so.
        all_seen = 0 * among[..., :1] + 0 * past[0][:, :1, :, 0].unsqueeze(1)
        added = torch.cat([all_seen, among], -1)
        kept: list[torch.Tensor] = []
        for number, layer in enumerate(self.encoder.layers):
            new = layer.seen_of(states)
            key, value = (torch.cat(both, 2) for both in zip(past[2 * number : 2 * number + 2], new, strict=True))
            states = layer(states, added, True, (key, value))
            kept += new
        return (states, *kept)


class TextReader(nn.Module):
    """From the states of a text to everything that the moves and the review need of it."""

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.network = network

    def forward(
        self,
        states: torch.Tensor,
        in_question: torch.Tensor,
        places: torch.Tensor,
        constants: torch.Tensor,
        features: torch.Tensor,
        bits: torch.Tensor,
    ) -> tuple[torch.Tensor, ...]:
        memory, leaves, question, reasons = self.network.read(
            states, torch.ones_like(in_question), in_question, places, constants, features,
            torch.ones_like(places), bits,
        )  # fmt: skip
        kept: list[torch.Tensor] = []
        for layer in self.network.decoder.layers:
            kept += [_split(layer.text, layer.text.key(memory)), _split(layer.text, layer.text.value(memory))]
        named = self.network.review.leaves(states, places, constants, features)[0]
        return (question, leaves, reasons, named, *kept)


class Rows(nn.Module):
    """What goes into the encoder for derivations; their rows follow each other, without padding."""

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
    ) -> tuple[torch.Tensor, torch.Tensor]:
        review, encoder = self.network.review, self.network.encoder
        every = torch.cat([leaves, review.made(made) + review.features(features)])
        named = every[values.clamp(min=0)] * (values >= 0).unsqueeze(-1).to(every.dtype)
        rows = review.roles(roles) + review.operations(operations) + review.places(places) + named
        states = encoder.norm(rows.unsqueeze(0))
        return states, _among(encoder, states) + apart * HIDDEN


class Verdict(nn.Module):
    """The scores of derivations, from the states of their rows and the number of the first row of each."""

    def __init__(self, network: StepNetwork) -> None:
        super().__init__()
        self.review = network.review

    def forward(self, states: torch.Tensor, first: torch.Tensor) -> torch.Tensor:
        return self.review.scores(states[0, first])


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


def _among(encoder: Encoder, states: torch.Tensor) -> torch.Tensor:
    """What is added to the attention between states that follow each other, (1, heads, length, length)."""
    added = encoder.by_distance(states.shape[1])
    return torch.zeros(1, encoder.shape.heads, 1, 1) * (states @ states.transpose(1, 2)) if added is None else added


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
        export_plain(network, Path(temporary))
        folder.mkdir(parents=True, exist_ok=True)
        for name in IN_BYTES:
            quantize_dynamic(
                Path(temporary) / name,
                folder / name,
                weight_type=QuantType.QInt8,
                per_channel=True,
                op_types_to_quantize=["MatMul", "Gemm"],
            )
        for name in FILES[len(IN_BYTES) :]:
            shutil.copy(Path(temporary) / name, folder / name)
    network.encoder.words = words
    for name in FILES:
        fix_shapes(folder / name)
    pack_matrices([folder / name for name in IN_BYTES], folder / MATRICES_FILE, least=0 if four_bits else _MANY_ROWS)
    for name in FILES:
        halve(folder / name)
        shorten(folder / name)


def export_plain(network: StepNetwork, folder: Path) -> None:
    """Write the networks in full precision."""
    folder.mkdir(parents=True, exist_ok=True)
    shape, encoder = network.shape, network.encoder.shape
    memory = [f"memory_{layer}_{part}" for layer in range(shape.layers) for part in ("keys", "values")]
    seen = [f"{part}_{layer}" for layer in range(encoder.layers) for part in ("keys", "values")]
    n, length, width, rows, steps = 4, 12, shape.width, 9, 3
    ints, numbers = torch.ones(1, length, dtype=torch.long), torch.ones(rows, dtype=torch.long)
    states, past = torch.rand(1, rows, encoder.width), (1, encoder.heads, length, encoder.width // encoder.heads)
    with torch.no_grad():
        _write(
            network,
            Words(network),
            {"pieces": ints, "in_question": ints},
            ["states", "among"],
            {
                "pieces": {1: "length"}, "in_question": {1: "length"}, "states": {1: "length"},
                "among": {2: "length", 3: "length"},
            },
            folder / WORDS_FILE,
        )  # fmt: skip
        _write(
            network,
            Layers(network),
            {
                "states": states, "among": torch.rand(1, encoder.heads, rows, rows),
                **{f"past_{name}": torch.rand(past) for name in seen},
            },
            ["found", *seen],
            {
                "states": {1: "rows"}, "among": {2: "rows", 3: "rows"}, "found": {1: "rows"},
                **{f"past_{name}": {2: "length"} for name in seen}, **{name: {2: "rows"} for name in seen},
            },
            folder / ENCODER_FILE,
        )  # fmt: skip
        _write(
            network,
            TextReader(network),
            {
                "states": torch.rand(1, length, encoder.width), "in_question": ints,
                "places": torch.arange(n).unsqueeze(0), "constants": torch.ones(1, n, dtype=torch.long),
                "features": torch.rand(1, n, shape.value_features),
                "bits": torch.zeros(1, n, n, shape.pair_features),
            },
            ["question", "leaves", "reasons", "named", *memory],
            {
                "states": {1: "length"}, "in_question": {1: "length"}, "places": {1: "n"}, "constants": {1: "n"},
                "features": {1: "n"}, "bits": {1: "n", 2: "n"}, "leaves": {1: "n"}, "named": {0: "n"},
                **{name: {2: "length"} for name in memory},
            },
            folder / READER_FILE,
        )  # fmt: skip
        _write(
            network,
            Rows(network),
            {
                "roles": numbers, "operations": numbers, "places": torch.arange(rows), "values": numbers,
                "made": torch.ones(steps, dtype=torch.long), "features": torch.rand(steps, shape.value_features),
                "leaves": torch.rand(n, encoder.width), "apart": torch.zeros(rows, rows),
            },
            ["states", "among"],
            {
                **{name: {0: "rows"} for name in ("roles", "operations", "places", "values")},
                "made": {0: "steps"}, "features": {0: "steps"}, "leaves": {0: "n"}, "apart": {0: "rows", 1: "rows"},
                "states": {1: "rows"}, "among": {2: "rows", 3: "rows"},
            },
            folder / ROWS_FILE,
        )  # fmt: skip
        _write(
            network,
            Verdict(network),
            {"states": states, "first": torch.tensor([0, 4])},
            ["scores"],
            {"states": {1: "rows"}, "first": {0: "derivations"}, "scores": {0: "derivations"}},
            folder / VERDICT_FILE,
        )
        _write(
            network,
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
            network,
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

    What comes before the first dot of a name says which graph has the matrix.
    """
    stored: dict[str, np.ndarray] = {}
    for graph in graphs:
        model = onnx.load(str(graph))
        renamed: dict[str, str] = {}
        for one in model.graph.initializer:
            if one.data_type != onnx.TensorProto.INT8 or len(one.dims) != 2 or np.prod(one.dims) < _LARGE:
                continue
            renamed[one.name] = f"{graph.stem}.{one.name}"
            one.name = renamed[one.name]
            stored |= as_stored(one.name, numpy_helper.to_array(one), least)
            one.ClearField("raw_data")
            one.data_location = onnx.TensorProto.EXTERNAL
            one.external_data.add(key="location", value=out.name)
        for node in model.graph.node:
            for place, name in enumerate(node.input):
                node.input[place] = renamed.get(name, name)
        graph.write_bytes(model.SerializeToString())
    save_file(stored, out)


def as_stored(name: str, matrix: np.ndarray, least: int) -> dict[str, np.ndarray]:
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
    """Give short names to what is computed inside a graph."""
    model = onnx.load(str(graph), load_external_data=False)
    kept = {one.name for one in (*model.graph.input, *model.graph.output, *model.graph.initializer)}
    short: dict[str, str] = {}
    for node in model.graph.node:
        node.doc_string = node.name = ""
        for place, name in enumerate(node.input):
            node.input[place] = short.get(name, name)
        for place, name in enumerate(node.output):
            if name and name not in kept:
                node.output[place] = short.setdefault(name, f"t{len(short)}")
    del model.graph.value_info[:]
    graph.write_bytes(model.SerializeToString())


def _write(
    network: StepNetwork,
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
    name_weights(path, network, module)


def name_weights(path: Path, network: StepNetwork, module: nn.Module) -> None:
    """Name the weights of a graph as the network does; the exporter numbers those that it transposes."""
    name_of = {id(value): name for name, value in chain(network.named_parameters(), network.named_buffers())}
    named = {name: name_of[id(value)] for name, value in chain(module.named_parameters(), module.named_buffers())}
    turned = {
        value.detach().T.contiguous().numpy().tobytes(): name + TRANSPOSED
        for name, value in network.named_parameters()
        if value.dim() == 2
    }
    model = onnx.load(str(path))
    renamed: dict[str, str] = {}
    kept = {}
    for one in model.graph.initializer:
        content = numpy_helper.to_array(one).tobytes()
        renamed[one.name] = one.name = named.get(one.name) or turned.get(content) or one.name
        kept[one.name] = one  # what a graph uses at two places is there twice
    del model.graph.initializer[:]
    model.graph.initializer.extend(kept.values())
    for node in model.graph.node:
        for place, name in enumerate(node.input):
            node.input[place] = renamed.get(name, name)
    path.write_bytes(model.SerializeToString())


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
