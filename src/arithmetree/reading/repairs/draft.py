"""A parse while it is repaired: its columns, what a word may be by its form and place, and new tags for it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from arithmetree.morphology import all_verbs, noun_lemma, spelled_verb_lemma, verb_lemma
from arithmetree.reading.tokens import FINITE, MARGIN, NOMINAL, REACH, VERBS, Columns
from arithmetree.schemas import Token
from arithmetree.word_lists import people, table, words

BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ", ""})
_CLAUSE_STARTS = BORDERS | {"SPACE"}
_MISPLACED = frozenset({"compound", "amod", "flat", "nmod:desc", "obl:unmarked", "advmod", "aux"})
_DETERMINERS = frozenset({"the", "The", "a", "an", "An", "each", "every", "Each", "Every"})


Key = tuple[str, str, str, str]
"""Part of speech, tag, label and shape of a token."""


@cache
def _shape(text: str) -> str:
    """What a rule can start from besides the tags: "function", "capital" or "small", with "-ing"."""
    if text in words("clauses", "function", "words"):
        return "function"
    return ("capital" if text[:1].isupper() and text.isalpha() else "small") + "-ing" * text.endswith("ing")


class Draft(Columns):
    """The columns of a parse, which can be changed; `numbers` are the tokens of quantities."""

    def __init__(self, tokens: Sequence[Token], numbers: frozenset[int]) -> None:
        super().__init__(tokens)
        self.numbers = numbers
        self.text = [token.text for token in tokens] + MARGIN
        self.sent = [token.sent for token in tokens] + [-1] * len(MARGIN)
        self.key = [(token.upos, token.tag, token.dep, _shape(token.text)) for token in tokens]
        self._changed: set[int] = set()

    def change(self, index: int, head: int | None = None, **columns: str) -> None:
        for name, value in columns.items():
            getattr(self, name)[index] = value
        if head is not None:
            self.head[index] = head
        self.key[index] = (self.upos[index], self.tag[index], self.dep[index], self.key[index][3])
        self._changed.add(index)

    def finished(self) -> tuple[Token, ...]:
        tokens = list(self.tokens)
        for i in self._changed:
            tag, dep, lemma = self.tag[i], self.dep[i], self.lemma[i]
            tokens[i] = replace(tokens[i], upos=self.upos[i], tag=tag, dep=dep, lemma=lemma, head=self.head[i])
        return tuple(tokens)

    def make_verb(self, index: int, tag: str, lemma: str | None = None) -> None:
        """Read a token as a verb with this tag."""
        lemma = lemma or verb_lemma(self.lower[index]) or self.lemma[index]
        self.change(index, upos="VERB", tag=tag, lemma=lemma)

    def make_clause(self, index: int, tag: str) -> None:
        """Read a token as the verb of a clause that had none."""
        dep = "root" if self.head[index] == index else "parataxis"
        self.change(index, upos="VERB", tag=tag, dep=dep, lemma=spelled_verb_lemma(self.lower[index]))

    def make_noun(self, index: int) -> None:
        """Read a token as a noun, plural if its form differs from the lemma."""
        lemma = noun_lemma(self.text[index])
        self.change(index, upos="NOUN", tag="NN" if lemma == self.lower[index] else "NNS", lemma=lemma)

    def make_subject(self, subject: int, verb: int) -> None:
        """Hang a noun under its verb; if the verb hung under the noun, it takes the noun's place."""
        above = self.head[subject]
        if self.head[verb] == subject:
            root = above in (subject, verb)
            self.change(verb, head=verb if root else above, dep="root" if root else self.dep[subject])
        self.change(subject, head=verb, dep="nsubj")

    def make_misplaced_subject(self, noun: int, verb: int) -> None:
        """Hang a noun under the verb after it if its label says that it only described a word that was no noun."""
        if self.upos[noun] in NOMINAL and self.dep[noun] in _MISPLACED:
            self.make_subject(noun, verb)

    def has_child(self, index: int, labels: frozenset[str]) -> bool:
        """True if a token with one of these labels hangs under another."""
        return any(head == index and self.dep[kid] in labels for kid, head in enumerate(self.head))

    def opens(self, index: int) -> bool:
        """True for the first word of a sentence."""
        return self.sent[index - 1] != self.sent[index]

    def clause_has_verb(self, index: int) -> bool:
        """True if there is a finite verb in the same stretch between punctuation marks and conjunctions."""
        for step in (-1, 1):
            node = index + step
            while self.upos[node] not in BORDERS or self.tag[node] == "HYPH":
                if self.upos[node] in VERBS and self.tag[node] in FINITE and self.dep[node] != "amod":
                    return True
                node += step
        return False

    def sentence_has_verb(self, index: int) -> bool:
        """True if there is any finite verb in the sentence, other than the token itself."""
        for step in (-1, 1):
            node = index + step
            while abs(node - index) < REACH and self.sent[node] == self.sent[index]:
                if self.upos[node] in VERBS and self.tag[node] in FINITE:
                    return True
                node += step
        return False

    def starts_with_place(self, index: int) -> bool:
        """True if a preposition opens the clause in front of a token: "In the box lie 24 chocolates"."""
        first = index
        while self.sent[first - 1] == self.sent[index] and self.upos[first - 1] not in _CLAUSE_STARTS:
            first -= 1
        return self.upos[first] == "ADP"

    def determined(self, index: int) -> bool:
        """True after an article, a possessive or "each"; "A" may be a name ("Row A")."""
        return self.text[index - 1] in _DETERMINERS or self.tag[index - 1] == "PRP$"

    def is_past(self, index: int) -> bool:
        """True for a past form or participle, by its spelling."""
        word = self.text[index]
        return spelled_verb_lemma(word) != self.lower[index] and not word.endswith(("s", "ing"))

    def opens_amount(self, index: int) -> bool:
        """True for a number or the sign of money in front of one."""
        return index in self.numbers or (index + 1 in self.numbers and self.tag[index] == "$")

    def verb_tag(self, index: int) -> str:
        """The tag of a verb, by its ending and the auxiliary in front of it."""
        if self.text[index].endswith("ing"):
            return "VBG"
        if self.is_past(index):
            return "VBN" if self.upos[index - 1] == "AUX" else "VBD"
        if self.text[index].endswith("s") and spelled_verb_lemma(self.text[index]) != self.lower[index]:
            return "VBZ"
        asked = any(self.upos[kid] == "AUX" and self.head[kid] == index for kid in range(max(0, index - 8), index))
        return "VB" if asked else "VBP"


