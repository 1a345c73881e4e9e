"""Missing information: a kind of thing is asked for that the text never names, as bananas among apples and oranges."""

from __future__ import annotations

from arithmetree.morphology import noun_lemma
from arithmetree.refusals.verdict import Code, Refusal, asked_tokens, place_of, span_of
from arithmetree.schemas import Problem, Question, Token
from arithmetree.word_lists import table, words


def another_kind(problem: Problem, question: Question) -> Refusal | None:
    """The refusal of "Ann has 5 apples and 7 oranges. How many bananas does she have?".

    Only where every number counts things of one list of `siblings`, and what is asked for is in the same list: its
    words mean neither each other nor all of them, and none is made out of others, so no sum can give the answer.
    """
    asked = question.unit_head
    if question.asks != "how many" or asked is None or question.rate is not None:
        return None
    if any(schema.rate is not None for schema in problem.schemas):
        return None
    counted = {schema.unit_head for schema in problem.schemas}
    lists = (words("refusals", "siblings", name) for name in table("refusals")["siblings"])
    if not any(asked in kinds and counted <= kinds - {asked} for kinds in lists):
        return None
    named = [token for token in problem.tokens if _names(token, asked)]
    if len(named) != 1 or named[0] not in asked_tokens(problem):
        return None  # the text mentions it after all, or nothing but "how many" is asked
    others = dict.fromkeys(
        token.text.lower()
        for token in problem.tokens
        if any(kind is not None and _names(token, kind) for kind in counted)
    )
    message = f"The question asks for {named[0].text}, but the text mentions only {' and '.join(others)}."
    return Refusal(Code.MISSING_INFORMATION, message, (*map(place_of, problem.schemas), span_of(named[0])))


def _names(token: Token, kind: str) -> bool:
    return kind in (token.lemma.lower(), noun_lemma(token.text.lower()))
