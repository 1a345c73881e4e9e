"""Simple pronoun resolution: gender, number and recency, no model.

Names take their gender from a small list; an unknown name takes whatever pronoun fits, and is held to it
afterwards. The subject of the sentence before is the first choice, as in most stories of this kind.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from arithmetree.measures import MONEY, SIZES, measures
from arithmetree.reading.noun_phrases import phrase_heads
from arithmetree.reading.tokens import NOMINAL, NOUNS, TokenTable
from arithmetree.word_lists import people, words

_GENDER_OF_PRONOUN = {
    **dict.fromkeys(("he", "him", "his", "himself"), "male"),
    **dict.fromkeys(("she", "her", "hers", "herself"), "female"),
    **dict.fromkeys(("it", "its", "itself"), "thing"),
    **dict.fromkeys(("they", "them", "their", "theirs", "themselves"), "plural"),
}
_PERSON = frozenset({"male", "female"})
_RELATIVE = frozenset({"who", "which", "that", "whom"})
_ONE_OF_MANY = words("clauses", "one_of_many")
_TAKING_UP = frozenset(_GENDER_OF_PRONOUN) | _RELATIVE | _ONE_OF_MANY
_REMEMBERED = 60  # mentions that a pronoun can reach back over


@dataclass(frozen=True, slots=True)
class _Mention:
    index: int
    name: str
    genders: frozenset[str]
    plural: bool
    subject: bool
    sentence: int
    measure: bool

    @property
    def person(self) -> bool:
        return not self.genders.isdisjoint(_PERSON)


class Pronouns:
    """What every pronoun of a text stands for: ask with `resolve(token index)`."""

    def __init__(self, table: TokenTable) -> None:
        self._table = table
        self._answers: dict[int, str] | None = None  # those of "he", "they", ..., found when the first is asked for
        self._open: set[int] = set()  # tokens whose resolution is under way
        self._mentions: list[_Mention] = []

    def resolve(self, index: int) -> str:
        """The head word that a token stands for; the token's own text if it is no pronoun or stays open."""
        table, text, word = self._table, self._table.tokens[index].text, self._table.lower[index]
        if word not in _TAKING_UP:
            return text
        if self._answers is None:
            self._answers = self._read()
        if index in self._answers:
            return self._answers[index]
        if index in self._open:  # "half of which", with "half" as the antecedent of "which"
            return text
        self._open.add(index)
        found = None
        if word in _RELATIVE and table.upos[index] in ("PRON", "DET", "SCONJ"):
            antecedent = self._relative(index)
            found = None if antecedent is None else self.resolve(antecedent)
        elif word in _ONE_OF_MANY and table.upos[index] in ("PRON", "DET", "NUM", "ADJ", "NOUN"):
            found = self._one_of(index)
        self._open.discard(index)
        return found or text

    def _read(self) -> dict[int, str]:
        """Note all mentions in the order of the text, and what the pronouns among them stand for."""
        table = self._table
        answers: dict[int, str] = {}
        learned: dict[str, str] = {}
        possessives = [index for index in range(len(table)) if table.tag[index] == "PRP$"]
        for index in sorted({*phrase_heads(table), *possessives}):
            gender = _GENDER_OF_PRONOUN.get(table.lower[index])
            if gender is None or table.upos[index] not in ("PRON", "DET"):
                mention = self._mention(index)
            else:
                mention = self._antecedent(index, gender, learned)
                if mention is not None:
                    answers[index] = mention.name
                    if gender in _PERSON:
                        learned.setdefault(mention.name, gender)
                    # The pronoun keeps its antecedent in mind for the next sentences.
                    sentence = table.tokens[index].sent
                    mention = replace(mention, index=index, subject=self._is_subject(index), sentence=sentence)
            if mention is not None:
                self._mentions.append(mention)
        return answers

    def _relative(self, index: int) -> int | None:
        """The noun that a relative pronoun takes up: a person right before "who", else the head of the clause."""
        table, left = self._table, index - 1
        while table.upos[left] in ("PUNCT", "ADP"):
            left -= 1
        noun = left if table.upos[left] in NOUNS else None
        if table.lower[index] == "who" and noun is not None:
            return noun
        above = (node for node in table.ancestors(index) if table.dep[node].startswith("acl"))
        return next((table.head[node] for node in above if table.head[node] < index), noun)

    def _one_of(self, index: int) -> str | None:
        """The noun after "each of the shelves", else the last noun that "each", "one", "another" can take up."""
        table = self._table
        if table.lower[index + 1] == "of":
            for node in range(index + 2, index + 8):
                if table.upos[node] in NOUNS and table.dep[node] != "compound":
                    return table.tokens[node].text
                if table.upos[node] == "PRON" and table.tag[node] != "PRP$":
                    return self.resolve(node)
        wants_plural = table.lower[index] in ("each", "another", "both", "all", "some", "others")
        fitting = [
            mention
            for mention in self._mentions
            if mention.index < index and not mention.measure and (mention.plural or not wants_plural)
        ]
        things = [mention for mention in fitting if mention.genders & {"thing", "plural"}]
        chosen = max(things, key=lambda mention: (mention.subject, mention.index), default=None)
        return None if chosen is None else chosen.name

    def _mention(self, index: int) -> _Mention | None:
        table, lemma = self._table, self._table.lemma[index].lower()
        if table.upos[index] not in NOUNS or index in table.quantity_at:
            return None
        if lemma in words("clauses", "time", "words") or measures(lemma, MONEY):
            return None
        joined = [kid for kid in table.children[index] if table.dep[kid] == "conj" and table.upos[kid] in NOMINAL]
        common = table.upos[index] == "NOUN" or table.child(index, "det") is not None  # "Stavros" is one man
        several = common and table.tag[index] in ("NNS", "NNPS")
        plural = several or bool(joined) or lemma in ("people", "family", "team")
        genders = frozenset({"plural"}) if several else self._genders(index, lemma)
        if plural or lemma in words("people", "roles", "groups"):
            genders |= {"plural"}
        token = table.tokens[index]
        measure = measures(lemma, *SIZES)
        return _Mention(index, token.text, genders, plural, self._is_subject(index), token.sent, measure)

    def _genders(self, index: int, lemma: str) -> frozenset[str]:
        table, text = self._table, self._table.tokens[index].text
        bare = text[:1].isupper() and table.child(index, "det", "amod", "nummod", "compound") is None
        if table.upos[index] == "PROPN" or bare:  # a capital noun without an article is more often a name than not
            titles = {table.lower[kid].rstrip(".") for kid in (*table.children[index], index - 1)}
            for gender in ("female", "male"):
                if titles & words("people", "titles", gender) or text in words("people", "names", gender):
                    return frozenset({gender})
            placed = not {"in", "at", "near", "on", "into"}.isdisjoint(table.cases(index))
            return frozenset({"thing"}) if placed else _PERSON | {"thing"}
        if lemma not in people("roles"):
            return frozenset({"thing"})
        genders = frozenset(gender for gender in _PERSON if lemma in words("people", "roles", gender))
        return genders if len(genders) == 1 else _PERSON

    def _antecedent(self, index: int, gender: str, learned: dict[str, str]) -> _Mention | None:
        """The mention that fits best: right gender, near, a subject, and for "they" people before things."""
        table, sentence, acts = self._table, self._table.tokens[index].sent, self._is_subject(index)

        def fit(mention: _Mention) -> tuple[float, int]:
            score = 1.5 * mention.subject - (sentence - mention.sentence)
            named = table.upos[mention.index] == "PROPN" or mention.person
            if gender in _PERSON:
                score += 0.75 * (len(mention.genders & _PERSON) == 1)
            elif gender == "thing":
                score -= 1.5 * named
            else:
                score += 1.0 * (named == acts)
            return score, mention.index

        fitting = [
            mention
            for mention in self._mentions[-_REMEMBERED:]
            if gender in mention.genders
            and not mention.measure
            and learned.get(mention.name, gender) == gender
            and not self._same_clause_subject(index, mention)
        ]
        chosen = max(fitting, key=fit, default=None)
        if chosen is None and gender in _PERSON:
            return self._last_actor(learned)
        if gender == "plural" and acts and (chosen is None or not chosen.person):
            return self._first_of_two_people(sentence) or chosen
        return chosen

    def _last_actor(self, learned: dict[str, str]) -> _Mention | None:
        """For "he" and "she" when nobody fits: the last single subject, as "racer" or "vet" may be on no list."""
        actors = (mention for mention in reversed(self._mentions) if mention.subject and not mention.plural)
        return next((mention for mention in actors if not mention.measure and mention.name not in learned), None)

    def _first_of_two_people(self, sentence: int) -> _Mention | None:
        """ "They" for two people who were named apart: the first of the nearest pair."""
        named: dict[str, _Mention] = {}
        for mention in reversed(self._mentions):
            if mention.sentence < sentence - 2:
                break
            if mention.person:
                named[mention.name] = mention
        return list(named.values())[-1] if len(named) > 1 else None

    def _same_clause_subject(self, index: int, mention: _Mention) -> bool:
        """True if the mention is the subject beside an object pronoun: "Tom gave him 5" does not mean Tom."""
        table = self._table
        reflexive = table.lower[index].endswith(("self", "selves"))
        possessive = table.tag[index] == "PRP$" or table.dep[index] == "nmod:poss"
        if reflexive or possessive or not mention.subject or self._is_subject(index):
            return False
        return table.head[mention.index] == table.head[index]

    def _is_subject(self, index: int) -> bool:
        return self._table.dep[index].startswith("nsubj")
