"""People who are not counted but count: the one of "Ana and her 4 friends share 20 sweets"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arithmetree.quantities import Kind
from arithmetree.reading.tokens import TokenTable
from arithmetree.schemas import Question, Schema
from arithmetree.word_lists import people, words

_OWNERS = frozenset({"his", "her", "my"})
_SELVES = frozenset({"himself", "herself", "myself"})
_SPEAKERS = frozenset({"i", "he", "she", "me", "him"}) | _SELVES


def implied_person(
    table: TokenTable, schemas: Sequence[Schema], question: Question
) -> tuple[int, Schema | None, str] | None:
    """The token of a person to be counted in, the schema of those counted with them, and what is implied, in words.

    Only where the text shares something out evenly, so that it matters how many there are.
    """
    for schema in schemas:
        if schema.quantity.kind is not Kind.NUMBER or schema.quantity.value.denominator != 1:
            continue
        node = _companion(table, schema, question)
        if node is not None and not _is_counted_already(table, schema):
            return node, schema, f"{table.tokens[node].text} counted in"
    node = _included_in_question(table, question)
    return None if node is None else (node, None, f"{table.tokens[node].text} included")


def _companion(table: TokenTable, schema: Schema, question: Question) -> int | None:
    first = next((node for node, token in enumerate(table.tokens) if token.start >= schema.quantity.start), None)
    if first is None or first < 1:
        return None
    if table.lower[first - 1] in _OWNERS and first > 1:
        joint = table.lower[first - 2]
        if joint == "of" and table.lower[first - 4 : first - 2] == ["and", "each"] and first > 4:
            return _person(table, first - 5) if _is_shared(table, schema, question) else None
        if joint == "and" and first > 2:
            return _person(table, first - 3) if _is_shared(table, schema, question) else None
        if joint == "with" and _shares_evenly(table, schema):
            return _sharer(table, schema)
    named = _named_after(table, first)
    return named if named is not None and _is_shared(table, schema, question) else None


def _person(table: TokenTable, node: int) -> int | None:
    """The token if it names one person who is not the last of several."""
    if node > 0 and table.lower[node - 1] in (",", "and", "&"):
        return None
    token = table.tokens[node]
    if token.upos == "PROPN" or table.lower[node] in _SPEAKERS:
        return node
    return node if token.lemma.lower() in people("roles") and table.lower[node] == token.lemma.lower() else None


def _named_after(table: TokenTable, first: int) -> int | None:
    """ "My 3 friends and I", "her two sons and she"."""
    for node in range(first + 1, min(first + 5, len(table.tokens) - 1)):
        if table.lower[node] == "and":
            after = node + 2 if table.lower[node + 1] == "for" and node + 2 < len(table.tokens) else node + 1
            return after if table.lower[after] in _SPEAKERS and table.lower[first - 1] in _OWNERS else None
        if table.upos[node] not in ("NOUN", "ADJ", "PROPN"):
            return None
    return None


def _sharer(table: TokenTable, schema: Schema) -> int | None:
    """The named subject of "shared them equally with her 3 brothers"."""
    subject = schema.subject
    if subject is None:
        return None
    return _person(table, subject.index)


def _cues(table: TokenTable, sentence: int) -> Iterator[str]:
    for node in range(*table.sentences[sentence]):
        yield table.lower[node]
        yield table.lemma[node].lower()


def _is_shared(table: TokenTable, schema: Schema, question: Question) -> bool:
    """True if the sentence or the question shares something out."""
    verbs, evenly = words("implicit", "sharing", "verbs"), words("implicit", "sharing", "evenly")
    cues = frozenset(_cues(table, schema.sentence))
    if not (verbs.isdisjoint(cues) and evenly.isdisjoint(cues)):
        return True
    return any(
        table.lower[node] in evenly
        for node, token in enumerate(table.tokens)
        if question.start <= token.start < question.end
    )


def _shares_evenly(table: TokenTable, schema: Schema) -> bool:
    cues = set(_cues(table, schema.sentence))
    return bool(cues & words("implicit", "sharing", "verbs")) and bool(cues & {"equally", "evenly", "equal", "fairly"})


def _is_counted_already(table: TokenTable, schema: Schema) -> bool:
    """True for "Ana and her 4 friends, 5 people together": another number counts all of them."""
    return any(
        table.lower[node] in ("together", "people", "persons") for node in range(*table.sentences[schema.sentence])
    )


def _included_in_question(table: TokenTable, question: Question) -> int | None:
    """ "How many people, guide included, were in a group?": the first word for the guide."""
    if question.unit_head not in words("concepts", "people"):
        return None
    for node, token in enumerate(table.tokens[:-1]):
        if not question.start <= token.start < question.end or table.lower[node] not in _single_roles(table):
            continue
        if table.lower[node + 1] == "included" or "including" in table.lower[max(node - 2, 0) : node]:
            return table.lower.index(table.lower[node])
    return None


def _single_roles(table: TokenTable) -> frozenset[str]:
    """Roles that the text introduces as one person: "a guide"."""
    return frozenset(
        word
        for before, word in zip(table.lower, table.lower[1:], strict=False)
        if before in ("a", "an", "one") and word in people("roles")
    )
