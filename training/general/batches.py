"""Examples in the memory of the machine that learns, and padded batches gathered there: leaves first, then steps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

Numbers = npt.NDArray[np.int64]
_ALIGNED = 16
"""Texts are padded to a multiple of this, which fused attention needs."""
_CHUNK = 64  # batches that are sorted by length together
VIEWS = (0, 1)
"""The ways to read a text that the arrays hold (examples.py)."""
_OF_VIEW = ("pieces", "in_question", "places")
_RAGGED = (
    *(f"{column}{view}" for view in VIEWS for column in _OF_VIEW), "constants", "features", "bits", "steps", "answers",
)  # fmt: skip
_OWN = ("features", "steps", "answers")
_TYPES = {"features": torch.float16, "bits": torch.int64}


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
    bits: torch.Tensor  # (b, v, v, pair features)
    operation: torch.Tensor  # (b, steps)
    left: torch.Tensor
    right: torch.Tensor
    step_count: torch.Tensor  # (b,)
    moves: torch.Tensor  # (b, moves): the values that the moves make or name
    move_count: torch.Tensor
    reason: torch.Tensor
    solved: torch.Tensor


class Examples:
    """The examples of some files, one after the other."""

    def __init__(self, files: Mapping[str, Path], pair_features: int, device: torch.device) -> None:
        self._device = device
        self._bits = torch.arange(pair_features, device=device)
        stored = {name: dict(np.load(path)) for name, path in files.items()}
        if not stored:
            raise SystemExit("no part of the examples is named")
        self._lengths = {
            column: np.concatenate([np.diff(part[f"{column}.ends"], prepend=0) for part in stored.values()])
            for column in _RAGGED
        }
        self._flat: dict[str, torch.Tensor] = {}
        self._host: dict[str, npt.NDArray[np.generic]] = {}
        self._host_ends: dict[str, Numbers] = {}
        self._starts: dict[str, torch.Tensor] = {}
        for column in _RAGGED:
            arrays = [part[column] for part in stored.values()]
            whole = np.concatenate([each.view(np.int64) if each.dtype == np.uint64 else each for each in arrays])
            wide = whole.astype(np.int32) if whole.dtype == np.uint16 else whole
            self._flat[column] = torch.from_numpy(wide).to(device)
            ends = np.cumsum(self._lengths[column])
            if column in _OWN:
                self._host[column], self._host_ends[column] = whole, ends
            self._starts[column] = torch.from_numpy(ends - self._lengths[column]).to(device)
        self._reasons = torch.from_numpy(np.concatenate([part["reason"] for part in stored.values()])).to(device).long()
        self.ids = np.concatenate([part["id"] for part in stored.values()])
        ends = np.cumsum([len(part["id"]) for part in stored.values()])
        self.part = {
            name: np.arange(end - len(stored[name]["id"]), end) for name, end in zip(stored, ends, strict=True)
        }
        self.lengths = np.maximum(*(self._lengths[f"pieces{view}"] for view in VIEWS))
        self.leaves = self._lengths["constants"]
        self.steps = self._lengths["steps"] // 3
        self.answers = self._lengths["answers"]
        self.width = int(len(self._flat["features"]) // (self.leaves + self.steps).sum())
        # The same sizes where the batches are gathered, so that no batch waits for a copy.
        sizes = [self._lengths[f"pieces{view}"] for view in VIEWS]
        sizes += [self.leaves, self.steps, self.answers]
        self._sizes = torch.from_numpy(np.stack(sizes)).to(device)

    def own_derivation(self, number: int) -> tuple[int, Numbers, Numbers, npt.NDArray[np.float16]] | None:
        """The leaves of an example, and its steps, answers and what the steps give; None where it has no answer."""
        if not self.answers[number]:
            return None
        ends = self._host_ends
        count = int(self.leaves[number])

        def held(column: str) -> npt.NDArray[np.generic]:
            return self._host[column][ends[column][number] - self._lengths[column][number] : ends[column][number]]

        rows = held("features").reshape(-1, self.width)
        return count, held("steps").astype(np.int64).reshape(-1, 3), held("answers").astype(np.int64), rows[count:]

    def batch(self, numbers: Numbers, row: torch.Tensor | None = None, *, view: int = 0) -> Batch:
        """Some examples, padded to one size; `row` are the same numbers where the batches are gathered."""
        device = self._device
        length = -(-int(self._lengths[f"pieces{view}"][numbers].max()) // _ALIGNED) * _ALIGNED
        leaves = int(self.leaves[numbers].max())
        most_steps = max(1, int(self.steps[numbers].max()))
        most_moves = max(1, int((self.steps + self.answers)[numbers].max()))
        row = torch.from_numpy(numbers).to(device) if row is None else row
        *lengths, m, s, a = self._sizes[:, row].unsqueeze(2)
        n = lengths[view]

        def padded(column: str, count: torch.Tensor, size: int, width: int = 1) -> tuple[torch.Tensor, torch.Tensor]:
            """The rows of a column up to `size`, zero after `count`, and where they are real."""
            place = torch.arange(size, device=device).unsqueeze(0)
            real = place < count
            at = self._starts[column][row].unsqueeze(1) + torch.where(real, place, 0) * width
            flat = self._flat[column]
            if width == 1:
                return flat[at.clamp(max=max(len(flat) - 1, 0))].long() * real, real
            at = at.unsqueeze(2) + torch.arange(width, device=device)
            return flat[at.clamp(max=max(len(flat) - 1, 0))] * real.unsqueeze(2), real

        pieces, mask = padded(f"pieces{view}", n, length)
        in_question, _ = padded(f"in_question{view}", n, length)
        places, present = padded(f"places{view}", m, leaves)
        constants, _ = padded("constants", m, leaves)
        steps, made = padded("steps", s, most_steps, 3)
        steps = steps.long()
        answers, _ = padded("answers", a, max(1, int(self.answers[numbers].max())))
        # Where each place of the padded values is among the values of its example; -1 where it is nowhere.
        place = torch.arange(leaves + most_steps, device=device).unsqueeze(0)
        source = torch.where(
            place < leaves, torch.where(place < m, place, -1), torch.where(place - leaves < s, m + place - leaves, -1)
        )
        real = source >= 0
        first = self._starts["features"][row].unsqueeze(1) + source.clamp(min=0) * self.width
        features = self._flat["features"][first.unsqueeze(2) + torch.arange(self.width, device=device)].to(
            torch.bfloat16
        )
        features = features * real.unsqueeze(2)
        size = (m + s).unsqueeze(2)
        at = (
            self._starts["bits"][row].view(-1, 1, 1)
            + source.clamp(min=0).unsqueeze(2) * size
            + source.clamp(min=0).unsqueeze(1)
        )
        packed = self._flat["bits"][at] * (real.unsqueeze(2) & real.unsqueeze(1))
        bits = ((packed.unsqueeze(-1) >> self._bits) & 1).to(torch.bfloat16)
        operands = steps[..., 1:]
        operands = torch.where(
            operands >= m.unsqueeze(2), operands + leaves - m.unsqueeze(2), operands
        ) * made.unsqueeze(2)
        answers = torch.where(answers >= m, answers + leaves - m, answers)
        move = torch.arange(most_moves, device=device).unsqueeze(0)
        name = torch.gather(answers, 1, (move - s).clamp(0, answers.shape[1] - 1))
        moves = torch.where(move < s, leaves + move, torch.where(move < s + a, name, 0))
        return Batch(
            pieces, in_question, mask.long(), places, constants, features[:, :leaves], features[:, leaves:],
            present.long(), bits, steps[..., 0] * made, operands[..., 0], operands[..., 1], s.squeeze(1), moves,
            (s + a).squeeze(1), self._reasons[row], a.squeeze(1) > 0,
        )  # fmt: skip

    def shuffled(self, numbers: Numbers, size: int, order: np.random.Generator) -> Iterator[tuple[Numbers, Batch]]:
        """Batches in random order, each of texts of about one length and number of steps, and what is in them."""
        mixed = order.permutation(numbers)
        for start in range(0, len(mixed), size * _CHUNK):
            chunk = mixed[start : start + size * _CHUNK]
            steps = self.steps[chunk]
            chunk = chunk[np.lexsort((self.lengths[chunk], (steps > 2).astype(int) + (steps > 4)))]
            rows = torch.from_numpy(chunk).to(self._device)
            for k in order.permutation(range(0, len(chunk), size)):
                view = int(order.integers(len(VIEWS)))
                yield chunk[k : k + size], self.batch(chunk[k : k + size], rows[k : k + size], view=view)

    def without_end(self, numbers: Numbers, size: int, order: np.random.Generator) -> Iterator[tuple[Numbers, Batch]]:
        """The same, again and again."""
        while True:
            yield from self.shuffled(numbers, size, order)


def drawn(parts: Mapping[str, Numbers], plan: Mapping[str, float], order: np.random.Generator) -> Numbers:
    """The examples of one epoch: a share of each part, whole parts more than once for shares above one."""
    picked: list[Numbers] = []
    for name, share in plan.items():
        part = parts[name]
        picked += [part] * int(share)
        picked.append(order.permutation(part)[: round(len(part) * (share % 1))])
    return np.concatenate(picked)


def in_order(numbers: Numbers, lengths: Numbers, size: int) -> Sequence[Numbers]:
    """Batches by length, to measure with."""
    ranked = numbers[np.argsort(lengths[numbers], kind="stable")]
    return [ranked[k : k + size] for k in range(0, len(ranked), size)]
