"""The pages, one function for each address."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.exceptions import HTTPException
from fastapi.responses import HTMLResponse
from pydantic import BaseModel, ConfigDict

from arithmetree.checking import SURE_TO_DIFFER, CheckedClass, Role
from arithmetree.corpus.stories import GRADES
from arithmetree.errors import ArithmetreeError
from arithmetree.text import LONGEST_TEXT
from arithmetree.views.sureness import meanings
from arithmetree.web.checks import EXAMPLES, LONGEST_ANSWER, TITLES, checked
from arithmetree.web.classes import (
    EXAMPLE,
    MOST_LINES,
    ROLE_TITLES,
    ClassForm,
    ShownClass,
    Sizes,
    checked_class,
    unclear,
)
from arithmetree.web.examples import examples
from arithmetree.web.forms import read_form
from arithmetree.web.method import tables
from arithmetree.web.reference import reference
from arithmetree.web.running import Run
from arithmetree.web.sheets import ANY_GRADE, ANY_TOPIC, KIND_TITLES, MEDIA, MOST, Order, SheetRequest, made, saved
from arithmetree.web.solving import CHOICES, Lengths, solved
from arithmetree.web.static_files import static_files
from arithmetree.web.templates import render
from arithmetree.worksheet import CURRENCIES, STEPS, TOPICS

MOST_CHARACTERS = 50_000
"""Characters of all problems of a class together."""


class Asked(BaseModel):
    """What the page sends while somebody types."""

    model_config = ConfigDict(extra="forbid")

    text: str
    answer: str = ""
    precision: str = ""


class SheetQuery:
    """The fields of the practice form; without a topic it is the bare form."""

    def __init__(
        self,
        topic: Annotated[list[str] | None, Query()] = None,
        steps: Annotated[list[str] | None, Query()] = None,
        kind: Annotated[list[str] | None, Query()] = None,
        grade: str = ANY_GRADE,
        currency: str = CURRENCIES[0],
        count: str = "",
        seed: str = "",
    ) -> None:
        self.order = (
            None if topic is None else SheetRequest(topic, steps or (), count, seed, grade, kind or (), currency)
        )


def router(
    run: Run,
    *,
    longest_text: int = LONGEST_TEXT,
    longest_sheet: int = LONGEST_TEXT,
    most_characters: int = MOST_CHARACTERS,
    openapi: Callable[[], dict[str, Any]] | None = None,
) -> APIRouter:
    """All pages and their static files, for an app to include; longer texts and larger classes are refused.

    A worksheet may be as long as `longest_sheet`, each of its problems as long as `longest_text`.

    `openapi` gives the OpenAPI document, of which the page at /docs is made.
    """
    pages = APIRouter(include_in_schema=False)
    lengths = Lengths(longest_text, longest_sheet)
    sizes = Sizes(longest_text, most_characters)

    @pages.get("/")
    async def solve_page(text: str | None = None, answer: str = "", precision: str = "", why: str = "") -> HTMLResponse:
        """The form, with the solution of the text in the address if there is one."""

        def show(values: dict[str, object]) -> str:
            values = values | {"examples": examples(), "choices": CHOICES, "text": text or ""}
            return render("solve.html", here="/", **values)

        return HTMLResponse(*await solved(run, show, text, answer, precision, longest=lengths, why=why))

    @pages.post("/fragment")
    async def solve_fragment(asked: Asked) -> HTMLResponse:
        """The solution alone, for the page to put in its place."""

        def show(values: dict[str, object]) -> str:
            return render("result.html", **values)

        return HTMLResponse(*await solved(run, show, asked.text, asked.answer, asked.precision, longest=lengths))

    @pages.get("/check")
    async def check_page(problem: str | None = None, answer: str = "", key: str = "") -> HTMLResponse:
        """The verdict on a pupil's answer."""
        values, status = await checked(run, problem, answer, key, longest=longest_text)
        values |= {
            "problem": problem or "",
            "answer": answer,
            "key": key,
            "example": examples()[0],
            "answers": EXAMPLES,
        }
        page = render("check.html", here="/check", longest_answer=LONGEST_ANSWER, **values)
        return HTMLResponse(page, status)

    @pages.get("/check/class")
    async def class_form() -> HTMLResponse:
        """The form for a table of answers, with a small one in it."""
        return HTMLResponse(_class_page(ClassForm(EXAMPLE)))

    @pages.post("/check/class")
    async def class_verdicts(request: Request) -> Response:
        """The verdicts on a table of answers, as a page or as a table to save."""
        try:
            sent = read_form(await request.body(), request.headers.get("content-type", ""))
        except ValueError:
            raise HTTPException(HTTPStatus.BAD_REQUEST, "This is not what the form sends; use the form.") from None
        columns = {role: named for role in Role if (named := sent.fields.get(role, "").strip())}
        form = ClassForm(sent.fields.get("table", ""), sent.files.get("file", b""), columns)
        wanted = sent.fields.get("save")

        def show(result: CheckedClass) -> Response:
            if not wanted:
                return HTMLResponse(_class_page(form, shown=ShownClass(result), titles=TITLES))
            content = result.summary.to_csv() if wanted == "summary" else result.to_csv(teacher=True)
            name = "summary" if wanted == "summary" else "checked"
            headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
            return Response(content, media_type="text/csv; charset=utf-8", headers=headers)

        try:
            return await checked_class(run, form.table, form.size, show, sizes)
        except ArithmetreeError as error:
            return HTMLResponse(_class_page(form, **unclear(error)), HTTPStatus.BAD_REQUEST)

    @pages.get("/worksheet")
    async def sheet_page(
        asked: Annotated[SheetQuery, Depends()], a: Annotated[list[str] | None, Query()] = None
    ) -> HTMLResponse:
        """Practice problems made to order, with the verdicts on the answers in the address."""
        values, status = await made(run, asked.order, a or [])
        choices = {"any_topic": ANY_TOPIC, "topics": TOPICS, "all_steps": STEPS, "most": MOST, "grades": GRADES}
        choices |= {"any_grade": ANY_GRADE, "kinds": KIND_TITLES, "currencies": CURRENCIES}
        choices |= {"longest_answer": LONGEST_ANSWER}
        return HTMLResponse(render("worksheet.html", here="/worksheet", **choices, **values), status)

    @pages.get("/worksheet/sheet.{form}")
    async def sheet_file(form: str, asked: Annotated[SheetQuery, Depends()]) -> Response:
        """A practice sheet as a file to save."""
        if form not in MEDIA:
            raise HTTPException(HTTPStatus.NOT_FOUND, f"Sheets are saved as {' or '.join(MEDIA)}.")
        try:
            order = Order.read(asked.order or SheetRequest((), (), "", ""))
            content = await saved(run, order, form)
        except ArithmetreeError as error:
            raise HTTPException(HTTPStatus.BAD_REQUEST, str(error)) from error
        headers = {"Content-Disposition": f'attachment; filename="worksheet-{order.seed}.{form}"'}
        return Response(content, media_type=MEDIA[form], headers=headers)

    @pages.get("/method")
    async def method_page() -> HTMLResponse:
        """How it works and how well."""
        page = render(
            "method.html", here="/method", tables=tables(), sureness=meanings(), sure_to_differ=SURE_TO_DIFFER
        )
        return HTMLResponse(page)

    if openapi is not None:

        @pages.get("/docs")
        async def reference_page() -> HTMLResponse:
            """The API for people who write programs."""
            return HTMLResponse(render("reference.html", here="/docs", api=reference(openapi())))

    @pages.get("/static/{name}")
    async def static_file(name: str, if_none_match: Annotated[str, Header()] = "") -> Response:
        """A style sheet, script or picture; not sent again while the browser's copy is the same."""
        file = static_files().get(name)
        if file is None:
            raise HTTPException(HTTPStatus.NOT_FOUND, "There is no such file.")
        headers = {"ETag": file.tag, "Cache-Control": "no-cache"}
        if file.tag in if_none_match:
            return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
        return Response(file.content, media_type=file.media_type, headers=headers)

    return pages


def _class_page(form: ClassForm, **values: object) -> str:
    shown = {"shown": None, "notice": None, "unclear": None} | values
    return render("class.html", here="/check", form=form, roles=ROLE_TITLES, most=MOST_LINES, **shown)


_ERROR_TITLES: dict[int, str] = {
    HTTPStatus.NOT_FOUND: "This page does not exist",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "This is too much at once",
    HTTPStatus.TOO_MANY_REQUESTS: "One moment, please",
    HTTPStatus.SERVICE_UNAVAILABLE: "No answer this time",
    HTTPStatus.INTERNAL_SERVER_ERROR: "Something went wrong here",
}


def error_page(status: int, message: str, *, asked: str | None = None) -> HTMLResponse:
    """A page for people that says what went wrong and what to do next; scripts get JSON from the service.

    `asked` is the address that was asked for, where asking again may help and sends the same; None for a form that was
    sent by POST.
    """
    values = {
        "title": _ERROR_TITLES.get(status, "This request cannot be answered"),
        "message": message,
        "may_help": status in (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE),
        "asked": asked,
    }
    return HTMLResponse(render("error.html", here=None, **values), status)
