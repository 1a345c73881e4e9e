"""The encoder with its heads: from a marked text and features to the scores of quantities and pairs.

One set of weights scores a pair from both sides, so that nothing depends on the order of telling by accident; the
score of an expression is the sum of its parts and of its traits, as in search.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import nn
from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel


@dataclass(frozen=True)
class Shape:
    """The sizes of the heads."""

    relevance_features: int
    pair_features: int
    traits: int
    reasons: int
    labels: int = 6
    bag: int = 96
    hidden: int = 256
    dropout: float = 0.1


def _bag(features: int, width: int) -> nn.Embedding:
    """One vector for each feature; number 0 is no feature."""
    bag = nn.Embedding(features + 1, width, padding_idx=0)
    nn.init.normal_(bag.weight, std=0.05)
    with torch.no_grad():
        bag.weight[0] = 0
    return bag


class Bert(BertModel):
    """The encoder that is shipped; the pieces of the question are its second segment."""

    def __init__(self, config: BertConfig) -> None:
        super().__init__(config, add_pooling_layer=False)

    def forward(self, pieces: torch.Tensor, mask: torch.Tensor, in_question: torch.Tensor) -> torch.Tensor:
        return super().forward(input_ids=pieces, attention_mask=mask, token_type_ids=in_question).last_hidden_state


class MPNet(MPNetModel):
    """A larger encoder, to teach the other; it has no segments, so the question is marked by a vector of our own."""

    def __init__(self, config: MPNetConfig) -> None:
        super().__init__(config, add_pooling_layer=False)
        self.segments = nn.Embedding(2, config.hidden_size)
        nn.init.zeros_(self.segments.weight)
        self.embeddings.word_embeddings.padding_idx = None  # in our vocabulary that number is a mark, which learns

    def forward(self, pieces: torch.Tensor, mask: torch.Tensor, in_question: torch.Tensor) -> torch.Tensor:
        vectors = self.embeddings.word_embeddings(pieces) + self.segments(in_question)
        return super().forward(inputs_embeds=vectors, attention_mask=mask).last_hidden_state


def _body(config: BertConfig | MPNetConfig) -> nn.Module:
    return MPNet(config) if isinstance(config, MPNetConfig) else Bert(config)


class Network(nn.Module):
    """A pretrained encoder with three heads: use of a quantity, label of a pair, reason to refuse."""

    def __init__(self, config: BertConfig | MPNetConfig, shape: Shape, mirror: tuple[int, ...]) -> None:
        super().__init__()
        self.shape = shape
        self.bert = _body(config)
        width, hidden = config.hidden_size, shape.hidden
        self.relevance_bag = _bag(shape.relevance_features, shape.bag)
        self.pair_bag = _bag(shape.pair_features, shape.bag)
        self.use_in = nn.Linear(2 * width + shape.bag, hidden)
        self.use_out = nn.Linear(hidden, 1)
        self.one = nn.Linear(width, hidden)
        self.other = nn.Linear(width, hidden, bias=False)
        self.asked = nn.Linear(width, hidden, bias=False)
        self.known = nn.Linear(shape.bag, hidden, bias=False)
        self.pair_out = nn.Linear(hidden, shape.labels)
        self.refuse_in = nn.Linear(3 * width, hidden)
        self.refuse_out = nn.Linear(hidden, shape.reasons)
        self.traits = nn.Parameter(torch.zeros(shape.traits))
        self.drop = nn.Dropout(shape.dropout)
        self.register_buffer("mirror", torch.tensor(mirror), persistent=False)

    def forward(
        self,
        pieces: torch.Tensor,  # (b, length)
        in_question: torch.Tensor,  # (b, length)
        mask: torch.Tensor,  # (b, length)
        marks: torch.Tensor,  # (b, n)
        relevance: torch.Tensor,  # (b, n, features), 0 for none
        pairs: torch.Tensor,  # (b, p, features)
        mirrored: torch.Tensor,  # (b, p, features)
        earlier: torch.Tensor,  # (p,)
        later: torch.Tensor,  # (p,)
    ) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
        """Scores for using each quantity (b, n), for each label of each pair (b, p, 6), and for each reason."""
        states = self.drop(self.bert(pieces, mask, in_question))
        asks = in_question.to(states.dtype).unsqueeze(-1)
        question = (states * asks).sum(1) / asks.sum(1).clamp(min=1.0)
        marked = torch.gather(states, 1, marks.unsqueeze(-1).expand(-1, -1, states.shape[-1]))
        n = marks.shape[1]
        bag = self.relevance_bag(relevance).sum(2)
        spread = question.unsqueeze(1).expand(-1, n, -1)
        use = self.use_out(self.drop(nn.functional.gelu(self.use_in(torch.cat([marked, spread, bag], -1))))).squeeze(-1)
        one, other, asked = self.one(marked), self.other(marked), self.asked(question).unsqueeze(1)

        def seen(first: torch.Tensor, second: torch.Tensor, known: torch.Tensor) -> torch.Tensor:
            inner = one[:, first] + other[:, second] + asked + self.known(self.pair_bag(known).sum(2))
            return self.pair_out(self.drop(nn.functional.gelu(inner)))

        pair = seen(earlier, later, pairs) + seen(later, earlier, mirrored)[..., self.mirror]
        whole = torch.cat([states[:, 0], question, marked.mean(1)], -1)
        reasons = self.refuse_out(self.drop(nn.functional.gelu(self.refuse_in(whole))))
        return use, pair, reasons
