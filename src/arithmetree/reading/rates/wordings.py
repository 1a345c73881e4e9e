"""Rates that the words around a number show: per, a, hyphens, periods and packs.

Every rule takes a quantity and answers with the lemma of the rate's denominator, or None.
"""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates.distributives import skips
from arithmetree.reading.rates.facts import ONE, PACKS, RateCandidate, RateFacts
from arithmetree.reading.tokens import VERBS
from arithmetree.reading.units.noun_groups import describes_size
from arithmetree.schemas import Rate
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words

_OPENING_PREPOSITIONS = frozenset({"in", "for", "over", "after", "within", "during", "on", "from", "of"})


def abbreviation(facts: RateFacts, amount: RateCandidate) -> Rate | None:
    """ "60 mph", "90 km/h", "4 dollars/hour"."""
    abbreviations: dict[str, list[str]] = data_table("rates")["abbreviations"]
    lower = facts.table.lower
    for node in (amount.end, amount.end + 1):
        joined = lower[node].rstrip(".")
        if lower[node + 1] == "/":
            joined += "/" + lower[node + 2].rstrip(".")
        if joined in abbreviations:
            return Rate(*abbreviations[joined])
        above, slash, below = joined.partition("/")
        if slash and above.isalpha() and below.isalpha():
            return Rate(amount.unit.head or above, below)
    return None


def hyphenated(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "4-dollar toys", "6 dollar toys", "12-packs of pens", "three 6-foot ropes"."""
    table, quantity, unit = facts.table, amount.quantity, amount.unit
    hyphen = table.text[quantity.end : quantity.end + 1] in ("-", "–", "‑")
    if hyphen and quantity.unit_hint in PACKS:
        return "pack"
    money = quantity.kind is Kind.MONEY
    attributive = unit.index is not None and table.tag[unit.index] == "NN" and quantity.value != 1
    sized = money or describes_size(unit.head or "")
    if not hyphen and not (attributive and sized):
        return None
    noun = facts.noun_after(unit.end)
    if not noun.lemma or facts.number_between(unit.end, noun.node):
        return None
    return noun.lemma if facts.table.tag[noun.node] == "NNS" else None


def per_phrase(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "60 miles per hour", "$9 an hour", "20 pages every day", "1.5 kg of seed for every 100 square metres"."""
    table, unit = facts.table, amount.unit
    for node in (unit.end, unit.last):
        at = node + (table.lower[node] in ("for", "in", "on", "from", "to", "at", "with"))
        if at > node and table.lower[at] in ONE:
            continue
        if table.lower[node] == "the" and facts.is_money(amount.number):
            sold_by = facts.noun_after(at + 1).lemma
            if measures(sold_by) or facts.is_container(sold_by):
                return sold_by  # "$2.40 the kilogram", "$3 the bunch"
        if table.lower[at] not in words("rates", "per_words") or skips(table, at):
            continue
        dozen = table.quantity_at.get(at)
        if dozen is not None:  # "$3 a dozen"
            return table.lower[table.spans[dozen][1] - 1]
        noun, lemma = facts.noun_after(at + 1)
        if not lemma or (table.lower[at] in ONE and _is_new_subject(facts, amount, noun)):
            continue
        return lemma
    return None


def _is_new_subject(facts: RateFacts, amount: RateCandidate, noun: int) -> bool:
    """True for the subject after a fronted time: "In 6 hours a gondola carried 540 skiers"."""
    table, head = facts.table, amount.unit.head
    fronted = table.lower[amount.start - 1] in _OPENING_PREPOSITIONS
    if not fronted and not measures(head, DURATIONS) and head != "time":
        return False
    acts = table.upos[noun + 1] in VERBS or table.dep[noun].startswith("nsubj")
    return acts and not measures(table.lemma[noun], DURATIONS)


def so_many_to_one(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "packed 6 to a box", "5 trays, a dozen tins to the tray"; no "gave 6 to a friend"."""
    table, unit = facts.table, amount.unit
    verb = amount.verb
    moves = verb is not None and table.lemma[verb] in words("rates", "moving_verbs") and not facts.is_passive(verb)
    for at in (unit.end, unit.last):
        if table.lower[at] != "to" or table.lower[at + 1] not in ("a", "an", "the"):
            continue
        noun, lemma = facts.noun_after(at + 2)
        if not lemma or table.tag[noun] == "NNS":
            continue
        if measures(lemma) and noun == at + 2:  # "23 miles to the gallon"
            return lemma
        known = lemma in facts.several or facts.is_container(lemma)
        aside = table.lower[amount.start - 1] in ("", ",", ":", "at", "with", "giving", "making")
        if table.lower[at + 1] == "the" and not (known and (aside or unit.elided)):
            continue  # "6 km to the mill"
        if aside or ((known or unit.elided) and not moves):
            return lemma
    return None


def period_word(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "reads 12 pages daily", "her hourly wage is $31"."""
    periods: dict[str, str] = data_table("rates")["adverbs"]
    table, subject = facts.table, amount.subject
    for node in range(amount.unit.end, min(amount.unit.last + 4, len(table))):
        if node in table.quantity_at or table.lower[node] in (".", "?", ";"):
            break
        if table.lower[node] in periods and table.upos[node + 1] != "NOUN":
            return periods[table.lower[node]]
    before = subject is not None and 0 < subject < amount.start
    return periods.get(table.lower[subject - 1]) if subject is not None and before else None


def for_one(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "12 km on one charge", "20 chairs in a row", "24 hours in a day", "4 CDs fit on a shelf", "4 at a time"."""
    table, verb, unit = facts.table, amount.verb, amount.unit
    if ["at", "a", "time"] in (table.lower[unit.end : unit.end + 3], table.lower[unit.last : unit.last + 3]):
        return "time"
    aside = table.lower[amount.start - 1] == "," or table.lower[unit.last : unit.last + 2] == ["at", "a"]
    if verb is not None and not aside and table.lemma[verb] not in words("rates", "rating_verbs"):
        return None
    for node in (unit.end, unit.last, *((verb + 1,) if verb is not None and verb > amount.start else ())):
        if table.lower[node] not in ("in", "on", "for", "to", "from", "with", "at") or not facts.is_one(node + 1):
            continue
        noun, lemma = facts.noun_after(node + 2)
        if not lemma or facts.number_between(node + 2, noun):
            continue  # "for 2 hours at a steady 60 miles an hour"
        if lemma in facts.several or measures(unit.head, DURATIONS):
            return lemma
    return None
