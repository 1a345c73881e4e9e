"""What goes in and out of the API, typed; the fields of a solution are those of `Solution.to_dict()`."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Discriminator, Field, JsonValue, Tag, model_validator
from pydantic.config import JsonDict
from pydantic_core import PydanticCustomError

from arithmetree.carefulness import Carefulness, requested_precision
from arithmetree.checking import Agreement, Kind, Role
from arithmetree.derivations import Operation
from arithmetree.service import examples
from arithmetree.solution import StepReason

TEXT = "arithmetree:text"
BATCH = "arithmetree:batch"
"""Marks in the schema where the app writes the limits it was started with."""


class _Strict(BaseModel):
    """No unknown fields, neither in requests nor in what we promise to send."""

    model_config = ConfigDict(extra="forbid", allow_inf_nan=False)


Text = Annotated[str, Field(description="The problem in plain English.", json_schema_extra={TEXT: True})]
Precision = Annotated[
    float | None,
    Field(
        ge=0,
        lt=1,
        strict=True,
        description="Wanted share of right answers among the answers given; the solver abstains where it is less sure. "
        "0 always answers. Without it, answers that are more probably wrong than right are held back.",
    ),
]
Answer = Annotated[
    Carefulness | None,
    Field(
        description="The same in words: "
        + ", ".join(f"`{choice}` is a precision of {choice.precision:g}" for choice in Carefulness)
        + ". Give this or `precision`, not both."
    ),
]
Span = Annotated[
    tuple[int, int], Field(description="Character offsets in the text, the end exclusive.", examples=[[4, 7]])
]


Why = Annotated[
    bool,
    Field(strict=True, description="Also list the words that each decision of the model rests on."),
]


class _Asking(_Strict):
    """How sure an answer has to be."""

    precision: Precision = None
    answer: Answer = None
    why: Why = False

    @model_validator(mode="after")
    def _say_it_once(self) -> Self:
        if {"precision", "answer"} <= self.model_fields_set:
            raise PydanticCustomError("said_twice", "Give precision or answer, not both")
        return self

    @property
    def wanted(self) -> float | None:
        """The precision for the solver."""
        return requested_precision(self.answer, self.precision)


def _schema_of_asking(example: dict[str, Any]) -> JsonDict:
    return {"examples": [example], "not": {"required": ["precision", "answer"]}}


class SolveRequest(_Asking):
    """One problem."""

    text: Text

    model_config = ConfigDict(json_schema_extra=_schema_of_asking({"text": examples.TEXT}))


class BatchOfTexts(_Asking):
    """Problems as bare texts."""

    texts: list[JsonValue] = Field(
        description="Strings. Anything else, and a text that cannot be read, gets an error in its place.",
        json_schema_extra={BATCH: True},
    )

    model_config = ConfigDict(json_schema_extra=_schema_of_asking({"texts": [examples.TEXT, examples.OTHER_TEXT]}))


class BatchOfProblems(_Asking):
    """Problems with ids of any kind, which come back with the results."""

    problems: list[JsonValue] = Field(
        description="Objects with `text` and perhaps `id`. Anything else gets an error in its place.",
        json_schema_extra={BATCH: True},
    )

    model_config = ConfigDict(
        json_schema_extra=_schema_of_asking({"problems": [{"id": "sheet-1/3", "text": examples.TEXT}]})
    )


def _kind_of_batch(body: Any) -> str | None:
    if not isinstance(body, dict):
        return None
    return next((kind for kind in ("texts", "problems") if kind in body), None)


BatchRequest = Annotated[
    Annotated[BatchOfTexts, Tag("texts")] | Annotated[BatchOfProblems, Tag("problems")],
    Discriminator(
        _kind_of_batch,
        custom_error_type="batch",
        custom_error_message="Give an object with texts (a list of strings) or problems (a list of objects with text "
        "and perhaps id)",
    ),
]


class CheckRequest(_Strict):
    """A pupil's answer to a problem."""

    problem: Text
    answer: str = Field(
        description='A number, perhaps with its unit, or a calculation: "7", "7 apples", "12 - 5 = 7".',
        json_schema_extra={TEXT: True},
    )
    key: str | None = Field(
        default=None,
        description="The teacher's own answer or calculation, which then decides what is right.",
        json_schema_extra={TEXT: True},
    )
    teacher: bool = Field(
        default=False, strict=True, description="Also show what was calculated here, which gives the answer away."
    )

    model_config = ConfigDict(json_schema_extra={"examples": [{"problem": examples.TEXT, "answer": "12 + 5 = 17"}]})


class ClassColumns(_Strict):
    """Names of columns, where they should not be recognised by their names and contents."""

    problem: str | None = None
    answer: str | None = None
    pupil: str | None = None
    key: str | None = Field(default=None, description="The column with the teacher's own answers, which then decide.")

    @property
    def named(self) -> dict[Role, str]:
        """The columns that were named."""
        return {role: name for role in Role if (name := getattr(self, role)) is not None}


