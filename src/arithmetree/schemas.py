"""What reading a problem yields: schemas of its quantities, its question, and the tokens they point at.

All types are frozen, hashable and free of spaCy objects, so that a `Problem` can be kept, compared and
written as JSON (METHOD.md section 2).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from arithmetree.errors import DataError
from arithmetree.quantities import Kind, Quantity


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

    `start` and `end` are characters and `text` what stands between them; `index` is the token index of the
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
    """How a comparative at a quantity points: "more than", "fewer", "as many as", with the head word it names."""

    words: str
    target: str | None = None


@dataclass(frozen=True, slots=True)
class Schema:
    """What the text says about one quantity (METHOD.md section 2).

    `verb` is a lemma and `verb_index` its token, so that two quantities can be tested for the same mention.
    `subject` is what stands in the text, `subject_resolved` and `recipient` name what pronouns stand for.
    `unit` holds lemmas, the last of them is not always the head ("slice of cake" has the head "slice").
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


@dataclass(frozen=True, slots=True)
class Problem:
    """A text as read: all its quantities, schemas of the countable ones in text order, the question if any."""

    text: str
    quantities: tuple[Quantity, ...]
    schemas: tuple[Schema, ...]
    question: Question | None
    tokens: tuple[Token, ...]

    def to_dict(self) -> dict[str, Any]:
        """The problem as plain JSON values; exact numbers are written as text ("7/2")."""
        return {
            "text": self.text,
            "quantities": [_quantity_to_dict(quantity) for quantity in self.quantities],
            "schemas": [
                {
                    **asdict(schema),
                    "quantity": self.quantities.index(schema.quantity),
                    "unit": list(schema.unit),
                    "time_words": list(schema.time_words),
                    "subject": _phrase_to_dict(schema.subject),
                    "related": [_phrase_to_dict(phrase) for phrase in schema.related],
                }
                for schema in self.schemas
            ],
            "question": None
            if self.question is None
            else {
                **asdict(self.question),
                "unit": list(self.question.unit),
                "words": list(self.question.words),
                "subject": _phrase_to_dict(self.question.subject),
            },
            "tokens": [[t.start, t.end, t.lemma, t.upos, t.tag, t.dep, t.head, t.sent] for t in self.tokens],
        }

    @classmethod
    def from_dict(cls, record: Mapping[str, Any]) -> Problem:
        """Rebuild what `to_dict` wrote; a record of another shape raises DataError."""
        try:
            text = record["text"]
            quantities = tuple(_quantity_from_dict(entry) for entry in record["quantities"])
            return cls(
                text=text,
                quantities=quantities,
                schemas=tuple(_schema_from_dict(entry, quantities) for entry in record["schemas"]),
                question=_question_from_dict(record["question"]),
                tokens=tuple(Token(start, end, text[start:end], *rest) for start, end, *rest in record["tokens"]),
            )
        except (KeyError, IndexError, TypeError, ValueError) as error:
            raise DataError(
                f"This is not a problem record ({type(error).__name__}: {error}); expected what "
                "Problem.to_dict() writes. Read the text again to make a new record."
            ) from error


def _quantity_to_dict(quantity: Quantity) -> dict[str, Any]:
    return {**asdict(quantity), "value": str(quantity.value), "kind": quantity.kind.value}


def _quantity_from_dict(entry: Mapping[str, Any]) -> Quantity:
    return Quantity(**{**entry, "value": Fraction(entry["value"]), "kind": Kind(entry["kind"])})


def _phrase_to_dict(phrase: NounPhrase | None) -> dict[str, Any] | None:
    return None if phrase is None else {**asdict(phrase), "words": list(phrase.words)}


def _phrase_from_dict(entry: Mapping[str, Any] | None) -> NounPhrase | None:
    return None if entry is None else NounPhrase(**{**entry, "words": tuple(entry["words"])})


def _rate_from_dict(entry: Mapping[str, Any] | None) -> Rate | None:
    return None if entry is None else Rate(**entry)


def _schema_from_dict(entry: Mapping[str, Any], quantities: tuple[Quantity, ...]) -> Schema:
    comparison = entry["comparison"]
    return Schema(
        **{
            **entry,
            "quantity": quantities[entry["quantity"]],
            "unit": tuple(entry["unit"]),
            "time_words": tuple(entry["time_words"]),
            "subject": _phrase_from_dict(entry["subject"]),
            "related": tuple(_phrase_from_dict(phrase) for phrase in entry["related"]),
            "rate": _rate_from_dict(entry["rate"]),
            "comparison": None if comparison is None else Comparison(**comparison),
        }
    )


def _question_from_dict(entry: Mapping[str, Any] | None) -> Question | None:
    if entry is None:
        return None
    return Question(
        **{
            **entry,
            "unit": tuple(entry["unit"]),
            "words": tuple(entry["words"]),
            "subject": _phrase_from_dict(entry["subject"]),
            "rate": _rate_from_dict(entry["rate"]),
        }
    )
