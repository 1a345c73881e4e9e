"""The loss of the step model: how improbable it makes the moves of each derivation and the reason to refuse."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from batches import Batch
from network import NEVER, StepNetwork
from torch.nn import functional


@dataclass
class Scored:
    """Log-probabilities of all next moves at each point (b, points, moves), which of them is gold, and the reasons."""

    logits: torch.Tensor
    target: torch.Tensor  # (b, points)
    real: torch.Tensor  # (b, points): a point of a derivation that there is
    reasons: torch.Tensor

    @property
    def gold(self) -> torch.Tensor:
        """The log-probability of the gold move at each point."""
        return torch.gather(self.logits, 2, self.target.unsqueeze(-1)).squeeze(-1)

    @property
    def greedy(self) -> torch.Tensor:
        """Whether every gold move is the most probable one, (b,)."""
        return ((self.logits.argmax(-1) == self.target) | ~self.real).all(1)


def values_of(network: StepNetwork, leaves: torch.Tensor, batch: Batch) -> torch.Tensor:
    """The vectors of all values: leaves, then what each step gives."""
    values = leaves
    wide = leaves.shape[-1]
    for t in range(batch.operation.shape[1]):
        left, right = (
            torch.gather(values, 1, side[:, t, None, None].expand(-1, 1, wide)).squeeze(1)
            for side in (batch.left, batch.right)
        )
        made = network.compose(batch.operation[:, t], left, right, batch.step_features[:, t])
        values = torch.cat([values, made.unsqueeze(1)], 1)
    return values


def uses(batch: Batch, leaves: int, points: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Which values can be used at each point, (b, points, v), and how they were used before it."""
    b, steps = batch.operation.shape
    size = leaves + steps
    device = batch.operation.device
    point = torch.arange(points, device=device)
    made = torch.arange(steps, device=device)
    done = torch.minimum(point.unsqueeze(0), batch.step_count.unsqueeze(1))  # (b, points)
    there = made.view(1, 1, -1) < done.unsqueeze(-1)
    available = torch.cat([batch.present.bool().unsqueeze(1).expand(-1, points, -1), there], -1)
    used = functional.one_hot(batch.left, size) + functional.one_hot(batch.right, size)  # (b, steps, v)
    counted = torch.einsum("bps,bsv->bpv", there.to(torch.bfloat16), used.to(torch.bfloat16))
    latest = (made.view(1, 1, -1) == (done - 1).unsqueeze(-1)) & there
    is_step = torch.arange(size, device=device) >= leaves
    latest = functional.pad(latest, (leaves, 0))
    features = torch.stack([counted >= 1, counted >= 2, latest, is_step.expand(b, points, -1)], -1)
    return available, features.to(torch.bfloat16)


def score(network: StepNetwork, states: torch.Tensor, batch: Batch, rising: torch.Tensor) -> Scored:
    """Score all moves along the derivations of a batch, given the states of its texts.

    `rising` says for each operation whether its operands are written in rising order.
    """
    device = states.device
    count = batch.present.shape[1]
    memory, leaves, question, reasons = network.read(
        states, batch.mask, batch.in_question, batch.places, batch.constants, batch.features, batch.present,
        batch.bits[:, :count, :count],
    )  # fmt: skip
    values = values_of(network, leaves, batch)
    size, wide = values.shape[1], values.shape[2]
    moved = torch.gather(values, 1, batch.moves.unsqueeze(-1).expand(-1, -1, wide))
    step_moves = torch.arange(batch.moves.shape[1], device=device) < batch.step_count.unsqueeze(1)
    state = network.decoder.states(question, moved, ~step_moves, memory, batch.mask)
    points = state.shape[1]
    available, use = uses(batch, count, points)
    reach = min(batch.operation.shape[1] + 1, points)  # steps are chosen at these points only
    pairs = network.decoder.pair_scores(state[:, :reach], values, use[:, :reach], batch.bits)
    operations = pairs.shape[-1]
    point = torch.arange(points, device=device)
    open_pairs = available[:, :reach, :, None] & available[:, :reach, None, :]
    open_pairs = open_pairs & (point[:reach].unsqueeze(0) <= batch.step_count.unsqueeze(1))[:, :, None, None]
    upper = torch.ones(size, size, dtype=torch.bool, device=device).triu()
    allowed = open_pairs.unsqueeze(-1) & (upper.unsqueeze(-1) | ~rising)
    pairs = pairs.masked_fill(~allowed, NEVER).flatten(2)
    pairs = functional.pad(pairs, (0, 0, 0, points - reach), value=NEVER)
    answers = network.decoder.answer_scores(state, values, use).masked_fill(~available, NEVER)
    stop = network.decoder.stop_scores(state).unsqueeze(-1)
    logits = torch.log_softmax(torch.cat([pairs, answers, stop], -1).float(), -1)
    flat = (batch.left * size + batch.right) * operations + batch.operation
    named = size * size * operations + batch.moves
    at_end = torch.full((len(flat), 1), size * size * operations + size, device=device)
    # A padded batch may have more steps than moves or the other way round; what is beyond is masked anyway.
    wide_enough = functional.pad(flat, (0, max(0, batch.moves.shape[1] - flat.shape[1])))[:, : batch.moves.shape[1]]
    target = torch.where(step_moves, wide_enough, named)
    target = torch.cat([target, at_end], 1)
    target = torch.where(point.unsqueeze(0) == batch.move_count.unsqueeze(1), at_end, target)
    real = (point.unsqueeze(0) <= batch.move_count.unsqueeze(1)) & batch.solved.unsqueeze(1)
    return Scored(logits, target, real, reasons.float())
