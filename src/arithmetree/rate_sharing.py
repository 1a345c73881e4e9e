"""Rates by sharing: "each box holds 8 pens", "8 pens each", "4 dollars apiece", "20 pages every day"."""

from __future__ import annotations

from arithmetree.rate_facts import NOUN_TAGS, PERSON, Distributive, RateFacts, is_measure
from arithmetree.receivers import receiver
from arithmetree.tokens import TokenTable
from arithmetree.units import Unit
from arithmetree.verbs import clause_head
from arithmetree.word_lists import words


def distributive_adverb(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "6 boxes with 8 pens each", "4 dollars apiece", "Mia and Tom each pay 40 rupees", "lengths, each of 50 m"."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    if table.lower[max(start - 2, 0) : start] == ["each", "of"] and is_measure(unit.head):
        return facts.counted_before(start - 2, number)
    for node in range(unit.end, min(unit.last + 3, len(table.tokens))):
        if node in table.quantity_at or table.tokens[node].upos in ("VERB", "PUNCT", "PRON", "SCONJ"):
            break
        if table.lower[node] in words("rates", "distributive_adverbs") and _stands_alone(table, node):
            return _shared_by(facts, number, node)
    if verb is not None and verb < table.spans[number][0] and verb > 1 and table.lower[verb - 1] == "each":
        subject = facts.subjects[number]
        if subject is not None and subject < verb - 1 and table.tokens[verb - 2].upos in (*NOUN_TAGS, "PRON"):
            return facts.sharer(subject)
    return None


def _shared_by(facts: RateFacts, number: int, each: int) -> str | None:
    """What "each" behind a quantity stands for."""
    table, verb = facts.table, facts.verbs[number]
    start = table.spans[number][0]
    before = start - 1
    while before >= 0 and (table.tokens[before].upos in ("SYM", "ADV") or table.lower[before] in ("about", "only")):
        before -= 1
    if before >= 0 and table.lower[before] in (
        "for",
        "at",
        "with",
        "of",
        "containing",
        "holding",
        "costing",
        "worth",
    ):
        counted = facts.counted_before(before, number)
        if counted is not None:
            return counted
    if verb is None:
        return facts.counted_before(each, number)
    getter = receiver(table, verb, table.anchor(number))
    if getter is not None and getter < start:
        return facts.sharer(getter)
    subject = facts.subjects[number]
    if subject is None:
        return facts.counted_before(each, number)
    sharer = facts.sharer(subject)
    if (
        sharer == PERSON
        and facts.is_money(number)
        and table.tokens[verb].lemma not in ("pay", "get", "earn", "have", "save", "spend")
    ):
        return facts.counted_before(before + 1, number) or sharer
    return sharer


def distributive_phrase(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "Each box holds 8 pens", "3 eggs in each box", "gave each cousin 5 sweets", "each day they drove 90 miles"."""
    table, verb = facts.table, facts.verbs[number]
    start, end = table.spans[number]
    sentence = table.tokens[start].sent
    before: Distributive | None = None
    behind: Distributive | None = None
    for found in facts.distributives:
        if table.tokens[found.index].sent != sentence or found.noun == unit.index or found.index < start <= found.noun:
            continue
        if not _same_clause(facts, found, verb, number):
            continue
        if found.index >= end:
            period = found.lemma in words("measures", "durations")
            if not facts.number_between(end, found.index) or (period and _only_list_between(facts, number, found)):
                behind = behind or found
        elif found.lemma != unit.head and table.lower[found.index] != "per":
            fronted = verb is not None and found.index < verb
            if fronted or found.noun + 1 == start:
                before = found
    if before is not None and (behind is None or _clause_ends_between(facts, end, behind.index)):
        return before.lemma
    return None if behind is None else behind.lemma


def _same_clause(facts: RateFacts, found: Distributive, verb: int | None, number: int) -> bool:
    table = facts.table
    if found.verb == verb or verb is None or found.verb is None:
        return True
    head, other = clause_head(table, verb), clause_head(table, found.verb)
    if found.index > table.spans[number][0]:
        # "it takes 4 hours to install each window", "5 dollars for each lawn he mowed"
        joined = ("xcomp", "csubj", "ccomp", "acl") + (("advcl",) if table.tokens[other].tag == "VB" else ())
        return table.tokens[other].head in (head, _noun_of(facts, number)) and table.tokens[other].dep in joined
    label = table.tokens[head].dep
    if label == "conj" and table.tokens[head].head == other and found.index < found.verb:
        # "Each box has 6 pens and weighs 2 kg": the subject carries over unless there is a new one.
        return not any(table.tokens[kid].dep.startswith(("nsubj", "expl")) for kid in table.children[head])
    if label in ("xcomp", "acl:relcl", "acl") and table.tokens[head].head in (other, found.noun):
        return True
    # "each carton of milk cost" where the tree lost the clause.
    return found.noun < verb < table.spans[number][0] and not any(
        table.tokens[node].upos in ("PUNCT", "CCONJ", "SCONJ") or table.tokens[node].tag in ("VBZ", "VBP", "MD")
        for node in range(found.noun + 1, verb)
    )


def _noun_of(facts: RateFacts, number: int) -> int | None:
    unit = facts.units[number]
    return None if unit is None else unit.index


def _clause_ends_between(facts: RateFacts, start: int, end: int) -> bool:
    return any(facts.table.tokens[node].upos in ("CCONJ", "PUNCT") for node in range(start, end))


def _only_list_between(facts: RateFacts, number: int, found: Distributive) -> bool:
    """True if all numbers up to the phrase share a verb: "8 candles here and 15 there each evening"."""
    if facts.table.lower[found.index] == "per":
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


def _stands_alone(table: TokenTable, each: int) -> bool:
    """True if no noun belongs to "each": "8 pens each", not "for each box" or "each of the boxes"."""
    if table.lower[each] != "each" or each + 1 >= len(table.tokens):
        return True
    behind = table.tokens[each + 1]
    return behind.upos not in ("NOUN", "PROPN", "ADJ", "NUM", "VERB", "AUX") and table.lower[each + 1] != "of"
