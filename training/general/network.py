"""The network of the step model: an encoder of the marked text, values as vectors, and a small decoder over the moves.

At every point of a derivation the decoder gives one score for each next move: join two values by an operation, name a
value as the answer, or stop. `Moves` of a derivation are its steps, then its answers, then stop.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from encoder import HIDDEN, SHAPES, Encoder
from torch import nn
from torch.nn import functional

USE_FEATURES = 4
ROLES, MOST_STEPS, MOST_ROWS = 5, 10, 35
"""Of a derivation that is read again; the same as in arithmetree.steps.written, which is not needed to learn."""
NEVER = -1e9


@dataclass(frozen=True)
class Shape:
    """Sizes that must be known to load the weights."""

    encoder: str  # one of encoder.SHAPES
    operations: int
    constants: int  # unknowns included
    value_features: int
    pair_features: int
    reasons: int
    width: int = 256
    inner: int = 512
    heads: int = 4
    layers: int = 2
    pair: int = 96
    dropout: float = 0.1
    reviews: bool = False  # whether it reads the derivations found again, beside the text
    compares: bool = False  # whether the reasons to refuse rest on how the numbers of the text are related, too


class Attention(nn.Module):
    """Attention with several heads, written out so that it exports to plain ONNX operations."""

    def __init__(self, width: int, heads: int) -> None:
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))

    def forward(self, one: torch.Tensor, other: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
        """`allowed` is (b, positions of one or 1, positions of other)."""
        b, n, width = one.shape
        split = width // self.heads

        def heads(x: torch.Tensor) -> torch.Tensor:
            return x.reshape(b, -1, self.heads, split).transpose(1, 2)

        scores = heads(self.query(one)) @ heads(self.key(other)).transpose(2, 3) / split**0.5
        scores = scores + (1 - allowed.to(scores.dtype)).unsqueeze(1) * HIDDEN
        mixed = torch.softmax(scores, -1) @ heads(self.value(other))
        return self.out(mixed.transpose(1, 2).reshape(b, n, width))


class Layer(nn.Module):
    """One layer of the decoder: the moves so far, the text, and a feed-forward part."""

    def __init__(self, shape: Shape, *, alone: bool = False) -> None:
        super().__init__()
        self.alone = alone
        self.moves = None if alone else Attention(shape.width, shape.heads)
        self.text = Attention(shape.width, shape.heads)
        self.rise, self.fall = nn.Linear(shape.width, shape.inner), nn.Linear(shape.inner, shape.width)
        self.norms = nn.ModuleList(nn.LayerNorm(shape.width) for _ in range(3))
        self.drop = nn.Dropout(shape.dropout)

    def forward(
        self, x: torch.Tensor, past: torch.Tensor | None, memory: torch.Tensor, mask: torch.Tensor
    ) -> torch.Tensor:
        if self.moves is not None and past is not None:
            normed = self.norms[0](x)
            x = x + self.drop(self.moves(normed, normed, past))
        x = x + self.drop(self.text(self.norms[1](x), memory, mask))
        return x + self.drop(self.fall(functional.gelu(self.rise(self.norms[2](x)))))


class Compose(nn.Module):
    """The vector of what a step gives, from its operation and the vectors of its two values."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.operation = nn.Embedding(shape.operations, shape.width)
        self.inner = nn.Linear(3 * shape.width, shape.inner)
        self.out = nn.Linear(shape.inner, shape.width)
        self.features = nn.Linear(shape.value_features, shape.width)
        self.norm = nn.LayerNorm(shape.width)

    def forward(
        self, operation: torch.Tensor, left: torch.Tensor, right: torch.Tensor, features: torch.Tensor
    ) -> torch.Tensor:
        joined = torch.cat([self.operation(operation), left, right], -1)
        return self.norm(self.out(functional.gelu(self.inner(joined))) + left + right + self.features(features))


