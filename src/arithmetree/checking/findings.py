"""Findings: what the comparison of an answer with the solution yields, before it is put into words."""

from __future__ import annotations

from dataclasses import dataclass

from arithmetree.checking.mistakes import Mistake
from arithmetree.checking.verdicts import Kind
from arithmetree.expressions import Op


@dataclass(frozen=True, slots=True)
class Finding:
    """A kind of verdict and what there is to say about it.

    `guessed` if only a number was given, so that its calculation is the likeliest one. `about` are
    quantities for the hint to point at, `op` a reversed operation, `step` the index of the step with the slip.
    `per_cent` if a per cent was added or taken away like an amount: 80 − 25 for 25% off.
    `not_followed` if the number is right and the calculation uses other numbers. `unclear` if it is the answer
    that leaves it open whether it is right. `strange` is a word that the number was given with and the problem does
    not use, `label` the letter of the answer where several are asked for.
    """

    kind: Kind
    correct: bool | None
    guessed: bool = False
    about: tuple[int, ...] = ()
    op: Op | None = None
    step: int | None = None
    brackets_missing: bool = False
    per_cent: bool = False
    not_followed: bool = False
    unclear: bool = False
    reason: str | None = None
    calculated: str | None = None
    strange: str | None = None
    label: str | None = None

    @property
    def contradicts(self) -> bool:
        """Whether it takes trust in the solution to say so; a slip inside the right calculation is a slip anyway."""
        agrees = self.kind in (Kind.RIGHT, Kind.EQUIVALENT, Kind.WRONG_UNIT) or (
            self.kind is Kind.SLIP and not self.guessed
        )
        return not agrees and self.correct is not None

    @classmethod
    def of_mistake(cls, mistake: Mistake, *, correct: bool, guessed: bool, calculated: str) -> Finding:
        """The finding of a mistake."""
        return cls(mistake.kind, correct, guessed, mistake.about, mistake.op, calculated=calculated)
