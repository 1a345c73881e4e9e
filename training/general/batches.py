"""Examples in memory, and padded batches cut out of them: leaves first, then one place for each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from network import PAIR_FEATURES

Ints = npt.NDArray[np.int64]
_CHUNK = 64  # batches that are sorted by length together


class Part:
    """The examples of one file."""

    def __init__(self, path: Path) -> None:
        with np.load(path) as stored:
            self._arrays = {name: stored[name] for name in stored.files}
        self.ids = self._arrays["id"]
        self.reasons = self._arrays["reason"].astype(np.int64)
        self.lengths = np.diff(self._arrays["pieces.ends"], prepend=0)
        self.leaves = np.diff(self._arrays["places.ends"], prepend=0)
        self.solved = np.diff(self._arrays["answers.ends"], prepend=0) > 0

    def __len__(self) -> int:
        return len(self.ids)

    def row(self, name: str, number: int) -> npt.NDArray[np.generic]:
        """One array of one example."""
        ends = self._arrays[f"{name}.ends"]
        start = ends[number - 1] if number else 0
        return self._arrays[name][start : ends[number]]

    def start(self, number: int) -> int:
        """The first piece of an example among all pieces of the part."""
        return int(self._arrays["pieces.ends"][number] - self.lengths[number])


@dataclass
class Batch:
    """Tensors of some examples; see network.py for their meaning."""

    pieces: torch.Tensor
    in_question: torch.Tensor
    mask: torch.Tensor
    places: torch.Tensor
    constants: torch.Tensor
    features: torch.Tensor
    step_features: torch.Tensor  # (b, steps, features)
    present: torch.Tensor
    bits: torch.Tensor  # (b, v, v, PAIR_FEATURES)
    operation: torch.Tensor  # (b, steps)
    left: torch.Tensor
    right: torch.Tensor
    step_count: torch.Tensor  # (b,)
    moves: torch.Tensor  # (b, moves): the values that the moves make or name
    move_count: torch.Tensor
    reason: torch.Tensor
    solved: torch.Tensor


def collate(rows: Sequence[tuple[Part, int]]) -> Batch:
    """Pad some examples to one size."""
    b = len(rows)
    length = max(int(part.lengths[i]) for part, i in rows)
    leaves = max(int(part.leaves[i]) for part, i in rows)
    all_steps = [part.row("steps", i).astype(np.int64).reshape(-1, 3) for part, i in rows]
    all_answers = [part.row("answers", i).astype(np.int64) for part, i in rows]
    most_steps = max(1, *(len(steps) for steps in all_steps))
    most_moves = max(1, *(len(s) + len(a) for s, a in zip(all_steps, all_answers, strict=True)))
    size = leaves + most_steps
    pieces, in_question, mask = (np.zeros((b, length), dtype=np.int64) for _ in range(3))
    places, constants, present = (np.zeros((b, leaves), dtype=np.int64) for _ in range(3))
    first, _ = rows[0]
    values_of_first = int(first.leaves[rows[0][1]]) + len(all_steps[0])
    width = len(first.row("features", rows[0][1])) // values_of_first
    features = np.zeros((b, leaves, width), dtype=np.float32)
    step_features = np.zeros((b, most_steps, width), dtype=np.float32)
    bits = np.zeros((b, size, size), dtype=np.uint64)
    steps = np.zeros((b, most_steps, 3), dtype=np.int64)
    moves = np.zeros((b, most_moves), dtype=np.int64)
    for k, (part, i) in enumerate(rows):
        n, m = int(part.lengths[i]), int(part.leaves[i])
        pieces[k, :n], in_question[k, :n], mask[k, :n] = part.row("pieces", i), part.row("in_question", i), 1
        places[k, :m], constants[k, :m], present[k, :m] = part.row("places", i), part.row("constants", i), 1
        made, answers = all_steps[k].copy(), all_answers[k].copy()
        described = part.row("features", i).reshape(m + len(made), -1)
        features[k, :m], step_features[k, : len(made)] = described[:m], described[m:]
        made[:, 1:][made[:, 1:] >= m] += leaves - m
        answers[answers >= m] += leaves - m
        steps[k, : len(made)] = made
        moves[k, : len(made)] = leaves + np.arange(len(made))
        moves[k, len(made) : len(made) + len(answers)] = answers
        kept = np.concatenate([np.arange(m), leaves + np.arange(len(made))])
        square = part.row("bits", i).reshape(m + len(made), -1)
        bits[k, kept[:, None], kept[None, :]] = square
    octets = bits.astype("<u8").view(np.uint8).reshape(b, size, size, 8)
    unpacked = np.unpackbits(octets, axis=-1, bitorder="little")[..., :PAIR_FEATURES]
    counts = np.array([len(s) for s in all_steps])
    tensor = torch.from_numpy
    return Batch(
        tensor(pieces), tensor(in_question), tensor(mask), tensor(places), tensor(constants),
        tensor(features), tensor(step_features), tensor(present), tensor(unpacked.astype(np.float32)),
        tensor(steps[..., 0].copy()), tensor(steps[..., 1].copy()), tensor(steps[..., 2].copy()),
        tensor(counts), tensor(moves), tensor(counts + np.array([len(a) for a in all_answers])),
        tensor(np.array([part.reasons[i] for part, i in rows])),
        tensor(np.array([part.solved[i] for part, i in rows])),
    )  # fmt: skip


def _size(row: tuple[Part, int]) -> tuple[int, int]:
    """Few, some or many steps, then the length of the text."""
    part, number = row
    steps = len(part.row("steps", number)) // 3
    return (steps > 2) + (steps > 4), int(part.lengths[number])


def shuffled(
    rows: Sequence[tuple[Part, int]], size: int, order: np.random.Generator
) -> Iterator[list[tuple[Part, int]]]:
    """Batches in random order, each of texts of about one length."""
    mixed = [rows[k] for k in order.permutation(len(rows))]
    for start in range(0, len(mixed), size * _CHUNK):
        chunk = sorted(mixed[start : start + size * _CHUNK], key=_size)
        cut = [chunk[k : k + size] for k in range(0, len(chunk), size)]
        for k in order.permutation(len(cut)):
            yield cut[k]
