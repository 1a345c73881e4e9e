"""Derivations: leaves, steps over them, and pointers to the answers (docs/derivations.md).

A value is named by its number: first the leaves, then the steps in their order. A step uses only values before it, any
number of times. `tidy` and `canonical` bring a derivation into a normal form; meaning.py says what it is worth.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.derivations.operations import RULES, Operation
from arithmetree.errors import ExpressionError

MAX_LEAVES = 200
MAX_STEPS = 200


@dataclass(frozen=True, slots=True)
class Mention:
    """A number of the text, by its place among the quantities; it may be used any number of times."""

    quantity: int

    def __post_init__(self) -> None:
        if self.quantity < 0:
            raise ExpressionError(f"a mention needs the number of a quantity, 0 or more, not {self.quantity}")


@dataclass(frozen=True, slots=True)
class Constant:
    """A known number that the text does not mention, with the fact it comes from ("days in a week").

    A number written in a formula is a constant without a fact.
    """

    value: Fraction
    fact: str = ""


@dataclass(frozen=True, slots=True)
class Unknown:
    """An amount that equations fix, with the words that name it ("child_ticket")."""

    name: str


Leaf = Mention | Constant | Unknown


@dataclass(frozen=True, slots=True)
class Step:
    """Two values, by their numbers, joined by an operation."""

    operation: Operation
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class Derivation:
    """Leaves, steps and one answer for every question asked, each the number of a value."""

    leaves: tuple[Leaf, ...]
    steps: tuple[Step, ...]
    answers: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(self.leaves) > MAX_LEAVES or len(self.steps) > MAX_STEPS:
            raise ExpressionError(
                f"{len(self.leaves)} leaves and {len(self.steps)} steps; accepted are at most {MAX_LEAVES} leaves "
                f"and {MAX_STEPS} steps, so shorten the derivation"
            )
        for place, step in enumerate(self.steps, start=len(self.leaves)):
            if not (0 <= step.left < place and 0 <= step.right < place):
                raise ExpressionError(
                    f"step {place - len(self.leaves)} uses the values {step.left} and {step.right}; "
                    f"it may use 0 to {place - 1}, the leaves and the steps before it"
                )
        wrong = [answer for answer in self.answers if not 0 <= answer < self.size]
        if wrong:
            raise ExpressionError(f"the answer {wrong[0]} is not a value; accepted are 0 to {self.size - 1}")

    @property
    def size(self) -> int:
        """How many values there are: leaves and steps."""
        return len(self.leaves) + len(self.steps)

    @property
    def equations(self) -> tuple[int, ...]:
        """The values that are equations, by their numbers."""
        first = len(self.leaves)
        return tuple(first + i for i, step in enumerate(self.steps) if step.operation is Operation.EQUATE)

    @property
    def unknowns(self) -> tuple[Unknown, ...]:
        """The unknowns in the order of the leaves; forms refer to them by their place here."""
        return tuple(leaf for leaf in self.leaves if isinstance(leaf, Unknown))

    @property
    def mentions(self) -> frozenset[int]:
        """The quantities of the text that an answer or an equation uses."""
        return frozenset(leaf.quantity for leaf in tidy(self).leaves if isinstance(leaf, Mention))

    def step(self, value: int) -> Step | None:
        """The step that makes a value; None for a leaf."""
        place = value - len(self.leaves)
        return self.steps[place] if place >= 0 else None


class Builder:
    """Builds a derivation in which every leaf and every step occurs once, however often it is used."""

    def __init__(self) -> None:
        self._entries: list[Leaf | Step] = []
        self._numbers: dict[Leaf | Step, int] = {}

    def leaf(self, leaf: Leaf) -> int:
        """The handle of a leaf."""
        return self._handle(leaf)

    def step(self, operation: Operation, left: int, right: int) -> int:
        """The handle of a step over two handles."""
        return self._handle(Step(operation, left, right))

    def entry(self, handle: int) -> Leaf | Step:
        """What a handle stands for."""
        return self._entries[handle]

    def _handle(self, entry: Leaf | Step) -> int:
        if entry not in self._numbers:
            self._numbers[entry] = len(self._entries)
            self._entries.append(entry)
        return self._numbers[entry]

    def finish(self, answers: Sequence[int], equations: Iterable[int] = ()) -> Derivation:
        """The derivation of these answers and equations: what they do not use is left out.

        Leaves are in the order of their first use, steps depth first: the equations in their order, then the answers.
        """
        leaves: dict[int, int] = {}
        steps: dict[int, int] = {}
        for root in (*equations, *answers):
            for handle in self._below(root, steps):
                if isinstance(self._entries[handle], Step):
                    steps.setdefault(handle, len(steps))
                else:
                    leaves.setdefault(handle, len(leaves))

        def number(handle: int) -> int:
            return leaves[handle] if handle in leaves else len(leaves) + steps[handle]

        made = (self._entries[handle] for handle in steps)
        return Derivation(
            tuple(leaf for leaf in (self._entries[handle] for handle in leaves) if not isinstance(leaf, Step)),
            tuple(
                Step(step.operation, number(step.left), number(step.right)) for step in made if isinstance(step, Step)
            ),
            tuple(number(answer) for answer in answers),
        )

    def _below(self, root: int, known: dict[int, int]) -> Iterator[int]:
        """All handles below a root, operands before the step that uses them; without recursion, it may be deep."""
        stack = [(root, False)]
        done: set[int] = set()
        while stack:
            handle, opened = stack.pop()
            if handle in known or handle in done:
                continue
            entry = self._entries[handle]
            if isinstance(entry, Step) and not opened:
                stack += [(handle, True), (entry.right, False), (entry.left, False)]
                continue
            done.add(handle)
            yield handle


def tidy(derivation: Derivation) -> Derivation:
    """The same derivation without unused or repeated steps and leaves, in the order of `Builder.finish`."""
    return _rebuilt(derivation, turn=False)


def canonical(derivation: Derivation) -> Derivation:
    """Tidy, and with the operands of commutative steps in a fixed order: what comes first in the text comes first."""
    return _rebuilt(derivation, turn=True)


def _rebuilt(derivation: Derivation, *, turn: bool) -> Derivation:
    builder = Builder()
    handles: list[int] = []
    first: list[tuple[int, int]] = []  # a value's first place in the text and how many leaves it has, to order operands
    for leaf in derivation.leaves:
        handles.append(builder.leaf(leaf))
        first.append((_place(leaf), 1))
    for step in derivation.steps:
        left, right = step.left, step.right
        if turn and RULES[step.operation].commutative and first[right] < first[left]:
            left, right = right, left
        handles.append(builder.step(step.operation, handles[left], handles[right]))
        first.append((min(first[left][0], first[right][0]), first[left][1] + first[right][1]))
    return builder.finish(
        [handles[answer] for answer in derivation.answers], [handles[equation] for equation in derivation.equations]
    )


def _place(leaf: Leaf) -> int:
    """Mentions by their place in the text, then unknowns, then constants."""
    if isinstance(leaf, Mention):
        return leaf.quantity
    return MAX_LEAVES if isinstance(leaf, Unknown) else MAX_LEAVES + 1
