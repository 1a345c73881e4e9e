"""Examples as batches on a device: problems of the same number of quantities together, padded to the longest."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import DataLoader, Dataset


class Part:
    """One file of examples."""

    def __init__(self, path: Path) -> None:
        with lzma.open(path) as packed, np.load(io.BytesIO(packed.read())) as stored:
            self._arrays = {name: stored[name] for name in stored.files}
        self.masks = self._arrays["masks"].astype(np.int32)
        self.ids = self._arrays["id"]
        self.sources = self._arrays["source"]
        self.reasons = self._arrays["reason"].astype(np.int64)
        self.sizes = np.diff(self._arrays["used.ends"], prepend=0)

    def __len__(self) -> int:
        return len(self.ids)

    def row(self, name: str, i: int) -> np.ndarray:
        ends = self._arrays[f"{name}.ends"]
        return self._arrays[name][ends[i - 1] if i else 0 : ends[i]]

    def text(self, i: int, order: np.random.Generator | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Pieces, question and marks of a problem, or of one of its variants."""
        lengths = self.row("lengths", i).astype(np.int64)
        which = 0 if order is None or len(lengths) == 1 else int(order.integers(len(lengths)))
        start, n = int(lengths[:which].sum()), int(self.sizes[i])
        cut = slice(start, start + int(lengths[which]))
        marks = self.row("marks", i)[which * n : which * n + n]
        return self.row("pieces", i)[cut], self.row("in_question", i)[cut], marks

    def bags(self, name: str, sizes: str, i: int) -> list[np.ndarray]:
        rows = np.split(self.row(name, i).astype(np.int64), np.cumsum(self.row(sizes, i).astype(np.int64))[:-1])
        return [row + 1 for row in rows]


@dataclass(frozen=True)
class Example:
    """One problem, its arrays cut out."""

    part: Part
    index: int
    weight: float = 1.0

    @property
    def n(self) -> int:
        return int(self.part.sizes[self.index])


def padded(rows: Sequence[np.ndarray]) -> np.ndarray:
    longest = max(1, max(len(row) for row in rows))
    out = np.zeros((len(rows), longest), dtype=np.int64)
    for i, row in enumerate(rows):
        out[i, : len(row)] = row
    return out


def collate(
    examples: Sequence[Example], rows: dict[int, int], order: np.random.Generator | None = None
) -> dict[str, torch.Tensor]:
    """The arrays of some examples with equally many quantities; of their variants too if an order is given."""
    n = examples[0].n
    batch: dict[str, np.ndarray] = {}
    texts = [e.part.text(e.index, order) for e in examples]
    pieces = [text[0].astype(np.int64) for text in texts]
    batch["pieces"] = padded(pieces)
    batch["mask"] = padded([np.ones(len(row), dtype=np.int64) for row in pieces])
    batch["in_question"] = padded([text[1].astype(np.int64) for text in texts])
    batch["marks"] = np.stack([text[2].astype(np.int64) for text in texts])
    for name, sizes in (("relevance", "relevance_sizes"), ("pairs", "pair_sizes"), ("mirrored", "mirrored_sizes")):
        bags = [row for e in examples for row in e.part.bags(name, sizes, e.index)]
        count = n if name == "relevance" else n * (n - 1) // 2
        batch[name] = (
            padded(bags).reshape(len(examples), count, -1) if count else np.zeros((len(examples), 0, 1), dtype=np.int64)
        )
    earlier, later = np.triu_indices(n, 1)
    batch["earlier"], batch["later"] = earlier, later
    batch["used"] = np.stack([e.part.row("used", e.index).astype(np.int64) for e in examples])
    batch["labels"] = (
        np.stack([e.part.row("labels", e.index).astype(np.int64) for e in examples])
        if n > 1
        else np.zeros((len(examples), 0), dtype=np.int64)
    )
    batch["reason"] = np.array([e.part.reasons[e.index] for e in examples])
    batch["weight"] = np.array([e.weight for e in examples], dtype=np.float32)
    if n in rows:
        batch["traits"] = np.zeros((len(examples), rows[n]), dtype=np.int32)
        for i, e in enumerate(examples):
            if len(e.part.row("traits", e.index)):  # a problem without an answer has none
                batch["traits"][i] = e.part.masks[e.part.row("traits", e.index)]
        for name in ("gold", "right"):
            flags = np.zeros((len(examples), rows[n]), dtype=bool)
            for i, e in enumerate(examples):
                flags[i, e.part.row(name, e.index).astype(np.int64)] = True
            batch[name] = flags
    return {name: torch.from_numpy(np.ascontiguousarray(array)) for name, array in batch.items()}


