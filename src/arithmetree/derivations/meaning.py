"""What a derivation means: the exact form of every step, and the outcome of every answer.

A step that is not linear is worked out with what the equations before it have fixed. So `x * y` has a value where the
equations before it fix x, and `ceil(x / 45)` likewise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from arithmetree.derivations.affine import Affine, Flaw, number, unknown
from arithmetree.derivations.derivation import Constant, Derivation, Leaf, Mention, Step
from arithmetree.derivations.operations import Operation, apply
from arithmetree.derivations.system import NO_EQUATIONS, Combination, System
from arithmetree.errors import ExpressionError

_MINUS_ONE = Fraction(-1)


@dataclass(frozen=True, slots=True)
class Determined:
    """The answer has one value. It equals `form`, the asked value as written, less the combination of the equations:

    value = form - the sum of factor * (left side - right side) over the equations in `combination`, each of which is 0.
    """

    value: Fraction
    form: Affine
    combination: Combination


@dataclass(frozen=True, slots=True)
class Open:
    """Nothing fixes the answer; `unknowns` are those of its unknowns, by name, that stay open."""

    unknowns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradictory:
    """The equations clash; `equations` are the fewest that cannot all hold, by their place among the equations."""

    equations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Flawed:
    """The answer, or an equation, has no exact linear value."""

    flaw: Flaw


Outcome = Determined | Open | Contradictory | Flawed


@dataclass(frozen=True, slots=True)
class Worked:
    """Values worked out one after the other, and the equations so far. Immutable: one more step gives a new one.

    `forms` are the values as they were when their step was made; `flaw` is the flaw of the first flawed equation.
    """

    forms: tuple[Affine | Flaw, ...]
    system: System = NO_EQUATIONS
    flaw: Flaw | None = None

    def with_step(self, step: Step) -> Worked:
        """The same with one more step."""
        left, right = self.forms[step.left], self.forms[step.right]
        if step.operation is not Operation.EQUATE:
            made = apply(step.operation, left, right)
            if made is Flaw.NOT_LINEAR:
                # What the equations have fixed by now is a number like any other.
                made = apply(step.operation, self._current(step.left), self._current(step.right))
            return Worked((*self.forms, made), self.system, self.flaw)
        forms = (*self.forms, Flaw.NO_VALUE)
        for side in (left, right):
            if isinstance(side, Flaw):
                return Worked(forms, self.system, self.flaw or side)
        assert isinstance(left, Affine)
        assert isinstance(right, Affine)
        return Worked(forms, self.system.with_equation(left.plus(right, _MINUS_ONE)), self.flaw)

    def _current(self, value: int) -> Affine | Flaw:
        form = self.forms[value]
        return form if isinstance(form, Flaw) or not form.terms else self.system.reduced(form)

    def outcome(self, value: int, names: Sequence[str]) -> Outcome:
        """What an answer that points at a value comes to; `names` are those of the unknowns."""
        if self.flaw is not None:
            return Flawed(self.flaw)
        if not self.system.consistent:
            return Contradictory(self.system.smallest_clash)
        form = self.forms[value]
        if isinstance(form, Flaw):
            return Flawed(form)
        left, combination = self.system.reduce(form)
        if left.is_number:
            return Determined(left.constant, form, combination)
        loose = [one for one in form.unknowns if not self.system.reduced(unknown(one)).is_number]
        return Open(tuple(names[one] for one in loose))

    def number(self, value: int) -> Fraction | None:
        """The value as a number where it is determined; None otherwise."""
        if self.flaw is not None or not self.system.consistent:
            return None
        form = self._current(value)
        return form.constant if isinstance(form, Affine) and form.is_number else None


def leaf_forms(leaves: Sequence[Leaf], values: Sequence[Fraction]) -> Worked:
    """The values of the leaves, given the value of each quantity of the text."""
    forms: list[Affine] = []
    unknowns = 0
    for leaf in leaves:
        if isinstance(leaf, Mention):
            if leaf.quantity >= len(values):
                raise ExpressionError(
                    f"the derivation uses quantity {leaf.quantity}, but only {len(values)} values are given; "
                    "give one value for every quantity of the text"
                )
            forms.append(number(values[leaf.quantity]))
        elif isinstance(leaf, Constant):
            forms.append(number(leaf.value))
        else:
            forms.append(unknown(unknowns))
            unknowns += 1
    return Worked(tuple(forms))


def work_out(derivation: Derivation, values: Sequence[Fraction] = ()) -> Worked:
    """Every step of a derivation, given the value of each quantity of the text."""
    worked = leaf_forms(derivation.leaves, values)
    for step in derivation.steps:
        worked = worked.with_step(step)
    return worked


def outcomes(derivation: Derivation, values: Sequence[Fraction] = ()) -> tuple[Outcome, ...]:
    """The outcome of each answer: determined, open, contradictory or flawed."""
    worked = work_out(derivation, values)
    names = [one.name for one in derivation.unknowns]
    return tuple(worked.outcome(answer, names) for answer in derivation.answers)
