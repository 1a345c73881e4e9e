"""How often a calculation stays the same when a problem is changed in a way that must not matter.

    python benchmarks/reliability/metamorphic.py [--parts general_dev dev] [--problems 150] [--model FOLDER]
        [--change NAME]... [--out docs/results/metamorphic.json]

The changes are in changes.py. The calculation after a change is compared, as a function of the same numbers of the
text, with the one before; whether it is the right one does not matter here. Where units change, the amounts of the
answer are compared. Problems made unanswerable are counted as refused with a reason, not sure enough, or answered.
No program can say reliably whether sentences depend on each other, so the stories for another order of sentences are
written for it (swappable.txt).
"""

from __future__ import annotations

import argparse
import json
import platform
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import compress, islice
from pathlib import Path
from random import Random

from changes import CASE_CHANGES, INSERTED, NO_ANSWER, PAIR_CHANGES, Case, Change, Changed, edited, pairs

from arithmetree import Solution, Solver, __version__
from arithmetree.checking.measures import factor, unit_name
from arithmetree.corpus import load
from arithmetree.derivations import Constant, Derivation, Mention, calculation_key
from arithmetree.expressions import evaluate, parse_infix
from arithmetree.reading import read_all
from arithmetree.refusals import Code

CORPUS = Path("build/corpus")
STORIES = "stories"
"""The part of the stories in swappable.txt, which is measured once."""
ANOTHER_ORDER = "another order"
TOLERANCE = Fraction(1, 1000)
STRANGER = 10**6
"""Numbers that were not in the text before get places from here on."""
SCRIPT = "benchmarks/reliability/metamorphic.py"


@dataclass(frozen=True)
class Trial:
    """A text, its change, and its right answers."""

    id: str
    text: str
    changed: Changed
    answers: tuple[Fraction, ...]


class Part:
    """The solvable problems of a part of the corpus in one random order; each is read when it is first needed."""

    def __init__(self, name: str, solver: Solver, most: int) -> None:
        self.solver, self.most = solver, most
        self._records = [record for record in load(CORPUS / f"{name}.jsonl") if record.answers]
        Random("problems").shuffle(self._records)
        self._cases: list[Case] = []
        self._problems = read_all((record.text for record in self._records), solver.parser)

    def cases(self) -> Iterator[Case]:
        """All problems, read."""
        yield from self._cases
        for problem in self._problems:
            self._cases.append(Case(self._records[len(self._cases)], problem))
            yield self._cases[-1]

    def trials(self, name: str) -> list[Trial]:
        """The trials of one change, as many as are wanted."""
        made = self._of_pairs(name) if name in PAIR_CHANGES else self._of_cases(name, (CASE_CHANGES | NO_ANSWER)[name])
        return list(islice(made, self.most))

    def _of_cases(self, name: str, change: Change) -> Iterator[Trial]:
        for case in self.cases():
            record = case.record
            changed = change(case, Random(f"{name}/{record.id}"))
            if changed is not None:
                yield Trial(record.id, record.text, changed, record.answers)

    def _of_pairs(self, name: str) -> Iterator[Trial]:
        for one, other in pairs(self._records):
            text, changed = PAIR_CHANGES[name](one, other)
            yield Trial(f"{one.id} {other.id}", text, changed, one.answers + other.answers)


def swappable_stories() -> list[Trial]:
    """The stories of which two neighbouring sentences, in brackets, may trade places."""
    trials = []
    lines = Path(__file__).with_name("swappable.txt").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, 1):
        expression, _, story = line.partition(" | ")
        infix = parse_infix(re.sub(r"#\d", "", expression))
        answer = evaluate(infix.tree, infix.values)
        assert isinstance(answer, Fraction), line
        marked = story.replace(" / ", " ")
        first, second = re.findall(r"\[(.*?)\]", marked)
        text = marked.replace("[", "").replace("]", "")
        start = text.index(first)
        then = text.index(second, start + len(first))
        moved = edited(
            text,
            {(start, start): second + text[start + len(first) : then], (start + len(first), then + len(second)): ""},
        )
        assert moved is not None
        former = list(moved.former)
        former[start : start + len(second)] = range(then, then + len(second))
        trials.append(Trial(f"line {number}", text, replace(moved, former=tuple(former)), (answer,)))
    return trials


def outcome(before: Solution, after: Solution, changed: Changed) -> str:
    """ "same", or why not."""
    if len(before.each) != len(after.each):
        return "other questions"
    order = changed.order or range(len(before.each))
    if len(order) != len(before.each):
        return "other questions"
    found = [_outcome(one, after.each[place], changed) for one, place in zip(before.each, order, strict=True)]
    return next((one for one in found if one != "same"), "same")


def _outcome(before: Solution, after: Solution, changed: Changed) -> str:
    assert before.calculation is not None
    if after.calculation is None:
        return "no calculation any more"
    if changed.unit is not None:
        return "same" if _same_amount(before, after, *changed.unit) else "another amount"
    places, new_places = _places(before), _places(after, changed.former)
    expected, found = _by_place(before, places), _by_place(after, new_places)
    if calculation_key(expected) == calculation_key(found):
        return "same"
    if any(place >= STRANGER for place in found.mentions):
        return "a number that was not there is used"
    if not expected.mentions <= set(new_places):
        return "a number is read otherwise"
    return "other numbers used" if expected.mentions != found.mentions else "another operation or order"


def _places(solution: Solution, former: Sequence[int] | None = None) -> list[int]:
    """For each number of a text its place before the change."""
    quantities = (schema.quantity for schema in solution.problem.schemas)
    starts = [solution.place(one.start, one.end)[0] for one in quantities]
    if former is None:
        return starts
    return [STRANGER + start if former[start] == INSERTED else former[start] for start in starts]


