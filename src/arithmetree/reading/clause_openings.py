"""Subjects by word order: the noun phrases between the start of a clause and its finite verb.

Long subjects ("Three lessons at $24 each and a songbook were paid") are where parsers err most, while the order of
the words leaves little doubt: noun phrases, prepositional phrases and "and" up to the verb. Where anything else
stands there (two noun phrases side by side, a clause with a verb) the opening is given up and the tree decides.
"""

from __future__ import annotations

from arithmetree.reading.phrase_reader import PARTITIVES, PLAIN_PREPOSITIONS, PhraseReader
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
            verb = opening.read(lists=not seen_verb)
            if verb is not None and opening.subject is not None:
                # the range is for "In the box lie 24 plums in 4 equal rows"
                for inside in (*opening.at.plain, *range(verb, opening.subject + 1), verb):
                    found[inside] = (verb, opening.subject)
                node = opening.at.node
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


class _Opening:
    """One attempt to read noun phrases from a clause start up to a finite verb."""

    def __init__(self, table: TokenTable, start: int, last: int) -> None:
        self.table = table
        self.at = PhraseReader(table, start, last)
        self.subject: int | None = None
        # "Before the match 20 left": the preposition may have been read as a conjunction
        self._timed = start > 0 and table.lower[start - 1] in _TIME_JOINTS

    def read(self, lists: bool) -> int | None:
        """The verb after the subject; `lists` allows commas between the phrases of the subject."""
        at, table = self.at, self.table
        gerund = self._gerund()
        head = self._leading_phrase() if gerund is None else gerund
        if head is None:
            return None
        self.subject = head
        while at.node < at.last:
            node, word = at.node, at.word()
            participle = at.upos() == "VERB" and table.tag[node] in ("VBN", "VBG") and table.dep[node].startswith("acl")
            if word in _FLOATING:
                at.step()
            elif word in ("a", "an") and at.follows_number():  # "6 dollars a child was collected"
                if at.phrase() is None:
                    return None
            elif at.is_preposition():
                if not at.prepositional_phrase():
                    return None
                if at.word() and table.lower[at.node - 1] in PARTITIVES:
                    acting = at.phrase()  # "half of which he spent"
                    self.subject = head if acting is None else acting
            elif word == "," and self._aside():
                pass
            elif word in ("and", "or", "&") or (word == "," and lists and gerund is None):
                if not self._goes_on(word):
                    return None
            elif word in _RELATIVES:
                at.relative_clause()
            elif participle:
                at.reduced_clause()
            else:
                break
        at.skip_adverbs()
        return at.finite_verb()

    def _aside(self) -> bool:
        """Step over what commas set off in front of the verb: "one of them, Ana, lost", "a bus, with 9 boys, left".

        Where the second comma or the verb is missing, no step is made.
        """
        at = self.at
        timed = any(self.table.lower[node] in _TIME_JOINTS for node in at.plain)
        if at.reduced or timed:  # "and 19 after the first customer, a cook, had left"
            return False
        start, seen = at.node, len(at.plain)
        at.step()
        found = at.prepositional_phrase() if at.is_preposition() else at.phrase() is not None
        while found and at.is_preposition():
            found = at.prepositional_phrase()
        if found and at.word() == ",":
            at.step()
            if at.finite_verb() is not None:
                return True
        at.back_to(start, seen)
        return False

    def _goes_on(self, joint: str) -> bool:
        """Step over the next phrase of a list; after a comma the verb may follow: "Three officers, Ana too, left"."""
        at = self.at
        at.step()
        if at.word() in ("and", "or"):
            at.step()
        if joint == "," and at.word() in _RELATIVES:
            at.relative_clause()
            return True
        if at.word() in _FLOATING or at.phrase() is not None:
            return True
        return joint == "," and at.finite_verb() is not None

    def _gerund(self) -> int | None:
        """An activity as subject: "Hauling the logs cost $70"; its own quantities keep it as their verb."""
        table, gerund = self.table, self.at.node
        opens = gerund == table.sentence(gerund)[0] or table.lower[gerund - 1] in ("and", "but", "if", "when", "that")
        if not opens or table.upos[gerund] != "VERB" or table.tag[gerund] != "VBG":
            return None
        self.at.reduced_clause()
        return gerund

    def _leading_phrase(self) -> int | None:
        """The head of the first noun phrase that is no adverbial: after "On Monday", "Last week", "Of the 9 boys,"."""
        at = self.at
        self._participle()
        while at.node < at.last:
            at.skip_adverbs()
            if at.is_preposition():
                if not at.prepositional_phrase():
                    return None
                verb = at.finite_verb()
                if verb is not None:
                    counted = self._after_verb() if verb + 1 in self.table.quantity_at else None
                    # "On deck 5 stood 72 cars": a number after the verb counts the subject
                    return counted or self._number_before() or self._after_verb() or self._plural_before()
                self._rest_of_adverbial()
            else:
                head = at.phrase()
                if head is None:
                    return None
                timed = at.is_time(head) and self._phrase_follows(_OPEN_PHRASES | {"ADP"})
                if not timed and not (self._timed and self._phrase_follows(_OPEN_PHRASES)):
                    return head
                self._timed = False
            if at.word() == "," and at.node + 1 < at.last:
                at.step()
        return None

    def _participle(self) -> None:
        """Step over an opening participle: "Stacked" keeps the 5 of "Stacked in 5 piles, the wood dried"."""
        at, table, node = self.at, self.table, self.at.node
        opens = node == table.sentence(node)[0] and table.upos[node] == "VERB" and table.tag[node] == "VBN"
        if not opens or table.upos[node + 1] not in ("ADP", "ADV"):
            return  # "Seated ten to a table, the guests"
        at.reduced = True
        at.step()
        at.skip_adverbs()
        at.skip_prepositional_phrases()
        if at.word() == ",":
            at.step()
        at.reduced = False

    def _rest_of_adverbial(self) -> None:
        """Step over what can follow a fronted phrase: "each", "a tart" ("At $3 a tart, Mia"), a relative clause."""
        at = self.at
        while at.word() in _FLOATING and at.follows_number():
            at.step()
        if at.word() in ("a", "an") and at.follows_number():
            start, seen = at.node, len(at.plain)
            at.phrase()
            if at.word() != ",":  # "At 5 a man came": the subject
                at.back_to(start, seen)
        elif at.word() in _RELATIVES:
            at.relative_clause()
            at.skip_prepositional_phrases()
            at.reduced = False

    def _after_verb(self) -> int | None:
        """The subject after its verb where a place comes first: "Out of the cellar came 20 cases"."""
        verb = self.at.finite_verb()
        if verb is None or self.table.lemma[verb] not in words("clauses", "inverted", "verbs"):
            return None
        here, seen = self.at.node, len(self.at.plain)
        self.at.node = verb + 1
        head = self.at.phrase()
        self.at.back_to(here, seen)
        acts = head is not None and (self.table.upos[head] != "ADJ" or head in self.table.quantity_at)
        return head if acts else None  # "9 of the 34 buses stood idle"

    def _number_before(self) -> int | None:
        """The counted subject that was taken for part of the place before it: "At the top 10 pupils bought"."""
        table, last = self.table, self.at.node - 1
        near = (table.quantity_at[node] for node in range(last, max(last - 4, 0), -1) if node in table.quantity_at)
        number = next(near, None)
        if number is None or table.upos[table.spans[number][0] - 1] not in ("NOUN", "PROPN", "ADJ"):
            return None
        return last if table.upos[last] in NOUNS else table.anchor(number)

    def _plural_before(self) -> int | None:
        """The subject that was taken for part of the phrase before it: "Over the weekend crews picked up 60"."""
        table, last = self.table, self.at.node - 1
        if any(node in table.quantity_at for node in self.at.plain):
            return None  # "After 14 of the 50 honey cakes had been eaten"
        compound = table.tag[last - 1 : last + 1] == ["NN", "NNS"]
        return last if compound and table.upos[last] == table.upos[last - 1] == "NOUN" else None

    def _phrase_follows(self, openers: frozenset[str]) -> bool:
        """True if another noun phrase starts here, so that the one before was an adverbial."""
        node = self.at.node + (self.at.word() == ",")
        return node < self.at.last and (self.table.upos[node] in openers or node in self.table.quantity_at)
