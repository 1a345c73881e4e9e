"""Subjects behind their verb, or between it and its auxiliary: in questions, and behind "there is"."""

from __future__ import annotations

from arithmetree.reading.subjects.head_word import head_word
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.word_order import noun_start

RELATIVES = frozenset({"who", "which", "that"})


def existing_thing(table: TokenTable, verb: int) -> int | None:
    """The head of what "there is" says to exist: the first noun or number behind the verb."""
    if table.tokens[verb].lemma != "be":
        return None
    first, last = table.sentences[table.tokens[verb].sent]
    if not any(
        table.lower[node] == "there" and table.tokens[node].dep in ("expl", "nsubj", "advmod")
        for node in range(max(first, verb - 4), min(verb + 2, last))
    ):
        return None
    return _first_noun_behind(table, verb)


def _first_noun_behind(table: TokenTable, verb: int) -> int | None:
    """The head of the noun phrase or the bare number right behind a verb."""
    last = table.sentences[table.tokens[verb].sent][1]
    for node in range(verb + 1, last):
        token = table.tokens[node]
        if table.lower[node] == "times" and table.lower[node + 1 : node + 2] in (["as"], ["the"], ["more"]):
            continue  # "there are 3 times as many sheep"
        if token.upos == "NOUN" or token.upos == "PROPN":
            while node + 1 < last and table.tokens[node].head == node + 1 and table.tokens[node + 1].upos == "NOUN":
                node += 1
            return node
        compared = table.lower[node + 1 : node + 2] == ["as"]  # "There were twice as many girls as boys"
        if node in table.quantity_at and not compared and not _noun_behind_number(table, node, last):
            return node
        if token.upos in ("ADP", "PUNCT", "VERB"):
            break
    return None


def inverted_subject(table: TokenTable, verb: int) -> int | None:
    """The subject inside a question: between auxiliary and verb ("can Mia buy"), or behind "be" ("how old is Mia")."""
    first, last = table.sentences[table.tokens[verb].sent]
    node = verb - 1
    while node > first and (table.tokens[node].upos == "ADV" or table.lower[node] in ("have", "be", "been")):
        node -= 1
    if table.tokens[node].upos in ("NOUN", "PROPN", "PRON", "NUM") or table.lower[node] in ("both", "all", "each"):
        start = noun_start(table, node, first)
        joined = start
        while (
            joined > first + 2
            and (table.lower[joined - 1] == "and" or table.tokens[joined - 1].upos == "ADP")
            and table.tokens[joined - 2].upos in ("PROPN", "NOUN", "PRON")
        ):  # also "What does a family of 2 adults and 3 children pay?"
            node = joined - 2
            joined = noun_start(table, node, first)
        auxiliary = joined - 1
        if auxiliary > first and table.tokens[auxiliary].upos == "AUX" and _asks(table, first, auxiliary):
            return head_word(table, node, verb)
    behind = table.lower[verb + 1] if verb + 1 < last else ""
    if table.tokens[verb].lemma == "be" and behind in ("it", "he", "she", "they") and _asks(table, first, verb):
        return verb + 1  # "After how many nights was it 27 metres tall?"
    relative = verb > first and table.lower[verb - 1] in RELATIVES and table.lower[verb - 2 : verb - 1] == [","]
    if (
        table.tokens[verb].lemma == "be"
        and verb > first
        and not relative
        and _asks(table, verb - 3, verb)
        and table.tokens[verb - 1].upos in ("ADV", "ADJ", "PRON")
    ):
        for ahead in range(verb + 1, last):
            token = table.tokens[ahead]
            if token.upos in ("NOUN", "PROPN") and token.dep not in ("compound", "nmod:poss"):
                return ahead
            if token.upos == "PRON" and token.tag != "PRP$":
                return ahead
            if ahead in table.quantity_at and not _noun_behind_number(table, ahead, last):
                return table.spans[table.quantity_at[ahead]][1] - 1
            if token.upos in ("ADP", "PUNCT", "VERB"):
                break
    return None


def _asks(table: TokenTable, start: int, end: int) -> bool:
    """True if a question word stands between two tokens, with no comma behind it."""
    for node in range(end - 1, max(start, 0) - 1, -1):
        if table.lower[node] == ",":
            return False
        if table.lower[node] in ("how", "what", "which", "when", "where", "why"):
            return True
    return False


def _noun_behind_number(table: TokenTable, node: int, last: int) -> bool:
    for ahead in range(node + 1, min(node + 6, last)):
        token = table.tokens[ahead]
        if token.upos in ("NOUN", "PROPN"):
            return True
        if (
            token.upos not in ("NUM", "ADJ", "CCONJ", "DET", "VERB")
            and token.tag != "HYPH"
            and ahead not in table.quantity_at
        ):
            return False
    return False
