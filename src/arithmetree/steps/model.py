"""The full model: a network that reads the text and scores a derivation step by step.

A folder of the full model holds `model.json` (format version, operations, constants, reasons to refuse, confidence,
provenance), the networks (arithmetree.steps.network), the matrices of the large ones in four bits
(`matrices.safetensors`; arithmetree.steps.packed), `tokenizer.json` and `SHA256SUMS`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path

import numpy as np
from safetensors.numpy import load
from tokenizers import Tokenizer

from arithmetree.checkpoints import checkpoint
from arithmetree.confidence import Confidence
from arithmetree.derivations import OPERATIONS, DerivationResult, FoundAnswer, Limits, search_derivations
from arithmetree.errors import TooLongError
from arithmetree.model_folder import ModelFolder, check_version
from arithmetree.schemas import Problem
from arithmetree.steps.all_but import with_what_is_left
from arithmetree.steps.amounts import joined
from arithmetree.steps.asked_unknowns import with_all_unknowns
from arithmetree.steps.features import leaf_features, pair_features
from arithmetree.steps.leaves import MOST_MENTIONS, UNKNOWNS, Reading, reading_of
from arithmetree.steps.named_unknown import with_named_unknown
from arithmetree.steps.network import MATRICES_FILE, NETWORK_FILES, Networks, TextVectors
from arithmetree.steps.over_midnight import with_next_day
from arithmetree.steps.packed import matrices
from arithmetree.steps.review import reviewed
from arithmetree.steps.scorer import TextScorer
from arithmetree.steps.sense import constraints_for
from arithmetree.steps.values import Asked, Values, leaf_values

FORMAT = "arithmetree-full"
FORMAT_VERSION = 8
TOKENIZER_FILE = "tokenizer.json"
SETTINGS_FILE = "model.json"

CANDIDATES = 6
EXPLORE_TO = 0.1
ENOUGH = 0.03
LIMITS = Limits(steps=12, answers=4, opened=60)


@dataclass(frozen=True, eq=False)
class Judged:
    """What the model makes of one question: its reading, the answers found, each reason to refuse, and the review.

    `searched` are the answers before the review. The verdicts say how right the best answer and the best of the others
    look (arithmetree.steps.review).
    """

    reading: Reading
    result: DerivationResult
    refusals: Mapping[str, float]
    searched: Sequence[FoundAnswer]
    verdict: float
    other_verdict: float


@dataclass(frozen=True, eq=False)
class StepModel:
    """The networks with what is needed to use them."""

    networks: Networks
    tokenizer: Tokenizer
    constants: Mapping[Fraction, int]  # the number of each constant in the network
    reasons: tuple[str, ...]
    confidence: Confidence | None
    provenance: Mapping[str, object] = field(default_factory=dict)

    def judge(
        self,
        problem: Problem,
        asked: tuple[int, int] | None = None,
        *,
        candidates: int = CANDIDATES,
        explore_to: float = EXPLORE_TO,
        enough: float = ENOUGH,
        limits: Limits = LIMITS,
    ) -> Judged:
        """Search the derivations of one question; TooLongError if the text has too many words or numbers."""
        checkpoint()
        reading = reading_of(problem, self.tokenizer, asked)
        return self.judge_reading(reading, candidates=candidates, explore_to=explore_to, enough=enough, limits=limits)

    def judge_reading(
        self,
        reading: Reading,
        *,
        candidates: int = CANDIDATES,
        explore_to: float = EXPLORE_TO,
        enough: float = ENOUGH,
        limits: Limits = LIMITS,
    ) -> Judged:
        """The same for a text as it is to be read."""
        if not reading.marked.fits:
            raise TooLongError(f"the text has {len(reading.marked.pieces)} word pieces; shorten it")
        if len(reading.mentions) > MOST_MENTIONS:
            raise TooLongError(f"the text has {len(reading.mentions)} numbers; at most {MOST_MENTIONS} can be handled")
        values, wanted = leaf_values(reading)
        text = self.read(reading, values, wanted)
        scorer = TextScorer(self.networks, text, values, wanted)
        result = search_derivations(
            scorer,
            reading.leaves,
            reading.values,
            constraints_for(reading, values, wanted),
            k=candidates,
            explore_to=explore_to,
            enough=enough,
            limits=limits,
        )
        odds = np.exp(text.reasons.astype(np.float64) - text.reasons.max())
        refusals = {name: float(p) for name, p in zip(self.reasons, odds / odds.sum(), strict=True) if name}
        found = with_named_unknown(with_all_unknowns(result.found, reading), reading)
        found = joined(with_what_is_left(found, reading), reading)
        checkpoint()
        again = reviewed(found, reading, self.networks, text, values, wanted)
        result = replace(result, found=tuple(with_next_day(again.found, reading)))
        return Judged(reading, result, refusals, found, again.verdict, again.other_verdict)

    def read(self, reading: Reading, values: Values, asked: Asked) -> TextVectors:
        """What the network makes of a text; `values` are those of its leaves."""
        numbers = (
            *(0 for _ in reading.mentions),
            *(self.constants.get(one.value, 0) for one in reading.constants),
            *(len(self.constants) + 1 + place for place in range(len(UNKNOWNS))),
        )
        marked, features = reading.marked, leaf_features(reading, values, asked)
        pairs = pair_features(values, values, asked, same=np.eye(len(values), dtype=bool))
        return self.networks.read(marked.pieces, marked.in_question, reading.places, numbers, features, pairs)

    @classmethod
    def load(cls, folder: Path) -> StepModel:
        """Read a model folder; ModelError says what is wrong with one that is missing, damaged or newer."""
        return cls.of(ModelFolder.read(folder, SETTINGS_FILE))

    @classmethod
    def of(cls, folder: ModelFolder) -> StepModel:
        """The model in a folder that was read."""
        record = folder.settings
        check_version(folder, FORMAT_VERSION)
        try:
            if record["operations"] != [str(operation) for operation in OPERATIONS]:
                raise ValueError(f"its operations are {record['operations']}")
            tokenizer = Tokenizer.from_str(folder[TOKENIZER_FILE].decode("utf-8"))
            tokenizer.no_padding()
            tokenizer.no_truncation()
            weights = matrices(load(folder.take(MATRICES_FILE)))
            return cls(
                Networks({name: folder[name] for name in NETWORK_FILES}, weights),
                tokenizer,
                {Fraction(value): number for number, value in enumerate(record["constants"], start=1)},
                tuple(record["reasons"]),
                None if record["confidence"] is None else Confidence.from_record(record["confidence"]),
                record["provenance"],
            )
        except Exception as error:  # onnxruntime and tokenizers have their own exceptions
            if isinstance(error, MemoryError) or "bad_alloc" in str(error):
                raise MemoryError(str(error)) from error
            raise folder.damaged(error) from error