@dataclass(frozen=True)
class Table:
    """All labelings over n quantities as matrices."""

    used: torch.Tensor  # (t, n)
    incidence: torch.Tensor  # (t, 6 * pairs)
    weight: torch.Tensor  # (t,)
    valid: torch.Tensor  # (t,): uses at least two

    @classmethod
    def load(cls, path: Path, device: str) -> dict[int, Table]:
        tables = {}
        with np.load(path) as stored:
            for n in (2, 3, 4, 5):
                used = stored[f"used{n}"].astype(np.float32)
                cells = stored[f"cells{n}"].astype(np.int64)
                width = 6 * (n * (n - 1) // 2)
                incidence = np.zeros((len(used), width + 1), dtype=np.float32)
                np.put_along_axis(incidence, cells, 1.0, axis=1)
                sizes = used.sum(1)
                tables[n] = cls(
                    torch.from_numpy(used).to(device),
                    torch.from_numpy(np.ascontiguousarray(incidence[:, :width])).to(device),
                    torch.from_numpy(2.0 / sizes).to(device),
                    torch.from_numpy(sizes >= 2).to(device),
                )
        return tables

    def scores(
        self, use: torch.Tensor, pair: torch.Tensor, traits: torch.Tensor, weights: torch.Tensor
    ) -> torch.Tensor:
        """The score of every labeling, (b, t); `traits` are bit masks, (b, t)."""
        alone = use @ self.used.T
        together = pair.reshape(len(use), -1) @ self.incidence.T
        bits = (traits.unsqueeze(-1) >> torch.arange(len(weights), device=traits.device)) & 1
        known = bits.to(weights.dtype) @ weights
        scores = alone + self.weight * together + known
        return scores.masked_fill(~self.valid, float("-inf"))


class Collated(Dataset[dict[str, torch.Tensor]]):
    """Batches that are made ready in other processes while the network learns; the same for any number of them."""

    def __init__(self, made: Sequence[Sequence[Example]], rows: dict[int, int], seed: tuple[int, ...] | None) -> None:
        self._made, self._rows, self._seed = made, rows, seed

    def __len__(self) -> int:
        return len(self._made)

    def __getitem__(self, number: int) -> dict[str, torch.Tensor]:
        order = None if self._seed is None else np.random.default_rng([*self._seed, number])
        return collate(self._made[number], self._rows, order)


def stream(
    made: Sequence[Sequence[Example]],
    tables: dict[int, Table],
    device: str,
    *,
    seed: tuple[int, ...] | None,
    workers: int,
) -> Iterator[dict[str, torch.Tensor]]:
    """The arrays of the batches in order on the device; variants are drawn if a seed is given."""
    rows = {n: len(table.used) for n, table in tables.items()}
    loader = DataLoader(
        Collated(made, rows, seed), batch_size=None, num_workers=workers, prefetch_factor=4 if workers else None
    )
    for batch in loader:
        yield {name: array.to(device, non_blocking=True) for name, array in batch.items()}


def batches(examples: Sequence[Example], size: int, order: np.random.Generator | None) -> Iterator[list[Example]]:
    """Examples of equal n together; in random order, or as they stand."""
    groups: dict[int, list[Example]] = {}
    for example in examples:
        groups.setdefault(example.n, []).append(example)
    made = []
    for n, members in sorted(groups.items()):
        if order is not None:
            members = [members[i] for i in order.permutation(len(members))]
        step = size if n <= 4 else max(4, size // 4)
        made += [members[start : start + step] for start in range(0, len(members), step)]
    if order is not None:
        made = [made[i] for i in order.permutation(len(made))]
    yield from made
