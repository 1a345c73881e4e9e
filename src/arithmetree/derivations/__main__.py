"""Solve a system: `python -m arithmetree.derivations "x + y = 35; 2*x + 4*y = 94" y` prints `12`."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from arithmetree.derivations.derivation import Derivation
from arithmetree.derivations.meaning import Contradictory, Determined, Flawed, Outcome, outcomes
from arithmetree.derivations.notation import parse, value_to_infix
from arithmetree.errors import ExpressionError

_USAGE = (
    'usage: python -m arithmetree.derivations "EQUATIONS" ASKED..., as in "x + y = 35; 2*x + 4*y = 94" y; '
    "give an empty text where there are no equations"
)


def main(arguments: Sequence[str]) -> int:
    """Print the outcome of each asked value, a line each; exit status 2 for what cannot be read."""
    if len(arguments) < 2:
        print(_USAGE, file=sys.stderr)
        return 2
    equations, *asked = arguments
    where = f" where {equations}" if equations.strip() else ""
    try:
        found = [parse(f"{one}{where}") for one in asked]
    except ExpressionError as error:
        print(error, file=sys.stderr)
        return 2
    for derivation in found:
        for outcome in outcomes(derivation):
            print(_shown(derivation, outcome))
    return 0


def _shown(derivation: Derivation, outcome: Outcome) -> str:
    if isinstance(outcome, Determined):
        return str(outcome.value)
    if isinstance(outcome, Flawed):
        return str(outcome.flaw)
    if isinstance(outcome, Contradictory):
        clash = (derivation.equations[number] for number in outcome.equations)
        return f"contradictory: {'; '.join(value_to_infix(derivation, equation) for equation in clash)}"
    return f"open: {', '.join(outcome.unknowns)}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
