"""Train a step model: `python training/general/train.py --examples DIR --encoder minilm --start FILE --out FILE`.

Needs only torch, numpy and safetensors beside the arrays that prepare.py wrote, and runs on a GPU where there is one.
The plan says which share of each part an epoch draws. With --teachers it learns from other networks' probabilities too.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import torch
from batches import Batch, Examples, drawn, in_order
from flat import Updates, grouped
from learning import Scored, score
from network import Shape, StepNetwork
from safetensors.torch import load_file, save_file
from start_weights import compressed, restored, some_layers
from torch.nn import functional

PLAN = "general:1,gsm8k:1,train:1,families:0.5"
DEV = ("general_dev", "dev", "gsm8k_held")
MASK = 103
_LAST_SPECIAL = 103
"""Word pieces up to this number are marks and special pieces of BERT's vocabulary."""
_SMOOTHING = 0.02
_WARM = 400


class Disguise:
    """Texts changed a little while learning: words hidden, punctuation left out, other stand-ins for people."""

    def __init__(self, about: Mapping[str, Any], hidden: float, device: torch.device) -> None:
        self._hidden = hidden
        self._groups = [torch.tensor(group, device=device) for group in about["stand_ins"]]
        self._punctuation = torch.tensor(about["punctuation"], device=device)
        self._device = device
        self._order = np.random.default_rng(0)

    def __call__(self, batch: Batch) -> Batch:
        pieces = batch.pieces
        if self._order.random() < 0.5:
            other = torch.arange(30522, device=self._device)
            for group in self._groups:
                other[group] = group[torch.randperm(len(group), device=self._device)]
            pieces = other[pieces]
        plain = pieces > _LAST_SPECIAL
        hidden = plain & (torch.rand(pieces.shape, device=self._device) < self._hidden)
        careless = torch.rand((len(pieces), 1), device=self._device) < 0.1
        left_out = careless & torch.isin(pieces, self._punctuation)
        return _replaced(batch, pieces=torch.where(hidden, MASK, pieces), mask=batch.mask * ~left_out)


def _replaced(batch: Batch, **changed: torch.Tensor) -> Batch:
    return Batch(**{**vars(batch), **changed})


def loss_of(scored: Scored, batch: Batch, taught: Sequence[Scored], share: float) -> torch.Tensor:
    """Moves and reasons, the gold ones and those of the teachers."""
    moves = -(scored.gold.clamp(min=-20) * scored.real).sum(1)
    reasons = functional.cross_entropy(scored.reasons, batch.reason, reduction="none", label_smoothing=_SMOOTHING)
    if taught:
        wanted = torch.stack([each.logits.exp() for each in taught]).mean(0)
        soft = -((wanted * scored.logits.clamp(min=-30)).sum(-1) * scored.real).sum(1)
        judged = torch.stack([torch.softmax(each.reasons, -1) for each in taught]).mean(0)
        soft_reasons = -(judged * torch.log_softmax(scored.reasons, -1)).sum(-1)
        moves = (1 - share) * moves + share * soft
        reasons = (1 - share) * reasons + share * soft_reasons
    return (moves + reasons).mean()


def load_weights(path: Path, device: torch.device | None = None, *, plain: bool = False) -> StepNetwork:
    """A trained network."""
    network = StepNetwork(Shape(**json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))), plain=plain)
    network.load_state_dict(restored(load_file(path)))
    return network.to(device or torch.device("cpu")).eval()


def save_weights(network: StepNetwork, out: Path) -> None:
    """Write weights, the large matrices of the encoder as bytes, as they ship, and their shape."""
    out.parent.mkdir(parents=True, exist_ok=True)
    state = {name: value.detach().cpu() for name, value in network.state_dict().items()}
    encoder = {name: value for name, value in state.items() if name.startswith("encoder.")}
    others = {name: value.half().contiguous() for name, value in state.items() if name not in encoder}
    save_file({**compressed(encoder), **others}, out)
    out.with_suffix(".json").write_text(json.dumps(asdict(network.shape)), encoding="utf-8")


def started(arguments: argparse.Namespace, about: Mapping[str, Any], device: torch.device) -> StepNetwork:
    """The network to train: trained weights, or a new one on a pretrained encoder."""
    if arguments.weights:
        return load_weights(arguments.weights, device)
    shape = Shape(
        encoder=arguments.encoder, operations=len(about["operations"]),
        constants=len(about["constants"]) + about["unknowns"], value_features=about["value_features"],
        pair_features=about["pair_features"], reasons=len(about["reasons"]), layers=arguments.layers,
    )  # fmt: skip
    network = StepNetwork(shape)
    pretrained = restored(load_file(arguments.start))
    if arguments.keep:
        pretrained = some_layers(pretrained, tuple(map(int, arguments.keep.split(","))))
    network.encoder.load_state_dict(pretrained)
    return network.to(device)


