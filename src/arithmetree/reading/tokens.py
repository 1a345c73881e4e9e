"""The parse as a plain table: tokens, their children, their sentences, and the tokens of each quantity."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from typing import Any

from arithmetree.morphology import noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.quantities import Quantity
from arithmetree.schemas import Token

REACH = 80  # tokens: no rule looks further than this, so that reading takes linear time on any text

NOUNS = frozenset({"NOUN", "PROPN"})
VERBS = frozenset({"VERB", "AUX"})
NOMINAL = NOUNS | {"PRON"}
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})  # tags
MARGIN = [""] * 16
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_SENTENCE_ENDS = frozenset({".", "?", "!", "...", "…"})
_HALVES_OF_DAY = frozenset({"a.m.", "p.m."})
_CLOSERS = frozenset({'"', "'", "”", "’", ")", "''", "]"})


class TokenTable:
    """Tokens of one text with what every later step looks up, computed once.

    `lower` (the words in lower case), `upos`, `tag`, `dep`, `lemma` and `head` are the columns of the parse. They end
    with a margin of empty strings, so that a rule may look a few tokens past either end of the text and finds nothing
    there. `children` are the dependents of each token in text order, `copulas` the copula of each predicate that has
    one, `subjects` and `empty_subjects` (the "it" of "it rains") likewise, `sentences` the (first, past-the-last) token
    of each sentence, `spans` the same for each quantity, and `quantity_at` maps a token to the number of the quantity
    that it belongs to. `verb_above` keeps the verbs that `verbs.governing_verb` has found, `openings` the subjects that
    `clause_openings.openings` has found.
    """

    def __init__(self, text: str, tokens: Sequence[Token], quantities: Sequence[Quantity] = ()) -> None:
        self.text = text
        self.tokens = tuple(tokens)
        self.lower = [token.text.lower() for token in self.tokens] + MARGIN
        self.upos = [token.upos for token in self.tokens] + MARGIN
        self.tag = [token.tag for token in self.tokens] + MARGIN
        self.dep = [token.dep for token in self.tokens] + MARGIN
        self.lemma = [token.lemma for token in self.tokens] + MARGIN
        self.head = [token.head for token in self.tokens]
        self.children: list[list[int]] = [[] for _ in self.tokens]
        self.copulas: dict[int, int] = {}
        self.subjects: dict[int, list[int]] = {}
        self.empty_subjects: dict[int, int] = {}
        for index, (head, label) in enumerate(zip(self.head, self.dep, strict=False)):
            if head != index:
                self.children[head].append(index)
                if label == "cop":
                    self.copulas.setdefault(head, index)
                elif label in _SUBJECTS:
                    self.subjects.setdefault(head, []).append(index)
                elif label == "expl" and self.lower[index] == "it":
                    self.empty_subjects.setdefault(head, index)
        self.sentences = _sentence_spans(self.tokens)
        self.spans = quantity_spans(self.tokens, quantities)
        self.quantity_at: dict[int, int] = {}
        self.verb_above: dict[int, int | None] = {}
        self.openings: dict[int, tuple[int, int]] | None = None
        for number, (first, last) in enumerate(self.spans):
            for index in range(first, last):
                self.quantity_at.setdefault(index, number)

    def __len__(self) -> int:
        return len(self.tokens)

    def sentence(self, index: int) -> tuple[int, int]:
        """The first and the past-the-last token of the sentence that a token is in."""
        return self.sentences[self.tokens[index].sent]

    def child(self, index: int, *deps: str) -> int | None:
        """The first dependent of a token whose label (or label before ":") is one of `deps`."""
        for kid in self.children[index]:
            label = self.dep[kid]
            if label in deps or label.partition(":")[0] in deps:
                return kid
        return None

    def cases(self, index: int) -> list[str]:
        """The prepositions in front of a noun."""
        return [self.lower[kid] for kid in self.children[index] if self.dep[kid] == "case"]

    def ancestors(self, index: int) -> Iterable[int]:
        """The heads above a token, nearest first; a text made to be deep is not followed to its end."""
        for _ in range(REACH):
            head = self.head[index]
            if head == index:
                return
            yield head
            index = head

    def span(self, index: int | None) -> tuple[int, int] | None:
        """The characters of a token."""
        return None if index is None else (self.tokens[index].start, self.tokens[index].end)

    def anchor(self, number: int) -> int:
        """The token of a quantity that its surroundings attach to: the one whose head lies outside."""
        first, last = self.spans[number]
        for index in range(first, last):
            head = self.head[index]
            if head == index or not first <= head < last:
                return index
        return first


def quantity_spans(tokens: Sequence[Token], quantities: Sequence[Quantity]) -> list[tuple[int, int]]:
    """The (first, past-the-last) token of each quantity."""
    starts = [token.start for token in tokens]
    spans = []
    for quantity in quantities:
        first = max(bisect_right(starts, quantity.start) - 1, 0)
        spans.append((first, max(bisect_right(starts, quantity.end - 1), first + 1)))
    return spans


def tokens_of(doc: Any) -> tuple[Token, ...]:
    """The tokens of a spaCy Doc; white space that spaCy keeps as tokens stays, with its own part of speech."""
    tokens: list[Token] = []
    sentence, before = 0, ""
    for token in doc:
        # Every attribute of a spaCy token is worked out when it is asked for.
        text, start, upos, label = token.text, token.idx, token.pos_, token.dep_
        if tokens and not before.isalnum() and _starts_sentence(tokens, token):  # none starts after a plain word
            sentence += 1
        lemma, dep = _lemma(text, token.lemma_, upos), "root" if label == "ROOT" else label
        tokens.append(Token(start, start + len(text), text, lemma, upos, token.tag_, dep, token.head.i, sentence))
        before = text
    return tuple(tokens)


def _starts_sentence(before: Sequence[Token], token: Any) -> bool:
    """True at a sentence start that punctuation supports; parsers also break inside long sentences."""
    last = len(before) - 1
    furthest = max(last - REACH, 0)  # a text of nothing but quotation marks is not gone through at every one of them
    while last > furthest and before[last].text in _CLOSERS:
        last -= 1
    if before[last].text.isspace():
        return "\n\n" in before[last].text and bool(token.is_sent_start)
    if before[last].text in _HALVES_OF_DAY:
        return bool(token.is_sent_start) or (token.text[:1].isupper() and token.pos_ != "PROPN")
    if before[last].text not in _SENTENCE_ENDS:
        return False
    return token.text not in _SENTENCE_ENDS and token.text not in _CLOSERS and not token.text[:1].islower()


def _sentence_spans(tokens: Sequence[Token]) -> list[tuple[int, int]]:
    starts = [index for index, token in enumerate(tokens) if index == 0 or token.sent != tokens[index - 1].sent]
    return list(zip(starts, [*starts[1:], len(tokens)], strict=True))


def _lemma(text: str, lemma: str, upos: str) -> str:
    """Names as written, nouns and verbs by rule, all else as the parser says, in lower case."""
    if upos == "PROPN" and not text.islower():
        return text
    if upos in ("NOUN", "PROPN"):
        return noun_lemma(text)
    if upos == "VERB" and text.isalpha():
        return spelled_verb_lemma(text)
    if upos in ("VERB", "AUX"):  # "'s", "ca" of "can't"
        return verb_lemma(text) or (lemma or text).lower()
    return (lemma or text).lower()
