"""Rates of prices and containers: "3 pens for $2", "$5 a ticket", "boxes of 12", "a jar holding 35"."""

from __future__ import annotations

from arithmetree.measures import MONEY, measures
from arithmetree.reading.rates.distributives import distributives_of
from arithmetree.reading.rates.facts import ONE, STAND_INS, RateFacts, is_plural, noun_after
from arithmetree.reading.units.noun_groups import Unit
from arithmetree.reading.word_order import relations
from arithmetree.word_lists import words


def container_of(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "packs of 6", "4 levels of 40 spaces", "groups of 2", "a sheet of 20 stickers costs ..."."""
    table = facts.table
    of = facts.before_signs(table.spans[number][0])
    if of < 1 or table.lower[of] != "of":
        return None
    noun = table.tokens[of - 1]
    counted = facts.counted_right_before(of)
    if counted is not None and not any(found.noun in (of - 1, of) for found in distributives_of(facts)):
        return counted  # "five of 30 kilometres" too
    if measures(unit.head) and not facts.is_money(number) and is_plural(noun) and not measures(noun.lemma):
        return noun.lemma  # "pieces of 25 cm"
    if is_plural(noun) and unit.elided and noun.lemma not in words("rates", "measured_things"):
        return noun.lemma  # "stand on trolleys of six"
    if noun.lemma not in words("rates", "containers", "nouns"):
        return None
    if table.lower[of - 2 : of - 1] in (["each"], ["every"]) and not measures(unit.head):
        return noun.lemma  # "Each box of 28 tiles contains 5 cracked ones"
    priced = facts.subjects[number] == of - 1 and facts.verbs[number] is not None and facts.prices(facts.verbs[number])
    verb = facts.verbs[number]
    known = noun.lemma in facts.several and facts.subjects[number] == of - 1
    stated = (
        known and verb is not None and table.tokens[verb].tag in ("VBZ", "VBP")
    )  # "A bundle of 10 papers weighs 3 kg"
    return noun.lemma if noun.tag == "NNS" or ((priced or stated) and facts.any_one(of - 1)) else None


def container_with(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "bags with 8 marbles", "5 boats with 8 rowers", "boxes that hold 10", "tubes which can contain 8"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    joint = facts.before_signs(start)
    if joint > 0 and table.lower[joint] == "with":
        noun = table.tokens[joint - 1]
        if noun.tag == "NNS" and noun.lemma in words("rates", "containers", "nouns"):
            return noun.lemma
        counted = facts.counted_right_before(joint)
        if counted is not None and not measures(counted) and counted not in relations():
            return counted  # but no rate in "2 parents with 3 children"
    if joint > 0 and table.lower[joint] == "for" and not measures(unit.head) and not facts.is_money(number):
        noun = table.tokens[joint - 1]
        if noun.tag == "NNS" and noun.lemma in words("rates", "containers", "nouns"):
            return noun.lemma  # "tables for six"
        if unit.head == "point":
            return facts.counted_right_before(joint)  # "6 throws for 3 points"
    if joint > 0 and table.lower[joint] == "worth":
        return facts.counted_right_before(joint)  # "18 baskets worth 2 points"
    if verb is not None and table.tokens[verb].dep.startswith("acl") and verb < start:
        above = table.tokens[table.tokens[verb].head]
        held = table.tokens[verb].tag == "VBG" or any(
            table.lower[node] in ("that", "which", "who") for node in range(table.tokens[verb].head + 1, verb)
        )
        if held and above.tag == "NNS" and table.tokens[verb].lemma in words("rates", "containers", "verbs"):
            return above.lemma
    return None


def filled_by(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "4 buckets fill a barrow", "25 kg go into a crate", "9 blocks can be sawn from a log"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    if verb is None or verb < start or any(node in table.quantity_at for node in range(unit.last, verb)):
        return None
    finite = table.tokens[verb].tag in ("VBZ", "VBP", "VB") or any(
        table.lower[node] in ("is", "are", "can", "will", "must") for node in range(unit.end, verb)
    )
    node = verb + 1
    while table.lower[node : node + 1] and table.lower[node] in ("up", "in", "into", "on", "onto", "from", "to"):
        node += 1
    if not finite or not facts.is_one(node):
        return None
    after = noun_after(table, node + 1)
    if after is None or after[1] == "side":  # "Twelve houses stand on one side"
        return None
    return after[1] if after[1] in facts.several else None


def for_price(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """A standing price: "sells 3 pens for 2 dollars", "lemons are 3 for $2", "£6 for children"; no purchase done."""
    table, verb = facts.table, facts.verbs[number]
    if not facts.is_money(number) or verb is None:
        return None
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
        after = noun_after(table, unit.end + 1 + one)
        one = one and (facts.prices(verb) or (after is not None and measures(after[1])))  # "gets $2 for a litre"
        if (
            after is not None
            and (one or table.tokens[after[0]].tag == "NNS")
            and not facts.number_between(unit.end + 1 + one, after[0])
        ):
            return after[1]
    return None


def _for_between(facts: RateFacts, number: int, before: Unit) -> bool:
    """True if only "for" parts a thing counted from its price."""
    if before.head is None or measures(before.head, MONEY):
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
