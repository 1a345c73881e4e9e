"""What reading a problem yields: schemas of its quantities, its question, its story, and the tokens they point at.

All types are frozen, hashable and free of spaCy objects, so that a `Problem` can be kept, compared and
written as JSON (docs/method.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

from arithmetree.errors import DataError
from arithmetree.quantities import Quantity
from arithmetree.story import Story


@dataclass(frozen=True, slots=True)
class Token:
    """One token of the parse; `start` and `end` are characters, `head` a token index, `sent` a sentence index."""

    start: int
    end: int
    text: str
    lemma: str
    upos: str
    tag: str
    dep: str
    head: int
    sent: int


@dataclass(frozen=True, slots=True)
class NounPhrase:
    """A noun phrase: its place in the text, the lemma of its head, the lemmas of all its content words.

    `start` and `end` are characters and `text` what is between them; `index` is the token index of the
    head. `words` leaves out determiners, possessives and numbers.
    """

    start: int
    end: int
    head: str
    words: tuple[str, ...]
    text: str
    index: int


@dataclass(frozen=True, slots=True)
class Rate:
    """The two units that a rate joins, as lemmas: "60 miles per hour" is mile per hour."""

    numerator: str
    denominator: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """How a comparative at a quantity points: "more than", "fewer", "as many as", with the head word it names.

    `span` are the characters of the comparative.
    """

    words: str
    target: str | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """What the text says about one quantity (docs/method.md).

    `verb` is a lemma and `verb_index` its token, so that two quantities can be tested for the same mention.
    `subject` is as written in the text, `subject_resolved` and `recipient` name what pronouns stand for.
    `unit` holds lemmas, the last of them is not always the head ("slice of cake" has the head "slice"). The spans are
    the characters of the noun that names the unit, here or at another mention, and of the recipient.
    """

    quantity: Quantity
    verb: str | None
    verb_index: int | None
    subject: NounPhrase | None
    subject_resolved: str | None
    recipient: str | None
    unit: tuple[str, ...]
    unit_head: str | None
    related: tuple[NounPhrase, ...]
    rate: Rate | None
    tense: str | None
    time_words: tuple[str, ...]
    comparison: Comparison | None
    sentence: int
    unit_span: tuple[int, int] | None = None
    recipient_span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """The words that ask, and what they ask for.

    `asks` is "how many", "how much", "what", "find", ...; `words` are the comparison, rate, total and
    remainder words among them; `rate` is set when the answer itself is a rate ("how many pens in each box").
    """

    start: int
    end: int
    text: str
    asks: str
    unit: tuple[str, ...]
    unit_head: str | None
    subject: NounPhrase | None
    subject_resolved: str | None
    verb: str | None
    tense: str | None
    words: tuple[str, ...]
    rate: Rate | None
    unit_span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Problem:
    """A text as read: all its quantities, schemas of the countable ones in text order, the question if any.

    `story` holds what these say together, each fact once; a text that nobody has read has an empty one.
    """

    text: str
    quantities: tuple[Quantity, ...]
    schemas: tuple[Schema, ...]
    question: Question | None
    tokens: tuple[Token, ...]
    story: Story = field(default_factory=Story)

    def to_dict(self) -> dict[str, Any]:
        """The problem as plain JSON values; exact numbers are written as text ("7/2")."""
        record: dict[str, Any] = _plain(self)
        for schema, entry in zip(self.schemas, record["schemas"], strict=True):
            entry["quantity"] = self.quantities.index(schema.quantity)
        record["tokens"] = [[t.start, t.end, t.lemma, t.upos, t.tag, t.dep, t.head, t.sent] for t in self.tokens]
        return record

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Problem:
        """Rebuild what `to_dict` wrote; a record of another shape raises DataError."""
        try:
            text, quantities = record["text"], record["quantities"]
            schemas = [{**entry, "quantity": quantities[entry["quantity"]]} for entry in record["schemas"]]
            tokens = [
                dict(zip(_fields(Token), (start, end, text[start:end], *rest), strict=True))
                for start, end, *rest in record["tokens"]
            ]
            problem: Problem = _built(cls, {**record, "schemas": schemas, "tokens": tokens})
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise DataError(
                f"This is not a problem record ({type(error).__name__}: {error}); expected what "
                "Problem.to_dict() writes. Read the text again to make a new record."
            ) from error
        return problem


def _plain(value: Any) -> Any:
    """A record as JSON values: objects as dictionaries, sequences as lists, exact numbers as text."""
    if _is_record(value):
        return {name: _plain(getattr(value, name)) for name in _fields(type(value))}
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, StrEnum):
        return value.value
    return str(value) if isinstance(value, Fraction) else value


def _built(kind: Any, value: Any) -> Any:
    """The value of a type that `_plain` wrote."""
    if get_origin(kind) is UnionType:  # all our unions are "... | None"
        return None if value is None else _built(get_args(kind)[0], value)
    if get_origin(kind) is tuple:
        items = get_args(kind)
        kinds = [items[0]] * len(value) if items[-1] is Ellipsis else items
        return tuple(_built(item, each) for item, each in zip(kinds, value, strict=True))
    if get_origin(kind) is frozenset:
        return frozenset(value)
    if _is_record(kind):
        hints = _kinds(kind)
        return kind(**{name: _built(hints[name], each) for name, each in value.items()})
    return kind(value) if kind is Fraction or issubclass(kind, StrEnum) else value


def _is_record(value: Any) -> bool:
    return is_dataclass(value)


def _fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


@cache
def _kinds(kind: Any) -> dict[str, Any]:
    return get_type_hints(kind)
