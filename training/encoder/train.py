"""Train the encoder: `python training/encoder/train.py --examples build/encoder --pretrained FILE --out FOLDER`.

Runs on a CPU or a GPU and gives the same weights for the same seed on the same machine. Needs torch and transformers,
and nothing of our package: the examples are arrays (prepare.py). The loss is the exact tree-level likelihood: minus
the log-probability of the gold expression among all expressions over the numbers of the text.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import torch
from arrays import NO_GOLD, Batch, Store, Table, batches, listed
from compress import compressed, restored
from network import Network, Shape
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import BertConfig, MPNetConfig

TRAITS = 22
REASONS = 6
MIRROR = (0, 1, 3, 2, 5, 4)


@dataclass(frozen=True)
class Teacher:
    """Scores of the parts of every example, the mean of several trained networks, and their scores of traits."""

    rows: Mapping[str, torch.Tensor]
    traits: torch.Tensor

    @classmethod
    def load(cls, paths: Sequence[Path], device: str) -> Teacher:
        """Read what `--predict` of other runs wrote, several parts of each joined."""
        sums: dict[str, np.ndarray] = {}
        counts: dict[str, int] = {}
        traits = []
        for path in paths:
            with np.load(path) as stored:
                for id in stored.files:
                    if id == "traits":
                        traits.append(stored[id])
                        continue
                    sums[id] = sums.get(id, 0) + stored[id]
                    counts[id] = counts.get(id, 0) + 1
        rows = {id: torch.from_numpy(total / counts[id]).to(device) for id, total in sums.items()}
        return cls(rows, torch.from_numpy(np.mean(traits, 0)).to(device))


def losses(
    network: Network, batch: Batch, other: Batch | None, table: Table | None, lessons: torch.Tensor | None,
    teacher: Teacher | None, arguments: argparse.Namespace,
) -> torch.Tensor:  # fmt: skip
    """The mean loss of a batch; `other` are the same problems in other words, on which the network should agree."""
    use, pair, reasons = forward(network, batch, arguments.feature_drop)
    again = None if other is None else forward(network, other, arguments.feature_drop)
    n = use.shape[1]
    weight, rows = batch["weight"], batch["with_gold"]
    total = arguments.refusal * nn.functional.cross_entropy(reasons, batch["reason"], reduction="none")
    if len(rows) and n >= 2:
        used, labels = batch["used"][rows], batch["labels"][rows]
        known = labels != NO_GOLD

        def local_loss(use: torch.Tensor, pair: torch.Tensor) -> torch.Tensor:
            by_use = nn.functional.binary_cross_entropy_with_logits(use[rows], used.to(use.dtype), reduction="none")
            by_pair = nn.functional.cross_entropy(
                pair[rows].reshape(-1, 6), torch.where(known, labels, 0).reshape(-1), reduction="none"
            ).reshape(labels.shape)
            return by_use.mean(1) + (by_pair * known).sum(1) / known.sum(1).clamp(min=1)

        structured = local = local_loss(use, pair)
        if table is not None:
            traits, gold = batch["traits"][rows], batch["gold"][rows]

            def log_probabilities(use: torch.Tensor, pair: torch.Tensor) -> torch.Tensor:
                scores = table.scores(use[rows].float(), pair[rows].float(), traits, network.traits)
                return torch.log_softmax(scores, 1)

            first = log_probabilities(use, pair)
            structured = -torch.logsumexp(listed(first, gold), 1)
            if again is not None:
                second = log_probabilities(again[0], again[1])
                structured = 0.5 * (structured - torch.logsumexp(listed(second, gold), 1))
                apart = (first.exp() - second.exp()) * (first - second).masked_fill(~table.valid, 0.0)
                structured = structured + arguments.agree * apart.sum(1)
                local = 0.5 * (local + local_loss(again[0], again[1]))
            if lessons is not None and teacher is not None:
                taught = lessons[rows]
                told = table.scores(
                    taught[:, :n], taught[:, n : n + pair.shape[1] * 6].reshape(-1, pair.shape[1], 6), traits,
                    teacher.traits,
                )  # fmt: skip
                wanted = torch.softmax(told, 1)
                soft = -(wanted * first.masked_fill(~table.valid, 0.0)).sum(1)
                structured = (1 - arguments.taught) * structured + arguments.taught * soft
            structured = structured + arguments.local * local
        total = total.index_add(0, rows, structured.to(total.dtype))
    return (total * weight).sum() / weight.sum()


def forward(
    network: Network, batch: Batch, feature_drop: float = 0.0
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    features = {name: batch[name] for name in ("relevance", "pairs", "mirrored")}
    if feature_drop and network.training:
        for name, numbers in features.items():
            keep = torch.rand(numbers.shape, device=numbers.device) >= feature_drop
            features[name] = numbers * keep
    return network(
        batch["pieces"], batch["in_question"], batch["mask"], batch["marks"],
        features["relevance"], features["pairs"], features["mirrored"], batch["earlier"], batch["later"],
    )  # fmt: skip


@torch.no_grad()
def evaluate(network: Network, store: Store, numbers: Sequence[int], tables: dict[int, Table]) -> dict[str, float]:
    """Right answers among the problems with one (too many quantities count as wrong), and how refusals are ranked."""
    network.eval()
    right = asked = 0
    refuse: list[tuple[float, bool]] = []
    loss = 0.0
    for members in batches(store.sizes, numbers, 64, None):
        table = tables.get(int(store.sizes[members[0]]))
        batch = store.batch(members, table, {}, None)
        with torch.autocast(store.device, dtype=torch.bfloat16, enabled=store.device == "cuda"):
            use, pair, reasons = forward(network, batch)
        refuse += list(
            zip((1 - torch.softmax(reasons.float(), -1)[:, 0]).tolist(), (batch["reason"] != 0).tolist(), strict=True)
        )
        answerable = batch["reason"] == 0
        asked += int(answerable.sum())
        if table is not None:
            scores = table.scores(use.float(), pair.float(), batch["traits"], network.traits)
            hits = (batch["right"] == scores.argmax(1, keepdim=True)).any(1)
            right += int((hits & answerable).sum())
            nll = torch.logsumexp(scores, 1) - torch.logsumexp(listed(scores, batch["gold"]), 1)
            loss += float(nll[answerable].sum())
    network.train()
    bad = sorted((p for p, is_bad in refuse if is_bad), reverse=True)
    good = sorted((p for p, is_bad in refuse if not is_bad), reverse=True)
    found = {"right": 100 * right / max(1, asked), "loss": loss / max(1, asked)}
    if bad and good:
        limit = good[int(0.03 * len(good))]
        found["refused at 3 % wrongly"] = 100 * sum(p > limit for p in bad) / len(bad)
    return found


def run_stage(
    network: Network,
    average: dict[str, torch.Tensor] | None,
    store: Store,
    examples: Sequence[int],
    weights: Mapping[int, float],
    checks: Mapping[str, Sequence[int]],
    tables: dict[int, Table],
    teacher: Teacher | None,
    arguments: argparse.Namespace,
    *,
    epochs: int,
    order: np.random.Generator,
    report: bool,
) -> list[dict[str, object]]:
    heads = [p for name, p in network.named_parameters() if not name.startswith("bert.") and name != "traits"]
    body = [p for name, p in network.named_parameters() if name.startswith("bert.")]
    optimizer = torch.optim.AdamW(
        [
            {"params": body, "lr": arguments.rate},
            {"params": heads, "lr": arguments.head_rate},
            {"params": [network.traits], "lr": arguments.trait_rate, "weight_decay": 0.0},
        ],
        weight_decay=0.01,
        fused=store.device == "cuda",
    )
    steps = epochs * sum(1 for _ in batches(store.sizes, examples, arguments.batch, None))
    warm = max(1, steps // 15)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min(step / warm, 1.0) * 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps))),
    )
    history: list[dict[str, object]] = []
    network.train()
    for epoch in range(epochs):
        began, total, count = time.time(), torch.zeros((), device=store.device), 0
        for members in batches(store.sizes, examples, arguments.batch, order):
            table = tables.get(int(store.sizes[members[0]]))
            batch = store.batch(members, table, weights, order)
            other = store.batch(members, None, weights, order) if arguments.agree else None
            lessons = None
            if teacher is not None and table is not None:
                lessons = torch.stack([teacher.rows[str(store.ids[number])] for number in members])
            with torch.autocast(store.device, dtype=torch.bfloat16, enabled=store.device == "cuda"):
                loss = losses(network, batch, other, table, lessons, teacher, arguments)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total, count = total + loss.detach(), count + 1
            if average is not None:
                with torch.no_grad():
                    torch._foreach_lerp_(list(average.values()), list(network.parameters()), 0.002)
        if report and (epoch == epochs - 1 or epoch % 4 == 3):
            found = {name: evaluate(network, store, held, tables) for name, held in checks.items()}
            entry = {"epoch": epoch + 1, "loss": float(total) / count, "seconds": time.time() - began, **found}
            history.append(entry)
            print(arguments.out.name, json.dumps(entry), flush=True)
    return history


def held_out(id: str) -> bool:
    """A tenth of GSM8K, to validate on a data set of another style."""
    return sum(id.encode()) % 10 == 0


def prepared_device(seed: int) -> str:
    """The device to train on, everything random set to the seed."""
    torch.manual_seed(seed)
    torch.set_num_threads(2)
    return "cuda" if torch.cuda.is_available() else "cpu"


def new_network(arguments: argparse.Namespace) -> Network:
    """A network with the weights of the pretrained encoder, or with all those of an earlier run."""
    names = json.loads((arguments.examples / "features.json").read_text())
    shape = Shape(
        len(names["relevance"]), len(names["pair"]), TRAITS, REASONS,
        bag=arguments.bag, hidden=arguments.hidden, dropout=arguments.dropout,
    )  # fmt: skip
    kind = json.loads(arguments.config.read_text())["model_type"]
    config = {"bert": BertConfig, "mpnet": MPNetConfig}[kind].from_json_file(arguments.config)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = arguments.dropout
    network = Network(config, shape, MIRROR)
    if arguments.start is not None:
        network.load_state_dict(restored(load_file(arguments.start)), strict=False)
    else:
        load_pretrained(network, arguments.pretrained)
    return network


def save_weights(network: Network, path: Path) -> None:
    """Write the weights in few bytes."""
    save_file(compressed({name: value.cpu() for name, value in network.state_dict().items()}), path)


def settings() -> argparse.ArgumentParser:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--pretrained", type=Path, help="safetensors of the pretrained encoder")
    parser.add_argument("--start", type=Path, help="weights of an earlier run to go on from, instead")
    parser.add_argument("--config", type=Path, required=True, help="its config.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--parts", default="train,families,gsm8k,augmented", help="parts to train on, joined by commas")
    parser.add_argument("--sets", default="", help="benchmark sets to train on, joined by commas")
    parser.add_argument("--minus", type=Path, help="JSON list of ids to leave out")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--pretraining", type=int, default=1, help="epochs over generated problems first")
    parser.add_argument("--generated", type=int, default=10**6, help="generated problems at most")
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--rate", type=float, default=1e-4)
    parser.add_argument("--head-rate", type=float, default=1e-3)
    parser.add_argument("--trait-rate", type=float, default=3e-2)
    parser.add_argument("--local", type=float, default=0.3)
    parser.add_argument("--refusal", type=float, default=0.3)
    parser.add_argument("--feature-drop", type=float, default=0.1)
    parser.add_argument("--bag", type=int, default=96)
    parser.add_argument("--hidden", type=int, default=256)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--gsm8k", type=float, default=1.0, help="weight of GSM8K")
    parser.add_argument(
        "--gsm8k-refused", type=float, default=1.0, help="weight of its problems out of scope, most of it as it is"
    )
    parser.add_argument(
        "--mix-generated", type=float, default=0.0, help="weight of generated problems in the main stage"
    )
    parser.add_argument("--everything", action="store_true", help="train on the validation parts as well")
    parser.add_argument("--predict", default="", help="parts whose scores are written, joined by commas")
    parser.add_argument("--agree", type=float, default=0.0, help="how much two wordings of a problem must agree")
    parser.add_argument("--teacher", type=Path, nargs="*", default=[], help="scores that other runs wrote (--predict)")
    parser.add_argument("--taught", type=float, default=0.5, help="share of the loss that is the teacher's")
    parser.add_argument("--save", action="store_true", help="write the weights")
    parser.add_argument("--average", action="store_true", help="keep a running average of the weights")
    return parser


def main() -> None:
    arguments = settings().parse_args()
    device = prepared_device(arguments.seed)
    order = np.random.default_rng(arguments.seed)
    arguments.out.mkdir(parents=True, exist_ok=True)
    store = Store(sorted(arguments.examples.glob("*.npz.xz")), TRAITS, device)
    tables = Table.load(arguments.examples / "tables.npz", device)
    network = new_network(arguments).to(device)
    left_out = set(json.loads(arguments.minus.read_text())) if arguments.minus else set()
    sets = set(filter(None, arguments.sets.split(",")))

    weights: dict[int, float] = {}

    def usable(part: str) -> list[int]:
        chosen = [
            number
            for number in store.parts[part]
            if store.ids[number] not in left_out and (part != "benchmarks" or store.sources[number] in sets)
        ]
        weight = {"gsm8k": arguments.gsm8k, "generated": arguments.mix_generated}.get(part, 1.0)
        weights.update((number, weight) for number in chosen if weight != 1.0)
        if part == "gsm8k":
            weights.update((number, arguments.gsm8k_refused) for number in chosen if store.reasons[number])
        return chosen

    gsm8k = set(store.parts["gsm8k"])
    chosen = [number for part in arguments.parts.split(",") for number in usable(part)]
    if sets:
        chosen += usable("benchmarks")
    main_stage = [number for number in chosen if number not in gsm8k or not held_out(str(store.ids[number]))]
    checks: dict[str, Sequence[int]] = {
        "dev": usable("dev"),
        "gsm8k": [number for number in usable("gsm8k") if held_out(str(store.ids[number]))],
    }
    if arguments.everything:
        main_stage += [*checks["dev"], *checks["gsm8k"]]
    if arguments.mix_generated:
        main_stage += usable("generated")[: arguments.generated]
    teacher = Teacher.load(arguments.teacher, device) if arguments.teacher else None
    if arguments.pretraining:
        generated = store.parts["generated"][: arguments.generated]
        run_stage(
            network, None, store, generated, {}, {}, tables, None, arguments,
            epochs=arguments.pretraining, order=order, report=False,
        )  # fmt: skip
        if arguments.save:
            save_weights(network, arguments.out / "pretrained.safetensors")
    average = None
    if arguments.average:
        average = {name: value.detach().clone() for name, value in network.named_parameters()}
    history = run_stage(
        network, average, store, main_stage, weights, checks, tables, teacher, arguments,
        epochs=arguments.epochs, order=order, report=True,
    )  # fmt: skip
    if average is not None:
        network.load_state_dict(average, strict=False)
        found = {name: evaluate(network, store, held, tables) for name, held in checks.items()}
        history.append({"averaged": True, **found})
        print(arguments.out.name, "averaged", json.dumps(found), flush=True)
    for part in filter(None, arguments.predict.split(",")):
        rows = score_rows(network, store, store.parts[part])
        traits = network.traits.detach().float().cpu().numpy()
        np.savez(arguments.out / f"{part}-scores.npz", traits=traits, **rows)
    if arguments.save:
        save_weights(network, arguments.out / "weights.safetensors")
    record = {
        "shape": asdict(network.shape),
        "arguments": vars(arguments),
        "history": history,
        "examples": len(main_stage),
    }
    (arguments.out / "training.json").write_text(json.dumps(record, indent=1, default=str))


def load_pretrained(network: Network, path: Path) -> None:
    """The pretrained weights, compressed or not."""
    stored = {name: value for name, value in restored(load_file(path)).items() if not name.startswith("pooler.")}
    missing, unexpected = network.bert.load_state_dict(stored, strict=False)
    ours = ("position_ids", "segments.weight")
    surprising = [name for name in (*missing, *unexpected) if not name.endswith(ours)]
    if surprising:
        raise SystemExit(f"{path} does not fit the encoder: {surprising[:5]}")


@torch.no_grad()
def score_rows(network: Network, store: Store, numbers: Sequence[int]) -> dict[str, np.ndarray]:
    """The raw scores of problems by id, each as one row: use, pairs, reasons."""
    network.eval()
    rows: dict[str, np.ndarray] = {}
    for members in batches(store.sizes, numbers, 64, None):
        with torch.autocast(store.device, dtype=torch.bfloat16, enabled=store.device == "cuda"):
            scores = forward(network, store.batch(members, None, {}, None))
        joined = torch.cat([part.float().flatten(1) for part in scores], 1).cpu().numpy().astype(np.float32)
        rows.update((str(store.ids[number]), row) for number, row in zip(members, joined, strict=True))
    return rows


if __name__ == "__main__":
    main()
