"""Records of general problems: a written story problem with its derivation."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from arithmetree.corpus.alignment import Cause, Fault
from arithmetree.corpus.phenomena import phenomena_of, shape_of
from arithmetree.corpus.record import Record
from arithmetree.corpus.stories import StoryProblem, read_stories
from arithmetree.corpus.story_alignment import StoryAlignment, align_story
from arithmetree.derivations import canonical, leaf_names, to_tree, value_to_infix
from arithmetree.expressions import format_value


def story_records(files: Iterable[Path], dropped: frozenset[str] = frozenset()) -> tuple[list[Record], list[Fault]]:
    """The records of some writers' files, and what is wrong with the other lines; dropped ids are left out."""
    records: list[Record] = []
    faults: list[Fault] = []
    for file in files:
        for found in read_stories(file):
            if isinstance(found, tuple):
                place, message = found
                faults.append(Fault(place, Cause.FORMAT, message))
            elif found.place.id not in dropped:
                alignment = align_story(found)
                faults += alignment.faults
                if not alignment.faults:
                    records.append(_record(found, alignment))
    return records, faults


def _record(problem: StoryProblem, alignment: StoryAlignment) -> Record:
    made = alignment.derivation
    quantities = alignment.quantities
    names = leaf_names([format_value(quantity.value) for quantity in quantities])
    asked = () if made is None else tuple(value_to_infix(made, answer, names) for answer in made.answers)
    equations = () if made is None else tuple(value_to_infix(made, equation, names) for equation in made.equations)
    tree = None if made is None else to_tree(made)
    used = frozenset() if made is None else made.mentions
    countable = [place for place, quantity in enumerate(quantities) if quantity.countable]
    return Record(
        id=problem.place.id,
        text=problem.text,
        quantities=quantities,
        expression=None if made is None else f"{asked[-1]} where {'; '.join(equations)}" if equations else asked[-1],
        tree=tree,
        answer=None if made is None else alignment.answers[-1],
        unit=problem.units[-1] if made is not None else None,
        reason=problem.reason,
        irrelevant=() if made is None else tuple(place for place in countable if place not in used),
        rates=(),
        question=problem.question,
        scenario=problem.heading.scene,
        phenomena=phenomena_of(frozenset(), tree, quantities, (), in_family=True),
        family=problem.family,
        grade=problem.heading.grade,
        steps=None if made is None else len(made.steps),
        shape=None if tree is None else shape_of(tree),
        equations=equations,
        asked=asked,
        answers=alignment.answers,
        units=problem.units,
        derivation=None if made is None else canonical(made),
        kind=problem.heading.kind,
        style=problem.heading.style,
    )
