"""Places in the text that speak for a reason: numbers with their units, verbs, words near them, the question."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.schemas import Token
from arithmetree.solution import Span
from arithmetree.word_lists import words

_FAR = 7  # tokens behind a number in which its noun has to stand
_FINITE = frozenset({"VBD", "VBZ", "VBP"})
_POINTING = frozenset({"those", "these", "his", "her", "its", "their", "my", "our"})
_BETWEEN = (
    frozenset({"of", "the", "-", "–", "more", "fewer", "less", "additional", "extra", "other", "another", "new"})
    | _POINTING
)
_DROPPED = (
    frozenset({"-", "–", "more", "fewer", "less", "additional", "extra", "other", "another", "new", "the"}) | _POINTING
)


@dataclass(frozen=True, slots=True)
class WrittenUnit:
    """The noun phrase behind a number: where it ends, its words, and which of them is the noun."""

    end: int
    words: tuple[str, ...]
    head: int


def written_unit(facts: ProblemFacts, number: int) -> WrittenUnit | None:
    """The unit that stands right behind a number ("kilograms of veal"); None where another mention has to tell it."""
    schema = facts.quantities[number].schema
    tokens = facts.problem.tokens
    lemmas = set(schema.unit) | {schema.unit_head}
    if schema.unit_head is None or schema.quantity.kind is Kind.MONEY:
        return None
    first = bisect_left(tokens, schema.quantity.end, key=lambda token: token.start)
    words: list[str] = []
    head: int | None = None
    end = schema.quantity.end
    for token in tokens[first : first + _FAR]:
        lemma = token.lemma.lower()
        if token.sent != schema.sentence or is_number(token, facts) or token.upos == "PROPN" or token.tag in _FINITE:
            break
        if lemma in lemmas or token.text.lower() in lemmas:
            if head is None and schema.unit_head in (lemma, token.text.lower()):
                head = len(words)
            words.append(token.text)
            end = token.end
        elif lemma in _BETWEEN and (head is None or lemma == "of"):
            if token.text.lower() not in _DROPPED:
                words.append(token.text)
        else:
            break
    if head is None:
        return None
    while words[-1] == "of":
        words.pop()
    if words[0] == "of":
        # "8 of the pupils" counts pupils, "20 of green tea" counts what stands elsewhere.
        if words[head].lower() == schema.unit_head:
            return None
        words, head = words[1:], head - 1
    return WrittenUnit(end, tuple(words), head)


def is_number(token: Token, facts: ProblemFacts) -> bool:
    """True for a token inside a number of the text."""
    return any(quantity.start <= token.start < quantity.end for quantity in facts.problem.quantities)


def amount_span(facts: ProblemFacts, number: int) -> Span:
    """A number with its currency sign and its unit."""
    quantity = facts.quantities[number].schema.quantity
    start, end = quantity.start, quantity.end
    text = facts.problem.text
    if quantity.kind is Kind.MONEY and start > 0 and text[start - 1] in "$£€¥₹":
        start -= 1
    if quantity.kind is Kind.MONEY or quantity.kind is Kind.PERCENT:
        behind = next((token for token in facts.problem.tokens if token.start >= end), None)
        hinted = {quantity.unit_hint, "%", "percent", "per cent", "¢"}
        if behind is not None and (behind.lemma.lower() in hinted or behind.text in hinted):
            end = behind.end
        elif text[end : end + 1] in ("%", "¢"):
            end += 1
    written = written_unit(facts, number)
    return start, end if written is None else max(end, written.end)


def written_number(facts: ProblemFacts, number: int) -> str:
    """A number as the text writes it, with its sign, but without the capital of a sentence start."""
    quantity = facts.quantities[number].schema.quantity
    if quantity.kind in (Kind.MONEY, Kind.PERCENT):
        start, end = amount_span(facts, number)
        return facts.problem.text[start:end]
    return quantity.text if quantity.text.isupper() else quantity.text[:1].lower() + quantity.text[1:]


def verb_span(facts: ProblemFacts, number: int) -> Span | None:
    """The verb that governs a number."""
    index = facts.quantities[number].schema.verb_index
    if index is None:
        return None
    token = facts.problem.tokens[index]
    return token.start, token.end


def words_near(facts: ProblemFacts, number: int, wanted: Iterable[str], *, reach: int = 5) -> list[Span]:
    """The words of a list that stand within some tokens of a number, in its sentence."""
    schema = facts.quantities[number].schema
    tokens = facts.problem.tokens
    wanted = frozenset(wanted)
    at = next((index for index, token in enumerate(tokens) if token.end > schema.quantity.start), 0)
    near = tokens[max(0, at - reach) : at + reach + 1]
    return [
        (token.start, token.end)
        for token in near
        if token.sent == schema.sentence and (token.lemma.lower() in wanted or token.text.lower() in wanted)
    ]


def words_asked(facts: ProblemFacts, wanted: Iterable[str]) -> list[Span]:
    """The words of a list that stand in the question."""
    question = facts.problem.question
    wanted = frozenset(wanted)
    if question is None:
        return []
    return [
        (token.start, token.end)
        for token in facts.problem.tokens
        if question.start <= token.start < question.end
        and (token.lemma.lower() in wanted or token.text.lower() in wanted)
    ]


def words_anywhere(facts: ProblemFacts, wanted: Iterable[str]) -> list[Span]:
    """The words of a list that stand anywhere in the text."""
    wanted = frozenset(wanted)
    return [
        (token.start, token.end)
        for token in facts.problem.tokens
        if token.upos != "VERB" and (token.lemma.lower() in wanted or token.text.lower() in wanted)
    ]


def before_asked(facts: ProblemFacts) -> list[Span]:
    """Where the question asks for the time before: "before", "originally", "at first"."""
    found = words_asked(facts, words("explanation", "before", "words"))
    question = facts.problem.question
    at = -1 if question is None else question.text.lower().find(_AT_FIRST)
    if question is not None and at >= 0:
        found.append((question.start + at, question.start + at + len(_AT_FIRST)))
    return found


_AT_FIRST = "at first"


def comparison_span(facts: ProblemFacts, number: int) -> Span | None:
    """A comparison from its number to what it compares with: "26 fewer than Bay Farm"."""
    schema = facts.quantities[number].schema
    comparison = schema.comparison
    if comparison is None:
        return None
    start = amount_span(facts, number)[0]
    if not comparison.words.endswith(("than", "as")):
        return start, _comparative_end(facts, number)
    joint, times = ("than", 1) if comparison.words.endswith("than") else ("as", 2)  # "twice as many as Mia"
    end = None
    for token in [token for token in facts.problem.tokens if token.start >= schema.quantity.end][:_COMPARISON]:
        if token.sent != schema.sentence or token.text in (".", "?", ";", ","):
            break
        if times > 0:
            times -= token.text.lower() == joint
            end = token.end if times == 0 else end
        elif token.upos in ("NOUN", "PROPN", "PRON", "DET", "ADJ", "PART") or token.text.lower() in _TO_THE_NAME:
            end = token.end
            follows = _next(facts, token)
            is_name = token.upos in ("NOUN", "PROPN", "PRON") and token.tag != "PRP$"
            if is_name and (follows is None or follows.upos not in ("NOUN", "PROPN", "PART")):
                break
        else:
            break
    return None if end is None else (start, end)


_COMPARISON = 16  # tokens behind the number
_TO_THE_NAME = frozenset({"on", "in", "at", "for", "did"})


def _comparative_end(facts: ProblemFacts, number: int) -> int:
    """Where "19 degrees cooler" ends."""
    end = amount_span(facts, number)[1]
    behind = [token for token in facts.problem.tokens if token.start >= end][:2]
    return next((token.end for token in behind if token.tag in ("JJR", "RBR")), end)


def _next(facts: ProblemFacts, token: Token) -> Token | None:
    return next((other for other in facts.problem.tokens if other.start >= token.end), None)


def between(facts: ProblemFacts, one: int, other: int) -> tuple[Span, list[str]] | None:
    """The place from a number to the next one, each with its unit, and the words between them; None if they are far."""
    first, last = sorted((one, other))
    if last != first + 1:
        return None
    start, end = amount_span(facts, first), amount_span(facts, last)
    return (start[0], end[1]), facts.problem.text[start[1] : end[0]].lower().split()


def phrase_around(facts: ProblemFacts, index: int) -> str:
    """The noun phrase of a token with its article and what stands before its noun, as the text writes it."""
    tokens = facts.problem.tokens
    first = index
    while first > 0 and tokens[first - 1].sent == tokens[index].sent and _describes(tokens, first - 1, index):
        first -= 1
    text = " ".join(facts.problem.text[tokens[first].start : tokens[index].end].split())
    if first == index and tokens[index].tag == "NN":
        return f"the {text}"
    return text if tokens[first].upos == "PROPN" or tokens[first].text == "I" else text[:1].lower() + text[1:]


def _describes(tokens: Sequence[Token], word: int, noun: int) -> bool:
    for _ in range(4):
        if word == noun:
            return True
        described = tokens[word].upos in ("DET", "ADJ", "NOUN", "PROPN", "PRON", "PART", "NUM")
        if not described and tokens[word].dep != "amod":
            return False
        word = tokens[word].head
    return False


def quoted(facts: ProblemFacts, *spans: Span) -> str:
    """The words of some places in quotation marks, with dots where the text goes on between them."""
    pieces: list[str] = []
    for start, end in sorted(set(spans)):
        pieces.append(" ".join(facts.problem.text[start:end].split()))
    return '"' + " ... ".join(dict.fromkeys(pieces)) + '"'


def without_overlaps(spans: Iterable[Span]) -> tuple[Span, ...]:
    """The places in order, those that touch or overlap joined to one."""
    joined: list[Span] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)
