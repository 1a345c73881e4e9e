"""Switch off every rule of the reader in turn and measure what changes.

    python benchmarks/reading/ablation.py [--corpus build/corpus] [--texts 600] [--models full linear] [--only NAME]

A rule is a function of `arithmetree.reading` whose result can be "nothing": None, False, an empty collection, or the
tokens as they were. It is switched off by name ("rates.wordings.hyphenated"), wherever it is called from; a module
("rates.wordings") is switched off with all its rules. For each the report counts the texts that are read differently,
and over these the change in fields that agree with the gold annotation (development problems only), in question spans
of the general corpus, in what the rules refuse, and in right answers of the shipped models. A rule without a line of
changes makes no measurable difference and should go. The rules of data/repairs.toml are switched off together
("repairs.rules.apply_rules"); methods of a class are not switched off. Writes reading_ablation.json.
"""

from __future__ import annotations

import argparse
import importlib
import inspect
import json
import pkgutil
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import schemas as gold

import arithmetree.reading
from arithmetree.any_model import SHIPPED_MODELS
from arithmetree.corpus import Record, load
from arithmetree.evaluation.open import is_right
from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import assemble, parse_all
from arithmetree.refusals import refusal
from arithmetree.schemas import Problem, Token
from arithmetree.solver import Solver

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = arithmetree.reading.__name__
NEEDED = ("reader", "tokens", "spacing")
"""Modules without rules: nothing can be read without them."""


@dataclass(frozen=True)
class Rule:
    """A function of the reader that can be switched off, and how."""

    name: str
    function: Callable[..., Any]
    nothing: Callable[..., Any]

    @property
    def acts_in_place(self) -> bool:
        """Whether it changes what it is given and returns nothing."""
        return str(inspect.signature(self.function).return_annotation) == "None"


@dataclass(frozen=True)
class Text:
    """A text with its parse and what is known of it: a gold annotation, or a record of the corpus."""

    text: str
    tokens: tuple[Token, ...]
    gold: dict[str, Any] | None
    record: Record | None


def modules() -> Iterator[ModuleType]:
    """The modules of the reader."""
    for found in pkgutil.walk_packages(arithmetree.reading.__path__, f"{PACKAGE}."):
        yield importlib.import_module(found.name)


def rules() -> Iterator[Rule]:
    """Every function whose result can be nothing, in the order of the modules."""
    for module in modules():
        name = module.__name__.removeprefix(f"{PACKAGE}.")
        if name in NEEDED:
            continue
        for function in vars(module).values():
            if inspect.isfunction(function) and function.__module__ == module.__name__:
                nothing = _nothing(function)
                if nothing is not None:
                    yield Rule(f"{name}.{function.__name__}", function, nothing)


def _nothing(function: Callable[..., Any]) -> Callable[..., Any] | None:
    """What to call instead of a rule, by the type of its result; None where it must have one."""
    signature = inspect.signature(function)
    result = str(signature.return_annotation)
    first = next(iter(signature.parameters.values()), None)
    if result == "None" or result.endswith("| None"):
        return lambda *_, **__: None
    if result == "bool":
        return lambda *_, **__: False
    if "Token" in result and first is not None and "Token" in str(first.annotation):
        return lambda tokens, *_, **__: tokens
    for opening, empty in (
        ("list[", []),
        ("tuple[", ()),
        ("dict[", {}),
        ("frozenset[", frozenset()),
        ("Iterator[", ()),
    ):
        if result.startswith(opening) and not (opening == "tuple[" and not result.endswith("...]")):
            return lambda *_, empty=empty, **__: empty
    return None


@contextmanager
def calling(instead: Mapping[Callable[..., Any], Callable[..., Any]]) -> Iterator[None]:
    """Read with other functions in place of some rules, in every module that holds one of them."""
    changed: list[tuple[ModuleType, str, Any]] = []
    for module in [module for name, module in sys.modules.items() if name.startswith(PACKAGE)]:
        for name, value in list(vars(module).items()):
            if inspect.isfunction(value) and value in instead:
                changed.append((module, name, value))
                setattr(module, name, instead[value])
            elif isinstance(value, tuple) and any(inspect.isfunction(each) and each in instead for each in value):
                changed.append((module, name, value))
                setattr(module, name, tuple(instead.get(each, each) for each in value))
    try:
        yield
    finally:
        for module, name, value in changed:
            setattr(module, name, value)


def right_fields(problem: Problem, annotation: dict[str, Any]) -> int:
    """How many annotated fields of a problem are read as annotated."""
    read = {(s.quantity.start, s.quantity.end): s for s in problem.schemas if s.quantity.implicit is None}
    right = int((problem.question.text if problem.question else None) == annotation["question"])
    for entry in annotation["quantities"]:
        if entry["kind"] in gold.COUNTABLE:
            ours = gold.read_fields(problem, read.get((entry["start"], entry["end"])))
            theirs = gold.gold_fields(entry, problem)
            right += sum(gold.same(field, ours[field], theirs[field]) for field in (*gold.FIELDS, "rate"))
    return right


