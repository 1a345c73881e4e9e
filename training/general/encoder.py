"""The encoder of a text: BERT's layers, or MPNet's, whose attention knows the distance of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import torch
from torch import nn
from torch.nn import functional

PIECES = 30522
LONGEST = 512
_BUCKETS = 32
_FARTHEST = 128
HIDDEN = -1e4
"""Added to the scores of attention where nothing must be seen."""


@dataclass(frozen=True)
class EncoderShape:
    """The sizes of an encoder; `relative` is MPNet's attention."""

    layers: int
    width: int
    heads: int
    inner: int
    relative: bool
    dropout: float = 0.1

    @property
    def epsilon(self) -> float:
        """What keeps a division from being one by zero, as the pretrained weights learned it."""
        return 1e-5 if self.relative else 1e-12


SHAPES = {
    "minilm": EncoderShape(6, 384, 12, 1536, relative=False),
    "mpnet": EncoderShape(12, 768, 12, 3072, relative=True),
    "mpnet6": EncoderShape(6, 768, 12, 3072, relative=True),
}


class EncoderLayer(nn.Module):
    """Attention and a feed-forward part, each followed by a norm."""

    def __init__(self, shape: EncoderShape) -> None:
        super().__init__()
        width = shape.width
        self.heads = shape.heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.attention_norm = nn.LayerNorm(width, eps=shape.epsilon)
        self.rise, self.fall = nn.Linear(width, shape.inner), nn.Linear(shape.inner, width)
        self.norm = nn.LayerNorm(width, eps=shape.epsilon)
        self.drop = nn.Dropout(shape.dropout)

    def seen_of(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Keys and values of states, as attention looks at them: (b, heads, length, width of a head)."""
        return self._split(self.key(x)), self._split(self.value(x))

    def forward(
        self,
        x: torch.Tensor,
        added: torch.Tensor | None,
        plain: bool,
        seen: tuple[torch.Tensor, torch.Tensor] | None = None,
    ) -> torch.Tensor:
        """`added` is added to the scores of attention; `plain` writes attention out, for ONNX.

        `seen` are keys and values of all that is looked at, by default of `x` alone.
        """
        query, (key, value) = self._split(self.query(x)), seen or self.seen_of(x)
        if plain:
            scores = query @ key.transpose(2, 3) / query.shape[-1] ** 0.5
            mixed = torch.softmax(scores if added is None else scores + added, -1) @ value
        else:
            mixed = functional.scaled_dot_product_attention(query, key, value, attn_mask=added)
        x = self.attention_norm(x + self.drop(self.out(mixed.transpose(1, 2).reshape(x.shape))))
        return self.norm(x + self.drop(self.fall(functional.gelu(self.rise(x)))))

    def _split(self, y: torch.Tensor) -> torch.Tensor:
        return y.reshape(y.shape[0], -1, self.heads, y.shape[2] // self.heads).transpose(1, 2)


class Encoder(nn.Module):
    """From word pieces, those of the question marked, to one state for each."""

    def __init__(self, shape: EncoderShape, *, plain: bool = False) -> None:
        super().__init__()
        self.shape = shape
        self.plain = plain
        self.words = nn.Embedding(PIECES, shape.width)
        self.places = nn.Embedding(LONGEST, shape.width)
        self.segments = nn.Embedding(2, shape.width)
        self.norm = nn.LayerNorm(shape.width, eps=shape.epsilon)
        self.drop = nn.Dropout(shape.dropout)
        self.layers = nn.ModuleList(EncoderLayer(shape) for _ in range(shape.layers))
        if shape.relative:
            self.distances = nn.Embedding(_BUCKETS, shape.heads)
            self.distances.weight.requires_grad_(False)  # fused attention gives what is added no gradient
            between = torch.arange(-LONGEST + 1, LONGEST)
            self.register_buffer("bucket_of", _bucket(between), persistent=False)

    def freeze(self, layers: int) -> None:
        """Let the first layers, and what is before them, learn no more."""
        if layers:
            for part in (self.words, self.places, self.segments, self.norm, *self.layers[:layers]):
                part.requires_grad_(False)

    def forward(self, pieces: torch.Tensor, in_question: torch.Tensor, mask: torch.Tensor | None) -> torch.Tensor:
        """States (b, length, width); without a mask every piece is real."""
        return self.all_states(pieces, in_question, mask)[-1]

    def all_states(
        self, pieces: torch.Tensor, in_question: torch.Tensor, mask: torch.Tensor | None
    ) -> list[torch.Tensor]:
        """What goes into each layer, and the states after the last one."""
        x = self.drop(self.embedded(pieces, in_question))
        n = pieces.shape[1]
        added = self.by_distance(n)
        if mask is not None:
            hidden = (1 - mask.to(x.dtype)).unsqueeze(1).unsqueeze(2) * HIDDEN
            added = hidden if added is None else added + hidden
        if added is not None and not self.plain:
            added = added.to(x.dtype).expand(len(pieces), self.shape.heads, n, n)
        states = [x]
        for layer in self.layers:
            states.append(layer(states[-1], added, self.plain))
        return states

    def embedded(self, pieces: torch.Tensor, in_question: torch.Tensor) -> torch.Tensor:
        """What goes into the first layer for word pieces."""
        return self.norm(self.words(pieces) + self.places.weight[: pieces.shape[1]] + self.segments(in_question))

    def beside(self, rows: torch.Tensor, text: Sequence[torch.Tensor], hidden: torch.Tensor) -> torch.Tensor:
        """States of rows that are read with a text, which does not see them: (b, rows, width).

        `text` is what went into each layer for the text, and `hidden` (b, rows, words and rows) is 1 where a row must
        not look.
        """
        x = self.drop(self.norm(rows))
        n = x.shape[1]
        added = hidden.to(x.dtype).unsqueeze(1) * HIDDEN
        among = self.by_distance(n)
        if among is not None:
            added = added + functional.pad(among, (text[0].shape[1], 0))
        if not self.plain:
            added = added.to(x.dtype).expand(len(x), self.shape.heads, *added.shape[2:])
        for layer, before in zip(self.layers, text, strict=False):
            seen = zip(layer.seen_of(before), layer.seen_of(x), strict=True)
            key, value = (torch.cat(both, 2) for both in seen)
            x = layer(x, added, self.plain, (key, value))
        return x

    def by_distance(self, n: int) -> torch.Tensor | None:
        """What MPNet adds to the attention between words that are so far apart."""
        if not self.shape.relative:
            return None
        places = torch.arange(n, device=self.bucket_of.device)
        apart = self.bucket_of[places[None, :] - places[:, None] + LONGEST - 1]
        return self.distances(apart).permute(2, 0, 1).unsqueeze(0)


def _bucket(distance: torch.Tensor) -> torch.Tensor:
    """MPNet's classes of distances (key minus query): near ones exactly, far ones by their logarithm."""
    half = _BUCKETS // 2
    behind = (distance > 0).long() * half
    size = distance.abs()
    exact = half // 2
    far = exact + (torch.log(size.clamp(min=1).float() / exact) / log(_FARTHEST / exact) * (half - exact)).long()
    return behind + torch.where(size < exact, size, far.clamp(max=half - 1))
