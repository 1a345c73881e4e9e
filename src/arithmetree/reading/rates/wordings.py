"""Rates that the words around a number show: per, a, hyphens, periods, packs, containers and prices.

Every rule takes a quantity and answers with the lemma of the rate's denominator, or None.
"""

from __future__ import annotations

from arithmetree.measures import DURATIONS, MONEY, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates.facts import ONE, PACKS, RateCandidate, RateFacts
from arithmetree.reading.rates.sharing import skips
from arithmetree.reading.tokens import VERBS
from arithmetree.reading.units.noun_groups import describes_size
from arithmetree.schemas import Rate
from arithmetree.word_lists import people, words
from arithmetree.word_lists import table as data_table

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
    attributive = unit.index is not None and table.tag[unit.index] == "NN" and quantity.value != 1
    sized = quantity.kind is Kind.MONEY or describes_size(unit.head or "")
    if not hyphen and not (attributive and sized):
        return None
    noun = facts.noun_after(unit.end)
    plain = table.tag[noun.node] == "NNS" and not facts.number_between(unit.end, noun.node)
    return noun.lemma if plain else None


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
    table, unit, verb = facts.table, amount.unit, amount.verb
    moves = verb is not None and table.lemma[verb] in words("rates", "moving_verbs") and not table.is_passive(verb)
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
    return periods.get(table.lower[subject - 1]) if subject is not None and 0 < subject < amount.start else None


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


def container_of(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "packs of 6", "4 levels of 40 spaces", "groups of 2", "a sheet of 20 stickers costs ..."."""
    table, of, unit, verb = facts.table, amount.joint, amount.unit, amount.verb
    if of < 1 or table.lower[of] != "of":
        return None
    noun, plural = table.lemma[of - 1], facts.table.tag[of - 1] == "NNS"
    counted = facts.counted_right_before(of)
    if counted is not None:
        return counted  # "five of 30 kilometres" too
    if plural and measures(unit.head) and not facts.is_money(amount.number) and not measures(noun):
        return noun  # "pieces of 25 cm"
    if plural and unit.elided and noun not in words("rates", "measured_things"):
        return noun  # "stand on trolleys of six"
    if not facts.is_container(noun):
        return None
    if table.tag[of - 1] == "NNS" or (table.lower[of - 2] in ("each", "every") and not measures(unit.head)):
        return noun  # "Each box of 28 tiles contains 5 cracked ones"
    if amount.subject != of - 1 or verb is None or not facts.any_one(of - 1):
        return None
    stated = noun in facts.several and table.tag[verb] in ("VBZ", "VBP")  # "A bundle of 10 papers weighs 3 kg"
    return noun if stated or facts.prices(verb) else None


def container_with(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "bags with 8 marbles", "5 boats with 8 rowers", "boxes that hold 10", "tubes which can contain 8"."""
    table, joint, verb = facts.table, amount.joint, amount.verb
    holder = table.lemma[joint - 1]
    holds = table.tag[joint - 1] == "NNS" and facts.is_container(holder)
    if table.lower[joint] == "with":
        counted = holder if holds else facts.counted_right_before(joint)
        return None if counted in people("roles") else counted  # "2 parents with 3 children"
    if table.lower[joint] == "for" and holds and not measures(amount.unit.head):
        return holder  # "tables for six"
    if table.lower[joint] == "worth":
        return facts.counted_right_before(joint)  # "18 baskets worth 2 points"
    if verb is None or not table.dep[verb].startswith("acl") or verb > amount.start:
        return None
    above = table.head[verb]
    held = table.tag[verb] == "VBG" or not {"that", "which", "who"}.isdisjoint(table.lower[above + 1 : verb])
    holds = held and table.tag[above] == "NNS" and table.lemma[verb] in words("rates", "containers", "verbs")
    return table.lemma[above] if holds else None


def filled_by(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "4 buckets fill a barrow", "25 kg go into a crate", "9 blocks can be sawn from a log"."""
    table, verb, unit = facts.table, amount.verb, amount.unit
    if verb is None or verb < amount.start or any(node in table.quantity_at for node in range(unit.last, verb)):
        return None
    helped = not {"is", "are", "can", "will", "must"}.isdisjoint(table.lower[unit.end : verb])
    node = verb + 1
    while table.lower[node] in ("up", "in", "into", "on", "onto", "from", "to"):
        node += 1
    if not (helped or table.tag[verb] in ("VBZ", "VBP", "VB")) or not facts.is_one(node):
        return None
    filled = facts.noun_after(node + 1).lemma
    return filled if filled in facts.several else None


def for_price(facts: RateFacts, amount: RateCandidate) -> str | None:
    """A standing price: "sells 3 pens for 2 dollars", "lemons are 3 for $2", "£6 for children"; no purchase done."""
    table, verb, end = facts.table, amount.verb, amount.unit.end
    if verb is None or not facts.is_money(amount.number):
        return None
    goods = _goods_before(facts, amount)
    of = table.spans[amount.number - 1][0] - 1 if goods else -1
    lemma = table.lemma[verb]
    standing = any(table.lower[kid] in ("is", "are") for kid in table.children[verb])  # "are sold in packs of 5 for $3"
    done = table.tag[verb] in ("VBD", "VBN") and lemma not in ("be", "cost") and not standing
    if done or (lemma not in ("be", "offer", "get", "come", "buy", "pay") and not facts.prices(verb)):
        return None
    if goods is not None:
        packed = table.lower[of] == "of" and facts.is_container(table.lemma[of - 1])
        return table.lemma[of - 1] if packed else goods  # "in packs of 6 for $5"
    if table.lower[end] != "for":
        return None
    one = table.lower[end + 1] in ONE
    bought = facts.noun_after(end + 1 + one)
    one = one and (facts.prices(verb) or measures(bought.lemma))  # "gets $2 for a litre"
    general = bought.lemma and (one or table.tag[bought.node] == "NNS")
    return bought.lemma if general and not facts.number_between(end + 1 + one, bought.node) else None


def _goods_before(facts: RateFacts, amount: RateCandidate) -> str | None:
    """What is counted by the quantity before, if only "for" parts it from its price."""
    before = facts.units[amount.number - 1] if amount.number else None
    if before is None or measures(before.head, MONEY):
        return None
    return before.head if amount.joint == before.last and facts.table.lower[amount.joint] == "for" else None


def priced_at(facts: RateFacts, amount: RateCandidate) -> str | None:
    """The price of any one: "8 adverts at $40", "Pens are sold at 3 dollars"."""
    table, at, subject = facts.table, amount.joint, amount.subject
    if at < 1 or table.lower[at] != "at" or not facts.is_money(amount.number):
        return None
    counted = facts.counted_right_before(at)
    if counted is not None:
        return counted
    if table.tag[at - 1] == "NNS":
        return table.lemma[at - 1]
    if not facts.prices(amount.verb):
        return None
    return facts.sharer(subject) if subject is not None and table.tag[subject] == "NNS" else None
