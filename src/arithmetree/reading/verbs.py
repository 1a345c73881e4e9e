"""The verb that governs a word: up the dependency tree, or beside it where the tree leads nowhere."""

from __future__ import annotations

from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.word_order import phrase_start

_NO_PREDICATE = frozenset(
    {"amod", "compound", "case", "mark", "fixed", "aux", "aux:pass", "cop", "advmod", "cc", "det"}
)
_PARTICLES = frozenset(
    {
        "out",
        "off",
        "up",
        "down",
        "away",
        "back",
        "in",
        "on",
        "for",
        "with",
        "by",
        "at",
        "to",
        "of",
        "from",
        "into",
        "over",
        "aside",
    }
)


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
        if verb is not None and not _follows_as_description(table, verb, index) and not _comments(table, verb, index):
            return verb
    left = verb_to_the_left(table, index)
    return left if left is not None else _verb_to_the_right(table, index)


def _predicate(table: TokenTable, node: int) -> int | None:
    """The verb at a node: the node itself, or its copula."""
    token = table.tokens[node]
    if token.upos in ("VERB", "AUX") and token.dep not in _NO_PREDICATE:
        return node
    return table.copulas.get(node)


def _follows_as_description(table: TokenTable, verb: int, index: int) -> bool:
    """True for "left" after a counted thing ("had 5 left", "there are 12 pens left"), which governs nothing."""
    token = table.tokens[verb]
    if _ends_free_clause(table, verb):
        return True
    if verb < index or table.lower[verb] not in ("left", "remaining") or token.dep == "root":
        return False
    return token.head < index and table.child(verb, "aux", "obj") is None


def _comments(table: TokenTable, verb: int, index: int) -> bool:
    """True for the verb of a clause that comments on what comes before it: "takes her 18 minutes, which is 6 less"."""
    node = verb - 1
    while node > index and table.upos[node] in ("AUX", "ADV"):
        node -= 1
    return node - 1 > index and table.lower[node] in ("which", "who") and table.lower[node - 1] == ","


def verb_to_the_left(table: TokenTable, index: int) -> int | None:
    first = max(table.sentence(index)[0], index - REACH)
    return next((node for node in range(index - 1, first - 1, -1) if _is_verb(table, node)), None)


def _verb_to_the_right(table: TokenTable, index: int) -> int | None:
    last = min(table.sentence(index)[1], index + REACH)
    return next((node for node in range(index + 1, last) if _is_verb(table, node)), None)


def _is_verb(table: TokenTable, node: int) -> bool:
    token = table.tokens[node]
    if token.upos == "VERB":
        return token.dep not in _NO_PREDICATE
    return token.upos == "AUX" and token.dep == "cop"


def clause_head(table: TokenTable, verb: int) -> int:
    """The token that carries the dependents of a verb: the predicate for a copula, else the verb itself."""
    return table.head[verb] if table.dep[verb] == "cop" else verb


def main_verb(table: TokenTable, auxiliary: int, end: int) -> int:
    """The lexical verb of an auxiliary, or the auxiliary itself if it is a copula."""
    token = table.tokens[auxiliary]
    if token.dep == "cop":
        return auxiliary
    if token.dep.startswith("aux") and auxiliary < token.head < end and table.upos[token.head] == "VERB":
        return token.head
    for node in range(auxiliary + 1, min(auxiliary + 5, end)):
        if table.upos[node] == "VERB":
            return node
        if table.upos[node] not in ("ADV", "AUX", "PART"):
            break
    return auxiliary


def verb_right_before(table: TokenTable, number: int) -> int | None:
    """The verb in front of the number, over particles, prepositions and articles: "bought about 5", "lent out 310"."""
    first = phrase_start(table, table.spans[number][0])
    node, over = first - 1, 0
    while node >= 0 and over < 2 and table.lower[node] in _PARTICLES and table.upos[node] in ("ADP", "ADV", "PART"):
        node, over = node - 1, over + 1
    if node < 0 or table.tokens[node].sent != table.tokens[first].sent:
        return None
    token = table.tokens[node]
    if token.upos == "VERB" and token.dep not in ("amod", "compound", "case") and not _only_describes(table, node):
        return node
    return None


def _only_describes(table: TokenTable, verb: int) -> bool:
    """True for "left" and "remaining" after a noun or in "what is left"."""
    if _ends_free_clause(table, verb):
        return True
    if table.lower[verb] not in ("left", "remaining") or verb == 0:
        return False
    return table.upos[verb - 1] == "NOUN" or table.lower[verb - 1] in ("those", "ones", "any")


def _ends_free_clause(table: TokenTable, verb: int) -> bool:
    """True for the "left" of "she split what was left among 6", after which the main clause goes on."""
    remainder = ("left", "remaining", "remained", "remains")
    return table.lower[verb] in remainder and "what" in table.lower[max(0, verb - 2) : verb]


def has_auxiliary(table: TokenTable, verb: int) -> bool:
    return any(table.dep[kid].startswith("aux") and table.lower[kid] != "to" for kid in table.children[verb])
