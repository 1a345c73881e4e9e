"""The question: which words of the text ask, and for what (docs/method.md)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache

from arithmetree.measures import DURATIONS, MONEY, measures
from arithmetree.reading.noun_phrases import phrase_at
from arithmetree.reading.rates.finder import RateFinder
from arithmetree.reading.subjects import subject_of
from arithmetree.reading.tenses import tense_of
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.units.noun_groups import Unit, noun_group
from arithmetree.reading.verbs import governing_verb
from arithmetree.schemas import Question
from arithmetree.word_lists import words

_CLAUSE_BREAKS = frozenset({",", ";", ":", "and", "then", "but", "so", "-", "–", "—", "(", '"', "“", "please"})
_LEADING_PREPOSITIONS = frozenset({"in", "by", "at", "for", "to", "of", "on", "with", "from", "after", "into", "about"})
_ABSTRACT = frozenset({"number", "amount", "total", "quantity", "sum"})
_SAYING = frozenset({"tell", "say", "know", "show", "let", "see"})
_VERBAL_TAGS = frozenset({"VBD", "VBZ", "VBP", "MD", "VBG", "VBN", "VB"})


def question_spans(table: TokenTable) -> Iterator[tuple[int, int, str]]:
    """For every question the tokens (first, past-the-last) that ask, and the words they ask with."""
    for first, last in table.sentences:
        found = _asking_start(table, first, last)
        if found is not None:
            start, asking, asks = found
            end = _asking_end(table, asking, last)
            if end > start:
                yield start, end, asks


def _asking_start(table: TokenTable, first: int, last: int) -> tuple[int, int, str] | None:
    """Where the question of a sentence starts, the asking word itself, and the words it asks with."""
    marked = "?" in table.lower[first:last]
    request = _request(table, first, last)
    asking: tuple[int, str] | None = None
    for node in range(first, last):
        word = table.lower[node]
        if (
            word == "how"
            and table.lower[node + 1 : node + 2]
            and table.lower[node + 1] in words("questions", "ask", "how")
        ):
            asking = (node, f"how {table.lower[node + 1]}")
        elif word == "how" and marked and table.lower[node + 1] != "to":
            asking = (node, "how")
        elif (
            word in words("questions", "ask", "wh")
            and (marked or request is not None)
            and _opens_clause(table, node, first)
            and (asking is None or table.upos[node - 1] == "CCONJ")
        ):
            asking = (node, word)
    if request is not None and (asking is None or asking[0] > request):
        lemma = table.lemma[request]
        if not (lemma in _SAYING and asking is not None):
            return request, request, "find" if lemma in words("questions", "ask", "requests") else lemma
    if asking is not None:
        node, asks = asking
        start = node
        if node > first and table.lower[node - 1] in _LEADING_PREPOSITIONS and _opens_clause(table, node - 1, first):
            start = node - 1
        return start, node, asks
    if marked:
        return first, first, "whether"
    return None


def _opens_clause(table: TokenTable, node: int, first: int) -> bool:
    """True at a sentence start, after a break, a subordinate clause, or a preposition that opens one."""
    if node == first:
        return True
    before = table.lower[node - 1]
    if before in _CLAUSE_BREAKS or before in _SAYING or table.upos[node - 1] in ("VERB", "PUNCT", "CCONJ", "SPACE"):
        return True
    if before in ("me", "us", "out"):
        return True
    return before in _LEADING_PREPOSITIONS and _opens_clause(table, node - 1, first)


def _request(table: TokenTable, first: int, last: int) -> int | None:
    """The verb of a request: "Find the total", "Then work out", "If ..., calculate ..."."""
    for node in range(first, last):
        token = table.tokens[node]
        if token.lemma.lower() not in words("questions", "ask", "requests") or token.tag not in (
            "VB",
            "VBP",
            "NN",
            "NNP",
        ):
            continue
        if table.lower[node] in ("work", "figure") and table.lower[node + 1] != "out":
            continue
        before = table.lower[node - 1] if node > first else ""
        if node == first or (
            before in _CLAUSE_BREAKS - {"and", "so", "-"} and table.child(node, "nsubj", "det") is None
        ):
            return node
    return None


def _asking_end(table: TokenTable, asking: int, last: int) -> int:
    """The token after the asking clause: before "?", a colon, or a clause with its own verb."""
    end = last
    for node in range(asking + 1, last):
        word = table.lower[node]
        if word in ("?", ";", ":", "!", "—") or (word == "." and node + 1 == last):
            end = node
            break
        if word in words("questions", "cut", "subordinators") and _own_clause(table, node, last):
            end = node
            break
    while (
        end > asking + 1
        and table.upos[end - 1] in ("PUNCT", "SPACE")
        and table.lower[end - 1] not in ("%", ")", '"', "”")
    ):
        end -= 1
    if end > asking + 1 and table.lower[end - 1] in ("and", "but", "even", "only"):
        end -= 1
    return end


def _own_clause(table: TokenTable, node: int, last: int) -> bool:
    """True if a subordinator starts a clause with its own verb: "when he stops", not "after lunch"."""
    word = table.lower[node]
    if word in ("if", "assuming", "given", "provided", "supposing", "suppose", "unless"):
        return True
    if word in ("as", "so", "since") and table.lower[node - 1] != ",":
        return False
    if word == "as" and table.dep[node] != "mark":
        return False
    for inner in range(node + 1, last):
        token = table.tokens[inner]
        if table.lower[inner] in (",", "?", ".", ";"):
            return False
        if token.tag in _VERBAL_TAGS and token.dep not in ("amod", "compound") and token.upos in ("VERB", "AUX"):
            return True
    return False


def build_question(
    table: TokenTable,
    span: tuple[int, int, str],
    units: Sequence[Unit | None],
    rates: RateFinder,
    resolve: Callable[[int], str],
) -> Question:
    """The question between two tokens, with its unit, subject, verb and the words that point to an operation."""
    start, end, asks = span
    unit = _asked_unit(table, start, end, asks, units)
    centre = unit.index if unit.index is not None and unit.index < end else _asking_token(table, start, end)
    verb = governing_verb(table, centre) if start < end else None
    if verb is not None and not start <= verb < end:
        verb = next((node for node in range(start, end) if table.upos[node] == "VERB"), None)
    subject = subject_of(table, verb) if verb is not None else None
    asked_words = tuple(word for word in table.lower[start:end] if word in _pointing_words())
    first, last = table.tokens[start].start, table.tokens[end - 1].end
    return Question(
        start=first,
        end=last,
        text=table.text[first:last],
        asks=asks,
        unit=unit.words,
        unit_head=unit.head,
        subject=None if subject is None else phrase_at(table, subject),
        subject_resolved=None if subject is None else resolve(subject),
        verb=None if verb is None else table.lemma[verb],
        tense=None if verb is None else tense_of(table, verb),
        words=asked_words,
        rate=rates.asked(start, end, unit.head),
        unit_span=table.span(unit.noun),
    )


@cache
def _pointing_words() -> frozenset[str]:
    groups = ("left", "comparison", "rate", "change")
    return words("story", "asks", "total").union(*(words("questions", "words", group) for group in groups))


def _asking_token(table: TokenTable, start: int, end: int) -> int:
    for node in range(start, end):
        if table.lower[node] in ("how", "what", "which", "who", "whose"):
            return node
    return start


def _asked_unit(table: TokenTable, start: int, end: int, asks: str, units: Sequence[Unit | None]) -> Unit:
    """What the answer counts: the noun after the question word, or the last one mentioned."""
    nothing = Unit((), None, None, start, start)
    asking = _asking_token(table, start, end)
    if asks in ("how many", "how much"):
        group = noun_group(table, asking + 2)
        if group.head is not None and group.index is not None and group.index < end:
            return group
        if asks == "how much":
            money = [u for u in units if u is not None and measures(u.head, MONEY)]
            return money[0] if money and not _compares(table, asking + 2) else nothing
        spoken = [u for u in units if u is not None and u.head is not None]
        counted = [u for u in spoken if not measures(u.head, MONEY, DURATIONS)]
        return (counted or spoken or [nothing])[-1]
    for node in range(asking, end):
        if table.upos[node] == "NOUN":
            group = noun_group(table, node)
            if group.head in _ABSTRACT and table.lower[group.end] == "of":
                inner = noun_group(table, _skip_determiners(table, group.end + 1))
                return inner if inner.head is not None else group
            if asks in ("find", "what", "which", "whose"):
                return group
    return nothing


def _compares(table: TokenTable, node: int) -> bool:
    return (
        bool(table.lower[node : node + 1])
        and table.tag[node] in ("JJR", "RBR")
        and table.lower[node] not in ("more", "less")
    )


def _skip_determiners(table: TokenTable, node: int) -> int:
    while node < len(table.tokens) and (table.upos[node] == "DET" or table.tag[node] == "PRP$"):
        node += 1
    return node
