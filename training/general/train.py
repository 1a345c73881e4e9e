"""Train the step model: `python training/general/train.py --examples build/general --minutes 80`.

The lower layers of the encoder stay as they are, and what they give for each text is computed once; the upper layers,
the reader and the decoder learn. One processor is enough. The plan says which share of each part an epoch draws.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import numpy as np
import torch
from batches import Batch, Part, collate, shuffled
from examples import REASONS
from learning import score
from network import Shape, StepNetwork
from safetensors.torch import load_file, save_file
from start_weights import encoder_weights
from torch.nn import functional
from transformers import BertConfig

from arithmetree.steps.features import VALUE_FEATURES
from arithmetree.steps.leaves import UNKNOWNS

ROOT = Path(__file__).parents[2]
START = ROOT / "src" / "arithmetree" / "models" / "trees" / "encoder.onnx"
PLAN = "general:1,gsm8k:1,train:0.5,families:0.2"
STATES = 384


def bert_config() -> BertConfig:
    """The encoder: all-MiniLM-L6."""
    config = BertConfig(
        vocab_size=30522, hidden_size=STATES, num_hidden_layers=6, num_attention_heads=12, intermediate_size=1536,
        hidden_dropout_prob=0.1, attention_probs_dropout_prob=0.0,
    )  # fmt: skip
    config._attn_implementation = "sdpa"
    return config


class Lower:
    """What the lower layers give for every piece of a part, in half precision."""

    def __init__(self, network: StepNetwork, part: Part, layers: int, wanted: np.ndarray) -> None:
        self._part = part
        self._starts = np.zeros(len(part), dtype=np.int64)
        self._starts[wanted] = np.cumsum(part.lengths[wanted]) - part.lengths[wanted]
        self._states = torch.zeros(int(part.lengths[wanted].sum()), STATES, dtype=torch.float16)
        order = wanted[np.argsort(part.lengths[wanted], kind="stable")]
        with torch.no_grad():
            for start in range(0, len(order), 64):
                numbers = order[start : start + 64]
                batch = collate([(part, int(i)) for i in numbers])
                with torch.autocast("cpu", dtype=torch.bfloat16):
                    found = network.lower(batch.pieces, batch.in_question, batch.mask, layers).half()
                for row, i in enumerate(numbers):
                    n = int(part.lengths[i])
                    self._states[self._starts[i] : self._starts[i] + n] = found[row, :n]

    def rows(self, number: int) -> torch.Tensor:
        """The states of one example."""
        start = int(self._starts[number])
        return self._states[start : start + int(self._part.lengths[number])]


def states_of(lower: dict[Part, Lower], rows: list[tuple[Part, int]], length: int) -> torch.Tensor:
    """The lower states of a batch, padded."""
    found = torch.zeros(len(rows), length, STATES)
    for k, (part, i) in enumerate(rows):
        states = lower[part].rows(i)
        found[k, : len(states)] = states
    return found


def loss_of(network: StepNetwork, states: torch.Tensor, batch: Batch, weight: torch.Tensor) -> torch.Tensor:
    """Moves and reasons; a slight smoothing keeps the moves from becoming too sure."""
    scored = score(network, states, batch)
    moves = -(scored.gold.clamp(min=-20) * scored.real).sum(1)
    reasons = functional.cross_entropy(scored.reasons.float(), batch.reason, reduction="none", label_smoothing=0.02)
    return ((moves + reasons) * weight).mean()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--plan", default=PLAN)
    parser.add_argument("--minutes", type=float, default=80)
    parser.add_argument("--frozen", type=int, default=3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--start", type=Path, help="weights of an earlier run")
    parser.add_argument("--rate", type=float, default=6e-4)
    parser.add_argument("--upper-rate", type=float, default=1.2e-4)
    parser.add_argument("--hidden-words", type=float, default=0.06, help="share of the words hidden while learning")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--out", type=Path, required=True)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    torch.manual_seed(arguments.seed)
    torch.backends.cuda.enable_flash_sdp(False)  # on a processor its backward pass is the slower one
    order = np.random.default_rng(arguments.seed)
    constants = json.loads((arguments.examples / "constants.json").read_text(encoding="utf-8"))
    shape = Shape(len(constants) + len(UNKNOWNS), VALUE_FEATURES, len(REASONS))
    network = StepNetwork(bert_config(), shape)
    network.bert.load_state_dict(encoder_weights(START), strict=False)
    if arguments.start:
        network.load_state_dict(load_file(arguments.start))
    plan = {name: float(share) for name, share in (entry.split(":") for entry in arguments.plan.split(","))}
    parts = {name: Part(arguments.examples / f"{name}.npz") for name in plan}
    dev = Part(arguments.examples / "general_dev.npz")
    network.eval()
    begun = time.monotonic()
    lower: dict[Part, Lower] = {}
    drawable: dict[str, np.ndarray] = {}
    for name, part in parts.items():
        # Of a part of which little is drawn, a few epochs' worth is enough.
        most = min(len(part), int(len(part) * plan[name] * 4)) if plan[name] < 0.5 else len(part)
        drawable[name] = np.sort(order.permutation(len(part))[:most])
        lower[part] = Lower(network, part, arguments.frozen, drawable[name])
        print(f"{name}: {len(drawable[name])} texts, {time.monotonic() - begun:.0f} s", flush=True)
    chosen = np.sort(np.random.default_rng(0).permutation(np.flatnonzero(dev.solved))[:400])
    lower[dev] = Lower(network, dev, arguments.frozen, chosen)
    top = [p for layer in network.bert.encoder.layer[arguments.frozen :] for p in layer.parameters()]
    rest = [*network.reader.parameters(), *network.compose.parameters(), *network.decoder.parameters()]
    optimizer = torch.optim.AdamW(
        [{"params": top, "peak": arguments.upper_rate}, {"params": rest, "peak": arguments.rate}],
        lr=1e-4, weight_decay=0.01, betas=(0.9, 0.98), fused=True,
    )  # fmt: skip
    learned = [*top, *rest]
    mean = [p.detach().clone() for p in learned]
    begun = time.monotonic()
    allowed = arguments.minutes * 60
    step, reported, losses, seen, epoch = 0, begun, [], 0, 0
    done = False
    while not done:
        epoch += 1
        rows = []
        for name, share in plan.items():
            pool = drawable[name]
            wanted = int(len(parts[name]) * share)
            picked = order.permutation(pool)[:wanted]
            rows += [(parts[name], int(i)) for i in picked]
        for cut in shuffled(rows, arguments.batch, order):
            spent = (time.monotonic() - begun) / allowed
            if spent >= 1:
                done = True
                break
            rise = min(1.0, (step + 1) / 300)
            for group in optimizer.param_groups:
                group["lr"] = group["peak"] * rise * max(0.02, 1 - spent)
            network.train()
            batch = collate(cut)
            states = states_of(lower, cut, batch.pieces.shape[1])
            with torch.autocast("cpu", dtype=torch.bfloat16):
                # Now and then a word is not read at all, so that no single one decides.
                states = states * (torch.rand(states.shape[:2]) >= arguments.hidden_words).unsqueeze(-1)
                states = network.through(states, batch.mask, arguments.frozen, 6)
                loss = loss_of(network, network.drop(states), batch, torch.ones(len(cut)))
            loss.backward()
            torch.nn.utils.clip_grad_norm_(learned, 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step, seen = step + 1, seen + len(cut)
            losses.append(float(loss.detach()))
            if step % 4 == 0:
                with torch.no_grad():
                    torch._foreach_lerp_(mean, [p.detach() for p in learned], min(0.02, 4 / (step + 4)))
            if time.monotonic() - reported > 240:
                reported = time.monotonic()
                _swap(learned, mean)
                shown = _dev(network, dev, chosen, lower, arguments.frozen)
                rate, loss_now = seen / (reported - begun), np.mean(losses[-200:])
                print(f"epoch {epoch} step {step} seen {seen} {rate:.0f}/s loss {loss_now:.3f} dev {shown}", flush=True)
                _save(network, shape, arguments.out)
                _swap(learned, mean)
    _swap(learned, mean)
    print(
        f"epoch {epoch} step {step} seen {seen} dev {_dev(network, dev, chosen, lower, arguments.frozen)}", flush=True
    )
    _save(network, shape, arguments.out)
    _record(arguments, plan, {name: len(part) for name, part in parts.items()}, seen)


def _record(arguments: argparse.Namespace, plan: dict[str, float], sizes: dict[str, int], seen: int) -> None:
    """What the weights were learned from and how, for the model folder."""
    before = arguments.start and arguments.start.with_suffix(".provenance.json")
    record = {
        "sources": [{"name": name, "problems": sizes[name], "share_of_an_epoch": plan[name]} for name in plan],
        "stages": [
            *(json.loads(before.read_text(encoding="utf-8"))["stages"] if before and before.exists() else ()),
            {
                "plan": arguments.plan, "problems_seen": seen, "frozen_layers": arguments.frozen,
                "batch": arguments.batch, "rates": [arguments.rate, arguments.upper_rate], "seed": arguments.seed,
                "torch": torch.__version__,
            },
        ],
    }  # fmt: skip
    arguments.out.with_suffix(".provenance.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def _swap(learned: list[torch.Tensor], mean: list[torch.Tensor]) -> None:
    """Exchange the weights and their mean over the last steps."""
    with torch.no_grad():
        for one, other in zip(learned, mean, strict=True):
            kept = one.detach().clone()
            one.copy_(other)
            other.copy_(kept)


def _dev(network: StepNetwork, dev: Part, chosen: np.ndarray, lower: dict[Part, Lower], frozen: int) -> str:
    """Loss and share of derivations found greedily on a fixed part of dev."""
    network.eval()
    greedy, losses = [], []
    order = chosen[np.argsort(dev.lengths[chosen], kind="stable")]
    with torch.no_grad():
        for start in range(0, len(order), 32):
            rows = [(dev, int(i)) for i in order[start : start + 32]]
            batch = collate(rows)
            with torch.autocast("cpu", dtype=torch.bfloat16):
                states = network.through(states_of(lower, rows, batch.pieces.shape[1]), batch.mask, frozen, 6)
                scored = score(network, states, batch)
            greedy += scored.greedy.tolist()
            losses += (-(scored.gold * scored.real).sum(1)).tolist()
    return f"loss {np.mean(losses):.3f} greedy {100 * np.mean(greedy):.1f}"


def _save(network: StepNetwork, shape: Shape, out: Path) -> None:
    out.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: value.contiguous() for name, value in network.state_dict().items()}, out)
    out.with_suffix(".json").write_text(json.dumps(vars(shape)), encoding="utf-8")


if __name__ == "__main__":
    main()
