"""From a text to an answer: read, score, search, and tell how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path

from arithmetree.explanation import as_written, steps_of, unit_of
from arithmetree.expressions import UNDEFINED, Tree, format_value, to_infix
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.model import SHIPPED, ConstraintSetting, Model, values_of
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read, read_all
from arithmetree.schemas import Problem
from arithmetree.scores import MAX_QUANTITIES, Scores
from arithmetree.search import EXACT_UP_TO, Constraint, Method, posterior, search
from arithmetree.solution import Alternative, Solution
from arithmetree.text import read_text

ALTERNATIVES = 5
_CANDIDATES = 12


class Solver:
    """Reads and solves problems with one model; load it once and use it for many texts."""

    def __init__(self, model: Model, parser: Parser) -> None:
        self.model = model
        self.parser = parser

    @classmethod
    def load(cls, path: str | Path | None = None) -> Solver:
        """The solver with the model in a folder, or with the shipped one."""
        return cls(Model.load(SHIPPED / "linear" if path is None else Path(path)), load_parser())

    def solve(self, text: str) -> Solution:
        """Solve one problem; a text that cannot be a problem at all raises TextError."""
        return self.solve_problem(read(read_text(text), self.parser))

    def pipe(self, texts: Iterable[str]) -> Iterator[Solution]:
        """Solve many problems in order, parsed in batches."""
        return map(self.solve_problem, read_all(map(read_text, texts), self.parser))

    def solve_problem(
        self, problem: Problem, *, constraints: ConstraintSetting = "learned", method: Method | None = None
    ) -> Solution:
        """Solve a problem that has been read."""
        count = len(problem.schemas)
        if problem.question is None:
            return _abstained(problem, "NO_QUESTION", "The text asks no question; add one, such as 'How many ...?'")
        if count < 2:
            return _abstained(
                problem, "TOO_FEW_QUANTITIES", f"The text has {count or 'no'} number to calculate with; two are needed"
            )
        if count > MAX_QUANTITIES:
            return _abstained(
                problem, "TOO_LONG", f"The text has {count} numbers; at most {MAX_QUANTITIES} can be handled"
            )
        facts = facts_of(problem)
        scores = self.model.scores(self.model.settings.features.of(facts, mirrored=self.model.settings.mirrored))
        values = values_of(facts)
        applied = self.model.constraints(facts, constraints)
        result = search(scores, values, applied, k=_CANDIDATES, method=method)
        if not result.found:
            return _abstained(problem, "MISSING_INFORMATION", "No expression over the numbers of the text makes sense")
        best = result.found[0]
        probability = self._probabilities(scores, values, applied)
        names = [format_value(value) for value in values]
        alternatives = []
        seen = {best.value}
        for other in result.found[1:]:
            if other.value not in seen and other.value is not UNDEFINED:
                seen.add(other.value)
                alternatives.append(
                    Alternative(str(other.value), to_infix(other.tree, names), probability.get(str(other.value), 0.0))
                )
        return Solution(
            problem=problem,
            status="solved",
            reason=None,
            message=None,
            node=best.tree,
            confidence=probability.get(str(best.value), 0.0),
            search=result.certificate,
            steps=steps_of(best.tree, facts),
            alternatives=tuple(alternatives[:ALTERNATIVES]),
            unit=_answer_unit(facts, best.tree),
        )

    def _probabilities(
        self, scores: Scores, values: Sequence[Fraction], constraints: Sequence[Constraint]
    ) -> dict[str, float]:
        """The posterior of each answer; nothing above the size of exact search, where no normaliser is known."""
        if len(scores) > EXACT_UP_TO:
            return {}
        return {str(value): p for value, p in posterior(scores, values, constraints).probabilities}


def _answer_unit(facts: ProblemFacts, tree: Tree) -> str | None:
    """What the question names, else what the algebra of units gives."""
    question = facts.problem.question
    if question is not None and question.unit_head not in (None, "money"):
        return as_written(str(question.unit_head), facts)
    return unit_of(tree, facts)


def _abstained(problem: Problem, reason: str, message: str) -> Solution:
    return Solution(problem, "abstained", reason, message, None, 0.0, None, (), (), None)


@cache
def _default() -> Solver:
    return Solver.load()


def solve(text: str) -> Solution:
    """Solve one problem with the shipped model."""
    return _default().solve(text)
