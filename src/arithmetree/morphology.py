"""Lemmas by rule and word list, to steady the learned lemmatizer on the words that matter here."""

from __future__ import annotations

from functools import cache

from arithmetree.word_lists import table, words

_VOWELS = "aeiou"


@cache
def known_verbs() -> frozenset[str]:
    """All verbs of the word list, in their base forms."""
    return words("verbs", "regular") | frozenset(table("verbs")["irregular"].values())


@cache
def all_verbs() -> frozenset[str]:
    """The verbs of the word list and those that are nouns just as often."""
    return known_verbs() | words("verbs", "also_nouns")


@cache
def verb_lemma(word: str) -> str | None:
    """The base form of a verb of the word list, whatever form it is in; None for other words."""
    word = word.lower()
    irregular: dict[str, str] = table("verbs")["irregular"]
    if word in irregular:
        return irregular[word]
    return next((base for base in _verb_bases(word) if base in known_verbs()), None)


@cache
def spelled_verb_lemma(word: str) -> str:
    """The base form of a word that is known to be a verb: from the word lists, else by its spelling alone."""
    listed = verb_lemma(word)
    if listed is not None:
        return listed
    word = word.lower()
    bases = _verb_bases(word)
    listed = next((base for base in bases if base in all_verbs()), None)
    if listed is not None:
        return listed
    for ending in ("ing", "ed"):
        stem = word.removesuffix(ending)
        if stem != word and len(stem) > 2 and any(letter in "aeiouy" for letter in stem):
            return _spelled_base(stem)
    if word.endswith("s") and not word.endswith("ss"):
        return _spelled_plural_base(word)
    return word


def _spelled_base(stem: str) -> str:
    """The base form before "ed" or "ing": "scrapp" is scrap, "vaccinat" is vaccinate, "shout" stays."""
    if stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
        return stem if stem[-1] in "lsfz" else stem[:-1]
    if stem.endswith("i"):
        return stem[:-1] + "y"
    silent = stem[-1] in "cuvz" or (stem[-1] in "sg" and stem[-2] not in "sng") or stem.endswith(("ng", "ns", "rs"))
    syllabic = stem[-1] == "l" and stem[-2] not in _VOWELS + "lrw"
    latinate = (
        len(stem) > 4 and stem.endswith(("at", "ut", "in", "ir", "ar", "os", "id", "ad")) and stem[-3] not in _VOWELS
    )
    short = len(stem) == 3 and stem[-2] in _VOWELS and stem[-3] not in _VOWELS and stem[-1] not in "wxy"
    return stem + "e" if silent or syllabic or latinate or short else stem


def _spelled_plural_base(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "xes", "zzes", "ches", "shes", "oes")) else word[:-1]


def _verb_bases(word: str) -> list[str]:
    """Base forms that a regular form may come from, the likeliest first."""
    bases = [word]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word[: -len(ending)]
            if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
                bases += [stem[:-1], stem]
            if _closed_syllable(stem):  # "hoped" is no form of hop, which would double its last letter
                bases.append(stem + "e")
            else:
                bases += [stem + "e", stem] if not stem.endswith("i") else [stem[:-1] + "y", stem + "e", stem]
    if word.endswith("s") and not word.endswith("ss"):
        bases.append(word[:-1])
        if word.endswith("ies"):
            bases.append(word[:-3] + "y")
        elif word.endswith("es"):
            bases.append(word[:-2])
    return bases


def _closed_syllable(stem: str) -> bool:
    """True for a word of one short syllable with one consonant at its end: hop, strip, plan."""
    short = len(stem) > 2 and stem[-1] not in "aeiouwxy" and stem[-2] in _VOWELS and stem[-3] not in _VOWELS
    return short and not any(letter in "aeiouy" for letter in stem[:-2])


@cache
def past_tense(base: str) -> str:
    """The past tense of a verb: "got" for "get", "baked" for "bake"."""
    irregular: dict[str, str] = table("verbs")["irregular"]
    forms = [form for form, lemma in irregular.items() if lemma == base and not form.endswith(("en", "wn", "ing"))]
    forms = [form for form in forms if form not in words("verbs", "participles")]
    if forms:
        return forms[0]
    if base.endswith("e"):
        return base + "d"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ied"
    return base + (base[-1] if _closed_syllable(base) else "") + "ed"


@cache
def third_person(base: str) -> str:
    """A verb after "he", "she" and "it": "needs" for "need", "carries" for "carry"."""
    if base == "have":
        return "has"
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base[:-1] + "ies"
    return base + ("es" if base.endswith(("s", "sh", "ch", "x", "z", "o")) else "s")


@cache
def noun_lemma(word: str) -> str:
    """The singular of a noun: irregular ones from the list, all others by their spelling."""
    word = word.lower().rstrip(".")
    irregular: dict[str, str] = table("nouns")["irregular"]
    if word in irregular:
        return irregular[word]
    if word.endswith("men") and len(word) > 4 and word not in words("nouns", "unchanged", "words"):
        return word[:-2] + "an"  # "workmen", "oarsmen"
    if not word.endswith("s") or word in words("nouns", "unchanged", "words") or len(word) < 3:
        return word
    if word.endswith(("ss", "us")) or (word.endswith("is") and word in words("nouns", "unchanged", "ending_in_is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zzes", "ches", "shes", "oes")):
        return word[:-2]
    if word.endswith("ses") and word[:-2] in words("nouns", "unchanged", "words"):
        return word[:-2]
    return word[:-1]
