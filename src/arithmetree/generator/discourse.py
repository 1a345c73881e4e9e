"""The discourse: how people, amounts and verbs are worded, given what the text has said so far."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from arithmetree.generator.english import (
    Agreement,
    Tense,
    article,
    finite,
    gerund,
    inverted,
    participle,
    prepositions,
)
from arithmetree.generator.grammar import TOKEN, tidy
from arithmetree.generator.spans import ONE, marked
from arithmetree.generator.world import Amount, Person, Role, Slot, Sort, Story

_PRONOUN = 0.75  # how often a clear pronoun is used
_WITHOUT_NOUN = (Sort.MONEY, Sort.SMALL_MONEY, Sort.TIMES, Sort.SHARE, Sort.PERCENT, Sort.CLOCK)
_NOW = {
    Tense.PAST: ("then", "in the end", "after that"),
    Tense.PRESENT: ("now",),
    Tense.FUTURE: ("then", "in the end"),
}


class Discourse:
    """Fills templates one after the other; who and what was mentioned decides about pronouns and ellipsis."""

    def __init__(self, story: Story, rng: Random, tense: Tense) -> None:
        self.tense = tense
        self._story = story
        self._rng = rng
        self._known: list[Person] = []
        self._last_person = Person("", None)
        self._agreement = Agreement.SINGULAR
        self._last_noun = ""
        self._nouns: list[str] = []
        self._here: list[Person] = []  # the people of this clause
        self._depth = 0

    def fill(self, template: str, slots: Mapping[str, Slot], tense: Tense | None = None, *, direct: bool = True) -> str:
        """The template in words; `direct` is False where a question is asked indirectly ("how many she has")."""
        tense = tense or self.tense
        if self._depth == 0:
            self._here.clear()
        self._depth += 1
        done, rest = "", template
        while (match := TOKEN.search(rest)) is not None:
            done += rest[: match.start()]
            if match["slot"] is not None:
                done += self._slot(match["slot"], slots, tense)
            elif match["verb"] is not None:
                done += self._verb(match["verb"], tense)
            else:
                done += self._subject_and_verb(match["inverted"], slots, tense, direct=direct)
            rest = rest[match.end() :]
        self._depth -= 1
        return tidy(done + rest)

    def _subject_and_verb(self, text: str, slots: Mapping[str, Slot], tense: Tense, *, direct: bool) -> str:
        words = text.split(" ")
        size = 2 if len(words) > 2 and words[-2] == "can" else 1
        verb = " ".join(words[-size:])
        self._agreement = Agreement.SINGULAR
        subject = self.fill(" ".join(words[:-size]), slots, tense)
        if subject == "there" or subject.startswith("+"):
            subject = subject.removeprefix("+")
            self._agreement = Agreement.PLURAL
        if direct:
            return inverted(subject, verb, tense, self._agreement)
        head, space, rest = verb.partition(" ")
        return f"{subject} {finite(head, tense, self._agreement)}{space}{rest}"

    def _verb(self, text: str, tense: Tense) -> str:
        base, *forms = text.split(":")
        if "ing" in forms:
            return gerund(base)
        if "pp" in forms:
            return participle(base)
        if "sub" in forms and tense is Tense.FUTURE:
            tense = Tense.PRESENT  # "how long will it take until she has enough"
        agreement = Agreement.PLURAL if "pl" in forms else Agreement.SINGULAR if "sg" in forms else self._agreement
        return finite(base, tense, agreement)

    def _slot(self, text: str, slots: Mapping[str, Slot], tense: Tense) -> str:
        name, dot, form = text.partition(".")
        if name == "now":
            return self._rng.choice(_NOW[tense])
        if name == "one":
            return marked(ONE)
        ending = name[-1] if name[-1] in "+-#" else ""
        name = name.removesuffix(ending) if ending else name
        filled = slots[name]
        if isinstance(filled, Person):
            return self._person(filled, form, slots)
        packed = filled.endswith("*")
        if filled.removesuffix("*") not in self._story.amounts:
            return self.fill(filled, slots)
        amount = self._story.amounts[filled.removesuffix("*")]
        if dot:
            return self._noun(amount, form)
        return self._grouped(amount) if packed else self._amount(amount, ending)

    def _person(self, person: Person, form: str, slots: Mapping[str, Slot]) -> str:
        place = {"": 0, "o": 1, "s": 2, "n": 0}[form]
        if form == "":
            self._agreement = person.agreement
        pronoun = person.pronouns
        owns = form == "s" and person == self._last_person and self._may_own(person)
        if pronoun is not None and (person.speaks or owns or (form != "n" and self._may_be_pronoun(person))):
            self._note(person)
            if form == "" and pronoun[0] == "they":
                self._agreement = Agreement.PLURAL
            return pronoun[place]
        name = person.introduced if person.introduced and person not in self._known else person.name
        if "{" in name:
            name = self._kin(name, slots)
        self._note(person)
        if form != "s":
            return name
        return name + ("'" if name.endswith("s") and person.agreement is Agreement.PLURAL else "'s")

    def _kin(self, name: str, slots: Mapping[str, Slot]) -> str:
        """ "her cousin" where it is clear whose cousin, else "Ana's cousin"."""
        owner = slots["S"]
        assert isinstance(owner, Person)
        if owner.pronouns is not None and (owner.speaks or owner == self._last_person or self._is_clear(owner)):
            return name.replace("{S.s}", owner.pronouns[2])
        self._note(owner)
        return name.replace("{S.s}", f"{owner.name}'s")

    def _may_own(self, person: Person) -> bool:
        """Whether "her" is clear: in a plain story, only after a mention in the same clause, or with no other "she"."""
        return not self._story.plain or person in self._here or self._is_clear(person)

    def _may_be_pronoun(self, person: Person) -> bool:
        return self._is_clear(person) and self._rng.random() < _PRONOUN

    def _is_clear(self, person: Person) -> bool:
        """A pronoun is clear if its person is known and nobody else who is known shares it."""
        if person not in self._known or person.pronouns is None:
            return False
        if self._last_person != person and self._last_person.pronouns is None:
            return False  # "her cousin" may be a he or a she
        return all(other.pronouns != person.pronouns or other == person for other in self._known)

    def _note(self, person: Person) -> None:
        self._last_person = person
        self._here.append(person)
        if person not in self._known:
            self._known.append(person)

    def _noun(self, amount: Amount, form: str) -> str:
        thing = amount.noun
        return {"items": thing.many, "item": thing.singular, "a": article(thing.singular)}[form]

    def _amount(self, amount: Amount, ending: str) -> str:
        if ending == "#":
            return "some" if amount.role is Role.ASKED else marked(amount, dozens=False)
        noun = amount.noun
        if amount.role is Role.ASKED or amount.role is Role.HIDDEN:
            return self._vague(amount, ending)
        number = marked(amount)
        if amount.sort in _WITHOUT_NOUN:
            return number
        same = self._last_noun == noun.many and all(name == noun.many for name in self._nouns)
        self._mention(noun.many)
        one = amount.value == 1
        thing = (noun.singular + (f" of {noun.of}" if noun.of else "")) if one else noun.many
        if ending == "+":
            choices = [f"{number} more {thing}", f"another {number} {thing}", f"{number} {thing}"]
            choices += [f"{number} more"] * (2 if same and not noun.of else 0)
        elif ending == "-":
            choices = [f"{number} {thing}", f"{number} {thing}", f"{number} of the {noun.many}"]
            if same and not noun.of:
                choices += [f"{number} of them", f"{number} of them", number]
            if noun.of:
                choices = [f"{number} {thing}"]
                choices += [f"{number} {noun.singular if one else noun.plural}"] if same else []
        else:
            choices = [f"{number} {thing}"]
        return self._rng.choice(choices)

    def _mention(self, noun: str) -> None:
        self._last_noun = noun
        self._nouns.append(noun)

    def _vague(self, amount: Amount, ending: str) -> str:
        noun = amount.noun
        if amount.sort is Sort.MONEY:
            return self._rng.choice(("some money", "a certain amount of money"))
        things = noun.of if amount.sort is Sort.MEASURE else noun.many
        if ending == "+":
            return self._rng.choice((f"some more {things}", f"more {things}"))
        if ending == "-":
            them = "them" if self._last_noun == things else f"the {things}"
            return self._rng.choice((f"some of the {things}", f"some {things}", f"some of {them}"))
        self._mention(noun.many)
        return self._rng.choice((f"some {things}", f"some {things}", f"a number of {noun.many}"))

    def _grouped(self, amount: Amount) -> str:
        """ "3 boxes of 12 pens each", with one of the two numbers left out where it is asked for."""
        assert amount.groups is not None
        count, each = (self._story.amounts[name] for name in amount.groups)
        box, boxes, items = count.noun.singular, count.noun.plural, each.noun.many
        number, size = marked(count, dozens=False), marked(each, dozens=False)
        inside = f"{marked(each)} {items}"
        at = prepositions(count.noun)[1]
        if count.role is Role.ASKED:
            number = "some"
        self._last_noun = ""
        self._nouns += [boxes, items]
        measured = amount.sort is Sort.MEASURE
        if each.role is Role.ASKED:
            if measured:
                return f"{number} equal {boxes} of {each.noun.of}"
            alike = f"{number} {boxes} of {items}, all with the same number {at} them"
            return self._rng.choice((alike, f"{number} equal {boxes} of {items}"))
        if measured:
            return f"{number} {boxes} of {each.noun.of} with {size} {each.noun.plural} {at} each"
        return self._rng.choice(
            (
                f"{number} {boxes} of {inside}",
                f"{number} {boxes} of {inside} each",
                f"{number} {boxes} with {inside} {at} each",
                f"{number} {boxes} of {items} with {size} {at} each {box}",
                f"{number} {boxes} that each held {inside}"
                if self.tense is Tense.PAST
                else f"{number} {boxes} of {inside}",
            )
        )
