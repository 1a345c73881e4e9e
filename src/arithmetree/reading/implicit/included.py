"""People who are not counted but count: the one of "Ana and her 4 friends share 20 sweets"."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.quantities import Kind
from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import Question, Schema
from arithmetree.word_lists import people, words

_OWNERS = frozenset({"his", "her", "my"})
_SPEAKERS = frozenset({"i", "he", "she", "me", "him", "himself", "herself", "myself"})


def implied_person(table: TokenTable, schemas: Sequence[Schema], question: Question) -> tuple[int, Schema] | None:
    """The token of a person to be counted in, and the schema of those counted with them.

    Only where the text shares something out evenly, so that it matters how many there are.
    """
    for schema in schemas:
        if schema.quantity.kind is Kind.NUMBER and schema.quantity.value.denominator == 1:
            node = _companion(table, schema)
            # "Ana and her 4 friends, 5 people together": another number counts all of them
            apart = {"together", "people", "persons"}.isdisjoint(_cues(table, schema))
            if node is not None and apart and _is_shared(table, schema, question):
                return node, schema
    return None


def _companion(table: TokenTable, schema: Schema) -> int | None:
    first = next((node for node, token in enumerate(table.tokens) if token.start >= schema.quantity.start), 0)
    if table.lower[first - 1] not in _OWNERS:
        return None
    if table.lower[first - 2] == "with":  # the subject of "shared them equally with her 3 brothers"
        sharer = schema.subject
        return None if sharer is None or "equally" not in _cues(table, schema) else _person(table, sharer.index)
    return _person(table, first - 3) if table.lower[first - 2] == "and" else _named_after(table, first)


def _person(table: TokenTable, node: int) -> int | None:
    """The token if it names one person who is not the last of several."""
    if node < 0 or table.lower[node - 1] in (",", "and", "&"):
        return None
    role = table.lower[node] == table.lemma[node].lower() and table.lower[node] in people("roles")
    return node if role or table.upos[node] == "PROPN" or table.lower[node] in _SPEAKERS else None


def _named_after(table: TokenTable, first: int) -> int | None:
    """ "My 3 friends and I", "her two sons and she"."""
    for node in range(first + 1, first + 5):
        if table.lower[node] == "and":
            after = node + 1 + (table.lower[node + 1] == "for")
            return after if table.lower[after] in _SPEAKERS else None
        if table.upos[node] not in ("NOUN", "ADJ", "PROPN"):
            return None
    return None


def _cues(table: TokenTable, schema: Schema) -> set[str]:
    """The words of a schema's sentence, as written and as lemmas."""
    first, last = table.sentences[schema.sentence]
    return {*table.lower[first:last], *(lemma.lower() for lemma in table.lemma[first:last])}


def _is_shared(table: TokenTable, schema: Schema, question: Question) -> bool:
    """True if the sentence or the question shares something out."""
    evenly = words("implicit", "sharing", "evenly")
    if not (words("implicit", "sharing", "verbs") | evenly).isdisjoint(_cues(table, schema)):
        return True
    asked = (node for node, token in enumerate(table.tokens) if question.start <= token.start < question.end)
    return any(table.lower[node] in evenly for node in asked)
