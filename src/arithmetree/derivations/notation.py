"""Derivations as text: reading "x where x + y = 20; x - y = 4" and writing it.

The asked values come before `where`, the equations after it, both separated by semicolons. Functions are floor, ceil,
mod, gcd and lcm. A value that occurs several times in the text is one value in the derivation, and reading what was
written gives the same derivation back (in the order of `tidy`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from arithmetree.derivations.derivation import Builder, Constant, Derivation, Leaf, Mention, Step, Unknown
from arithmetree.derivations.operations import RULES, Operation
from arithmetree.errors import ExpressionError
from arithmetree.expressions import format_value

MAX_CHARACTERS = 10_000
MAX_DEPTH = 100
"""The deepest nesting of parentheses and functions that is read."""
MAX_WRITTEN = 2_000
"""The most leaves and operations that are written out in one line; values used again are written again."""

LeafNames = Callable[[Leaf], str]

_WHERE = re.compile(r"\bwhere\b")
# A literal is how a constant is written that is negative or has no finite decimal: (-3), (1/3). After a name the same
# characters are the argument of a function: floor(130/45).
_TOKEN = re.compile(
    r"\s*(?:(?P<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?(?![\d,])|\d+(?:\.\d+)?|\.\d+)(?P<percent>%)?"
    r"|(?<!\w)(?P<literal>\(-\d+(?:\.\d+)?\)|\(-?\d+/\d+\))"
    r"|(?P<name>[^\W\d]\w*)|(?P<symbol>\S))"
)
_SYMBOLS = {"−": "-", "×": "*", "·": "*", "÷": "/"}
_BINARY = {"+": Operation.ADD, "-": Operation.SUBTRACT, "*": Operation.MULTIPLY, "/": Operation.DIVIDE}
_FUNCTIONS = {str(operation): operation for operation, rule in RULES.items() if rule.binding is None}
_ACCEPTED = (
    "accepted are numbers, names, + - * / =, parentheses and the functions "
    f"{', '.join(_FUNCTIONS)}, as in x where x + y = 20; x - y = 4"
)
_ONE = Constant(Fraction(1))


def parse(text: str, leaves: Mapping[str, Leaf] | None = None) -> Derivation:
    """Read asked values and equations: "y where x + y = 35; 2*x + 4*y = 94", or values alone: "floor(130 / 45)".

    `leaves` says what names mean; every other name is an unknown and every number a constant. ExpressionError names
    the place, as a column counted from 1.
    """
    if len(text) > MAX_CHARACTERS:
        raise ExpressionError(f"{len(text)} characters; accepted are at most {MAX_CHARACTERS}, so shorten it")
    where = _WHERE.search(text)
    end = where.start() if where else len(text)
    reader = _Reader(text, leaves or {})
    asked = [reader.value(start, stop) for start, stop in _pieces(text, 0, end)]
    equations = [reader.equation(start, stop) for start, stop in _pieces(text, where.end(), len(text))] if where else []
    if not asked:
        raise ExpressionError(f"nothing is asked for; {_ACCEPTED}")
    return reader.builder.finish(asked, equations)


def _pieces(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The places of the parts between semicolons; empty ones are left out."""
    pieces = []
    for part in text[start:end].split(";"):
        if part.strip():
            pieces.append((start, start + len(part)))
        start += len(part) + 1
    return pieces