class ClassRequest(_Strict):
    """The answers of a class."""

    table: str = Field(
        description="A table in CSV, separated by commas, semicolons or tabs: one answer in each line, or one line for "
        "each pupil with a column for each problem, named by its text.",
    )
    columns: ClassColumns = ClassColumns()
    teacher: bool = Field(
        default=False, strict=True, description="Also show what was calculated here, which gives the answers away."
    )

    model_config = ConfigDict(json_schema_extra={"examples": [{"table": examples.TABLE}]})


class VerifyRequest(_Strict):
    """Somebody else's answer to a problem."""

    text: Text
    answer: str = Field(
        description='A number in any form, perhaps with its unit: "72 books", "$4.50", "7/2", "1 h 20 min".',
        json_schema_extra={TEXT: True},
    )

    model_config = ConfigDict(json_schema_extra={"examples": [{"text": examples.TEXT, "answer": "7 apples"}]})


class Leaf(_Strict):
    """A quantity of the text."""

    quantity: int = Field(ge=0, description="Index into `quantities`.")


class Node(_Strict):
    """An operation on two results."""

    op: Literal["+", "-", "*", "/"]
    left: Tree
    right: Tree
    value: str = Field(description="The exact value, as text.")


Tree = Node | Leaf


class Certificate(_Strict):
    """How the search ended."""

    method: Literal["exact", "beam", "best-first"]
    exact: bool = Field(description="Whether nothing better can exist; false where the search was cut off.")
    cut: str | None = Field(description="Why the search was cut off.")
    examined: int
    unexplored: float = Field(description="The probability of all that was not looked at.")
    best_score: float | None
    runner_up: float | None
    margin: float | None
    rejected: dict[str, float]
    satisfied: bool


class Quantity(_Strict):
    """A number of the text, with its place and what is said about it."""

    text: str
    start: int
    end: int
    value: str = Field(description="The exact value, as text.")
    relevant: bool
    unit: str | None
    verb: str | None
    subject: str | None
    rate: tuple[str, str] | None = Field(description="The two units that a rate joins.")
    implicit: str | None = Field(description="What the word implies that is no number itself: days in a week.")


class Clue(_Strict):
    """Words of the text that a decision of the model rests on."""

    span: Span
    effect: float = Field(description="By how much the probability of the decision falls when the words are hidden.")


class Evidence(_Strict):
    """What the model decided by."""

    probability: float = Field(description="How probable the decision is for the model.")
    clues: list[Clue] = Field(default=[], description="The strongest first; only with `why`.")


class Step(_Strict):
    """One operation in the order of calculation."""

    expression: str
    value: str | None = Field(description="The exact value, as text; null for an equation.")
    unit: str | None
    shown: str = Field(description='The line as people write it: "216 ÷ 6 = 36 boxes".')
    reason: StepReason
    because: str
    firm: bool = Field(description='False where the sentence says "most likely".')
    spans: list[Span]
    evidence: Evidence | None


class Ignored(_Strict):
    """A number that the answer does not use, and why not."""

    quantity: int = Field(ge=0, description="Index into `quantities`.")
    because: str
    firm: bool = Field(description='False where the sentence says "most likely".')
    evidence: Evidence | None


class Alternative(_Strict):
    """Another answer and the probability that it is right."""

    answer: str
    expression: str
    confidence: float


class DerivationLeaf(_Strict):
    """A number of the text, a known constant, or an unknown."""

    quantity: int | None = Field(default=None, ge=0, description="Index into `quantities`.")
    constant: str | None = Field(default=None, description="The exact value, as text.")
    fact: str | None = Field(default=None, description='Where a constant comes from, "days in a week".')
    unknown: int | None = Field(default=None, ge=0, description="Index into `unknowns`.")


class DerivationStep(_Strict):
    """Two values, by their numbers, joined by an operation."""

    op: Operation
    left: int = Field(ge=0)
    right: int = Field(ge=0)
    value: str | None = Field(description="The exact value, as text; null for an equation or an open value.")


class DerivationEquation(_Strict):
    """An equation, by the number of its step."""

    value: int = Field(ge=0)
    equation: str


class Derivation(_Strict):
    """Values by number: first the leaves, then the steps; answers point at values."""

    unknowns: list[str]
    leaves: list[DerivationLeaf]
    steps: list[DerivationStep]
    equations: list[DerivationEquation]
    answers: list[int]


class Guess(_Strict):
    """The best answer where none is given."""

    answer: str = Field(description="The exact value, as text.")
    value: int | float | None
    answer_text: str
    unit: str | None
    expression: str
    confidence: float


class AnswerOfQuestion(_Strict):
    """The answer to one question of the text."""

    question: Span | None = Field(description="Where the question is in the text.")
    label: str | None = Field(description='How the text numbers the question, "2 b".')
    status: Literal["solved", "abstained"]
    reason: str | None
    answer: str | None
    value: int | float | None
    answer_text: str | None
    unit: str | None
    confidence: float
    guess: Guess | None


