"""The tree model: an encoder that reads the text and scores read-once trees, with learned world knowledge.

It is a second opinion for the full model (answering.second_reader). Its folder holds `model.json` (format version,
labels, traits, features, confidence, provenance), `encoder.onnx`, `tokenizer.json` and `SHA256SUMS`.
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
from arithmetree.model import SETTINGS_FILE, ConstraintSetting, Judgement, plain_constraints
from arithmetree.model_folder import ModelFolder, check_version
from arithmetree.scores import Scores
from arithmetree.search import Constraint

FORMAT = "arithmetree-trees"
FORMAT_VERSION = 1
ENCODER_FILE = "encoder.onnx"
TOKENIZER_FILE = "tokenizer.json"


@dataclass(frozen=True, eq=False)
class TreeModel:
    """The encoder, the weights of its world knowledge and the reasons to refuse that it knows."""

    encoder: Encoder
    traits: FloatArray
    reasons: tuple[str, ...]
    confidence: Confidence
    provenance: Mapping[str, Any] = field(default_factory=dict)

    def judge(self, facts: ProblemFacts) -> Judgement:
        """The scores of a problem and the probability of each reason to refuse it."""
        found = self.encoder.scores(facts.problem)
        n = len(found.use)
        pair = np.zeros((n, n, len(LABELS)))
        pair[np.triu_indices(n, 1)] = found.pair
        odds = np.exp(found.reasons - found.reasons.max())
        refusals = {name: float(p) for name, p in zip(self.reasons, odds / odds.sum(), strict=True) if name}
        return Judgement(Scores.averaged(np.zeros(n), found.use, pair), refusals)

    def constraints(self, facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]:
        """The constraints of a setting; the learned ones are world knowledge."""
        if setting == "learned":
            return [LearnedKnowledge(Knowledge(facts), self.traits)]
        return plain_constraints(facts, setting)

    @classmethod
    def load(cls, folder: Path) -> TreeModel:
        """Read a model folder; ModelError says what is wrong with one that is missing, damaged or newer."""
        return cls.of(ModelFolder.read(folder, SETTINGS_FILE))

    @classmethod
    def of(cls, folder: ModelFolder) -> TreeModel:
        """The model in a folder that was read."""
        record = folder.settings
        check_version(folder, FORMAT_VERSION)
        try:
            if record["labels"] != [label.value for label in LABELS]:
                raise ValueError(f"its labels are {record['labels']}")
            known = dict(zip(record["traits"], record["trait_weights"], strict=True))
            return cls(
                Encoder(folder[ENCODER_FILE], folder[TOKENIZER_FILE].decode("utf-8"), record["features"]),
                np.array([known[name] for name in TRAITS]),
                tuple(record["reasons"]),
                Confidence.from_record(record["confidence"]),
                record["provenance"],
            )
        except Exception as error:  # onnxruntime and tokenizers have kinds of their own
            if isinstance(error, MemoryError) or "bad_alloc" in str(error):
                raise MemoryError(str(error)) from error
            raise folder.damaged(error) from error
