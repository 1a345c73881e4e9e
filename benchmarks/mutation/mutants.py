"""Mutants of a module: one small change of its source each, made where the syntax tree says that one is possible.

A mutant is an edit of the text, so lines before it keep their numbers. Annotations, decorators, docstrings and what
runs only as a program (`if __name__ == "__main__"`) are left alone, and so is the `strict` of `zip`, which only guards
against mistakes of our own.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import TypeVar

Thing = TypeVar("Thing")

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In,
}  # fmt: skip
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult, ast.Pow: ast.Mult, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the place of the text that it replaces, by line and byte, and the new text."""

    kind: str
    start: tuple[int, int]
    end: tuple[int, int]
    before: str
    after: str

    def applied(self, source: str) -> str:
        """The source with the change."""
        data = source.encode()
        starts = [0]
        for line in data.splitlines(keepends=True):
            starts.append(starts[-1] + len(line))
        first, last = (starts[line - 1] + column for line, column in (self.start, self.end))
        return (data[:first] + self.after.encode() + data[last:]).decode()


def mutants_of(source: str) -> list[Mutant]:
    """Every mutant of a source, in the order of their places."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    return sorted(set(finder.found), key=lambda mutant: (mutant.start, mutant.end, mutant.after))


def spread(things: Sequence[Thing], count: int, random: Random) -> list[Thing]:
    """A sample that is spread evenly over the places: one drawn from each of `count` equal stretches."""
    count = min(count, len(things))
    edges = [round(number * len(things) / count) for number in range(count + 1)] if count else []
    return [random.choice(things[first:last]) for first, last in pairwise(edges)]


class _Finder(ast.NodeVisitor):
    def __init__(self, source: str) -> None:
        self._source = source
        self.found: list[Mutant] = []

    def _add(self, kind: str, node: ast.expr | ast.stmt, after: str | ast.AST) -> None:
        before = ast.get_source_segment(self._source, node)
        assert before is not None
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        text = after if isinstance(after, str) else ast.unparse(after)
        if isinstance(node, ast.expr):
            text = f"({text})" if not isinstance(node, ast.Constant) else text
        start, end = (node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset)
        self.found.append(Mutant(kind, start, end, before, text))

    # What is left alone.

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        for default in [*node.args.defaults, *filter(None, node.args.kw_defaults)]:
            self.visit(default)
        self._body(node.body)

    visit_AsyncFunctionDef = visit_FunctionDef  # noqa: N815

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._body(node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """The pieces of an f-string have no places of their own before Python 3.12."""

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.generic_visit(node)

    def _body(self, body: Sequence[ast.stmt]) -> None:
        for statement in body:
            self.visit(statement)

    # What is changed.

    def visit_Compare(self, node: ast.Compare) -> None:
        for place, operator in enumerate(node.ops):
            other = COMPARISONS[type(operator)]()
            changed = ast.Compare(node.left, [*node.ops[:place], other, *node.ops[place + 1 :]], node.comparators)
            self._add("comparison", node, changed)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        self._add("boolean", node, ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in ARITHMETIC and not isinstance(node.left, ast.Constant | ast.JoinedStr):
            self._add("arithmetic", node, ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._add("statement", node, "pass")
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not | ast.USub):
            self._add("not" if isinstance(node.op, ast.Not) else "arithmetic", node, node.operand)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._add("constant", node, str(not node.value))
        elif isinstance(node.value, int | float):
            for other in (node.value + 1, node.value - 1):
                self._add("constant", node, f"({other!r})")

    def visit_If(self, node: ast.If) -> None:
        if isinstance(node.test, ast.Compare) and ast.unparse(node.test.left) in ("__name__", "TYPE_CHECKING"):
            return
        self._add("branches", node.test, ast.UnaryOp(ast.Not(), node.test))
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._add("branches", node, ast.IfExp(node.test, node.orelse, node.body))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._add("branches", test, ast.UnaryOp(ast.Not(), test))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        if node.value is not None and not isinstance(node.value, ast.Constant):
            self._add("return", node, "return None")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if not isinstance(node.value, ast.Yield):  # a function without it would be no generator
            self._add("statement", node, "pass")
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        if all(isinstance(target, ast.Subscript | ast.Attribute) for target in node.targets):
            self._add("statement", node, "pass")
        self.generic_visit(node)

    def _removed(self, node: ast.stmt) -> None:
        self._add("statement", node, "pass")

    visit_Raise = visit_Continue = visit_Break = visit_Delete = _removed  # noqa: N815
