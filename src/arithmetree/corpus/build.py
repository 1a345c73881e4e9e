"""Building the corpus: from writers' lines to records, with a list of everything that a person has to settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from arithmetree.corpus.alignment import Alignment, Cause, Fault, align
from arithmetree.corpus.phenomena import phenomena_of, shape_of, steps_of, unused
from arithmetree.corpus.record import Record, Span
from arithmetree.corpus.similarity import StoryIndex, common_wording, near
from arithmetree.corpus.written import Operand, WrittenProblem, lines_of, read_line, written_files
from arithmetree.errors import DataError
from arithmetree.expressions import UNDEFINED, Tree, evaluate, to_infix
from arithmetree.schemas import Problem

PAIR_WORDING = 0.5
"""The least common wording of a problem and another of its family for which both are a minimal pair."""


@dataclass(frozen=True, slots=True)
class Collected:
    """The lines that became records, in the order of their ids, and what is wrong with the others."""

    records: tuple[Record, ...]
    faults: tuple[Fault, ...]


def collect(folders: Sequence[Path], dropped: Mapping[str, str]) -> Collected:
    """Read all writers' files of some folders and align their lines; dropped ids and lines with faults are left out.

    DataError if the list of dropped problems names one that does not exist.
    """
    faults: list[Fault] = []
    good: list[tuple[WrittenProblem, Alignment]] = []
    seen: set[str] = set()
    for file in (file for folder in folders for file in written_files(folder)):
        for place, line in lines_of(file):
            seen.add(place.id)
            if place.id in dropped:
                continue
            try:
                problem = read_line(place, line)
            except DataError as error:
                faults.append(Fault(place, Cause.FORMAT, str(error)))
                continue
            alignment = align(problem)
            wrong = alignment.faults or _answer_faults(problem, alignment)
            if wrong:
                faults += wrong
            else:
                good.append((problem, alignment))
    unknown = sorted(set(dropped) - seen)
    if unknown:
        raise DataError(f"the list of dropped problems names {', '.join(unknown)}, which no file has; take them out")
    members: dict[str, list[str]] = {}
    for problem, _ in good:
        if problem.family is not None:
            members.setdefault(problem.family, []).append(problem.text)
    records = [_record(problem, alignment, members.get(problem.family or "", [])) for problem, alignment in good]
    for problem, _ in good:
        if problem.family is not None and len(members[problem.family]) == 1:
            faults.append(Fault(problem.place, Cause.FAMILY, f"{problem.family} has no other member"))
    return Collected(tuple(records), tuple(faults))


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
    if not any(common_wording(problem.text, other) >= PAIR_WORDING for other in family if other != problem.text):
        tags -= {"minimal-pair"}
    answer = None if tree is None else evaluate(tree, [quantity.value for quantity in found])
    assert answer is not UNDEFINED  # _answer_faults has seen it
    return Record(
        id=problem.place.id,
        text=problem.text,
        quantities=found,
        expression=None if tree is None else _expression(tree, alignment.operands),
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
    )


def _expression(tree: Tree, operands: Mapping[int, Operand]) -> str:
    """Infix with the values as the writer gave them; a fraction is put in parentheses, to be one number."""
    names = [""] * (max(operands) + 1)
    for index, operand in operands.items():
        names[index] = f"({operand.text})" if "/" in operand.text else operand.text
    return to_infix(tree, names)


def with_questions(records: Sequence[Record], readings: Iterable[Problem]) -> tuple[Record, ...]:
    """The records with the question spans that reading their texts gave, in the same order."""
    return tuple(
        replace(record, question=None if read.question is None else Span(read.question.start, read.question.end))
        for record, read in zip(records, readings, strict=True)
    )


def near_duplicates(records: Sequence[Record]) -> dict[str, str]:
    """The later one of each two records outside one family that tell nearly the same story, with the reason."""
    index = StoryIndex((record.id, record.text) for record in records)
    by_id = {record.id: record for record in records}
    found: dict[str, str] = {}
    for record in records:
        for match in near(record.text, index):
            other = by_id[match.key]
            same_family = record.family is not None and record.family == other.family
            if other.id < record.id and other.id not in found and not same_family:
                found[record.id] = f"near {other.id} ({match.jaccard:.2f}, {match.contained:.2f} contained)"
                break
    return found


def near_public(records: Sequence[Record], public: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """The records that tell nearly the story of a problem of a public set, with the reason."""
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
