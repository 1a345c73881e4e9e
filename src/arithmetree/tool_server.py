"""A Model Context Protocol server: solving, verifying and checking as tools for language models and their programs.

`arithmetree mcp` runs it on standard input and output. A client is shown the names, docstrings and type hints of the
tools; every result has structured content in the form of its model.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Annotated, Any, Literal, TypeVar

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import BaseModel, Field

from arithmetree._version import __version__
from arithmetree.checking import SURE_TO_DIFFER, Agreement, Kind, check, verify
from arithmetree.errors import ArithmetreeError
from arithmetree.solver import Solver

INSTRUCTIONS = (
    "Solves maths word problems in plain English by an exact calculation, without a language model. Each answer comes "
    "with a calibrated confidence; where the solver is not sure, it abstains and says why. Use verify_answer to "
    f"compare your own answer: it says 'differs' only where the solver is at least {SURE_TO_DIFFER:.0%} sure."
)
_READS_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)

Problem = Annotated[str, Field(description="The problem in plain English, with its question.")]


class SolvedStep(BaseModel):
    """One operation in the order of calculation."""

    expression: str
    value: str
    unit: str | None
    because: str = Field(description="Why it is done, in a sentence.")


class Solved(BaseModel):
    """The answer to a problem, or why there is none."""

    status: Literal["solved", "abstained"]
    reason: str | None = Field(description="Why there is no answer, such as NO_QUESTION or LOW_CONFIDENCE.")
    message: str | None = Field(description="The same in a sentence.")
    answer: str | None = Field(description='The exact value, "72" or "7/2"; null unless solved.')
    answer_text: str | None = Field(description='The answer as a person writes it, "72 books".')
    unit: str | None
    expression: str | None = Field(description='The whole calculation, "(3 + 5) * 9".')
    confidence: float = Field(description="The probability that the answer is right.")
    steps: list[SolvedStep]


class Verified(BaseModel):
    """Whether an answer agrees with the solver's, and what the solver's is."""

    verdict: Agreement
    reason: str | None = Field(description="Why the solver cannot tell.")
    given: str | None = Field(description="The exact value of the answer as it was read.")
    answer: str | None = Field(description="The solver's own answer; null where it has none.")
    answer_text: str | None
    expression: str | None
    confidence: float = Field(description="The probability that the solver's answer is right.")


class Checked(BaseModel):
    """The verdict on a pupil's work."""

    verdict: Kind
    correct: bool | None = Field(description="Whether the number is the one asked for; null where that is not known.")
    sentence: str = Field(description="For the pupil; does not give the answer away.")
    hint: str = Field(description="For the pupil; does not give the answer away, and is empty where it is right.")
    reason: str | None = Field(description="Why no more can be said.")
    note_for_teacher: str = Field(description="What the solver calculated; gives the answer away.")


Result = TypeVar("Result")


def tool_server(solver: Solver) -> MCPServer[Any]:
    """The server with its three tools, on a solver that has been loaded."""
    server: MCPServer[Any] = MCPServer("arithmetree", version=__version__, instructions=INSTRUCTIONS)
    alone = Lock()  # tools run in threads, and the parser is not made for that

    def reported(work: Callable[[], Result]) -> Result:
        """What the work returns; an error of ours becomes an error that the client can read."""
        try:
            with alone:
                return work()
        except ArithmetreeError as error:
            raise ToolError(str(error)) from None

    @server.tool(title="Solve a word problem", annotations=_READS_ONLY)
    def solve_word_problem(
        text: Problem,
        precision: Annotated[
            float | None, Field(gt=0, lt=1, description="Abstain rather than be right less often than this, as 0.95.")
        ] = None,
    ) -> Solved:
        """Solve a maths word problem exactly, with its calculation, a reason for each step and a confidence."""

        def work() -> Solved:
            solution = solver.solve(text, precision=precision)
            found: dict[str, object] = {**solution.to_dict()}
            if solution.status != "solved":
                found |= dict.fromkeys(("answer", "answer_text", "unit", "expression")) | {"steps": []}
            return Solved.model_validate(found)

        return reported(work)

    @server.tool(title="Verify an answer", annotations=_READS_ONLY)
    def verify_answer(
        text: Problem,
        answer: Annotated[str, Field(description='The answer in any form: "72 books", "$4.50", "7/2", "1 h 20 min".')],
    ) -> Verified:
        """Compare an answer to a maths word problem with the solver's own: agrees, differs or cannot_tell."""
        return reported(lambda: Verified.model_validate(verify(text, answer, solver=solver).to_dict()))

    @server.tool(title="Check a pupil's work", annotations=_READS_ONLY)
    def check_pupil_work(
        problem: Problem,
        work: Annotated[str, Field(description='A number, a calculation or steps: "7 apples", "12 - 5 = 7".')],
        key: Annotated[
            str | None, Field(description="The teacher's own answer or calculation, which then decides.")
        ] = None,
    ) -> Checked:
        """Check a pupil's answer or calculation: right, or what went wrong, with a hint that does not give it away."""

        def checked() -> Checked:
            verdict = check(problem, work, key=key, solver=solver)
            return Checked.model_validate(verdict.to_dict() | {"note_for_teacher": verdict.for_teacher})

        return reported(checked)

    return server
