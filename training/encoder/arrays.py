"""All examples on one device, and batches cut out of them there: problems of equally many quantities together."""

from __future__ import annotations

import io
import lzma
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch

NO_GOLD = 255
Ints = npt.NDArray[np.int64]
Batch = dict[str, torch.Tensor]


def _starts(ends: npt.NDArray[np.int64]) -> Ints:
    return np.concatenate([[0], ends[:-1]]).astype(np.int64)


def _grid(flat: npt.NDArray[np.generic], sizes: npt.NDArray[np.generic], width: int) -> Ints:
    """Bags of features as rows of one width: numbers from 1, 0 for none."""
    rows = np.zeros((len(sizes), width), dtype=np.int64)
    counts = sizes.astype(np.int64)
    row = np.repeat(np.arange(len(counts)), counts)
    column = np.arange(len(flat)) - np.repeat(np.cumsum(counts) - counts, counts)
    rows[row, column] = flat.astype(np.int64) + 1
    return rows


class Store:
    """Examples of several files, each a part by its name; an example is a number, the same everywhere."""

    def __init__(self, paths: Sequence[Path], traits: int, device: str) -> None:
        self.device = device
        loaded = []
        for path in paths:
            with lzma.open(path) as packed, np.load(io.BytesIO(packed.read())) as stored:
                loaded.append({name: stored[name] for name in stored.files})
        self.parts: dict[str, range] = {}
        begun = 0
        for path, arrays in zip(paths, loaded, strict=True):
            self.parts[path.name.split(".")[0]] = range(begun, begun + len(arrays["id"]))
            begun += len(arrays["id"])

        def joined(name: str) -> npt.NDArray[np.generic]:
            return np.concatenate([arrays[name] for arrays in loaded])

        def ends(name: str) -> Ints:
            moved, total = [], 0
            for arrays in loaded:
                moved.append(arrays[f"{name}.ends"].astype(np.int64) + total)
                total += len(arrays[name])
            return np.concatenate(moved)

        def device_of(array: npt.NDArray[np.generic], kind: npt.DTypeLike) -> torch.Tensor:
            return torch.from_numpy(np.ascontiguousarray(array.astype(kind))).to(device)

        self.ids = joined("id")
        self.sources = joined("source")
        self.reasons = joined("reason").astype(np.int64)
        self.sizes = np.diff(ends("used"), prepend=0)
        self.has_gold = joined("used")[_starts(ends("used"))] != NO_GOLD
        self.right_counts = np.diff(ends("right"), prepend=0)
        self.gold_counts = np.diff(ends("gold"), prepend=0)
        self.has_traits = np.diff(ends("traits"), prepend=0) > 0
        self._lengths = joined("lengths").astype(np.int64)
        self._text_starts = np.cumsum(self._lengths) - self._lengths
        self._first_text = _starts(ends("lengths"))
        self._texts = np.diff(ends("lengths"), prepend=0)
        self._at = {name: _starts(ends(name)) for name in ("marks", "used", "labels", "traits", "gold", "right")}
        self._pieces = device_of(joined("pieces"), np.int64)
        self._in_question = device_of(joined("in_question"), np.int64)
        self._flat = {
            "marks": device_of(joined("marks"), np.int64),
            "used": device_of(joined("used"), np.int64),
            "labels": device_of(joined("labels"), np.int64),
            "gold": device_of(joined("gold"), np.int64),
            "right": device_of(joined("right"), np.int64),
        }
        masks = np.unique(np.concatenate([[0], *(arrays["masks"] for arrays in loaded)])).astype(np.uint32)
        numbers = [np.searchsorted(masks, arrays["masks"])[arrays["traits"]] for arrays in loaded]
        self._flat["traits"] = device_of(np.concatenate(numbers), np.int32)
        bits = (masks.astype(np.int64)[:, None] >> np.arange(traits)) & 1
        self._bits = device_of(bits, np.float32)
        self._bags = {}
        for name, counts in (("relevance", "relevance_sizes"), ("pairs", "pair_sizes"), ("mirrored", "mirrored_sizes")):
            flat, sizes = joined(name), joined(counts)
            self._bags[name] = device_of(_grid(flat, sizes, max(1, int(sizes.max()))), np.int64)

    def batch(
        self,
        numbers: Sequence[int],
        table: Table | None,
        weights: Mapping[int, float],
        order: np.random.Generator | None,
    ) -> Batch:
        """The arrays of some examples of one size; each in one of its wordings if an order is given."""
        chosen = np.asarray(numbers)
        n = int(self.sizes[chosen[0]])
        which = np.zeros(len(chosen), dtype=np.int64)
        if order is not None:
            which = (order.random(len(chosen)) * self._texts[chosen]).astype(np.int64)
        text = self._first_text[chosen] + which
        lengths = self._lengths[text]
        gold = np.flatnonzero(self.has_gold[chosen])
        plan = np.stack(
            [
                self._text_starts[text], lengths, self._at["marks"][chosen] + which * n, self._at["used"][chosen],
                self._at["labels"][chosen], self._at["traits"][chosen], self.has_traits[chosen],
                self._at["gold"][chosen], self.gold_counts[chosen], self._at["right"][chosen],
                self.right_counts[chosen], self.reasons[chosen],
            ]
        ).astype(np.int64)  # fmt: skip
        sent = torch.from_numpy(plan).to(self.device, non_blocking=True)
        place = torch.arange(int(lengths.max()), device=self.device)
        mask = place < sent[1].unsqueeze(1)
        at = (sent[0].unsqueeze(1) + place).clamp(max=len(self._pieces) - 1)
        batch = {
            "pieces": self._pieces[at] * mask,
            "in_question": self._in_question[at] * mask,
            "mask": mask.to(torch.int64),
            "marks": self._cut("marks", sent[2], n),
            "used": self._cut("used", sent[3], n),
            "reason": sent[11],
            "weight": torch.tensor([weights.get(i, 1.0) for i in numbers], device=self.device),
            "with_gold": torch.from_numpy(gold).to(self.device),
        }
        pairs = n * (n - 1) // 2
        batch["labels"] = self._cut("labels", sent[4], pairs)
        for name, start, count in (("relevance", 3, n), ("pairs", 4, pairs), ("mirrored", 4, pairs)):
            rows = sent[start].unsqueeze(1) + torch.arange(count, device=self.device)
            batch[name] = self._bags[name][rows]
        earlier, later = np.triu_indices(n, 1)
        batch["earlier"] = torch.from_numpy(earlier).to(self.device)
        batch["later"] = torch.from_numpy(later).to(self.device)
        if table is not None:
            batch["traits"] = self._bits[self._cut("traits", sent[5], len(table.used)) * sent[6].unsqueeze(1)]
            for name, start, counts in (("gold", 7, self.gold_counts), ("right", 9, self.right_counts)):
                most = max(1, int(counts[chosen].max()))
                inside = torch.arange(most, device=self.device) < sent[start + 1].unsqueeze(1)
                batch[name] = torch.where(inside, self._cut(name, sent[start], most), -1)
        return batch

    def _cut(self, name: str, starts: torch.Tensor, count: int) -> torch.Tensor:
        flat = self._flat[name]
        if not count or not len(flat):
            return torch.zeros((len(starts), count), dtype=torch.int64, device=self.device)
        at = starts.unsqueeze(1) + torch.arange(count, device=self.device)
        return flat[at.clamp(max=len(flat) - 1)].to(torch.int64)


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
        """The score of every labeling, (b, t); `traits` are those of each labeling, (b, t, traits)."""
        alone = use @ self.used.T
        together = pair.reshape(len(use), -1) @ self.incidence.T
        scores = alone + self.weight * together + traits @ weights
        return scores.masked_fill(~self.valid, float("-inf"))


def listed(scores: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
    """The scores of listed labelings, (b, k); minus infinity where the list has ended (-1)."""
    return torch.gather(scores, 1, rows.clamp(min=0)).masked_fill(rows < 0, float("-inf"))


def batches(
    sizes: npt.NDArray[np.int64], numbers: Sequence[int], size: int, order: np.random.Generator | None
) -> Iterator[list[int]]:
    """Examples of equal size together; in random order, or as they stand."""
    groups: dict[int, list[int]] = {}
    for number in numbers:
        groups.setdefault(int(sizes[number]), []).append(number)
    made = []
    for n, members in sorted(groups.items()):
        if order is not None:
            members = [members[i] for i in order.permutation(len(members))]
        step = size if n <= 4 else max(4, size // 2)
        made += [members[start : start + step] for start in range(0, len(members), step)]
    if order is not None:
        made = [made[i] for i in order.permutation(len(made))]
    yield from made
