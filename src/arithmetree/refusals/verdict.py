"""A refusal: why a text must not be answered, in a word for programs and in a sentence for people."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arithmetree.schemas import Problem, Schema, Token
from arithmetree.story import StoryAmount


class Code(StrEnum):
    """Why a text has no answer here."""

    NO_QUESTION = "NO_QUESTION"  # a story without a question or request
    TOO_FEW_QUANTITIES = "TOO_FEW_QUANTITIES"  # one number to calculate with, or none
    MISSING_INFORMATION = "MISSING_INFORMATION"  # a needed number is not given
    OUT_OF_SCOPE = "OUT_OF_SCOPE"  # needs outside constants, or is no arithmetic of the numbers given
    CONTRADICTORY = "CONTRADICTORY"  # the numbers contradict each other
    LOW_CONFIDENCE = "LOW_CONFIDENCE"  # the best answer is not sure enough


MESSAGES = {
    Code.NO_QUESTION: "The text does not seem to ask for a number; add a question, such as 'How many ... are left?'.",
    Code.TOO_FEW_QUANTITIES: "The text does not seem to have enough numbers for its question.",
    Code.MISSING_INFORMATION: "A number that the question needs seems to be missing; check that all of it is there.",
    Code.OUT_OF_SCOPE: "This seems to need more than a calculation with the numbers of the text; such problems are "
    "not answered.",
    Code.CONTRADICTORY: "The numbers of the text seem to contradict each other; check them.",
    Code.LOW_CONFIDENCE: "The best answer is not sure enough to be given.",
}
"""The message where no rule says more precisely what is wrong."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a text is not answered: the code, a sentence for the user, and the places in the text that show it.

    What is not `sure` only looks so; a model that judges whether there is an answer may know better.
    """

    code: Code
    message: str
    spans: tuple[tuple[int, int], ...] = ()
    sure: bool = True


def out_of_scope_because(message: str, spans: tuple[tuple[int, int], ...]) -> Refusal:
    """A refusal for a question that the numbers of the text cannot answer."""
    return Refusal(Code.OUT_OF_SCOPE, f"{message}.", spans)


def span_of(token: Token) -> tuple[int, int]:
    """Where a token is."""
    return token.start, token.end


def place_of(schema: Schema) -> tuple[int, int]:
    """Where the number of a schema is."""
    return schema.quantity.start, schema.quantity.end


def story_amount(problem: Problem, schema: Schema) -> StoryAmount:
    """What the story of a problem says about the quantity of one of its schemas."""
    return next(amount for own, amount in zip(problem.schemas, problem.story.amounts, strict=True) if own is schema)


def asked_tokens(problem: Problem) -> tuple[Token, ...]:
    """The tokens that ask."""
    question = problem.story.question
    return () if question is None else problem.tokens[question.first : question.last]
