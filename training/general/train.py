"""Train a step model: `python training/general/train.py --examples build/general --start FILE --out FILE`.

Needs only torch, numpy and safetensors beside the arrays that prepare.py wrote, and runs on a GPU where there is one.
The plan says which share of each part an epoch draws. With --teachers it learns from other networks too: from their
probabilities, and from what the encoder of the first makes of each word. They read the same changed texts. With
--minutes 0 nothing is learned, and the weights (or the mean of several) are only measured and written.
"""

from __future__ import annotations

import argparse
import json
import re
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import torch
from batches import VIEWS, Batch, Examples, Numbers, drawn, in_order
from flat import Updates, grouped
from learning import Scored, score
from network import Shape, StepNetwork
from reviewing import Candidates, Choice, chosen_rightly, review_loss, review_scores
from safetensors.torch import load_file, save_file
from start_weights import compressed, restored, some_layers
from torch.nn import functional

PLAN = "general:1,gsm8k:1,train:1,families:0.5"
DEV = "general_dev,dev,gsm8k_held"
MASK = 103
_LAST_MARK = 4
"""The marks before quantities are the word pieces from 1 on (arithmetree.marking.marked_text)."""
_LAST_SPECIAL = 103
"""Word pieces up to this number are marks and special pieces of BERT's vocabulary."""
_RECORDED = (
    "encoder", "layers", "keep", "back", "batch", "rate", "encoder_rate", "hidden_words", "taught", "states",
    "only", "without", "choose_by", "frozen", "warm", "mean", "seed", "reviewed", "review_batch", "review_share",
    "review_moves", "judged",
)  # fmt: skip
_SMOOTHING = 0.02
_CONTRADICTORY = 3
"""Its place among the reasons of examples.py."""
_FORGOTTEN = 0.12
"""In this share of the texts no right derivation is among those to choose from."""
_REVIEW_WEIGHTS = (0.25, 0.5, 1.0, 2.0)
"""What a review may count beside the probability of an answer; measured on the dev parts."""
_LEARNED = frozenset({"general", "families", "train", "paired", "generated", "gsm8k"})
_CHOSEN_BY = frozenset({"general_dev", "dev"})
_FORERUNNERS = ("weights", "teachers")
_FOLD = re.compile(r"fold\d")
"""The folds of a set in the closed protocol (alg514.py), which are named for what they leave out."""


def check_parts(plan: Iterable[str], dev: Iterable[str], choose_by: Iterable[str]) -> None:
    """SystemExit if a held-out part would be learned from, or one that is not for choosing would choose."""
    for option, names, accepted in (
        ("--plan", plan, _LEARNED),
        ("--dev", dev, _CHOSEN_BY | {"gsm8k_held"}),
        ("--choose-by", choose_by, _CHOSEN_BY),
    ):
        others = sorted(name for name in names if name not in accepted and not _FOLD.fullmatch(name))
        if others:
            raise SystemExit(f"{option} has {', '.join(others)}; accepted are {', '.join(sorted(accepted))}")


class Disguise:
    """Texts changed a little while learning: words hidden, punctuation or number words left out, other stand-ins."""

    def __init__(self, about: Mapping[str, Any], hidden: float, device: torch.device) -> None:
        self._hidden = hidden
        self._groups = [torch.tensor(group, device=device) for group in about["stand_ins"]]
        self._punctuation = torch.tensor(about["punctuation"], device=device)
        self._number_words = torch.tensor(about["number_words"], device=device)
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
        in_digits = torch.rand((len(pieces), 1), device=self._device) < 0.3  # "three" is left out like "3"
        after_mark = functional.pad((pieces[:, :-1] > 0) & (pieces[:, :-1] <= _LAST_MARK), (1, 0))
        left_out = left_out | (in_digits & after_mark & torch.isin(pieces, self._number_words))
        return _replaced(batch, pieces=torch.where(hidden, MASK, pieces), mask=batch.mask * ~left_out)


