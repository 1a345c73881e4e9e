"""What the practice page shows: problems made to order, to work on at the screen or to print."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlencode

from arithmetree.checking import check_solution
from arithmetree.corpus.stories import GRADES
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.web.checks import LONGEST_ANSWER, TITLES
from arithmetree.web.running import Run, Work, cost_of_answers
from arithmetree.web.solving import Shown
from arithmetree.worksheet import (
    CURRENCIES,
    KINDS,
    STEPS,
    TOPICS,
    Exercise,
    Sheet,
    TooFewError,
    make_sheet,
    to_html,
    to_pdf,
)

MOST = 20
"""Problems on a sheet of the page; the command line makes longer ones."""
ANY_TOPIC = "all"
ANY_GRADE = "any"
_SEEDS = 1_000_000_000

MEDIA = {"html": "text/html; charset=utf-8", "pdf": "application/pdf"}
"""The forms in which a sheet is saved."""

KIND_TITLES = {
    "basics": "One step",
    "reuse": "More than, times as many",
    "percent": "Per cents",
    "fraction": "Fractions",
    "constant": "Known facts",
    "rounding": "Remainders and rounding",
    "average": "Averages",
    "ratio": "Ratios and rates",
    "money": "Money",
    "measure": "Measures",
    "clock": "Time",
    "geometry": "Geometry",
    "number": "Number puzzles",
    "unknown": "One unknown",
    "two-unknowns": "Two unknowns",
    "gcd-lcm": "Factors and multiples",
    "sets": "Sets and counting",
    "multistep": "Several steps",
    "binding": "Changes and comparisons",
    "distractor": "Numbers that are not needed",
    "several": "Two questions",
}
"""What teachers call the kinds."""


@dataclass(frozen=True, slots=True)
class Order:
    """A sheet as the form asks for it; the same order always gives the same sheet. Empty: everything."""

    topics: tuple[str, ...] = ()
    steps: tuple[int, ...] = ()
    count: int = 8
    seed: int = 1
    grade: str = ANY_GRADE
    kinds: tuple[str, ...] = ()
    currency: str = CURRENCIES[0]

    @classmethod
    def read(cls, asked: SheetRequest) -> Order:
        """The order in the parameters of an address; DataError for what no sheet can be made of."""
        for topic in asked.topics:
            if topic not in (ANY_TOPIC, *TOPICS):
                raise DataError(f"There is no topic {topic!r}; there are {ANY_TOPIC}, {', '.join(TOPICS)}.")
        if asked.currency not in CURRENCIES:
            raise DataError(f"There is no currency {asked.currency!r}; there are {', '.join(CURRENCIES)}.")
        for kind in asked.kinds:
            if kind not in KINDS:
                raise DataError(f"There is no kind {kind!r}; there are {', '.join(KINDS)}.")
        grade = asked.grade
        if grade != ANY_GRADE:
            grade = str(_whole(grade, "grade", GRADES[0], GRADES[-1]))
        return cls(
            tuple(topic for topic in TOPICS if topic in asked.topics),
            tuple(sorted({_whole(step, "number of steps", STEPS[0], STEPS[-1]) for step in asked.steps})),
            _whole(asked.count, "number of problems", 1, MOST),
            _whole(asked.seed, "sheet number", 0, _SEEDS),
            grade,
            tuple(kind for kind in KINDS if kind in asked.kinds),
            asked.currency,
        )

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The fields of the form."""
        several = [*(("steps", str(step)) for step in self.steps), *(("kind", kind) for kind in self.kinds)]
        single = [("grade", self.grade), ("currency", self.currency), ("count", str(self.count))]
        topics = [("topic", topic) for topic in self.topics or (ANY_TOPIC,)]
        return [*topics, *several, *single, ("seed", str(self.seed))]

    @property
    def query(self) -> str:
        """The query of the sheet's permanent link."""
        return urlencode(self.pairs)


@dataclass(frozen=True, slots=True)
class SheetRequest:
    """The parameters of an address as they came."""

    topics: Sequence[str]
    steps: Sequence[str]
    count: str
    seed: str
    grade: str = ANY_GRADE
    kinds: Sequence[str] = ()
    currency: str = CURRENCIES[0]


@dataclass(frozen=True, slots=True)
class Judged:
    """A pupil's answer to one problem of the sheet, with the verdict in words; empty where nothing was typed."""

    answer: str = ""
    tone: str = ""
    title: str = ""
    hint: str = ""


def _whole(written: str, name: str, least: int, most: int) -> int:
    try:
        number = int(written)
    except ValueError:
        number = least - 1
    if not least <= number <= most:
        raise DataError(f"The {name} is {written[:20]!r}; give a whole number from {least} to {most:,}.")
    return number


@lru_cache(maxsize=64)
def sheet_of(order: Order) -> Sheet:
    """The sheet of an order; kept for a while, because who looks at a sheet then works on it or saves it."""
    return make_sheet(
        count=order.count,
        seed=order.seed,
        steps=order.steps,
        topics=order.topics,
        grade=None if order.grade == ANY_GRADE else int(order.grade),
        kinds=order.kinds,
        currency=order.currency,
    )


async def made(run: Run, asked: SheetRequest | None, answers: Sequence[str] = ()) -> Shown:
    """The sheet of the parameters, with the verdicts on the answers; the bare form where nothing is asked for."""
    shown: dict[str, object] = {"order": Order(), "sheet": None, "notice": None, "fewer": None}
    if asked is None:
        return Shown(shown)

    def work(order: Order) -> tuple[Sheet, list[Judged]]:
        sheet = sheet_of(order)
        given = [*answers, *[""] * len(sheet.exercises)]
        return sheet, [_judged(item, answer) for item, answer in zip(sheet.exercises, given, strict=False)]

    try:
        order = Order.read(asked)
        shown["order"] = order
        cost = _cost(order) + (cost_of_answers(*answers) if any(answers) else 0)
        ((sheet, judged),) = await run([Work(lambda _: work(order), beside=cost)])
    except TooFewError as error:
        fewer = replace(order, count=error.available) if error.available else None
        return Shown(shown | {"notice": str(error), "fewer": fewer}, HTTPStatus.BAD_REQUEST)
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    another = replace(order, seed=(order.seed + 1) % _SEEDS)
    right = sum(one.tone == "good" for one in judged)
    answered = sum(bool(one.answer) for one in judged)
    return Shown(
        shown | {"sheet": sheet, "judged": judged, "right": right, "answered": answered} | {"next_query": another.query}
    )


def _judged(item: Exercise, answer: str) -> Judged:
    answer = answer.strip()[:LONGEST_ANSWER]
    if not answer:
        return Judged()
    verdict = check_solution(item.solution, answer)
    tone = "open" if verdict.correct is None else "good" if verdict.correct else "wrong"
    return Judged(answer, tone, TITLES[verdict.kind], verdict.hint if verdict.correct is not True else "")


async def saved(run: Run, order: Order, form: str) -> bytes:
    """The file of a sheet, in one of the forms of MEDIA."""

    def write(_: object) -> bytes:
        sheet = sheet_of(order)
        return to_pdf(sheet) if form == "pdf" else to_html(sheet).encode()

    (content,) = await run([Work(write, beside=_cost(order))])
    return content


def _cost(order: Order) -> int:
    """What a sheet costs, in the cost of a short problem: measured, and rounded up."""
    return 1 + order.count
