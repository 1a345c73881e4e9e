"""Make generated general problems to train on: `python training/generated/make.py --data DIR --out FILE`.

Draws --count problems by --seed, drops those near a problem of a public set in DIR and repeated texts, and writes the
others as JSONL. The same arguments give the same file. It prints what was dropped and the counts by kind.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from arithmetree.corpus.build import near_public
from arithmetree.corpus.public_sets import public_texts
from arithmetree.corpus.record import save
from arithmetree.corpus.stories import KINDS
from arithmetree.errors import ArithmetreeError
from arithmetree.generator.general_problems import general_problem

CHUNK = 20_000
"""How many problems a worker draws and compares at a time; each comparison builds an index of the public sets."""


def main() -> int:
    """Read the command line, draw, drop, write, report."""
    parser = argparse.ArgumentParser(description="Make generated general problems that are near no public set.")
    parser.add_argument("--count", type=int, default=200_000, help="how many problems to draw")
    parser.add_argument("--seed", type=int, default=17, help="the same seed gives the same problems")
    parser.add_argument("--data", type=Path, required=True, help="folder with the public sets, to keep away from")
    parser.add_argument("--out", type=Path, default=Path("build/generated/general.jsonl"), help="the file to write")
    parser.add_argument("--workers", type=int, default=2, help="how many processes draw problems")
    arguments = parser.parse_args()
    if arguments.count < 1 or arguments.workers < 1:
        parser.error("--count and --workers must be 1 or more")
    started = time.monotonic()
    try:
        near = make(arguments.count, arguments.seed, public_texts(arguments.data), arguments.out, arguments.workers)
    except ArithmetreeError as error:
        print(error, file=sys.stderr)
        return 1
    report(arguments.count, near, arguments.out)
    print(f"{time.monotonic() - started:.0f} seconds")
    return 0


def make(count: int, seed: int, public: Mapping[str, Sequence[str]], out: Path, workers: int) -> Counter[str]:
    """Write the problems, and return how many were dropped by public set, and for a repeated text."""
    out.parent.mkdir(parents=True, exist_ok=True)
    starts = range(0, count, CHUNK)
    jobs = [(range(start, min(start + CHUNK, count)), seed, public, _part(out, start)) for start in starts]
    with ProcessPoolExecutor(workers) as pool:
        dropped = sum(pool.map(_draw, jobs), Counter[str]())
    written = out.with_name(out.name + ".new")
    seen: set[str] = set()
    with written.open("w", encoding="utf-8") as file:
        for line in _lines([_part(out, start) for start in starts]):
            text = json.loads(line)["text"]
            if text in seen:
                dropped["a repeated text"] += 1
                continue
            seen.add(text)
            file.write(line)
    written.replace(out)
    for start in starts:
        _part(out, start).unlink()
    return dropped


def report(count: int, dropped: Counter[str], out: Path) -> None:
    """Print what was dropped and what is left."""
    kinds = Counter(json.loads(line)["kind"] for line in _lines([out]))
    kept = kinds.total()
    print(f"{count:,} drawn, {count - kept:,} dropped, {kept:,} written to {out}")
    for cause, number in dropped.most_common():
        print(f"  dropped for {cause}: {number:,}")
    for kind in KINDS:
        print(f"  {kind}: {kinds[kind]:,} ({kinds[kind] / kept:.1%})")


def _draw(job: tuple[range, int, Mapping[str, Sequence[str]], Path]) -> Counter[str]:
    numbers, seed, public, part = job
    records = [general_problem(number, seed) for number in numbers]
    near = near_public(records, public)
    save((record for record in records if record.id not in near), part)
    # The reason starts "near GSM8K 123 (...)".
    return Counter(f"being near {reason.split()[1]}" for reason in near.values())


def _part(out: Path, start: int) -> Path:
    return out.with_name(f"{out.name}.{start}")


def _lines(files: Sequence[Path]) -> Iterator[str]:
    for file in files:
        with file.open(encoding="utf-8") as lines:
            yield from lines


if __name__ == "__main__":
    sys.exit(main())
