"""A solution: the answer and everything that led to it, so that text, JSON and page are views of one object."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from arithmetree.expressions import (
    UNDEFINED,
    Leaf,
    Tree,
    Value,
    evaluate,
    format_value,
    quantities,
    to_infix,
)
from arithmetree.schemas import Problem
from arithmetree.search import Certificate

Status = Literal["solved", "abstained", "error"]


@dataclass(frozen=True, slots=True)
class Step:
    """One operation in the order of calculation: in numbers, what it gives, why, and where the text says so."""

    expression: str
    value: Fraction
    unit: str | None
    because: str
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer and the probability that it is right."""

    answer: str
    expression: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Solution:
    """What the solver found. `to_dict()` gives the JSON object; its fields are attributes of the same names."""

    problem: Problem
    status: Status
    reason: str | None
    message: str | None
    node: Tree | None
    confidence: float
    search: Certificate | None
    steps: tuple[Step, ...]
    alternatives: tuple[Alternative, ...]
    unit: str | None

    @property
    def exact(self) -> Fraction | None:
        """The exact value of the answer."""
        if self.node is None:
            return None
        value: Value = evaluate(self.node, self._values)
        return None if value is UNDEFINED else value

    @property
    def answer(self) -> str | None:
        """The exact value as text, "72" or "7/2"; the best guess also when abstained."""
        return None if self.exact is None else str(self.exact)

    @property
    def value(self) -> int | float | None:
        """The answer as a number, rounded where it is no whole one."""
        if self.exact is None:
            return None
        return self.exact.numerator if self.exact.denominator == 1 else float(self.exact)

    @property
    def expression(self) -> str | None:
        """Infix over the values as in the text."""
        return None if self.node is None else to_infix(self.node, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The values of the quantities as operands of infix."""
        return tuple(format_value(value) for value in self._values)

    @property
    def _values(self) -> tuple[Fraction, ...]:
        return tuple(schema.quantity.value for schema in self.problem.schemas)

    @property
    def quantities(self) -> list[dict[str, Any]]:
        """Every countable quantity with its place, value, whether the answer uses it, and its schema."""
        used = set() if self.node is None else set(quantities(self.node))
        return [
            {
                "text": schema.quantity.text,
                "start": schema.quantity.start,
                "end": schema.quantity.end,
                "value": str(schema.quantity.value),
                "relevant": number in used,
                "unit": " ".join(schema.unit) or None,
                "verb": schema.verb,
                "subject": schema.subject_resolved,
                "rate": None if schema.rate is None else [schema.rate.numerator, schema.rate.denominator],
            }
            for number, schema in enumerate(self.problem.schemas)
        ]

    @property
    def tree(self) -> dict[str, Any] | None:
        """Nested nodes: `op`, `left`, `right`, `value`, or `quantity` (index)."""
        return None if self.node is None else self._tree(self.node)

    def _tree(self, tree: Tree) -> dict[str, Any]:
        if isinstance(tree, Leaf):
            return {"quantity": tree.quantity}
        value = evaluate(tree, self._values)
        return {
            "op": str(tree.op),
            "left": self._tree(tree.left),
            "right": self._tree(tree.right),
            "value": str(value),
        }

    @property
    def certificate(self) -> dict[str, Any] | None:
        """How the search ended: exact or beam, best score, runner-up and margin."""
        found = self.search
        if found is None:
            return None
        return {
            "method": found.method,
            "best_score": found.best_score,
            "runner_up": found.runner_up,
            "margin": found.margin,
            "rejected": dict(found.rejected),
            "examined": found.examined,
            "satisfied": found.satisfied,
            "exhausted": found.exhausted,
        }

    def to_dict(self) -> dict[str, Any]:
        """The solution as the JSON object that outside programs rely on."""
        return {
            "status": self.status,
            "reason": self.reason,
            "message": self.message,
            "answer": self.answer,
            "value": self.value,
            "unit": self.unit,
            "expression": self.expression,
            "confidence": self.confidence,
            "certificate": self.certificate,
            "quantities": self.quantities,
            "tree": self.tree,
            "steps": [
                {
                    "expression": step.expression,
                    "value": str(step.value),
                    "unit": step.unit,
                    "because": step.because,
                    "spans": [list(span) for span in step.spans],
                }
                for step in self.steps
            ],
            "alternatives": [
                {"answer": other.answer, "expression": other.expression, "confidence": other.confidence}
                for other in self.alternatives
            ],
        }