class Reader(nn.Module):
    """From the states of the text to the memory of the decoder, the vectors of the leaves and the reasons to refuse."""

    def __init__(self, states: int, shape: Shape) -> None:
        super().__init__()
        width = shape.width
        self.memory = nn.Linear(states, width)
        self.leaf = nn.Linear(states, width)
        self.constant = nn.Embedding(shape.constants + 1, width)
        self.features = nn.Linear(shape.value_features, width)
        self.look = Layer(shape, alone=True)
        self.norm = nn.LayerNorm(width)
        self.refuse_in = nn.Linear(2 * states + 2 * width, shape.inner)
        self.refuse_out = nn.Linear(shape.inner, shape.reasons)
        self.drop = nn.Dropout(shape.dropout)

    def forward(
        self,
        states: torch.Tensor,  # (b, length, states)
        mask: torch.Tensor,  # (b, length)
        in_question: torch.Tensor,  # (b, length)
        places: torch.Tensor,  # (b, leaves)
        constants: torch.Tensor,  # (b, leaves)
        features: torch.Tensor,  # (b, leaves, features)
        present: torch.Tensor,  # (b, leaves)
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Memory, leaves, the question's vector, and the scores of the reasons."""
        memory = self.memory(states)
        at = torch.gather(states, 1, places.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
        leaves = self.leaf(at) + self.constant(constants) + self.features(features)
        leaves = self.norm(self.look(leaves, None, memory, mask.unsqueeze(1)))
        asks = (in_question * mask).to(states.dtype).unsqueeze(-1)
        question = (states * asks).sum(1) / asks.sum(1).clamp(min=1.0)
        here = present.to(states.dtype).unsqueeze(-1)
        pooled = (leaves * here).sum(1) / here.sum(1).clamp(min=1.0)
        asked = self.memory(question)
        whole = torch.cat([states[:, 0], question, pooled, asked], -1)
        reasons = self.refuse_out(self.drop(functional.gelu(self.refuse_in(whole))))
        return memory, leaves, asked, reasons


class Relation(nn.Module):
    """Each leaf looks at all others: at what they are, and at how their numbers and units are related."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.own, self.other = nn.Linear(shape.width, shape.pair), nn.Linear(shape.width, shape.pair, bias=False)
        self.bits = nn.Linear(shape.pair_features, shape.pair, bias=False)
        self.look = nn.Linear(shape.pair, 1)
        self.out = nn.Linear(shape.pair, shape.width)
        self.norm = nn.LayerNorm(shape.width)
        self.drop = nn.Dropout(shape.dropout)

    def forward(self, leaves: torch.Tensor, bits: torch.Tensor, present: torch.Tensor) -> torch.Tensor:
        """`bits` are the features of pairs (b, leaves, leaves, features), `present` is (b, leaves)."""
        inner = functional.gelu(self.own(leaves).unsqueeze(2) + self.other(leaves).unsqueeze(1) + self.bits(bits))
        scores = self.look(inner).squeeze(-1) + (1 - present.to(inner.dtype)).unsqueeze(1) * HIDDEN
        mixed = (torch.softmax(scores, -1).unsqueeze(-1) * inner).sum(2)
        return self.norm(leaves + self.drop(self.out(mixed)))


class Judge(nn.Module):
    """What the relations of the numbers add to the scores of the reasons to refuse: "24 pupils, 15 boys, 12 girls"."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.relations = nn.ModuleList(Relation(shape) for _ in range(2))
        self.text = Layer(shape, alone=True)
        self.inner = nn.Linear(3 * shape.width, shape.width)
        self.out = nn.Linear(shape.width, shape.reasons)
        self.drop = nn.Dropout(shape.dropout)
        nn.init.zeros_(self.out.weight)
        nn.init.zeros_(self.out.bias)

    def forward(
        self,
        leaves: torch.Tensor,
        bits: torch.Tensor,
        present: torch.Tensor,
        memory: torch.Tensor,
        mask: torch.Tensor,
        asked: torch.Tensor,
    ) -> torch.Tensor:
        """(b, reasons)."""
        first, second = self.relations
        related = second(self.text(first(leaves, bits, present), None, memory, mask.unsqueeze(1)), bits, present)
        here = present.to(related.dtype).unsqueeze(-1)
        mean = (related * here).sum(1) / here.sum(1).clamp(min=1.0)
        most = (related + (1 - here) * HIDDEN).amax(1)
        return self.out(self.drop(functional.gelu(self.inner(torch.cat([mean, most, asked], -1)))))


class Decoder(nn.Module):
    """From the moves so far to the scores of the next ones."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        width, pair = shape.width, shape.pair
        self.start = nn.Linear(width, width)
        self.answered = nn.Parameter(torch.zeros(width))
        self.places = nn.Embedding(24, width)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.norm = nn.LayerNorm(width)
        self.left, self.right = nn.Linear(width, pair), nn.Linear(width, pair, bias=False)
        self.left_use, self.right_use = (
            nn.Linear(USE_FEATURES, pair, bias=False),
            nn.Linear(USE_FEATURES, pair, bias=False),
        )
        self.state = nn.Linear(width, pair, bias=False)
        self.bits = nn.Linear(shape.pair_features, pair, bias=False)
        self.bits_out = nn.Linear(shape.pair_features, shape.operations)
        self.out = nn.Linear(pair, shape.operations)
        self.answer_in = nn.Linear(width, pair)
        self.answer_use = nn.Linear(USE_FEATURES, pair, bias=False)
        self.answer_state = nn.Linear(width, pair, bias=False)
        self.answer_out = nn.Linear(pair, 1)
        self.stop = nn.Linear(width, 1)

    def states(
        self,
        question: torch.Tensor,
        moves: torch.Tensor,
        is_answer: torch.Tensor,
        memory: torch.Tensor,
        mask: torch.Tensor,
    ) -> torch.Tensor:
        """The state before each move, (b, moves + 1, width); `moves` are the vectors of the values made or named."""
        named = moves + is_answer.unsqueeze(-1).to(moves.dtype) * self.answered
        x = torch.cat([self.start(question).unsqueeze(1), named], 1)
        count = x.shape[1]
        x = x + self.places(torch.arange(count, device=x.device)).unsqueeze(0)
        past = torch.tril(torch.ones(count, count, device=x.device, dtype=x.dtype)).unsqueeze(0)
        for layer in self.layers:
            x = layer(x, past, memory, mask.unsqueeze(1))
        return self.norm(x)

    def pair_scores(
        self, state: torch.Tensor, values: torch.Tensor, use: torch.Tensor, bits: torch.Tensor
    ) -> torch.Tensor:
        """(b, points, values, values, operations) from states (b, points, width), values, their use and pair bits."""
        left = self.left(values).unsqueeze(1) + self.left_use(use) + self.state(state).unsqueeze(2)  # (b, t, v, pair)
        right = self.right(values).unsqueeze(1) + self.right_use(use)
        known = self.bits(bits).unsqueeze(1)  # (b, 1, v, v, pair)
        inner = functional.relu(left.unsqueeze(3) + right.unsqueeze(2) + known)
        return self.out(inner) + self.bits_out(bits).unsqueeze(1)

    def answer_scores(self, state: torch.Tensor, values: torch.Tensor, use: torch.Tensor) -> torch.Tensor:
        """(b, points, values)."""
        inner = self.answer_in(values).unsqueeze(1) + self.answer_use(use) + self.answer_state(state).unsqueeze(2)
        return self.answer_out(functional.relu(inner)).squeeze(-1)

    def stop_scores(self, state: torch.Tensor) -> torch.Tensor:
        """(b, points)."""
        return self.stop(state).squeeze(-1)


class Review(nn.Module):
    """How right a derivation looks when the encoder reads it beside the text: one score for each.

    A derivation is written in rows (arithmetree.steps.written): operands, operations, answers.
    """

    def __init__(self, states: int, shape: Shape) -> None:
        super().__init__()
        self.roles = nn.Embedding(ROLES, states)
        self.operations = nn.Embedding(shape.operations + 1, states)
        self.places = nn.Embedding(MOST_ROWS, states)
        self.made = nn.Embedding(MOST_STEPS, states)
        self.constants = nn.Embedding(shape.constants + 1, states)
        for each in (self.roles, self.operations, self.places, self.made, self.constants):
            nn.init.normal_(each.weight, std=0.05)
        self.at = nn.Linear(states, states)
        self.features = nn.Linear(shape.value_features, states)
        self.inner = nn.Linear(states, shape.width)
        self.out = nn.Linear(shape.width, 1)
        self.drop = nn.Dropout(shape.dropout)

    def leaves(
        self, states: torch.Tensor, places: torch.Tensor, constants: torch.Tensor, features: torch.Tensor
    ) -> torch.Tensor:
        """What stands for each leaf, (b, leaves, states): the state at its place, a constant, features."""
        there = torch.gather(states, 1, places.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
        return self.at(there) + self.constants(constants) + self.features(features)

    def rows(
        self,
        roles: torch.Tensor,  # (b, derivations, rows)
        operations: torch.Tensor,
        values: torch.Tensor,  # leaves, then steps from `leaves.shape[1]` on; -1 for none
        leaves: torch.Tensor,  # (b, leaves, states)
        features: torch.Tensor,  # of what the steps give, (b, derivations, steps, features)
    ) -> torch.Tensor:
        """The rows as the encoder reads them, (b, derivations, rows, states)."""
        count, steps = leaves.shape[1], features.shape[2]
        made = self.made.weight[:steps] + self.features(features)
        known = leaves.unsqueeze(1).expand(-1, made.shape[1], -1, -1)
        every = torch.cat([known, made], 2)
        wide = every.shape[-1]
        at = values.clamp(0, count + steps - 1).unsqueeze(-1).expand(-1, -1, -1, wide)
        named = torch.gather(every, 2, at) * (values >= 0).unsqueeze(-1).to(every.dtype)
        return self.roles(roles) + self.operations(operations) + self.places.weight[: roles.shape[2]] + named

    def scores(self, states: torch.Tensor) -> torch.Tensor:
        """From the states of the first rows, (..., states), to one score for each."""
        return self.out(self.drop(functional.gelu(self.inner(states)))).squeeze(-1)


class StepNetwork(nn.Module):
    """Encoder, reader, composition of steps, decoder, and what reviews derivations."""

    def __init__(self, shape: Shape, *, plain: bool = False) -> None:
        super().__init__()
        self.shape = shape
        self.encoder = Encoder(SHAPES[shape.encoder], plain=plain)
        self.reader = Reader(self.encoder.shape.width, shape)
        self.compose = Compose(shape)
        self.decoder = Decoder(shape)
        self.review = Review(self.encoder.shape.width, shape) if shape.reviews else None
        self.judge = Judge(shape) if shape.compares else None
        self.drop = nn.Dropout(shape.dropout)

    def read(
        self,
        states: torch.Tensor,
        mask: torch.Tensor,
        in_question: torch.Tensor,
        places: torch.Tensor,
        constants: torch.Tensor,
        features: torch.Tensor,
        present: torch.Tensor,
        bits: torch.Tensor,
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """What the reader makes of the states of a text, with the judge's scores of the reasons."""
        memory, leaves, asked, reasons = self.reader(states, mask, in_question, places, constants, features, present)
        if self.judge is not None:
            reasons = reasons + self.judge(leaves, bits, present, memory, mask, asked)
        return memory, leaves, asked, reasons
