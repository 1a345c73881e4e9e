"""Subjects by word order: the noun phrases between the start of a clause and its finite verb.

Long subjects ("Three lessons at $24 each and a songbook were paid") are where parsers err most, while the order of
the words leaves little doubt: noun phrases, prepositional phrases and "and" up to the verb. Where anything else
stands there (two noun phrases side by side, a clause with a verb) the opening is given up and the tree decides.
"""

from __future__ import annotations

from arithmetree.reading.phrase_reader import PARTITIVES, PLAIN_PREPOSITIONS, PhraseReader
from arithmetree.reading.tokens import FINITE, NOUNS, TokenTable
from arithmetree.word_lists import words

_OPEN_PHRASES = frozenset({"ADJ", "NUM", "NOUN", "PROPN", "SYM", "PRON", "DET"})
_FLOATING = frozenset({"each", "both", "all", "together", "apiece"})
_RELATIVES = frozenset({"that", "which", "who"})
_TIME_JOINTS = frozenset({"before", "after", "since", "until"})  # in front of a clause or of a noun phrase
_CLAUSE_JOINTS = words("clauses", "clause_joints")


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
                for inside in opening.at.plain:
                    found[inside] = (verb, opening.subject)
                for inside in range(verb, opening.subject + 1):  # "In it are 5 men weighing 80 kg each"
                    found[inside] = (verb, opening.subject)
                found[verb] = (verb, opening.subject)
                node = opening.at.node
        token = table.tokens[node]
        finite = token.upos in ("VERB", "AUX") and token.tag in FINITE
        seen_verb = seen_verb or (finite and not _asks_ahead(table, node))
        if table.lower[node] == "and":
            opens = seen_verb
        else:
            opens = (
                (table.lower[node] in _CLAUSE_JOINTS and token.tag != "HYPH")
                or (token.upos == "SCONJ" and token.dep != "case")
                or (token.dep == "mark" and table.lower[node] not in PLAIN_PREPOSITIONS)
            )
        node += 1


