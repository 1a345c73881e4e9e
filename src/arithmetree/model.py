"""A model: two linear scorers, how their outputs become scores, and where it came from. Saved as data only.

A model folder holds `model.json` (format version, labels, feature names, settings, provenance), `weights.safetensors`
and `SHA256SUMS`. It is written whole or not at all (arithmetree.model_saving).
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import Any, Literal, Protocol, get_args

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load, save

from arithmetree.confidence import Confidence
from arithmetree.errors import ModelError, ModelPathError
from arithmetree.expressions import LABELS, Label
from arithmetree.features import FeatureSet, ProblemFacts, ProblemFeatures
from arithmetree.knowledge import TRAITS, Knowledge, LearnedKnowledge
from arithmetree.linear import FloatArray, LinearScorer, Vocabulary
from arithmetree.model_folder import SHIPPED as SHIPPED
from arithmetree.model_folder import ModelFolder, check_version, remedy
from arithmetree.scores import Scores, places_of_pairs
from arithmetree.search import Constraint, Integral, Positive

FORMAT = "arithmetree-linear"
FORMAT_VERSION = 2
SETTINGS_FILE = "model.json"
WEIGHTS_FILE = "weights.safetensors"

MIRROR = [LABELS.index(Label.of(label.op, is_reversed=not label.is_reversed)) for label in LABELS]
"""Where the label of a pair is when the pair is seen from its other side."""

Link = Literal["tree", "log-probability", "margin"]
ConstraintSetting = Literal["all", "positive", "integral", "none", "learned"]
CONSTRAINT_SETTINGS: tuple[ConstraintSetting, ...] = ("all", "positive", "integral", "none", "learned")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model turns features into scores.

    `link` says what the linear outputs are: parts of a tree's log-weight ("tree"), logits of two separate classifiers
    ("log-probability"), or margins of support vector machines ("margin", the paper's). `mirrored` scores each pair
    from both sides with the same weights; `averaged` is the averaging of docs/method.md.
    """

    features: FeatureSet
    link: Link
    mirrored: bool
    averaged: bool
    irrelevance_weight: float = 1.0

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Settings:
        """Read what a model file says; ValueError for what no model of ours has."""
        features = FeatureSet(
            tuple(record["relevance_groups"]), tuple(record["pair_groups"]), _switch(record["conjunctions"])
        )
        if features.unknown:
            raise ValueError(f"its feature groups {features.unknown} are not known here")
        if record["link"] not in get_args(Link):
            raise ValueError(f"its link {record['link']!r} is not known here")
        weight = float(record["irrelevance_weight"])
        if not isfinite(weight):
            raise ValueError("its weight of irrelevance is not a number")
        return cls(features, record["link"], _switch(record["mirrored"]), _switch(record["averaged"]), weight)


@dataclass(frozen=True, eq=False)
class Judgement:
    """What a model says of a problem: its score table, and the probability of each reason to refuse if it knows any."""

    scores: Scores
    refusals: Mapping[str, float] = field(default_factory=dict)


class Scorer(Protocol):
    """A model that scores read-once trees."""

    @property
    def confidence(self) -> Confidence | None: ...

    def judge(self, facts: ProblemFacts) -> Judgement: ...

    def constraints(self, facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]: ...