class Measuring:
    """The texts, how they are read with every rule, and what the models answer then."""

    def __init__(self, texts: Sequence[Text], every: Sequence[Rule], solvers: dict[str, Solver]) -> None:
        self.texts = texts
        self.solvers = solvers
        self.found_in: dict[str, set[int]] = {rule.name: set() for rule in every}
        self.place = 0
        self.problems: list[Problem] = []
        with calling({rule.function: self.noting(rule) for rule in every}):
            for self.place, text in enumerate(texts):
                self.problems.append(self.read(text))
        self.points = [self.measure(text, problem) for text, problem in zip(texts, self.problems, strict=True)]

    def noting(self, rule: Rule) -> Callable[..., Any]:
        """The rule itself, which also notes the texts in which it finds something: no others can change without it."""

        def noted(*given: Any, **named: Any) -> Any:
            result = rule.function(*given, **named)
            if rule.acts_in_place or (result is not None and result is not False and result != rule.nothing(*given)):
                self.found_in[rule.name].add(self.place)
            return result

        return noted

    def read(self, text: Text) -> Problem:
        """The text as it is read now."""
        return assemble(text.text, find_quantities(text.text), text.tokens)

    def measure(self, text: Text, problem: Problem) -> dict[str, int]:
        """What is right about one reading."""
        if text.gold is not None:
            return {"gold fields": right_fields(problem, text.gold)}
        assert text.record is not None
        asked, question = text.record.question, problem.question
        points = {}
        if asked is not None:
            points["question spans"] = int(
                question is not None and (question.start, question.end) == (asked.start, asked.end)
            )
        answer = text.record.answer
        points["refused by rules, rightly"] = (1 if answer is None else -1) * int(refusal(problem) is not None)
        if answer is not None and text.record.tree is not None:
            for name, solver in self.solvers.items():
                points[f"right answers, {name}"] = int(is_right(solver.solve_problem(problem), answer))
        return points

    def without(self, switched_off: Sequence[Rule]) -> dict[str, int]:
        """How many texts are read differently without some rules, and what that changes."""
        found = {"read differently": 0, "failed": 0}
        with calling({rule.function: rule.nothing for rule in switched_off}):
            for place in sorted(set().union(*(self.found_in[rule.name] for rule in switched_off))):
                text, before, points = self.texts[place], self.problems[place], self.points[place]
                try:
                    problem = self.read(text)
                except (LookupError, TypeError, AttributeError, ValueError):  # rules rely on each other's results
                    found["failed"] += 1
                    continue
                if problem != before:
                    found["read differently"] += 1
                    for name, now in self.measure(text, problem).items():
                        found[name] = found.get(name, 0) + now - points[name]
        return {name: count for name, count in found.items() if count}


def texts_of(corpus: Path, count: int) -> list[Text]:
    """The development problems of the gold set, those of the corpus, and some of its general problems."""
    annotated = [json.loads(line) for line in gold.FILES["dev"].read_text(encoding="utf-8").splitlines()]
    records = [*load(corpus / "dev.jsonl"), *load(corpus / "general_dev.jsonl")[:count]]
    known = [(entry["text"], entry, None) for entry in annotated] + [(record.text, None, record) for record in records]
    parsed = parse_all([text for text, _, _ in known], load_parser())
    return [Text(text, tokens, *rest) for (text, *rest), tokens in zip(known, parsed, strict=True)]


def main() -> None:
    """Measure every module and every rule, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", type=Path, default=ROOT / "build" / "corpus", help="folder of the corpus parts")
    parser.add_argument("--texts", type=int, default=600, help="how many general problems to read")
    parser.add_argument("--models", nargs="*", choices=SHIPPED_MODELS, default=SHIPPED_MODELS, help="whose answers")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "results", help="folder of the result files")
    parser.add_argument("--only", help="one module or rule by name; prints and writes nothing else")
    options = parser.parse_args()
    every = list(rules())
    solvers = {name: Solver.load(name) for name in options.models}
    measuring = Measuring(texts_of(options.corpus, options.texts), every, solvers)
    by_module: dict[str, list[Rule]] = {}
    for rule in every:
        by_module.setdefault(rule.name.rpartition(".")[0], []).append(rule)
    groups = by_module | {rule.name: [rule] for rule in every}
    if options.only is not None:
        if options.only not in groups:
            parser.error(f"no module or rule is called {options.only}; there are {', '.join(sorted(by_module))}")
        print(json.dumps(measuring.without(groups[options.only]), indent=1))
        return
    result: dict[str, Any] = {
        "command": f"python benchmarks/reading/ablation.py --texts {options.texts} --models {' '.join(options.models)}",
        "texts": len(measuring.texts),
        "modules": {name: measuring.without(group) for name, group in by_module.items()},
        "rules": {rule.name: measuring.without([rule]) for rule in every},
    }
    (options.out / "reading_ablation.json").write_text(json.dumps(result, indent=1) + "\n", encoding="utf-8")
    idle = [name for name, changes in result["rules"].items() if not changes]
    print(f"{len(every)} rules in {len(by_module)} modules; without measurable difference: {', '.join(idle) or 'none'}")


if __name__ == "__main__":
    main()
