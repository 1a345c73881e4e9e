"""What the page for practice sheets shows: a sheet made to order, to look at and to save."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from http import HTTPStatus
from urllib.parse import urlencode

from arithmetree.derivations import Leaf, Mention
from arithmetree.errors import ArithmetreeError, DataError
from arithmetree.generator import STEPS, TOPICS
from arithmetree.views.labels import Label
from arithmetree.views.tree_svg import draw_calculation
from arithmetree.web.running import Run, Work
from arithmetree.web.solving import Shown
from arithmetree.worksheet import Exercise, Sheet, make_sheet, to_html, to_pdf

MOST = 20
"""Problems on a sheet of the page; the command line makes longer ones."""
ANY_TOPIC = "all"
_SEEDS = 1_000_000_000

MEDIA = {"html": "text/html; charset=utf-8", "pdf": "application/pdf"}
"""The forms in which a sheet is saved."""


@dataclass(frozen=True, slots=True)
class Order:
    """A sheet as the form asks for it; the same order always gives the same sheet."""

    topic: str = ANY_TOPIC
    steps: tuple[int, ...] = (1, 2)
    count: int = 8
    seed: int = 1

    @classmethod
    def read(cls, topic: str, steps: list[str], count: str, seed: str) -> Order:
        """The order in the parameters of an address; DataError for what no sheet can be made of."""
        if topic not in (ANY_TOPIC, *TOPICS):
            raise DataError(f"There is no topic {topic!r}; there are {ANY_TOPIC}, {', '.join(TOPICS)}.")
        chosen = tuple(sorted({_whole(step, "number of steps", STEPS[0], STEPS[-1]) for step in steps}))
        if not chosen:
            raise DataError("Choose how many steps the problems may take.")
        return cls(topic, chosen, _whole(count, "number of problems", 1, MOST), _whole(seed, "sheet number", 0, _SEEDS))

    @property
    def query(self) -> str:
        """The query of the sheet's permanent link."""
        pairs = [("topic", self.topic), *(("steps", step) for step in self.steps)]
        return urlencode([*pairs, ("count", self.count), ("seed", self.seed)])


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
    """The sheet of an order; kept for a while, because who looks at a sheet then saves it."""
    topics = TOPICS if order.topic == ANY_TOPIC else (order.topic,)
    return make_sheet(count=order.count, seed=order.seed, steps=order.steps, topics=topics)


async def made(run: Run, topic: str | None, steps: list[str], count: str, seed: str) -> Shown:
    """The sheet of the parameters; the bare form where no topic is given."""
    shown: dict[str, object] = {"order": Order(), "sheet": None, "notice": None}
    if topic is None:
        return Shown(shown)
    try:
        order = Order.read(topic, steps, count, seed)
        (sheet,) = await run([Work(lambda _: sheet_of(order), beside=_cost(order))])
    except ArithmetreeError as error:
        return Shown(shown | {"notice": str(error)}, HTTPStatus.BAD_REQUEST)
    another = replace(order, seed=(order.seed + 1) % _SEEDS)
    trees = [_tree(item) for item in sheet.exercises]
    return Shown(shown | {"order": order, "sheet": sheet, "trees": trees, "next_query": another.query})


async def saved(run: Run, order: Order, form: str) -> bytes:
    """The file of a sheet, in one of the forms of MEDIA."""

    def write(_: object) -> bytes:
        sheet = sheet_of(order)
        return to_pdf(sheet) if form == "pdf" else to_html(sheet).encode()

    (content,) = await run([Work(write, beside=_cost(order))])
    return content


def _cost(order: Order) -> int:
    """What a sheet costs, in the cost of a short problem: measured, and rounded up."""
    return 1 + order.count // 2


def _tree(item: Exercise) -> str:
    def leaf(leaf: Leaf) -> Label:
        assert isinstance(leaf, Mention)  # a tree has no others
        return Label(item.names[leaf.quantity], None, item.names[leaf.quantity])

    def step(value: int) -> Label:
        number = value - len(item.calculation.leaves)
        return Label(item.results[value], None, f"Step {number + 1} gives {item.results[value]}")

    return draw_calculation(item.calculation, leaf, step)
