"""From a text to an answer: read, refuse what must not be answered, score, search, and tell how sure it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache, partial
from math import fsum, log
from pathlib import Path
from typing import Any

from arithmetree.confidence import log_odds
from arithmetree.derivations import Derivation, from_tree
from arithmetree.encoder.model import FORMAT as FULL
from arithmetree.encoder.model import FullModel
from arithmetree.errors import DataError, TooLongError
from arithmetree.explanation import answer_unit, explain
from arithmetree.explanation.occlusion import deciding_words
from arithmetree.expressions import UNDEFINED, Value, format_value, quantities, to_infix
from arithmetree.features import ProblemFacts, facts_of
from arithmetree.knowledge import Knowledge
from arithmetree.model import SETTINGS_FILE, SHIPPED, ConstraintSetting, Judgement, Model, Scorer, values_of
from arithmetree.model_folder import ModelFolder
from arithmetree.parsing import Parser, load_parser
from arithmetree.reading import read, read_all
from arithmetree.refusals import MESSAGES, Code, Refusal, contradiction, refusal
from arithmetree.schemas import Problem, Token
from arithmetree.search import EXACT_UP_TO, Found, Method, posterior, search
from arithmetree.solution import Alternative, Evidence, Explanation, Solution, Span
from arithmetree.text import read_text

ALTERNATIVES = 5
_CANDIDATES = 12
DEFAULT_MODEL = "full"
SHIPPED_MODELS = (DEFAULT_MODEL, "linear")


class Solver:
    """Reads and solves problems with one model; load it once and use it for many texts."""

    def __init__(self, model: Scorer, parser: Parser) -> None:
        self.model = model
        self.parser = parser

    @classmethod
    def load(cls, path: str | Path | None = None) -> Solver:
        """The solver with a shipped model ("full", the default, or "linear"), or with the model in a folder."""
        return cls(load_model(path), load_parser())

    def solve(self, text: str, *, precision: float | None = None) -> Solution:
        """Solve one problem; a text that cannot be a problem at all raises TextError.

        With a wanted `precision`, such as 0.95, it abstains from answers that are not sure enough for it.
        """
        return self.solve_problem(read(read_text(text), self.parser), precision=checked_precision(precision))

    def pipe(self, texts: Iterable[str], *, precision: float | None = None) -> Iterator[Solution]:
        """Solve many problems in order, parsed in batches."""
        one = partial(self.solve_problem, precision=checked_precision(precision))
        return map(one, read_all(map(read_text, texts), self.parser))

    def solve_problem(
        self,
        problem: Problem,
        *,
        precision: float | None = None,
        constraints: ConstraintSetting = "learned",
        method: Method | None = None,
    ) -> Solution:
        """Solve a problem that has been read."""
        count = len(problem.schemas)
        refused = refusal(problem)
        if count < 2:
            assert refused is not None
            return _abstained(problem, refused.code, refused.message)
        if count > EXACT_UP_TO:
            return _abstained(
                problem, "TOO_LONG", f"The text has {count} numbers; at most {EXACT_UP_TO} can be handled."
            )
        facts = facts_of(problem)
        try:
            judgement = self.model.judge(facts)
        except TooLongError as error:
            return _abstained(problem, "TOO_LONG", f"That is too long: {error}.")
        values = values_of(facts)
        applied = self.model.constraints(facts, constraints)
        result = search(judgement.scores, values, applied, k=_CANDIDATES, method=method)
        if not result.found:
            code = refused.code if refused else Code.MISSING_INFORMATION
            return _abstained(problem, code, "No expression over the numbers of the text makes sense.")
        best = result.found[0]
        probability = posterior(judgement.scores, values, applied).shares
        confidence, of_another = self._confidence(facts, judgement, best, probability)
        refused = refused or contradiction(problem, best.tree) or self._judged_refusal(judgement)
        if refused is None and precision is not None:
            refused = self._not_sure(confidence, precision)
        others = _others(result.found, probability, of_another)
        made = from_tree(best.tree)
        mentions = tuple(schema.quantity for schema in problem.schemas)
        return Solution(
            problem=problem,
            status="solved" if refused is None else "abstained",
            reason=None if refused is None else str(refused.code),
            message=None if refused is None else refused.message,
            calculation=made,
            confidence=confidence,
            search=result.certificate,
            alternatives=_alternatives(others, values),
            named=cache(partial(answer_unit, problem, mentions, made)),
            explained=cache(partial(self._explained, problem, made, constraints, best.value, probability)),
            answerable=confidence + of_another,
        )

    def _explained(
        self,
        problem: Problem,
        made: Derivation,
        constraints: ConstraintSetting,
        value: Value,
        probability: Mapping[Any, float],
    ) -> Explanation:
        """The explanation with the words that the answer rests on; a tree is judged whole, so all steps share them."""

        def hidden_probability(hidden: frozenset[Span]) -> float:
            letters = list(problem.text)
            for start, end in hidden:
                letters[start:end] = " " * (end - start)
            seen = read("".join(letters), self.parser)
            if len(seen.schemas) < 2:
                return 0.0
            facts = facts_of(seen)
            applied = self.model.constraints(facts, constraints)
            shares: Mapping[Any, float] = posterior(self.model.judge(facts).scores, values_of(facts), applied).shares
            return shares.get(value, 0.0)

        mentions = tuple(schema.quantity for schema in problem.schemas)
        numbers = [(one.start, one.end) for one in problem.quantities]
        words = [(t.start, t.end) for t in problem.tokens if t.text.isalpha() and not _overlaps(t, numbers)]
        clues = cache(partial(deciding_words, hidden_probability, words))
        evidence = Evidence(probability.get(value, 0.0), clues)
        found = explain(problem, mentions, made)
        return replace(
            found,
            steps=tuple(replace(step, evidence=evidence) for step in found.steps),
            ignored=tuple(replace(one, evidence=evidence) for one in found.ignored),
        )

    def _confidence(
        self, facts: ProblemFacts, judgement: Judgement, best: Found, probability: Mapping[Any, float]
    ) -> tuple[float, float]:
        """The calibrated probabilities of the best answer and of another; bare posteriors for a model without them."""
        calibrated = self.model.confidence
        if calibrated is None:
            found = probability.get(best.value, 0.0)
            return found, 1 - found
        signals = signals_of(facts, judgement, best, probability)
        return calibrated.of(signals), calibrated.of_another(signals)

    def _judged_refusal(self, judgement: Judgement) -> Refusal | None:
        calibrated = self.model.confidence
        reason = None if calibrated is None else calibrated.refused(judgement.refusals)
        return None if reason is None else Refusal(Code(reason), MESSAGES[Code(reason)])

    def _not_sure(self, confidence: float, precision: float) -> Refusal | None:
        calibrated = self.model.confidence
        if calibrated is None:
            raise DataError(
                "this model has no calibrated confidence; leave out the precision, or use the shipped model"
            )
        if confidence >= calibrated.needed(precision):
            return None
        return Refusal(Code.LOW_CONFIDENCE, MESSAGES[Code.LOW_CONFIDENCE])


def signals_of(
    facts: ProblemFacts, judgement: Judgement, best: Found, probability: Mapping[Any, float]
) -> dict[str, float]:
    """What the confidence in an answer is computed from (arithmetree.confidence.SIGNALS)."""
    ranked = sorted(probability.values(), reverse=True)
    traits = Knowledge(facts).names_of(best.tree)
    return {
        "posterior": log_odds(probability.get(best.value, 0.0)),
        "runner-up": log_odds(ranked[1] if len(ranked) > 1 else 0.0),
        "uncertainty": -fsum(share * log(share) for share in ranked if share > 0),
        # Whether a problem is out of scope is judged much by its style, so it counts apart from the other reasons.
        "refusal": log_odds(fsum(p for name, p in judgement.refusals.items() if name != Code.OUT_OF_SCOPE)),
        "out of scope": judgement.refusals.get(Code.OUT_OF_SCOPE, 0.0),
        "words": float(len(facts.problem.tokens)),
        "quantities": float(len(facts.quantities)),
        "unused": float(len(facts.quantities) - sum(1 for _ in quantities(best.tree))),
        "not positive": float(not traits.isdisjoint(("not positive", "negative step"))),
        "broken": float("broken step, all whole" in traits),
        "unit against the question": float("unit against the question" in traits),
    }


def load_model(path: str | Path | None = None) -> Scorer:
    """A shipped model by name, or the model in a folder; ModelError says what is wrong with it."""
    folder = SHIPPED / str(path or DEFAULT_MODEL) if path is None or str(path) in SHIPPED_MODELS else Path(path)
    found = ModelFolder.read(folder, SETTINGS_FILE)
    return FullModel.of(found) if found.settings.get("format") == FULL else Model.of(found)


def checked_precision(precision: float | None) -> float | None:
    """The wanted precision, if it is a share; DataError otherwise."""
    if precision is not None and not 0 < precision < 1:
        raise DataError(f"the wanted precision is {precision}; accepted are shares above 0 and below 1, such as 0.95")
    return precision


def _others(found: Sequence[Found], probability: Mapping[Any, float], of_another: float) -> list[tuple[Found, float]]:
    """The best expression of each other answer; they share the probability of another one as the posterior does."""
    best = _plain(found[0].value)
    left = fsum(p for value, p in probability.items() if value != best)
    others = []
    seen = {best, UNDEFINED}
    for other in found[1:]:
        value = _plain(other.value)
        if value not in seen:
            seen.add(value)
            share = probability.get(value, 0.0) / left if left > 0 else 0.0
            others.append((other, share * of_another))
    return others


def _overlaps(token: Token, spans: Sequence[Span]) -> bool:
    return any(token.start < end and start < token.end for start, end in spans)


def _plain(value: Value) -> Value | int:
    """A whole number as an integer, which is the same key and far faster to look up."""
    return value.numerator if isinstance(value, Fraction) and value.denominator == 1 else value


def _alternatives(others: Sequence[tuple[Found, float]], values: Sequence[Fraction]) -> tuple[Alternative, ...]:
    """Other answers, the best first."""
    names = [format_value(value) for value in values]
    return tuple(
        Alternative(str(other.value), to_infix(other.tree, names), share) for other, share in others[:ALTERNATIVES]
    )


def _abstained(problem: Problem, reason: str, message: str) -> Solution:
    return Solution(problem, "abstained", str(reason), message, None, 0.0, None, (), None, Explanation())


@cache
def _default() -> Solver:
    return Solver.load()


def solve(text: str, *, precision: float | None = None) -> Solution:
    """Solve one problem with the shipped model."""
    return _default().solve(text, precision=precision)
