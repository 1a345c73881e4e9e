"""Rates of prices and containers: "3 pens for $2", "$5 a ticket", "boxes of 12", "a jar holding 35"."""

from __future__ import annotations

from arithmetree.measures import MONEY, measures
from arithmetree.reading.rates.facts import ONE, RateCandidate, RateFacts
from arithmetree.word_lists import people, words


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
        counted = facts.counted_right_before(joint)
        if holds:
            return holder
        if counted is not None and not measures(counted) and counted not in people("roles"):
            return counted  # but no rate in "2 parents with 3 children"
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
    if table.lower[of] == "at":
        return goods  # "Bulbs went at 3 for $2"
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
    if subject is not None and table.tag[subject] == "NNS":
        return facts.sharer(subject)
    them = table.lower[at - 1] == "them"  # "buys old records at $2 and sells them at $5"
    return facts.counted_before(at - 1, amount.number) if them else None