class _Reader:
    """Precedence by nested loops; parentheses recurse, and their depth is limited."""

    def __init__(self, text: str, leaves: Mapping[str, Leaf]) -> None:
        self.builder = Builder()
        self._text = text
        self._leaves = leaves
        self._tokens: list[tuple[int, re.Match[str]]] = []
        self._next = 0
        self._depth = 0

    def value(self, start: int, end: int) -> int:
        """The value written at a place."""
        self._open(start, end)
        made = self._sum()
        self._close()
        return made

    def equation(self, start: int, end: int) -> int:
        """The equation written at a place."""
        self._open(start, end)
        left = self._sum()
        if self._symbol() != "=":
            where = self._tokens[self._next][0] if self._next < len(self._tokens) else end
            raise ExpressionError(f"an equation needs one =, missing before column {where + 1}; {_ACCEPTED}")
        self._next += 1
        made = self.builder.step(Operation.EQUATE, left, self._sum())
        self._close()
        return made

    def _open(self, start: int, end: int) -> None:
        self._tokens, self._next = [], 0
        end = start + len(self._text[start:end].rstrip())
        while start < end:
            match = _TOKEN.match(self._text, start, end)
            assert match is not None  # the last branch takes any character that is no space
            self._tokens.append((match.end() - len(match[0].lstrip()), match))
            start = match.end()

    def _close(self) -> None:
        if self._next < len(self._tokens):
            column, match = self._tokens[self._next]
            raise ExpressionError(f"unexpected {match[0].strip()!r} at column {column + 1}; {_ACCEPTED}")

    def _symbol(self) -> str | None:
        if self._next == len(self._tokens):
            return None
        symbol = self._tokens[self._next][1]["symbol"]
        return _SYMBOLS.get(symbol, symbol)

    def _sum(self) -> int:
        made = self._product()
        while (symbol := self._symbol()) in ("+", "-"):
            self._next += 1
            made = self.builder.step(_BINARY[symbol], made, self._product())
        return made

    def _product(self) -> int:
        made = self._factor()
        while (symbol := self._symbol()) in ("*", "/"):
            self._next += 1
            made = self.builder.step(_BINARY[symbol], made, self._factor())
        return made

    def _factor(self) -> int:
        if self._next == len(self._tokens):
            raise ExpressionError(f"the expression ends where a number was expected; {_ACCEPTED}")
        column, match = self._tokens[self._next]
        self._next += 1
        if match["literal"]:
            return self.builder.leaf(Constant(_literal(match["literal"], column)))
        if match["number"]:
            return self._number(match)
        if match["name"]:
            return self._named(match["name"], column)
        if self._symbol_of(match) == "(":
            return self._nested(column, self._sum)
        if self._symbol_of(match) == "-":
            return self._negative(column)
        raise ExpressionError(
            f"unexpected {match[0].strip()!r} at column {column + 1}, a number was expected; {_ACCEPTED}"
        )

    @staticmethod
    def _symbol_of(match: re.Match[str]) -> str:
        return _SYMBOLS.get(match["symbol"], match["symbol"])

    def _number(self, match: re.Match[str]) -> int:
        value = Fraction(match["number"].replace(",", "")) / (100 if match["percent"] else 1)
        made = self.builder.leaf(Constant(value))
        following = self._tokens[self._next] if self._next < len(self._tokens) else None
        if following and following[1]["name"] and following[0] == match.end() and not match["percent"]:
            # "2x" as people write it
            self._next += 1
            return self.builder.step(Operation.MULTIPLY, made, self._named(following[1]["name"], following[0]))
        return made

    def _named(self, name: str, column: int) -> int:
        if name == "where":  # in "9where"; written out, it would begin the equations
            raise ExpressionError(f"'where' at column {column + 1} is no name; put a space before it")
        if self._symbol() == "(" and name in _FUNCTIONS:
            opened = self._tokens[self._next][0]
            self._next += 1
            return self._nested(opened, lambda: self._function(_FUNCTIONS[name], column))
        return self.builder.leaf(self._leaves.get(name, Unknown(name)))

    def _negative(self, column: int) -> int:
        """A minus sign before a factor: 0 less the factor."""
        zero = self.builder.leaf(Constant(Fraction(0)))
        return self.builder.step(Operation.SUBTRACT, zero, self._deeper(column, self._factor))

    def _function(self, operation: Operation, column: int) -> int:
        arguments = [self._sum()]
        while self._symbol() == ",":
            self._next += 1
            arguments.append(self._sum())
        if RULES[operation].of_ratio:
            if len(arguments) != 1:
                raise ExpressionError(
                    f"{operation} at column {column + 1} takes one value, as in {operation}(130 / 45)"
                )
            return self._of_ratio(operation, arguments[0])
        if len(arguments) < 2 or (len(arguments) > 2 and not RULES[operation].commutative):
            raise ExpressionError(f"{operation} at column {column + 1} takes two values, as in {operation}(17, 5)")
        made = arguments[0]
        for argument in arguments[1:]:
            made = self.builder.step(operation, made, argument)
        return made

    def _of_ratio(self, operation: Operation, argument: int) -> int:
        """floor(a / b) is one step over a and b; floor(a) is floor(a / 1)."""
        ratio = self.builder.entry(argument)
        if isinstance(ratio, Step) and ratio.operation is Operation.DIVIDE:
            return self.builder.step(operation, ratio.left, ratio.right)
        return self.builder.step(operation, argument, self.builder.leaf(_ONE))

    def _nested(self, column: int, inside: Callable[[], int]) -> int:
        made = self._deeper(column, inside)
        if self._symbol() != ")":
            raise ExpressionError(f"the parenthesis opened at column {column + 1} is never closed; {_ACCEPTED}")
        self._next += 1
        return made

    def _deeper(self, column: int, inside: Callable[[], int]) -> int:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise ExpressionError(f"nested deeper than {MAX_DEPTH} at column {column + 1}; shorten it")
        made = inside()
        self._depth -= 1
        return made