@dataclass(frozen=True, eq=False)
class Model:
    """The linear model: two linear scorers and learned world knowledge."""

    settings: Settings
    relevance: LinearScorer  # one outcome: for using the quantity
    pair: LinearScorer  # six outcomes, in the order of LABELS
    traits: FloatArray | None  # weights of the world knowledge, where it was learned
    provenance: Mapping[str, object] = field(default_factory=dict)
    confidence: Confidence | None = None

    def judge(self, facts: ProblemFacts) -> Judgement:
        """The scores of a problem; a linear model knows no reasons to refuse."""
        scores = self.scores(self.settings.features.of(facts, mirrored=self.settings.mirrored))
        return Judgement(scores)

    def scores(self, features: ProblemFeatures) -> Scores:
        """The score table of a problem."""
        settings = self.settings
        use = self.relevance.scores_of(features.relevance)[:, 0]
        seen = self.pair.scores_of(features.pairs)
        back = self.pair.scores_of(features.mirrored)[:, MIRROR] if settings.mirrored else None
        if settings.link == "log-probability":
            seen = _log_softmax(seen)
            together = seen if back is None else (seen + _log_softmax(back)) / 2
            used, unused = -np.logaddexp(0.0, -use), -np.logaddexp(0.0, use)
        else:
            together = seen if back is None else seen + back
            used, unused = (use, np.zeros_like(use)) if settings.link == "tree" else (np.zeros_like(use), -use)
        n = len(use)
        pair = np.zeros((n, n, len(LABELS)))
        pair[places_of_pairs(n)] = together
        if settings.averaged:
            return Scores.averaged(unused, used, pair)
        return replace(Scores.summed(unused, pair, irrelevance_weight=settings.irrelevance_weight), used=used)

    def constraints(self, facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]:
        """The constraints of a setting; a model without learned ones asks for whole answers of whole numbers."""
        if setting == "learned":
            if self.traits is not None:
                return [LearnedKnowledge(Knowledge(facts), self.traits)]
            whole = all(quantity.value.denominator == 1 for quantity in facts.quantities)
            return plain_constraints(facts, "all" if whole else "positive")
        return plain_constraints(facts, setting)

    def save(self, folder: Path) -> None:
        """Write the model; an existing model folder is replaced in one step, anything else is left alone."""
        # Loaded here because only saving needs what Windows does not have.
        from arithmetree.model_saving import save_folder

        check_target(folder)
        save_folder(folder, self._write)

    def _write(self, folder: Path) -> None:
        tensors = {
            "relevance.weights": self.relevance.weights,
            "relevance.bias": self.relevance.bias,
            "relevance.conjunctions": self.relevance.vocabulary.conjunctions,
            "pair.weights": self.pair.weights,
            "pair.bias": self.pair.bias,
            "pair.conjunctions": self.pair.vocabulary.conjunctions,
        }
        if self.traits is not None:
            tensors["traits"] = self.traits
        (folder / WEIGHTS_FILE).write_bytes(save({name: _smallest(tensor) for name, tensor in tensors.items()}))
        settings = self.settings
        record = {
            "format": FORMAT,
            "format_version": FORMAT_VERSION,
            "labels": [label.value for label in LABELS],
            "traits": list(TRAITS) if self.traits is not None else None,
            "settings": {
                "relevance_groups": list(settings.features.relevance),
                "pair_groups": list(settings.features.pair),
                "conjunctions": settings.features.conjunctions,
                "link": settings.link,
                "mirrored": settings.mirrored,
                "averaged": settings.averaged,
                "irrelevance_weight": settings.irrelevance_weight,
            },
            "provenance": dict(self.provenance),
            "confidence": None if self.confidence is None else self.confidence.to_record(),
            "relevance_features": list(self.relevance.vocabulary.names),
            "pair_features": list(self.pair.vocabulary.names),
        }
        (folder / SETTINGS_FILE).write_text(json.dumps(record, indent=0) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Model:
        """Read a model folder; ModelError says what is wrong with one that is missing, damaged, foreign or newer."""
        return cls.of(ModelFolder.read(folder, SETTINGS_FILE))

    @classmethod
    def of(cls, folder: ModelFolder) -> Model:
        """The model in a folder that was read."""
        record = folder.settings
        if record.get("format") != FORMAT:
            raise ModelError(f"{folder.path} holds no model of this kind ({FORMAT}); {remedy(folder.path)}")
        check_version(folder, FORMAT_VERSION)
        try:
            return cls._from(record, load(folder[WEIGHTS_FILE]))
        except (KeyError, TypeError, ValueError, AttributeError, SafetensorError) as error:
            raise folder.damaged(error) from error

    @classmethod
    def _from(cls, record: Mapping[str, Any], tensors: Mapping[str, Any]) -> Model:
        if record["labels"] != [label.value for label in LABELS]:
            raise ValueError(f"its labels are {record['labels']}")
        if record["traits"] not in (None, list(TRAITS)):
            raise ValueError("its world knowledge has other traits")

        def scorer(part: str, outcomes: int) -> LinearScorer:
            vocabulary = Vocabulary(tuple(record[f"{part}_features"]), tensors[f"{part}.conjunctions"].astype(np.int64))
            bias = tensors[f"{part}.bias"].astype(np.float64)
            made = LinearScorer(vocabulary, tensors[f"{part}.weights"].astype(np.float64), bias)
            made.check(outcomes)
            return made

        traits = tensors["traits"].astype(np.float64) if record["traits"] is not None else None
        if traits is not None and (traits.shape != (len(TRAITS),) or not np.isfinite(traits).all()):
            raise ValueError(f"its world knowledge is not {len(TRAITS)} numbers")
        return cls(
            Settings.from_record(record["settings"]),
            scorer("relevance", 1),
            scorer("pair", len(LABELS)),
            traits,
            dict(record["provenance"]),
            Confidence.from_record(record["confidence"]) if record.get("confidence") else None,
        )


def _switch(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError(f"a setting is {value!r} where true or false is expected")
    return value


def plain_constraints(facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]:
    """The paper's constraints: a positive answer, a whole one to "how many"."""
    question = facts.problem.question
    hard: list[Constraint] = [Positive()] if setting in ("all", "positive") else []
    if question is not None and question.asks == "how many" and setting in ("all", "integral"):
        hard.append(Integral())
    return hard


def check_target(folder: Path) -> None:
    """Raise ModelPathError if a model may not be written there; asked before a long training as well."""
    if folder.exists() and not folder.is_dir():
        raise ModelPathError(f"{folder} is a file; give a new folder or an existing model folder")
    if folder.exists() and not (folder / SETTINGS_FILE).exists() and any(folder.iterdir()):
        raise ModelPathError(f"{folder} exists and holds no model; give a new folder or an existing model folder")
    above = next(parent for parent in folder.absolute().parents if parent.exists())
    if not os.access(above, os.W_OK | os.X_OK):
        raise ModelPathError(f"cannot make a folder in {above}; fix its permissions, or choose another folder")


_SMALLER: dict[str, tuple[npt.DTypeLike, ...]] = {"f": (np.float16, np.float32), "i": (np.uint16, np.uint32)}


def _smallest(tensor: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The tensor in the smallest type that holds every value exactly, so that nothing is lost by saving.

    Row by row, because Fortran-ordered arrays would be saved with their rows and columns swapped.
    """
    for smaller in _SMALLER[tensor.dtype.kind]:
        # Values out of range become others or infinite, which the comparison finds.
        with np.errstate(over="ignore", invalid="ignore"):
            small = tensor.astype(smaller)
        if np.array_equal(tensor, small):
            return np.ascontiguousarray(small)
    return np.ascontiguousarray(tensor)


def _log_softmax(outputs: FloatArray) -> FloatArray:
    return np.asarray(outputs - np.logaddexp.reduce(outputs, axis=1, keepdims=True))


def values_of(facts: ProblemFacts) -> tuple[Fraction, ...]:
    """The exact values of the quantities of a problem."""
    return tuple(quantity.value for quantity in facts.quantities)
