"""What the model decided by: for each step and each number left out, what spoke for it and against the second best.

A step stands for the label of the pairs whose lowest common ancestor it is. Its margin is what the scores of these
pairs give that label above the best other one, and it is a sum: a share for each feature of the linear scorer
(`LinearScorer.shares`), what is usual, and what the encoder adds. Numbers left out are weighed by their relevance.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache, partial
from math import fsum

import numpy as np

from arithmetree.explanation.signal_words import Wordings
from arithmetree.expressions import (
    LABELS,
    UNDEFINED,
    Label,
    Labeling,
    Node,
    Op,
    Pair,
    Tree,
    Value,
    evaluate,
    format_value,
    labels_of,
    quantities,
)
from arithmetree.features import ProblemFacts
from arithmetree.linear import FloatArray
from arithmetree.model import MIRROR, Judgement, Scorer
from arithmetree.scores import Scores
from arithmetree.solution import Evidence, Signal, Span
from arithmetree.word_lists import table

BASE, ENCODER, REST = "base", "encoder", "rest"
"""Names of what is no feature: what is usual, the encoder's scores, and what a link that is not linear adds."""

USED = "used"
"""The second best of a number that is left out."""

FIRM_FROM = 0.6
"""How probable a decision must be to be told without "most likely"; chosen on the dev part of the corpus."""

_ROUNDING = 1e-9

_Spoke = tuple[str, tuple[int, ...], float]
"""A feature by name, the quantities it is seen from, and its share of the margin."""


