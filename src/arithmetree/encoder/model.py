"""The full model: the encoder and the linear scorer together, the one for the text itself, the other for its schemas.

A folder of the full model holds `model.json` (format version, labels, traits, features, weights of the parts,
confidence, provenance, checksums), `encoder.onnx` and `tokenizer.json`; the linear model lies in a folder `linear`
beside it.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from arithmetree.confidence import Confidence
from arithmetree.encoder.scorer import Encoder
from arithmetree.errors import ModelError
from arithmetree.expressions import LABELS
from arithmetree.features import ProblemFacts
from arithmetree.knowledge import TRAITS, Knowledge, LearnedKnowledge
from arithmetree.linear import FloatArray
from arithmetree.model import SETTINGS_FILE, ConstraintSetting, Judgement, Model, plain_constraints
from arithmetree.scores import Scores
from arithmetree.search import Constraint

FORMAT = "arithmetree-full"
FORMAT_VERSION = 1
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
        return Judgement(Scores.averaged(np.zeros(n), use, pair), refusals)

    def constraints(self, facts: ProblemFacts, setting: ConstraintSetting) -> list[Constraint]:
        """The constraints of a setting; the learned ones are the world knowledge of both scorers together."""
        if setting == "learned":
            return [LearnedKnowledge(Knowledge(facts), self.traits)]
        return plain_constraints(facts, setting)

    @classmethod
    def load(cls, folder: Path) -> FullModel:
        """Read a model folder; ModelError says what is wrong with one that is missing, damaged or newer."""
        try:
            record = json.loads((folder / SETTINGS_FILE).read_text(encoding="utf-8"))
            network = (folder / ENCODER_FILE).read_bytes()
            tokenizer = (folder / TOKENIZER_FILE).read_bytes()
        except OSError as error:
            raise ModelError(f"there is no full model in {folder} ({error.strerror}: {error.filename})") from error
        except ValueError as error:
            raise ModelError(f"{folder / SETTINGS_FILE} is damaged ({error}); {_REMEDY}") from error
        if record.get("format_version") != FORMAT_VERSION:
            raise ModelError(
                f"the model in {folder} has format version {record.get('format_version')}, this program reads "
                f"{FORMAT_VERSION}; install a matching arithmetree"
            )
        linear = Model.load(folder.parent / LINEAR_FOLDER)
        try:
            for name, content in ((ENCODER_FILE, network), (TOKENIZER_FILE, tokenizer)):
                if hashlib.sha256(content).hexdigest() != record["sha256"][name]:
                    raise ValueError(f"{name} does not match its checksum")
            if record["labels"] != [label.value for label in LABELS]:
                raise ValueError(f"its labels are {record['labels']}")
            if not linear.settings.averaged or linear.traits is None or linear.settings.link != "tree":
                raise ValueError("the linear model beside it was not trained at tree level")
            known = dict(zip(record["traits"], record["trait_weights"], strict=True))
            weight = float(record["linear_weight"])
            return cls(
                Encoder(network, tokenizer.decode("utf-8"), record["features"]),
                linear,
                weight,
                np.array([known[name] for name in TRAITS]) + weight * linear.traits,
                tuple(record["reasons"]),
                Confidence.from_record(record["confidence"]),
                record["provenance"],
            )
        except (KeyError, TypeError, ValueError, AttributeError, RuntimeError) as error:
            raise ModelError(
                f"the model in {folder} is damaged ({type(error).__name__}: {error}); {_REMEDY}"
            ) from error


_REMEDY = "install arithmetree again, or use the light model with --model linear"
