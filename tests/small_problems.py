"""Forty short problems of our own with their expressions, for tests that train."""

from __future__ import annotations

import json
import re
from pathlib import Path

_WORDINGS = (
    ("{a} had {m} {things}. {a} gave {n} {things} to {b}. How many {things} does {a} have left?", "{m} - {n}"),
    ("{a} had {m} {things}. {b} gave {a} {n} more {things}. How many {things} does {a} have now?", "{m} + {n}"),
    ("Each box holds {n} {things}. {a} has {m} boxes. How many {things} does {a} have in total?", "{m} * {n}"),
    ("{a} put {p} {things} into {n} boxes equally. How many {things} are in each box?", "{p} / {n}"),
)
_CASTS = (
    ("Mira", "Tom", "shells", 31, 4),
    ("Ada", "Leo", "stamps", 45, 7),
    ("Ravi", "Nina", "beads", 52, 6),
    ("Olga", "Sam", "pencils", 28, 3),
    ("Emil", "Rosa", "marbles", 63, 8),
    ("Jana", "Piet", "stickers", 37, 5),
    ("Hugo", "Lena", "coins", 74, 9),
    ("Vera", "Max", "buttons", 58, 2),
    ("Nora", "Paul", "cards", 41, 11),
    ("Otto", "Ines", "acorns", 83, 12),
)

SMALL_PROBLEMS: tuple[dict[str, str], ...] = tuple(
    {
        "text": wording.format(a=a, b=b, things=things, m=m, n=n, p=m * n),
        "expression": expression.format(m=m, n=n, p=m * n),
    }
    for a, b, things, m, n in _CASTS
    for wording, expression in _WORDINGS
)


def write_jsonl(path: Path) -> Path:
    """The problems as a user would keep them."""
    path.write_text("".join(json.dumps(row) + "\n" for row in SMALL_PROBLEMS), encoding="utf-8")
    return path


def write_benchmark(folder: Path, folds: int) -> Path:
    """The problems in the form of a benchmark set: questions.json and the ids of each fold."""
    folder.mkdir(parents=True)
    rows = []
    for number, problem in enumerate(SMALL_PROBLEMS):
        spans = [(match.start(), match.end(), int(match[0])) for match in re.finditer(r"\d+", problem["text"])]
        left, operation, right = problem["expression"].split()
        values = [value for _, _, value in spans]
        result = {"+": int.__add__, "-": int.__sub__, "*": int.__mul__, "/": int.__floordiv__}[operation]
        rows.append(
            {
                "iIndex": number,
                "sQuestion": problem["text"],
                "quantities": [{"start": start, "end": end, "val": float(value)} for start, end, value in spans],
                "lAlignments": [values.index(int(left)), values.index(int(right))],
                "lEquations": [f"X=({left}.0{operation}{right}.0)"],
                "lSolutions": [float(result(int(left), int(right)))],
            }
        )
    (folder / "questions.json").write_text(json.dumps(rows), encoding="utf-8")
    for fold in range(folds):
        ids = [str(number) for number in range(len(rows)) if number // 4 % folds == fold]
        (folder / f"fold{fold}.txt").write_text("\n".join(ids) + "\n", encoding="utf-8")
    return folder
