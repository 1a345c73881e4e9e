"""The texts of public benchmark sets, read from the folder where a user keeps them, to be compared with and avoided."""

from __future__ import annotations

import json
from pathlib import Path

from arithmetree.errors import DataError

_QUESTIONS = {
    "AI2": "ai2",
    "IL": "illinois",
    "CC": "commoncore",
    "allArith": "allArith",
    "aggregate": "aggregate",
    "alg514": "alg514",
}
_GSM8K = "gsm8k/train.jsonl"


def public_texts(folder: Path) -> dict[str, tuple[str, ...]]:
    """The texts of AI2, IL, CC, allArith, aggregate, alg514 and the training part of GSM8K, by name of the set."""
    texts: dict[str, tuple[str, ...]] = {}
    try:
        for name, place in _QUESTIONS.items():
            problems = json.loads((folder / place / "questions.json").read_text(encoding="utf-8"))
            texts[name] = tuple(problem["sQuestion"] for problem in problems)
        lines = (folder / _GSM8K).read_text(encoding="utf-8").splitlines()
        texts["GSM8K"] = tuple(json.loads(line)["question"] for line in lines)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(
            f"the benchmark sets in {folder} cannot be read ({error!r}); accepted is a folder with "
            f"{', '.join(f'{place}/questions.json' for place in _QUESTIONS.values())} and {_GSM8K}"
        ) from error
    return texts
