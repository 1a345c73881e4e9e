"""The networks of the step model in ONNX.

One reads the text, one makes the vector of a step, one scores next moves, and one reviews finished derivations.

Each runs on one thread and on one text at a time, so that the same text gets the same scores everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from onnxruntime import InferenceSession, OrtValue, SessionOptions

from arithmetree.steps.packed import Bytes
from arithmetree.steps.written import Written

Floats = npt.NDArray[np.float32]
READER_FILE: Final = "reader.onnx"
MATRICES_FILE: Final = "reader.safetensors"
SHARED: Final = "shared"
"""Names of matrices begin with the network that has them, or with this where two have them."""
REVIEW_FILE: Final = "review.onnx"
STEP_FILE: Final = "step.onnx"
MOVES_FILE: Final = "moves.onnx"


@dataclass(frozen=True, eq=False)
class TextVectors:
    """What the reader gives for a text.

    Keys and values for the decoder, the question, the leaves and the reasons; for the review what stands for each leaf
    and what goes into each layer of the encoder.
    """

    memory: tuple[Floats, ...]
    question: Floats
    leaves: Floats
    reasons: Floats
    named: Floats
    layers: Floats


class Networks:
    """The four networks of a model; those that read the text and review derivations share their matrices."""

    def __init__(self, reader: bytes, review: bytes, matrices: dict[str, Bytes], step: bytes, moves: bytes) -> None:
        # Taken out one by one, because each is copied here. A session does not copy them again, so they must live as
        # long as it does.
        self._matrices = {name: OrtValue.ortvalue_from_numpy(matrices.pop(name)) for name in list(matrices)}
        self._reader = _session(reader, self._matrices_of("reader"))
        self._review = _session(review, self._matrices_of("review"))
        self._step, self._moves = _session(step), _session(moves)
        self._memory_names = [each.name for each in self._moves.get_inputs() if each.name.startswith("memory")]

    def _matrices_of(self, network: str) -> dict[str, OrtValue]:
        return {key: value for key, value in self._matrices.items() if key.partition(".")[0] in (network, SHARED)}

    def read(
        self,
        pieces: Sequence[int],
        in_question: Sequence[int],
        places: Sequence[int],
        constants: Sequence[int],
        features: Floats,
    ) -> TextVectors:
        """Read a marked text."""
        question, leaves, reasons, named, layers, *memory = self._reader.run(
            None,
            {
                "pieces": _row(pieces),
                "in_question": _row(in_question),
                "places": _row(places),
                "constants": _row(constants),
                "features": features[None],
            },
        )
        return TextVectors(tuple(memory), question, leaves[0], reasons[0], named, layers)

    def review(self, text: TextVectors, written: Sequence[Written]) -> Floats:
        """How right each derivation looks beside the text, one score for each."""
        lengths = [len(one.rows) for one in written]
        steps = [len(one.features) for one in written]
        rows = np.array([row for one in written for row in one.rows], dtype=np.int64)
        leaves = len(text.named)
        values = rows[:, 2]
        before = np.repeat(np.cumsum(steps) - steps, lengths)  # the steps of the derivations before
        number = np.repeat(np.arange(len(written)), lengths)
        first = np.cumsum(lengths) - lengths
        found = self._review.run(
            None,
            {
                "roles": rows[:, 0],
                "operations": rows[:, 1],
                "places": np.arange(len(rows)) - first[number],
                "values": np.where(values >= leaves, values + before, values),
                "made": np.concatenate([np.arange(count) for count in steps]),
                "features": np.concatenate([one.features for one in written]),
                "leaves": text.named,
                "apart": (number[:, None] != number[None, :]).astype(np.float32),
                "first": first,
                "text": text.layers,
            },
        )
        return np.asarray(found[0], dtype=np.float32)

    def step(self, operation: int, left: Floats, right: Floats, features: Floats) -> Floats:
        """The vector of what a step gives."""
        found = self._step.run(
            None,
            {
                "operation": np.array([operation], dtype=np.int64),
                "left": left[None],
                "right": right[None],
                "features": features[None],
            },
        )
        return np.asarray(found[0][0], dtype=np.float32)

    def moves(
        self, text: TextVectors, values: Floats, moves: Floats, is_answer: Floats, use: Floats, bits: Floats
    ) -> tuple[Floats, Floats, float]:
        """The scores of all steps (values, values, operations), all answers, and stop."""
        inputs = dict(zip(self._memory_names, text.memory, strict=True))
        pairs, answers, stop = self._moves.run(
            None,
            inputs
            | {
                "question": text.question,
                "values": values[None],
                "moves": moves[None],
                "is_answer": is_answer[None],
                "use": use[None],
                "bits": bits[None],
            },
        )
        return pairs[0], answers[0], float(stop[0])


def _session(network: bytes, weights: Mapping[str, OrtValue] | None = None) -> InferenceSession:
    options = SessionOptions()
    if weights:
        options.add_external_initializers(list(weights), list(weights.values()))
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    # A sum and a norm in one operation take four times as long as one after the other: a tenth of the reading.
    return InferenceSession(
        network, options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
    )


def _row(numbers: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.array([numbers], dtype=np.int64)
