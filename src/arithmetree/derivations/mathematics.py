"""Derivations as mathematicians write and say them: LaTeX, MathML and words for a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from arithmetree.derivations.derivation import Derivation
from arithmetree.derivations.notation import LeafNames, check_written, leaf_names
from arithmetree.derivations.operations import RULES

_LATEX_SPECIAL = str.maketrans(
    {
        "\\": r"\backslash ",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "%": r"\%",
        "#": r"\#",
        "&": r"\&",
        "_": r"\_",
        "^": r"\hat{}",
        "~": r"\sim ",
    }
)

WHERE = "<mtext>\u00a0where\u00a0</mtext>"
"""What comes between the asked values and the equations in MathML."""


def to_latex(derivation: Derivation, names: LeafNames | None = None) -> str:
    """LaTeX for math mode: the asked values, and the equations in a `cases` environment if there are any."""
    named = names or leaf_names()

    def leaf(value: int) -> str:
        return named(derivation.leaves[value]).translate(_LATEX_SPECIAL)

    def write(value: int) -> str:
        return _written(derivation, value, leaf, "latex", r"\left({}\right)")

    asked = ", ".join(map(write, derivation.answers))
    if not derivation.equations:
        return asked
    equations = r" \\ ".join(map(write, derivation.equations))
    return rf"{asked} \quad\text{{where}}\quad \begin{{cases}} {equations} \end{{cases}}"


def to_mathml(derivation: Derivation, names: LeafNames | None = None) -> str:
    """A standalone MathML element, for browsers that render it natively and for screen readers."""
    named = names or leaf_names()

    def leaf(value: int) -> str:
        name = named(derivation.leaves[value])
        tag = "mn" if name[:1].isdigit() or name[:1] in (".", "(") else "mi"
        return f"<{tag}>{escape(name)}</{tag}>"

    def write(value: int) -> str:
        return _written(derivation, value, leaf, "mathml", "<mrow><mo>(</mo>{}<mo>)</mo></mrow>")

    made = "<mo>,</mo>".join(map(write, derivation.answers))
    if derivation.equations:
        rows = "".join(f"<mtr><mtd>{write(equation)}</mtd></mtr>" for equation in derivation.equations)
        made = f"<mrow>{made}{WHERE}<mo>{{</mo><mtable>{rows}</mtable></mrow>"
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{made}</math>'


def to_speech(derivation: Derivation, names: LeafNames | None = None) -> str:
    """The calculation in words: "3 plus 5, times 9"."""
    named = names or leaf_names()
    check_written(derivation, (*derivation.answers, *derivation.equations))

    def say(value: int) -> str:
        step = derivation.step(value)
        if step is None:
            return named(derivation.leaves[value])
        left, right = say(step.left), say(step.right)
        left = left if derivation.step(step.left) is None else f"{left},"
        right = right if derivation.step(step.right) is None else f"the result of {right}"
        return RULES[step.operation].spoken.format(left, right)

    asked = "; ".join(map(say, derivation.answers))
    equations = "; ".join(map(say, derivation.equations))
    return f"{asked}, where {equations}" if equations else asked


def _written(derivation: Derivation, value: int, leaf: Callable[[int], str], form: str, parentheses: str) -> str:
    """A value by the templates of a form, with parentheses where the form does not group by itself."""
    check_written(derivation, (value,))

    def write(value: int) -> str:
        step = derivation.step(value)
        if step is None:
            return leaf(value)
        rule = RULES[step.operation]
        left, right = write(step.left), write(step.right)
        if not rule.grouped and rule.binding is not None:
            left = parentheses.format(left) if _binding(step.left) < rule.binding else left
            right = parentheses.format(right) if _binding(step.right) <= rule.binding else right
        template: str = getattr(rule, form)
        return template.format(left, right)

    def _binding(value: int) -> int:
        step = derivation.step(value)
        rule = None if step is None else RULES[step.operation]
        return 3 if rule is None or rule.grouped or rule.binding is None else rule.binding

    return write(value)
