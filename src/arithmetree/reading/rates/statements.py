"""Rates that a statement on any one of a kind gives: "A ticket costs £4", "It takes 6 poles to build a raft"."""

from __future__ import annotations

from itertools import pairwise

from arithmetree.measures import DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates.facts import RateCandidate, RateFacts
from arithmetree.reading.tokens import COMPARATIVES, REACH
from arithmetree.reading.units.noun_groups import joined_lemma


def general_statement(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "A ticket costs £4", "Pens are 50p", "One jar holds 30 sweets"."""
    table, verb, subject, unit = facts.table, amount.verb, amount.subject, amount.unit
    if verb is None or subject is None or subject == unit.index or amount.start < verb:
        return None
    kids = table.children[subject]
    priced = facts.is_money(amount.number) and _states_price(facts, verb)
    if table.lower[subject] in ("one", "ones", "another") and priced:
        owned = any(table.dep[kid] in ("nmod:poss", "det") and not facts.is_one(kid) for kid in kids)
        return None if owned else facts.meant(subject)  # "his old one cost $150"
    if table.upos[subject] != "NOUN" or table.tag[unit.end] in COMPARATIVES:
        return None  # "one piece is 4 m longer" compares two
    counted = (table.quantity_at[node] for node in range(subject - 3, subject) if node in table.quantity_at)
    if table.tag[verb] == "VBG" or any(facts.quantities[number].kind is Kind.ORDINAL for number in counted):
        return None  # "a trailer costing $210", "a second drone would be $40": one thing of the story
    if any(other is not None and subject - 1 in (other.end, other.last) for other in facts.units[: amount.number]):
        return None  # "a snail climbing 3 metres a day"
    lemma = joined_lemma(table, subject, 0)
    if table.tag[subject] == "NNS":
        bare = not any(table.dep[kid] in ("det", "nummod", "nmod:poss") for kid in kids)
        general = priced and (table.tag[verb] != "VBD" or table.lower[verb] in ("cost", "were"))
        has = table.lower[verb] == "have" and any(unit and unit.head == lemma for unit in facts.units)
        return lemma if bare and (general or has) else None  # "Spiders have 8 legs"
    if not facts.any_one(subject) or (priced and table.lower[verb] == "cost"):
        return None
    kind = lemma in facts.several
    if table.tag[verb] == "VBD" or any(table.tag[kid] == "VBD" for kid in table.children[verb]):
        return lemma if priced and kind else None
    worth = table.lower[amount.joint] == "worth"
    measured = measures(lemma) and measures(unit.head)
    return lemma if priced or kind or measured or worth or _holds(facts, lemma, verb) else None


def _holds(facts: RateFacts, lemma: str, verb: int) -> bool:
    """True for what a container holds by its kind, unless the text goes on about that one: "A bus holds 70 people"."""
    if not facts.is_container(lemma) or facts.table.lower[verb] not in ("holds", "takes", "seats"):
        return False
    after = facts.table.lower[verb + 1 : verb + REACH]
    return "it" not in after and ("the", lemma) not in pairwise(after)


def in_one_period(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "In an hour Sunan sets 54 seedlings", "packs 25 orders in a day": a habit, so only in the present tense."""
    table, verb = facts.table, amount.verb
    if verb is None or amount.start < verb or not _is_present(facts, verb):
        return None
    ends = [node for node in (amount.unit.end, amount.unit.last) if table.lower[verb] != "is"]
    starts = [node for node in ends if table.lower[node : node + 2] in (["in", "a"], ["in", "an"])]
    first, _ = table.sentence(verb)
    if table.lower[first] == "in" and facts.is_one(first + 1):
        starts.append(first)
    periods = [facts.noun_after(node + 2) for node in starts if measures(facts.noun_after(node + 2).lemma, DURATIONS)]
    return next((period.lemma for period in periods), None)


def _is_present(facts: RateFacts, verb: int) -> bool:
    """True for what is done in general or can be done: "packs", "can pack"."""
    table = facts.table
    helpers = [table.lower[kid] for kid in table.children[verb] if table.dep[kid] == "aux"]
    return helpers in (["can"], ["does"], ["do"]) if helpers else table.tag[verb] in ("VBZ", "VBP")


def done_to_one(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "Cleaning a duvet costs $8", "Toppling a tower brings 25 points"."""
    table, verb = facts.table, amount.verb
    if verb is None or table.tag[verb] != "VBZ" or verb > amount.start:
        return None
    opening = table.sentence(verb)[0]
    done = facts.noun_after(opening + 2)
    doing = table.lower[opening].endswith("ing") and facts.is_one(opening + 1) and done.node == verb - 1
    return done.lemma if doing and done.lemma in facts.several else None


def _states_price(facts: RateFacts, verb: int) -> bool:
    """True for verbs whose subject is the thing for sale: "costs", "is", "is sold at"."""
    lemma = facts.table.lemma[verb]
    sells = lemma in ("sell", "go") and facts.table.lower[verb + 1] in ("for", "at")
    return lemma in ("be", "cost") or sells or (facts.prices(verb) and facts.table.is_passive(verb))


def needed_to_make(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "It takes 6 poles to build a raft", "2 ounces of dye to tint one scarf"."""
    table, verb, unit = facts.table, amount.verb, amount.unit
    if verb is None or table.lemma[verb] not in ("take", "need", "require", "use", "cost"):
        return None
    first, _ = table.sentence(verb)
    for node in (*range(unit.end, unit.last + 3), *range(first, min(first + 2, verb))):
        if table.lower[node] == "to" and table.lower[node + 1].isalpha() and facts.is_one(node + 2):
            made = facts.noun_after(node + 3).lemma
            return made if made in facts.several else None
    return None


def one_for_every(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "a trainer for every 8 children", "glues a heel every 4 minutes", "one egg for every 2 people"."""
    table, every = facts.table, amount.start - 1
    if table.lower[every] != "every" or amount.quantity.value == 1:
        return None
    stop = every - (table.upos[every - 1] == "ADP")
    first, _ = table.sentence(every)
    for node in range(stop - 1, max(first, stop - 5) - 1, -1):
        if facts.is_one(node):
            counted = facts.noun_after(node + 1)
            return counted.lemma if 0 <= counted.node < stop and counted.lemma != amount.unit.head else None
    return None
