"""Fit the judge of a trained encoder anew: `python training/encoder/judge.py --run RUN --examples DIR --out FOLDER`.

The judge is the head that tells reasons to refuse. While the whole network learns, most of the problems that it sees
out of scope are of GSM8K, of which three in four are, so it takes their style for a reason. Here the encoder stays as
it is, and the head learns again from its states: from our own problems, and from GSM8K with so few problems out of
scope that they are no larger a share there than elsewhere.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch
from arrays import Store, batches
from compress import compressed
from mean import RECORD, WEIGHTS
from network import Network
from safetensors.torch import save_file
from torch import nn
from train import TRAITS, forward, new_network, prepared_device
from train import settings as training_settings

EPOCHS, RATE, BATCH = 12, 5e-4, 256
ANSWERABLE = 9000
"""How many problems with an answer are taken from a part at most; all without one are."""
SHARE = 0.1
"""What share of GSM8K is left out of scope."""


def drawn(store: Store, part: str, rng: np.random.Generator) -> list[int]:
    """The problems of a part to learn from."""
    numbers = np.array(store.parts[part])
    refused = store.reasons[numbers] != 0
    fine = rng.permutation(numbers[~refused])[:ANSWERABLE]
    rest = rng.permutation(numbers[refused])
    if part == "gsm8k":
        rest = rest[: round(SHARE / (1 - SHARE) * len(fine))]
    return [int(number) for number in (*fine, *rest)]


@torch.no_grad()
def states(network: Network, store: Store, numbers: Sequence[int]) -> tuple[torch.Tensor, torch.Tensor]:
    """What the judge sees of each problem, and the reason that it should tell."""
    network.eval()
    seen: list[torch.Tensor] = []
    hook = network.refuse_in.register_forward_pre_hook(lambda _module, given: seen.append(given[0]))
    told = []
    for members in batches(store.sizes, numbers, 64, None):
        batch = store.batch(members, None, {}, None)
        forward(network, batch)
        told.append(batch["reason"])
    hook.remove()
    return torch.cat(seen), torch.cat(told)


def judged(network: Network, seen: torch.Tensor) -> torch.Tensor:
    """The scores of the reasons."""
    return network.refuse_out(network.drop(nn.functional.gelu(network.refuse_in(seen))))


def fit(network: Network, seen: torch.Tensor, told: torch.Tensor) -> None:
    """Train the head alone."""
    head = [*network.refuse_in.parameters(), *network.refuse_out.parameters()]
    optimizer = torch.optim.AdamW(head, lr=RATE, weight_decay=0.01)
    network.train()
    for _ in range(EPOCHS):
        for chosen in torch.randperm(len(seen)).split(BATCH):
            loss = nn.functional.cross_entropy(judged(network, seen[chosen]), told[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
    network.eval()


@torch.no_grad()
def refused(network: Network, seen: torch.Tensor, told: torch.Tensor) -> dict[str, float]:
    """How many of each sort get a reason that is more probable than all else."""
    network.eval()
    given = judged(network, seen).argmax(1) != 0
    return {
        "answerable refused": 100 * float(given[told == 0].float().mean()),
        "unanswerable refused": 100 * float(given[told != 0].float().mean()),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--run", type=Path, required=True, help="folder of a training run")
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--parts", default="train,families,gsm8k,augmented")
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    device = prepared_device(1)
    rng = np.random.default_rng(1)
    parts = arguments.parts.split(",")
    store = Store([arguments.examples / f"{part}.npz.xz" for part in (*parts, "dev")], TRAITS, device)
    run = ["--examples", arguments.examples, "--config", arguments.config, "--start", arguments.run / WEIGHTS]
    network = new_network(training_settings().parse_args([*map(str, run), "--out", str(arguments.out)])).to(device)
    checks = {"dev": states(network, store, list(store.parts["dev"]))}
    numbers = [number for part in parts for number in drawn(store, part, rng)]
    seen, told = states(network, store, numbers)
    print("before", {name: refused(network, *check) for name, check in checks.items()}, flush=True)
    fit(network, seen, told)
    found = {name: refused(network, *check) for name, check in checks.items()}
    print("after", found, flush=True)
    arguments.out.mkdir(parents=True, exist_ok=True)
    save_file(compressed({name: value.cpu() for name, value in network.state_dict().items()}), arguments.out / WEIGHTS)
    record = json.loads((arguments.run / RECORD).read_text(encoding="utf-8"))
    record["arguments"]["judge"] = {"problems": len(numbers), "epochs": EPOCHS, "gsm8k_out_of_scope": SHARE}
    (arguments.out / RECORD).write_text(json.dumps(record, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
