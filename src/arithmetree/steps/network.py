"""The networks of the step model in ONNX.

To read a text, one gives its words to the encoder, whose states another turns into all that the search needs. One makes
the vector of a step, and one scores next moves. To review finished derivations, one gives their rows to the same
encoder, beside the keys and values that it had for the text, and one reads the verdicts off its states.

Each runs on one thread and on one text at a time, so that the same text gets the same scores everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from onnxruntime import GraphOptimizationLevel, InferenceSession, OrtValue, SessionOptions

from arithmetree.steps.packed import Bytes
from arithmetree.steps.written import Written

Floats = npt.NDArray[np.float32]
WORDS_FILE: Final = "words.onnx"
ENCODER_FILE: Final = "encoder.onnx"
READER_FILE: Final = "reader.onnx"
STEP_FILE: Final = "step.onnx"
MOVES_FILE: Final = "moves.onnx"
ROWS_FILE: Final = "rows.onnx"
VERDICT_FILE: Final = "verdict.onnx"
NETWORK_FILES: Final = (WORDS_FILE, ENCODER_FILE, READER_FILE, STEP_FILE, MOVES_FILE, ROWS_FILE, VERDICT_FILE)
MATRICES_FILE: Final = "matrices.safetensors"


@dataclass(frozen=True, eq=False)
class TextVectors:
    """What the reader gives for a text.

    Keys and values for the decoder, the question, the leaves and the reasons; for the review what there is for each
    leaf, and the keys and values of the encoder, as its inputs. `pairs` are the features of pairs of leaves.
    """

    memory: tuple[Floats, ...]
    question: Floats
    leaves: Floats
    reasons: Floats
    named: Floats
    seen: Mapping[str, Floats]
    pairs: Floats


class Networks:
    """The networks of a model, by the names of their files; `matrices` are the large ones of several of them."""

    def __init__(self, networks: Mapping[str, bytes], matrices: dict[str, Bytes]) -> None:
        # Taken out one by one, because each is copied here. A session does not copy them again, so they must live as
        # long as it does.
        self._matrices = {name: OrtValue.ortvalue_from_numpy(matrices.pop(name)) for name in list(matrices)}
        sessions = (self._session(name, networks[name]) for name in NETWORK_FILES)
        self._words, self._encoder, self._reader, self._step, self._moves, self._rows, self._verdict = sessions
        self._memory_names = [each.name for each in self._moves.get_inputs() if each.name.startswith("memory")]
        past = [each for each in self._encoder.get_inputs() if each.name.startswith(_PAST)]
        self._past_names = [each.name for each in past]
        self._nothing_seen = {each.name: np.zeros((*each.shape[:2], 0, each.shape[3]), np.float32) for each in past}
        self._seen_names = [name.removeprefix(_PAST) for name in self._past_names]

    def _session(self, name: str, network: bytes) -> InferenceSession:
        stem = name.removesuffix("onnx")
        return _session(network, {key: value for key, value in self._matrices.items() if key.startswith(stem)})

    def read(
        self,
        pieces: Sequence[int],
        in_question: Sequence[int],
        places: Sequence[int],
        constants: Sequence[int],
        features: Floats,
        pairs: Floats,
    ) -> TextVectors:
        """Read a marked text; `features` are those of its leaves, `pairs` those of every two of them."""
        asks = _row(in_question)
        states, among = self._words.run(None, {"pieces": _row(pieces), "in_question": asks})
        inputs = self._nothing_seen | {"states": states, "among": among}
        found, *seen = self._encoder.run([_FOUND, *self._seen_names], inputs)
        question, leaves, reasons, named, *memory = self._reader.run(
            None,
            {
                "states": found,
                "in_question": asks,
                "places": _row(places),
                "constants": _row(constants),
                "features": features[None],
                "bits": pairs[None],
            },
        )
        past = dict(zip(self._past_names, seen, strict=True))
        return TextVectors(tuple(memory), question, leaves[0], reasons[0], named, past, pairs)

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
        states, among = self._rows.run(
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
            },
        )
        found = self._encoder.run([_FOUND], {"states": states, "among": among, **text.seen})
        scores = self._verdict.run(None, {"states": found[0], "first": first})
        return np.asarray(scores[0], dtype=np.float32)

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


_PAST: Final = "past_"
_FOUND: Final = "found"


def _session(network: bytes, weights: Mapping[str, OrtValue]) -> InferenceSession:
    options = SessionOptions()
    if weights:
        options.add_external_initializers(list(weights), list(weights.values()))
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    options.log_severity_level = 3
    options.graph_optimization_level = GraphOptimizationLevel.ORT_ENABLE_EXTENDED  # more gains nothing, and takes time
    # A sum and a norm in one operation take four times as long as one after the other: a tenth of the reading.
    return InferenceSession(
        network, options, providers=["CPUExecutionProvider"], disabled_optimizers=["SkipLayerNormFusion"]
    )


def _row(numbers: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.array([numbers], dtype=np.int64)
