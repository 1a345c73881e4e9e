"""Subjects by word order: the noun phrases between the start of a clause and its finite verb.

Long subjects ("Three lessons at $24 each and a songbook were paid") are where parsers err most, while the order of
the words leaves little doubt: noun phrases, prepositional phrases and "and" up to the verb. Where anything else
stands there (two noun phrases side by side, a clause with a verb) the opening is given up and the tree decides.
"""

from __future__ import annotations

from arithmetree.reading.phrase_reader import PLAIN_PREPOSITIONS, PhraseReader
from arithmetree.reading.tokens import FINITE, NOUNS, VERBS, TokenTable
from arithmetree.word_lists import words

_OPEN_PHRASES = frozenset({"ADJ", "NUM", "NOUN", "PROPN", "SYM", "PRON", "DET"})
_FLOATING = frozenset({"each", "both", "all", "together", "apiece"})
_RELATIVES = frozenset({"that", "which", "who"})
_TIME_JOINTS = frozenset({"before", "after", "since", "until"})  # in front of a clause or of a noun phrase


def openings(table: TokenTable) -> dict[int, tuple[int, int]]:
    """For each token of a subject in front of its finite verb: that verb and the head of the first noun phrase.

    The verb itself is a key too, so that both "whose verb" and "whose subject" are one look-up.
    """
    if table.openings is None:
        table.openings = {}
        for first, last in table.sentences:
            _read_sentence(table, first, last, table.openings)
    return table.openings


def _read_sentence(table: TokenTable, first: int, last: int, found: dict[int, tuple[int, int]]) -> None:
    node, opens, seen_verb = first, True, False
    while node < last:
        if opens:
            opening = _Opening(table, node, last)
            clause = opening.read(lists=not seen_verb)
            if clause is not None:
                verb, subject = clause
                # the range is for "In the box lie 24 plums in 4 equal rows"
                found.update(dict.fromkeys((*opening.plain, *range(verb, subject + 1), verb), clause))
                node = opening.node
        word, upos, label = table.lower[node], table.upos[node], table.dep[node]
        finite = upos in VERBS and table.tag[node] in FINITE
        seen_verb = seen_verb or (finite and not _asks_ahead(table, node))
        if word == "and":
            opens = seen_verb
        else:
            joint = word in words("clauses", "clause_joints") and table.tag[node] != "HYPH"
            marks = label == "mark" and word not in PLAIN_PREPOSITIONS
            opens = joint or marks or (upos == "SCONJ" and label != "case")
        node += 1


def _asks_ahead(table: TokenTable, node: int) -> bool:
    """True for the "do" of "How much do 4 melons and 9 pumpkins cost", after which the subject is still to come."""
    subject = table.upos[node + 1 : table.head[node]]
    return table.dep[node].startswith("aux") and not NOUNS.isdisjoint(subject)


