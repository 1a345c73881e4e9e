"""Rates that the words around a number show: per, a, hyphens, prices, packs and containers.

Every rule takes a quantity's number and unit and answers with the lemma of the rate's denominator, or None.
"""

from __future__ import annotations

from arithmetree.quantities import Kind
from arithmetree.rate_facts import ONE, PACKS, RateFacts, is_measure, noun_behind, skips
from arithmetree.schemas import Rate
from arithmetree.units import Unit
from arithmetree.word_lists import table as data_table
from arithmetree.word_lists import words
from arithmetree.word_order import relations


def abbreviation(facts: RateFacts, number: int, unit: Unit) -> Rate | None:
    """ "60 mph", "90 km/h", "4 dollars/hour"."""
    abbreviations: dict[str, list[str]] = data_table("rates")["abbreviations"]
    table = facts.table
    end = table.spans[number][1]
    for node in range(end, min(end + 2, len(table.tokens))):
        joined = table.lower[node].rstrip(".")
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
    attributive = unit.index is not None and table.tokens[unit.index].tag == "NN" and quantity.value != 1
    if not hyphen and not (attributive and (money or is_measure(unit.head))):
        return None
    behind = noun_behind(table, unit.end)
    if behind is None or behind[0] > unit.end + 3 or facts.number_between(unit.end, behind[0]):
        return None
    noun, lemma = behind
    return lemma if table.tokens[noun].tag == "NNS" or start - 1 in table.quantity_at else None


def per_phrase(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "60 miles per hour", "$9 an hour", "20 pages every day", "1.5 kg of seed for every 100 square metres"."""
    table = facts.table
    for node in (unit.end, unit.last):
        at = node
        if at < len(table.tokens) and table.lower[at] in ("for", "in", "on", "from", "to", "at", "with"):
            at += 1
            if at < len(table.tokens) and table.lower[at] in ONE:
                continue
        if at >= len(table.tokens) or table.lower[at] not in words("rates", "per_words") or skips(table, at):
            continue
        dozen = table.quantity_at.get(at)
        if dozen is not None:  # "$3 a dozen"
            return table.lower[table.spans[dozen][1] - 1]
        behind = noun_behind(table, at + 1)
        if behind is not None and not (table.lower[at] in ONE and _second_object(facts, number, unit)):
            return behind[1]
    return None


def _second_object(facts: RateFacts, number: int, unit: Unit) -> bool:
    """True for the thing given in "gave 5 girls a pen", where "a" makes no rate."""
    verb = facts.verbs[number]
    if verb is None or unit.head not in relations():
        return False
    return facts.table.tokens[verb].lemma in words("clauses", "transfer", "to") | words("clauses", "transfer", "for")


def for_price(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """A standing price: "sells 3 pens for 2 dollars", "lemons are 3 for $2", "£6 for children"; no purchase done."""
    table, verb = facts.table, facts.verbs[number]
    if not facts.is_money(number) or verb is None:
        return None
    lemma = table.tokens[verb].lemma
    done = table.tokens[verb].tag in ("VBD", "VBN") and lemma not in ("be", "cost")
    if done or (lemma not in ("be", "offer", "get", "come", "buy", "pay") and not facts.prices(verb)):
        return None
    before = facts.units[number - 1] if number else None
    if before is not None and before.head is not None and before.head not in words("measures", "money"):
        gap = table.lower[before.last : table.spans[number][0]]
        if [word for word in gap if word not in ("$", "£", "€", "₹", "only", "just")] == ["for"]:
            return before.head
    if table.lower[unit.end : unit.end + 1] == ["for"]:
        behind = noun_behind(table, unit.end + 1)
        if (
            behind is not None
            and table.tokens[behind[0]].tag == "NNS"
            and not facts.number_between(unit.end, behind[0])
        ):
            return behind[1]
    return None


def period_word(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "reads 12 pages daily", "her hourly wage is $31"."""
    periods: dict[str, str] = data_table("rates")["adverbs"]
    table, subject = facts.table, facts.subjects[number]
    for node in range(unit.end, min(unit.last + 4, len(table.tokens))):
        if node in table.quantity_at or table.tokens[node].text in (".", "?", ";"):
            break
        if table.lower[node] in periods and (node + 1 >= len(table.tokens) or table.tokens[node + 1].upos != "NOUN"):
            return periods[table.lower[node]]
    if subject is not None and subject > 0 and table.lower[subject - 1] in periods:
        return periods[table.lower[subject - 1]]
    return None


def container_of(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "packs of 6", "rows of 25 seats", "groups of 2", "a sheet of 20 stickers costs ..."."""
    table = facts.table
    of = table.spans[number][0] - 1
    if of < 1 or table.lower[of] != "of":
        return None
    noun = table.tokens[of - 1]
    if is_measure(unit.head) and noun.tag == "NNS" and not is_measure(noun.lemma):
        return noun.lemma  # "pieces of 25 cm"
    if noun.lemma not in words("rates", "containers", "nouns"):
        return None
    priced = facts.subjects[number] == of - 1 and facts.verbs[number] is not None and facts.prices(facts.verbs[number])
    return noun.lemma if noun.tag == "NNS" or (priced and facts.any_one(of - 1)) else None


def container_with(facts: RateFacts, number: int, _unit: Unit) -> str | None:
    """ "bags with 8 marbles", "boxes that hold 10", "jars which can contain 8"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    joint = start - 1
    while joint > 0 and table.tokens[joint].upos in ("ADV", "SYM"):
        joint -= 1
    if joint > 0 and table.lower[joint] == "with":
        noun = table.tokens[joint - 1]
        if noun.tag == "NNS" and noun.lemma in words("rates", "containers", "nouns"):
            return noun.lemma
    if verb is not None and table.tokens[verb].dep.startswith("acl") and verb < start:
        above = table.tokens[table.tokens[verb].head]
        told = table.tokens[verb].tag == "VBG" or any(
            table.lower[node] in ("that", "which", "who") for node in range(table.tokens[verb].head + 1, verb)
        )
        if told and above.tag == "NNS" and table.tokens[verb].lemma in words("rates", "containers", "verbs"):
            return above.lemma
    return None


def for_one(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "12 km on one charge", "20 chairs in a row", "24 hours in a day", "4 CDs fit on a shelf", "4 at a time"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    for node in (unit.end, unit.last):
        if table.lower[node : node + 3] == ["at", "a", "time"]:
            return "time"
    aside = start > 0 and table.lower[start - 1] == ","
    if verb is not None and not aside and table.tokens[verb].lemma not in words("rates", "rating_verbs"):
        return None
    for node in (unit.end, unit.last, *((verb + 1,) if verb is not None and verb > start else ())):
        if (
            table.lower[node : node + 1]
            and table.lower[node] in ("in", "on", "for", "to", "from", "with")
            and facts.is_one(node + 1)
        ):
            behind = noun_behind(table, node + 2)
            if behind is not None and (behind[1] in facts.several or unit.head in words("measures", "durations")):
                return behind[1] if behind[1] != "one" else facts.lemma_of(facts.resolve(behind[0]))
    return None
