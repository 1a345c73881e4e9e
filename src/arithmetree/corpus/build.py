"""Building the corpus: from writers' lines to the records of every part, with a list of what a person has to settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from arithmetree.corpus.alignment import Alignment, Cause, Fault, align
from arithmetree.corpus.manifest import DRAWN, Built, Manifest
from arithmetree.corpus.phenomena import phenomena_of, shape_of, steps_of, unused
from arithmetree.corpus.record import Record, save
from arithmetree.corpus.similarity import StoryIndex, common_wording, near
from arithmetree.corpus.splits import split
from arithmetree.corpus.story_records import story_records
from arithmetree.corpus.written import Operand, WrittenProblem, lines_of, read_line, written_files
from arithmetree.derivations import from_tree
from arithmetree.errors import DataError
from arithmetree.expressions import UNDEFINED, Tree, evaluate, to_infix

PAIR_WORDING = 0.5
"""The least common wording of a problem and another of its family for which both are a minimal pair."""
WORKERS = 2
_FILES_AT_ONCE = 8


@dataclass(frozen=True, slots=True)
class Collected:
    """The lines that became records, in the order of their ids, and what is wrong with the others."""

    records: tuple[Record, ...]
    faults: tuple[Fault, ...]


def collect(folders: Sequence[Path], dropped: Mapping[str, str]) -> Collected:
    """Read all writers' files of some folders and align their lines; dropped ids and lines with faults are left out."""
    faults: list[Fault] = []
    good: list[tuple[WrittenProblem, Alignment]] = []
    for file in (file for folder in folders for file in written_files(folder)):
        for found in _aligned(file, frozenset(dropped)):
            if isinstance(found, Fault):
                faults.append(found)
            else:
                good.append(found)
    records, more = _with_families(good)
    return Collected(tuple(records), (*faults, *more))


def _aligned(file: Path, dropped: frozenset[str]) -> list[tuple[WrittenProblem, Alignment] | Fault]:
    """The lines of one file with their alignments, or what is wrong with them."""
    made: list[tuple[WrittenProblem, Alignment] | Fault] = []
    for place, line in lines_of(file):
        if place.id in dropped:
            continue
        try:
            problem = read_line(place, line)
        except DataError as error:
            made.append(Fault(place, Cause.FORMAT, str(error)))
            continue
        alignment = align(problem)
        wrong = alignment.faults or _answer_faults(problem, alignment)
        if wrong:
            made += wrong
        else:
            made.append((problem, alignment))
    return made


def _with_families(good: Sequence[tuple[WrittenProblem, Alignment]]) -> tuple[list[Record], list[Fault]]:
    members: dict[str, list[str]] = {}
    for problem, _ in good:
        if problem.family is not None:
            members.setdefault(problem.family, []).append(problem.text)
    records = [_record(problem, alignment, members.get(problem.family or "", [])) for problem, alignment in good]
    faults = [
        Fault(problem.place, Cause.FAMILY, f"{problem.family} has no other member")
        for problem, _ in good
        if problem.family is not None and len(members[problem.family]) == 1
    ]
    return records, faults


def _answer_faults(problem: WrittenProblem, alignment: Alignment) -> tuple[Fault, ...]:
    if alignment.tree is None:
        return ()
    answer = evaluate(alignment.tree, [quantity.value for quantity in alignment.quantities])
    if answer is UNDEFINED or answer <= 0:
        return (Fault(problem.place, Cause.ANSWER, f"the answer is {answer}; it must be positive"),)
    return ()


def _record(problem: WrittenProblem, alignment: Alignment, family: Sequence[str]) -> Record:
    found, tree = alignment.quantities, alignment.tree
    in_family = len(family) > 1
    tags = problem.tags
    if "minimal-pair" in tags and not any(
        common_wording(problem.text, other) >= PAIR_WORDING for other in family if other != problem.text
    ):
        tags -= {"minimal-pair"}
    answer = None if tree is None else evaluate(tree, [quantity.value for quantity in found])
    assert answer is not UNDEFINED  # _answer_faults has seen it
    expression = None if tree is None else _expression(tree, alignment.operands)
    return Record(
        id=problem.place.id,
        text=problem.text,
        quantities=found,
        expression=expression,
        tree=tree,
        answer=answer,
        unit=problem.unit,
        reason=problem.reason,
        irrelevant=() if tree is None else unused(tree, found),
        rates=alignment.rates,
        question=None,
        scenario=problem.scenario,
        phenomena=phenomena_of(tags, tree, found, alignment.rates, in_family=in_family),
        family=problem.family if in_family else None,
        grade=problem.grade,
        steps=None if tree is None else steps_of(tree),
        shape=None if tree is None else shape_of(tree),
        asked=() if expression is None else (expression,),
        answers=() if answer is None else (answer,),
        units=() if tree is None or problem.unit is None else (problem.unit,),
        derivation=None if tree is None else from_tree(tree),
    )


def _expression(tree: Tree, operands: Mapping[int, Operand]) -> str:
    """Infix with the values as the writer gave them; a fraction is put in parentheses, to be one number."""
    names = [""] * (max(operands) + 1)
    for index, operand in operands.items():
        names[index] = f"({operand.text})" if "/" in operand.text else operand.text
    return to_infix(tree, names)