@dataclass(frozen=True)
class Weighing:
    """The decisions of one solution and all that they were weighed by.

    `others` are the best trees of the other answers, each with its probability; `confidence` is that of the answer.
    """

    facts: ProblemFacts
    model: Scorer
    judgement: Judgement
    tree: Tree
    confidence: float
    others: tuple[tuple[Tree, float], ...] = ()

    def of_step(self, node: Node) -> Evidence:
        """Why a node of the tree has its operation."""
        crossing = tuple((i, j) for i in quantities(node.left) for j in quantities(node.right))
        values = [quantity.value for quantity in self.facts.quantities]
        sides = evaluate(node.left, values), evaluate(node.right, values)
        chosen = LABELS.index(Label.of(node.op, is_reversed=False))
        totals = self._totals(self.judgement.scores, crossing)
        rivals = [at for at, label in enumerate(LABELS) if at != chosen and _is_sensible(label, sides)]
        rival = max(rivals, key=totals.__getitem__)
        features = self._totals(self.judgement.from_features, crossing)
        labels = _labeling(self.tree)
        pairs = [(min(pair), max(pair)) for pair in crossing]
        shared = fsum(share for tree, share in self.others if _agrees(_labeling(tree), labels, pairs))
        return self._evidence(
            _written(LABELS[rival], sides),
            float(totals[chosen] - totals[rival]),
            float(features[chosen] - features[rival]),
            shared,
            partial(self._of_pairs, crossing, chosen, rival),
        )

    def of_unused(self, number: int) -> Evidence:
        """Why a quantity is left out."""
        margin, lead = (
            float(scores.unused[number] - scores.used[number])
            for scores in (self.judgement.scores, self.judgement.from_features)
        )
        shared = fsum(share for tree, share in self.others if number not in quantities(tree))
        return self._evidence(USED, margin, lead, shared, partial(self._of_relevance, number))

    def _evidence(self, over: str, margin: float, lead: float, shared: float, spoke: partial[list[_Spoke]]) -> Evidence:
        """Evidence whose signals are found when they are asked for: reading the features again takes its time."""
        from_features = self.model.linear_weight * lead
        confidence = min(1.0, self.confidence + shared)
        # Relevance alone does not decide that a number is left out: what it would be joined to counts as well.
        is_supported = margin > 0 and (over == USED or from_features > 0)
        return Evidence(
            over,
            margin,
            from_features,
            confidence,
            is_supported and confidence >= FIRM_FROM,
            cache(partial(self._signals, spoke, margin, from_features)),
        )

    @cached_property
    def _pair_weight(self) -> float:
        return float(self.judgement.scores.pair_weight[sum(1 for _ in quantities(self.tree))])

    def _totals(self, scores: Scores, crossing: Iterable[Pair]) -> FloatArray:
        """What a tree gains by each label between what stands left and what stands right."""
        rows = (scores.pair[i, j] if i < j else scores.pair[j, i, MIRROR] for i, j in crossing)
        return np.asarray(self._pair_weight * sum(rows))

    def _of_pairs(self, crossing: tuple[Pair, ...], chosen: int, rival: int) -> list[_Spoke]:
        linear = self.model.linear
        settings = linear.settings
        is_halved = settings.link == "log-probability" and settings.mirrored
        weight = self._pair_weight * self.model.linear_weight * (0.5 if is_halved else 1.0)
        spoke: list[_Spoke] = []
        for pair in crossing:
            views = {pair, pair[::-1]} if settings.mirrored else {(min(pair), max(pair))}
            for places in sorted(views):
                contrast = np.zeros(len(LABELS))
                for_it, against = (chosen, rival) if places == pair else (MIRROR[chosen], MIRROR[rival])
                contrast[for_it], contrast[against] = weight, -weight
                base, shares = linear.pair.shares(settings.features.of_pair(self.facts, *places), contrast)
                spoke += [(name, places, share) for name, share in shares]
                spoke.append((BASE, (), base))
        return spoke

    def _of_relevance(self, number: int) -> list[_Spoke]:
        linear = self.model.linear
        settings = linear.settings
        scale = settings.irrelevance_weight if settings.link == "margin" and not settings.averaged else 1.0
        contrast = np.array([-self.model.linear_weight * scale])
        base, shares = linear.relevance.shares(settings.features.of_quantity(self.facts, number), contrast)
        spoke: list[_Spoke] = [(name, (number,), share) for name, share in shares]
        return [*spoke, (BASE, (), base)]

    def _signals(self, found: partial[list[_Spoke]], margin: float, from_features: float) -> tuple[Signal, ...]:
        """The signals, the strongest first; features that say the same in the same words are one signal."""
        spoke = found()
        rest = from_features - fsum(share for _, _, share in spoke)
        if abs(rest) > _ROUNDING:
            spoke.append((REST, (), rest))
        if self.model.linear is not self.model:
            spoke.append((ENCODER, (), margin - from_features))
        joined: dict[tuple[str | None, str, Span | None], list[_Spoke]] = {}
        for name, places, share in spoke:
            words, span = self._words(name, places, share)
            joined.setdefault((words, "" if words else name, span), []).append((name, places, share))
        signals = [
            Signal(
                fsum(share for _, _, share in same),
                words,
                span,
                tuple(dict.fromkeys(_name(name, places) for name, places, _ in same)),
            )
            for (words, _, span), same in joined.items()
        ]
        return tuple(sorted(signals, key=lambda signal: (-abs(signal.weight), signal.features)))

    def _words(self, name: str, places: tuple[int, ...], share: float) -> tuple[str | None, Span | None]:
        if name == ENCODER:
            words: str = table("signals")["text-model"]["for" if share >= 0 else "against"]
            return words.format(margin=f"{abs(share):.1f}"), None
        found = self._wordings.of(name, places) if places else None
        return (None, None) if found is None else (found.words, found.span)

    @cached_property
    def _wordings(self) -> Wordings:
        return Wordings(self.facts)


def _name(name: str, places: tuple[int, ...]) -> str:
    """A feature with the quantities that it calls 1 and 2, by their index."""
    return f"{name} @ {','.join(map(str, places))}" if places else name


def _is_sensible(label: Label, sides: tuple[Value, Value]) -> bool:
    """Nobody takes away more than there is or divides by nothing; that needs no weighing."""
    left, right = sides[::-1] if label.is_reversed else sides
    if left is UNDEFINED or right is UNDEFINED:
        return True
    return left >= right if label.op is Op.SUB else right != 0 if label.op is Op.DIV else True


def _written(label: Label, sides: tuple[Value, Value]) -> str:
    left, right = sides[::-1] if label.is_reversed else sides
    assert left is not UNDEFINED
    assert right is not UNDEFINED
    return f"{format_value(left)} {label.op} {format_value(right)}"


def _agrees(other: Labeling, labels: Labeling, pairs: Iterable[Pair]) -> bool:
    return all(other.get(pair) is labels[pair] for pair in pairs)


@lru_cache(maxsize=4096)
def _labeling(tree: Tree) -> Labeling:
    """The same few small trees come up in problem after problem."""
    return labels_of(tree)
