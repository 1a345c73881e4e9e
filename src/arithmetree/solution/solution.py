"""The solution of a problem, with its views as JSON, Markdown and notebook card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
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
from arithmetree.solution.reasons import Explanation, Ignored, Step
from arithmetree.views.amount_text import AmountStyle, amount_text

Status = Literal["solved", "abstained", "error"]


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer and the probability that it is right."""

    answer: str
    expression: str
    confidence: float


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What the solver found. `to_dict()` gives the JSON object; its fields are attributes of the same names.

    `explained` is the explanation, or finds it when its steps or what is ignored are first asked for, and `named` the
    unit of the answer likewise: who needs the answer alone does not wait for the rest. `answerable` is how probable it
    is that the problem has an answer at all; of that, `confidence` is the part of this one.
    """

    problem: Problem
    status: Status
    reason: str | None
    message: str | None
    node: Tree | None
    confidence: float
    search: Certificate | None
    alternatives: tuple[Alternative, ...]
    named: str | Callable[[], str | None] | None = field(compare=False)
    explained: Explanation | Callable[[], Explanation] = field(compare=False)
    answerable: float = 1.0

    def __repr__(self) -> str:
        told = self.reason if self.status == "abstained" else f"{self.answer_text} = {self.expression}"
        return f"<Solution {self.status}: {told}, confidence {self.confidence:.2f}>"

    @property
    def unit(self) -> str | None:
        """The unit of the answer with its noun in the plural; None where the text does not tell."""
        return self.named() if callable(self.named) else self.named

    @property
    def explanation(self) -> Explanation:
        """The reasons of the answer."""
        return self.explained if isinstance(self.explained, Explanation) else self.explained()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The operations in the order of calculation, each with its reason."""
        return self.explanation.steps

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        """The numbers that the answer does not use, each with the reason why not."""
        return self.explanation.ignored

    @property
    def style(self) -> AmountStyle:
        """How the text writes amounts, for all that is written about it."""
        return AmountStyle.of(self.problem)

    @property
    def answer_text(self) -> str | None:
        """The answer with its unit as a person writes it: "72 books", "$4.50", "3 1/2 miles"."""
        return None if self.exact is None else amount_text(self.exact, self.unit, self.style)

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
                "implicit": schema.quantity.implicit,
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

    def to_dict(self, *, why: bool = False) -> dict[str, Any]:
        """The solution as the JSON object that outside programs rely on.

        With `why` the evidence of each decision lists the strongest signals, which takes some time to find.
        """
        return {
            "status": self.status,
            "reason": self.reason,
            "message": self.message,
            "answer": self.answer,
            "value": self.value,
            "unit": self.unit,
            "answer_text": self.answer_text,
            "expression": self.expression,
            "confidence": self.confidence,
            "answerable": self.answerable,
            "certificate": self.certificate,
            "quantities": self.quantities,
            "tree": self.tree,
            "steps": [
                {
                    "expression": step.expression,
                    "value": str(step.value),
                    "unit": step.unit,
                    "reason": step.reason.value,
                    "because": step.because,
                    "firm": step.firm,
                    "spans": [list(span) for span in step.spans],
                    "evidence": None if step.evidence is None else step.evidence.to_dict(why=why),
                }
                for step in self.steps
            ],
            "ignored": [
                {
                    "quantity": number.quantity,
                    "because": number.because,
                    "firm": number.firm,
                    "evidence": None if number.evidence is None else number.evidence.to_dict(why=why),
                }
                for number in self.ignored
            ],
            "alternatives": [
                {"answer": other.answer, "expression": other.expression, "confidence": other.confidence}
                for other in self.alternatives
            ],
        }

    def to_markdown(self, *, why: bool = False) -> str:
        """The solution as Markdown: problem, answer, steps with reasons, how sure it is, and if wanted why."""
        from arithmetree.views.markdown import markdown_view  # views are made of solutions, so only here

        return markdown_view(self, reasons=why)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from arithmetree.views.html import card

        return card(self)
