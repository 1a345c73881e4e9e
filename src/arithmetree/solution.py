"""A solution: the answer and everything that led to it, so that text, JSON and page are views of one object."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
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
from arithmetree.views.amount_text import AmountStyle, amount_text

Status = Literal["solved", "abstained", "error"]
Span = tuple[int, int]
"""A part of the text, by characters."""


class StepReason(StrEnum):
    """Why an operation is done, in the words of a classroom; the sentence of a step tells it in full."""

    # Addition and subtraction
    CAME_IN = "came-in"  # more is got, made, put there
    TOOK_AWAY = "took-away"  # some is given away, used up, gone
    PUT_TOGETHER = "put-together"  # amounts side by side make a whole
    HOW_MANY_AT_FIRST = "how-many-at-first"  # a change is undone to find what was there before
    WHAT_IS_LEFT = "what-is-left"  # the question asks for what stays
    MISSING_PART = "missing-part"  # the whole and one part are known
    HOW_MUCH_CHANGED = "how-much-changed"  # two states are known, the change between them is asked for
    STILL_NEEDED = "still-needed"  # up to an aim
    HOW_MANY_MORE = "how-many-more"  # the question compares
    MORE_THAN = "more-than"  # the text compares: "5 more than"
    FEWER_THAN = "fewer-than"  # the text compares: "5 fewer than"
    # Multiplication and division
    EQUAL_GROUPS = "equal-groups"  # so many in each
    PER_ITEM = "per-item"  # so much money for each
    UNIT_RATE = "unit-rate"  # so much in each hour, for each kilogram
    SHARED_EQUALLY = "shared-equally"  # a whole is parted into equal shares
    HOW_MANY_GROUPS = "how-many-groups"  # how often one amount fits into another
    AVERAGE = "average"
    TIMES_AS_MANY = "times-as-many"  # "twice as many"
    PART_OF_WHOLE = "part-of-whole"  # "a third of"
    PER_CENT = "per-cent"
    # Nothing in the text names the reason
    MOST_LIKELY = "most-likely"


@dataclass(frozen=True, slots=True)
class Signal:
    """One thing in the text that spoke for a decision (a weight above 0) or against it.

    `words` tell it in plain English, None where there is no wording for it; `span` is where the text says so, if one
    place does; `features` are the features behind it, by name.
    """

    weight: float
    words: str | None
    span: Span | None
    features: tuple[str, ...]


@dataclass(frozen=True)
class Evidence:
    """Why the model decided so: what came second, by how much, and what spoke for and against.

    `over` is the second best ("12 + 5"; for a number left out, that it is used), and `margin` by how much the scores
    prefer the decision; `from_features` is the part of it that comes from what the text was read as, and the rest is
    from the network that reads the text itself. `confidence` is the probability that the decision is right, and `firm`
    says whether it may be told as a fact. `source` are all signals, or finds them when they are first asked for.
    """

    over: str
    margin: float
    from_features: float
    confidence: float
    firm: bool
    source: tuple[Signal, ...] | Callable[[], tuple[Signal, ...]] = field(compare=False, repr=False)

    @property
    def signals(self) -> tuple[Signal, ...]:
        """All signals, the strongest first; their weights add up to the margin."""
        return self.source() if callable(self.source) else self.source

    def strongest(self, count: int, *, against: bool = False, in_words: bool = False) -> tuple[Signal, ...]:
        """The strongest signals for the decision, or against it; only those that have a wording if wanted."""
        found = (one for one in self.signals if (one.weight < 0 if against else one.weight > 0))
        return tuple(one for one in found if one.words is not None or not in_words)[:count]

    def to_dict(self, *, why: bool = False) -> dict[str, Any]:
        """The JSON object; only with `why` has it the strongest signals."""
        told = {
            "over": self.over,
            "margin": self.margin,
            "from_features": self.from_features,
            "confidence": self.confidence,
        }
        if not why:
            return told
        shown = (*self.strongest(SIGNALS_FOR), *self.strongest(SIGNALS_AGAINST, against=True))
        signals = [
            {
                "weight": signal.weight,
                "words": signal.words,
                "span": None if signal.span is None else list(signal.span),
                "features": list(signal.features),
            }
            for signal in shown
        ]
        return told | {"signals": signals}


SIGNALS_FOR, SIGNALS_AGAINST = 6, 3
"""How many signals the JSON object lists."""


@dataclass(frozen=True, slots=True)
class Step:
    """One operation in the order of calculation: in numbers, what it gives, why, and where the text says so.

    `because` is a sentence for a ten-year-old and `reason` its kind; `spans` are the words that speak for it.
    `evidence` is what the model decided by, None for a calculation that no model has judged.
    """

    expression: str
    value: Fraction
    unit: str | None
    because: str
    spans: tuple[Span, ...]
    reason: StepReason = StepReason.MOST_LIKELY
    evidence: Evidence | None = None

    @property
    def firm(self) -> bool:
        """True if the reason is told as a fact; else the sentence says "most likely"."""
        return self.reason is not StepReason.MOST_LIKELY and (self.evidence is None or self.evidence.firm)


@dataclass(frozen=True, slots=True)
class Ignored:
    """A number of the text that the answer does not use, by its index among the quantities, and why not.

    `firm` and `evidence` are as for a step.
    """

    quantity: int
    because: str
    firm: bool = True
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Explanation:
    """Every step of the calculation, and every number that it leaves out."""

    steps: tuple[Step, ...] = ()
    ignored: tuple[Ignored, ...] = ()


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer and the probability that it is right."""

    answer: str
    expression: str
    confidence: float


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What the solver found. `to_dict()` gives the JSON object; its fields are attributes of the same names.

    `explained` is the explanation, or finds it when its steps or what is ignored are first asked for: who needs the
    answer alone does not wait for the reasons.
    """

    problem: Problem
    status: Status
    reason: str | None
    message: str | None
    node: Tree | None
    confidence: float
    search: Certificate | None
    alternatives: tuple[Alternative, ...]
    unit: str | None
    explained: Explanation | Callable[[], Explanation] = field(compare=False)

    def __repr__(self) -> str:
        told = self.reason if self.status == "abstained" else f"{self.answer_text} = {self.expression}"
        return f"<Solution {self.status}: {told}, confidence {self.confidence:.2f}>"

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
