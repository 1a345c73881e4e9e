"""Explanations for readers to rate, and what the readers said.

    python benchmarks/explanation/ratings.py draw --out FOLDER [--parts general_test test] [--count 300] [--seed 1]
    python benchmarks/explanation/ratings.py count RATING.jsonl RATING.jsonl [--out docs/results/explanations.json]

`draw` writes problems with their explanations, as a person would see them, into numbered text files of `--each`
problems. Drawn are problems that are answered, and rightly: an explanation of a wrong answer cannot be true. Kinds take
turns, so that each has about the same number.

A rating is a line for each problem: `{"id": ..., "true": true, "teacher": true, "order": true, "cause": "", "worst":
""}`. True: every sentence holds in the story, and every line of the calculation too. Teacher: worded as a teacher would
word it for a pupil. Order: calculated in an order that a person would use. `cause` says in a few words what is wrong,
and `worst` quotes the sentence. `count` gives the shares of each reader, the share of problems on which they agree, and
the problems that most was said against.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

from arithmetree import Solution, Solver, __version__
from arithmetree.corpus import load
from arithmetree.corpus.record import Record

CORPUS = Path("build/corpus")
QUESTIONS = ("true", "teacher", "order")
WORST = 20


def in_turn(records: Sequence[Record], seed: str) -> Iterator[Record]:
    """Records in random order, one of each kind in turn."""
    kinds: dict[str, list[Record]] = {}
    for record in Random(seed).sample(records, len(records)):
        kinds.setdefault(str(record.kind), []).append(record)
    while kinds:
        for kind in sorted(kinds):
            yield kinds[kind].pop()
        kinds = {kind: rest for kind, rest in kinds.items() if rest}


def is_right(solution: Solution, record: Record) -> bool:
    """Whether every question is answered, and with the gold answers."""
    gold = [Fraction(value) for value in record.answers]
    given = [value for part in solution.each for value in part.exact_values]
    return bool(gold) and all(part.status == "solved" for part in solution.each) and given == gold


def as_shown(solution: Solution) -> str:
    """What a person reads: the answer and the steps with their reasons, of every question."""
    lines = []
    for part in solution.each:
        lines.append(f"Answer: {part.answer_text}")
        lines += [f"  {number}. {step.shown}  --  {step.because}" for number, step in enumerate(part.steps, 1)]
        lines += [f"  not used: {one.because}" for one in part.ignored]
    return "\n".join(lines)


def drawn(solver: Solver, parts: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, str]]:
    """The id of each problem drawn, and its text with the explanation; equally many of each part."""
    for place, part in enumerate(parts):
        wanted = count // len(parts) + (place < count % len(parts))
        for record in in_turn(load(CORPUS / f"{part}.jsonl"), f"{seed}/{part}"):
            solution = solver.solve(record.text)
            if is_right(solution, record):
                yield record.id, f"{record.text}\n{as_shown(solution)}"
                wanted -= 1
            if not wanted:
                break


def counted(ratings: Sequence[Mapping[str, Mapping[str, Any]]]) -> dict[str, Any]:
    """The shares of each reader, how often they agree, and what most was said against."""
    ids = sorted(set.intersection(*(set(one) for one in ratings)))
    if not ids:
        raise SystemExit("no problem is rated by all readers")

    def against(id_: str) -> int:
        return sum(not one[id_][question] for one in ratings for question in QUESTIONS)

    def share(values: Sequence[bool]) -> float:
        return round(sum(values) / len(values), 4)

    worst = sorted((id_ for id_ in ids if against(id_)), key=lambda id_: (-against(id_), id_))[:WORST]
    return {
        "explanations": len(ids),
        "readers": [{asked: share([one[id_][asked] for id_ in ids]) for asked in QUESTIONS} for one in ratings],
        "mean": {question: share([one[id_][question] for one in ratings for id_ in ids]) for question in QUESTIONS},
        "readers_agree": {question: share([len({one[id_][question] for one in ratings}) == 1 for id_ in ids])
                          for question in QUESTIONS},
        "worst": [
            {"id": id_, "against": against(id_), "said": [one[id_].get("cause", "") for one in ratings],
             "sentence": next((one[id_]["worst"] for one in ratings if one[id_].get("worst")), "")}
            for id_ in worst
        ],
    }  # fmt: skip


def main() -> None:
    """Draw explanations, or count ratings."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = options.add_subparsers(dest="command", required=True)
    draw = commands.add_parser("draw")
    draw.add_argument("--parts", nargs="+", default=["general_test", "test"])
    draw.add_argument("--count", type=int, default=300, help="problems, of all parts together")
    draw.add_argument("--each", type=int, default=50, help="problems in a file")
    draw.add_argument("--seed", type=int, default=1)
    draw.add_argument("--out", type=Path, required=True)
    count = commands.add_parser("count")
    count.add_argument("ratings", type=Path, nargs="+")
    count.add_argument("--out", type=Path)
    given = options.parse_args()
    if given.command == "draw":
        given.out.mkdir(parents=True, exist_ok=True)
        shown = [f"### {id_}\n{text}\n" for id_, text in drawn(Solver.load(), given.parts, given.count, given.seed)]
        for number, start in enumerate(range(0, len(shown), given.each), 1):
            (given.out / f"{number:02}.txt").write_text("\n".join(shown[start : start + given.each]), encoding="utf-8")
        print(f"{len(shown)} explanations in {given.out}")
        return
    rows = [
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines() if line.strip()]
        for file in given.ratings
    ]
    result = {"arithmetree": __version__, **counted([{row["id"]: row for row in one} for one in rows])}
    print(json.dumps({key: value for key, value in result.items() if key != "worst"}, indent=1))
    if given.out:
        given.out.write_text(json.dumps(result, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
