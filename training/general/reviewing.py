"""Derivations that are read again beside their text, right and wrong ones, and the loss of choosing wrongly."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from batches import Batch, Examples, Numbers
from network import MOST_ROWS, MOST_STEPS, NEVER, StepNetwork
from torch.nn import functional

SLOTS = 7
"""Of each text: up to six answers that were found, and the derivation that it has."""
_LEFT, _MADE, _RIGHT, _ANSWER = 1, 2, 3, 4
_MULTIPLE = 8


@dataclass
class Choice:
    """Derivations of some texts: their rows, what their steps give, which are there and which are right."""

    rows: torch.Tensor  # (b, derivations, rows, 3): role, operation, value
    real: torch.Tensor  # (b, derivations, rows)
    features: torch.Tensor  # (b, derivations, steps, features)
    there: torch.Tensor  # (b, derivations)
    right: torch.Tensor
    log_probability: torch.Tensor  # of the answers that were found


class Candidates:
    """The derivations of all texts of some parts that candidates.py looked at, in the memory of the machine."""

    def __init__(self, files: dict[str, Path], examples: Examples, device: torch.device, *, with_own: bool) -> None:
        number_of = {str(id): number for number, id in enumerate(examples.ids)}
        stored = [dict(np.load(path)) for path in files.values()]
        ids = [str(id) for part in stored for id in part["id"]]
        kept = [number_of.get(id, -1) for id in ids]
        self.numbers: Numbers = np.array(sorted(number for number in kept if number >= 0), dtype=np.int64)
        place_of = np.full(len(examples.ids), -1, dtype=np.int64)
        place_of[self.numbers] = np.arange(len(self.numbers))
        count, wide = len(self.numbers), examples.width
        rows = np.zeros((count, SLOTS, MOST_ROWS, 3), dtype=np.int16)
        lengths = np.zeros((count, SLOTS), dtype=np.int64)
        features = np.zeros((count, SLOTS, MOST_STEPS, wide), dtype=np.float16)
        right = np.zeros((count, SLOTS), dtype=bool)
        log_probability = np.full((count, SLOTS), NEVER, dtype=np.float32)
        at = 0
        for part in stored:
            ends = {name: np.concatenate([[0], part[f"{name}_ends"]]) for name in ("rows", "features")}
            firsts = np.concatenate([[0], part["ends"]])
            for text in range(len(part["id"])):
                number = kept[at]
                at += 1
                if number < 0:
                    continue
                place = place_of[number]
                for slot, one in enumerate(range(firsts[text], min(firsts[text + 1], firsts[text] + SLOTS - 1))):
                    written = part["rows"][ends["rows"][one] : ends["rows"][one + 1]]
                    rows[place, slot, : len(written)] = written
                    lengths[place, slot] = len(written)
                    given = part["features"][ends["features"][one] : ends["features"][one + 1]]
                    features[place, slot, : len(given)] = given
                    right[place, slot] = part["right"][one]
                    log_probability[place, slot] = part["log_probability"][one]
        if with_own:
            for place, number in enumerate(self.numbers):
                own = examples.own_derivation(int(number))
                if own is None or len(own[1]) > MOST_STEPS:
                    continue
                leaves, steps, answers, given = own
                written = [(0, 0, -1)]
                for step, (operation, left, other) in enumerate(steps):
                    written += [(_LEFT, 0, left), (_MADE, operation + 1, leaves + step), (_RIGHT, 0, other)]
                written += [(_ANSWER, 0, answer) for answer in answers]
                if len(written) > MOST_ROWS:
                    continue
                slot = SLOTS - 1
                rows[place, slot, : len(written)] = written
                lengths[place, slot] = len(written)
                features[place, slot, : len(given)] = given
                right[place, slot] = True
        self._place_of = torch.from_numpy(place_of).to(device)
        self._host_place_of, self._host_lengths = place_of, lengths
        self._rows, self._lengths = torch.from_numpy(rows).to(device), torch.from_numpy(lengths).to(device)
        self._features, self._right = torch.from_numpy(features).to(device), torch.from_numpy(right).to(device)
        self._log_probability = torch.from_numpy(log_probability).to(device)

    def choice(self, numbers: Numbers, leaves: int, own_leaves: torch.Tensor) -> Choice:
        """The derivations of some texts, their values renumbered for a batch with so many leaves."""
        most = int(self._host_lengths[self._host_place_of[numbers]].max())
        most = min(-(-most // _MULTIPLE) * _MULTIPLE, MOST_ROWS)
        places = self._place_of[torch.from_numpy(numbers).to(self._place_of.device)]
        rows = self._rows[places][:, :, :most].long()
        lengths = self._lengths[places]
        values = rows[..., 2]
        own = own_leaves.view(-1, 1, 1)
        rows = torch.stack([rows[..., 0], rows[..., 1], torch.where(values >= own, values - own + leaves, values)], -1)
        real = torch.arange(most, device=rows.device) < lengths.unsqueeze(-1)
        return Choice(
            rows, real, self._features[places].to(torch.bfloat16), lengths > 0, self._right[places],
            self._log_probability[places],
        )  # fmt: skip


def review_scores(network: StepNetwork, text: list[torch.Tensor], batch: Batch, choice: Choice) -> torch.Tensor:
    """One score for each derivation, (b, derivations); `text` are all states of the batch."""
    review = network.review
    assert review is not None
    leaves = review.leaves(network.drop(text[-1]), batch.places, batch.constants, batch.features)
    rows = review.rows(choice.rows[..., 0], choice.rows[..., 1], choice.rows[..., 2], leaves, choice.features)
    b, derivations, most, wide = rows.shape
    flat = derivations * most
    real = choice.real.reshape(b, 1, flat).expand(-1, flat, -1)
    each = torch.arange(flat, device=rows.device) // most
    hidden = torch.cat(
        [(1 - batch.mask).bool().unsqueeze(1).expand(-1, flat, -1), ~real | (each[:, None] != each[None, :])], 2
    )
    states = network.encoder.beside(rows.reshape(b, flat, wide), text, hidden)
    return review.scores(states.reshape(b, derivations, most, wide)[:, :, 0])


def review_loss(scores: torch.Tensor, choice: Choice, forgotten: float) -> torch.Tensor:
    """How improbable it is to choose a right derivation, or none where none is right.

    In a share of the texts the right ones are left out, so that to choose none is learned too.
    """
    lost = torch.rand((len(scores), 1), device=scores.device) < forgotten
    there = choice.there & ~(lost & choice.right)
    right = there & choice.right
    logits = torch.cat([scores.float().masked_fill(~there, NEVER), torch.zeros_like(scores[:, :1]).float()], 1)
    wanted = torch.cat([right, ~right.any(1, keepdim=True)], 1)
    logs = torch.log_softmax(logits, -1)
    return -torch.logsumexp(logs.masked_fill(~wanted, NEVER), -1).mean()


def chosen_rightly(scores: torch.Tensor, choice: Choice, weight: float) -> torch.Tensor:
    """Whether the best answer by both scores is right, where only those count that were found, (b,)."""
    found = choice.there & (choice.log_probability > NEVER / 2)
    both = (choice.log_probability + weight * functional.logsigmoid(scores.float())).masked_fill(~found, NEVER)
    return torch.gather(choice.right, 1, both.argmax(1, keepdim=True)).squeeze(1)
