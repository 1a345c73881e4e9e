"""Sentences with gold trees, and how a few of them become one spaCy training document."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from spacy.tokens import Doc
from spacy.vocab import Vocab


@dataclass(frozen=True, slots=True)
class Sentence:
    """One sentence with its gold annotation, a tuple per column.

    `heads` are indices into the sentence, the root being its own head; an empty string in `pos`, `tags`, `lemmas`
    or `morphs` means that the source does not annotate the column, and "_" in `morphs` that there are no
    features. `pattern` names the sentence pattern of the source, or is empty.
    """

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    pos: tuple[str, ...]
    tags: tuple[str, ...]
    morphs: tuple[str, ...]
    lemmas: tuple[str, ...]
    heads: tuple[int, ...]
    deps: tuple[str, ...]
    pattern: str = ""


def to_doc(vocab: Vocab, sentences: Sequence[Sentence]) -> Doc:
    """Join sentences into one annotated document; the last word of each is followed by a space."""
    words: list[str] = []
    spaces: list[bool] = []
    pos: list[str] = []
    tags: list[str] = []
    morphs: list[str] = []
    lemmas: list[str] = []
    deps: list[str] = []
    heads: list[int] = []
    sent_starts: list[bool | int | None] = []
    for sentence in sentences:
        heads += [head + len(words) for head in sentence.heads]
        words += sentence.words
        spaces += (*sentence.spaces[:-1], True)
        pos += sentence.pos
        tags += sentence.tags
        morphs += sentence.morphs
        lemmas += sentence.lemmas
        deps += sentence.deps
        sent_starts += [position == 0 for position in range(len(sentence.words))]
    spaces[-1] = False
    doc = Doc(
        vocab,
        words=words,
        spaces=spaces,
        pos=pos,
        tags=tags,
        lemmas=lemmas,
        heads=heads,
        deps=deps,
        sent_starts=sent_starts,
    )
    # spaCy tells "no features" ("_") from "not annotated" (never set).
    tokens: Iterable[Any] = doc
    for token, morph in zip(tokens, morphs, strict=True):
        if morph:
            token.set_morph(morph)
    return doc


def pretokenised(sentence: Sentence) -> Sentence:
    """The sentence with a space between all tokens, as many benchmark texts are written ("cake .")."""
    return replace(sentence, spaces=tuple(True for _ in sentence.words))


def lower_case(sentence: Sentence) -> Sentence:
    """The sentence without capitals."""
    return replace(sentence, words=tuple(word.lower() for word in sentence.words))


def without_final_mark(sentence: Sentence) -> Sentence:
    """The sentence without its final full stop or question mark, if nothing hangs on it."""
    last = len(sentence.words) - 1
    if last < 2 or sentence.words[last] not in (".", "?") or last in sentence.heads:
        return sentence
    columns = ("words", "spaces", "pos", "tags", "morphs", "lemmas", "heads", "deps")
    return replace(sentence, **{name: getattr(sentence, name)[:last] for name in columns})


def as_written(sentence: Sentence) -> Sentence:
    """A spoken sentence without capitals and marks, written as one would write it.

    Parts of speech, features and lemmas are dropped: the treebank that needs this (Atis) has conventions of its
    own for them.
    """
    words = [
        word[0].upper() + word[1:] if index == 0 or pos == "PROPN" or word == "i" else word
        for index, (word, pos) in enumerate(zip(sentence.words, sentence.pos, strict=True))
    ]
    asks = sentence.words[0] in _ASKING or sentence.pos[0] == "AUX"
    return replace(
        sentence,
        words=(*words, "?" if asks else "."),
        spaces=(*sentence.spaces[:-1], False, True),
        pos=tuple("" for _ in range(len(words) + 1)),
        tags=(*sentence.tags, "."),
        morphs=tuple("" for _ in range(len(words) + 1)),
        lemmas=tuple("" for _ in range(len(words) + 1)),
        heads=(*sentence.heads, sentence.deps.index("ROOT")),
        deps=(*sentence.deps, "punct"),
    )


_ASKING = frozenset({"how", "what", "which", "who", "when", "where", "why", "whose"})


def augmented(group: Sequence[Sentence], rng: random.Random) -> list[Sentence]:
    """The group as it stands, or written in another way, at random."""
    choice = rng.random()
    if choice < 0.15:
        return [pretokenised(sentence) for sentence in group]
    if choice < 0.20:
        return [lower_case(sentence) for sentence in group]
    if choice < 0.22:
        return [*group[:-1], without_final_mark(group[-1])]
    return list(group)


def groups(sentences: Sequence[Sentence], longest: int, rng: random.Random) -> Iterator[list[Sentence]]:
    """Cut a sequence of sentences into neighbours of 1 to `longest`, so that boundaries are learnt too."""
    start = 0
    while start < len(sentences):
        size = rng.randint(1, longest)
        yield list(sentences[start : start + size])
        start += size
