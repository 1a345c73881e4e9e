"""Rates that are prices: so much money for one of what is sold, or from each of those who pay.

Every rule takes a quantity's number and unit and answers with the lemma of the rate's denominator, or None.
"""

from __future__ import annotations

from arithmetree.reading.rates.facts import ONE, STAND_INS, RateFacts
from arithmetree.reading.rates.phrases_at import is_measure, noun_behind
from arithmetree.reading.units.unit_words import Unit
from arithmetree.word_lists import words


def for_price(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """A standing price: "sells 3 pens for 2 dollars", "lemons are 3 for $2", "£6 for children"; no purchase done."""
    table, verb = facts.table, facts.verbs[number]
    if not facts.is_money(number) or verb is None:
        return None
    kind = _charged_kind(facts, number, verb)
    if kind is not None:
        return kind
    before = facts.units[number - 1] if number else None
    offered = number > 0 and table.lower[table.spans[number - 1][0] - 1] == "at"
    if before is not None and offered and _for_between(facts, number, before):
        return before.head  # "Bulbs went at 3 for $2"
    lemma = table.tokens[verb].lemma
    standing = any(table.lower[kid] in ("is", "are") for kid in table.children[verb])  # "are sold in packs of 5 for $3"
    done = table.tokens[verb].tag in ("VBD", "VBN") and lemma not in ("be", "cost") and not standing
    if done or (lemma not in ("be", "offer", "get", "come", "buy", "pay") and not facts.prices(verb)):
        return None
    if before is not None and _for_between(facts, number, before):
        of = table.spans[number - 1][0] - 1
        packed = of > 0 and table.lower[of] == "of" and table.tokens[of - 1].lemma
        return packed if packed in words("rates", "containers", "nouns") else before.head  # "in packs of 6 for $5"
    if table.lower[unit.end : unit.end + 1] == ["for"]:
        one = unit.end + 1 < len(table.tokens) and table.lower[unit.end + 1] in ONE
        behind = noun_behind(table, unit.end + 1 + one)
        one = one and (facts.prices(verb) or (behind is not None and is_measure(behind[1])))  # "gets $2 for a litre"
        if (
            behind is not None
            and (one or table.tokens[behind[0]].tag == "NNS")
            and not facts.number_between(unit.end + 1 + one, behind[0])
        ):
            return behind[1]
    return None


def _charged_kind(facts: RateFacts, number: int, verb: int) -> str | None:
    """Those who pay so much: "charges adults $9 and children $5", "Children get in for $4 and adults for $7"."""
    table, subject = facts.table, facts.subjects[number]
    if table.tokens[verb].tag not in ("VBZ", "VBP"):
        return None
    payer = facts.before_signs(table.spans[number][0])
    if payer < 1:
        return None
    lemma, admits = table.tokens[verb].lemma, table.lower[payer] == "for"
    if admits and lemma not in words("rates", "prices", "admitting"):
        return None
    if not admits and lemma != "charge":
        return None
    named = payer - admits
    if table.tokens[named].tag == "NNS" and (table.lower[named - 1] in ("and", ",", "but") or named - 1 == verb):
        return table.tokens[named].lemma
    bare = subject is not None and not any(table.tokens[kid].dep == "det" for kid in table.children[subject])
    general = admits and bare and subject is not None and table.tokens[subject].tag == "NNS" and payer - verb < 3
    return table.tokens[subject].lemma if general and subject is not None else None


def _for_between(facts: RateFacts, number: int, before: Unit) -> bool:
    """True if only "for" parts a thing counted from its price."""
    if before.head is None or before.head in words("measures", "money"):
        return False
    joint = facts.before_signs(facts.table.spans[number][0])
    return joint == before.last and facts.table.lower[joint] == "for"


def priced_at(facts: RateFacts, number: int, _unit: Unit) -> str | None:
    """The price of any one: "8 adverts at $40", "Pens are sold at 3 dollars"."""
    table, verb = facts.table, facts.verbs[number]
    at = facts.before_signs(table.spans[number][0])
    if at < 1 or table.lower[at] != "at" or not facts.is_money(number):
        return None
    counted = facts.counted_right_before(at)
    if counted is not None:
        return counted
    if (
        table.tokens[at - 1].tag == "NNS"
        and table.tokens[at - 1].lemma not in STAND_INS
        and table.lower[at - 2 : at - 1] != ["of"]
    ):
        return table.tokens[at - 1].lemma
    subject = facts.subjects[number]
    if subject is not None and facts.prices(verb) and table.tokens[subject].tag == "NNS":
        return facts.sharer(subject)
    if table.lower[at - 1] == "them" and facts.prices(verb):  # "buys old records at $2 and sells them at $5"
        return facts.counted_before(at - 1, number)
    return None
