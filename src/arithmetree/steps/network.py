"""The networks of the step model in ONNX: one reads the text, one makes the vector of a step, one scores next moves.

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

Floats = npt.NDArray[np.float32]
READER_FILE: Final = "reader.onnx"
MATRICES_FILE: Final = "reader.safetensors"
STEP_FILE: Final = "step.onnx"
MOVES_FILE: Final = "moves.onnx"


@dataclass(frozen=True, eq=False)
class TextVectors:
    """What the reader gives for a text: keys and values for the decoder, the question, the leaves, the reasons."""

    memory: tuple[Floats, ...]
    question: Floats
    leaves: Floats
    reasons: Floats


class Networks:
    """The three networks of a model."""

    def __init__(self, reader: bytes, matrices: dict[str, Bytes], step: bytes, moves: bytes) -> None:
        # Taken out one by one, because each is copied here. A session does not copy them again, so they must live as
        # long as it does.
        self._matrices = {name: OrtValue.ortvalue_from_numpy(matrices.pop(name)) for name in list(matrices)}
        self._reader = _session(reader, self._matrices)
        self._step, self._moves = _session(step), _session(moves)
        self._memory_names = [each.name for each in self._moves.get_inputs() if each.name.startswith("memory")]

    def read(
        self,
        pieces: Sequence[int],
        in_question: Sequence[int],
        places: Sequence[int],
        constants: Sequence[int],
        features: Floats,
    ) -> TextVectors:
        """Read a marked text."""
        question, leaves, reasons, _, *memory = self._reader.run(
            None,
            {
                "pieces": _row(pieces),
                "in_question": _row(in_question),
                "places": _row(places),
                "constants": _row(constants),
                "features": features[None],
            },
        )
        return TextVectors(tuple(memory), question, leaves[0], reasons[0])

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
