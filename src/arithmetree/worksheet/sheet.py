"""A practice sheet: which problems stand on it, and what its answer key says about each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from arithmetree.corpus.record import Record, RecordQuantity
from arithmetree.corpus.similarity import masked_words
from arithmetree.derivations import Derivation, Picture, from_tree, leaf_names, picture, to_svg, work_out
from arithmetree.errors import DataError
from arithmetree.expressions import format_value, terminating_decimal, to_infix
from arithmetree.generator import TOPICS, generate
from arithmetree.morphology import noun_lemma
from arithmetree.quantities import Kind
from arithmetree.quantities.context import CONTEXT

MOST_PROBLEMS = 100
_DRAWN_FOR_EACH = 12  # problems to choose from, for each place on the sheet
_DRAWN_AT_MOST = 2000  # when a grade is asked for that is rare


@dataclass(frozen=True, slots=True)
class Exercise:
    """A problem of the sheet with the lines of its answer key: the expression, the answer, and the tree."""

    text: str
    steps: int
    calculation: Derivation
    names: tuple[str, ...]
    results: Mapping[int, str]  # of the steps, by the numbers of their values
    expression: str
    answer: str

    @property
    def picture(self) -> Picture:
        """The drawing for the answer key."""
        return picture(self.calculation, leaf_names(self.names), results=self.results)

    def drawing(self, title: str) -> str:
        """The same as SVG."""
        return to_svg(self.calculation, leaf_names(self.names), results=self.results, title=title)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A finished sheet; `recipe` tells how to make the same one again."""

    title: str
    exercises: tuple[Exercise, ...]
    recipe: str


def make_sheet(
    *,
    count: int = 10,
    seed: int = 0,
    steps: Sequence[int] = (1, 2),
    topics: Sequence[str] = TOPICS,
    grade: int | None = None,
    title: str = "Word problems",
) -> Sheet:
    """A sheet of problems that differ as far as possible; the same arguments give the same sheet.

    DataError for a count outside 1 to MOST_PROBLEMS, and for topics, steps or a grade that the generator does not have.
    """
    if not 1 <= count <= MOST_PROBLEMS:
        raise DataError(f"The count is {count}; a sheet has 1 to {MOST_PROBLEMS} problems.")
    drawn = generate(_DRAWN_AT_MOST, seed, steps=steps, topics=topics)
    fitting = (record for record in drawn if grade is None or record.grade == grade)
    pool = list(islice(fitting, count * _DRAWN_FOR_EACH))
    if len(pool) < count:
        found = sorted({record.grade for record in generate(200, seed, steps=steps, topics=topics)})
        raise DataError(
            f"There are not {count} problems of grade {grade} among {_DRAWN_AT_MOST} with these steps and topics; "
            f"they have the grades {', '.join(map(str, found))}. Take another grade, other steps or fewer problems."
        )
    named = "all topics" if set(topics) == set(TOPICS) else ", ".join(sorted(set(topics)))
    recipe = f"{named}; steps {', '.join(map(str, sorted(set(steps))))}; "
    recipe += f"grade {grade}; " if grade is not None else ""
    return Sheet(title, tuple(map(_exercise, _varied(pool, count))), f"{recipe}seed {seed}")


def _varied(pool: Sequence[Record], count: int) -> list[Record]:
    """Problems taken one by one, each the one that is most unlike those taken before."""
    words = {record.id: frozenset(masked_words(record.text)) for record in pool}
    seen: Counter[tuple[str, str | int | None]] = Counter()
    nearest = dict.fromkeys(words, 0.0)  # how near a problem is to one that is taken
    left = list(pool)
    taken: list[Record] = []
    while len(taken) < count:
        best = min(left, key=lambda record: sum(seen[trait] for trait in _traits(record)) + nearest[record.id])
        left.remove(best)
        taken.append(best)
        seen.update(_traits(best))
        for record in left:
            one, other = words[record.id], words[best.id]
            nearest[record.id] = max(nearest[record.id], len(one & other) / len(one | other))
    return taken


def _traits(record: Record) -> tuple[tuple[str, str | int | None], ...]:
    """What the problems of a sheet should share as little as possible."""
    return (
        ("topic", record.scenario),
        ("steps", record.steps),
        ("shape", record.shape),
        ("unit", record.unit),
        ("opening", " ".join(record.text.split()[:4])),
    )


def _exercise(record: Record) -> Exercise:
    tree, answer = record.tree, record.answer
    assert tree is not None  # generated problems have answers
    assert answer is not None
    values = [quantity.value for quantity in record.quantities]
    made = from_tree(tree)
    worked = work_out(made, values)
    steps = range(len(made.leaves), made.size)
    names = tuple(_operand(quantity) for quantity in record.quantities)
    return Exercise(
        text=record.text,
        steps=len(made.steps),
        calculation=made,
        names=tuple(name.strip("()") for name in names),
        results={step: _number(value) for step in steps if (value := worked.number(step)) is not None},
        expression=_signs(to_infix(tree, names)),
        answer=_amount(answer, record.unit),
    )


def _operand(quantity: RecordQuantity) -> str:
    """A number of the problem as the key writes it: "20%" for a per cent, "(1/5)" for "a fifth"."""
    if quantity.kind is Kind.PERCENT:
        return f"{format_value(quantity.value * 100)}%"
    if quantity.value.denominator > 1 and "." not in quantity.text:
        return f"({quantity.value})"
    return format_value(quantity.value)


def _signs(expression: str) -> str:
    """School signs; a fraction such as (1/3) stays as it is."""
    return expression.replace(" * ", " × ").replace(" / ", " ÷ ").replace(" - ", " − ")


def _amount(value: Fraction, unit: str | None) -> str:
    number = _number(value)
    if unit is None:
        return number
    if unit in CONTEXT.currency_words and "." in number:
        number = f"{float(value):.2f}" if 100 % value.denominator == 0 else number
    return f"{number} {noun_lemma(unit) if value == 1 and ' ' not in unit else unit}"


def _number(value: Fraction) -> str:
    """A number as in a school book: "72", "4.5", "3 1/3"."""
    decimal = terminating_decimal(value)
    if decimal is not None:
        return decimal
    whole, part = divmod(abs(value), 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"
