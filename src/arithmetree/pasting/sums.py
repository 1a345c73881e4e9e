"""A text that is just a sum: "What is 345 + 278?", "25% of 80 =", "Add 6, 7 and 8."."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import isqrt

from arithmetree.derivations.derivation import Derivation
from arithmetree.pasting.reading import readable
from arithmetree.pasting.sum_requests import NUMBER, Request, requested, worked_out
from arithmetree.word_lists import table

LONGEST_SUM = 300
"""Characters; a longer text is not taken for a sum."""
_HIGHEST_POWER = 12


@dataclass(frozen=True, slots=True)
class PlainSum:
    """A sum at text[start:end], the expression it was read as, its exact value and the unit of the answer."""

    start: int
    end: int
    expression: str
    derivation: Derivation
    value: Fraction
    unit: str | None


_SIGNS = "£$€"
_FRACTION_SIGNS = {
    "½": "1/2",
    "¼": "1/4",
    "¾": "3/4",
    "⅓": "1/3",
    "⅔": "2/3",
    "⅕": "1/5",
    "⅖": "2/5",
    "⅗": "3/5",
    "⅘": "4/5",
    "⅙": "1/6",
    "⅚": "5/6",
    "⅛": "1/8",
    "⅜": "3/8",
    "⅝": "5/8",
    "⅞": "7/8",
}
_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+"
_OPENING = re.compile(
    r"(?i)\s*(?:please\s+)?(?:can\s+you\s+)?(?:(?:what|how\s+much)(?:\s+is|'s|s|\s+are|\s+does|\s+do)|work\s+out|calculate|find|compute|evaluate|solve|simplify|"
    r"(?:the\s+)?(?:value|answer)\s+(?:of|to)|answer)\s*:?\s*(?:the\s+(?:value|answer)\s+(?:of|to)\s+)?"
)
_CLOSING = re.compile(r"(?i)(?:\s*(?:=|\?|\.|!|equals?|make|makes|please|in\s+total|altogether))*\s*$")
_TOKEN = re.compile(
    rf"""
    (?P<mixed>\d+\s+\d+/\d+(?![\d/]))
  | (?P<fraction>(?<![\d./])\d+/\d+(?![\d./]))
  | (?P<whole_sign>\d+\s?[{"".join(_FRACTION_SIGNS)}])
  | (?P<sign>[{"".join(_FRACTION_SIGNS)}])
  | (?P<number>{_NUMBER})(?P<percent>\s?%|\s+per\s?cent\b)?
  | (?P<power>\^\s?\d{{1,2}}|[²³])
  | (?P<root>√)
  | (?P<operator>[-−–+*×·÷/x()\[\]])
  | (?P<currency>[{_SIGNS}])
  | (?P<word>[a-z]+(?:-[a-z]+)*)
  | (?P<comma>,)
  | (?P<space>\s+)
    """,
    re.VERBOSE,
)
_OPERATORS = {"−": "-", "–": "-", "×": "*", "·": "*", "x": "*", "÷": "/", "[": "(", "]": ")"}
_SQUARES = {"²": 2, "³": 3, "squared": 2, "cubed": 3}


def plain_sum(text: str) -> PlainSum | None:
    """The sum that a text consists of, worked out exactly; None where it has other words, or no exact value."""
    if len(text) > LONGEST_SUM:
        return None
    read = readable(text)
    opening = _OPENING.match(read.text)
    start = opening.end() if opening else 0
    closing = _CLOSING.search(read.text, start)
    end = closing.start() if closing else len(read.text)
    asked = read.text[start:end]
    if not re.search(r"\d|[½¼¾⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]", asked) and not _has_number_word(asked):
        return None
    tokens = _tokens(asked.lower())
    request = None if tokens is None else (_request(tokens) or _infix(tokens))
    # A number alone, such as "3/4" or "-7", is no sum.
    if request is None or not re.search(r"[-+*/,]", re.sub(r"^\(\d+/\d+\)$", "", request.expression).strip("- ")):
        return None
    worked = worked_out(request.expression)
    if worked is None:
        return None
    unit = request.unit or _currency(asked, request)
    if unit is None and re.search(rf"[{_SIGNS}]", asked):
        return None
    first, last = read.to_original(start, end)
    derivation, value = worked
    return PlainSum(first, last, request.expression, derivation, value, unit)


def _currency(asked: str, request: Request) -> str | None:
    """The one currency of a sum: on all terms that are added, on one factor, or on the number that is changed."""
    signs = re.findall(rf"[{_SIGNS}]", asked)
    if not signs or len(set(signs)) > 1:
        return None
    currency = f"{table('currencies')['signs'][signs[0]]}s"
    if request.keeps_unit:
        return currency if len(signs) == 1 and re.match(rf"\D*[{_SIGNS}]", asked) else None
    expression = request.expression
    numbers = len(re.findall(r"\d+(?:\.\d+)?", re.sub(r"\(\d+/\d+\)", "1", expression)))
    adds, multiplies = re.search(r"[-+]", expression), re.search(r"[*/]", expression)
    if adds and not multiplies:
        return currency if len(signs) == numbers else None
    divides_by_money = re.search(rf"[÷/]\s*[{_SIGNS}]", asked) is not None
    return currency if multiplies and not adds and len(signs) == 1 and not divides_by_money else None


@cache
def _small_numbers() -> dict[str, int]:
    numbers = table("number_words")
    return {**numbers["units"], **numbers["teens"], **numbers["tens"]}


@cache
def _parts() -> dict[str, int]:
    numbers = table("number_words")
    return {**{word: rank for word, rank in numbers["ordinals"].items() if rank > 2}, **numbers["parts"]}


def _has_number_word(asked: str) -> bool:
    return any(word in _small_numbers() for word in re.findall(r"[a-z]+", asked.lower()))


Token = tuple[str, str]
"""What a piece of a sum is ("number", "operator", "word") and how it is written in an expression."""


def _tokens(asked: str) -> list[Token] | None:
    """The pieces of a sum; None for a character that no sum has."""
    found: list[Token] = []
    at = 0
    while at < len(asked):
        match = _TOKEN.match(asked, at)
        if match is None:
            return None
        at = match.end()
        kind = match.lastgroup or ""
        if kind == "percent":
            kind = "number"
        if kind in ("space", "currency"):
            continue
        token = _token(kind, match)
        if token is None:
            return None
        if token[0] == "power":
            if not found or found[-1][0] != "number" or "%" in found[-1][1]:
                return None
            found[-1] = ("number", f"({' * '.join([found[-1][1]] * int(token[1]))})")
        else:
            found.append(token)
    return _with_words(found)


def _token(kind: str, match: re.Match[str]) -> Token | None:
    piece = match.group()
    if kind == "mixed":
        whole, part = piece.split()
        return "number", f"({whole} + ({part}))"
    if kind == "whole_sign":
        return "number", f"({piece[:-1].strip()} + ({_FRACTION_SIGNS[piece[-1]]}))"
    if kind == "fraction":
        return "number", f"({piece})"
    if kind == "sign":
        return "number", f"({_FRACTION_SIGNS[piece]})"
    if kind == "number":
        number = match["number"].replace(",", "")
        return "number", (f"0{number}" if number.startswith(".") else number) + ("%" if match["percent"] else "")
    if kind == "power":
        power = _SQUARES.get(piece) or int(piece[1:])
        return ("power", str(power)) if 2 <= power <= _HIGHEST_POWER else None
    if kind == "operator":
        return "operator", _OPERATORS.get(piece, piece)
    return kind, piece


def _with_words(tokens: list[Token]) -> list[Token] | None:
    """Number words, "squared", "half of", "plus" and "divided by" as numbers and operators."""
    found: list[Token] = []
    at = 0
    while at < len(tokens):
        kind, piece = tokens[at]
        following = tokens[at + 1][1] if at + 1 < len(tokens) else ""
        if kind == "root":
            root = _exact_root(following)
            if root is None:
                return None
            found.append(("number", root))
            at += 2
            continue
        if kind != "word":
            found.append((kind, piece))
            at += 1
            continue
        if piece in _SQUARES:
            if not found or found[-1][0] != "number":
                return None
            found[-1] = ("number", f"({' * '.join([found[-1][1]] * _SQUARES[piece])})")
            at += 1
            continue
        if [word for _, word in tokens[at : at + 3]] == ["square", "root", "of"] and at + 3 < len(tokens):
            root = _exact_root(tokens[at + 3][1])
            if root is None:
                return None
            found.append(("number", root))
            at += 4
            continue
        number, used = _number_words(tokens, at)
        if used:
            found.append(("number", number))
            at += used
            continue
        found.append((kind, piece))
        at += 1
    return found


def _exact_root(text: str) -> str | None:
    if not text.isdecimal():
        return None
    root = isqrt(int(text))
    return str(root) if root * root == int(text) else None


def _number_words(tokens: list[Token], at: int) -> tuple[str, int]:
    """A number in words at a token, as digits, and how many tokens it takes; 0 if there is none."""
    word = tokens[at][1]
    following = tokens[at + 1][1] if at + 1 < len(tokens) else ""
    if word in ("a", "an", "one") and following in _parts():
        return f"(1/{_parts()[following]})", 2
    if word == "half":
        return "(1/2)", 1
    if "-" in word:
        first, last = word.split("-", 1)
        if first in _small_numbers() and last in _small_numbers():
            return str(_small_numbers()[first] + _small_numbers()[last]), 1
        if first in _small_numbers() and last.rstrip("s") in _parts():
            return f"({_small_numbers()[first]}/{_parts()[last.rstrip('s')]})", 1
        return "", 0
    if word not in _small_numbers():
        return "", 0
    value = _small_numbers()[word]
    if following.endswith("s") and following[:-1] in _parts():
        return f"({value}/{_parts()[following[:-1]]})", 2
    if value >= 20 and 0 < _small_numbers().get(following, 0) < 10:
        return str(value + _small_numbers()[following]), 2
    return str(value), 1


_WORD_OPERATORS = {
    ("plus",): "+",
    ("add",): "+",
    ("and",): "+",
    ("minus",): "-",
    ("take", "away"): "-",
    ("subtract",): "-",
    ("less",): "-",
    ("times",): "*",
    ("multiplied", "by"): "*",
    ("lots", "of"): "*",
    ("of",): "*",
    ("divided", "by"): "/",
    ("shared", "by"): "/",
    ("shared", "between"): "/",
    ("over",): "/",
}
_FACTORS = {"double": "2", "twice": "2", "triple": "3", "halve": "(1/2)"}


def _request(tokens: list[Token]) -> Request | None:
    """What is asked for in words; None where signs of operations are written."""
    if any(kind == "operator" for kind, _ in tokens):
        return None
    words = [NUMBER if kind == "number" else piece for kind, piece in tokens if kind != "comma"]
    return requested(words, [piece for kind, piece in tokens if kind == "number"])


def _infix(tokens: list[Token]) -> Request | None:
    """The tokens as an expression; None if a word remains."""
    found: list[str] = []
    at = 0
    while at < len(tokens):
        kind, piece = tokens[at]
        if kind in ("number", "operator"):
            found.append(piece)
            at += 1
            continue
        if kind != "word":
            return None
        if piece in _FACTORS and at + 1 < len(tokens):
            found.extend([_FACTORS[piece], "*"])
            at += 1
            continue
        pair = (piece, tokens[at + 1][1]) if at + 1 < len(tokens) else (piece,)
        operator = _WORD_OPERATORS.get(pair)
        at += 2
        if operator is None:
            operator = _WORD_OPERATORS.get((piece,))
            at -= 1
        # "6 and 7" is no sum by itself; "6 add 7" is.
        if operator is None or piece == "and" or not found:
            return None
        found.append(operator)
    return Request(" ".join(found)) if found else None
