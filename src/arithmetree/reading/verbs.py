"""The verb that governs a word: up the dependency tree, or beside it where the tree leads nowhere."""

from __future__ import annotations

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.word_order import phrase_start
from arithmetree.word_lists import words

_NO_PREDICATE = {"amod", "compound", "case", "mark", "fixed", "aux", "aux:pass", "cop", "advmod", "cc", "det"}


def governing_verb(table: TokenTable, index: int) -> int | None:
    """The token of the first verb on the way up from a token, a copula included.

    Where the parse leads to no verb, the nearest verb of the same sentence to the left, then to the right.
    """
    if index not in table.verb_above:
        table.verb_above[index] = _find_verb(table, index)
    return table.verb_above[index]


def _find_verb(table: TokenTable, index: int) -> int | None:
    own = _predicate(table, index) if table.upos[index] != "VERB" else None
    if own is not None:
        return own
    for node in table.ancestors(index):
        verb = _predicate(table, node)
        if verb is not None and not _follows_as_description(table, verb, index):
            return verb
    left = verb_to_the_left(table, index)
    if left is not None:
        return left
    right = range(index + 1, min(table.sentence(index)[1], index + REACH))
    return next((node for node in right if _is_verb(table, node)), None)


def _predicate(table: TokenTable, node: int) -> int | None:
    """The verb at a node: the node itself, or its copula."""
    if table.upos[node] in ("VERB", "AUX") and table.dep[node] not in _NO_PREDICATE:
        return node
    return table.copulas.get(node)


def _follows_as_description(table: TokenTable, verb: int, index: int) -> bool:
    """True for "left" after a counted thing ("had 5 left", "there are 12 pens left"), which governs nothing."""
    if _ends_free_clause(table, verb):
        return True
    if verb < index or table.lower[verb] not in ("left", "remaining") or table.dep[verb] == "root":
        return False
    return table.head[verb] < index and table.child(verb, "aux", "obj") is None


def verb_to_the_left(table: TokenTable, index: int) -> int | None:
    """The nearest verb before a token, in the same sentence."""
    first = max(table.sentence(index)[0], index - REACH)
    return next((node for node in range(index - 1, first - 1, -1) if _is_verb(table, node)), None)


def _is_verb(table: TokenTable, node: int) -> bool:
    if table.upos[node] == "VERB":
        return table.dep[node] not in _NO_PREDICATE
    return table.upos[node] == "AUX" and table.dep[node] == "cop"


def clause_head(table: TokenTable, verb: int) -> int:
    """The token that carries the dependents of a verb: the predicate for a copula, else the verb itself."""
    return table.head[verb] if table.dep[verb] == "cop" else verb


def main_verb(table: TokenTable, auxiliary: int, end: int) -> int:
    """The lexical verb of an auxiliary, or the auxiliary itself if it is a copula."""
    head, label = table.head[auxiliary], table.dep[auxiliary]
    if label == "cop":
        return auxiliary
    if label.startswith("aux") and auxiliary < head < end and table.upos[head] == "VERB":
        return head
    for node in range(auxiliary + 1, min(auxiliary + 5, end)):
        if table.upos[node] == "VERB":
            return node
        if table.upos[node] not in ("ADV", "AUX", "PART"):
            break
    return auxiliary


def verb_right_before(table: TokenTable, number: int) -> int | None:
    """The verb in front of the number, over particles, prepositions and articles: "bought about 5", "lent out 310"."""
    start = phrase_start(table, table.spans[number][0])
    first, node = table.sentence(start)[0], start - 1
    for _ in range(2):
        if table.lower[node] in words("clauses", "particles") and table.upos[node] in ("ADP", "ADV", "PART"):
            node -= 1
    if node < first or table.upos[node] != "VERB" or table.dep[node] in ("amod", "compound", "case"):
        return None
    return None if _ends_free_clause(table, node) else node


def _ends_free_clause(table: TokenTable, verb: int) -> bool:
    """True for the "left" of "she split what was left among 6", after which the main clause goes on."""
    remainder = ("left", "remaining", "remained", "remains")
    return table.lower[verb] in remainder and "what" in table.lower[max(0, verb - 2) : verb]


def has_auxiliary(table: TokenTable, verb: int) -> bool:
    """True for a verb with an auxiliary; the "to" of an infinitive is none."""
    return any(table.dep[kid].startswith("aux") and table.lower[kid] != "to" for kid in table.children[verb])
