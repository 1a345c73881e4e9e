"""Reading noun phrases by the order of the words alone, from left to right."""

from __future__ import annotations

from arithmetree.morphology import noun_lemma
from arithmetree.reading.tokens import FINITE, NOUNS, REACH, TokenTable
from arithmetree.reading.verbs import main_verb
from arithmetree.word_lists import people, words

_PARTITIVES = frozenset({"which", "whom"})  # "9 of which", "9 of whom"
PLAIN_PREPOSITIONS = frozenset({"with", "of", "at", "from", "in", "on", "by"})  # these open no clause
_BEFORE_THAT = frozenset({"than", "after", "before", "since", "until"})  # "After that 4 barns were given"
_ADJECTIVES_OF_NAMES = frozenset({"old", "young", "little", "big", "poor"})
_INSIDE = NOUNS | {"ADJ", "NUM", "SYM"}
_ARTICLES = frozenset({"the", "a", "an"})
_NO_SUBJECTS = frozenset({"there", "who", "which", "that", "what", "how", "whose", "whom", "here"})


class PhraseReader:
    """A cursor over the tokens of one sentence: `node` is the token it is at, `last` the first it may not read.

    `plain` collects the tokens stepped over, up to the first relative clause or participle: after it `reduced`
    is set, because what is there belongs to another verb.
    """

    def __init__(self, table: TokenTable, start: int, last: int) -> None:
        self.table = table
        self.node = start
        self.last = min(last, start + REACH)
        self.plain: list[int] = []
        self.reduced = False

    def word(self) -> str:
        """The word at the cursor in lower case; empty at the end."""
        return self.table.lower[self.node] if self.node < self.last else ""

    def upos(self) -> str:
        """The part of speech at the cursor; empty at the end."""
        return self.table.upos[self.node] if self.node < self.last else ""

    def step(self) -> None:
        if not self.reduced:
            self.plain.append(self.node)
        self.node += 1

    def back_to(self, node: int, seen: int) -> None:
        """Undo all steps since the cursor was at a token and `plain` had `seen` tokens."""
        self.node = node
        del self.plain[seen:]

    def skip_adverbs(self) -> None:
        """Step over adverbs; "how", "there" and "here" stay."""
        while self.upos() == "ADV" and self.word() not in _NO_SUBJECTS:
            self.step()

    def is_preposition(self) -> bool:
        """True at a preposition; "after" in front of a clause and the "up" of "sign up" are none."""
        label = self.table.dep[self.node]
        if self.upos() == "SCONJ":
            return label == "case"
        if label == "mark":
            return self.word() in PLAIN_PREPOSITIONS
        return self.upos() == "ADP" and label != "compound:prt"

    def is_time(self, head: int) -> bool:
        """True if a noun names a time: "Last week", "On Sundays"."""
        return noun_lemma(self.table.lower[head]) in words("clauses", "time", "words")

    def phrase(self) -> int | None:
        """The head of the noun phrase that starts here; None, and no step, if none does."""
        table, start, head = self.table, self.node, None
        while self.node < self.last:
            node, upos, tag, word = self.node, table.upos[self.node], table.tag[self.node], table.lower[self.node]
            if word in _NO_SUBJECTS and upos != "ADJ":
                break
            if upos == "PRON" and tag != "PRP$":
                if node == start:
                    head = node
                    self.step()
                break
            if (upos == "DET" or tag in ("PRP$", "DT", "PDT")) and not self._is_letter(head):
                if head is not None or (node > start and word in _ARTICLES and self._bare_head() is not None):
                    break
            elif node in table.quantity_at or upos == "NUM":
                if head is not None and not self._labels(head):
                    break
                number = table.quantity_at.get(node)
                end = node + 1 if number is None else min(self.last, table.spans[number][1])
                while self.node + 1 < end:
                    self.step()
            elif self._is_letter(head):
                pass
            elif upos in NOUNS:
                if head is not None and self._is_apart(head, node):
                    break
                head = node if head is None else self._head(head, node)
            elif upos == "SYM" or tag in ("HYPH", "POS", "$"):
                head = None if tag == "POS" else head
            elif upos == "ADJ" or table.dep[node] == "amod":
                if head is not None and table.tag[node - 1] != "HYPH":
                    break
            elif upos != "ADV" or table.dep[node] != "advmod" or head is not None or table.head[node] < node:
                break
            self.step()
        if head is None and self.node > start:
            head = self._bare_head()
        if head is None:
            self.node = start
        return head

    def prepositional_phrase(self) -> bool:
        """Step over a preposition and its noun phrase, "of which" included; False if no noun phrase follows."""
        self.step()
        while self.node + 1 < self.last and self.is_preposition():  # "out of the cellar"
            self.step()
        before = self.table.lower[self.node - 1]
        if (before == "of" and self.word() in _PARTITIVES) or (before in _BEFORE_THAT and self.word() == "that"):
            self.step()
            return True
        return self.phrase() is not None

    def reduced_clause(self) -> None:
        """Step over "filled with 20 pens" and "holding 6 eggs", whose quantities have that participle as verb."""
        self.reduced = True
        self.step()
        self.phrase()

    def relative_clause(self) -> None:
        """Step over "that Moritz iced" and "who has 5 dogs", whose quantities have that verb."""
        self.reduced_clause()
        while self.upos() in ("AUX", "ADV"):
            self.step()
        if self.upos() == "VERB":
            self.step()
        self.phrase()

    def finite_verb(self) -> int | None:
        """The verb that a finite form at the cursor belongs to: for an auxiliary the lexical verb after it."""
        tag, label = self.table.tag[self.node], self.table.dep[self.node]
        if self.upos() == "AUX":
            return main_verb(self.table, self.node, self.last) if tag in FINITE else None
        # A base form right after its subject is finite too, whatever its tag: "Six tables fill the hall".
        finite = (tag in FINITE or tag == "VB") and label not in ("amod", "compound")
        return self.node if finite and self.upos() == "VERB" else None

    def follows_number(self) -> bool:
        """True if the words before "each" hold a number, which it shares out: "For 6 tables with 4 legs each,"."""
        return any(node in self.table.quantity_at for node in range(self.node - 4, self.node))

    def _is_letter(self, head: int | None) -> bool:
        """True for the letter that names one of several: "Ferry A takes"."""
        text = self.table.tokens[self.node].text
        return head is not None and head == self.node - 1 and len(text) == 1 and text.isupper()

    def _bare_head(self) -> int | None:
        """The head of a phrase without a noun: a number ("9 were ill"), "each", "some"."""
        table, last = self.table, self.node - 1
        if table.lower[last] in ("all", "both", "half"):  # "half the pens"
            return None if self.word() in _ARTICLES else last
        last -= last - 1 in table.quantity_at and table.lower[last] in ("more", "fewer", "less", "others")
        if last in table.quantity_at:
            return table.anchor(table.quantity_at[last])
        alone = table.upos[last] in ("DET", "ADJ") and table.lower[last] not in _ARTICLES
        return last if alone and table.tag[last] != "PRP$" else None

    def _labels(self, head: int) -> bool:
        """True if a number after a noun only names it: "Room 12", "Samba school number 5"."""
        table, after = self.table, self.table.upos[self.node + 1] if self.node + 1 < self.last else "PUNCT"
        if table.tag[head] not in ("NN", "NNP") or table.tag[head - 1] in ("DT", "PRP$") or after in _INSIDE:
            return False  # "Before the match 20 left"
        return after == "PUNCT" or not self.is_time(head)  # "on April 8, 24 left", but "On Monday 24 left"

    def _is_apart(self, head: int, node: int) -> bool:
        """True if a name after a common noun starts a new phrase: "In her album Nina has"."""
        before, token = self.table.tokens[head], self.table.tokens[node]
        if before.upos == "NOUN" and token.upos == "PROPN":
            return before.text.islower() and before.lemma not in people("roles") and len(token.text) > 1
        return before.upos == "PROPN" and self.is_time(head) and not self.is_time(node)

    def _head(self, head: int, node: int) -> int:
        """The head of a phrase so far: the last noun, but the first of a full name, the role before a name."""
        before, token = self.table.tokens[head], self.table.tokens[node]
        if self.table.lower[head - 1] == "the" and before.upos == token.upos == "PROPN":
            return node  # "the Island News", but "Ravi Patel"
        named = before.upos == "PROPN" or before.text.islower() or len(token.text) == 1
        if named and token.upos == "PROPN" and not (before.text[:1].isupper() and self._entitles(head)):
            return head
        return head if self.table.lower[node] == "number" and node + 1 in self.table.quantity_at else node

    def _entitles(self, head: int) -> bool:
        """True for what comes before a name with a capital: "Mrs", "Engineer", "Old"."""
        word = self.table.lower[head].rstrip(".")
        return word in people("titles") or noun_lemma(word) in people("roles") or word in _ADJECTIVES_OF_NAMES
