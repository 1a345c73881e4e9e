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
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch
from arrays import Example, Part, Table, batches, stream
from compress import compressed, restored
from network import Network, Shape
from safetensors.torch import load_file, save_file
from torch import nn
from transformers import BertConfig

TRAITS = 22
REASONS = 6
MIRROR = (0, 1, 3, 2, 5, 4)
NO_GOLD = 255


def losses(
    network: Network, batch: dict[str, torch.Tensor], tables: dict[int, Table], arguments: argparse.Namespace
) -> torch.Tensor:
    """The mean loss of a batch."""
    use, pair, reasons = forward(network, batch, arguments.feature_drop if network.training else 0.0)
    n = use.shape[1]
    weight = batch["weight"]
    has_gold = batch["used"][:, 0] != NO_GOLD
    total = arguments.refusal * nn.functional.cross_entropy(reasons, batch["reason"], reduction="none")
    if has_gold.any() and n >= 2:
        rows = has_gold.nonzero().squeeze(1)
        used, labels = batch["used"][rows], batch["labels"][rows]
        local_use = nn.functional.binary_cross_entropy_with_logits(use[rows], used.to(use.dtype), reduction="none")
        known = labels != NO_GOLD
        local_pair = nn.functional.cross_entropy(
            pair[rows].reshape(-1, 6), torch.where(known, labels, 0).reshape(-1), reduction="none"
        ).reshape(labels.shape)
        local = local_use.mean(1) + (local_pair * known).sum(1) / known.sum(1).clamp(min=1)
        structured = local
        if n in tables:
            table = tables[n]
            scores = table.scores(use[rows].float(), pair[rows].float(), batch["traits"][rows], network.traits)
            gold = scores.masked_fill(~batch["gold"][rows], float("-inf"))
            structured = torch.logsumexp(scores, 1) - torch.logsumexp(gold, 1) + arguments.local * local
        total = total.index_add(0, rows, structured.to(total.dtype))
    return (total * weight).sum() / weight.sum()


