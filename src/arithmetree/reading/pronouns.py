"""Simple pronoun resolution: gender, number and recency, no model.

Names take their gender from a small list; an unknown name takes whatever pronoun fits, and is held to it
afterwards. The subject of the sentence before is the first choice, as in most stories of this kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from arithmetree.measures import MONEY, SIZES, measures
from arithmetree.reading.noun_phrases import phrase_heads
from arithmetree.reading.tokens import TokenTable
from arithmetree.word_lists import words

_GENDER_OF_PRONOUN = {
    **dict.fromkeys(("he", "him", "his", "himself"), "male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "female"),
    **dict.fromkeys(("it", "its", "itself"), "thing"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), "plural"),
}
_POSSESSIVE = frozenset({"his", "her", "its", "their"})
_RELATIVE = frozenset({"who", "which", "that", "whom"})
_ONE_OF_MANY = frozenset(
    {"each", "one", "ones", "another", "some", "others", "other", "last", "first", "second", "both", "all", "half"}
)

_TAKING_UP = frozenset(_GENDER_OF_PRONOUN) | _RELATIVE | _ONE_OF_MANY

_REMEMBERED = 60  # mentions that a pronoun can reach back over


@dataclass(slots=True)
class _Mention:
    index: int
    name: str
    genders: frozenset[str]
    plural: bool
    subject: bool
    sentence: int
    measure: bool


class Pronouns:
    """What every pronoun of a text stands for: ask with `resolve(token index)`."""

    def __init__(self, table: TokenTable) -> None:
        self._table = table
        self._answers: dict[int, str] | None = None  # those of "he", "they", ..., found when the first is asked for
        self._open: set[int] = set()  # tokens whose resolution is under way
        self._mentions: list[_Mention] = []

    def _read(self) -> dict[int, str]:
        """Note all mentions in the order of the text, and what the pronouns among them stand for."""
        table = self._table
        answers: dict[int, str] = {}
        learned: dict[str, str] = {}
        for index in sorted({*phrase_heads(table), *self._possessives()}):
            word = table.lower[index]
            gender = _GENDER_OF_PRONOUN.get(word)
            if gender is not None and table.upos[index] in ("PRON", "DET"):
                mention = self._antecedent(index, gender, learned)
                if mention is not None:
                    answers[index] = mention.name
                    if gender in ("male", "female"):
                        learned.setdefault(mention.name, gender)
                    # The pronoun keeps its antecedent in mind for the next sentences.
                    self._mentions.append(
                        _Mention(
                            index,
                            mention.name,
                            mention.genders,
                            mention.plural,
                            _is_subject(table, index),
                            table.tokens[index].sent,
                            mention.measure,
                        )
                    )
                continue
            mention_here = self._mention(index)
            if mention_here is not None:
                self._mentions.append(mention_here)
        return answers

    def resolve(self, index: int) -> str:
        """The head word that a token stands for; the token's own text if it is no pronoun or stays open."""
        token, word = self._table.tokens[index], self._table.lower[index]
        if word not in _TAKING_UP:
            return token.text
        if self._answers is None:
            self._answers = self._read()
        answer = self._answers.get(index)
        if answer is not None:
            return answer
        if index in self._open:  # "half of which", with "half" as the antecedent of "which"
            return token.text
        self._open.add(index)
        found = None
        if word in _RELATIVE and token.upos in ("PRON", "DET", "SCONJ"):
            antecedent = self._relative(index)
            found = None if antecedent is None else self.resolve(antecedent)
        elif word in _ONE_OF_MANY and token.upos in ("PRON", "DET", "NUM", "ADJ", "NOUN"):
            found = self._one_of(index)
        self._open.discard(index)
        return found or token.text

    def _relative(self, index: int) -> int | None:
        """The noun that a relative pronoun takes up: a person right before "who", else the head of the clause."""
        table = self._table
        left = index - 1
        while left >= 0 and (table.upos[left] == "PUNCT" or table.upos[left] == "ADP"):
            left -= 1
        if table.lower[index] == "who" and left >= 0 and table.upos[left] in ("NOUN", "PROPN"):
            return left
        for above in table.ancestors(index):
            if table.dep[above].startswith("acl") and table.head[above] < index:
                return table.head[above]
        return left if left >= 0 and table.upos[left] in ("NOUN", "PROPN") else None

    def _possessives(self) -> list[int]:
        return [i for i, token in enumerate(self._table.tokens) if token.tag == "PRP$"]

    def _one_of(self, index: int) -> str | None:
        """The noun after "each of the shelves", else the last noun that "each", "one", "another" can take up."""
        table = self._table
        if table.lower[index + 1] == "of":
            for node in range(index + 2, min(index + 8, len(table.tokens))):
                if table.upos[node] in ("NOUN", "PROPN") and table.dep[node] != "compound":
                    return table.tokens[node].text
                if table.upos[node] == "PRON" and table.tag[node] != "PRP$":
                    return self.resolve(node)
        wants_plural = table.lower[index] in ("each", "another", "both", "all", "some", "others")
        best: tuple[bool, int] | None = None
        name = None
        for mention in self._mentions:
            if mention.index >= index or not mention.genders & {"thing", "plural"} or mention.measure:
                continue
            if wants_plural and not mention.plural:
                continue
            key = (mention.subject, mention.index)
            if best is None or key > best:
                best, name = key, mention.name
        return name

    def _mention(self, index: int) -> _Mention | None:
        table = self._table
        token = table.tokens[index]
        if token.upos not in ("NOUN", "PROPN") or index in table.quantity_at:
            return None
        lemma = token.lemma.lower()
        if lemma in words("clauses", "time", "words") or measures(lemma, MONEY):
            return None
        coordinated = any(
            table.dep[kid] == "conj" and table.upos[kid] in ("NOUN", "PROPN", "PRON") for kid in table.children[index]
        )
        several = token.tag == "NNS" or (token.tag == "NNPS" and table.child(index, "det") is not None)
        several = several and (token.upos == "NOUN" or table.child(index, "det") is not None)  # "Stavros" is one man
        plural = several or coordinated or lemma in ("people", "family", "team")
        genders = self._genders(index, lemma, several)
        if coordinated or plural or lemma in words("people", "roles", "groups"):
            genders = genders | {"plural"}
        measure = measures(lemma, *SIZES)
        return _Mention(index, token.text, genders, plural, _is_subject(table, index), token.sent, measure)

    def _genders(self, index: int, lemma: str, plural: bool) -> frozenset[str]:
        table = self._table
        token = table.tokens[index]
        if plural:
            return frozenset({"plural"})
        if token.upos == "PROPN" or self._bare_capital(index):
            titles = {table.lower[kid].rstrip(".") for kid in table.children[index]} | {
                table.lower[index - 1].rstrip(".") if index else ""
            }
            for gender in ("female", "male"):
                if titles & words("people", "titles", gender) or token.text in words("people", "names", gender):
                    return frozenset({gender})
            if self._is_place(index):
                return frozenset({"thing"})
            return frozenset({"male", "female", "thing"})
        for gender in ("female", "male"):
            if lemma in words("people", "roles", gender):
                return frozenset({gender})
        if lemma in words("people", "roles", "either"):
            return frozenset({"male", "female"})
        return frozenset({"thing"})

    def _bare_capital(self, index: int) -> bool:
        """True for a capital noun without an article, which at a sentence start is more often a name than not."""
        table = self._table
        token = table.tokens[index]
        return token.text[:1].isupper() and table.child(index, "det", "amod", "nummod", "compound") is None

    def _is_place(self, index: int) -> bool:
        table = self._table
        return any(
            table.dep[kid] == "case" and table.lower[kid] in ("in", "at", "near", "on", "into")
            for kid in table.children[index]
        )

    def _antecedent(self, index: int, gender: str, learned: dict[str, str]) -> _Mention | None:
        """The mention that fits best: right gender, near, a subject, and for "they" people before things."""
        table = self._table
        token = table.tokens[index]
        acts = _is_subject(table, index)
        best: tuple[float, int] | None = None
        chosen = None
        for mention in self._mentions[-_REMEMBERED:]:
            away = token.sent - mention.sentence
            if gender not in mention.genders or mention.measure or learned.get(mention.name, gender) != gender:
                continue
            if self._same_clause_subject(index, mention):
                continue
            score = 1.5 * mention.subject - away
            named = table.upos[mention.index] == "PROPN" or mention.genders & {"male", "female"}
            if gender in ("male", "female"):
                score += 0.75 * (len(mention.genders & {"male", "female"}) == 1)
            elif gender == "thing":
                score -= 1.5 * bool(named)
            else:
                score += 1.0 * (bool(named) == acts)
            key = (score, mention.index)
            if best is None or key > best:
                best, chosen = key, mention
        if chosen is None and gender in ("male", "female"):
            return self._last_actor(learned)
        if gender == "plural" and acts and (chosen is None or not chosen.genders & {"male", "female"}):
            return self._first_of_two_people(token.sent) or chosen
        return chosen

    def _last_actor(self, learned: dict[str, str]) -> _Mention | None:
        """For "he" and "she" when nobody fits: the last single subject, as "racer" or "vet" may be on no list."""
        return next(
            (
                mention
                for mention in reversed(self._mentions)
                if mention.subject and not mention.plural and not mention.measure and mention.name not in learned
            ),
            None,
        )

    def _first_of_two_people(self, sentence: int) -> _Mention | None:
        """ "They" for two people who were named apart: the first of the nearest pair."""
        people: dict[str, _Mention] = {}
        for mention in reversed(self._mentions):
            if mention.sentence < sentence - 2:
                break
            if mention.genders & {"male", "female"}:
                people[mention.name] = mention
        return list(people.values())[-1] if len(people) > 1 else None

    def _same_clause_subject(self, index: int, mention: _Mention) -> bool:
        """True if the mention is the subject beside an object pronoun: "Tom gave him 5" does not mean Tom."""
        table = self._table
        word = table.lower[index]
        if word.endswith(("self", "selves")) or not mention.subject:
            return False
        if table.tag[index] == "PRP$" or (word in _POSSESSIVE and table.dep[index] == "nmod:poss"):
            return False
        return not _is_subject(table, index) and table.head[mention.index] == table.head[index]


def _is_subject(table: TokenTable, index: int) -> bool:
    return table.dep[index].startswith("nsubj")
