"""Expressions as mathematicians write them: LaTeX and MathML, with fractions for divisions."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from arithmetree.expressions.infix import needs_parentheses
from arithmetree.expressions.tree import Leaf, Node, Op, Tree

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
_LATEX_OP = {Op.ADD: "+", Op.SUB: "-", Op.MUL: r"\times"}
_MATHML_OP = {Op.ADD: "+", Op.SUB: "−", Op.MUL: "×"}


def to_latex(tree: Tree, names: Sequence[str]) -> str:
    """LaTeX for math mode; `names` gives the text of each quantity by number."""
    if isinstance(tree, Leaf):
        return names[tree.quantity].translate(_LATEX_SPECIAL)
    left, right = to_latex(tree.left, names), to_latex(tree.right, names)
    if tree.op is Op.DIV:
        return rf"\frac{{{left}}}{{{right}}}"
    left = rf"\left({left}\right)" if _in_parentheses(tree.left, tree.op, is_right=False) else left
    right = rf"\left({right}\right)" if _in_parentheses(tree.right, tree.op, is_right=True) else right
    return f"{left} {_LATEX_OP[tree.op]} {right}"


def to_mathml(tree: Tree, names: Sequence[str]) -> str:
    """A standalone MathML element, for browsers that render it natively and for screen readers."""
    return f'<math xmlns="http://www.w3.org/1998/Math/MathML">{_mathml(tree, names)}</math>'


def _mathml(tree: Tree, names: Sequence[str]) -> str:
    if isinstance(tree, Leaf):
        name = names[tree.quantity]
        tag = "mn" if name[:1].isdigit() or name[:1] == "." else "mi"
        return f"<{tag}>{escape(name)}</{tag}>"
    left, right = _mathml(tree.left, names), _mathml(tree.right, names)
    if tree.op is Op.DIV:
        return f"<mfrac><mrow>{left}</mrow><mrow>{right}</mrow></mfrac>"
    if _in_parentheses(tree.left, tree.op, is_right=False):
        left = f"<mrow><mo>(</mo>{left}<mo>)</mo></mrow>"
    if _in_parentheses(tree.right, tree.op, is_right=True):
        right = f"<mrow><mo>(</mo>{right}<mo>)</mo></mrow>"
    return f"<mrow>{left}<mo>{_MATHML_OP[tree.op]}</mo>{right}</mrow>"


def _in_parentheses(child: Tree, parent: Op, *, is_right: bool) -> bool:
    """As in infix, but a fraction bar groups by itself."""
    is_fraction = isinstance(child, Node) and child.op is Op.DIV
    return not is_fraction and needs_parentheses(child, parent, is_right=is_right)
