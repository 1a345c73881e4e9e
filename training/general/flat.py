"""The parameters of a network in two flat tensors, so that an update is a handful of operations however many there are.

The network computes in half precision (bfloat16); the weights themselves are kept in full precision beside it, with
their mean over the last updates.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import nn

_BETAS = (0.9, 0.98)
_DECAY = 0.01
_MOST = 1.0  # the norm of a gradient that is not shortened


class Flat:
    """Some parameters of a network as one tensor, in the precision of computing."""

    def __init__(self, parameters: Sequence[nn.Parameter]) -> None:
        self.weights = torch.cat([each.detach().float().reshape(-1) for each in parameters])
        self.mean = self.weights.clone()
        self.best = self.mean
        self.near = self.weights.to(torch.bfloat16)
        self.gradient = torch.zeros_like(self.near)
        at = 0
        for each in parameters:
            size = each.numel()
            each.data = self.near[at : at + size].view(each.shape)
            each.grad = self.gradient[at : at + size].view(each.shape)
            at += size


class Updates:
    """AdamW over the groups of a network, each with its own peak rate."""

    def __init__(self, groups: Sequence[tuple[Sequence[nn.Parameter], float]]) -> None:
        self._flat = [Flat(parameters) for parameters, _ in groups]
        self._optimizer = torch.optim.AdamW(
            [{"params": [flat.weights], "peak": peak} for flat, (_, peak) in zip(self._flat, groups, strict=True)],
            lr=0.0, weight_decay=_DECAY, betas=_BETAS, fused=True,
        )  # fmt: skip

    def update(self, share_of_peak: float, share_of_mean: float) -> None:
        """One update by the gradients of the network, which are zero afterwards."""
        for group in self._optimizer.param_groups:
            group["lr"] = group["peak"] * share_of_peak
        norm = torch.stack([flat.gradient.float().norm() for flat in self._flat]).norm()
        scale = (_MOST / (norm + 1e-6)).clamp(max=1.0)
        for flat in self._flat:
            flat.weights.grad = flat.gradient.float() * scale
        self._optimizer.step()
        for flat in self._flat:
            flat.mean.lerp_(flat.weights, share_of_mean)
            flat.near.copy_(flat.weights)
            flat.gradient.zero_()

    def show_mean(self) -> None:
        """Let the network compute with the mean of the weights, until the next update."""
        for flat in self._flat:
            flat.near.copy_(flat.mean)

    def show_weights(self) -> None:
        """Let the network compute with the weights themselves again."""
        for flat in self._flat:
            flat.near.copy_(flat.weights)

    def remember(self) -> None:
        """Keep the mean of the weights as it is now."""
        for flat in self._flat:
            flat.best = flat.mean.clone()

    def recall(self) -> None:
        """Take the mean that was kept last."""
        for flat in self._flat:
            flat.mean = flat.best

    def exact_mean(self, network: nn.Module) -> None:
        """Put the mean of the weights into the network in full precision; it learns no more after that."""
        network.float()
        for flat, parameters in zip(self._flat, grouped(network), strict=True):
            at = 0
            for each in parameters:
                each.data = flat.mean[at : at + each.numel()].view(each.shape).clone()
                at += each.numel()


def grouped(network: nn.Module) -> list[list[nn.Parameter]]:
    """The parameters that learn: those of the encoder, and the others."""
    named = [(name, each) for name, each in network.named_parameters() if each.requires_grad]
    return [
        [each for name, each in named if name.startswith("encoder.")],
        [each for name, each in named if not name.startswith("encoder.")],
    ]
