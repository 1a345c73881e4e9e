"""The solution of a problem, with its views as JSON, Markdown and notebook card."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction

from arithmetree.checkpoints import checkpoint
from arithmetree.derivations import (
    Constant,
    Derivation,
    DerivationCertificate,
    Mention,
    leaf_names,
    to_infix,
    to_tree,
    value_to_infix,
    work_out,
)
from arithmetree.expressions import Leaf, Tree, evaluate, format_value
from arithmetree.expressions import to_infix as tree_to_infix
from arithmetree.pasting import ReadableText
from arithmetree.schemas import Problem
from arithmetree.search import Certificate
from arithmetree.solution.evidence import Evidence, Weighing
from arithmetree.solution.json_forms import (
    AnswerForm,
    CertificateForm,
    DerivationForm,
    DerivationLeafForm,
    EvidenceForm,
    GuessForm,
    QuantityForm,
    SolutionForm,
    Status,
    TreeForm,
)
from arithmetree.solution.reasons import Explanation, Ignored, Step
from arithmetree.views.amount_text import AmountStyle, amount_text


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another answer, its calculation, and the probability that it is right."""

    answer: str
    expression: str
    confidence: float
    calculation: Derivation


@dataclass(frozen=True, slots=True)
class Guess:
    """The best answer that was found, whether it is sure enough to be given or not."""

    answer: str
    value: int | float | None
    answer_text: str
    unit: str | None
    expression: str
    confidence: float

    def to_dict(self) -> GuessForm:
        """The guess as plain JSON values."""
        return {
            "answer": self.answer,
            "value": self.value,
            "answer_text": self.answer_text,
            "unit": self.unit,
            "expression": self.expression,
            "confidence": self.confidence,
        }


