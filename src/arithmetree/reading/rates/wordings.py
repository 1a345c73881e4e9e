"""Rates that the words around a number show: per, a, hyphens, periods and packs.

Every rule takes a quantity's number and unit and answers with the lemma of the rate's denominator, or None.
"""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates.distributives import distributives_of, skips
from arithmetree.reading.rates.facts import ONE, PACKS, RateFacts, is_plural, noun_after
from arithmetree.reading.units.noun_groups import Unit, describes_size
from arithmetree.schemas import Rate
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words


def abbreviation(facts: RateFacts, number: int, unit: Unit) -> Rate | None:
    """ "60 mph", "90 km/h", "4 dollars/hour"."""
    abbreviations: dict[str, list[str]] = data_table("rates")["abbreviations"]
    table = facts.table
    end = table.spans[number][1]
    for node in range(end, min(end + 2, len(table.tokens))):
        joined = table.lower[node].rstrip(".")
        if table.lower[node + 1] == "/":
            joined += "/" + "".join(table.lower[node + 2 : node + 3]).rstrip(".")
        if joined in abbreviations:
            return Rate(*abbreviations[joined])
        above, slash, below = joined.partition("/")
        if slash and above.isalpha() and below.isalpha():
            return Rate(unit.head or above, below)
    return None


