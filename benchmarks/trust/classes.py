"""How often the checker marks right work wrong and wrong work right: simulated classes on problems of the corpus.

    python benchmarks/trust/classes.py [--parts general_dev dev] [--problems 300] [--pupils 6] [--seed 1]
        [--model DIR] [--show] [--out docs/results/classes.json]

Every problem gets a handful of pupils (pupils.py): right answers in the forms that pupils use, with other units, with
their sums or in a sentence, and wrong work of the common sorts. Each is checked with the teacher's key and without
one, and verified as the answer of another program. Right work counts as marked wrong wherever the verdict finds any
fault with it; wrong work as marked right where the verdict finds none. The files of the parts are read from
build/corpus.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pupils import Pupil, Sheet, class_of

from arithmetree import Solver, __version__
from arithmetree.checking import SURE_TO_DIFFER, Agreement, Kind, check_solution, verify_solution
from arithmetree.corpus import load
from arithmetree.errors import DataError
from arithmetree.solution import Solution

CORPUS = Path("build/corpus")
CONFIDENCES = (0.5, 0.6, 0.7, 0.8, 0.85, 0.88, 0.9, 0.92, 0.94, 0.95, 0.96, 0.97, 0.98)
RIGHT, WRONG, OPEN, UNREAD, NO_KEY = "marked_right", "marked_wrong", "not_sure", "unreadable", "key_unreadable"
_OF_KIND = {Kind.RIGHT: RIGHT, Kind.EQUIVALENT: RIGHT, Kind.NOT_SURE: OPEN, Kind.UNREADABLE: UNREAD}
_OF_AGREEMENT = {Agreement.AGREES: RIGHT, Agreement.DIFFERS: WRONG, Agreement.CANNOT_TELL: OPEN}


@dataclass(frozen=True)
class Case:
    """One piece of work on one problem."""

    part: str
    id: str
    pupil: Pupil
    solution: Solution
    key: str | None


def cases_of(parts: Sequence[str], problems: int, pupils: int, seed: int, solver: Solver) -> list[Case]:
    """The pupils of a sample of each part."""
    cases = []
    for part in parts:
        records = load(CORPUS / f"{part}.jsonl")
        records = Random(f"{seed}/{part}").sample(records, min(problems, len(records)))
        for record, solution in zip(records, solver.pipe(one.text for one in records), strict=True):
            rng, sheet = Random(f"{seed}/{record.id}"), Sheet(record)
            key = sheet.key(rng) if sheet.answers else None
            cases += [Case(part, record.id, pupil, solution, key) for pupil in class_of(sheet, rng, pupils)]
    return cases


def marked(case: Case, *, with_key: bool = False, sure: float = SURE_TO_DIFFER) -> str:
    """What the checker does with a piece of work."""
    try:
        verdict = check_solution(
            case.solution, case.pupil.written, key=case.key if with_key else None, sure_to_differ=sure
        )
    except DataError:
        return NO_KEY
    return _OF_KIND.get(verdict.kind, WRONG)


def verified(case: Case, *, sure: float = SURE_TO_DIFFER) -> str:
    """What `verify` does with it."""
    return _OF_AGREEMENT[verify_solution(case.solution, case.pupil.written, sure_to_differ=sure).verdict]


def table(cases: Iterable[Case], outcome: Callable[[Case], str], *, right: bool) -> dict[str, object]:
    """How often each thing happens, and the share of what must not."""
    found = Counter(outcome(case) for case in cases if case.pupil.right is right)
    total = sum(found.values())
    bad = WRONG if right else RIGHT
    return {"work": total, f"{bad}_per_cent": _share(found[bad], total), **dict(sorted(found.items()))}


def measured(cases: Sequence[Case], outcome: Callable[[Case], str]) -> dict[str, object]:
    """The figures of one way to mark: all work, by part, by form and sort, and where it fails."""
    known = {id(case): outcome(case) for case in cases}

    def of(case: Case) -> str:
        return known[id(case)]

    result: dict[str, object] = {}
    for name, right in (("right_work", True), ("wrong_work", False)):
        result[name] = table(cases, of, right=right)
    result["by_part"] = {
        part: {
            name: table((one for one in cases if one.part == part), of, right=right)
            for name, right in (("right_work", True), ("wrong_work", False))
        }
        for part in dict.fromkeys(case.part for case in cases)
    }
    for name, right in (("right_work_by_form", True), ("wrong_work_by_sort", False)):
        sorts = sorted({case.pupil.sort for case in cases if case.pupil.right is right})
        result[name] = {
            sort: table((one for one in cases if one.pupil.sort == sort), of, right=right) for sort in sorts
        }
    for name, right, bad in (("right_marked_wrong", True, WRONG), ("wrong_marked_right", False, RIGHT)):
        failures = [one for one in cases if one.pupil.right is right and of(one) == bad]
        result[name] = {
            "problems": len({one.id for one in failures}),
            "failures": [f"{one.id}: {one.pupil.sort}" for one in failures],
        }
    return result


def by_confidence(cases: Sequence[Case], outcome: Callable[[Case], str]) -> dict[str, object]:
    """The figures if it took another confidence to call an answer wrong; `outcome` is what happens with none needed."""
    verdicts = [(case, outcome(case)) for case in cases]
    found = {}
    for least in CONFIDENCES:
        sure = [(case, verdict) for case, verdict in verdicts if case.solution.confidence >= least]
        wrongly = sum(case.pupil.right and verdict == WRONG for case, verdict in sure)
        rightly = sum(not case.pupil.right and verdict == WRONG for case, verdict in sure)
        found[str(least)] = {
            "right_work_marked_wrong_per_cent": _share(wrongly, sum(case.pupil.right for case in cases)),
            "wrong_work_marked_wrong_per_cent": _share(rightly, sum(not case.pupil.right for case in cases)),
            "marked_wrong_and_is_per_cent": _share(rightly, rightly + wrongly),
        }
    return found


def verification(cases: Sequence[Case]) -> dict[str, object]:
    """The figures of `verify`: as for the checker, and how often an answer that differs is wrong."""
    result = measured(cases, verified)
    right, wrong = (
        sum(case.pupil.right is right and verified(case) == WRONG for case in cases) for right in (True, False)
    )
    return {
        "differs": right + wrong,
        "differs_and_is_wrong_per_cent": _share(wrong, right + wrong),
        **result,
        "by_confidence": by_confidence(cases, lambda case: verified(case, sure=0.0)),
    }


def show(cases: Sequence[Case]) -> None:
    """Print every piece of work that was not marked as it should be, for who develops on a part."""
    for case in cases:
        good = RIGHT if case.pupil.right else WRONG
        for name, with_key in (("with key", True), ("without", False)):
            if with_key and case.key is None:
                continue
            found = marked(case, with_key=with_key)
            if found in (good, OPEN):
                continue
            print(f"{name}: {'right' if case.pupil.right else 'wrong'} work {found} [{case.pupil.sort}] {case.id}")
            print(f"   {case.solution.problem.text!r}")
            print(f"   work {case.pupil.written!r}, key {case.key!r}, {case.solution!r}")
            if found != NO_KEY:
                verdict = check_solution(case.solution, case.pupil.written, key=case.key if with_key else None)
                print(f"   {verdict.kind}: {verdict.sentence} {verdict.hint} {verdict.reason}")


def _share(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 2) if whole else None


def main() -> None:
    """Simulate the classes, print the figures, and write them where a file is given."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--parts", nargs="+", default=["general_dev", "dev"])
    options.add_argument("--problems", type=int, default=300, help="of each part, at most")
    options.add_argument("--pupils", type=int, default=6, help="with right work, and as many with wrong work")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--model", help="a model folder; the shipped one by default")
    options.add_argument("--show", action="store_true", help="print the work that is marked wrongly")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    solver = Solver.load(given.model)
    cases = cases_of(given.parts, given.problems, given.pupils, given.seed, solver)
    if given.show:
        show(cases)
    keyed = [case for case in cases if case.key is not None]
    result = {
        "command": (
            f"python benchmarks/trust/classes.py --parts {' '.join(given.parts)} --problems {given.problems} "
            f"--pupils {given.pupils} --seed {given.seed}" + (f" --model {given.model}" if given.model else "")
        ),
        "seed": given.seed,
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
        "problems": len({(case.part, case.id) for case in cases}),
        "sure_to_differ": SURE_TO_DIFFER,
        "with_key": measured(keyed, lambda case: marked(case, with_key=True)),
        "without_key": {
            **measured(cases, marked),
            "by_confidence": by_confidence(cases, lambda case: marked(case, sure=0.0)),
        },
        "verify": verification(cases),
    }
    for name in ("with_key", "without_key", "verify"):
        figures = result[name]
        assert isinstance(figures, dict)
        print(name, figures["right_work"], figures["wrong_work"], sep="\n  ")
        for least, shares in figures.get("by_confidence", {}).items():
            print(f"  from {least} on: {shares}")
    if given.out is not None:
        given.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
