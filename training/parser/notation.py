"""The notation of sentence patterns: word order and dependency tree in one bracketed line.

A pattern is one line. `(nsubj ...)` is a dependent with its relation; the one bare word inside a bracket is its
head, and the bare word of the line itself is the root, so order and tree are written at once:

    (obj (amod (advmod how) many) <things>) (aux did) (nsubj <name>) <act.VB>

A bare word is `word` (looked up in words.txt), `word/XPOS` or `word/XPOS/lemma`; `<slot>` takes a word of
lexicon.txt, `<slot.VBD>` a form of it; `@phrase` inserts an alternative of phrases.txt; `{a | b}` chooses,
`[a]` may be left out. `(obl^more ...)` hangs on the word "more" and `(obj^xcomp ...)` on the word with relation
xcomp instead of the bracket's head (crossing arcs; the nearest to the left counts, else to the right). The final
mark is added: "." or "?" after the section the line stands in.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from arithmetree.errors import DataError

_TOKEN = re.compile(r"[(){}\[\]|]|[^\s(){}\[\]|]+")


@dataclass(frozen=True)
class Choice:
    """Alternatives, each a sequence of items: words, brackets, choices."""

    options: tuple[tuple[Item, ...], ...]


@dataclass(frozen=True)
class Optional:
    """Something that may be left out."""

    content: Choice


@dataclass(frozen=True)
class Dependent:
    """A bracket with its relation, "obl" or "obl^more"."""

    dep: str
    content: Choice


Item = str | Choice | Optional | Dependent


def parse_pattern(text: str) -> Choice:
    """Read a line of a pattern or phrase file."""
    tokens = _TOKEN.findall(text)
    choice, position = _parse_choice(tokens, 0, text)
    if position != len(tokens):
        raise DataError(f"the brackets of this pattern do not match: {text}")
    return choice


def _parse_choice(tokens: list[str], position: int, text: str) -> tuple[Choice, int]:
    options: list[tuple[Item, ...]] = []
    items: list[Item] = []
    while position < len(tokens) and tokens[position] not in ")}]":
        token = tokens[position]
        position += 1
        if token == "|":
            options.append(tuple(items))
            items = []
            continue
        if token not in ("(", "{", "["):
            items.append(token)
            continue
        dep = tokens[position] if token == "(" else ""
        inner, position = _parse_choice(tokens, position + (token == "("), text)
        if position == len(tokens) or token + tokens[position] not in ("()", "{}", "[]"):
            raise DataError(f"the brackets of this pattern do not match: {text}")
        position += 1
        if token == "(":
            items.append(Dependent(dep, inner))
        else:
            items.append(inner if token == "{" else Optional(inner))
    options.append(tuple(items))
    return Choice(tuple(options)), position
