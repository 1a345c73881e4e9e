"""The parse as a plain table: tokens, their children, their sentences, and the tokens of each quantity."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, NamedTuple

from arithmetree.morphology import noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.quantities import Quantity
from arithmetree.schemas import Token

REACH = 80  # tokens: no rule looks further than this, so that reading takes linear time on any text

NOUNS = frozenset({"NOUN", "PROPN"})
VERBS = frozenset({"VERB", "AUX"})
NOMINAL = NOUNS | {"PRON"}
FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})  # tags
COMPARATIVES = frozenset({"JJR", "RBR"})  # tags
MARGIN = [""] * 16
_SUBJECTS = frozenset({"nsubj", "nsubj:pass"})
_SENTENCE_ENDS = frozenset({".", "?", "!", "...", "…"})
_HALVES_OF_DAY = frozenset({"a.m.", "p.m."})
_CLOSERS = frozenset({'"', "'", "”", "’", ")", "''", "]"})

Resolve = Callable[[int], str]
"""What a token stands for, as `pronouns.Pronouns` finds it."""


class Clause(NamedTuple):
    """The verb that governs a quantity and the head of its subject, both as tokens; None where there is none."""

    verb: int | None
    subject: int | None


class Columns:
    """The tokens of a text as columns: `lower` (the words in lower case), `upos`, `tag`, `dep`, `lemma` and `head`.

    All but `head` end with a margin of empty strings, so that a rule may look a few tokens past either end of the text
    and finds nothing there.
    """

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.tokens = tuple(tokens)
        self.lower = [token.text.lower() for token in tokens] + MARGIN
        self.upos = [token.upos for token in tokens] + MARGIN
        self.tag = [token.tag for token in tokens] + MARGIN
        self.dep = [token.dep for token in tokens] + MARGIN
        self.lemma = [token.lemma for token in tokens] + MARGIN
        self.head = [token.head for token in tokens]


class TokenTable(Columns):
    """Tokens of one text with what every later step looks up, computed once.

    `children` are the dependents of each token in text order, `copulas` the copula of each predicate that has
    one, `subjects` and `empty_subjects` (the "it" of "it rains") likewise, `sentences` the (first, past-the-last) token
    of each sentence, `spans` the same for each of the `quantities`, and `quantity_at` maps a token to the number of the
    quantity that it belongs to. `verb_above` keeps the verbs that `verbs.governing_verb` has found, `openings` the
    subjects that `clause_openings.openings` has found.
    """

    def __init__(self, text: str, tokens: Sequence[Token], quantities: Sequence[Quantity] = ()) -> None:
        super().__init__(tokens)
        self.text = text
        self.quantities = quantities
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
        starts = [index for index, token in enumerate(tokens) if index == 0 or token.sent != tokens[index - 1].sent]
        self.sentences = list(zip(starts, [*starts[1:], len(tokens)], strict=True))
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

    def is_a(self, index: int, kinds: Container[str]) -> bool:
        """True if the part of speech or the tag of a token is one of some."""
        return self.upos[index] in kinds or self.tag[index] in kinds

    def child(self, index: int, *deps: str) -> int | None:
        """The first dependent of a token whose label (or label before ":") is one of `deps`."""
        labelled = ((kid, self.dep[kid]) for kid in self.children[index])
        return next((kid for kid, label in labelled if label in deps or label.partition(":")[0] in deps), None)

    def cases(self, index: int) -> list[str]:
        """The prepositions in front of a noun."""
        return [self.lower[kid] for kid in self.children[index] if self.dep[kid] == "case"]

    def heads_phrase(self, index: int) -> bool:
        """True for a noun, name or pronoun that does not describe a noun after it."""
        describes = self.tag[index] == "PRP$" or self.dep[index] in ("compound", "nmod:poss", "nmod:desc")
        return self.upos[index] in NOMINAL and not describes

    def is_passive(self, verb: int) -> bool:
        return self.child(verb, "aux:pass") is not None

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
        heads = ((index, self.head[index]) for index in range(first, last))
        return next((index for index, head in heads if head == index or not first <= head < last), first)


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
