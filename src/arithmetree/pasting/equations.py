"""A text that is just an equation: "Solve 3x + 5 = 20", "x + 7 = 15. What is x?", "5 + ___ = 12"."""

from __future__ import annotations

import re
from typing import Final

from arithmetree.pasting.sum_requests import worked_out
from arithmetree.pasting.sums import LONGEST_SUM, PlainSum

_OPENING: Final = re.compile(
    r"(?i)\s*(?:\(?\d{1,2}[.)]\s+)?(?:(?:please\s+)?(?:solve|find|work out|calculate)(?:\s+the\s+equation)?"
    r"(?:\s+(?:for\s+)?(?P<name>[a-z])(?:\s+(?:if|when|where|in|from))?)?\s*[:,]?\s*)?"
)
_CLOSING: Final = re.compile(
    r"(?i)\s*[.,;]?\s*(?:(?:what\s+is|what's|find|solve\s+for|work\s+out|calculate)\s+(?:the\s+value\s+of\s+)?"
    r"(?P<name>[a-z])\s*)?[.?!]*\s*$"
)
_BLANK: Final = re.compile(r"_+|…|\.{3,}|\?|□|▢|\[\s*\]")
_TIMES_X: Final = re.compile(r"(?<=[\d)?_□\]])\s*x\s*(?=[\d(?_□\[])")
"""An x between two numbers is a sign."""
_EQUATION: Final = re.compile(r"[\d\s+\-*/().a-z]+=[\d\s+\-*/().a-z]+")
_SIGNS: Final = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/", ",": ""})
_UNKNOWN: Final = "x"


def plain_equation(text: str) -> PlainSum | None:
    """The equation in one unknown that a text consists of, solved exactly; None for anything else."""
    if len(text) > LONGEST_SUM or text.count("=") != 1:
        return None
    opening = _OPENING.match(text)
    start = opening.end() if opening else 0
    closing = _CLOSING.search(text, max(start, text.index("=")))
    end = closing.start() if closing else len(text)
    if closing and "?" in closing.group() and not closing["name"]:  # "5 + 7 = ?" and "12 = 5 + ?"
        end = text.index("?", closing.start()) + 1
    written = text[start:end].lower()
    names = {one["name"].lower() for one in (opening, closing) if one and one["name"]}
    body = re.sub(r"(?<=\d),(?=\d{3})", "", written).translate(_SIGNS)
    blanks = len(_BLANK.findall(body))
    if blanks or re.search(r"\d\s+x\s+\d", body):
        body = _TIMES_X.sub("*", body)
    letters = set(re.findall(r"[a-z]", body))
    if blanks > 1 or (blanks and letters) or (not blanks and len(letters) != 1) or names - letters:
        return None
    body = _BLANK.sub(_UNKNOWN, body)
    name = _UNKNOWN if blanks else letters.pop()
    if not _EQUATION.fullmatch(body) or re.search(r"[a-z]{2}", body):
        return None
    body = re.sub(rf"(?<=[\d){name}])\s*(?=[({name}])|(?<=\))\s*(?=\d)", "*", body)
    if not re.search(r"[-+*/]", body):
        return None
    expression = f"{name} where {body.strip()}"
    worked = worked_out(expression)
    return None if worked is None else PlainSum(start, end, expression, *worked, None)