def _replaced(batch: Batch, **changed: torch.Tensor) -> Batch:
    return Batch(**{**vars(batch), **changed})


class Ablation:
    """Leaves some of the features out, to see what they are worth."""

    NAMES = ("values", "pairs")

    def __init__(self, names: str) -> None:
        self._names = set(filter(None, names.split(",")))
        unknown = self._names - set(self.NAMES)
        if unknown:
            raise SystemExit(f"--without has {', '.join(unknown)}; accepted are {', '.join(self.NAMES)}")

    def __call__(self, batch: Batch) -> Batch:
        if "values" in self._names:
            batch = _replaced(batch, features=batch.features * 0, step_features=batch.step_features * 0)
        if "pairs" in self._names:
            batch = _replaced(batch, bits=batch.bits * 0)
        return batch


def far_apart(states: torch.Tensor, wanted: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """How far the states of the words are from those of a teacher, as a share of their own variance."""
    real = mask.unsqueeze(-1).float()
    apart = ((states.float() - wanted.float()) ** 2 * real).sum()
    return apart / ((wanted.float() ** 2) * real).sum().clamp(min=1e-6)


def loss_of(scored: Scored, batch: Batch, taught: Sequence[Scored], share: float, judging: float) -> torch.Tensor:
    """Moves, the gold ones and those of the teachers, and gold reasons; `judging` is how much the reasons count."""
    moves = -(scored.gold.clamp(min=-20) * scored.real).sum(1)
    reasons = functional.cross_entropy(scored.reasons, batch.reason, reduction="none", label_smoothing=_SMOOTHING)
    if taught:
        wanted = torch.stack([each.logits.exp() for each in taught]).mean(0)
        soft = -((wanted * scored.logits.clamp(min=-30)).sum(-1) * scored.real).sum(1)
        moves = (1 - share) * moves + share * soft
    return (moves + judging * reasons).mean()


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
        return _earlier(arguments, device)
    shape = Shape(
        encoder=arguments.encoder, operations=len(about["operations"]),
        constants=len(about["constants"]) + about["unknowns"], value_features=about["value_features"],
        pair_features=about["pair_features"], reasons=len(about["reasons"]), layers=arguments.layers,
        reviews=bool(arguments.reviewed), compares=True,
    )  # fmt: skip
    network = StepNetwork(shape)
    pretrained = restored(load_file(arguments.start))
    if arguments.keep:
        pretrained = some_layers(pretrained, tuple(map(int, arguments.keep.split(","))))
    network.encoder.load_state_dict(pretrained)
    return network.to(device)


def _earlier(arguments: argparse.Namespace, device: torch.device) -> StepNetwork:
    """A trained network, the mean of several, or one with only some layers of its encoder.

    What only some of them have, as a review, is the mean of those; the first has all that the others have.
    """
    files = [Path(each) for each in arguments.weights.split(",")]
    states = [load_weights(each).state_dict() for each in files]
    state = {name: torch.stack([each[name].float() for each in states if name in each]).mean(0) for name in states[0]}
    shape = Shape(**json.loads(files[0].with_suffix(".json").read_text(encoding="utf-8")))
    if arguments.keep:
        shape = replace(shape, encoder=arguments.encoder)
        start = "encoder."
        encoder = {name.removeprefix(start): value for name, value in state.items() if name.startswith(start)}
        kept = some_layers(encoder, tuple(map(int, arguments.keep.split(","))))
        state = {name: value for name, value in state.items() if not name.startswith(start)}
        state |= {start + name: value for name, value in kept.items()}
    if arguments.back:
        pretrained = restored(load_file(arguments.start))
        state |= {
            f"encoder.{name}": (1 - arguments.back) * state[f"encoder.{name}"] + arguments.back * value
            for name, value in pretrained.items()
        }
    network = StepNetwork(replace(shape, reviews=shape.reviews or bool(arguments.reviewed), compares=True))
    new = [start for start, had in (("review.", shape.reviews), ("judge.", shape.compares)) if not had]
    network.load_state_dict(state | {k: v for k, v in network.state_dict().items() if k.startswith(tuple(new))})
    return network.to(device)


def main() -> None:
    arguments = _arguments()
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    torch.manual_seed(0)  # all runs start from the same weights, so that their mean makes sense
    torch.backends.cuda.enable_cudnn_sdp(False)  # it plans again for every text length
    order = np.random.default_rng(arguments.seed)
    about = json.loads((arguments.examples / "about.json").read_text(encoding="utf-8"))
    rising = torch.tensor(about["rising"], device=device)
    plan = {name: float(share) for name, share in (entry.split(":") for entry in arguments.plan.split(","))}
    check_parts(plan, filter(None, arguments.dev.split(",")), filter(None, arguments.choose_by.split(",")))
    files = {name: arguments.examples / f"{name}.npz" for name in plan}
    examples = Examples(files, about["pair_features"], device)
    parts = [name for name in arguments.dev.split(",") if name]
    dev = Examples({name: arguments.examples / f"{name}.npz" for name in parts}, about["pair_features"], device)
    network = started(arguments, about, device)
    network.encoder.freeze(arguments.frozen)
    torch.manual_seed(arguments.seed)
    teachers = [
        load_weights(Path(each), device).to(torch.bfloat16) for each in filter(None, arguments.teachers.split(","))
    ]
    for teacher in teachers:
        teacher.requires_grad_(False)
    reviewed = [name for name in arguments.reviewed.split(",") if name]
    check_parts(reviewed, (), ())
    candidates, dev_candidates = (
        _candidates(arguments.examples, names, among, device, with_own=learn) if reviewed else None
        for names, among, learn in ((reviewed, examples, True), (set(parts) & _CHOSEN_BY, dev, False))
    )
    disguise = Disguise(about, arguments.hidden_words, device)
    ablation = Ablation(arguments.without)
    chosen = {name: _part_of(examples, name, arguments.only) for name in plan}
    network.to(torch.bfloat16)
    encoder, heads = grouped(network)
    updates = Updates([(encoder, arguments.encoder_rate), (heads, arguments.rate)])
    begun = reported = time.monotonic()
    losses: list[torch.Tensor] = []
    chosen_losses: list[torch.Tensor] = []
    reviews = None if candidates is None else examples.without_end(candidates.numbers, arguments.review_batch, order)
    step = seen = epoch = 0
    spent = best = 0.0
    while arguments.minutes and spent < 1:
        epoch += 1
        for _, true in examples.shuffled(drawn(chosen, plan, order), arguments.batch, order):
            spent = max(step / arguments.updates, (time.monotonic() - begun) / 60 / arguments.minutes)
            if spent >= 1:
                break
            network.train()
            batch = ablation(disguise(true))
            with torch.no_grad():
                wanted = [each.encoder(batch.pieces, batch.in_question, batch.mask) for each in teachers]
                taught = [score(each, states, batch, rising) for each, states in zip(teachers, wanted, strict=True)]
            states = network.encoder(batch.pieces, batch.in_question, batch.mask)
            loss = loss_of(
                score(network, network.drop(states), batch, rising), batch, taught, arguments.taught, arguments.judged
            )
            if wanted and wanted[0].shape == states.shape:
                loss = loss + arguments.states * far_apart(states, wanted[0], batch.mask)
            loss.backward()
            if reviews is not None and candidates is not None:
                numbers, true = next(reviews)
                batch = ablation(disguise(true))
                text = network.encoder.all_states(batch.pieces, batch.in_question, batch.mask)
                choice = _choice(candidates, numbers, batch, examples)
                again = review_loss(review_scores(network, text, batch, choice), choice, _FORGOTTEN)
                chosen_losses = [*chosen_losses[-199:], again.detach()]
                moves = loss_of(score(network, network.drop(text[-1]), batch, rising), batch, [], 0.0, arguments.judged)
                (arguments.review_moves * moves + arguments.review_share * again).backward()
                seen += len(numbers)
            rate = min(1.0, (step + 1) / arguments.warm) * max(0.01, 1 - spent)
            updates.update(rate, max(1 / arguments.mean, 1 / (step + 1)))
            step, seen = step + 1, seen + len(true.pieces)
            losses = [*losses[-199:], loss.detach()]
            if time.monotonic() - reported > arguments.report:
                reported = time.monotonic()
                updates.show_mean()
                measured = {name: _dev(network, dev, name, rising, ablation, dev_candidates) for name in parts}
                updates.show_weights()
                shown = " ".join(text for text, _ in measured.values())
                if (found := _share(measured, arguments.choose_by)) > best:
                    best = found
                    updates.remember()
                recent = "/".join(f"{float(torch.stack(each).mean()):.3f}" for each in (losses, chosen_losses) if each)
                print(f"epoch {epoch} step {step} {seen / (reported - begun):.0f}/s loss {recent} {shown}", flush=True)
    updates.show_mean()
    measured = {name: _dev(network, dev, name, rising, ablation, dev_candidates) for name in parts}
    if best > _share(measured, arguments.choose_by):
        updates.recall()
        updates.show_mean()
        measured = {name: _dev(network, dev, name, rising, ablation, dev_candidates) for name in parts}
    shown = {name: text for name, (text, _) in measured.items()}
    print(f"epoch {epoch} step {step} seen {seen} {' '.join(shown.values())}", flush=True)
    found = {key: right for _, each in measured.values() for key, right in each.items()}
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.with_suffix(".dev.json").write_text(json.dumps(found), encoding="utf-8")
    updates.exact_mean(network)
    save_weights(network, arguments.out)
    sizes = {name: len(chosen[name]) for name in plan}
    _record(arguments, plan, sizes, {"updates": step, "problems_seen": seen, "dev": shown})


def _part_of(examples: Examples, name: str, only: str) -> Numbers:
    """The examples of a part, or as many of its families as --only says; a larger share holds every smaller one."""
    shares = dict(entry.split(":") for entry in filter(None, only.split(",")))
    share = float(shares.get(name, 1))
    numbers = examples.part[name]
    if share >= 1:
        return numbers
    # What comes before the last hyphen of an id is the file of its writer, so no family is in two shares.
    files = [str(key).partition("-")[0] for key in examples.ids[numbers]]
    return numbers[[int(sha256(file.encode()).hexdigest()[:8], 16) < share * 2**32 for file in files]]


def _candidates(
    folder: Path, names: Iterable[str], examples: Examples, device: torch.device, *, with_own: bool
) -> Candidates:
    files = {name: folder / f"{name}.candidates.npz" for name in sorted(names)}
    return Candidates(files, examples, device, with_own=with_own)


def _choice(candidates: Candidates, numbers: Numbers, batch: Batch, examples: Examples) -> Choice:
    leaves = torch.from_numpy(examples.leaves[numbers]).to(batch.pieces.device)
    return candidates.choice(numbers, batch.places.shape[1], leaves)


def _dev(
    network: StepNetwork,
    dev: Examples,
    part: str,
    rising: torch.Tensor,
    ablation: Ablation,
    candidates: Candidates | None = None,
) -> tuple[str, dict[str, list[bool]]]:
    """Loss, share of derivations found greedily and reasons found, for each view; and which were found.

    With candidates also the share of right answers among those found by the model that ships, as it is and by how much
    the review counts, of all that have an answer; and the share of texts without an answer where none looks right.
    """
    network.eval()
    texts: list[str] = []
    right: dict[str, list[bool]] = {}
    for view in VIEWS:
        losses, greedy, reasons = [], [], []
        with torch.no_grad():
            for numbers in in_order(dev.part[part], dev.lengths, 256):
                batch = ablation(dev.batch(numbers, view=view))
                scored = score(network, network.encoder(batch.pieces, batch.in_question, batch.mask), batch, rising)
                losses.append(-(scored.gold * scored.real).sum(1)[batch.solved])
                greedy.append(scored.greedy[batch.solved].float())
                doubts = torch.logsumexp(scored.reasons[:, 1:], -1) - scored.reasons[:, 0]
                reasons.append(torch.stack([doubts, batch.reason.float()], 1))
                for number, found in zip(numbers[batch.solved.cpu().numpy()], greedy[-1].tolist(), strict=True):
                    right.setdefault(str(dev.ids[number]), []).append(bool(found))
        loss, found = (float(torch.cat(each).mean()) for each in (losses, greedy))
        texts.append(f"{loss:.3f}/{100 * found:.1f}/{_refused(*torch.cat(reasons).T)}")
    if candidates is not None and np.intersect1d(dev.part[part], candidates.numbers).size:
        texts.append(_dev_reviews(network, dev, part, candidates, right))
    return f"{part} {' '.join(texts)}", right


def _refused(doubts: torch.Tensor, reason: torch.Tensor) -> str:
    """Where the judge alone refuses 3 % of the solvable: the share of the others refused, and of the contradictory."""
    solvable = reason == 0
    if solvable.all():
        return "-"
    refused = (doubts > torch.quantile(doubts[solvable], 0.97)).float()
    clash = reason == _CONTRADICTORY
    return "/".join(f"{100 * float(refused[each].mean()):.0f}" for each in (~solvable, clash) if each.any())


def _dev_reviews(
    network: StepNetwork, dev: Examples, part: str, candidates: Candidates, right: dict[str, list[bool]]
) -> str:
    """The shares of right answers by how much the review counts; those at 1 are added to `right`."""
    weights = (0.0, *_REVIEW_WEIGHTS)
    shares: list[torch.Tensor] = []
    none: list[torch.Tensor] = []
    with torch.no_grad():
        for numbers in in_order(np.intersect1d(dev.part[part], candidates.numbers), dev.lengths, 128):
            batch = dev.batch(numbers)
            text = network.encoder.all_states(batch.pieces, batch.in_question, batch.mask)
            choice = _choice(candidates, numbers, batch, dev)
            scores = review_scores(network, text, batch, choice)
            found = torch.stack([chosen_rightly(scores, choice, weight) for weight in weights], 1)
            shares.append(found[batch.solved].float())
            sure = scores.float().masked_fill(~choice.there, -100).amax(1)
            none.append(torch.stack([sure, batch.solved.float()], 1))
            for number, one in zip(numbers[batch.solved.cpu().numpy()], found[batch.solved, 3].tolist(), strict=True):
                right.setdefault(str(dev.ids[number]), []).append(bool(one))
    means = [f"{100 * float(value):.1f}" for value in torch.cat(shares).mean(0)]
    sure, solved = torch.cat(none).T
    refused = "-"
    if bool((solved == 0).any()):
        limit = torch.quantile(sure[solved > 0], 0.03)
        refused = f"{100 * float((sure[solved == 0] < limit).float().mean()):.0f}"
    return f"chosen {'/'.join(means)} refused {refused}"


def _share(measured: Mapping[str, tuple[str, dict[str, list[bool]]]], parts: str) -> float:
    """The share of derivations that were found greedily in some parts, over both views."""
    found = [right for part in filter(None, parts.split(",")) for each in measured[part][1].values() for right in each]
    return sum(found) / len(found) if found else 0.0


def _record(
    arguments: argparse.Namespace, plan: Mapping[str, float], sizes: Mapping[str, int], result: Mapping[str, Any]
) -> None:
    """What the weights were learned from and how, for the model folder."""

    def before(files: str) -> list[Any]:
        found = [Path(each).with_suffix(".provenance.json") for each in filter(None, files.split(","))]
        return [json.loads(file.read_text(encoding="utf-8")) for file in found]

    weights = before(arguments.weights)
    record = {
        "sources": [{"name": name, "problems": sizes[name], "share_of_an_epoch": plan[name]} for name in plan],
        "settings": {name: getattr(arguments, name) for name in _RECORDED},
        "result": dict(result),
        "start": arguments.start and arguments.start.name,
        "weights": weights,
        "teachers": before(arguments.teachers),
        "torch": torch.__version__,
    }
    if not arguments.minutes and weights:  # nothing was learned: a mean is described by the first run that is in it
        first = weights[0]
        record |= {"sources": first["sources"], "settings": first["settings"], "start": first["start"]}
        record["result"] = {**first["result"], "mean_of": len(weights), "dev": result["dev"]}
    text = json.dumps(each_once(record, set()), indent=1)
    arguments.out.with_suffix(".provenance.json").write_text(text + "\n", encoding="utf-8")


def each_once(record: Mapping[str, Any], known: set[str]) -> dict[str, Any]:
    """A record of weights whose forerunners, and theirs, are described once each, and after that by their key alone."""
    if "same_as" in record:
        return dict(record)
    own = {name: value for name, value in record.items() if name not in _FORERUNNERS}
    key = own.setdefault("key", sha256(json.dumps(own, sort_keys=True).encode()).hexdigest()[:12])
    if key in known:
        return {"same_as": key}
    known.add(key)
    return own | {
        name: [each_once(one, known) for one in record[name] or []] for name in _FORERUNNERS if name in record
    }


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--examples", type=Path, required=True)
    parser.add_argument("--encoder", default="minilm", help="minilm, mpnet or mpnet6")
    parser.add_argument("--start", type=Path, help="pretrained weights of the encoder (start_weights.py)")
    parser.add_argument("--keep", default="", help="layers of the encoder to keep, as 0,2,4")
    parser.add_argument("--weights", default="", help="weights to go on from; of several, with commas, the mean")
    parser.add_argument(
        "--back", type=float, default=0.0, help="with --weights: how far the encoder goes back towards --start, 0 to 1"
    )
    parser.add_argument("--teachers", default="", help="weights of networks to learn from, with commas")
    parser.add_argument("--taught", type=float, default=0.6, help="how much the teachers count")
    parser.add_argument("--states", type=float, default=1.0, help="how much the first teacher's states count")
    parser.add_argument("--only", default="", help="learn from a share of a part only, as general:0.25")
    parser.add_argument("--without", default="", help=f"features to leave out: {', '.join(Ablation.NAMES)}")
    parser.add_argument("--plan", default=PLAN)
    parser.add_argument("--dev", default=DEV, help="parts to measure on while learning")
    parser.add_argument(
        "--choose-by",
        default="",
        help="of the means that are reported, keep the one that finds most in these dev parts",
    )
    parser.add_argument("--reviewed", default="", help="parts whose candidates (candidates.py) are reviewed")
    parser.add_argument("--review-batch", type=int, default=256)
    parser.add_argument("--review-share", type=float, default=1.0, help="how much the loss of reviewing counts")
    parser.add_argument(
        "--review-moves", type=float, default=0.4, help="how much the moves of the texts that are reviewed count there"
    )
    parser.add_argument("--judged", type=float, default=1.0, help="how much the reasons to refuse count")
    parser.add_argument("--frozen", type=int, default=0, help="first layers of the encoder that do not learn")
    parser.add_argument("--layers", type=int, default=2, help="layers of the decoder")
    parser.add_argument("--updates", type=int, default=10_000)
    parser.add_argument("--minutes", type=float, default=60, help="stop here even if updates are left")
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--warm", type=int, default=400, help="updates over which the rates rise")
    parser.add_argument("--encoder-rate", type=float, default=4e-4)
    parser.add_argument("--hidden-words", type=float, default=0.06, help="share of the words hidden while learning")
    parser.add_argument("--mean", type=float, default=800, help="the mean of the weights is over about so many updates")
    parser.add_argument("--report", type=float, default=60, help="seconds between reports")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
