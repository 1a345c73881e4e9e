"""Our sentence patterns with gold trees: the files that hold them, and how they are filled with words.

notation.py explains how a pattern is written. The lexicon and the pattern files are divided into train, dev and test,
so that neither a pattern nor a filler that measures the parser was trained on.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from notation import Choice, Dependent, Item, Optional, parse_pattern
from sentences import Sentence
from trees import INFLECTED, Node, as_sentence

from arithmetree.errors import DataError

FOLDER = Path(__file__).with_name("patterns")
OPTIONAL_SHARE = 0.35

_UPOS = {
    "NN": "NOUN", "NNS": "NOUN", "NNP": "PROPN", "JJ": "ADJ", "JJR": "ADJ", "JJS": "ADJ", "RB": "ADV",
    "RBR": "ADV", "RBS": "ADV", "CD": "NUM", "VB": "VERB", "VBD": "VERB", "VBG": "VERB", "VBN": "VERB",
    "VBP": "VERB", "VBZ": "VERB", "RP": "ADP", "IN": "ADP", "UH": "INTJ", "DT": "DET",
}  # fmt: skip
_FEATURES = {
    "NN": "Number=Sing", "NNS": "Number=Plur", "NNP": "Number=Sing", "JJ": "Degree=Pos", "JJR": "Degree=Cmp",
    "RBR": "Degree=Cmp",
}  # fmt: skip
_SLOT_TAGS = {
    "name": "NNP", "title": "NNP", "surname": "NNP", "day": "NNP", "adj": "JJ", "tens": "CD", "ones": "CD",
    "numword": "CD",
}  # fmt: skip
_VERB_FORMS = ("VB", "VBZ", "VBD", "VBN", "VBG")
_LEMMA_IS_FORM = ("NN", "NNP", "JJ", "RB", "VB", "CD", "RP", "IN", "VBP", "UH", "DT")


def _lines(name: str) -> Iterator[str]:
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            yield line.strip()


@cache
def _words() -> dict[str, list[list[str]]]:
    table: dict[str, list[list[str]]] = {}
    for line in _lines("words.txt"):
        form, relations, upos, xpos, *features, lemma = (cell.strip() for cell in line.split("|"))
        table.setdefault(form, []).append([relations, upos, xpos, "|".join(features), lemma])
    return table


@cache
def _lexicon(split: str) -> dict[str, list[list[str]]]:
    """The entries of every slot that belong to a split: lists of forms."""
    slots: dict[str, list[list[str]]] = {}
    slot = ""
    for line in _lines("lexicon.txt"):
        if line.startswith("["):
            slot = line.strip("[]")
            continue
        name, _, entries = line.partition(":")
        if name in (split, "all"):
            slots.setdefault(slot, []).extend(entry.split() for entry in entries.split(","))
    return slots


@cache
def _phrases() -> dict[str, Choice]:
    phrases: dict[str, Choice] = {}
    for line in _lines("phrases.txt"):
        name, _, body = line.partition(" = ")
        phrases[name] = parse_pattern(body)
    return phrases


@dataclass(frozen=True)
class Pattern:
    """A sentence pattern: its name (file and number), whether it asks, and its choices."""

    name: str
    question: bool
    choice: Choice


@cache
def read_patterns(split: str) -> tuple[Pattern, ...]:
    """The patterns of train, dev or test."""
    patterns: list[Pattern] = []
    question = False
    for line in _lines(f"{split}.txt"):
        if line.startswith("["):
            question = line == "[questions]"
        else:
            patterns.append(Pattern(f"{split}-{len(patterns) + 1}", question, parse_pattern(line)))
    return tuple(patterns)


class Filler:
    """Fills patterns with words of one split, at random from a seed."""

    def __init__(self, split: str, seed: int) -> None:
        self._rng = random.Random(seed)
        self._slots = _lexicon(split)

    def sentence(self, pattern: Pattern) -> Sentence:
        """One sentence of the pattern with its gold tree."""
        root = self._head(pattern.choice, "ROOT", pattern.name)
        mark = _literal("?" if pattern.question else ".", "punct")
        mark.dep = "punct"
        root.right.append(mark)
        return as_sentence(root, pattern.name)

    def _head(self, choice: Choice, dep: str, pattern: str) -> Node:
        relation, _, crossing = dep.partition("^")
        parts = self._expand(choice, relation, pattern)
        heads = [index for index, part in enumerate(parts) if not part.dep]
        if len(heads) != 1:
            forms = [part.form for part in parts]
            raise DataError(f"pattern {pattern}: a bracket ({dep}) needs one bare word, this has {len(heads)}: {forms}")
        head = parts[heads[0]]
        head.dep, head.crossing_head = relation, crossing
        head.left = parts[: heads[0]] + head.left
        head.right = head.right + parts[heads[0] + 1 :]
        return head

    def _expand(self, item: Item, dep: str, pattern: str) -> list[Node]:
        if isinstance(item, Choice):
            return [node for part in self._rng.choice(item.options) for node in self._expand(part, dep, pattern)]
        if isinstance(item, Optional):
            if self._rng.random() > OPTIONAL_SHARE:
                return []
            return self._expand(item.content, dep, pattern)
        if isinstance(item, Dependent):
            return [self._head(item.content, item.dep, pattern)]
        if item.startswith("@"):
            if item not in _phrases():
                raise DataError(f"pattern {pattern}: phrases.txt has no {item}")
            return self._expand(_phrases()[item], dep, pattern)
        if item.startswith("<"):
            return [self._slot(item.strip("<>"), pattern)]
        return [_literal(item, dep)]

    def _slot(self, slot: str, pattern: str) -> Node:
        name, _, form = slot.partition(".")
        if name == "digits":
            number = str(self._rng.randint(*self._rng.choice(((2, 12), (2, 99), (100, 999)))))
            if self._rng.random() < 0.05:
                number = f"{self._rng.randint(1, 90)},{self._rng.randint(0, 999):03}"
            return Node(number, "CD", "NUM", "NumForm=Digit|NumType=Card", number.replace(",", ""))
        if name == "price":
            number = f"{self._rng.randint(0, 60)}.{self._rng.randint(0, 99):02}"
            number = self._rng.choice((number, str(self._rng.randint(2, 80))))
            return Node(number, "CD", "NUM", "NumForm=Digit|NumType=Card", number)
        if name == "decimal":
            number = f"{self._rng.randint(0, 20)}.{self._rng.randint(1, 9)}"
            number = self._rng.choice((number, "1/2", "3/4", "2/3", "1/4"))
            return Node(number, "CD", "NUM", "NumForm=Digit|NumType=" + ("Frac" if "/" in number else "Card"), number)
        if name not in self._slots:
            raise DataError(f"pattern {pattern}: lexicon.txt has no slot {name}")
        forms = self._rng.choice(self._slots[name])
        if form in _VERB_FORMS:
            return Node(forms[_VERB_FORMS.index(form)], form, "VERB", INFLECTED, forms[0])
        if form == "VBP":
            return Node(forms[0], form, "VERB", INFLECTED, forms[0])
        if form == "pl":
            return Node(forms[1], "NNS", "NOUN", "Number=Plur", forms[0])
        xpos = _SLOT_TAGS.get(name, "NN")
        features = "NumForm=Word|NumType=Card" if xpos == "CD" else _FEATURES[xpos]
        return Node(forms[0], xpos, _UPOS[xpos], features, forms[0])


def _literal(item: str, dep: str) -> Node:
    form, *annotation = item.split("/") if len(item) > 1 else [item]
    if annotation:
        tag = annotation[0]
        if len(annotation) < 2 and tag not in _LEMMA_IS_FORM:
            raise DataError(f"{item}: write the lemma too, {item}/LEMMA")
        lemma = annotation[1] if len(annotation) > 1 else form
        features = INFLECTED if tag.startswith("VB") else _FEATURES.get(tag, "_")
        return Node(form, tag, _UPOS[tag], features, lemma)
    for relations, upos, xpos, features, lemma in _words().get(form, []):
        if relations == "*" or dep in relations.split(","):
            return Node(form, xpos, upos, features, lemma)
    raise DataError(f"the word {form} with relation {dep} is not in words.txt; add it, or write {form}/XPOS/LEMMA")
