"""Everything a first step can use: the mentions of a text, the constants its words call for, and unknowns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from tokenizers import Tokenizer

from arithmetree.derivations import Constant, Leaf, Mention, Unknown
from arithmetree.marking.marked_text import MarkedText, mark
from arithmetree.marking.people import StandIn
from arithmetree.marking.stand_ins import stand_ins
from arithmetree.quantities import Quantity
from arithmetree.quantities.mentions import find_mentions
from arithmetree.schemas import Problem, Schema
from arithmetree.steps.constants import CalledConstant, called_constants

MOST_MENTIONS = 24
UNKNOWNS = ("x", "y", "z")


@dataclass(frozen=True, eq=False)
class Reading:
    """A text as the step model reads it, with one question; leaves are mentions, then constants, then unknowns."""

    problem: Problem
    asked: tuple[int, int] | None  # the characters of the question to answer
    marked: MarkedText
    mentions: tuple[Quantity, ...]
    constants: tuple[CalledConstant, ...]
    places: tuple[int, ...]  # the word piece of each leaf: a mark, the calling word, or 0

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves of a derivation over this text."""
        return (
            *(Mention(number) for number in range(len(self.mentions))),
            *(Constant(one.value, one.fact) for one in self.constants),
            *(Unknown(name) for name in UNKNOWNS),
        )

    @property
    def values(self) -> tuple[Fraction, ...]:
        """The values of the mentions."""
        return tuple(one.value for one in self.mentions)

    @property
    def schemas(self) -> tuple[Schema, ...]:
        """What the text says about each mention."""
        return self.problem.schemas


def mentioned(problem: Problem) -> Problem:
    """The problem with one schema for every mention, and none for what a word only implies: that is a constant here."""
    found = find_mentions(problem.text, [one for one in problem.quantities if one.implicit is None])
    known = {schema.quantity.start: schema for schema in problem.schemas if schema.quantity.implicit is None}
    schemas = tuple(
        replace(known[one.start], quantity=one) if one.start in known else _bare(one, problem) for one in found
    )
    others = [one for one in problem.quantities if one.implicit is None and _apart(one, found)]
    quantities = sorted((*found, *others), key=lambda one: one.start)
    return replace(problem, schemas=schemas, quantities=tuple(quantities))


def is_bare(schema: Schema) -> bool:
    """Whether nothing was read about a mention but its place."""
    return schema.verb is None and schema.unit_head is None and schema.subject is None and schema.rate is None


def _apart(one: Quantity, found: tuple[Quantity, ...]) -> bool:
    return all(one.end <= other.start or other.end <= one.start for other in found)


def _bare(one: Quantity, problem: Problem) -> Schema:
    """A schema that says only where the mention is."""
    sentence = next((token.sent for token in problem.tokens if token.end > one.start), 0)
    return Schema(
        quantity=one, verb=None, verb_index=None, subject=None, subject_resolved=None, recipient=None, unit=(),
        unit_head=None, related=(), rate=None, tense=None, time_words=(), comparison=None, sentence=sentence,
    )  # fmt: skip


def reading_of(
    problem: Problem,
    tokenizer: Tokenizer,
    asked: tuple[int, int] | None = None,
    hidden: Callable[[Problem], Sequence[StandIn]] = stand_ins,
) -> Reading:
    """Read a problem for the step model; `asked` are the characters of the question, if not the one it found.

    `hidden` finds the stand-ins that are read in the place of words.
    """
    problem = mentioned(problem)
    mentions = tuple(schema.quantity for schema in problem.schemas)
    constants = called_constants(problem.text)
    question = problem.question
    if asked is None and question is not None:
        asked = question.start, question.end
    marked = mark(problem.text, mentions, asked, hidden(problem), tokenizer)
    called = (0 if one.start < 0 else marked.piece_at(one.start) for one in constants)
    return Reading(problem, asked, marked, mentions, constants, (*marked.marks, *called, *(0 for _ in UNKNOWNS)))
