"""Running the encoder: one problem at a time, on one thread, so that the same text gets the same scores everywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt
from onnxruntime import InferenceSession, SessionOptions
from tokenizers import Tokenizer

from arithmetree.encoder.marking import mark
from arithmetree.encoder.number_features import of_pair, of_quantity
from arithmetree.encoder.stand_ins import stand_ins
from arithmetree.errors import TooLongError
from arithmetree.linear import FloatArray
from arithmetree.schemas import Problem


@dataclass(frozen=True, eq=False)
class EncoderScores:
    """What the encoder says: for using each quantity, for each label of each pair i < j, for each reason to refuse."""

    use: FloatArray  # (n,)
    pair: FloatArray  # (pairs, 6)
    reasons: FloatArray  # (reasons,)


class Encoder:
    """A network in ONNX with its tokenizer and the numbers of the features it knows."""

    def __init__(self, network: bytes, tokenizer: str, features: Mapping[str, Sequence[str]]) -> None:
        options = SessionOptions()
        options.intra_op_num_threads = 1
        options.inter_op_num_threads = 1
        options.log_severity_level = 3
        self._session = InferenceSession(network, options, providers=["CPUExecutionProvider"])
        self._tokenizer = Tokenizer.from_str(tokenizer)
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self._numbers = {
            kind: {name: number for number, name in enumerate(names, start=1)} for kind, names in features.items()
        }

    def scores(self, problem: Problem) -> EncoderScores:
        """Score a problem with at least two quantities; TooLongError if the text has too many word pieces."""
        quantities = [schema.quantity for schema in problem.schemas]
        question = None if problem.question is None else (problem.question.start, problem.question.end)
        marked = mark(problem.text, quantities, question, stand_ins(problem), self._tokenizer)
        if not marked.fits:
            raise TooLongError(f"the text has {len(marked.pieces)} word pieces; shorten it")
        places = list(combinations(range(len(quantities)), 2))
        use, pair, reasons = self._session.run(
            None,
            {
                "pieces": _row(marked.pieces),
                "in_question": _row(marked.in_question),
                "mask": np.ones((1, len(marked.pieces)), dtype=np.int64),
                "marks": _row(marked.marks),
                "relevance": self._bags([of_quantity(quantities, i) for i in range(len(quantities))], "relevance"),
                "pairs": self._bags([of_pair(quantities, i, j) for i, j in places], "pair"),
                "mirrored": self._bags([of_pair(quantities, j, i) for i, j in places], "pair"),
                "earlier": np.array([i for i, _ in places], dtype=np.int64),
                "later": np.array([j for _, j in places], dtype=np.int64),
            },
        )
        return EncoderScores(*(np.asarray(each[0], dtype=np.float64) for each in (use, pair, reasons)))

    def _bags(self, rows: Sequence[Sequence[str]], kind: str) -> npt.NDArray[np.int64]:
        """The features of each row by number, filled up with 0; those that the encoder has not learned are left out."""
        numbers = self._numbers[kind]
        known = [[numbers[name] for name in row if name in numbers] for row in rows]
        filled = np.zeros((1, len(rows), max(1, *map(len, known))), dtype=np.int64)
        for i, row in enumerate(known):
            filled[0, i, : len(row)] = row
        return filled


def _row(numbers: Sequence[int]) -> npt.NDArray[np.int64]:
    return np.array([numbers], dtype=np.int64)
