"""Rates by sharing: "each box holds 8 pens", "8 pens each", "4 dollars apiece", "20 pages every day"."""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.rates.distributives import distributives_of, opens_description
from arithmetree.reading.rates.facts import Distributive, RateCandidate, RateFacts
from arithmetree.reading.receivers import receiver
from arithmetree.reading.tokens import VERBS
from arithmetree.reading.verbs import clause_head
from arithmetree.word_lists import words


def distributive_adverb(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "6 boxes with 8 pens each", "4 dollars apiece", "Mia and Tom each pay 40 rupees", "lengths, each of 50 m"."""
    table, verb, start, unit = facts.table, amount.verb, amount.start, amount.unit
    for each in range(amount.joint, max(amount.joint - 4, 0), -1):
        if table.lower[each] == "each" and opens_description(table, each):
            return facts.counted_before(each, amount.number)
    for node in range(unit.end, min(unit.last + 3, len(table))):
        of_them = table.lower[node - 1 : node + 1] == ["of", "them"]
        if node in table.quantity_at or (table.upos[node] in ("VERB", "AUX", "PUNCT", "PRON", "SCONJ") and not of_them):
            break
        if table.lower[node] in words("rates", "distributive_adverbs") and _is_alone(facts, amount, node):
            return _shared_by(facts, amount, node)
    if verb is None or amount.subject is None or not 1 < verb < start or table.lower[verb - 1] != "each":
        return None
    if amount.number and _describes(facts, facts.amounts[amount.number - 1], verb - 1):
        return None  # "6 apiaries of 10 hives each gave 300 kg"
    follows = table.upos[verb - 2] in ("NOUN", "PROPN", "PRON", "AUX")
    return facts.sharer(amount.subject) if follows and amount.subject < verb - 1 else None


def _shared_by(facts: RateFacts, amount: RateCandidate, each: int) -> str | None:
    """What "each" after a quantity stands for."""
    table, verb, subject, number = facts.table, amount.verb, amount.subject, amount.number
    if table.upos[each - 1] == "ADP":  # "hung 10 frames in each"
        return facts.counted_before(amount.start, number) or facts.counted_earlier(number)
    if table.lower[amount.joint] in words("rates", "describing"):
        counted = facts.counted_before(amount.joint, number)
        if counted is not None:
            return counted
    elliptical = facts.counted_right_before(amount.joint + 1)
    if elliptical is not None and elliptical != amount.unit.head:
        return elliptical  # "2 shops $80 each"
    if verb is None or subject is None:
        return facts.counted_before(each, number)
    lemma = table.lemma[verb]
    priced = lemma == "cost" or (lemma == "be" and facts.is_money(number))
    getter = None if priced else receiver(table, verb, table.anchor(number))
    if getter is not None and getter < amount.start and table.lower[getter] not in ("him", "her", "me", "it"):
        return facts.sharer(getter)
    if priced and table.upos[subject] == "PROPN":
        return noun_lemma(table.lower[subject])  # "Mackerel is $4 apiece"
    if facts.is_single(subject):
        counted = facts.counted_before(amount.joint + 1, number) or facts.counted_earlier(number)
        return counted or facts.sharer(subject)
    sharer = facts.sharer(subject)  # that of "On 3 sills stood 8 plants each" comes before
    return sharer if sharer != amount.unit.head else facts.counted_before(amount.start, number)


def distributive_phrase(facts: RateFacts, amount: RateCandidate) -> str | None:
    """ "Each box holds 8 pens", "3 eggs in each box", "gave each cousin 5 sweets", "each day they walked 9 km"."""
    table, verb, unit, number = facts.table, amount.verb, amount.unit, amount.number
    start, end, joint = amount.start, amount.end, amount.joint
    first, last = table.sentence(start)
    before: Distributive | None = None
    after: Distributive | None = None
    for found in distributives_of(facts):
        if not first <= found.index < last or found.noun == unit.index:
            continue
        if not _same_clause(facts, found, amount) or _opens_clause(facts, found, start):
            continue
        if found.index >= end:
            if found.index == found.noun and _clause_ends_between(facts, end, found.index):
                continue
            period = measures(found.lemma, DURATIONS)
            if not facts.number_between(end, found.index) or (period and _only_list_between(facts, amount, found)):
                after = after or found
        elif _other_thing(facts, found, amount) is not None and table.tokens[found.index].text != "per":
            fronted = verb is not None and found.index < verb
            changed = found.noun == joint - 1 and table.lower[joint] in ("for", "at", "into", "with", "over")
            if fronted or changed or found.noun == joint:
                before = found
    if _divides(facts, amount) or table.tag[start - 1] == "PRP$":
        return None  # "each day's money is split by 2 brothers", "every guide, for all his 20 years"
    if facts.compares(unit.end) and not unit.elided:
        return None  # "each lap would be 10 minutes shorter"
    if before is not None and (after is None or _clause_ends_between(facts, end, after.index)):
        return _other_thing(facts, before, amount)
    if after is None:
        return None
    if "CCONJ" in table.upos[end : after.index] and after.noun + 1 in table.quantity_at:
        return None  # "18 mushrooms in her apron, and in each of two baskets 11"
    is_pronoun = after.index == after.noun or table.upos[after.noun] == "PRON"
    if is_pronoun and after.lemma == unit.head:  # "There are 16 flats. She puts 9 sockets in each of them"
        return facts.counted_before(start, number)
    return after.lemma


def _other_thing(facts: RateFacts, found: Distributive, amount: RateCandidate) -> str | None:
    """What a phrase with "each" means, the thing counted excluded: "bought 5 packets of seeds. Each held 40 seeds"."""
    if found.lemma != amount.unit.head:
        return found.lemma
    alone = found.index == found.noun and found.index + 1 != amount.start
    return facts.counted_earlier(amount.number) if alone else None


def _opens_clause(facts: RateFacts, found: Distributive, start: int) -> bool:
    """True if what is said of each is in another clause than the number at `start`.

    "drew 9 times, each draw earning a point", "Every child wore a hat: 6 wore red", "each boy in a team of 7 ran".
    """
    table, noun = facts.table, found.noun
    if found.index > start:
        return table.lower[found.index - 1] in (",", ";", ":", "and", "but") and table.upos[noun + 1] in VERBS
    if not {":", ";"}.isdisjoint(table.lower[noun:start]):
        return True
    inside = found.verb is not None and noun < start < found.verb
    return inside and table.dep[noun].startswith("nsubj") and table.head[noun] == found.verb


def _same_clause(facts: RateFacts, found: Distributive, amount: RateCandidate) -> bool:
    table, verb = facts.table, amount.verb
    if found.verb == verb or verb is None or found.verb is None:
        return True
    head, other = clause_head(table, verb), clause_head(table, found.verb)
    if found.index > amount.start:
        # "it takes 4 minutes to glue each kite", "5 dollars for each hedge he trimmed"
        joined = ("xcomp", "csubj", "ccomp", "acl") + (("advcl",) if table.tag[other] == "VB" else ())
        return table.head[other] in (head, amount.unit.index) and table.dep[other] in joined
    label = table.dep[head]
    if label == "conj" and table.head[head] == other and found.index < found.verb:
        # "Each box has 6 pens and weighs 2 kg": the subject carries over unless there is a new one.
        return not any(table.dep[kid].startswith(("nsubj", "expl")) for kid in table.children[head])
    if label in ("xcomp", "acl:relcl", "acl") and table.head[head] in (other, found.noun):
        return True
    # "each tub of paint cost" where the tree lost the clause; not "every month for a kayak that costs €180".
    return found.noun < verb < amount.start and not any(
        table.upos[node] in ("PUNCT", "CCONJ", "SCONJ") or table.tag[node] in ("VBZ", "VBP", "MD", "WDT", "WP")
        for node in range(found.noun + 1, verb)
    )


def _describes(facts: RateFacts, amount: RateCandidate | None, each: int) -> bool:
    """True if a quantity and the "each" after it describe the noun before: "8 sets with 3 spoons each were sold"."""
    if amount is None or each not in (amount.unit.end, amount.unit.last):
        return False
    return amount.joint > 0 and facts.table.lower[amount.joint] in words("rates", "describing")


def _divides(facts: RateFacts, amount: RateCandidate) -> bool:
    """True for those among whom something is divided."""
    shared = amount.verb is not None and facts.table.lemma[amount.verb] in ("split", "share", "divide")
    return shared and facts.table.lower[amount.start - 1] in ("by", "among", "between")


def _clause_ends_between(facts: RateFacts, start: int, end: int) -> bool:
    return not {"CCONJ", "PUNCT"}.isdisjoint(facts.table.upos[start:end])


def _only_list_between(facts: RateFacts, amount: RateCandidate, found: Distributive) -> bool:
    """True if all numbers up to the phrase share a verb: "8 candles here and 15 there each evening"."""
    table = facts.table
    if table.lower[found.index] == "per":
        return False
    between = {table.quantity_at[node] for node in range(amount.end, found.index) if node in table.quantity_at}
    listed = [facts.amounts[other] for other in between]
    return all(other and (other.verb, other.unit.head) == (amount.verb, amount.unit.head) for other in listed)


def _is_alone(facts: RateFacts, amount: RateCandidate, each: int) -> bool:
    """True if no noun belongs to "each": "8 pens each", not "for each box" or "each of the boxes"."""
    table = facts.table
    if table.lower[each] != "each" or (table.upos[each + 1] in VERBS and _describes(facts, amount, each)):
        return True
    return table.upos[each + 1] not in ("NOUN", "PROPN", "ADJ", "NUM", "VERB", "AUX") and table.lower[each + 1] != "of"
