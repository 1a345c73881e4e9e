"""The outline of a derivation for drawings: a tree in which a step that is used again is drawn once and referred to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from string import ascii_uppercase

from arithmetree.derivations.derivation import Derivation
from arithmetree.derivations.operations import Operation


@dataclass(frozen=True, slots=True)
class Outlined:
    """A value in its place. `letter` names a step that is used more than once; `is_reference` marks its later uses."""

    value: int
    operation: Operation | None
    letter: str = ""
    is_reference: bool = False
    children: tuple[Outlined, ...] = ()


def outline(derivation: Derivation) -> tuple[Outlined, ...]:
    """The equations in their order, then the answers; an answer that was drawn before is a reference."""
    roots = (*derivation.equations, *dict.fromkeys(derivation.answers))
    letters = _letters(derivation, roots)
    drawn: set[int] = set()

    def draw(value: int) -> Outlined:
        step = derivation.step(value)
        if step is None:
            return Outlined(value, None)
        if value in drawn:
            return Outlined(value, step.operation, letters[value], is_reference=True)
        drawn.add(value)
        children = (draw(step.left), draw(step.right))
        return Outlined(value, step.operation, letters.get(value, ""), children=children)

    return tuple(draw(root) for root in roots)


def _letters(derivation: Derivation, roots: Sequence[int]) -> dict[int, str]:
    """A letter for every step that is used more than once, in the order of the steps."""
    uses: dict[int, int] = {}
    for value in (*roots, *(side for step in derivation.steps for side in (step.left, step.right))):
        uses[value] = uses.get(value, 0) + 1
    shared = [value for value in sorted(uses) if uses[value] > 1 and derivation.step(value) is not None]
    return {value: _letter(place) for place, value in enumerate(shared)}


def _letter(place: int) -> str:
    """A, B, ... Z, A1, B1, ..."""
    again, letter = divmod(place, len(ascii_uppercase))
    return ascii_uppercase[letter] + (str(again) if again else "")