def is_irregular(word: str) -> bool:
    """True for an irregular form of a verb: "withdrew", "cut"."""
    return word in table("verbs")["irregular"]


def is_collective(word: str) -> bool:
    """True for a singular form that may take a plural verb: "The rest give 20 litres", "The catfish get meal"."""
    return word in ("rest", "others", "pair", "couple") or word in words("nouns", "unchanged", "words")


def disagrees(draft: Draft, subject: int, verb: int) -> bool:
    """True if a noun cannot be the subject of a present form: "sorts stamps", "the book stall", "sixteen suits"."""
    word = draft.lower[verb]
    if word == "lay" or word.endswith("ing") or (is_irregular(word) and not word.endswith("s")):
        return False
    base, noun = spelled_verb_lemma(word), draft.text[subject]
    if word != base and word.endswith("s"):
        several = draft.upos[subject] == "NUM" and draft.lower[subject] not in ("1", "one")
        return several or draft.tag[subject] == "NNS"
    return word == base and draft.tag[subject] == "NN" and not is_collective(noun) and noun_lemma(noun) == noun


def _owns_noun(draft: Draft, index: int) -> bool:
    """True if a noun further on is the object: "prints its pictures"."""
    owned = range(index + 2, len(draft.tokens))
    return any(draft.head[i] == index and draft.dep[i] == "obj" and draft.upos[i] == "NOUN" for i in owned)


def _is_unknown_function_word(draft: Draft, index: int) -> bool:
    word = draft.text[index]
    plain = word.islower() and word.isalpha() and len(word) > 2 and index not in draft.numbers
    return plain and spelled_verb_lemma(word) not in all_verbs()


_HELPED = frozenset({"cop", "aux", "aux:pass", "case", "det"})
_AUXILIARIES = frozenset({"aux", "aux:pass", "mark"})

TESTS: dict[str, Callable[[Draft, int], bool]] = {
    "acts": lambda draft, i: (verb_lemma(draft.text[i]) or draft.text[i]) != draft.lower[i],
    "agrees_with_head": lambda draft, i: not disagrees(draft, i, draft.head[i]),
    "amount": Draft.opens_amount,
    "before_head": lambda draft, i: draft.head[i] > i,
    "counting_adjective": lambda draft, i: draft.lower[i] in words("nouns", "before_numbers"),
    "determined": Draft.determined,
    "digits": lambda draft, i: draft.text[i].isdigit(),
    "first_name": lambda draft, i: draft.text[i] in people("names"),
    "hidden_participle": lambda draft, i: (
        (draft.upos[i] != "VERB" or draft.dep[i] == "amod") and draft.opens_amount(i + 1)
    ),
    "inverting": lambda draft, i: draft.lemma[i] in words("clauses", "inverted", "verbs"),
    "known": lambda draft, i: verb_lemma(draft.text[i]) is not None,
    "listed": lambda draft, i: spelled_verb_lemma(draft.text[i]) in all_verbs(),
    "no_auxiliary": lambda draft, i: not draft.has_child(i, _AUXILIARIES),
    "number": lambda draft, i: i in draft.numbers,
    "only_modifiers_to_head": lambda draft, i: (
        i < draft.head[i] < i + 12 and not {"VERB", "AUX", "ADV"} & set(draft.upos[i + 1 : draft.head[i]])
    ),
    "opens": Draft.opens,
    "owns": lambda draft, i: draft.has_child(i, frozenset({"obj"})),
    "owns_noun": _owns_noun,
    "past": Draft.is_past,
    "past_or_alike": lambda draft, i: draft.is_past(i) or is_irregular(draft.text[i]),
    "rare_adverb": lambda draft, i: (
        not draft.text[i].endswith("ly") and draft.lower[i] not in words("clauses", "opening_adverbs")
    ),
    "singular": lambda draft, i: draft.tag[i] == "NN" or not draft.text[i].endswith("s"),
    "small": lambda draft, i: draft.text[i].islower() and draft.text[i].isalpha() and len(draft.text[i]) > 1,
    "unhelped": lambda draft, i: not draft.has_child(i, _HELPED),
    "unknown_function_word": _is_unknown_function_word,
}
"""What a rule of data/repairs.toml can ask about a token besides its columns."""
