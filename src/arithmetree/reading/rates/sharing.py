"""Rates by sharing: "each box holds 8 pens", "8 pens each", "4 dollars apiece", "20 pages every day"."""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.rates.distributives import distributives_of, opens_description
from arithmetree.reading.rates.facts import NOUN_TAGS, Distributive, RateFacts, compares
from arithmetree.reading.receivers import receiver
from arithmetree.reading.units.noun_groups import Unit
from arithmetree.reading.verbs import clause_head
from arithmetree.word_lists import words


def distributive_adverb(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "6 boxes with 8 pens each", "4 dollars apiece", "Mia and Tom each pay 40 rupees", "lengths, each of 50 m"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    if table.lower[max(start - 2, 0) : start] == ["each", "of"] and measures(unit.head):
        return facts.counted_before(start - 2, number)
    joint = facts.before_signs(start)
    for each in range(joint, max(joint - 4, 0), -1):
        if each > 0 and table.lower[each] == "each" and opens_description(table, each):
            return facts.counted_before(each, number)
    for node in range(unit.end, min(unit.last + 3, len(table.tokens))):
        of_them = table.lower[node - 1 : node + 1] == ["of", "them"]
        if node in table.quantity_at or (
            table.tokens[node].upos in ("VERB", "AUX", "PUNCT", "PRON", "SCONJ") and not of_them
        ):
            break
        if table.lower[node] in words("rates", "distributive_adverbs") and _is_alone(facts, number, node):
            return _shared_by(facts, number, node)
    if verb is not None and verb < start and verb > 1 and table.lower[verb - 1] == "each":
        subject = facts.subjects[number]
        if number and _describes(facts, number - 1, verb - 1):
            return None  # "6 apiaries of 10 hives each gave 300 kg"
        if subject is not None and subject < verb - 1 and table.tokens[verb - 2].upos in (*NOUN_TAGS, "PRON", "AUX"):
            return facts.sharer(subject)
    return None


def _shared_by(facts: RateFacts, number: int, each: int) -> str | None:
    """What "each" after a quantity stands for."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    before = facts.before_signs(start)
    if table.tokens[each - 1].upos == "ADP":  # "hung 10 frames in each"
        return facts.counted_before(start, number) or facts.counted_earlier(number)
    if before >= 0 and table.lower[before] in words("rates", "describing"):
        counted = facts.counted_before(before, number)
        if counted is not None:
            return counted
    elliptical = facts.counted_right_before(before + 1)
    if elliptical is not None and elliptical != _head_of(facts, number):
        return elliptical  # "2 shops $80 each"
    if verb is None:
        return facts.counted_before(each, number)
    lemma = table.tokens[verb].lemma
    priced = lemma == "cost" or (lemma == "be" and facts.is_money(number))
    getter = None if priced else receiver(table, verb, table.anchor(number))
    if getter is not None and getter < start and table.lower[getter] not in ("him", "her", "me", "it"):
        return facts.sharer(getter)
    subject = facts.subjects[number]
    if subject is None:
        return facts.counted_before(each, number)
    if priced and table.tokens[subject].upos == "PROPN":
        return noun_lemma(table.tokens[subject].text.lower())  # "Mackerel is $4 apiece"
    if facts.is_single(subject):
        counted = facts.counted_before(before + 1, number) or facts.counted_earlier(number)
        return _goods_after(facts, number, each) or counted or _bought_at(facts, number) or facts.sharer(subject)
    sharer = facts.sharer(subject)
    if sharer == _head_of(facts, number):  # "On 3 sills stood 8 plants each"
        return facts.counted_before(start, number) or _those_after(facts, number, each)
    return sharer


def _those_after(facts: RateFacts, number: int, each: int) -> str | None:
    """Those among whom the subject is shared out: "Seven cards apiece are dealt to 4 players"."""
    if number + 1 >= len(facts.units):
        return None
    joint = facts.table.spans[number + 1][0] - 1
    same = facts.verbs[number] == facts.verbs[number + 1] and each < joint
    return _head_of(facts, number + 1) if same and facts.table.lower[joint] in ("to", "by", "for", "among") else None


def _goods_after(facts: RateFacts, number: int, each: int) -> str | None:
    """What a single one gave or got for each of: "earned 3 tokens apiece for 6 bridges"."""
    if number + 1 >= len(facts.units) or facts.table.lower[each + 1 : each + 2] not in (["for"], ["on"], ["from"]):
        return None
    goods = facts.table.spans[number + 1][0]
    owned = goods == each + 3 and facts.table.tokens[each + 2].tag in ("PRP$", "DT")
    return _head_of(facts, number + 1) if owned or goods == each + 2 else None


def _bought_at(facts: RateFacts, number: int) -> str | None:
    """What a price in front is the price of: "At $3 apiece Matti bought a dozen comics"."""
    before = facts.before_signs(facts.table.spans[number][0])
    fronted = before >= 0 and facts.table.lower[before] == "at" and before == _sentence_start(facts, before)
    return _head_of(facts, number + 1) if fronted and number + 1 < len(facts.units) else None


def _sentence_start(facts: RateFacts, node: int) -> int:
    return facts.table.sentences[facts.table.tokens[node].sent][0]


def distributive_phrase(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "Each box holds 8 pens", "3 eggs in each box", "gave each cousin 5 sweets", "each day they walked 9 km"."""
    table, verb = facts.table, facts.verbs[number]
    start, end = table.spans[number]
    sentence = table.tokens[start].sent
    before: Distributive | None = None
    after: Distributive | None = None
    for found in distributives_of(facts):
        if table.tokens[found.index].sent != sentence or found.noun == unit.index or found.index < start <= found.noun:
            continue
        if not _same_clause(facts, found, verb, number) or _opens_clause(facts, found, start):
            continue
        if found.index >= end:
            if found.index == found.noun and _clause_ends_between(facts, end, found.index):
                continue
            period = measures(found.lemma, DURATIONS)
            if not facts.number_between(end, found.index) or (period and _only_list_between(facts, number, found)):
                after = after or found
        elif _other_thing(facts, found, number) is not None and table.tokens[found.index].text != "per":
            fronted = verb is not None and found.index < verb
            joint = facts.before_signs(start)
            changed = found.noun == joint - 1 and table.lower[joint] in ("for", "at", "into", "with", "over")
            if fronted or changed or found.noun == joint:
                before = found
    if _divides(facts, number) or table.tokens[max(start - 1, 0)].tag == "PRP$":
        return None  # "each day's money is split by 2 brothers", "every guide, for all his 20 years"
    if compares(table, unit.end) and not unit.elided:
        return None  # "each lap would be 10 minutes shorter"
    if before is not None and (after is None or _clause_ends_between(facts, end, after.index)):
        return _other_thing(facts, before, number)
    if after is not None and _starts_share(facts, end, after):
        return None
    is_pronoun = after is not None and (after.index == after.noun or table.tokens[after.noun].upos == "PRON")
    if after is not None and is_pronoun and after.lemma == unit.head:
        return facts.counted_before(start, number) or facts.counted_earlier(
            number
        )  # "There are 16 flats. She puts 9 sockets in each of them"
    return None if after is None else after.lemma


def _other_thing(facts: RateFacts, found: Distributive, number: int) -> str | None:
    """What a phrase with "each" means, the thing counted excluded: "bought 5 packets of seeds. Each held 40 seeds"."""
    if found.lemma != _head_of(facts, number):
        return found.lemma
    alone = found.index == found.noun and found.index + 1 != facts.table.spans[number][0]
    return facts.counted_earlier(number) if alone else None


def _opens_clause(facts: RateFacts, found: Distributive, start: int) -> bool:
    """True if what is said of each is in another clause than the number at `start`.

    "drew 9 times, each draw earning a point", "Every child wore a hat: 6 wore red", "each boy in a team of 7 ran".
    """
    table = facts.table
    after = table.tokens[found.noun + 1].upos if found.noun + 1 < len(table.tokens) else ""
    if found.index > start:
        return table.lower[found.index - 1] in (",", ";", ":", "and", "but") and after in ("VERB", "AUX")
    if any(table.lower[node] in (":", ";") for node in range(found.noun, start)):
        return True
    inside = found.verb is not None and found.noun < start < found.verb
    return inside and table.tokens[found.noun].dep.startswith("nsubj") and table.tokens[found.noun].head == found.verb


def _same_clause(facts: RateFacts, found: Distributive, verb: int | None, number: int) -> bool:
    table = facts.table
    if found.verb == verb or verb is None or found.verb is None:
        return True
    head, other = clause_head(table, verb), clause_head(table, found.verb)
    if found.index > table.spans[number][0]:
        # "it takes 4 minutes to glue each kite", "5 dollars for each hedge he trimmed"
        joined = ("xcomp", "csubj", "ccomp", "acl") + (("advcl",) if table.tokens[other].tag == "VB" else ())
        return table.tokens[other].head in (head, _noun_of(facts, number)) and table.tokens[other].dep in joined
    label = table.tokens[head].dep
    if label == "conj" and table.tokens[head].head == other and found.index < found.verb:
        # "Each box has 6 pens and weighs 2 kg": the subject carries over unless there is a new one.
        return not any(table.tokens[kid].dep.startswith(("nsubj", "expl")) for kid in table.children[head])
    if label in ("xcomp", "acl:relcl", "acl") and table.tokens[head].head in (other, found.noun):
        return True
    # "each tub of paint cost" where the tree lost the clause; not "every month for a kayak that costs €180".
    return found.noun < verb < table.spans[number][0] and not any(
        table.tokens[node].upos in ("PUNCT", "CCONJ", "SCONJ")
        or table.tokens[node].tag in ("VBZ", "VBP", "MD", "WDT", "WP")
        for node in range(found.noun + 1, verb)
    )


def _describes(facts: RateFacts, number: int, each: int) -> bool:
    """True if a quantity and the "each" after it describe the noun before: "8 sets with 3 spoons each were sold"."""
    unit, before = facts.units[number], facts.before_signs(facts.table.spans[number][0])
    ends_here = unit is not None and each in (unit.end, unit.last)
    return ends_here and before > 0 and facts.table.lower[before] in words("rates", "describing")


def _head_of(facts: RateFacts, number: int) -> str | None:
    unit = facts.units[number]
    return None if unit is None else unit.head


def _noun_of(facts: RateFacts, number: int) -> int | None:
    unit = facts.units[number]
    return None if unit is None else unit.index


def _divides(facts: RateFacts, number: int) -> bool:
    """True for those among whom something is divided."""
    verb, start = facts.verbs[number], facts.table.spans[number][0]
    shared = verb is not None and facts.table.tokens[verb].lemma in ("split", "share", "divide")
    return shared and start > 0 and facts.table.lower[start - 1] in ("by", "among", "between")


def _starts_share(facts: RateFacts, end: int, found: Distributive) -> bool:
    """True if the share comes after the phrase: "18 mushrooms in her apron, and in each of two baskets 11"."""
    joined = any(facts.table.tokens[node].upos == "CCONJ" for node in range(end, found.index))
    return joined and found.noun + 1 in facts.table.quantity_at


def _clause_ends_between(facts: RateFacts, start: int, end: int) -> bool:
    return any(facts.table.tokens[node].upos in ("CCONJ", "PUNCT") for node in range(start, end))


def _only_list_between(facts: RateFacts, number: int, found: Distributive) -> bool:
    """True if all numbers up to the phrase share a verb: "8 candles here and 15 there each evening"."""
    if facts.table.lower[found.index] == "per" or facts.table.lower[facts.table.spans[number][0] - 1] == "of":
        return False
    between = {
        facts.table.quantity_at[node]
        for node in range(facts.table.spans[number][1], found.index)
        if node in facts.table.quantity_at
    }
    return all(
        facts.verbs[other] == facts.verbs[number]
        and facts.units[other] is not None
        and _same_unit(facts, other, number)
        for other in between
    )


def _same_unit(facts: RateFacts, one: int, other: int) -> bool:
    left, right = facts.units[one], facts.units[other]
    return left is not None and right is not None and left.head == right.head


def _is_alone(facts: RateFacts, number: int, each: int) -> bool:
    """True if no noun belongs to "each": "8 pens each", not "for each box" or "each of the boxes"."""
    table = facts.table
    if table.lower[each] != "each" or each + 1 >= len(table.tokens):
        return True
    after = table.tokens[each + 1]
    if after.upos in ("VERB", "AUX") and _describes(facts, number, each):
        return True
    return after.upos not in ("NOUN", "PROPN", "ADJ", "NUM", "VERB", "AUX") and table.lower[each + 1] != "of"
