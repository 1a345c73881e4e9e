"""A model: two linear scorers, how their outputs become scores, and where it came from. Saved as data only.

A model folder holds `model.json` (format version, labels, feature names, settings, provenance, checksum) and
`weights.safetensors`. It is written to a new folder first and moved into place whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any, Literal, Protocol

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError
from safetensors.numpy import load, save

from arithmetree.confidence import Confidence
from arithmetree.errors import ModelError
from arithmetree.expressions import LABELS, Label
from arithmetree.features import ALL_GROUPS, FeatureSet, ProblemFacts, ProblemFeatures
from arithmetree.knowledge import TRAITS, Knowledge, LearnedKnowledge
from arithmetree.linear import FloatArray, LinearScorer, Vocabulary
from arithmetree.scores import Scores
from arithmetree.search import Constraint, Integral, Positive

FORMAT = "arithmetree-linear"
FORMAT_VERSION = 1
SETTINGS_FILE = "model.json"
WEIGHTS_FILE = "weights.safetensors"
SHIPPED = Path(__file__).parent / "models"

MIRROR = [LABELS.index(Label.of(label.op, is_reversed=not label.is_reversed)) for label in LABELS]
"""Where the label of a pair stands when the pair is seen from its other side."""

Link = Literal["tree", "log-probability", "margin"]
ConstraintSetting = Literal["all", "positive", "integral", "none", "learned"]
CONSTRAINT_SETTINGS: tuple[ConstraintSetting, ...] = ("all", "positive", "integral", "none", "learned")


@dataclass(frozen=True, slots=True)
class Settings:
    """How a model turns features into scores.

    `link` says what the linear outputs are: parts of a tree's log-weight ("tree"), logits of two separate classifiers
    ("log-probability"), or margins of support vector machines ("margin", the paper's). `mirrored` scores each pair
    from both sides with the same weights; `averaged` is the averaging of METHOD.md section 4.
    """

    features: FeatureSet
    link: Link
    mirrored: bool
    averaged: bool
    irrelevance_weight: float = 1.0


@dataclass(frozen=True, eq=False)
class Judgement:
    """What a model says of a problem: its score table, and the probability of each reason to refuse if it knows any."""

    scores: Scores
    refusals: Mapping[str, float] = field(default_factory=dict)


class Scorer(Protocol):
    """What a solver needs beside the parser: the linear model, or the full one."""

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
    provenance: Mapping[str, Any] = field(default_factory=dict)
    confidence: Confidence | None = None

    def judge(self, facts: ProblemFacts) -> Judgement:
        """The scores of a problem; a linear model knows no reasons to refuse."""
        return Judgement(self.scores(self.settings.features.of(facts, mirrored=self.settings.mirrored)))

    def scores(self, features: ProblemFeatures) -> Scores:
        """The score table of a problem."""
        settings = self.settings
        use = np.array([self.relevance.scores(row)[0] for row in features.relevance])
        seen = _outputs(self.pair, features.pairs)
        back = _outputs(self.pair, features.mirrored)[:, MIRROR] if settings.mirrored else None
        if settings.link == "log-probability":
            seen = _log_softmax(seen)
            together = seen if back is None else (seen + _log_softmax(back)) / 2
            used, unused = -np.logaddexp(0.0, -use), -np.logaddexp(0.0, use)
        else:
            together = seen if back is None else seen + back
            used, unused = (use, np.zeros_like(use)) if settings.link == "tree" else (np.zeros_like(use), -use)
        n = len(use)
        pair = np.zeros((n, n, len(LABELS)))
        pair[np.triu_indices(n, 1)] = together
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
        check_target(folder)
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as scratch:
                new = Path(scratch) / "model"
                new.mkdir()
                self._write(new)
                if folder.exists():
                    old = Path(scratch) / "old"
                    os.rename(folder, old)
                    try:
                        os.rename(new, folder)
                    except OSError:
                        os.rename(old, folder)
                        raise
                else:
                    os.rename(new, folder)
        except OSError as error:
            raise ModelError(f"cannot write the model to {folder} ({error.strerror}); nothing was changed") from error

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
        weights = save({name: _smallest(tensor) for name, tensor in tensors.items()})
        (folder / WEIGHTS_FILE).write_bytes(weights)
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
            "weights_sha256": hashlib.sha256(weights).hexdigest(),
            "relevance_features": list(self.relevance.vocabulary.names),
            "pair_features": list(self.pair.vocabulary.names),
        }
        (folder / SETTINGS_FILE).write_text(json.dumps(record, indent=0) + "\n", encoding="utf-8")

    @classmethod
    def load(cls, folder: Path) -> Model:
        """Read a model folder; ModelError says what is wrong with one that is missing, damaged, foreign or newer."""
        try:
            record = json.loads((folder / SETTINGS_FILE).read_text(encoding="utf-8"))
            weights_bytes = (folder / WEIGHTS_FILE).read_bytes()
        except OSError as error:
            raise ModelError(
                f"there is no model in {folder} ({error.strerror}: {error.filename}); {_REMEDY}"
            ) from error
        except ValueError as error:
            raise ModelError(f"{folder / SETTINGS_FILE} is damaged ({error}); {_REMEDY}") from error
        if not isinstance(record, dict) or record.get("format") != FORMAT:
            raise ModelError(f"{folder} holds no model of this kind ({FORMAT}); {_REMEDY}")
        if record.get("format_version") != FORMAT_VERSION:
            raise ModelError(
                f"the model in {folder} has format version {record.get('format_version')}, this program reads "
                f"{FORMAT_VERSION}; install a matching arithmetree or train the model again"
            )
        if hashlib.sha256(weights_bytes).hexdigest() != record.get("weights_sha256"):
            raise ModelError(f"{folder / WEIGHTS_FILE} does not match its checksum; {_REMEDY}")
        try:
            return cls._from(record, load(weights_bytes))
        except (KeyError, TypeError, ValueError, AttributeError, SafetensorError) as error:
            raise ModelError(
                f"the model in {folder} is damaged ({type(error).__name__}: {error}); {_REMEDY}"
            ) from error

    @classmethod
    def _from(cls, record: Mapping[str, Any], tensors: Mapping[str, Any]) -> Model:
        if record["labels"] != [label.value for label in LABELS]:
            raise ValueError(f"its labels are {record['labels']}")
        if record["traits"] not in (None, list(TRAITS)):
            raise ValueError("its world knowledge has other traits")
        settings = record["settings"]
        unknown = {*settings["relevance_groups"], *settings["pair_groups"]} - set(ALL_GROUPS)
        if unknown:
            raise ValueError(f"its feature groups {sorted(unknown)} are not known here")

        def scorer(part: str) -> LinearScorer:
            vocabulary = Vocabulary(tuple(record[f"{part}_features"]), tensors[f"{part}.conjunctions"].astype(np.int64))
            weights = tensors[f"{part}.weights"].astype(np.float64)
            if len(weights) != len(vocabulary):
                raise ValueError(f"{len(weights)} rows of weights for {len(vocabulary)} {part} features")
            return LinearScorer(vocabulary, weights, tensors[f"{part}.bias"].astype(np.float64))

        return cls(
            Settings(
                FeatureSet(
                    tuple(settings["relevance_groups"]), tuple(settings["pair_groups"]), settings["conjunctions"]
                ),
                settings["link"],
                settings["mirrored"],
                settings["averaged"],
                settings["irrelevance_weight"],
            ),
            scorer("relevance"),
            scorer("pair"),
            tensors["traits"].astype(np.float64) if record["traits"] is not None else None,
            record["provenance"],
            Confidence.from_record(record["confidence"]) if record.get("confidence") else None,
        )


def plain_constraints(facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]:
    """The paper's constraints: a positive answer, a whole one to "how many"."""
    question = facts.problem.question
    hard: list[Constraint] = [Positive()] if setting in ("all", "positive") else []
    if question is not None and question.asks == "how many" and setting in ("all", "integral"):
        hard.append(Integral())
    return hard


def check_target(folder: Path) -> None:
    """Raise ModelError if a model may not be written there; asked before a long training as well."""
    if folder.exists() and not folder.is_dir():
        raise ModelError(f"{folder} is a file; give a new folder or an existing model folder")
    if folder.exists() and not (folder / SETTINGS_FILE).exists() and any(folder.iterdir()):
        raise ModelError(f"{folder} exists and holds no model; give a new folder or an existing model folder")


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


_REMEDY = "train one with `arithmetree train`, or leave out --model to use the shipped one"


def _outputs(scorer: LinearScorer, rows: Sequence[Sequence[str]]) -> FloatArray:
    if not rows:
        return np.zeros((0, len(LABELS)))
    return np.stack([scorer.scores(row) for row in rows])


def _log_softmax(outputs: FloatArray) -> FloatArray:
    return np.asarray(outputs - np.logaddexp.reduce(outputs, axis=1, keepdims=True))


def values_of(facts: ProblemFacts) -> tuple[Fraction, ...]:
    """The exact values of the quantities of a problem."""
    return tuple(quantity.value for quantity in facts.quantities)