def forward(
    network: Network, batch: dict[str, torch.Tensor], feature_drop: float = 0.0
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    features = {name: batch[name] for name in ("relevance", "pairs", "mirrored")}
    if feature_drop:
        for name, numbers in features.items():
            keep = torch.rand(numbers.shape, device=numbers.device) >= feature_drop
            features[name] = numbers * keep
    return network(
        batch["pieces"], batch["in_question"], batch["mask"], batch["marks"],
        features["relevance"], features["pairs"], features["mirrored"], batch["earlier"], batch["later"],
    )  # fmt: skip


@torch.no_grad()
def evaluate(
    network: Network, examples: Sequence[Example], tables: dict[int, Table], device: str, workers: int = 0
) -> dict[str, float]:
    """Right answers among the problems with one (too many quantities count as wrong), and how refusals are ranked."""
    network.eval()
    right = asked = 0
    refuse: list[tuple[float, bool]] = []
    loss = 0.0
    for batch in stream(list(batches(examples, 64, None)), tables, device, seed=None, workers=workers):
        with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
            use, pair, reasons = forward(network, batch)
        n = use.shape[1]
        refuse += list(
            zip((1 - torch.softmax(reasons.float(), -1)[:, 0]).tolist(), (batch["reason"] != 0).tolist(), strict=True)
        )
        answerable = (batch["reason"] == 0).tolist()
        asked += sum(answerable)
        if n in tables:
            scores = tables[n].scores(use.float(), pair.float(), batch["traits"], network.traits)
            best = scores.argmax(1)
            hits = batch["right"][torch.arange(len(best)), best].tolist()
            right += sum(h and a for h, a in zip(hits, answerable, strict=True))
            gold = scores.masked_fill(~batch["gold"], float("-inf"))
            nll = torch.logsumexp(scores, 1) - torch.logsumexp(gold, 1)
            loss += float(nll[batch["reason"] == 0].sum())
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
    examples: Sequence[Example],
    checks: dict[str, Sequence[Example]],
    tables: dict[int, Table],
    arguments: argparse.Namespace,
    device: str,
    *,
    epochs: int,
    rate: float,
    order: np.random.Generator,
    report: bool,
) -> list[dict[str, object]]:
    heads = [p for name, p in network.named_parameters() if not name.startswith("bert.") and name != "traits"]
    body = [p for name, p in network.named_parameters() if name.startswith("bert.")]
    optimizer = torch.optim.AdamW(
        [
            {"params": body, "lr": rate},
            {"params": heads, "lr": arguments.head_rate},
            {"params": [network.traits], "lr": arguments.trait_rate, "weight_decay": 0.0},
        ],
        weight_decay=0.01,
    )
    steps = epochs * sum(1 for _ in batches(examples, arguments.batch, None))
    warm = max(1, steps // 15)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda step: min(step / warm, 1.0) * 0.5 * (1 + math.cos(math.pi * min(1.0, step / steps))),
    )
    history: list[dict[str, object]] = []
    network.train()
    for epoch in range(epochs):
        began, total, count = time.time(), torch.zeros((), device=device), 0
        made = list(batches(examples, arguments.batch, order))
        seed = (arguments.seed, epoch)
        for batch in stream(made, tables, device, seed=seed, workers=arguments.workers):
            with torch.autocast(device, dtype=torch.bfloat16, enabled=device == "cuda"):
                loss = losses(network, batch, tables, arguments)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            total, count = total + loss.detach(), count + 1
            if average is not None:
                with torch.no_grad():
                    torch._foreach_lerp_(list(average.values()), list(network.parameters()), 0.002)
        if report and (epoch == epochs - 1 or epoch % 3 == 2):
            found = {name: evaluate(network, held, tables, device, arguments.workers) for name, held in checks.items()}
            entry = {"epoch": epoch + 1, "loss": float(total) / count, "seconds": time.time() - began, **found}
            history.append(entry)
            print(arguments.out.name, json.dumps(entry), flush=True)
    return history


