"""Steps of a derivation without reasons from the text: what is calculated, and which equations give which unknown."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from arithmetree.derivations import (
    Constant,
    Derivation,
    Operation,
    Worked,
    leaf_names,
    parse,
    to_infix,
    value_to_infix,
    work_out,
)
from arithmetree.derivations.operations import RULES
from arithmetree.expressions import format_value
from arithmetree.solution import Explanation, Step


def plain_explanation(made: Derivation, values: Sequence[Fraction]) -> Explanation:
    """One step for each calculation with known numbers; where there are equations, one for each unknown they give."""
    worked = work_out(made, values)
    names = leaf_names([format_value(value) for value in values])
    equations = "; ".join(value_to_infix(made, equation, names) for equation in made.equations)
    steps: list[Step] = []
    for value, leaf in enumerate(made.leaves):
        found = worked.number(value) if leaf in made.unknowns else None
        if found is not None:
            name = names(leaf).replace("_", " ")
            because = f"Solve {equations} for {name}: {name} is {format_value(found)}."
            steps.append(Step(equations, found, None, because, ()))
    in_equations = _parts_of(made, made.equations)
    for value, step in enumerate(made.steps, start=len(made.leaves)):
        result = worked.number(value)
        if result is not None and value not in in_equations:
            steps.append(_step(step.operation, step.left, step.right, worked, result))
    return Explanation(tuple(steps))


def _step(operation: Operation, left: int, right: int, worked: Worked, result: Fraction) -> Step:
    sides = [worked.number(side) or Fraction(0) for side in (left, right)]
    written = [format_value(side) for side in sides]
    rule = RULES[operation]
    spoken = rule.spoken.format(*written)
    because = f"{spoken[0].upper()}{spoken[1:]} is {format_value(result)}."
    return Step(_in_numbers(operation, sides), result, None, because, ())


def _in_numbers(operation: Operation, sides: Sequence[Fraction]) -> str:
    """One operation in infix: "24 * 2", "ceil(130 / 45)"."""
    rule = RULES[operation]
    call = f"{operation}(a / b)" if rule.of_ratio else f"{operation}(a, b)"
    pattern = f"a {operation} b" if rule.binding is not None else call
    return to_infix(parse(pattern, {"a": Constant(sides[0]), "b": Constant(sides[1])}))


def _parts_of(made: Derivation, roots: Sequence[int]) -> frozenset[int]:
    """All steps below these values, the values included."""
    found: set[int] = set()
    waiting = list(roots)
    while waiting:
        value = waiting.pop()
        step = made.step(value)
        if step is not None and value not in found:
            found.add(value)
            waiting += [step.left, step.right]
    return frozenset(found)
