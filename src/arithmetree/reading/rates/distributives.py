"""Phrases with "each", "every" and "per", and those of them that make no rate."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arithmetree.reading.rates.facts import PERSON, STAND_INS, Distributive, RateFacts
from arithmetree.reading.tokens import NOUNS, VERBS, TokenTable
from arithmetree.reading.verbs import governing_verb
from arithmetree.word_lists import words


def distributives_of(facts: RateFacts) -> Sequence[Distributive]:
    """All "each box", "every day", "per hour", "each of the boxes" and "each of them", in text order."""
    if facts.distributives is None:
        facts.distributives = list(_find_distributives(facts))
    return facts.distributives


def _find_distributives(facts: RateFacts) -> Iterator[Distributive]:
    table = facts.table
    everybody, determiners = words("rates", "everybody"), words("rates", "distributive_determiners")
    for index, word in enumerate(table.lower):
        if word in everybody:
            if table.upos[index + 1] in ("VERB", "AUX", "ADP"):
                yield Distributive(index, index, PERSON, governing_verb(table, index))
        elif (word in determiners or word == "per") and not skips(table, index):
            found = _shared_among(facts, index)
            if found is not None:
                noun, lemma = found
                yield Distributive(index, noun, lemma, governing_verb(table, noun if noun > index else index))


def _shared_among(facts: RateFacts, index: int) -> tuple[int, str] | None:
    """The noun that "each" belongs to, as token and lemma; the token is that of "each" itself if there is no noun."""
    table, word, node = facts.table, facts.table.lower[index], index + 1
    before = facts.quantities_before(index)
    if word == "every" and table.lower[node : node + 3] == ["one", "of", "the"]:
        node += 1
    if table.lower[node] == "of":
        node += 1
        while table.upos[node] in ("DET", "NUM") or table.tag[node] == "PRP$":
            node += 1
        if table.lower[node] in ("them", "which", "these", "those", "us"):
            lemma = facts.counted_before(index, before) if table.lower[node] == "which" else None
            return node, lemma or facts.sharer(node)
    if word == "each" and opens_description(table, index):
        return None
    noun, lemma = facts.noun_after(node)
    if noun >= 0:
        given = table.upos[index - 1] == "AUX" and table.upos[index + 1] == "VERB"  # "were each given 15 stickers"
        if given or _shares_evenly(table, index, noun):
            return None
        if table.lower[noun + 1] in ("'s", "'", "’s"):
            noun, lemma = facts.noun_after(noun + 2)  # "each of the dairy's 6 shelves"
        if lemma in STAND_INS:  # "each of the others"
            lemma = facts.counted_earlier(before) or lemma
        return noun, lemma
    if word == "each" and _closes_phrase(table, index):
        return index, facts.counted_before(index, before) or PERSON
    return (index, facts.sharer(index)) if _is_each_alone(facts, index) else None


def skips(table: TokenTable, index: int) -> bool:
    """True for "per cent", "every second day" and "each other", which make no rate; "20 metres a second" does."""
    if table.lower[index + 1] in ("second", "third"):
        return table.lower[index] in ("each", "every") and table.upos[index + 2] in NOUNS
    return table.lower[index + 1] in ("cent", "other")


def opens_description(table: TokenTable, each: int) -> bool:
    """True for the "each" of "3 ghosts, each worth 40 points" and "14 bags, each weighing 20 kg"."""
    node, aside = each + 1, table.lower[each - 1] == ","
    if aside and node in table.quantity_at:
        return True  # "4 songs, each 3 minutes long"
    if aside and table.lower[node] == "of" and node + 1 in table.quantity_at:  # "9 groups, each of 5 children"
        return not any(upos in ("VERB", "AUX", "NUM") for upos in table.upos[node + 2 : node + 5])
    describes = table.lower[node] in ("worth", "with") or table.lower[node].endswith("ing")
    return each > 0 and describes and (node + 1 in table.quantity_at or node + 2 in table.quantity_at)


def _shares_evenly(table: TokenTable, index: int, noun: int) -> bool:
    """True where "each" only says that a total is shared: "300 trees, each village the same number"."""
    for nodes in (range(index - 1, index - 4, -1), range(noun + 1, noun + 4)):
        for node in nodes:
            if table.lower[node] in words("rates", "even_shares"):
                return True
            if table.upos[node] in ("PUNCT", "VERB", "AUX") and table.tag[node] != "VBG":
                break
    return False


def _closes_phrase(table: TokenTable, each: int) -> bool:
    """True for the "each" of "45 blankets were carried into each."."""
    ends = table.upos[each + 1] in ("PUNCT", "CCONJ", "")
    return ends and table.upos[each - 1] == "ADP" and not _shares_evenly(table, each, each)


def _is_each_alone(facts: RateFacts, index: int) -> bool:
    """True for "each" as a subject ("each costs 5") and for "each one"."""
    table = facts.table
    if table.lower[index : index + 2] in (["each", "one"], ["every", "one"]):
        return True
    acts = table.lower[index] == "each" and table.upos[index + 1] in VERBS
    return acts and table.upos[index - 1] not in ("PRON", "NOUN", "PROPN", "ADP")
