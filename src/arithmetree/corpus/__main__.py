"""The corpus tool, `python -m arithmetree.corpus`: build, check, card, sample, compare and practice."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from arithmetree.corpus.alignment import Cause
from arithmetree.corpus.build import Parts, faults_by_cause, near_duplicates, near_public, parts_of, write_parts
from arithmetree.corpus.card import LICENSE, card
from arithmetree.corpus.manifest import Manifest
from arithmetree.corpus.practice import practice_text, write_practice
from arithmetree.corpus.practice_choice import choose, learnable, unread
from arithmetree.corpus.practice_reading import Reading
from arithmetree.corpus.public_sets import public_texts
from arithmetree.corpus.record import Record, load
from arithmetree.corpus.second_reading import compare, load_second_reading, sample, save_second_reading
from arithmetree.corpus.splits import is_learned, too_near
from arithmetree.corpus.statistics import load_figures, save_figures, text_figures
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.parsing import load_parser

_OWN = "arithmetree"
_BUILT = Path("build/corpus")
PRACTICE = Path("src/arithmetree/data/practice.jsonl.gz")
"""The file of the package with the problems of practice sheets."""


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
    build = commands.add_parser("build", help="writers' lines to the files of all parts")
    build.add_argument("--out", type=Path, default=_BUILT, help=f"where to write them (default: {_BUILT})")
    build.add_argument("--accept", action="store_true", help="write the checksums of what was built to the manifest")
    build.set_defaults(run=_build)
    check = commands.add_parser("check", help="look for near duplicates, and for what comes too near to held-out parts")
    check.add_argument("--data", type=Path, help="folder of the benchmark sets, to compare with and keep away from")
    check.add_argument("--leave-out", action="store_true", help="write what was found to the manifest, to be left out")
    check.set_defaults(run=_check)
    write = commands.add_parser("card", help="write the card, corpus/README.md")
    write.add_argument("--data", type=Path, help="folder of the benchmark sets, to compare the variety of texts with")
    write.set_defaults(run=_card)
    draw = commands.add_parser("sample", help="print a random sample, ids and texts only, for a second reader")
    draw.add_argument("--parts", default="general,general_dev,general_calibration,general_test")
    draw.add_argument("--count", type=int, default=600)
    draw.add_argument("--seed", type=int, default=1)
    draw.set_defaults(run=_sample)
    second = commands.add_parser("compare", help="compare a second reader's answers, JSONL with id and answer")
    second.add_argument("answers", type=Path)
    second.add_argument("--name", default="second_reading.json", help="file of the corpus folder to write")
    second.set_defaults(run=_compare)
    practice = commands.add_parser("practice", help="choose the problems of practice sheets and write their file")
    practice.add_argument("--out", type=Path, default=PRACTICE, help=f"the file to write (default: {PRACTICE})")
    practice.add_argument(
        "--unread", action="store_true", help="print the candidates that nobody has read, and write nothing"
    )
    practice.set_defaults(run=_practice)
    for command in (build, check, write, draw, second, practice):
        command.add_argument("--corpus", type=Path, default=Path("corpus"), help="the corpus folder (default: corpus)")
    return parser


def _build(options: argparse.Namespace) -> int:
    manifest = Manifest.load(options.corpus)
    parts = _settled(parts_of(options.corpus, manifest))
    built = write_parts(parts, options.out)
    for name, part in built.items():
        print(f"{name}: {part.problems} problems")
    if options.accept:
        manifest.with_built(built).save(options.corpus)
    elif dict(manifest.built) != built:
        names = sorted(name for name in {*built, *manifest.built} if built.get(name) != manifest.built.get(name))
        raise DataError(
            f"these parts are not what the manifest says: {', '.join(names)}; look at what changed, then build with "
            "--accept to keep it"
        )
    return 0


def _settled(parts: Parts) -> Mapping[str, tuple[Record, ...]]:
    for fault in parts.faults:
        print(fault)
    if parts.faults:
        raise DataError(f"to settle: {faults_by_cause(parts.faults)}; change the lines, or drop them in the manifest")
    return parts.records


def _check(options: argparse.Namespace) -> int:
    manifest = Manifest.load(options.corpus)
    parts = _settled(parts_of(options.corpus, manifest))
    public = {} if options.data is None else public_texts(options.data)
    # Of two problems that are near, the one to learn from goes, and of two of these the general one.
    names = sorted(parts, key=lambda name: (is_learned(name), name.startswith("general"), name))
    records = [record for name in names for record in sorted(parts[name], key=lambda record: record.id)]
    held_back = too_near(parts)
    near = near_duplicates([record for record in records if record.id not in held_back])
    near |= near_public(records, public)
    for key, reason in (*near.items(), *held_back.items()):
        print(f"{key}: {Cause.NEAR}: {reason}")
    print(f"{len(records)} problems: {len(near)} near others, {len(held_back)} near held-out parts")
    if options.leave_out:
        replace(manifest, dropped={**manifest.dropped, **near}, held_back={**manifest.held_back, **held_back}).save(
            options.corpus
        )
        return 0
    return 1 if near or held_back else 0


def _card(options: argparse.Namespace) -> int:
    folder: Path = options.corpus
    manifest = Manifest.load(folder)
    parts = _settled(parts_of(folder, manifest))
    public = {} if options.data is None else public_texts(options.data)
    file = folder / "statistics.json"
    if public:
        texts = {_OWN: [record.text for part in parts.values() for record in part], **public}
        save_figures({name: text_figures(given, _verbs(given)) for name, given in texts.items()}, file)
    readings = {name: load_second_reading(folder / name) for name in ("second_reading.json", "general_reading.json")}
    text = card(parts, manifest, load_figures(file), readings, _reviews(folder))
    (folder / "README.md").write_text(text, encoding="utf-8")
    (folder / "LICENSE").write_text(LICENSE, encoding="utf-8")
    return 0


def _reviews(folder: Path) -> list[Mapping[str, object]]:
    return [json.loads(file.read_text(encoding="utf-8")) for file in sorted((folder / "reviews").glob("*.json"))]


def _verbs(texts: Sequence[str]) -> Iterator[set[str]]:
    for doc in load_parser().pipe(texts):
        yield {token.lemma_ for token in doc if token.pos_ == "VERB"}


def _sample(options: argparse.Namespace) -> int:
    if options.count < 1:
        raise DataError(f"the count is {options.count}; accepted is 1 or more")
    parts = _settled(parts_of(options.corpus, Manifest.load(options.corpus)))
    wanted = options.parts.split(",")
    unknown = sorted(set(wanted) - parts.keys())
    if unknown:
        raise DataError(f"there is no part {', '.join(unknown)}; there are {', '.join(sorted(parts))}")
    records = [record for name in wanted for record in parts[name]]
    for record in sample(records, min(1.0, options.count / len(records)), options.seed):
        print(json.dumps({"id": record.id, "text": record.text}, ensure_ascii=False))
    return 0


def _compare(options: argparse.Namespace) -> int:
    try:
        lines = options.answers.read_text(encoding="utf-8").splitlines()
        answers = {entry["id"]: str(entry["answer"]) for entry in map(json.loads, lines)}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise DataError(f"{options.answers}: no answers ({error!r}); accepted is JSONL with id and answer") from error
    records = [record for file in sorted(_BUILT.glob("*.jsonl")) for record in load(file)]
    reading = compare(records, answers)
    save_second_reading(reading, options.corpus / options.name)
    for each in reading.disagreements:
        print(f"{each.id}: corpus {each.corpus}, reader {each.reader}")
    print(f"{reading.read} read, {len(reading.disagreements)} disagreements, {reading.rate:.1f} %")
    return 0


def _practice(options: argparse.Namespace) -> int:
    reading = Reading.load(options.corpus)
    records = learnable(options.corpus)
    if options.unread:
        for story in unread(records, reading):
            print(f"{story.id} grade {story.grade} {story.kind}: {story.text}")
        return 0
    text = practice_text(choose(records, reading))
    write_practice(options.out, text)
    print(f"{options.out}: {text.count(chr(10))} problems")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