def _asks_ahead(table: TokenTable, node: int) -> bool:
    """True for the "do" of "How much do 4 melons and 9 pumpkins cost", after which the subject is still to come."""
    token = table.tokens[node]
    return token.dep.startswith("aux") and any(table.upos[inside] in NOUNS for inside in range(node + 1, token.head))


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
        gerund = self._gerund()
        head = self._leading_phrase() if gerund is None else gerund
        if head is None:
            return None
        self.subject = head
        while self.at.node < self.at.last:
            token, word = self.table.tokens[self.at.node], self.at.word()
            if word in _FLOATING or (word in ("more", "fewer", "less") and self.at.node - 1 in self.table.quantity_at):
                self.at.step()
            elif word in ("a", "an") and self._follows_number():  # "6 dollars a child was collected"
                if self.at.phrase() is None:
                    return None
            elif self.at.is_preposition():
                if not self.at.prepositional_phrase():
                    return None
                if self.at.word() and self.table.lower[self.at.node - 1] in PARTITIVES:
                    acting = self.at.phrase()  # "half of which he spent"
                    self.subject = head if acting is None else acting
            elif word == "," and self._aside():
                pass
            elif word in ("and", "or", "&") or (word == "," and lists and gerund is None):
                self.at.step()
                if self.at.word() in ("and", "or"):
                    self.at.step()
                if word == "," and self.at.word() in _RELATIVES:
                    self.at.relative_clause()
                elif not self._goes_on(after_comma=word == ","):
                    return None
            elif word in _RELATIVES:
                self.at.relative_clause()
            elif token.upos == "VERB" and token.tag in ("VBN", "VBG") and token.dep.startswith("acl"):
                self.at.reduced_clause()
            else:
                break
        self.at.skip_adverbs()
        return self.at.finite_verb()

    def _aside(self) -> bool:
        """Step over what commas set off in front of the verb: "one of them, Ana, lost", "a bus, with 9 boys, left".

        Where the second comma or the verb is missing, no step is made.
        """
        timed = any(self.table.lower[node] in _TIME_JOINTS for node in self.at.plain)
        if self.at.reduced or timed:  # "and 19 after the first customer, a cook, had left"
            return False
        start, seen = self.at.node, len(self.at.plain)
        self.at.step()
        found = self.at.prepositional_phrase() if self.at.is_preposition() else self.at.phrase() is not None
        while found and self.at.is_preposition():
            found = self.at.prepositional_phrase()
        if found and self.at.word() == ",":
            self.at.step()
            if self.at.finite_verb() is not None:
                return True
        self.at.node = start
        del self.at.plain[seen:]
        return False

    def _goes_on(self, after_comma: bool) -> bool:
        """Step over the next phrase of a list; after a comma the verb may follow: "Three officers, Ana too, left"."""
        if self.at.word() in _FLOATING or self.at.phrase() is not None:
            return True
        return after_comma and self.at.finite_verb() is not None

    def _gerund(self) -> int | None:
        """An activity as subject: "Hauling the logs cost $70"; its own quantities keep it as their verb."""
        token = self.table.tokens[self.at.node]
        before = self.table.lower[self.at.node - 1] if self.at.node > self.table.sentences[token.sent][0] else "and"
        if before not in ("and", "but", "if", "when", "that") or token.upos != "VERB" or token.tag != "VBG":
            return None
        described = [other.tag for other in self.table.tokens[self.at.node + 1 : self.at.node + 3]]
        if token.dep in ("amod", "compound") and described == ["NNS", "VBP"]:  # "Skiing lessons are $35"
            return None
        gerund = self.at.node
        self.at.reduced_clause()
        return gerund

    def _leading_phrase(self) -> int | None:
        """The head of the first noun phrase that is no adverbial: after "On Monday", "Last week", "Of the 9 boys,"."""
        self._participle()
        if self.at.node > self.at.start and self.at.finite_verb() is not None:
            return self._after_verb()
        while self.at.node < self.at.last:
            self.at.skip_adverbs()
            if self.at.is_preposition():
                if not self.at.prepositional_phrase():
                    return None
                if self.at.finite_verb() is not None:
                    after = self._counted_after_verb() or self._number_before() or self._after_verb()
                    return after or self._plural_before()
                self._rest_of_adverbial()
            else:
                head = self.at.phrase()
                timed = head is not None and self.at.is_time(head)
                if not (timed and self._phrase_follows(_OPEN_PHRASES | {"ADP"})) and not (
                    head is not None and self._timed and self._phrase_follows(_OPEN_PHRASES)
                ):
                    return head
                self._timed = False
            if self.at.word() == "," and self.at.node + 1 < self.at.last:
                self.at.step()
        return None

    def _participle(self) -> None:
        """Step over the participle of "Stacked on the lorry are 16 pallets"; its own quantities keep it as their verb.

        "Stacked" governs the 5 of "Stacked in 5 piles, the wood dried".
        """
        token = self.table.tokens[self.at.node]
        opens = self.at.node == self.table.sentences[token.sent][0]
        if not opens or token.upos != "VERB" or token.tag != "VBN":
            return
        after = self.at.node + 1
        if after >= self.at.last or self.table.upos[after] not in ("ADP", "ADV"):
            return  # "Seated ten to a table, the guests"
        self.at.reduced = True
        self.at.step()
        self.at.skip_adverbs()
        while self.at.is_preposition() and self.at.prepositional_phrase():
            pass
        if self.at.word() == ",":
            self.at.step()
        self.at.reduced = False

    def _rest_of_adverbial(self) -> None:
        """Step over what can follow a fronted phrase: "each", "a tart" ("At $3 a tart, Mia"), a relative clause."""
        while self.at.word() in _FLOATING and self._follows_number():
            self.at.step()
        if self.at.word() in ("a", "an") and self._follows_number():
            start, seen = self.at.node, len(self.at.plain)
            self.at.phrase()
            if self.at.word() != ",":  # "At 5 a man came": the subject
                self.at.node = start
                del self.at.plain[seen:]
        elif self.at.word() in _RELATIVES:
            self.at.relative_clause()
            while self.at.is_preposition() and self.at.prepositional_phrase():
                pass
            self.at.reduced = False

    def _after_verb(self) -> int | None:
        """The subject after its verb where a place comes first: "Out of the cellar came 20 cases"."""
        verb = self.at.finite_verb()
        if verb is None or self.table.lemma[verb] not in words("clauses", "inverted", "verbs"):
            return None
        here, placed = self.at.node, list(self.at.plain)
        self.at.node = verb + 1
        head = self.at.phrase()
        self.at.node, self.at.plain = here, placed
        acts = head is not None and (self.table.upos[head] != "ADJ" or head in self.table.quantity_at)
        return head if acts else None  # "9 of the 34 buses stood idle"

    def _counted_after_verb(self) -> int | None:
        """The subject after its verb where a number there counts it: "On deck 5 stood 72 cars"."""
        verb = self.at.finite_verb()
        counted = verb is not None and verb + 1 in self.table.quantity_at
        return self._after_verb() if counted else None

    def _number_before(self) -> int | None:
        """The counted subject that was taken for part of the place before it: "At the top 10 pupils bought"."""
        table, last = self.table, self.at.node - 1
        number = next(
            (table.quantity_at[node] for node in range(last, max(last - 4, 0), -1) if node in table.quantity_at), None
        )
        if number is None:
            return None
        before = table.tokens[table.spans[number][0] - 1]
        if before.upos not in ("NOUN", "PROPN", "ADJ"):
            return None
        return last if table.upos[last] in NOUNS else table.anchor(number)

    def _plural_before(self) -> int | None:
        """The subject that was taken for part of the phrase before it: "Over the weekend crews picked up 60"."""
        tokens, last = self.table.tokens, self.at.node - 1
        compound = last > 1 and tokens[last].tag == "NNS" and tokens[last - 1].tag == "NN"
        if any(node in self.table.quantity_at for node in self.at.plain):
            return None  # "After 14 of the 50 honey cakes had been eaten"
        return last if compound and tokens[last].upos == tokens[last - 1].upos == "NOUN" else None

    def _follows_number(self) -> bool:
        """True if the words before "each" hold a number, which it shares out: "For 6 tables with 4 legs each,"."""
        return any(node in self.table.quantity_at for node in range(max(0, self.at.node - 4), self.at.node))

    def _phrase_follows(self, openers: frozenset[str]) -> bool:
        """True if another noun phrase starts here, so that the one before was an adverbial."""
        node = self.at.node + (self.at.word() == ",")
        if node >= self.at.last:
            return False
        token = self.table.tokens[node]
        return token.upos in openers or node in self.table.quantity_at