def held_out(id: str) -> bool:
    """A tenth of GSM8K, to validate on a data set of another style."""
    return sum(id.encode()) % 10 == 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--pretrained", type=Path, required=True, help="safetensors of the pretrained encoder")
    parser.add_argument("--config", type=Path, required=True, help="its config.json")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--parts", default="train,gsm8k,augmented", help="parts to train on, joined by commas")
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
        "--mix-generated", type=float, default=0.0, help="weight of generated problems in the main stage"
    )
    parser.add_argument("--everything", action="store_true", help="train on the validation parts as well")
    parser.add_argument("--predict", default="", help="parts whose scores are written, joined by commas")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches ready")
    parser.add_argument("--save", action="store_true", help="write the weights")
    parser.add_argument("--average", action="store_true", help="keep a running average of the weights")
    arguments = parser.parse_args()
    device = "cuda" if torch.cuda.is_available() else "cpu"
    torch.manual_seed(arguments.seed)
    torch.set_num_threads(2)
    order = np.random.default_rng(arguments.seed)
    arguments.out.mkdir(parents=True, exist_ok=True)
    parts = {path.name.split(".")[0]: Part(path) for path in sorted(arguments.examples.glob("*.npz.xz"))}
    tables = Table.load(arguments.examples / "tables.npz", device)
    names = json.loads((arguments.examples / "features.json").read_text())
    shape = Shape(
        len(names["relevance"]), len(names["pair"]), TRAITS, REASONS,
        bag=arguments.bag, hidden=arguments.hidden, dropout=arguments.dropout,
    )  # fmt: skip
    config = BertConfig.from_json_file(arguments.config)
    config.hidden_dropout_prob = config.attention_probs_dropout_prob = arguments.dropout
    network = Network(config, shape, MIRROR)
    load_pretrained(network, arguments.pretrained)
    network.to(device)
    left_out = set(json.loads(arguments.minus.read_text())) if arguments.minus else set()
    sets = set(filter(None, arguments.sets.split(",")))

    def usable(part: str) -> list[Example]:
        chosen = []
        for i, (id, source) in enumerate(zip(parts[part].ids, parts[part].sources, strict=True)):
            if id in left_out or (part == "benchmarks" and source not in sets):
                continue
            weight = {"gsm8k": arguments.gsm8k, "generated": arguments.mix_generated}.get(part, 1.0)
            chosen.append(Example(parts[part], i, weight))
        return chosen

    chosen = [e for part in arguments.parts.split(",") for e in usable(part)]
    if sets:
        chosen += usable("benchmarks")
    main_stage = [e for e in chosen if e.part is not parts["gsm8k"] or not held_out(str(e.part.ids[e.index]))]
    checks: dict[str, Sequence[Example]] = {
        "dev": usable("dev"),
        "gsm8k": [e for e in usable("gsm8k") if held_out(str(e.part.ids[e.index]))],
    }
    if arguments.everything:
        main_stage += [*checks["dev"], *checks["gsm8k"]]
    generated = [Example(parts["generated"], i) for i in range(min(arguments.generated, len(parts["generated"])))]
    if arguments.mix_generated:
        main_stage += usable("generated")
    if arguments.pretraining:
        run_stage(
            network, None, generated, checks, tables, arguments, device,
            epochs=arguments.pretraining, rate=arguments.rate, order=order, report=False,
        )  # fmt: skip
    average = None
    if arguments.average:
        average = {name: value.detach().clone() for name, value in network.named_parameters()}
    history = run_stage(
        network, average, main_stage, checks, tables, arguments, device,
        epochs=arguments.epochs, rate=arguments.rate, order=order, report=True,
    )  # fmt: skip
    if average is not None:
        network.load_state_dict(average, strict=False)
        found = {name: evaluate(network, held, tables, device, arguments.workers) for name, held in checks.items()}
        history.append({"averaged": True, **found})
        print(arguments.out.name, "averaged", json.dumps(found), flush=True)
    for part in filter(None, arguments.predict.split(",")):
        write_scores(network, parts[part], tables, arguments.out / f"{part}-scores.npz", device)
    if arguments.save:
        weights = compressed({name: value.cpu() for name, value in network.state_dict().items()})
        save_file(weights, arguments.out / "weights.safetensors")
    settings = {name: str(value) if isinstance(value, Path) else value for name, value in vars(arguments).items()}
    record = {"shape": asdict(shape), "arguments": settings, "history": history, "examples": len(main_stage)}
    (arguments.out / "training.json").write_text(json.dumps(record, indent=1))


def load_pretrained(network: Network, path: Path) -> None:
    """The pretrained weights, compressed or not."""
    stored = {name: value for name, value in restored(load_file(path)).items() if not name.startswith("pooler.")}
    missing, unexpected = network.bert.load_state_dict(stored, strict=False)
    surprising = [name for name in (*missing, *unexpected) if "position_ids" not in name]
    if surprising:
        raise SystemExit(f"{path} does not fit the encoder: {surprising[:5]}")


@torch.no_grad()
def write_scores(network: Network, part: Part, tables: dict[int, Table], path: Path, device: str) -> None:
    """The raw scores of every problem of a part, for calibration and ensembling."""
    network.eval()
    rows: dict[str, np.ndarray] = {}
    made = list(batches([Example(part, i) for i in range(len(part))], 64, None))
    for members, batch in zip(made, stream(made, tables, device, seed=None, workers=0), strict=True):
        use, pair, reasons = forward(network, batch)
        for i, example in enumerate(members):
            rows[str(part.ids[example.index])] = np.concatenate(
                [use[i].float().cpu().numpy(), pair[i].float().cpu().numpy().ravel(), reasons[i].float().cpu().numpy()]
            ).astype(np.float32)
    np.savez_compressed(path, traits=network.traits.detach().float().cpu().numpy(), **rows)


if __name__ == "__main__":
    main()
