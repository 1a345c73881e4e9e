"""Weights in few bytes: half precision, and word embeddings as bytes with a scale for each row.

`python training/encoder/compress.py MODEL.safetensors OUT.safetensors` does it to a pretrained encoder, so that it can
be sent to another machine; fine-tuning makes up for the rounding. Trained weights are kept in the same form, which is
also that of the exported model, so nothing more is lost there.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors.torch import load_file, save_file

_SCALE = ".scale"
_LARGE = 500_000


def compressed(weights: Mapping[str, torch.Tensor], *, matrices: bool = False) -> dict[str, torch.Tensor]:
    """The weights in half precision, the word embeddings as bytes; the large matrices too if wanted."""
    small = {}
    for name, value in weights.items():
        if name.endswith("word_embeddings.weight") or (matrices and value.numel() > _LARGE and value.dim() == 2):
            scale = value.float().abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            small[name] = torch.round(value.float() / scale).to(torch.int8)
            small[name + _SCALE] = scale.contiguous()
        elif value.dtype.is_floating_point:
            small[name] = value.half().contiguous()
    return small


def restored(stored: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights in full precision again."""
    full = {name: value.float() for name, value in stored.items() if not name.endswith(_SCALE)}
    for name, value in stored.items():
        if name.endswith(_SCALE):
            full[name.removesuffix(_SCALE)] *= value.float()
    return full


if __name__ == "__main__":
    save_file(compressed(load_file(sys.argv[1]), matrices=True), Path(sys.argv[2]))
