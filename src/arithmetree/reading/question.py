"""The question: which words of the text ask, and for what (docs/method.md)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from arithmetree.measures import DURATIONS, MONEY, measures
from arithmetree.reading.noun_phrases import phrase_at
from arithmetree.reading.rates.finder import RateFinder
from arithmetree.reading.subjects import subject_of
from arithmetree.reading.tenses import tense_of
from arithmetree.reading.tokens import COMPARATIVES, FINITE, VERBS, Resolve, TokenTable
from arithmetree.reading.units.noun_groups import CountedUnit, Units, noun_group
from arithmetree.reading.verbs import governing_verb
from arithmetree.schemas import Question
from arithmetree.word_lists import words

_CLAUSE_BREAKS = frozenset({",", ";", ":", "and", "then", "but", "so", "-", "–", "—", "(", '"', "“", "please"})
_LEADING_PREPOSITIONS = frozenset({"in", "by", "at", "for", "to", "of", "on", "with", "from", "after", "into", "about"})
_ABSTRACT = frozenset({"number", "amount", "total", "quantity", "sum"})
_SAYING = frozenset({"tell", "say", "know", "show", "let", "see"})
_BEFORE_ASKING = _CLAUSE_BREAKS | _SAYING | {"me", "us", "out"}
_SUPPOSING = frozenset({"if", "assuming", "given", "provided", "supposing", "suppose", "unless"})


def question_spans(table: TokenTable) -> Iterator[tuple[int, int, str]]:
    """For every question the tokens (first, past-the-last) that ask, and the words they ask with."""
    for first, last in table.sentences:
        found = _asking_start(table, first, last)
        if found is not None:
            start, asking, asks = found
            yield start, _asking_end(table, asking, last), asks


def _asking_start(table: TokenTable, first: int, last: int) -> tuple[int, int, str] | None:
    """Where the question of a sentence starts, the asking word itself, and the words it asks with."""
    marked = "?" in table.lower[first:last]
    request = _request(table, first, last)
    asking: tuple[int, str] | None = None
    for node in range(first, last):
        word, after = table.lower[node], table.lower[node + 1]
        if word == "how" and after in words("questions", "ask", "how"):
            asking = (node, f"how {after}")
        elif word == "how" and marked and after != "to":
            asking = (node, "how")
        elif word in words("questions", "ask", "wh") and (marked or request is not None):
            first_or_joined = asking is None or table.upos[node - 1] == "CCONJ"
            asking = (node, word) if first_or_joined and _opens_clause(table, node, first) else asking
    if request is not None and (asking is None or (asking[0] > request and table.lemma[request] not in _SAYING)):
        return request, request, "find"
    if asking is None:
        return (first, first, "whether") if marked else None
    node, asks = asking
    led = node > first and table.lower[node - 1] in _LEADING_PREPOSITIONS and _opens_clause(table, node - 1, first)
    return node - led, node, asks


def _opens_clause(table: TokenTable, node: int, first: int) -> bool:
    """True at a sentence start, after a break, a subordinate clause, or a preposition that opens one."""
    if node == first:
        return True
    before = table.lower[node - 1]
    if before in _BEFORE_ASKING or table.upos[node - 1] in ("VERB", "PUNCT", "CCONJ", "SPACE"):
        return True
    return before in _LEADING_PREPOSITIONS and _opens_clause(table, node - 1, first)


def _request(table: TokenTable, first: int, last: int) -> int | None:
    """The verb of a request: "Find the total", "Then work out", "If ..., calculate ..."."""
    for node in range(first, last):
        if table.lemma[node].lower() not in words("questions", "ask", "requests"):
            continue
        if table.tag[node] not in ("VB", "VBP", "NN", "NNP"):
            continue
        if table.lower[node] in ("work", "figure") and table.lower[node + 1] != "out":
            continue
        breaks = table.lower[node - 1] in _CLAUSE_BREAKS and table.lower[node - 1] not in ("and", "so", "-")
        if node == first or (breaks and table.child(node, "nsubj", "det") is None):
            return node
    return None


def _asking_end(table: TokenTable, asking: int, last: int) -> int:
    """The token after the asking clause: before "?", a colon, or a clause with its own verb."""
    end = last
    for node in range(asking + 1, last):
        word = table.lower[node]
        subordinate = word in words("questions", "cut", "subordinators") and _own_clause(table, node, last)
        if word in ("?", ";", ":", "!", "—") or (word == "." and node + 1 == last) or subordinate:
            end = node
            break
    while end > asking + 1 and table.upos[end - 1] in ("PUNCT", "SPACE"):
        if table.lower[end - 1] in ("%", ")", '"', "”"):
            break
        end -= 1
    return end - (end > asking + 1 and table.lower[end - 1] in ("and", "but", "even", "only"))


def _own_clause(table: TokenTable, node: int, last: int) -> bool:
    """True if a subordinator starts a clause with its own verb: "when he stops", not "after lunch"."""
    word = table.lower[node]
    if word in _SUPPOSING:
        return True
    if word in ("as", "so", "since") and table.lower[node - 1] != ",":
        return False
    for inner in range(node + 1, last):
        if table.lower[inner] in (",", "?", ".", ";"):
            return False
        verbal = table.tag[inner] in FINITE or table.tag[inner] in ("VBG", "VBN", "VB")
        if verbal and table.dep[inner] not in ("amod", "compound") and table.upos[inner] in VERBS:
            return True
    return False


def build_question(
    table: TokenTable, span: tuple[int, int, str], units: Units, rates: RateFinder, resolve: Resolve
) -> Question:
    """The question between two tokens, with its unit, subject, verb and the words that point to an operation."""
    start, end, asks = span
    unit = _asked_unit(table, start, end, asks, units)
    centre = unit.index if unit.index is not None and unit.index < end else _asking_token(table, start, end)
    verb = governing_verb(table, centre)
    if verb is not None and not start <= verb < end:
        verb = next((node for node in range(start, end) if table.upos[node] == "VERB"), None)
    subject = subject_of(table, verb) if verb is not None else None
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
        words=tuple(word for word in table.lower[start:end] if word in _pointing_words()),
        rate=rates.asked(start, end, unit.head),
        unit_span=table.span(unit.noun),
    )


@cache
def _pointing_words() -> frozenset[str]:
    groups = ("left", "comparison", "rate", "change")
    return words("story", "asks", "total").union(*(words("questions", "words", group) for group in groups))


def _asking_token(table: TokenTable, start: int, end: int) -> int:
    asking = (node for node in range(start, end) if table.lower[node] in ("how", "what", "which", "who", "whose"))
    return next(asking, start)


def _asked_unit(table: TokenTable, start: int, end: int, asks: str, units: Units) -> CountedUnit:
    """What the answer counts: the noun after the question word, or the last one mentioned."""
    nothing = CountedUnit((), None, None, start, start)
    asking = _asking_token(table, start, end)
    if asks in ("how many", "how much"):
        group = noun_group(table, asking + 2)
        if group.index is not None and group.index < end:
            return group
        named = [unit for unit in units if unit is not None and unit.head is not None]
        if asks == "how much":
            dearer = table.tag[asking + 2] in COMPARATIVES and table.lower[asking + 2] not in ("more", "less")
            money = [unit for unit in named if measures(unit.head, MONEY)]
            return money[0] if money and not dearer else nothing
        counted = [unit for unit in named if not measures(unit.head, MONEY, DURATIONS)]
        return (counted or named or [nothing])[-1]
    for node in range(asking, end):
        if table.upos[node] == "NOUN":
            group = noun_group(table, node)
            if group.head in _ABSTRACT and table.lower[group.end] == "of":
                inside = group.end + 1
                while table.is_a(inside, ("DET", "PRP$")):
                    inside += 1
                inner = noun_group(table, inside)
                return inner if inner.head is not None else group
            if asks in ("find", "what", "which", "whose"):
                return group
    return nothing