def hyphenated(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "4-dollar toys", "6 dollar toys", "12-packs of pens", "three 6-foot ropes"."""
    table, quantity = facts.table, facts.quantities[number]
    start = table.spans[number][0]
    hyphen = table.text[quantity.end : quantity.end + 1] in ("-", "–", "‑")
    if hyphen and quantity.unit_hint in PACKS:
        return "pack"
    money = quantity.kind is Kind.MONEY
    attributive = unit.index is not None and table.tag[unit.index] == "NN" and quantity.value != 1
    attributive = attributive or (money and unit.index is None and _one_for_each(facts, number))
    sized = money or (unit.head is not None and describes_size(unit.head))
    if not hyphen and not (attributive and sized):
        return None
    after = noun_after(table, unit.end)
    if after is None or after[0] > unit.end + 3 or facts.number_between(unit.end, after[0]):
        return None
    noun, lemma = after
    return (
        lemma
        if is_plural(table.tokens[noun]) or start - 1 in table.quantity_at or _one_for_each(facts, number)
        else None
    )


def _one_for_each(facts: RateFacts, number: int) -> bool:
    """True where everybody gets one: "Four sisters each buy a $12 brush", "a 5-dollar cap for each of the boys"."""
    table, verb = facts.table, facts.verbs[number]
    article = facts.before_signs(table.spans[number][0])
    if verb is None or article < verb or table.lower[article] not in ONE:
        return False
    if table.lower[verb - 1] == "each":
        return True
    return any(
        found.verb == verb and (found.noun < verb or table.lower[found.index - 1] == "for")
        for found in distributives_of(facts)
    )


def per_phrase(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "60 miles per hour", "$9 an hour", "20 pages every day", "1.5 kg of seed for every 100 square metres"."""
    table = facts.table
    ends = (unit.end, unit.last, *_after_goods(facts, number, unit))
    for node in ends:
        at = node
        if at < len(table.tokens) and table.lower[at] in ("for", "in", "on", "from", "to", "at", "with"):
            at += 1
            if at < len(table.tokens) and table.lower[at] in ONE:
                continue
        if table.lower[at] == "the" and facts.is_money(number) and at == node:
            after = noun_after(table, at + 1)
            sold_by = after is not None and after[1] in words("rates", "containers", "nouns")
            if after is not None and (measures(after[1]) or sold_by):
                return after[1]  # "$2.40 the kilogram", "$3 the bunch"
        if at >= len(table.tokens) or table.lower[at] not in words("rates", "per_words") or skips(table, at):
            continue
        dozen = table.quantity_at.get(at)
        if dozen is not None:  # "$3 a dozen"
            return table.lower[table.spans[dozen][1] - 1]
        after = noun_after(table, at + 1)
        if after is None or (table.lower[at] in ONE and _new_subject(facts, number, unit, after[0])):
            continue
        if table.lower[at : at + 2] == ["a", "go"]:
            return facts.counted_before(table.spans[number][0], number) or after[1]
        return after[1]
    return None


def _new_subject(facts: RateFacts, number: int, unit: Unit, noun: int) -> bool:
    """True for the subject after a fronted time: "In 6 hours a gondola carried 540 skiers"."""
    table = facts.table
    start = table.spans[number][0]
    fronted = start > 0 and table.lower[start - 1] in ("in", "for", "over", "after", "within", "during", "on")
    first = table.sentence(start)[0]
    owned = start - (table.tag[start - 1] == "PRP$")  # "Of her 10 nails a client had 7 painted"
    fronted = fronted or (owned == first + 1 and table.upos[first] == "ADP" and table.lower[first] != "at")
    if not fronted and not measures(unit.head, DURATIONS) and unit.head != "time":
        return False
    follows = noun + 1 < len(table.tokens) and (
        table.upos[noun + 1] in ("VERB", "AUX") or (fronted and table.lower[noun + 1] == "of")
    )
    if table.lower[noun + 1] in ("are", "were", "have"):
        return False  # "Five turns at 12 seconds a turn are"
    period = measures(table.lemma[noun], DURATIONS)
    return not period and (follows or table.dep[noun].startswith("nsubj"))


def _after_goods(facts: RateFacts, number: int, unit: Unit) -> tuple[int, ...]:
    """The end of what money is spent on: "costs $6 of electricity a day"."""
    if not facts.is_money(number) or facts.table.lower[unit.end] not in ("of", "on", "for"):
        return ()
    goods = noun_after(facts.table, unit.end + 1)
    if goods is None or facts.number_between(unit.end, goods[0]):
        return ()
    after = noun_after(facts.table, goods[0] + 2)
    period = after is not None and after[0] == goods[0] + 2 and measures(after[1], DURATIONS)
    return (goods[0] + 1,) if period else ()


def so_many_to_one(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "packed 6 to a box", "5 trays, a dozen tins to the tray"; no "gave 6 to a friend"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    for node in dict.fromkeys((unit.end, unit.last)):
        at = node + 2 if table.lower[node : node + 2] == ["of", "them"] else node
        if table.lower[at] != "to" or table.lower[at + 1] not in ("a", "an", "the"):
            continue
        after = noun_after(table, at + 2)
        if after is None or table.tag[after[0]] == "NNS":
            continue
        if measures(after[1]) and after[0] == at + 2:  # "23 miles to the gallon"
            return after[1]
        known = after[1] in facts.several or after[1] in words("rates", "containers", "nouns")
        aside = start == 0 or table.lower[start - 1] in (",", ":", "at", "with", "giving", "making")
        arranged = _arranged(facts, number, unit)
        moved = verb is not None and table.lemma[verb] in words("rates", "moving_verbs") and not arranged
        packed = verb is not None and table.lemma[verb] in words("rates", "packing_verbs")
        if table.lower[at + 1] == "the" and not (known and (aside or unit.elided or packed)):
            continue  # "6 km to the mill"
        if aside or arranged or (known and not moved):
            return after[1]
    return None


def _arranged(facts: RateFacts, number: int, unit: Unit) -> bool:
    """True if the verb has its goods already: "are sold four to a string", "lays them a dozen to a box".

    So it is with those who move themselves: "Medics ride two to an ambulance".
    """
    table, verb = facts.table, facts.verbs[number]
    before = table.spans[number][0] - 1
    if verb is None or before < 1 or not unit.elided:
        return False
    passive = table.tag[verb] == "VBN" and any(table.dep[kid] == "aux:pass" for kid in table.children[verb])
    rides = table.lemma[verb] in words("rates", "riding_verbs") and before == verb
    goods = table.tag[before] == "NNS" or table.lower[before] == "them"
    return goods or rides or (passive and verb <= before)


def period_word(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "reads 12 pages daily", "her hourly wage is $31"."""
    periods: dict[str, str] = data_table("rates")["adverbs"]
    table, subject = facts.table, facts.subjects[number]
    for node in range(unit.end, min(unit.last + 4, len(table.tokens))):
        if node in table.quantity_at or table.tokens[node].text in (".", "?", ";"):
            break
        if table.lower[node] in periods and (node + 1 >= len(table.tokens) or table.upos[node + 1] != "NOUN"):
            return periods[table.lower[node]]
    before = subject is not None and 0 < subject < table.spans[number][0]
    if subject is not None and before and table.lower[subject - 1] in periods:
        return periods[table.lower[subject - 1]]
    return None


def for_one(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "12 km on one charge", "20 chairs in a row", "24 hours in a day", "4 CDs fit on a shelf", "4 at a time"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    for node in (unit.end, unit.last):
        if table.lower[node : node + 3] == ["at", "a", "time"]:
            return "time"
    aside = start > 0 and table.lower[start - 1] == ","
    once = table.lower[unit.last : unit.last + 2] == ["at", "a"]
    if verb is not None and not (aside or once) and table.lemma[verb] not in words("rates", "rating_verbs"):
        return None
    for node in (unit.end, unit.last, *((verb + 1,) if verb is not None and verb > start else ())):
        if (
            table.lower[node : node + 1]
            and table.lower[node] in ("in", "on", "for", "to", "from", "with", "at")
            and facts.is_one(node + 1)
        ):
            after = noun_after(table, node + 2) if node + 2 not in table.quantity_at else None
            if after is not None and (facts.number_between(node + 2, after[0]) or after[1] in ("side", "hand")):
                continue  # "for 2 hours at a steady 60 miles an hour", "12 houses on one side"
            if after is not None and (after[1] in facts.several or measures(unit.head, DURATIONS)):
                return after[1] if after[1] != "one" else facts.lemma_of(facts.resolve(after[0]))
    return None
