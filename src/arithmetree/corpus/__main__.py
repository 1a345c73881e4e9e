"""The corpus tool: `python -m arithmetree.corpus build`, `... sample` and `... compare`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from arithmetree.corpus.alignment import Cause
from arithmetree.corpus.build import collect, faults_by_cause, near_duplicates, near_public, with_questions
from arithmetree.corpus.card import LICENSE, CardData, card
from arithmetree.corpus.dropped import load_dropped, save_dropped
from arithmetree.corpus.public_sets import public_texts
from arithmetree.corpus.record import load, save
from arithmetree.corpus.second_reading import compare, load_second_reading, sample, save_second_reading
from arithmetree.corpus.splits import split, training_only
from arithmetree.corpus.statistics import TextFigures, load_figures, save_figures, text_figures
from arithmetree.corpus.written import written_files
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read_all

_OWN = "arithmetree"


def main(arguments: Sequence[str]) -> int:
    """Run a command; exit status 0 done, 1 something is left to settle, 2 wrong usage or bad input."""
    options = _options().parse_args(arguments)
    try:
        return int(options.run(options))
    except ArithmetreeError as error:
        print(error, file=sys.stderr)
        return 2


def _options() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m arithmetree.corpus", description=__doc__)
    commands = parser.add_subparsers(required=True)
    build = commands.add_parser("build", help="writers' lines to train, dev, calibration, test, statistics and card")
    build.add_argument("--data", type=Path, help="folder of the benchmark sets, to compare with and keep away from")
    build.add_argument("--drop-near", action="store_true", help="add near duplicates to dropped.txt and leave them out")
    build.set_defaults(run=_build)
    draw = commands.add_parser("sample", help="print a random sample, ids and texts only, for a second reader")
    draw.add_argument("--share", type=float, default=0.05)
    draw.add_argument("--seed", type=int, default=1)
    draw.set_defaults(run=_sample)
    check = commands.add_parser("compare", help="compare a second reader's answers, JSONL with id and answer")
    check.add_argument("answers", type=Path)
    check.set_defaults(run=_compare)
    for command in (build, draw, check):
        command.add_argument("--corpus", type=Path, default=Path("corpus"), help="the corpus folder (default: corpus)")
    return parser


def _build(options: argparse.Namespace) -> int:
    folder: Path = options.corpus
    public = {} if options.data is None else public_texts(options.data)
    dropped = load_dropped(folder / "dropped.txt")
    beside = (folder / name for name in ("families", "calibrating", "everyday", "unseen"))
    folders = [folder / "written", *(place for place in beside if place.is_dir())]
    home = {file.stem.partition("-")[0]: file.parent.name for place in folders for file in written_files(place)}
    collected = collect(folders, dropped)
    near = near_duplicates(collected.records) | near_public(collected.records, public)
    if near and options.drop_near:
        dropped |= near
        save_dropped(dropped, folder / "dropped.txt")
        collected, near = collect(folders, dropped), {}
    for fault in collected.faults:
        print(fault)
    for key, reason in near.items():
        print(f"{key}: {Cause.NEAR}: {reason}; reword it or drop it with --drop-near")
    parser = load_parser()
    records = with_questions(collected.records, read_all((record.text for record in collected.records), parser))
    written, more, calibrating, everyday, unseen = (
        [record for record in records if home[record.writer] == name]
        for name in ("written", "families", "calibrating", "everyday", "unseen")
    )
    parts = split(written, {"calibration": [*calibrating, *everyday], "test": unseen})
    families = training_only(more, parts)
    for name, part in (*parts.items(), ("families", families)):
        save(part, folder / f"{name}.jsonl")
    figures = _figures(
        folder / "statistics.json", [record.text for part in parts.values() for record in part], public, parser
    )
    second_reading = load_second_reading(folder / "second_reading.json")
    outside = frozenset(record.writer for record in everyday)
    data = CardData(parts, families, len(more) - len(families), outside, dropped, figures, second_reading)
    (folder / "README.md").write_text(card(data), encoding="utf-8")
    (folder / "LICENSE").write_text(LICENSE, encoding="utf-8")
    print(
        f"{len(records)} records, {len(dropped)} dropped; "
        f"to settle: {faults_by_cause(collected.faults)}, {len(near)} near duplicates"
    )
    return 1 if collected.faults or near else 0


def _figures(
    file: Path, texts: Sequence[str], public: Mapping[str, Sequence[str]], parser: Parser
) -> dict[str, TextFigures]:
    """Our own figures made anew, and those of the public sets where their texts are given, else as stored."""
    stored = load_figures(file) if file.exists() and not public else {}
    sets = {_OWN: texts, **public}
    figures = stored | {name: text_figures(given, _verbs(given, parser)) for name, given in sets.items()}
    save_figures(figures, file)
    return figures


def _verbs(texts: Sequence[str], parser: Parser) -> Iterator[set[str]]:
    for doc in parser.pipe(texts):
        yield {token.lemma_ for token in doc if token.pos_ == "VERB"}


def _sample(options: argparse.Namespace) -> int:
    if not 0 < options.share <= 1:
        raise DataError(f"the share is {options.share}; accepted is a number above 0 and up to 1, such as 0.05")
    for record in sample(load(options.corpus), options.share, options.seed):
        print(json.dumps({"id": record.id, "text": record.text}, ensure_ascii=False))
    return 0


def _compare(options: argparse.Namespace) -> int:
    try:
        lines = options.answers.read_text(encoding="utf-8").splitlines()
        answers = {entry["id"]: str(entry["answer"]) for entry in map(json.loads, lines)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{options.answers}: no answers ({error!r}); accepted is JSONL with id and answer") from error
    reading = compare(load(options.corpus), answers)
    save_second_reading(reading, options.corpus / "second_reading.json")
    for each in reading.disagreements:
        print(f"{each.id}: corpus {each.corpus}, reader {each.reader}")
    print(f"{reading.read} read, {len(reading.disagreements)} disagreements, {reading.rate:.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
