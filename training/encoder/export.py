"""Export trained weights to ONNX: `python training/encoder/export.py --weights FILE ... --out FILE`.

Matrices become bytes (int8, a scale for each column, activations scaled as they come); word embeddings are bytes
already, with a scale for each row.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

import torch
from compress import compressed, restored
from network import Network, Shape
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.torch import load_file
from torch import nn
from transformers import BertConfig

INPUTS = ("pieces", "in_question", "mask", "marks", "relevance", "pairs", "mirrored", "earlier", "later")
OUTPUTS = ("use", "pair", "reasons")


class ByteEmbedding(nn.Module):
    """An embedding whose rows are bytes with a scale for each row."""

    def __init__(self, rows: torch.Tensor, scale: torch.Tensor) -> None:
        super().__init__()
        self.register_buffer("rows", rows)
        self.register_buffer("scale", scale.float())

    def forward(self, numbers: torch.Tensor) -> torch.Tensor:
        return self.rows[numbers].float() * self.scale[numbers]


def load_network(weights: Path, training: Path, config: Path) -> Network:
    """The trained network, ready to score."""
    shape = Shape(**json.loads(training.read_text(encoding="utf-8"))["shape"])
    settings = BertConfig.from_json_file(config)
    settings._attn_implementation = "eager"  # the fused kernels have no ONNX form
    network = Network(settings, shape, MIRROR)
    network.load_state_dict(restored(load_file(weights)), strict=False)
    return network.eval()


MIRROR = (0, 1, 3, 2, 5, 4)


def export(network: Network, path: Path, *, as_bytes: bool = True) -> None:
    """Write the network as ONNX."""
    words = network.bert.embeddings.word_embeddings
    if as_bytes:
        small = compressed({"word_embeddings.weight": words.weight.detach()})
        network.bert.embeddings.word_embeddings = ByteEmbedding(*small.values())
    n, length = 3, 12
    earlier, later = torch.triu_indices(n, n, 1)
    example = (
        torch.ones(1, length, dtype=torch.long), torch.zeros(1, length, dtype=torch.long),
        torch.ones(1, length, dtype=torch.long), torch.tensor([[1, 3, 5]]), torch.ones(1, n, 4, dtype=torch.long),
        torch.ones(1, 3, 5, dtype=torch.long), torch.ones(1, 3, 6, dtype=torch.long), earlier, later,
    )  # fmt: skip
    axes = {
        "pieces": {1: "length"}, "in_question": {1: "length"}, "mask": {1: "length"}, "marks": {1: "n"},
        "relevance": {1: "n", 2: "features"}, "pairs": {1: "p", 2: "pair_features"},
        "mirrored": {1: "p", 2: "mirrored_features"}, "earlier": {0: "p"}, "later": {0: "p"},
        "use": {1: "n"}, "pair": {1: "p"},
    }  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, torch.no_grad():
        plain = Path(folder) / "plain.onnx"
        torch.onnx.export(
            network, example, str(plain), input_names=INPUTS, output_names=OUTPUTS, dynamic_axes=axes,
            opset_version=17, dynamo=False,
        )  # fmt: skip
        if as_bytes:
            quantize_dynamic(
                plain, path, weight_type=QuantType.QInt8, per_channel=True, op_types_to_quantize=["MatMul", "Gemm"]
            )
        else:
            path.write_bytes(plain.read_bytes())
    network.bert.embeddings.word_embeddings = words


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("weights", "training", "config", "out"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    arguments = parser.parse_args()
    export(load_network(arguments.weights, arguments.training, arguments.config), arguments.out)
    print(f"{arguments.out}: {arguments.out.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