def main() -> None:
    arguments = _arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(arguments.seed)
    torch.backends.cuda.enable_cudnn_sdp(False)  # it plans anew for every length of a text
    order = np.random.default_rng(arguments.seed)
    about = json.loads((arguments.examples / "about.json").read_text(encoding="utf-8"))
    rising = torch.tensor(about["rising"], device=device)
    plan = {name: float(share) for name, share in (entry.split(":") for entry in arguments.plan.split(","))}
    files = {name: arguments.examples / f"{name}.npz" for name in plan}
    examples = Examples(files, about["pair_features"], device)
    dev = Examples({name: arguments.examples / f"{name}.npz" for name in DEV}, about["pair_features"], device)
    network = started(arguments, about, device)
    teachers = [
        load_weights(Path(each), device).to(torch.bfloat16) for each in filter(None, arguments.teachers.split(","))
    ]
    disguise = Disguise(about, arguments.hidden_words, device)
    network.to(torch.bfloat16)
    encoder, heads = grouped(network)
    updates = Updates([(encoder, arguments.encoder_rate), (heads, arguments.rate)])
    begun = reported = time.monotonic()
    losses: list[torch.Tensor] = []
    step = seen = epoch = 0
    spent = 0.0
    while spent < 1:
        epoch += 1
        for true in examples.shuffled(drawn(examples, plan, order), arguments.batch, order):
            spent = max(step / arguments.updates, (time.monotonic() - begun) / 60 / arguments.minutes)
            if spent >= 1:
                break
            network.train()
            batch = disguise(true)
            with torch.no_grad():
                taught = [
                    score(each, each.encoder(true.pieces, true.in_question, true.mask), true, rising)
                    for each in teachers
                ]
            states = network.drop(network.encoder(batch.pieces, batch.in_question, batch.mask))
            loss = loss_of(score(network, states, batch, rising), batch, taught, arguments.taught)
            loss.backward()
            rate = min(1.0, (step + 1) / _WARM) * max(0.01, 1 - spent)
            updates.update(rate, max(1 / arguments.mean, 1 / (step + 1)))
            step, seen = step + 1, seen + len(true.pieces)
            losses = [*losses[-199:], loss.detach()]
            if time.monotonic() - reported > arguments.report:
                reported = time.monotonic()
                updates.show_mean()
                shown = " ".join(_dev(network, dev, name, rising) for name in DEV)
                updates.show_weights()
                recent = float(torch.stack(losses).mean())
                print(
                    f"epoch {epoch} step {step} {seen / (reported - begun):.0f}/s loss {recent:.3f} {shown}", flush=True
                )
    updates.show_mean()
    shown = {name: _dev(network, dev, name, rising) for name in DEV}
    print(f"epoch {epoch} step {step} seen {seen} {' '.join(shown.values())}", flush=True)
    updates.exact_mean(network)
    save_weights(network, arguments.out)
    sizes = {name: len(examples.part[name]) for name in plan}
    _record(arguments, plan, sizes, {"updates": step, "problems_seen": seen, "dev": shown})


def _dev(network: StepNetwork, dev: Examples, part: str, rising: torch.Tensor) -> str:
    """Loss, share of derivations found greedily, and reasons found on a part of dev."""
    network.eval()
    losses, greedy, reasons = [], [], []
    with torch.no_grad():
        for numbers in in_order(dev.part[part], dev.lengths, 128):
            batch = dev.batch(numbers)
            scored = score(network, network.encoder(batch.pieces, batch.in_question, batch.mask), batch, rising)
            losses.append(-(scored.gold * scored.real).sum(1)[batch.solved])
            greedy.append(scored.greedy[batch.solved].float())
            reasons.append(((scored.reasons.argmax(-1) > 0) == (batch.reason > 0)).float())
    loss, found, judged = (float(torch.cat(each).mean()) for each in (losses, greedy, reasons))
    return f"{part} {loss:.3f}/{100 * found:.1f}/{100 * judged:.1f}"


def _record(
    arguments: argparse.Namespace, plan: Mapping[str, float], sizes: Mapping[str, int], result: Mapping[str, Any]
) -> None:
    """What the weights were learned from and how, for the model folder."""

    def before(path: Path | None) -> Any:
        file = path and path.with_suffix(".provenance.json")
        return json.loads(file.read_text(encoding="utf-8")) if file and file.exists() else None

    record = {
        "sources": [{"name": name, "problems": sizes[name], "share_of_an_epoch": plan[name]} for name in plan],
        "settings": {
            name: getattr(arguments, name)
            for name in ("encoder", "layers", "keep", "batch", "rate", "encoder_rate", "hidden_words", "taught", "seed")
        },
        "result": dict(result),
        "start": arguments.start and arguments.start.name,
        "weights": before(arguments.weights),
        "teachers": [before(Path(each)) for each in filter(None, arguments.teachers.split(","))],
        "torch": torch.__version__,
    }
    arguments.out.with_suffix(".provenance.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--encoder", default="minilm", help="minilm, mpnet or mpnet6")
    parser.add_argument("--start", type=Path, help="pretrained weights of the encoder (start_weights.py)")
    parser.add_argument("--keep", default="", help="layers of the pretrained encoder to keep, as 0,2,4")
    parser.add_argument("--weights", type=Path, help="weights of an earlier run, to go on from")
    parser.add_argument("--teachers", default="", help="weights of networks to learn from, with commas")
    parser.add_argument("--taught", type=float, default=0.6, help="how much the teachers count")
    parser.add_argument("--plan", default=PLAN)
    parser.add_argument("--layers", type=int, default=2, help="layers of the decoder")
    parser.add_argument("--updates", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=60, help="stop here even if updates are left")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--encoder-rate", type=float, default=4e-4)
    parser.add_argument("--hidden-words", type=float, default=0.06, help="share of the words hidden while learning")
    parser.add_argument("--mean", type=float, default=800, help="the mean of the weights is over about so many updates")
    parser.add_argument("--report", type=float, default=60, help="seconds between reports")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
