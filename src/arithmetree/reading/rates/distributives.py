"""Phrases with "each", "every" and "per", and those of them that make no rate."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.measures import DURATIONS, measures
from arithmetree.reading.rates.facts import (
    NOUN_TAGS,
    PERSON,
    STAND_INS,
    Distributive,
    RateFacts,
    is_noun_at,
    noun_after,
)
from arithmetree.reading.tokens import TokenTable
from arithmetree.reading.verbs import governing_verb
from arithmetree.word_lists import words


def distributives_of(facts: RateFacts) -> Sequence[Distributive]:
    """All "each box", "every day", "per hour", "each of the boxes" and "each of them", in text order."""
    if facts.distributives is None:
        facts.distributives = _find_distributives(facts)
    return facts.distributives


def _find_distributives(facts: RateFacts) -> list[Distributive]:
    table = facts.table
    found = []
    everybody, determiners = words("rates", "everybody"), words("rates", "distributive_determiners")
    for index, word in enumerate(table.lower):
        if word in everybody:
            if table.upos[min(index + 1, len(table.tokens) - 1)] not in ("VERB", "AUX", "ADP"):
                continue
            found.append(Distributive(index, index, PERSON, governing_verb(table, index)))
            continue
        if word not in determiners and word != "per":
            continue
        if skips(table, index):
            continue
        node = index + 1
        if word == "every" and table.lower[node : node + 3] == ["one", "of", "the"]:
            node += 1
        if table.lower[node] == "of":
            node += 1
            while node < len(table.tokens) and (table.upos[node] in ("DET", "NUM") or table.tag[node] == "PRP$"):
                node += 1
            if node < len(table.tokens) and table.lower[node] in ("them", "which", "these", "those", "us"):
                lemma = None
                if table.lower[node] == "which":
                    lemma = facts.counted_before(index, facts.quantities_before(index))
                found.append(Distributive(index, node, lemma or facts.sharer(node), governing_verb(table, index)))
                continue
            counted = facts.units[table.quantity_at[node - 1]] if node - 1 in table.quantity_at else None
            if counted is not None and measures(counted.head) and not measures(counted.head, DURATIONS):
                continue
        if word == "each" and opens_description(table, index):
            continue
        after = noun_after(table, node)
        if after is not None and _floats(table, index):
            continue
        if after is not None and _shares_evenly(table, index, after[0]):
            continue
        if after is not None and table.lower[after[0] + 1 : after[0] + 2] in (["'s"], ["'"], ["’s"]):
            after = noun_after(table, after[0] + 2) or after
        if after is not None and after[0] - node < 6:
            lemma = after[1]
            if lemma in STAND_INS:  # "each of the others"
                lemma = facts.counted_earlier(facts.quantities_before(index)) or lemma
            found.append(Distributive(index, after[0], lemma, governing_verb(table, after[0])))
        elif word == "each" and _closes_phrase(table, index):
            lemma = facts.counted_before(index, facts.quantities_before(index)) or PERSON
            found.append(Distributive(index, index, lemma, governing_verb(table, index)))
        elif _each_alone(facts, index):
            found.append(Distributive(index, index, facts.sharer(index), governing_verb(table, index)))
    return found


def skips(table: TokenTable, index: int) -> bool:
    """True for "per cent", "every second day" and "each other", which make no rate; "20 metres a second" does."""
    if table.lower[index + 1] in ("second", "third"):
        return table.lower[index] in ("each", "every") and is_noun_at(table, index + 2)
    return table.lower[index + 1] in ("cent", "other")


def opens_description(table: TokenTable, each: int) -> bool:
    """True for the "each" of "3 ghosts, each worth 40 points" and "14 bags, each weighing 20 kg"."""
    node = each + 1
    if table.lower[node : node + 1] == [] or each == 0:
        return False
    if table.lower[each - 1] == ",":
        if node in table.quantity_at:
            return True  # "4 songs, each 3 minutes long"
        if table.lower[node] == "of" and node + 1 in table.quantity_at:  # "9 groups, each of 5 children"
            return not any(token.upos in ("VERB", "AUX", "NUM") for token in table.tokens[node + 2 : node + 5])
    describes = table.lower[node] in ("worth", "with") or table.lower[node].endswith("ing")
    if describes and any(at in table.quantity_at for at in range(node + 1, min(node + 3, len(table.tokens)))):
        return True
    return table.lower[each - 1] == "," and _number_after_prepositions(table, node)


def _number_after_prepositions(table: TokenTable, node: int) -> bool:
    """True at the words after "each" in "3 pots, each good for 8 cups" and "6 chairs, each with room for 90"."""
    joined = False
    for at in range(node, min(node + 5, len(table.tokens))):
        if at in table.quantity_at:
            return joined
        token = table.tokens[at]
        if at == node and token.tag == "VBN":
            continue  # "50 cakes, each cut into 6"
        if token.upos not in ("ADP", "ADJ", "NOUN") or token.tag == "NNS" or table.lower[at] == "of":
            return False
        joined = joined or token.upos == "ADP"
    return False


def _floats(table: TokenTable, each: int) -> bool:
    """True for the "each" of "Five brothers each hire a wig" where the verb was read as a noun."""
    first = table.sentence(each)[0]
    if table.upos[each - 1] == "AUX" and table.upos[each + 1] == "VERB" and each > first:
        return table.lower[each] == "each"  # "The twins were each given 15 stickers"
    return (
        table.lower[each] == "each"
        and each > first
        and table.upos[each - 1] in NOUN_TAGS
        and each + 2 < len(table.tokens)
        and table.upos[each + 2] in ("DET", "NUM", "SYM", "ADP")
        and not any(table.upos[node] in ("VERB", "AUX") for node in range(first, each))
    )


def _shares_evenly(table: TokenTable, index: int, noun: int) -> bool:
    """True where "each" only says that a total is shared: "300 trees, each village the same number"."""
    for nodes in (range(index - 1, max(index - 4, -1), -1), range(noun + 1, min(noun + 4, len(table.tokens)))):
        for node in nodes:
            if table.lower[node] in words("rates", "even_shares"):
                return True
            if table.upos[node] in ("PUNCT", "VERB", "AUX") and table.tag[node] != "VBG":
                break
    return False


def _closes_phrase(table: TokenTable, each: int) -> bool:
    """True for the "each" of "45 blankets were carried into each."."""
    ends = each + 1 >= len(table.tokens) or table.upos[each + 1] in ("PUNCT", "CCONJ")
    return ends and each > 0 and table.upos[each - 1] == "ADP" and not _shares_evenly(table, each, each)


def _each_alone(facts: RateFacts, index: int) -> bool:
    """True for "each" as a subject ("each costs 5") and for "each one"."""
    table = facts.table
    if index + 1 >= len(table.tokens) or table.lower[index] == "per":
        return False
    if facts.is_one(index + 1) and table.lower[index + 1] not in ("a", "an"):
        return True
    follows = table.upos[index + 1] in ("VERB", "AUX") or table.lower[index + 1] == "there"
    return (
        table.lower[index] == "each"
        and follows
        and (index == 0 or table.upos[index - 1] not in ("PRON", "NOUN", "PROPN", "ADP"))
    )
