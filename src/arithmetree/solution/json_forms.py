"""The JSON object of a solution and its parts, typed; outside programs rely on these names."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Status = Literal["solved", "abstained", "error"]


class ClueForm(TypedDict):
    """Words of the text, by characters, and by how much the decision becomes less probable without them."""

    span: list[int]
    effect: float


class EvidenceForm(TypedDict):
    """How probable a decision is for the model, and, where wanted, the words that it rests on."""

    probability: float
    clues: NotRequired[list[ClueForm]]


class GuessForm(TypedDict):
    """The best answer where none is given."""

    answer: str
    value: int | float | None
    answer_text: str
    unit: str | None
    expression: str
    confidence: float


class AnswerForm(TypedDict):
    """The answer to one question of the text."""

    question: list[int] | None
    label: str | None
    status: Status
    reason: str | None
    answer: str | None
    value: int | float | None
    answer_text: str | None
    unit: str | None
    confidence: float
    guess: GuessForm | None


class QuantityForm(TypedDict):
    """A number of the text, with its place and what is said about it."""

    text: str
    start: int
    end: int
    value: str
    relevant: bool
    unit: str | None
    verb: str | None
    subject: str | None
    rate: list[str] | None
    implicit: str | None


class LeafForm(TypedDict):
    """A leaf of the tree: the index of a quantity."""

    quantity: int


class NodeForm(TypedDict):
    """An operation on two results."""

    op: str
    left: TreeForm
    right: TreeForm
    value: str


TreeForm: TypeAlias = "NodeForm | LeafForm"


class DerivationLeafForm(TypedDict):
    """A quantity or an unknown, by index, or a constant with the fact that it comes from."""

    quantity: NotRequired[int]
    constant: NotRequired[str]
    fact: NotRequired[str | None]
    unknown: NotRequired[int]


class DerivationStepForm(TypedDict):
    """Two values, by their numbers, joined by an operation."""

    op: str
    left: int
    right: int
    value: str | None


class EquationForm(TypedDict):
    """An equation, by the number of its step."""

    value: int
    equation: str


class DerivationForm(TypedDict):
    """Values by number: first the leaves, then the steps; answers point at values."""

    unknowns: list[str]
    leaves: list[DerivationLeafForm]
    steps: list[DerivationStepForm]
    equations: list[EquationForm]
    answers: list[int]


class CertificateForm(TypedDict):
    """How the search ended."""

    method: str
    exact: bool
    cut: str | None
    examined: int
    unexplored: float
    best_score: float | None
    runner_up: float | None
    margin: float | None
    rejected: dict[str, float]
    satisfied: bool


class StepForm(TypedDict):
    """One operation in the order of calculation."""

    expression: str
    value: str | None
    unit: str | None
    shown: str
    reason: str
    because: str
    firm: bool
    spans: list[list[int]]
    evidence: EvidenceForm | None


class IgnoredForm(TypedDict):
    """A number that the answer does not use, and why not."""

    quantity: int
    because: str
    firm: bool
    evidence: EvidenceForm | None


class AlternativeForm(TypedDict):
    """Another answer and the probability that it is right."""

    answer: str
    expression: str
    confidence: float


class SolutionForm(TypedDict):
    """A solution as JSON; `answers` has an entry for every question, the other fields are about the last one."""

    status: Status
    reason: str | None
    message: str | None
    evidence: EvidenceForm | None
    answer: str | None
    value: int | float | None
    unit: str | None
    answer_text: str | None
    guess: GuessForm | None
    answers: list[AnswerForm]
    expression: str | None
    confidence: float
    answerable: float
    certificate: CertificateForm | None
    quantities: list[QuantityForm]
    derivation: DerivationForm | None
    tree: TreeForm | None
    steps: list[StepForm]
    ignored: list[IgnoredForm]
    hints: list[str]
    alternatives: list[AlternativeForm]
