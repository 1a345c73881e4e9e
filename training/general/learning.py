"""The loss of the step model: how improbable it makes the moves of each derivation and the reason to refuse."""

from __future__ import annotations

from dataclasses import dataclass

import torch
from batches import Batch
from network import NEVER, OPERATIONS, USE_FEATURES, StepNetwork
from torch.nn import functional

from arithmetree.derivations import OPERATIONS as OPERATION_LIST
from arithmetree.derivations.operations import RULES

TURNED = torch.tensor([RULES[op].commutative or op.value == "=" for op in OPERATION_LIST])
"""Operations whose operands are written in rising order."""


@dataclass
class Scored:
    """Log-probabilities of the gold moves (b, points) with a mask of real points, the reasons, and greedy success."""

    gold: torch.Tensor
    real: torch.Tensor
    reasons: torch.Tensor
    greedy: torch.Tensor  # (b,): every gold move is the most probable one


def values_of(network: StepNetwork, leaves: torch.Tensor, batch: Batch) -> torch.Tensor:
    """The vectors of all values: leaves, then what each step gives."""
    values = leaves
    wide = leaves.shape[-1]
    for t in range(batch.operation.shape[1]):
        left, right = (
            torch.gather(values, 1, side[:, t, None, None].expand(-1, 1, wide)).squeeze(1)
            for side in (batch.left, batch.right)
        )
        values = torch.cat(
            [values, network.compose(batch.operation[:, t], left, right, batch.step_features[:, t]).unsqueeze(1)], 1
        )
    return values


def uses(batch: Batch, leaves: int, points: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Which values can be used at each point, (b, points, v), and how they were used before it."""
    b, steps = batch.operation.shape
    size = leaves + steps
    point = torch.arange(points)
    made = torch.arange(steps)
    done = torch.minimum(point.unsqueeze(0), batch.step_count.unsqueeze(1))  # (b, points)
    there = made.view(1, 1, -1) < done.unsqueeze(-1)
    available = torch.cat([batch.present.bool().unsqueeze(1).expand(-1, points, -1), there], -1)
    used = functional.one_hot(batch.left, size) + functional.one_hot(batch.right, size)  # (b, steps, v)
    counted = torch.einsum("bps,bsv->bpv", there.float(), used.float())
    features = torch.zeros(b, points, size, USE_FEATURES)
    features[..., 0] = (counted >= 1).float()
    features[..., 1] = (counted >= 2).float()
    latest = made.view(1, 1, -1) == (done - 1).unsqueeze(-1)
    features[:, :, leaves:, 2] = (latest & there).float()
    features[:, :, leaves:, 3] = 1.0
    return available, features


def score(network: StepNetwork, states: torch.Tensor, batch: Batch) -> Scored:
    """Score the gold moves of a batch, given the states of its texts."""
    memory, leaves, question, reasons = network.reader(
        states, batch.mask, batch.in_question, batch.places, batch.constants, batch.features, batch.present
    )
    count = leaves.shape[1]
    values = values_of(network, leaves, batch)
    size, wide = values.shape[1], values.shape[2]
    moved = torch.gather(values, 1, batch.moves.unsqueeze(-1).expand(-1, -1, wide))
    step_moves = torch.arange(batch.moves.shape[1]) < batch.step_count.unsqueeze(1)
    state = network.decoder.states(question, moved, ~step_moves, memory, batch.mask)
    points = state.shape[1]
    available, use = uses(batch, count, points)
    reach = batch.operation.shape[1] + 1  # steps are chosen at these points only
    pairs = network.decoder.pair_scores(state[:, :reach], values, use[:, :reach], batch.bits)
    point = torch.arange(points)
    open_pairs = available[:, :reach, :, None] & available[:, :reach, None, :]
    open_pairs = open_pairs & (point[:reach].unsqueeze(0) <= batch.step_count.unsqueeze(1))[:, :, None, None]
    rising = torch.ones(size, size, dtype=torch.bool).triu()
    allowed = open_pairs.unsqueeze(-1) & (rising.unsqueeze(-1) | ~TURNED)
    pairs = pairs.masked_fill(~allowed, NEVER).flatten(2)
    pairs = functional.pad(pairs, (0, 0, 0, points - reach), value=NEVER)
    answers = network.decoder.answer_scores(state, values, use).masked_fill(~available, NEVER)
    stop = network.decoder.stop_scores(state).unsqueeze(-1)
    logits = torch.log_softmax(torch.cat([pairs, answers, stop], -1).float(), -1)
    flat = (batch.left * size + batch.right) * OPERATIONS + batch.operation
    named = size * size * OPERATIONS + batch.moves
    at_end = torch.full((len(flat), 1), size * size * OPERATIONS + size)
    # A padded batch may have more steps than moves or the other way round; what is beyond is masked anyway.
    wide_enough = functional.pad(flat, (0, max(0, batch.moves.shape[1] - flat.shape[1])))[:, : batch.moves.shape[1]]
    target = torch.where(step_moves, wide_enough, named)
    target = torch.cat([target, at_end], 1)
    target = torch.where(point.unsqueeze(0) == batch.move_count.unsqueeze(1), at_end, target)
    real = (point.unsqueeze(0) <= batch.move_count.unsqueeze(1)) & batch.solved.unsqueeze(1)
    gold = torch.gather(logits, 2, target.unsqueeze(-1)).squeeze(-1)
    hit = (logits.detach().argmax(-1) == target) | ~real
    return Scored(gold, real, reasons, hit.all(1))
