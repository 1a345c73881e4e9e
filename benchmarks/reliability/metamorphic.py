"""How often an expression stays the same when a problem is changed in a way that must not matter.

    python benchmarks/reliability/metamorphic.py [--data build/corpus/dev.jsonl] [--problems 200] [--model linear]...
        [--out docs/results/metamorphic.json]

The changes: other names for the people, another noun for the thing that is asked for, every number three times as
large (which keeps order and divisibility), a sentence of another story put in front, with a number or without one, and
two neighbouring sentences that do not depend on each other swapped. No program can say reliably whether sentences
depend on each other, so the stories for the last change are written for it (swappable.txt). The expression after a
change is compared, as a rational function over the same quantities, with the one before; whether it is the right one
does not matter here. A change is left out where it cannot be made without changing the story.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from random import Random

from arithmetree import Solution, Solver, __version__
from arithmetree.corpus import load
from arithmetree.expressions import Leaf, Node, Tree, class_key, evaluate, parse_infix
from arithmetree.marking.people import people
from arithmetree.model import SHIPPED
from arithmetree.quantities import Kind
from arithmetree.schemas import Problem
from arithmetree.solver import SHIPPED_MODELS
from arithmetree.training.rewording import things
from arithmetree.word_lists import table, words

FACTOR = 3
UNRELATED = (
    "The museum across the river is closed on Mondays.",
    "It rained a little that morning.",
    "The old bridge was painted green last summer.",
)
UNRELATED_WITH_NUMBER = (
    "The clock tower across the river has 4 bells.",
    "The bus to the harbor leaves every 15 minutes.",
    "The oldest house of the town has 23 windows.",
)
SWAPPABLE = Path(__file__).with_name("swappable.txt")


@dataclass(frozen=True)
class Case:
    """A text and its answer; `swapped` is the number of the sentence that may trade places with the next."""

    id: str
    text: str
    answer: Fraction
    sentences: tuple[str, ...] = ()
    swapped: int = 0


@dataclass(frozen=True)
class Changed:
    """A changed text, and the new place of every character that a quantity starts at."""

    text: str
    places: Mapping[int, int]


def other_names(problem: Problem, rng: Random) -> Changed | None:
    """Other names for the people; the gender stays that of the list, or of the pronouns for a name in no list."""
    female, male = (words("people", "names", gender) for gender in ("female", "male"))
    pronouns = {token.text.lower() for token in problem.tokens}
    said = (bool(pronouns & {"she", "her", "hers"}), bool(pronouns & {"he", "him", "his"}))
    met = people(problem)
    fresh: dict[str, str] = {}
    for name in sorted(met):
        genders = (name in female, name in male) if name in female | male else said
        if all(genders):
            return None
        pool = {(True, False): female - male, (False, True): male - female, (False, False): female | male}[genders]
        fresh[name] = rng.choice(sorted(pool - met - set(fresh.values())))
    return _edited(problem, {(t.start, t.end): fresh[t.text] for t in problem.tokens if t.text in fresh})


def other_thing(problem: Problem, rng: Random) -> Changed | None:
    """Another noun for what the question counts, if the story names it the same way.

    Measures stay, because they are not just any noun; and "vehicles" after cars and lorries cannot become spoons.
    """
    asked = None if problem.question is None else problem.question.unit_head
    places = [token for token in problem.tokens if token.lemma == asked and token.tag in ("NN", "NNS")]
    if problem.question is None or asked in _measures() or not any(token.tag == "NNS" for token in places):
        return None
    if all(problem.question.start <= token.start < problem.question.end for token in places):
        return None
    if any(problem.tokens[t.head].lemma in _measures() for t in places):
        return None
    present = {token.lemma for token in problem.tokens}
    thing = rng.choice([noun for noun in things() if noun.singular not in present])
    edits = {(t.start, t.end): thing.plural if t.tag == "NNS" else thing.singular for t in places}
    for before, token in zip(problem.tokens, problem.tokens[1:], strict=False):
        if (token.start, token.end) in edits and before.text.lower() in ("a", "an"):
            article = "an" if edits[token.start, token.end][0] in "aeiou" else "a"
            edits[before.start, before.end] = article.capitalize() if before.text[0] == "A" else article
    return _edited(problem, edits)


def other_numbers(problem: Problem, rng: Random) -> Changed | None:  # noqa: ARG001
    """Every number three times as large; only where all of them are whole and written in plain digits."""
    edits = {}
    for schema in problem.schemas:
        quantity = schema.quantity
        plain = quantity.kind in (Kind.NUMBER, Kind.MONEY) and quantity.implicit is None and quantity.text.isdecimal()
        if not plain or quantity.value < 2:
            return None
        edits[quantity.start, quantity.end] = str(int(quantity.text) * FACTOR)
    return _edited(problem, edits)


def other_order(case: Case, problem: Problem) -> Changed:
    """The two sentences that may trade places swapped."""
    begin = [sum(len(sentence) + 1 for sentence in case.sentences[:number]) for number in range(len(case.sentences))]
    first, second = case.sentences[case.swapped : case.swapped + 2]
    start = begin[case.swapped]

    def place(old: int) -> int:
        if start <= old < start + len(first):
            return old + len(second) + 1
        return old - len(first) - 1 if start + len(first) < old <= start + len(first) + len(second) else old

    sentences = (*case.sentences[: case.swapped], second, first, *case.sentences[case.swapped + 2 :])
    starts = (schema.quantity.start for schema in problem.schemas)
    return Changed(" ".join(sentences), {start: place(start) for start in starts})


def swappable_cases() -> list[Case]:
    """The stories of which two neighbouring sentences, in brackets, may trade places."""
    cases = []
    for number, line in enumerate(SWAPPABLE.read_text(encoding="utf-8").splitlines(), 1):
        expression, _, story = line.partition(" | ")
        marked = story.split(" / ")
        infix = parse_infix(re.sub(r"#\d", "", expression))
        answer = evaluate(infix.tree, infix.values)
        assert isinstance(answer, Fraction), line
        sentences = tuple(sentence.strip("[]") for sentence in marked)
        swapped = next(place for place, sentence in enumerate(marked) if sentence.startswith("["))
        cases.append(Case(f"line {number}", " ".join(sentences), answer, sentences, swapped))
    return cases


def unrelated(problem: Problem, rng: Random) -> Changed | None:
    """A sentence without a number in front."""
    return _edited(problem, {(0, 0): rng.choice(UNRELATED) + " "})


def unrelated_with_number(problem: Problem, rng: Random) -> Changed | None:
    """A sentence with a number in front."""
    return _edited(problem, {(0, 0): rng.choice(UNRELATED_WITH_NUMBER) + " "})


CHANGES: dict[str, Callable[[Problem, Random], Changed | None]] = {
    "other names": other_names,
    "another thing": other_thing,
    "other numbers": other_numbers,
    "an unrelated sentence": unrelated,
    "an unrelated sentence with a number": unrelated_with_number,
}


def _edited(problem: Problem, edits: Mapping[tuple[int, int], str]) -> Changed | None:
    """The text with some stretches replaced; None if there are none."""
    if not edits:
        return None
    pieces: list[str] = []
    end = 0
    for (start, stop), word in sorted(edits.items()):
        pieces += [problem.text[end:start], word]
        end = stop
    pieces.append(problem.text[end:])
    places = {}
    for schema in problem.schemas:
        old = schema.quantity.start
        moves = (len(word) - (stop - start) for (start, stop), word in edits.items() if stop <= old)
        places[old] = old + sum(moves)
    return Changed("".join(pieces), places)


@cache
def _measures() -> frozenset[str]:
    listed = (entry for entry in table("measures").values() if isinstance(entry, str))
    return words("refusals", "geometry", "area_units").union(*(entry.split() for entry in listed))


def outcome(before: Solution, after: Solution, places: Mapping[int, int]) -> str:
    """ "same", or why not."""
    if after.node is None:
        return "no expression any more"
    number_at = {schema.quantity.start: number for number, schema in enumerate(after.problem.schemas)}

    def moved(tree: Tree) -> Tree | None:
        if isinstance(tree, Leaf):
            number = number_at.get(places[before.problem.schemas[tree.quantity].quantity.start])
            return None if number is None else Leaf(number)
        left, right = moved(tree.left), moved(tree.right)
        return None if left is None or right is None else Node(tree.op, left, right)

    assert before.node is not None
    expected = moved(before.node)
    if expected is None:
        return "a number is read otherwise"
    if class_key(expected) == class_key(after.node):
        return "same"
    stranger = len(after.problem.schemas) > len(before.problem.schemas)
    strangers = set(number_at) - set(places.values())
    used = {after.problem.schemas[i].quantity.start for i in _leaves(after.node)}
    if stranger and used & strangers:
        return "the unrelated number is used"
    return "other numbers used" if _leaves(expected) != _leaves(after.node) else "another operation or order"


def _leaves(tree: Tree) -> set[int]:
    return {tree.quantity} if isinstance(tree, Leaf) else _leaves(tree.left) | _leaves(tree.right)


def corpus_cases(data: Path, count: int) -> list[Case]:
    """Problems of the corpus that have an answer, all or a sample."""
    records = [record for record in load(data) if record.answer is not None]
    records = Random("problems").sample(records, min(count, len(records)))
    return [Case(record.id, record.text, record.answer) for record in records if record.answer is not None]


def measured(model: str, cases: Sequence[Case]) -> dict[str, object]:
    """The figures of one model."""
    solver = Solver.load(model)
    originals = list(zip(cases, solver.pipe(case.text for case in cases), strict=True))
    results: dict[str, object] = {"problems": sum(solution.node is not None for _, solution in originals)}
    for name, change in CHANGES.items():
        made = []
        for case, before in originals:
            changed = None if before.node is None else change(before.problem, Random(f"{name}/{case.id}"))
            if changed is not None:
                made.append((case, before, changed))
        results[name] = compared(f"{model}, {name}", solver, made)
    stories = swappable_cases()
    solved = zip(stories, solver.pipe(story.text for story in stories), strict=True)
    made = [(story, before, other_order(story, before.problem)) for story, before in solved if before.node is not None]
    results["another order"] = compared(f"{model}, another order", solver, made)
    return results


def compared(title: str, solver: Solver, made: Sequence[tuple[Case, Solution, Changed]]) -> dict[str, object]:
    """How often the expression stays the same, and why not."""
    causes: dict[str, list[str]] = {}
    kept_right = right = 0
    for (case, before, changed), after in zip(made, solver.pipe(c.text for _, _, c in made), strict=True):
        found = outcome(before, after, changed.places)
        causes.setdefault(found, []).append(case.id)
        if before.exact == case.answer:
            right += 1
            kept_right += found == "same"
    same = len(causes.pop("same", []))
    figures = {
        "changed": len(made),
        "right_before": right,
        "same_per_cent": round(100 * same / max(len(made), 1), 1),
        "same_per_cent_where_right_before": round(100 * kept_right / max(right, 1), 1),
    }
    print(title, figures, {cause: len(ids) for cause, ids in causes.items()}, flush=True)
    return {**figures, "failures": {cause: sorted(ids) for cause, ids in sorted(causes.items())}}


def main() -> None:
    """Measure each model and print; with --out, write the figures as well."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--data", type=Path, default=Path("build/corpus/dev.jsonl"))
    options.add_argument("--problems", type=int, default=200)
    options.add_argument("--model", action="append", help="a shipped model or a folder; all shipped ones by default")
    options.add_argument("--out", type=Path)
    given = options.parse_args()
    models = given.model or [name for name in SHIPPED_MODELS if (SHIPPED / name).is_dir()]
    cases = corpus_cases(given.data, given.problems)
    results = {
        "command": f"python benchmarks/reliability/metamorphic.py --problems {given.problems}",
        "data": str(given.data),
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
        "models": {model: measured(model, cases) for model in models},
    }
    if given.out is not None:
        given.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