def _literal(text: str, column: int) -> Fraction:
    inside = text.strip("() ").replace(" ", "")
    try:
        return Fraction(inside)
    except (ValueError, ZeroDivisionError):
        raise ExpressionError(f"{text!r} at column {column + 1} is not a number; {_ACCEPTED}") from None


def leaf_names(quantities: Sequence[str] = ()) -> LeafNames:
    """Names for leaves: mentions by the given texts (else q0, q1, ...), constants by value, unknowns by name."""

    def name(leaf: Leaf) -> str:
        if isinstance(leaf, Mention):
            return quantities[leaf.quantity] if leaf.quantity < len(quantities) else f"q{leaf.quantity}"
        if isinstance(leaf, Unknown):
            return leaf.name
        text = format_value(leaf.value)
        return f"({text})" if text.startswith("-") else text

    return name


def to_infix(derivation: Derivation, names: LeafNames | None = None) -> str:
    """The asked values, and the equations after `where` if there are any."""
    check_written(derivation, (*derivation.answers, *derivation.equations))
    asked = "; ".join(value_to_infix(derivation, answer, names) for answer in derivation.answers)
    equations = "; ".join(value_to_infix(derivation, equation, names) for equation in derivation.equations)
    return f"{asked} where {equations}" if equations else asked


def value_to_infix(derivation: Derivation, value: int, names: LeafNames | None = None) -> str:
    """One value or equation of a derivation, written out in full."""
    check_written(derivation, (value,))
    return _Writer(derivation, names or leaf_names()).write(value)


def check_written(derivation: Derivation, roots: Sequence[int]) -> None:
    """Raise ExpressionError where the values, written out, would be too long to read."""
    sizes = [1] * len(derivation.leaves)
    for step in derivation.steps:
        sizes.append(sizes[step.left] + sizes[step.right] + 1)
    total = sum(sizes[root] for root in roots)
    if total > MAX_WRITTEN:
        raise ExpressionError(
            f"written out in one line the derivation has {total} parts; accepted are at most {MAX_WRITTEN}, "
            "so show its steps instead"
        )


class _Writer:
    def __init__(self, derivation: Derivation, names: LeafNames) -> None:
        self._derivation = derivation
        self._names = names

    def write(self, value: int) -> str:
        step = self._derivation.step(value)
        if step is None:
            return self._names(self._derivation.leaves[value])
        rule = RULES[step.operation]
        if rule.binding is not None:
            return self._joined(step, str(step.operation), rule.binding)
        if not rule.of_ratio:
            return f"{step.operation}({self.write(step.left)}, {self.write(step.right)})"
        if self._is_one(step.right) and not self._is_division(step.left):
            return f"{step.operation}({self.write(step.left)})"
        return f"{step.operation}({self._joined(step, '/', 2)})"

    def _joined(self, step: Step, sign: str, binding: int) -> str:
        left, right = self.write(step.left), self.write(step.right)
        if self._binding(step.left) < binding:
            left = f"({left})"
        if self._binding(step.right) <= binding:
            right = f"({right})"
        return f"{left} {sign} {right}"

    def _binding(self, value: int) -> int:
        """How tightly the sign of a value binds; leaves and functions hold together by themselves."""
        step = self._derivation.step(value)
        binding = None if step is None else RULES[step.operation].binding
        return 3 if binding is None else binding

    def _is_one(self, value: int) -> bool:
        return value < len(self._derivation.leaves) and self._derivation.leaves[value] == _ONE

    def _is_division(self, value: int) -> bool:
        step = self._derivation.step(value)
        return step is not None and step.operation is Operation.DIVIDE
