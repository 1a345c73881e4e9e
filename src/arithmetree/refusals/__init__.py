"""Refusals: what must not be answered, found by rules where the text shows it plainly.

`refusal` looks at a problem before it is solved, `contradiction` at an expression that was found for it. The rules are
precise rather than eager. Even so, they are often wrong about careless writing, so the full model, which has a judge
of its own, takes most of them as a hint and for the words of its refusal.
"""

from __future__ import annotations

from dataclasses import replace

from arithmetree.refusals.conflicts import conflict
from arithmetree.refusals.languages import foreign
from arithmetree.refusals.missing import missing_information
from arithmetree.refusals.scope import asks_no_number, out_of_scope
from arithmetree.refusals.solved import contradiction, no_such_amount
from arithmetree.refusals.verdict import MESSAGES, Code, Refusal
from arithmetree.schemas import Problem, Question

__all__ = ["MESSAGES", "Code", "Refusal", "contradiction", "no_such_amount", "refusal"]


def refusal(problem: Problem, *, general: bool = False) -> Refusal | None:
    """Why a problem must not be answered, or None if the rules know no reason.

    `general` is for a model that answers with derivations: for it little is out of scope, and it judges by itself
    whether there is a question, and one for a number that the text can give.
    """
    other_language = foreign(problem)
    if other_language is not None:
        return other_language
    question = problem.question
    if question is None:
        message = "The text asks no question; add one, such as 'How many ... are left?'."
        return Refusal(Code.NO_QUESTION, message, sure=not general or not problem.schemas)
    if not any(token.text.isalpha() and len(token.text) > 1 for token in problem.tokens):
        return Refusal(Code.NO_QUESTION, "The text has no words; write the problem as sentences with a question.")
    if general:
        return _apparent(problem, question) if problem.schemas else _too_few(problem)
    found = out_of_scope(problem, question)
    if found is None and len(problem.schemas) < 2:
        return _too_few(problem)
    return found or conflict(problem, question) or missing_information(problem, question)


def _apparent(problem: Problem, question: Question) -> Refusal | None:
    """What seems to have no answer; the rules for contradictions take parts of different wholes for one too often."""
    found = asks_no_number(problem, question) or missing_information(problem, question)
    return None if found is None else replace(found, sure=False)


def _too_few(problem: Problem) -> Refusal:
    spans = tuple((schema.quantity.start, schema.quantity.end) for schema in problem.schemas)
    if not spans:
        message = "The text has no number to calculate with; at least two are needed."
    else:
        message = f'The text has one number to calculate with ("{problem.schemas[0].quantity.text}"); two are needed.'
    return Refusal(Code.TOO_FEW_QUANTITIES, message, spans)