class SolutionBody(_Strict):
    """A problem that was solved, or from which the solver abstained."""

    status: Literal["solved", "abstained"]
    reason: str | None = Field(description="Why it was not solved, such as NO_QUESTION or LOW_CONFIDENCE.")
    message: str | None
    evidence: Evidence | None = Field(
        description="What the model decided by when it answered or refused; null where a rule decided."
    )
    answer: str | None = Field(description='The exact value as text, "72" or "7/2"; null unless solved.')
    value: int | float | None = Field(description="The answer as a number.")
    unit: str | None
    answer_text: str | None = Field(description='The answer with its unit as a person writes it, "72 books".')
    guess: Guess | None = Field(description="The best guess; only when abstained.")
    answers: list[AnswerOfQuestion] = Field(
        description="One entry for every question, in order; the other fields are about the last question."
    )
    expression: str | None
    confidence: float = Field(description="The probability that the answer is right.")
    answerable: float = Field(description="The probability that the problem has an answer at all.")
    certificate: Certificate | None
    quantities: list[Quantity]
    derivation: Derivation | None = Field(description="The calculation of the answer by numbered values.")
    tree: Tree | None = Field(description="The same as a tree; null where each number is not used at most once.")
    steps: list[Step]
    ignored: list[Ignored]
    hints: list[str] = Field(description="They say more and more, without the answer; none unless solved.")
    alternatives: list[Alternative]

    model_config = ConfigDict(json_schema_extra={"examples": [examples.SOLUTION]})


class ErrorBody(_Strict):
    """Something was wrong; the message says what, what is accepted and what to do next."""

    status: Literal["error"]
    message: str

    model_config = ConfigDict(json_schema_extra={"examples": [examples.ERROR]})


class SolutionOfProblem(SolutionBody):
    """The solution of a problem that came with an id."""

    id: JsonValue = None


class ErrorOfProblem(ErrorBody):
    """What was wrong with one problem of a batch."""

    id: JsonValue = None


class BatchBody(_Strict):
    """One result for each problem, in the same order; `id` where the problem had one."""

    results: list[SolutionOfProblem | ErrorOfProblem]


class ForTeacher(_Strict):
    """What was calculated here and, as far as is known, by the pupil."""

    expression: str | None
    answer: str | None
    unit: str | None
    confidence: float
    calculated: str | None
    key: str | None = Field(description="The teacher's own answer, where one was given.")
    key_agrees: bool | None = Field(description="Whether the solver found the same as the key.")
    note: str


class VerdictBody(_Strict):
    """The verdict on a pupil's answer, with a hint that does not give the answer away."""

    verdict: Kind
    correct: bool | None = Field(description="Whether the number is the one asked for; null where that is not known.")
    sentence: str
    hint: str = Field(description="Empty where the answer is right.")
    reason: str | None = Field(description="Why no more can be said.")
    teacher: ForTeacher | None = Field(default=None, description="Only where it was asked for.")

    model_config = ConfigDict(json_schema_extra={"examples": [examples.VERDICT]})


class TakenColumns(_Strict):
    """The columns that were taken for each role."""

    problem: str | None
    answer: str | None
    pupil: list[str] = Field(description="Two where a first and a last name name a pupil together.")
    key: str | None
    problems: list[str] = Field(description="Columns that are named by a problem and hold the answers to it.")


class TallyBody(_Strict):
    """The answers of one pupil, or to one problem, counted."""

    name: str
    answers: int
    right: int
    wrong: int
    not_sure: int = Field(description="Answers to look at yourself.")
    not_checked: int = Field(description="Lines that could not be checked.")
    mistake: Kind | None = Field(description="The most frequent kind of mistake.")


class CheckedLine(_Strict):
    """A line of the table with its verdict, or with the reason why it has none."""

    line: int
    columns: dict[str, str]
    pupil: str
    problem: str
    answer: str
    outcome: Literal["right", "wrong", "not_sure", "not_checked"]
    error: str | None
    verdict: Kind | None = None
    correct: bool | None = None
    sentence: str | None = None
    hint: str | None = None
    reason: str | None = None
    teacher: ForTeacher | None = None


class ClassBody(_Strict):
    """The verdicts on all answers of a class, and how each pupil and each problem did."""

    columns: TakenColumns
    said: str = Field(description="What was taken for what, in a sentence.")
    counts: dict[str, int] = Field(description="How often each verdict was given; lines without one are `error`.")
    pupils: list[TallyBody] = Field(description="In the order of the table.")
    problems: list[TallyBody] = Field(description="The hardest first.")
    rows: list[CheckedLine]


class VerificationBody(_Strict):
    """Whether an answer agrees with ours, and what ours is."""

    verdict: Agreement
    reason: str | None = Field(description="Why we cannot tell.")
    given: str | None = Field(description="The exact value of the answer as it was read; null if it cannot be read.")
    answer: str | None = Field(description="Our own answer; null where we have none.")
    answer_text: str | None
    expression: str | None
    confidence: float = Field(description="The probability that our answer is right.")

    model_config = ConfigDict(json_schema_extra={"examples": [examples.VERIFICATION]})


class Health(_Strict):
    """The process is alive."""

    status: Literal["alive"]


class Readiness(_Strict):
    """The model is loaded and the service takes requests."""

    status: Literal["ready"]
    version: str
