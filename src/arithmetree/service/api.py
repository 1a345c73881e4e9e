"""The API: solve one problem or a batch, check a pupil's answer or a class, verify somebody else's answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel

from arithmetree.checking import ColumnError, check, parse_table, verify
from arithmetree.errors import DataError, TextError
from arithmetree.service.asked import Asked, too_long
from arithmetree.service.desk import Desk
from arithmetree.service.explained import in_pieces
from arithmetree.service.failures import TooLarge
from arithmetree.service.metrics import Metrics
from arithmetree.service.models import (
    BatchBody,
    BatchOfProblems,
    BatchOfTexts,
    BatchRequest,
    CheckRequest,
    ClassBody,
    ClassRequest,
    ErrorBody,
    ErrorOfProblem,
    SolutionBody,
    SolutionOfProblem,
    SolveRequest,
    VerdictBody,
    VerificationBody,
    VerifyRequest,
)
from arithmetree.service.observation import TEXTS
from arithmetree.service.settings import Settings
from arithmetree.solution import Solution
from arithmetree.solver import Solver
from arithmetree.web import Sizes, Work, checked_class, cost_of_answers

JSON = "application/json"
_RETRY_AFTER = {"Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 1}}}
ERRORS: dict[int | str, dict[str, Any]] = {
    400: {"model": ErrorBody, "description": "The body cannot be read."},
    413: {"model": ErrorBody, "description": "The body, the text or the batch is above its limit."},
    422: {"model": ErrorBody, "description": "The body is not what is accepted."},
    429: {"model": ErrorBody, "description": "Too many problems from this address.", "headers": _RETRY_AFTER},
    500: {"model": ErrorBody, "description": "Something went wrong inside."},
    503: {"model": ErrorBody, "description": "Over capacity or out of time.", "headers": _RETRY_AFTER},
}


def api_router(settings: Settings, desk: Desk, metrics: Metrics) -> APIRouter:
    """The endpoints under /api."""
    router = APIRouter(prefix="/api", tags=["solving"], responses=ERRORS)

    @router.post("/solve", response_model=SolutionBody, summary="Solve one problem")
    async def solve(request: Request, body: SolveRequest) -> Response:
        """The answer with its expression tree, the reason for every step and how sure it is; or why there is none."""
        request.scope[TEXTS] = [body.text]
        check_length(body.text)
        pieces = in_pieces(
            body.text,
            lambda solver: solver.solve(body.text, precision=body.wanted),
            lambda solution: written(SolutionBody.model_validate(solution.to_dict(why=body.why))),
            why=body.why,
        )
        *_, found = await desk(pieces)
        return Response(found, media_type=JSON)

    @router.post("/batch", response_model=BatchBody, summary="Solve many problems")
    async def batch(request: Request, body: BatchRequest) -> Response:
        """One result for each problem, in the same order; a problem that cannot be read gets an error in its place."""
        problems = body.texts if isinstance(body, BatchOfTexts) else body.problems
        if len(problems) > settings.max_batch_size:
            raise TooLarge(
                f"The batch has {len(problems)} problems; at most {settings.max_batch_size} are taken. Send parts."
            )
        asked = [Asked.of_text(item) if isinstance(body, BatchOfTexts) else Asked.of_problem(item) for item in problems]
        request.scope[TEXTS] = [one.text for one in asked]
        characters = sum(len(one.text) for one in asked if isinstance(one.text, str))
        if characters > settings.max_batch_characters:
            raise TooLarge(
                f"The problems have {characters} characters together; at most {settings.max_batch_characters} are "
                "taken. Send parts."
            )
        results = await desk(chain.from_iterable(_pieces(one, body) for one in asked))
        found = b",".join(result for result in results if result is not None)
        return Response(b'{"results":[' + found + b"]}", media_type=JSON)

    @router.post("/check", response_model=VerdictBody, summary="Check a pupil's answer")
    async def check_answer(request: Request, body: CheckRequest) -> Response:
        """Right, or what most likely went wrong, with a hint; it says so where it is not sure.

        With a `key`, the teacher's own answer or calculation, the key decides.
        """
        request.scope[TEXTS] = [body.problem, body.answer, *([] if body.key is None else [body.key])]
        check_length(body.problem, body.answer, body.key or "")
        return await respond(
            VerdictBody,
            body.problem,
            lambda solver: check(body.problem, body.answer, key=body.key, solver=solver).to_dict(teacher=body.teacher),
            beside=cost_of_answers(body.answer, body.key),
        )

    @router.post("/check/class", response_model=ClassBody, summary="Check the answers of a class")
    async def check_table(request: Request, body: ClassRequest) -> Response:
        """A verdict on every answer of a table, and the counts for each pupil and each problem, the hardest first.

        The columns may have any names; what was taken for what is in `columns`.
        """
        request.scope[TEXTS] = [body.table]
        try:
            found = await checked_class(
                desk,
                lambda: parse_table(body.table, named=body.columns.named),
                len(body.table),
                lambda checked: written(ClassBody.model_validate(checked.to_dict(teacher=body.teacher))),
                Sizes(settings.max_text_length, settings.max_batch_characters),
            )
        except ColumnError as error:
            raise DataError(f"{error} Name it in columns.{error.role}.") from None
        return Response(found, media_type=JSON)

    @router.post("/verify", response_model=VerificationBody, summary="Verify somebody else's answer")
    async def verify_answer(request: Request, body: VerifyRequest) -> Response:
        """Whether an answer of a program, a language model or a book agrees with ours.

        It differs only where we are sure of ours; otherwise we cannot tell.
        """
        request.scope[TEXTS] = [body.text, body.answer]
        check_length(body.text, body.answer)
        return await respond(
            VerificationBody,
            body.text,
            lambda solver: verify(body.text, body.answer, solver=solver).to_dict(),
            beside=cost_of_answers(body.answer),
        )

    def check_length(*texts: str) -> None:
        for text in texts:
            if len(text) > settings.max_text_length:
                raise TooLarge(too_long(text, settings.max_text_length))

    async def respond(
        body: type[BaseModel], problem: str, do: Callable[[Solver], Mapping[str, object]], *, beside: int
    ) -> Response:
        (found,) = await desk([Work(lambda solver: written(body.model_validate(do(solver))), problem, beside)])
        return Response(found, media_type=JSON)

    def _pieces(asked: Asked, body: BatchOfTexts | BatchOfProblems) -> Iterator[Work[bytes | None]]:
        """One problem of a batch, as far as it can be read."""

        def solve(solver: Solver) -> Solution | bytes:
            try:
                return solver.solve(asked.readable(settings.max_text_length), precision=body.wanted)
            except TextError as error:
                metrics.problem("error")
                return written(ErrorOfProblem.model_validate({"status": "error", "message": str(error)} | asked.id))

        def write(solution: Solution) -> bytes:
            return written(SolutionOfProblem.model_validate(solution.to_dict(why=body.why) | asked.id))

        readable = isinstance(asked.text, str) and len(asked.text) <= settings.max_text_length
        return in_pieces(str(asked.text) if readable else None, solve, write, why=body.why)

    return router


def written(body: BaseModel) -> bytes:
    """A body as JSON; checked against its model, so that the promise of the OpenAPI is kept."""
    return body.model_dump_json(exclude_unset=True).encode()
