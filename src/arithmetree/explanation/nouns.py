"""Nouns as the text writes them: "children" for child, "glue sticks" for what the question asks for."""

from __future__ import annotations

from arithmetree.explanation.units import asked_noun, asked_token, is_measure, is_money
from arithmetree.features.facts import ProblemFacts
from arithmetree.schemas import Token
from arithmetree.views.amount_text import plural
from arithmetree.word_lists import words


def noun_words(lemma: str | None, facts: ProblemFacts) -> str | None:
    """A noun in the plural as the text writes it, else by the rules of spelling."""
    if lemma is None:
        return None
    forms = [token for token in facts.problem.tokens if token.lemma.lower() == lemma.lower()]
    asked = asked_token(facts) if lemma == asked_noun(facts) else None
    if asked is not None:
        # Behind "how many" stands the plural, whatever the noun.
        token = facts.problem.tokens[asked]
        return _squared(token, facts) + _in_running_text(token.text)
    for token in forms:
        if token.tag == "NNS" and (token.text.lower() != lemma or plural(lemma) == lemma):
            return _squared(token, facts) + _in_running_text(token.text)
    question = facts.problem.question
    mass = question is not None and question.asks == "how much" and question.unit_head == lemma and bool(forms)
    mass = mass and not is_money(lemma) and not is_measure(lemma)
    return lemma if mass or lemma in words("explanation", "mass", "nouns") else plural(lemma)


def asked_phrase(facts: ProblemFacts) -> str:
    """The noun of the question with the nouns that belong to it: "glue sticks"."""
    head = asked_token(facts)
    assert head is not None
    tokens = facts.problem.tokens
    first = head
    while first > 0 and tokens[first - 1].dep == "compound" and tokens[first - 1].head == head:
        first -= 1
    return _squared(tokens[first], facts) + " ".join(_in_running_text(token.text) for token in tokens[first : head + 1])


def _squared(token: Token, facts: ProblemFacts) -> str:
    """The "square" or "cubic" in front of a measure, which makes it another one."""
    before = [other.text.lower() for other in facts.problem.tokens if other.end <= token.start][-1:]
    return f"{before[0]} " if before in (["square"], ["cubic"]) else ""


def _in_running_text(word: str) -> str:
    """A word without the capital of a sentence start; "DVDs" stays as it is."""
    return word.lower() if word[1:] == word[1:].lower() else word
