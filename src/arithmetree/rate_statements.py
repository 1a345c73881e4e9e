"""Rates that a statement on any one of a kind gives: "A ticket costs £4", "It takes 4 apples to make a pie"."""

from __future__ import annotations

from arithmetree.rate_facts import ONE, RateFacts, is_measure, noun_behind
from arithmetree.units import Unit


def general_statement(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "A ticket costs £4", "Pens are 50p", "One jar holds 30 sweets", "The price of a loaf is $3"."""
    table, verb, subject = facts.table, facts.verbs[number], facts.subjects[number]
    if verb is None or subject is None or subject == unit.index or table.spans[number][0] < verb:
        return None
    token = table.tokens[subject]
    priced = facts.is_money(number) and _states_price(facts, verb)
    if table.lower[subject] in ("one", "ones", "another") and priced:
        return facts.lemma_of(facts.resolve(subject))
    if token.upos != "NOUN" or table.tokens[min(unit.end, len(table.tokens) - 1)].tag in ("JJR", "RBR"):
        return None  # "one piece is 4 m longer" compares two
    if token.tag == "NNS":
        bare = not any(table.tokens[kid].dep in ("det", "nummod", "nmod:poss") for kid in table.children[subject])
        general = table.tokens[verb].tag != "VBD" or table.lower[verb] == "cost"
        return token.lemma if bare and priced and general else None
    if priced and token.lemma in ("price", "cost", "fee", "charge"):
        return _priced_thing(facts, subject, verb)
    if not facts.any_one(subject) or (priced and table.lower[verb] == "cost"):
        return None
    if priced or is_measure(token.lemma) or token.lemma in facts.several:
        return token.lemma
    return None


def _priced_thing(facts: RateFacts, subject: int, verb: int) -> str | None:
    table = facts.table
    if table.lower[subject + 1 : subject + 2] in (["of"], ["for"]) and table.lower[subject + 2] in (ONE | {"each"}):
        behind = noun_behind(table, subject + 3)
        return behind[1] if behind is not None and behind[0] < verb else None
    return None


def _states_price(facts: RateFacts, verb: int) -> bool:
    """True for verbs whose subject is the thing for sale: "costs", "is", "is sold at"."""
    lemma = facts.table.tokens[verb].lemma
    passive = any(facts.table.tokens[kid].dep == "aux:pass" for kid in facts.table.children[verb])
    return lemma in ("be", "cost") or (facts.prices(verb) and passive)


def needed_to_make(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "It takes 4 apples to make a pie", "2 ounces of soap to wash one shirt"."""
    table, verb = facts.table, facts.verbs[number]
    if verb is None or table.tokens[verb].lemma not in ("take", "need", "require", "use"):
        return None
    for node in range(unit.end, min(unit.last + 3, len(table.tokens) - 3)):
        if table.lower[node] == "to" and table.tokens[node + 1].upos == "VERB" and facts.is_one(node + 2):
            made = noun_behind(table, node + 3)
            return made[1] if made is not None and made[1] in facts.several else None
    return None
