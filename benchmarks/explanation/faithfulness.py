"""Is the evidence faithful? Hiding its words has to lower the probability of a decision more than hiding others.

    python benchmarks/explanation/faithfulness.py [--parts general_dev dev] [--count 500] [--seed 1] [--words 4]
        [--model DIR] [--out docs/results/faithfulness.json]

For a sample of each part, in equal shares, one decision of each kind is drawn where there is one: a step, a number left
out, and a refusal that the model decided. The words of its strongest clues are hidden together, and then, `--draws`
times, as many other words at random; numbers are never hidden. Evidence is faithful if the probability of the decision
falls more without its words than without the others, on average over the draws. Decisions without clues count as not
faithful. The files of the parts are read from build/corpus.
"""

from __future__ import annotations

import argparse
import json
import platform
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import fmean

from arithmetree import Solver, __version__
from arithmetree.answering.outcome import words_of
from arithmetree.corpus import load
from arithmetree.solution import Evidence, Solution, Span

CORPUS = Path("build/corpus")
GOAL = 0.95


@dataclass(frozen=True)
class Decision:
    """One decision of the model and what hiding words does to its probability.

    `hidden` is how many words the evidence has; `fall` by how much the probability falls without them, `random` by how
    much it falls without as many others, for each draw.
    """

    id: str
    part: str
    kind: str
    probability: float
    hidden: int
    fall: float
    random: tuple[float, ...]

    @property
    def faithful(self) -> bool:
        """Whether the words of the evidence matter more than others."""
        return self.hidden > 0 and bool(self.random) and self.fall > fmean(self.random)


def decisions_of(solution: Solution, rng: Random) -> Iterator[tuple[str, Evidence]]:
    """One decision of each kind that a solution has."""
    if solution.status == "solved":
        steps = [step.evidence for step in solution.steps if step.evidence is not None]
        if steps:
            yield "step", rng.choice(steps)
        unused = [one.evidence for one in solution.ignored if one.evidence is not None]
        if unused:
            yield "unused number", rng.choice(unused)
    elif solution.evidence is not None:
        yield "refusal", solution.evidence


def measured(
    evidence: Evidence, words: Sequence[Span], most: int, draws: int, rng: Random
) -> tuple[int, float, list[float]]:
    """How many words the strongest clues have, and the fall of the probability without them and without others."""
    spans = [clue.span for clue in evidence.clues[:most]]
    chosen = [word for word in words if any(start <= word[0] < end for start, end in spans)]
    others = [word for word in words if word not in chosen]
    if not chosen or not others or evidence.without is None:
        return len(chosen), 0.0, []
    fall = evidence.probability - evidence.without(frozenset(chosen))
    drawn = [rng.sample(others, min(len(chosen), len(others))) for _ in range(draws)]
    return len(chosen), fall, [evidence.probability - evidence.without(frozenset(one)) for one in drawn]


def sample(parts: Sequence[str], count: int, seed: int) -> Iterator[tuple[str, str, str]]:
    """The part, the id and the text of problems, equally many of each part."""
    for place, part in enumerate(parts):
        records = load(CORPUS / f"{part}.jsonl")
        wanted = count // len(parts) + (place < count % len(parts))
        for record in Random(f"{seed}/{part}").sample(records, min(wanted, len(records))):
            yield part, record.id, record.text


def run(
    solver: Solver, problems: Sequence[tuple[str, str, str]], *, most: int, draws: int, seed: int
) -> list[Decision]:
    """Measure the decisions of every problem."""
    found = []
    for (part, id_, _), solution in zip(problems, solver.pipe(text for *_, text in problems), strict=True):
        rng = Random(f"{seed}/{id_}")
        for one in solution.each:
            words = list(words_of(one.problem))
            for kind, evidence in decisions_of(one, rng):
                hidden, fall, others = measured(evidence, words, most, draws, rng)
                probability = round(evidence.probability, 6)
                rounded = tuple(round(value, 6) for value in others)
                found.append(Decision(id_, part, kind, probability, hidden, round(fall, 6), rounded))
    return found


def figures(decisions: Sequence[Decision]) -> dict[str, object]:
    """The share of faithful evidence and the mean falls."""
    with_clues = [one for one in decisions if one.random]
    return {
        "decisions": len(decisions),
        "without_clues": sum(one.hidden == 0 for one in decisions),
        "faithful": sum(one.faithful for one in decisions),
        "faithful_share": round(fmean(one.faithful for one in decisions), 4) if decisions else None,
        "faithful_share_where_there_are_clues": round(fmean(one.faithful for one in with_clues), 4)
        if with_clues
        else None,
        "mean_fall": round(fmean(one.fall for one in with_clues), 4) if with_clues else None,
        "mean_fall_of_random_words": round(fmean(fmean(one.random) for one in with_clues), 4) if with_clues else None,
        "mean_words_hidden": round(fmean(one.hidden for one in with_clues), 2) if with_clues else None,
    }


def main() -> None:
    """Measure, print the figures, and write them where a file is given."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--parts", nargs="+", default=["general_dev", "dev"])
    options.add_argument("--count", type=int, default=500, help="problems, of all parts together")
    options.add_argument("--words", type=int, default=4, help="how many of the strongest clues are hidden")
    options.add_argument("--draws", type=int, default=3, help="how often as many other words are hidden")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--model", help="a model folder; the shipped one by default")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    solver = Solver.load(given.model)
    problems = list(sample(given.parts, given.count, given.seed))
    decisions = run(solver, problems, most=given.words, draws=given.draws, seed=given.seed)
    kinds = ("step", "unused number", "refusal")
    result = {
        "command": (
            f"python benchmarks/explanation/faithfulness.py --parts {' '.join(given.parts)} --count {given.count} "
            f"--words {given.words} --draws {given.draws} --seed {given.seed}"
            + (f" --model {given.model}" if given.model else "")
        ),
        "seed": given.seed,
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
        "problems": len(problems),
        "goal": GOAL,
        "all": figures(decisions),
        "by_kind": {kind: figures([one for one in decisions if one.kind == kind]) for kind in kinds},
        "by_part": {part: figures([one for one in decisions if one.part == part]) for part in given.parts},
        "not_faithful": [asdict(one) for one in decisions if not one.faithful],
        "falls": [[one.id, one.kind, one.probability, one.hidden, one.fall, *one.random] for one in decisions],
    }
    print(json.dumps({name: result[name] for name in ("problems", "all", "by_kind", "by_part")}, indent=2))
    if given.out is not None:
        given.out.write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
