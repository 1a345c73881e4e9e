"""English morphology as far as the generator needs it: plurals, verb forms, "a" or "an", numbers in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from arithmetree.word_lists import table

_UNITS: list[str] = re.findall(
    r"\w+",
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
    "seventeen eighteen nineteen",
)
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VOWELS = "aeiou"


class Tense(StrEnum):
    """The tense of a clause."""

    PAST = "past"
    PRESENT = "present"
    FUTURE = "future"


class Agreement(StrEnum):
    """What the subject of a clause asks of its verb."""

    SINGULAR = "singular"  # "she has", "the shelf holds"
    PLURAL = "plural"  # "they have", "we were"
    FIRST = "first"  # "I am", "I have"


@dataclass(frozen=True, slots=True)
class Noun:
    """A thing that is counted, or measured where `of` says what: "cups" of "flour"."""

    singular: str
    plural: str
    of: str = ""

    @property
    def many(self) -> str:
        """The plural with what is measured: "cups of flour"."""
        return f"{self.plural} of {self.of}" if self.of else self.plural

    def described(self, word: str) -> Noun:
        """The noun with a word before it: "red" gives "red pens"."""
        return Noun(f"{word} {self.singular}", f"{word} {self.plural}", self.of)


def noun(text: str) -> Noun:
    """The noun of "pen", "loaf/loaves" (irregular plural), "cup of flour" or "shelf/shelves of books"."""
    counted, _, of = text.partition(" of ")
    singular, _, plural = counted.partition("/")
    return Noun(singular, plural or pluralize(singular), of)


def pluralize(word: str) -> str:
    """The regular plural of a noun, or the irregular one of the word list."""
    head, space, last = word.rpartition(" ")
    irregular: dict[str, str] = table("generator/words")["plurals"]
    if last in irregular:
        return head + space + irregular[last]
    if last.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if last.endswith("y") and last[-2:-1] not in _VOWELS:
        return word[:-1] + "ies"
    return word + "s"


def prepositions(container: Noun) -> tuple[str, str]:
    """How things are put into a container and are in it: "into" and "in", or "onto" and "on" for a shelf."""
    surfaces: str = table("generator/words")["containers"]["onto"]
    return ("onto", "on") if container.singular in surfaces.split() else ("into", "in")


def is_movable(container: Noun) -> bool:
    """Whether the container can be bought or brought with what it holds."""
    fixed: str = table("generator/words")["containers"]["fixed"]
    return container.singular not in fixed.split()


def article(phrase: str) -> str:
    """ "a" or "an" with the phrase, by its sound: "an hour", "an 8-pack", "a unit"."""
    return f"{'an' if opens_with_vowel(phrase) else 'a'} {phrase}"


def opens_with_vowel(phrase: str) -> bool:
    """Whether "an" goes before the phrase."""
    word = phrase.lower()
    if word[:1].isdigit():
        digits = word.split()[0].split("-")[0].replace(",", "").split(".")[0]
        return (
            word.startswith("8") or (digits in {"11", "18"}) or (len(digits) in (5, 6) and digits[:2] in {"11", "18"})
        )
    if word.startswith(("hour", "honest", "heir")):
        return True
    return word[:1] in tuple(_VOWELS) and not word.startswith(("uni", "use", "eu", "one", "once", "ute"))


@cache
def _principal_parts() -> dict[str, tuple[str, str]]:
    parts = {}
    for line in table("generator/words")["irregular"].split("\n"):
        if line.strip():
            base, past, participle = line.split()
            parts[base] = (past, participle)
    return parts


@cache
def _doubling() -> frozenset[str]:
    return frozenset(table("generator/words")["doubling"].split())


def _with_ending(base: str, ending: str) -> str:
    if base == "be":
        return "being"
    if base in _doubling():
        return base + base[-1] + ending
    if base.endswith("e") and not (ending == "ing" and base.endswith(("ee", "oe", "ye"))):
        return base[:-1] + ending
    if ending == "ed" and base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ied"
    return base + ending


def past(base: str) -> str:
    """The past tense: "gave", "picked"."""
    return _principal_parts()[base][0] if base in _principal_parts() else _with_ending(base, "ed")


def participle(base: str) -> str:
    """The past participle: "given", "picked"."""
    return _principal_parts()[base][1] if base in _principal_parts() else _with_ending(base, "ed")


def gerund(base: str) -> str:
    """The form in -ing: "giving"."""
    return _with_ending(base, "ing")


def finite(base: str, tense: Tense, agreement: Agreement) -> str:
    """The verb of a clause: finite("have", PRESENT, SINGULAR) is "has"."""
    if base == "can":
        return "could" if tense is Tense.PAST else "can"
    if tense is Tense.FUTURE:
        return f"will {base}"
    if base == "be":
        if tense is Tense.PAST:
            return "were" if agreement is Agreement.PLURAL else "was"
        return {Agreement.SINGULAR: "is", Agreement.PLURAL: "are", Agreement.FIRST: "am"}[agreement]
    if tense is Tense.PAST:
        return past(base)
    if agreement is not Agreement.SINGULAR:
        return base
    if base == "have":
        return "has"
    if base.endswith(("s", "x", "z", "ch", "sh", "o")):
        return base + "es"
    if base.endswith("y") and base[-2] not in _VOWELS:
        return base[:-1] + "ies"
    return base + "s"


def inverted(subject: str, verb: str, tense: Tense, agreement: Agreement) -> str:
    """Subject and verb in the order of a question: "did Ana buy", "is the rope", "can we fill"."""
    head, space, rest = verb.partition(" ")
    if head in ("be", "can"):
        if head == "be" and tense is Tense.FUTURE:
            return f"will {subject} be{space}{rest}"
        return f"{finite(head, tense, agreement)} {subject}{space}{rest}"
    if tense is Tense.FUTURE:
        return f"will {subject} {verb}"
    return f"{finite('do', tense, agreement)} {subject} {verb}"


def in_words(number: int) -> str:
    """A whole number below a million in words: "twenty-five", "one hundred and six"."""
    if number < 20:
        return _UNITS[number]
    if number < 100:
        return _TENS[number // 10] + (f"-{_UNITS[number % 10]}" if number % 10 else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    head, rest = divmod(number, size)
    joint = " and " if 0 < rest < 100 else " "
    return f"{in_words(head)} {name}" + (joint + in_words(rest) if rest else "")
