"""The full model: the encoder and the linear scorer together, the one for the text itself, the other for its schemas.

A folder of the full model holds `model.json` (format version, labels, traits, features, weights of the parts,
confidence, provenance), `encoder.onnx`, `tokenizer.json` and `SHA256SUMS`; the linear model lies in a folder `linear`
beside it, and its checksums are listed too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from arithmetree.confidence import Confidence
from arithmetree.encoder.scorer import Encoder
from arithmetree.expressions import LABELS
from arithmetree.features import ProblemFacts
from arithmetree.knowledge import TRAITS, Knowledge, LearnedKnowledge
from arithmetree.linear import FloatArray
from arithmetree.model import SETTINGS_FILE, ConstraintSetting, Judgement, Model, plain_constraints
from arithmetree.model_folder import MANIFEST, ModelFolder, check_version
from arithmetree.scores import Scores
from arithmetree.search import Constraint

FORMAT = "arithmetree-full"
FORMAT_VERSION = 3
ENCODER_FILE = "encoder.onnx"
TOKENIZER_FILE = "tokenizer.json"
LINEAR_FOLDER = "linear"


@dataclass(frozen=True, eq=False)
class FullModel:
    """Both scorers as one; `linear_weight` is what the linear scores count beside those of the encoder."""

    encoder: Encoder
    linear: Model
    linear_weight: float
    traits: FloatArray
    reasons: tuple[str, ...]
    confidence: Confidence
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def judge(self, facts: ProblemFacts) -> Judgement:
        """The scores of a problem and the probability of each reason to refuse it."""
        found = self.encoder.scores(facts.problem)
        linear = self.linear.judge(facts).scores
        n = len(linear)
        pair = self.linear_weight * linear.pair
        pair[np.triu_indices(n, 1)] += found.pair
        use = found.use + self.linear_weight * (linear.used - linear.unused)
        odds = np.exp(found.reasons - found.reasons.max())
        refusals = {name: float(p) for name, p in zip(self.reasons, odds / odds.sum(), strict=True) if name}
        return Judgement(Scores.averaged(np.zeros(n), use, pair), linear, refusals)

    def constraints(self, facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]:
        """The constraints of a setting; the learned ones are the world knowledge of both scorers together."""
        if setting == "learned":
            return [LearnedKnowledge(Knowledge(facts), self.traits)]
        return plain_constraints(facts, setting)

    @classmethod
    def load(cls, folder: Path) -> FullModel:
        """Read a model folder; ModelError says what is wrong with one that is missing, damaged or newer."""
        return cls.of(ModelFolder.read(folder, SETTINGS_FILE))

    @classmethod
    def of(cls, folder: ModelFolder) -> FullModel:
        """The model in a folder that was read, with the linear one beside it."""
        record = folder.settings
        check_version(folder, FORMAT_VERSION)
        linear = Model.load(folder.path.parent / LINEAR_FOLDER)
        folder[f"../{LINEAR_FOLDER}/{MANIFEST}"]  # that it is the one this model was fitted to
        try:
            if record["labels"] != [label.value for label in LABELS]:
                raise ValueError(f"its labels are {record['labels']}")
            if not linear.settings.averaged or linear.traits is None or linear.settings.link != "tree":
                raise ValueError("the linear model beside it was not trained at tree level")
            known = dict(zip(record["traits"], record["trait_weights"], strict=True))
            weight = float(record["linear_weight"])
            return cls(
                Encoder(folder[ENCODER_FILE], folder[TOKENIZER_FILE].decode("utf-8"), record["features"]),
                linear,
                weight,
                np.array([known[name] for name in TRAITS]) + weight * linear.traits,
                tuple(record["reasons"]),
                Confidence.from_record(record["confidence"]),
                record["provenance"],
            )
        except Exception as error:  # onnxruntime and tokenizers have kinds of their own
            if isinstance(error, MemoryError) or "bad_alloc" in str(error):
                raise MemoryError(str(error)) from error
            raise folder.damaged(error) from error