@dataclass(frozen=True, slots=True, repr=False)
class Solution:
    """What the solver found. `to_dict()` gives the JSON object; its fields are attributes of the same names.

    `calculation` is the derivation of the answers, the best guess also when abstained; `node` is the same as a tree
    where a tree can say it. `explained` is the explanation, or finds it when its steps or what is ignored are first
    asked for, and `named` the unit of the answer likewise: who needs the answer alone does not wait for the rest.
    `answerable` is how probable it is that the problem has an answer at all; of that, `confidence` is the part of this
    one. `asked` are the characters of the question that is answered, `label` its number ("2 b"). A text with several
    questions has one solution in `parts` for each of them, and is itself the last one. Where the text was not read as
    it is, `source` says which of its characters became which of the problem's; JSON has places in the text as given.
    `weighing` finds the evidence for single decisions with the model; it is not saved with a solution.
    """

    problem: Problem
    status: Status
    reason: str | None
    message: str | None
    calculation: Derivation | None
    confidence: float
    search: Certificate | DerivationCertificate | None = field(hash=False)
    alternatives: tuple[Alternative, ...]
    named: str | Callable[[], str | None] | None = field(compare=False)
    explained: Explanation | Callable[[], Explanation] = field(compare=False)
    answerable: float = 1.0
    asked: tuple[int, int] | None = None
    parts: tuple[Solution, ...] = ()
    label: str | None = None
    source: ReadableText | None = None
    weighing: Weighing | None = field(default=None, compare=False, metadata={"saved": False})

    def __repr__(self) -> str:
        shown = f"{self.answer_text} = {self.expression}" if self.status == "solved" else self.reason
        return f"<Solution {self.status}: {shown}, confidence {self.confidence:.2f}>"

    def __getstate__(self) -> list[object]:
        """What is pickled: everything but the way back into the model that finds clues."""
        return [getattr(self, each.name) if each.metadata.get("saved", True) else None for each in fields(self)]

    @property
    def best_unit(self) -> str | None:
        """The unit of the best answer with its noun in the plural; None where the text does not say."""
        return self.named() if callable(self.named) else self.named

    @property
    def unit(self) -> str | None:
        """The unit of the answer; None unless solved."""
        return self.best_unit if self.status == "solved" else None

    @property
    def best(self) -> Guess | None:
        """The best answer, also when abstained; None where no calculation was found."""
        exact, expression = self.exact_values, self.expression
        if not exact or expression is None:
            return None
        unit = self.best_unit
        return Guess(
            ", ".join(map(str, exact)),
            _number(exact[0]) if len(exact) == 1 else None,
            " and ".join(amount_text(value, unit, self.style) for value in exact),
            unit,
            expression,
            self.confidence,
        )

    @property
    def guess(self) -> Guess | None:
        """When abstained: the best guess, if there is one."""
        return None if self.status == "solved" else self.best

    def place(self, start: int, end: int) -> list[int]:
        """Where characters of the problem are in the text as it was given."""
        return [start, end] if self.source is None else list(self.source.to_original(start, end))

    @property
    def each(self) -> tuple[Solution, ...]:
        """One solution for every question, in the order of the text."""
        return self.parts or (self,)

    @property
    def explanation(self) -> Explanation:
        """The reasons of the answer."""
        checkpoint()
        found = self.explained if isinstance(self.explained, Explanation) else self.explained()
        weighing = self.weighing
        if weighing is None:
            return found
        return replace(
            found,
            steps=tuple(replace(step, evidence=weighing.step(step.values)) for step in found.steps),
            ignored=tuple(replace(one, evidence=weighing.unused(one.quantity)) for one in found.ignored),
        )

    @property
    def evidence(self) -> Evidence | None:
        """The evidence for the answer or, when abstained, for giving none; None where no model has judged that."""
        if self.weighing is None:
            return None
        return self.weighing.answer() if self.status == "solved" else self.weighing.refusal()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The operations in the order of calculation, each with its reason."""
        return self.explanation.steps

    @property
    def ignored(self) -> tuple[Ignored, ...]:
        """The unused numbers that a reader may expect to be used, each with the reason why it is not."""
        return self.explanation.ignored

    @property
    def hints(self) -> tuple[str, ...]:
        """Hints that say more and more, without the answer; none unless solved."""
        return self.explanation.hints if self.status == "solved" else ()

    @property
    def style(self) -> AmountStyle:
        """How the text writes amounts, for all that is written about it."""
        return AmountStyle.of(self.problem)

    @property
    def answer_text(self) -> str | None:
        """The answer with its unit as a person writes it: "72 books", "$4.50", "3 1/2 miles"; None unless solved."""
        best = self.best
        return None if best is None or self.status != "solved" else best.answer_text

    @property
    def node(self) -> Tree | None:
        """The calculation as a read-once tree; None where there is none, or it needs more than a tree can say."""
        return None if self.calculation is None else to_tree(self.calculation)

    @property
    def exact(self) -> Fraction | None:
        """The exact value of the best answer, of the last one where several are asked for."""
        values = self.exact_values
        return values[-1] if values else None

    @property
    def exact_values(self) -> tuple[Fraction, ...]:
        """The exact values of the best answer: several where one question asks for several."""
        if self.calculation is None:
            return ()
        worked = work_out(self.calculation, self._values)
        found = [worked.number(answer) for answer in self.calculation.answers]
        return tuple(value for value in found if value is not None)

    @property
    def results(self) -> dict[int, Fraction]:
        """What each step of the calculation comes to, by the number of its value; equations have no value."""
        if self.calculation is None:
            return {}
        worked = work_out(self.calculation, self._values)
        steps = range(len(self.calculation.leaves), self.calculation.size)
        return {value: found for value in steps if (found := worked.number(value)) is not None}

    @property
    def answer(self) -> str | None:
        """The exact value as text, "72" or "7/2"; None unless solved."""
        best = self.best
        return None if best is None or self.status != "solved" else best.answer

    @property
    def value(self) -> int | float | None:
        """The answer as a number, rounded where it is not whole; None unless solved."""
        best = self.best
        return None if best is None or self.status != "solved" else best.value

    @property
    def answers(self) -> list[AnswerForm]:
        """One entry for every question, in the order of the text."""
        return [
            {
                "question": None if part.asked is None else part.place(*part.asked),
                "label": part.label,
                "status": part.status,
                "reason": part.reason,
                "answer": part.answer,
                "value": part.value,
                "answer_text": part.answer_text,
                "unit": part.unit,
                "confidence": part.confidence,
                "guess": None if part.guess is None else part.guess.to_dict(),
            }
            for part in self.each
        ]

    @property
    def expression(self) -> str | None:
        """Infix over the values as in the text; with unknowns "x where x + y = 20; x - y = 4"."""
        if self.calculation is None:
            return None
        node = self.node
        # A tree is written with the fewest parentheses; a derivation with those that keep its steps.
        return to_infix(self.calculation, leaf_names(self.names)) if node is None else tree_to_infix(node, self.names)

    @property
    def names(self) -> tuple[str, ...]:
        """The values of the quantities as operands of infix."""
        return tuple(format_value(value) for value in self._values)

    @property
    def _values(self) -> tuple[Fraction, ...]:
        return tuple(schema.quantity.value for schema in self.problem.schemas)

    @property
    def quantities(self) -> list[QuantityForm]:
        """Every countable quantity with its place, value, whether the answer uses it, and its schema."""
        used = frozenset() if self.calculation is None else self.calculation.mentions
        return [
            {
                "text": schema.quantity.text,
                "start": self.place(schema.quantity.start, schema.quantity.end)[0],
                "end": self.place(schema.quantity.start, schema.quantity.end)[1],
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
    def tree(self) -> TreeForm | None:
        """Nested nodes: `op`, `left`, `right`, `value`, or `quantity` (index); None where no tree can say it."""
        node = self.node
        return None if node is None else self._tree(node)

    def _tree(self, tree: Tree) -> TreeForm:
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
    def derivation(self) -> DerivationForm | None:
        """The calculation by numbered values: the `leaves`, then the `steps`; `answers` and `equations` by number.

        A leaf is a `quantity` (index), a `constant` with its `fact`, or an `unknown` (index into `unknowns`).
        """
        made = self.calculation
        if made is None:
            return None
        results = self.results
        unknowns = [one.name for one in made.unknowns]
        names = leaf_names(self.names)
        leaves: list[DerivationLeafForm] = []
        for leaf in made.leaves:
            if isinstance(leaf, Mention):
                leaves.append({"quantity": leaf.quantity})
            elif isinstance(leaf, Constant):
                leaves.append({"constant": str(leaf.value), "fact": leaf.fact or None})
            else:
                leaves.append({"unknown": unknowns.index(leaf.name)})
        return {
            "unknowns": unknowns,
            "leaves": leaves,
            "steps": [
                {
                    "op": str(step.operation),
                    "left": step.left,
                    "right": step.right,
                    "value": str(results[value]) if value in results else None,
                }
                for value, step in enumerate(made.steps, start=len(made.leaves))
            ],
            "equations": [{"value": value, "equation": value_to_infix(made, value, names)} for value in made.equations],
            "answers": list(made.answers),
        }

    @property
    def certificate(self) -> CertificateForm | None:
        """How the search ended: exact or cut off, best score, runner-up, margin, and what was not explored."""
        found = self.search
        if found is None:
            return None
        if isinstance(found, DerivationCertificate):
            method, exact, cut, examined, unexplored = (
                "best-first",
                found.exact,
                found.cut,
                found.opened,
                found.unexplored,
            )
        else:
            method, exact, cut, examined, unexplored = found.method, found.method == "exact", None, found.examined, 0.0
        return {
            "method": method,
            "exact": exact,
            "cut": cut,
            "examined": examined,
            "unexplored": unexplored,
            "best_score": found.best_score,
            "runner_up": found.runner_up,
            "margin": found.margin,
            "rejected": dict(found.rejected),
            "satisfied": found.satisfied,
        }

    def to_dict(self, *, why: bool = False) -> SolutionForm:
        """The solution as the JSON object that outside programs rely on.

        With `why` the evidence of each decision lists the words it rests on, which takes some time to find.
        """
        return {
            "status": self.status,
            "reason": self.reason,
            "message": self.message,
            "evidence": self._evidence(self.evidence, why=why),
            "answer": self.answer,
            "value": self.value,
            "unit": self.unit,
            "answer_text": self.answer_text,
            "guess": None if self.guess is None else self.guess.to_dict(),
            "answers": self.answers,
            "expression": self.expression,
            "confidence": self.confidence,
            "answerable": self.answerable,
            "certificate": self.certificate,
            "quantities": self.quantities,
            "derivation": self.derivation,
            "tree": self.tree,
            "steps": [
                {
                    "expression": step.expression,
                    "value": None if step.value is None else str(step.value),
                    "unit": step.unit,
                    "shown": step.shown,
                    "reason": step.reason.value,
                    "because": step.because,
                    "firm": step.firm,
                    "spans": [self.place(*span) for span in step.spans],
                    "evidence": self._evidence(step.evidence, why=why),
                }
                for step in self.steps
            ],
            "ignored": [
                {
                    "quantity": number.quantity,
                    "because": number.because,
                    "firm": number.firm,
                    "evidence": self._evidence(number.evidence, why=why),
                }
                for number in self.ignored
            ],
            "hints": list(self.hints),
            "alternatives": [
                {"answer": other.answer, "expression": other.expression, "confidence": other.confidence}
                for other in self.alternatives
            ],
        }

    def _evidence(self, found: Evidence | None, *, why: bool) -> EvidenceForm | None:
        return None if found is None else found.to_dict(why=why, place=self.place)

    def to_markdown(self, *, why: bool = False) -> str:
        """The solution as Markdown: problem, answer, steps with reasons, how sure it is, and if wanted why."""
        from arithmetree.views.markdown import markdown_view  # views are made of solutions, so only here

        return markdown_view(self, reasons=why)

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from arithmetree.views.html import card

        return card(self)


def _number(exact: Fraction) -> int | float:
    """A number of JSON: whole, or rounded to what a float can hold."""
    return exact.numerator if exact.denominator == 1 else float(exact)