@dataclass(frozen=True, slots=True)
class Parts:
    """The records of every part, in the order of their ids, and what has to be settled."""

    records: Mapping[str, tuple[Record, ...]]
    faults: tuple[Fault, ...]


def parts_of(corpus: Path, manifest: Manifest, *, workers: int = WORKERS) -> Parts:
    """Read all written lines and assign them to their parts; files are read side by side, the result is the same.

    DataError if the manifest names a folder that is missing, or drops a problem that does not exist.
    """
    by_folder: dict[str, list[Record]] = {}
    faults: list[Fault] = []
    jobs = [
        (folder, files[start : start + _FILES_AT_ONCE], folder in manifest.stories, frozenset(manifest.dropped))
        for folder in manifest.folders
        for files in [written_files(corpus / folder)]
        for start in range(0, len(files), _FILES_AT_ONCE)
    ]
    good: dict[str, list[tuple[WrittenProblem, Alignment]]] = {}
    for folder, records, aligned, wrong in _run(jobs, workers):
        by_folder.setdefault(folder, []).extend(records)
        good.setdefault(folder, []).extend(aligned)
        faults += wrong
    for folder, aligned in good.items():
        if aligned:
            records, wrong = _with_families(aligned)
            by_folder.setdefault(folder, []).extend(records)
            faults += wrong
    _check_dropped(corpus, manifest)
    parts: dict[str, list[Record]] = {}
    for folder, part in manifest.folders.items():
        if part == DRAWN:
            for name, drawn in split(by_folder[folder]).items():
                parts.setdefault(name, []).extend(drawn)
        else:
            parts.setdefault(part, []).extend(by_folder[folder])
    kept = {
        name: tuple(record for record in records if record.id not in manifest.held_back)
        for name, records in parts.items()
    }
    return Parts(kept, tuple(faults))


_Job = tuple[str, Sequence[Path], bool, frozenset[str]]
_Done = tuple[str, list[Record], list[tuple[WrittenProblem, Alignment]], list[Fault]]


def _run(jobs: Sequence[_Job], workers: int) -> Iterable[_Done]:
    if workers < 2:
        return map(_read_files, jobs)
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(_read_files, jobs))


def _read_files(job: _Job) -> _Done:
    folder, files, stories, dropped = job
    if stories:
        records, faults = story_records(files, dropped)
        return folder, records, [], faults
    found = [one for file in files for one in _aligned(file, dropped)]
    good = [one for one in found if not isinstance(one, Fault)]
    return folder, [], good, [one for one in found if isinstance(one, Fault)]


def _check_dropped(corpus: Path, manifest: Manifest) -> None:
    known = {
        place.id
        for folder in manifest.folders
        for file in written_files(corpus / folder)
        for place, _ in lines_of(file)
    }
    unknown = sorted(manifest.left_out - known)
    if unknown:
        raise DataError(f"the manifest leaves out {', '.join(unknown[:5])}, which no file has; take them out of it")


def write_parts(parts: Mapping[str, Sequence[Record]], out: Path) -> dict[str, Built]:
    """Write every part as JSONL, each file in one step, and say what they came to."""
    out.mkdir(parents=True, exist_ok=True)
    for left in out.glob(".*.jsonl.*.new"):  # by a build that was killed
        left.unlink()
    built: dict[str, Built] = {}
    for name, records in sorted(parts.items()):
        file = out / f"{name}.jsonl"
        save(records, file)
        built[name] = Built(len(records), sha256(file.read_bytes()).hexdigest())
    return built


def near_duplicates(records: Sequence[Record]) -> dict[str, str]:
    """The later one of each two records outside one family that have nearly the same story, with the reason.

    Later is what comes later in `records`.
    """
    index = StoryIndex((record.id, record.text) for record in records)
    by_id = {record.id: record for record in records}
    place = {record.id: number for number, record in enumerate(records)}
    found: dict[str, str] = {}
    for record in records:
        for match in near(record.text, index):
            other = by_id[match.key]
            same_family = record.family is not None and record.family == other.family
            if place[other.id] < place[record.id] and other.id not in found and not same_family:
                found[record.id] = f"near {other.id} ({match.jaccard:.2f}, {match.contained:.2f} contained)"
                break
    return found


def near_public(records: Sequence[Record], public: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The records that have nearly the same story as a problem of a public set, with the reason."""
    index = StoryIndex(
        (f"{name} {number}", text) for name, texts in public.items() for number, text in enumerate(texts)
    )
    found: dict[str, str] = {}
    for record in records:
        matches = near(record.text, index)
        if matches:
            nearest = matches[0]
            found[record.id] = f"near {nearest.key} ({nearest.jaccard:.2f}, {nearest.contained:.2f} contained)"
    return found


def faults_by_cause(faults: Iterable[Fault]) -> dict[str, int]:
    """How many faults of each cause there are."""
    counts = Counter(fault.cause for fault in faults)
    return {cause.value: counts[cause] for cause in Cause if counts[cause]}
