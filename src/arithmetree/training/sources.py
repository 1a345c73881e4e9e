"""Where training problems come from: your own files and folders of benchmark sets, each with its checksum."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from arithmetree.errors import DataError, ExpressionError
from arithmetree.expressions import UNDEFINED, evaluate
from arithmetree.training.benchmark_sets import gold_problem
from arithmetree.training.gold import GoldProblem
from arithmetree.training.user_files import (
    ACCEPTED,
    TOLERANCE,
    FileProblems,
    Progress,
    Skipped,
    read_file,
    read_texts,
)

BENCHMARK_FILE = "questions.json"


@dataclass(frozen=True)
class Source:
    """One file of problems: its name and checksum, and what it gave. `repeated` were given by another one before."""

    name: str
    sha256: str
    problems: FileProblems
    repeated: int = 0

    def facts(self) -> dict[str, Any]:
        """What a model remembers of the source: no text, only counts and the checksum."""
        return {
            "name": self.name,
            "sha256": self.sha256,
            "problems": len(self.problems.golds),
            "repeated": self.repeated,
            "skipped": len(self.problems.skipped),
            "unanswerable": self.problems.unanswerable,
        }


def find_files(path: Path) -> list[Path]:
    """The files of problems that a path names: itself, or the benchmark sets in a folder or in the folders in it."""
    if not path.exists():
        raise DataError(f"there is no {path}; {ACCEPTED}, or a folder with {BENCHMARK_FILE}")
    if not path.is_dir():
        return [path]
    if (path / BENCHMARK_FILE).exists():
        return [path / BENCHMARK_FILE]
    found = sorted(path.glob(f"*/{BENCHMARK_FILE}"))
    if not found:
        raise DataError(f"neither {path} nor a folder in it has a {BENCHMARK_FILE}; {ACCEPTED}")
    return found


def read_source(path: Path, progress: Progress | None = None) -> Source:
    """Read one file of problems of any of the accepted forms."""
    is_benchmark = path.name == BENCHMARK_FILE
    problems = _read_benchmark(path, progress) if is_benchmark else read_file(path, progress)
    name = f"{path.parent.name}/{path.name}" if is_benchmark else path.name
    return Source(name, hashlib.sha256(path.read_bytes()).hexdigest(), problems)


def without_repeats(sources: Sequence[Source]) -> list[Source]:
    """The same sources with each text once, whatever its spacing and punctuation; the first one given wins."""
    seen: set[tuple[str, ...]] = set()
    kept_sources = []
    for source in sources:
        kept: list[GoldProblem] = []
        for gold in source.problems.golds:
            key = tuple(re.findall(r"\w+", gold.problem.text.lower()))
            if key not in seen:
                seen.add(key)
                kept.append(gold)
        repeated = len(source.problems.golds) - len(kept)
        kept_sources.append(replace(source, problems=replace(source.problems, golds=tuple(kept)), repeated=repeated))
    return kept_sources


def _read_benchmark(path: Path, progress: Progress | None) -> FileProblems:
    try:
        rows = json.loads(path.read_text(encoding="utf-8"))
        texts = [row["sQuestion"] for row in rows]
    except OSError as error:
        raise DataError(f"cannot read {path} ({error.strerror}); fetch the data set again") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DataError(f"{path} is not a file of a benchmark set ({error!r}); fetch the data set again") from error
    golds: list[GoldProblem] = []
    skipped: list[Skipped] = []
    for number, (row, problem) in enumerate(zip(rows, read_texts(texts, progress), strict=True), start=1):
        try:
            gold = gold_problem(row, problem)
        except (KeyError, IndexError, TypeError, ValueError, ExpressionError) as error:
            skipped.append(Skipped(path.name, number, f"this is not a problem of a benchmark set ({error!r})"))
            continue
        trouble = gold.trouble or _contradiction(gold)
        if trouble is None:
            golds.append(gold)
        else:
            skipped.append(Skipped(path.name, number, trouble))
    return FileProblems(tuple(golds), tuple(skipped))


def _contradiction(gold: GoldProblem) -> str | None:
    assert gold.tree is not None
    value = evaluate(gold.tree, [schema.quantity.value for schema in gold.problem.schemas])
    if value is UNDEFINED:
        return "the expression divides by zero"
    if abs(value - gold.answer) > TOLERANCE:
        return f"the expression gives {value}, but the answer is {gold.answer}"
    return None
