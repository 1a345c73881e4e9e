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
def verb_lemma(word: str) -> str | None:
    """The base form of a verb of the word list, whatever form it stands in; None for other words."""
    word = word.lower()
    irregular: dict[str, str] = table("verbs")["irregular"]
    if word in irregular:
        return irregular[word]
    return next((base for base in _verb_bases(word) if base in known_verbs()), None)


def _verb_bases(word: str) -> list[str]:
    """Base forms that a regular form may come from, the likeliest first."""
    bases = [word]
    for ending in ("ing", "ed"):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            stem = word[: -len(ending)]
            if len(stem) > 2 and stem[-1] == stem[-2] and stem[-1] not in _VOWELS:
                bases += [stem[:-1], stem]
            bases += [stem + "e", stem] if not stem.endswith("i") else [stem[:-1] + "y", stem + "e", stem]
    if word.endswith("s") and not word.endswith("ss"):
        bases.append(word[:-1])
        if word.endswith("ies"):
            bases.append(word[:-3] + "y")
        elif word.endswith("es"):
            bases.append(word[:-2])
    return bases


@cache
def noun_lemma(word: str) -> str:
    """The singular of a noun: irregular ones from the list, all others by their spelling."""
    word = word.lower().rstrip(".")
    irregular: dict[str, str] = table("nouns")["irregular"]
    if word in irregular:
        return irregular[word]
    if not word.endswith("s") or word in words("nouns", "unchanged", "words") or len(word) < 3:
        return word
    if word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "xes", "zzes", "ches", "shes", "oes")):
        return word[:-2]
    if word.endswith("ses") and word[:-2] in words("nouns", "unchanged", "words"):
        return word[:-2]
    return word[:-1]