def _by_place(solution: Solution, places: Sequence[int]) -> Derivation:
    """The derivation with each number named by its place; a 1 is no number of its own ("1 gong costs")."""
    assert solution.calculation is not None
    ones = {number for number, one in enumerate(solution.problem.schemas) if one.quantity.value == 1}
    leaves = (
        leaf
        if not isinstance(leaf, Mention)
        else Constant(Fraction(1))
        if leaf.quantity in ones
        else Mention(places[leaf.quantity])
        for leaf in solution.calculation.leaves
    )
    return replace(solution.calculation, leaves=tuple(leaves))


def _same_amount(before: Solution, after: Solution, large: str, small: str) -> bool:
    """Whether the answers are the same amounts, in whichever of the two units."""
    sizes = {large: factor(large, small) or Fraction(1)}
    first, second = (
        [
            value * sizes.get(unit_name((solution.best_unit or "").split(" per ")[0]), Fraction(1))
            for value in solution.exact_values
        ]
        for solution in (before, after)
    )
    return first == second


def refusal(after: Solution) -> str:
    """How an unanswerable text is taken: the worst of its questions counts."""
    reasons = [one.reason for one in after.each]
    if None in reasons:
        return "answered"
    return "not sure enough" if Code.LOW_CONFIDENCE in reasons else "refused"


def compared(trials: Sequence[Trial], solver: Solver, known: dict[str, Solution]) -> dict[str, object]:
    """How often the calculation stays the same, and why not; `known` keeps the solutions of unchanged texts."""
    causes: dict[str, list[str]] = {}
    rights: list[bool] = []
    givens: list[bool] = []
    sames: list[bool] = []
    new = [trial.text for trial in trials if trial.text not in known]
    known.update(zip(new, solver.pipe(new), strict=True))
    for trial, after in zip(trials, solver.pipe(trial.changed.text for trial in trials), strict=True):
        before = known[trial.text]
        if any(one.calculation is None for one in before.each):
            continue
        found = outcome(before, after, trial.changed)
        if found != "same":
            causes.setdefault(found, []).append(trial.id)
        sames.append(found == "same")
        rights.append(_is_right(before, trial.answers))
        givens.append(all(one.status == "solved" for one in before.each))
    return {
        "changed": len(sames),
        "right_before": sum(rights),
        "given_before": sum(givens),
        "same_per_cent": _per_cent(sum(sames), len(sames)),
        "same_per_cent_where_right_before": _per_cent(sum(compress(sames, rights)), sum(rights)),
        "same_per_cent_where_given_before": _per_cent(sum(compress(sames, givens)), sum(givens)),
        "failures": {cause: sorted(ids) for cause, ids in sorted(causes.items())},
    }


def refused(trials: Sequence[Trial], solver: Solver) -> dict[str, object]:
    """How often a text without an answer gets none, and why."""
    causes: dict[str, list[str]] = {}
    for trial, after in zip(trials, solver.pipe(trial.changed.text for trial in trials), strict=True):
        causes.setdefault(refusal(after), []).append(trial.id)
    sizes = {cause: len(causes.get(cause, ())) for cause in ("refused", "not sure enough", "answered")}
    return {
        "changed": len(trials),
        "refused_per_cent": _per_cent(sizes["refused"], len(trials)),
        "no_answer_per_cent": _per_cent(sizes["refused"] + sizes["not sure enough"], len(trials)),
        "failures": {cause: sorted(ids) for cause, ids in sorted(causes.items()) if cause != "refused"},
    }


def _is_right(solution: Solution, answers: Sequence[Fraction]) -> bool:
    found = [value for one in solution.each for value in one.exact_values]
    return len(found) == len(answers) and all(
        abs(one - other) <= TOLERANCE for one, other in zip(found, answers, strict=True)
    )


def _per_cent(some: int, of: int) -> float:
    return round(100 * some / max(of, 1), 1)


def measured(parts: Sequence[str], changes: Sequence[str], most: int, solver: Solver) -> dict[str, dict[str, object]]:
    """The figures of each change in each part, printed as they come."""
    results: dict[str, dict[str, object]] = {}
    for part in parts:
        problems = Part(part, solver, most) if part != STORIES else None
        known: dict[str, Solution] = {}
        every = (ANOTHER_ORDER,) if problems is None else (*CASE_CHANGES, *PAIR_CHANGES, *NO_ANSWER)
        for change in (name for name in every if name in changes):
            trials = swappable_stories() if problems is None else problems.trials(change)
            figures = refused(trials, solver) if change in NO_ANSWER else compared(trials, solver, known)
            results.setdefault(part, {})[change] = figures
            shown = {key: value for key, value in figures.items() if key != "failures"}
            failures = figures["failures"]
            assert isinstance(failures, dict)
            print(part, change, shown, {cause: len(ids) for cause, ids in failures.items()}, sep=", ", flush=True)
    return results


def main() -> None:
    """Measure and print; with --out, write the figures as well."""
    every = [*CASE_CHANGES, *PAIR_CHANGES, *NO_ANSWER, ANOTHER_ORDER]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--parts", nargs="+", default=["general_dev", "dev", STORIES])
    options.add_argument("--problems", type=int, default=150, help="for each change in each part, at most")
    options.add_argument("--change", action="append", choices=every, help="all by default")
    options.add_argument("--model", help="a model folder or a shipped model; the full one by default")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    model = f" --model {given.model}" if given.model else ""
    results = {
        "command": f"python {SCRIPT} --parts {' '.join(given.parts)} --problems {given.problems}{model}",
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
        "parts": measured(given.parts, given.change or every, given.problems, Solver.load(given.model)),
    }
    if given.out is not None:
        given.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