class _Opening(PhraseReader):
    """One attempt to read noun phrases from a clause start up to a finite verb."""

    def __init__(self, table: TokenTable, start: int, last: int) -> None:
        super().__init__(table, start, last)
        # "Before the match 20 left": the preposition may have been read as a conjunction
        self._timed = start > 0 and table.lower[start - 1] in _TIME_JOINTS

    def read(self, lists: bool) -> tuple[int, int] | None:
        """The verb and its subject; `lists` allows commas between the phrases of the subject."""
        gerund = self._gerund()
        head = self._leading_phrase() if gerund is None else gerund
        if head is None:
            return None
        while self.node < self.last:
            word, describes = self.word(), self.upos() == "VERB" and self.table.dep[self.node].startswith("acl")
            if word in _FLOATING:
                self.step()
            elif word in ("a", "an") and self.follows_number():  # "6 dollars a child was collected"
                if self.phrase() is None:
                    return None
            elif self.is_preposition():
                self.prepositional_phrase()
            elif word == "," and self._aside():
                pass
            elif word in ("and", "or", "&") or (word == "," and lists and gerund is None):
                if not self._goes_on(word):
                    return None
            elif word in _RELATIVES:
                self.relative_clause()
            elif describes and self.table.tag[self.node] in ("VBN", "VBG"):
                self.reduced_clause()
            else:
                break
        self.skip_adverbs()
        verb = self.finite_verb()
        return None if verb is None else (verb, head)

    def _aside(self) -> bool:
        """Step over what commas set off in front of the verb: "one of them, Ana, lost", "a bus, with 9 boys, left".

        Where the second comma or the verb is missing, no step is made.
        """
        start, seen = self.node, len(self.plain)
        self.step()
        found = self.prepositional_phrase() if self.is_preposition() else self.phrase() is not None
        while found and self.is_preposition():
            found = self.prepositional_phrase()
        if found and self.word() == ",":
            self.step()
            if self.finite_verb() is not None:
                return True
        self.back_to(start, seen)
        return False

    def _goes_on(self, joint: str) -> bool:
        """Step over the next phrase of a list; after a comma the verb may follow: "Three officers, Ana too, left"."""
        self.step()
        if self.word() in ("and", "or"):
            self.step()
        if joint == "," and self.word() in _RELATIVES:
            self.relative_clause()
            return True
        if self.word() in _FLOATING or self.phrase() is not None:
            return True
        return joint == "," and self.finite_verb() is not None

    def _gerund(self) -> int | None:
        """An activity as subject: "Hauling the logs cost $70"; its own quantities keep it as their verb."""
        table, gerund = self.table, self.node
        opens = gerund == table.sentence(gerund)[0] or table.lower[gerund - 1] in ("and", "but", "if", "when", "that")
        if not opens or table.upos[gerund] != "VERB" or table.tag[gerund] != "VBG":
            return None
        self.reduced_clause()
        return gerund

    def _leading_phrase(self) -> int | None:
        """The head of the first noun phrase that is no adverbial: after "On Monday", "Last week", "Of the 9 boys,"."""
        while self.node < self.last:
            self.skip_adverbs()
            if self.is_preposition():
                if not self.prepositional_phrase():
                    return None
                verb = self.finite_verb()
                if verb is not None:
                    return self._after_verb(verb) or self._number_before() or self._plural_before()
                self._rest_of_adverbial()
            else:
                head = self.phrase()
                if head is None:
                    return None
                timed = self.is_time(head) and self._phrase_follows(_OPEN_PHRASES | {"ADP"})
                if not timed and not (self._timed and self._phrase_follows(_OPEN_PHRASES)):
                    return head
                self._timed = False
            if self.word() == "," and self.node + 1 < self.last:
                self.step()
        return None

    def _rest_of_adverbial(self) -> None:
        """Step over what can follow a fronted phrase: "each" or a relative clause."""
        while self.word() in _FLOATING and self.follows_number():
            self.step()
        if self.word() in _RELATIVES:
            self.relative_clause()
            while self.is_preposition() and self.prepositional_phrase():
                pass
            self.reduced = False

    def _after_verb(self, verb: int) -> int | None:
        """The subject after its verb where a place comes first: "Out of the cellar came 20 cases"."""
        if self.table.lemma[verb] not in words("clauses", "inverted", "verbs"):
            return None
        here, seen = self.node, len(self.plain)
        self.node = verb + 1
        head = self.phrase()
        self.back_to(here, seen)
        return None if head is None or self.table.upos[head] == "ADJ" else head  # "9 of the 34 buses stood idle"

    def _number_before(self) -> int | None:
        """The counted subject that was taken for part of the place before it: "At the top 10 pupils bought"."""
        table, last = self.table, self.node - 1
        near = (table.quantity_at[node] for node in range(last, max(last - 4, 0), -1) if node in table.quantity_at)
        number = next(near, None)
        if number is None or table.upos[table.spans[number][0] - 1] not in ("NOUN", "PROPN", "ADJ"):
            return None
        return last if table.upos[last] in NOUNS else table.anchor(number)

    def _plural_before(self) -> int | None:
        """The subject that was taken for part of the phrase before it: "Over the weekend crews picked up 60"."""
        table, last = self.table, self.node - 1
        return last if table.tag[last - 1 : last + 1] == ["NN", "NNS"] else None

    def _phrase_follows(self, openers: frozenset[str]) -> bool:
        """True if another noun phrase starts here, so that the one before was an adverbial."""
        node = self.node + (self.word() == ",")
        return node < self.last and self.table.upos[node] in openers
