"""Rates by sharing: "each box holds 8 pens", "8 pens each", "4 dollars apiece", "20 pages every day".

The first half finds phrases with "each", "every" and "per" and leaves out those that make no rate; the second says
which quantities they share out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arithmetree.measures import DURATIONS, measures
from arithmetree.morphology import noun_lemma
from arithmetree.reading.rates.facts import PERSON, STAND_INS, Distributive, RateCandidate, RateFacts
from arithmetree.reading.receivers import receiver
from arithmetree.reading.tokens import COMPARATIVES, NOUNS, VERBS, TokenTable
from arithmetree.reading.verbs import clause_head, governing_verb
from arithmetree.word_lists import words


def distributives_of(facts: RateFacts) -> Sequence[Distributive]:
    """All "each box", "every day", "per hour", "each of the boxes" and "each of them", in text order."""
    if facts.distributives is None:
        facts.distributives = list(_find_distributives(facts))
    return facts.distributives


def _find_distributives(facts: RateFacts) -> Iterator[Distributive]:
    table = facts.table
    everybody, determiners = words("rates", "everybody"), words("rates", "distributive_determiners")
    for index, word in enumerate(table.lower):
        if word in everybody:
            if table.upos[index + 1] in ("VERB", "AUX", "ADP"):
                yield Distributive(index, index, PERSON, governing_verb(table, index))
        elif (word in determiners or word == "per") and not skips(table, index):
            found = _shared_among(facts, index)
            if found is not None:
                noun, lemma = found
                yield Distributive(index, noun, lemma, governing_verb(table, noun if noun > index else index))


def _shared_among(facts: RateFacts, index: int) -> tuple[int, str] | None:
    """The noun that "each" belongs to, as token and lemma; the token is that of "each" itself if there is no noun."""
    table, word, node = facts.table, facts.table.lower[index], index + 1
    before = facts.quantities_before(index)
    if word == "every" and table.lower[node : node + 3] == ["one", "of", "the"]:
        node += 1
    if table.lower[node] == "of":
        node += 1
        while table.upos[node] in ("DET", "NUM") or table.tag[node] == "PRP$":
            node += 1
        if table.lower[node] in ("them", "which", "these", "those", "us"):
            lemma = facts.counted_before(index, before) if table.lower[node] == "which" else None
            return node, lemma or facts.sharer(node)
    if word == "each" and opens_description(table, index):
        return None
    noun, lemma = facts.noun_after(node)
    if noun >= 0:
        given = table.upos[index - 1] == "AUX" and table.upos[index + 1] == "VERB"  # "were each given 15 stickers"
        if given or _shares_evenly(table, index, noun):
            return None
        if table.lower[noun + 1] in ("'s", "'", "’s"):
            noun, lemma = facts.noun_after(noun + 2)  # "each of the dairy's 6 shelves"
        if lemma in STAND_INS:  # "each of the others"
            lemma = facts.counted_earlier(before) or lemma
        return noun, lemma
    closes = table.upos[index - 1] == "ADP" and table.upos[index + 1] in ("PUNCT", "CCONJ", "")
    if word == "each" and closes:  # "45 blankets were carried into each."
        return index, facts.counted_before(index, before) or PERSON
    return (index, facts.sharer(index)) if _is_each_alone(facts, index) else None


def skips(table: TokenTable, index: int) -> bool:
    """True for "per cent", "every second day" and "each other", which make no rate; "20 metres a second" does."""
    if table.lower[index + 1] in ("second", "third"):
        return table.lower[index] in ("each", "every") and table.upos[index + 2] in NOUNS
    return table.lower[index + 1] in ("cent", "other")


def opens_description(table: TokenTable, each: int) -> bool:
    """True for the "each" of "3 ghosts, each worth 40 points" and "14 bags, each weighing 20 kg"."""
    node, aside = each + 1, table.lower[each - 1] == ","
    if aside and node in table.quantity_at:
        return True  # "4 songs, each 3 minutes long"
    if aside and table.lower[node] == "of" and node + 1 in table.quantity_at:  # "9 groups, each of 5 children"
        return not any(upos in ("VERB", "AUX", "NUM") for upos in table.upos[node + 2 : node + 5])
    describes = table.lower[node] in ("worth", "with") or table.lower[node].endswith("ing")
    return each > 0 and describes and (node + 1 in table.quantity_at or node + 2 in table.quantity_at)


def _shares_evenly(table: TokenTable, index: int, noun: int) -> bool:
    """True where "each" only says that a total is shared: "300 trees, each village the same number"."""
    for nodes in (range(index - 1, index - 4, -1), range(noun + 1, noun + 4)):
        for node in nodes:
            if table.lower[node] in words("rates", "even_shares"):
                return True
            if table.upos[node] in ("PUNCT", "VERB", "AUX") and table.tag[node] != "VBG":
                break
    return False


def _is_each_alone(facts: RateFacts, index: int) -> bool:
    """True for "each" as a subject ("each costs 5") and for "each one"."""
    table = facts.table
    if table.lower[index : index + 2] in (["each", "one"], ["every", "one"]):
        return True
    acts = table.lower[index] == "each" and table.upos[index + 1] in VERBS
    return acts and table.upos[index - 1] not in ("PRON", "NOUN", "PROPN", "ADP")


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
    getter = receiver(table, verb, table.anchor(number))
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
        elif table.tokens[found.index].text != "per":
            fronted = verb is not None and found.index < verb
            changed = found.noun == joint - 1 and table.lower[joint] in ("for", "at", "into", "with", "over")
            if fronted or changed or found.noun == joint:
                before = found
    if table.tag[start - 1] == "PRP$" or (table.tag[unit.end] in COMPARATIVES and not unit.elided):
        return None  # "every guide, for all his 20 years", "each lap would be 10 minutes shorter"
    if before is not None and (after is None or _clause_ends_between(facts, end, after.index)):
        if before.index == before.noun and before.lemma == unit.head:
            return facts.counted_earlier(number)  # "bought 5 packets of seeds. Each contained 40 seeds"
        return before.lemma
    if after is None:
        return None
    if "CCONJ" in table.upos[end : after.index] and after.noun + 1 in table.quantity_at:
        return None  # "18 mushrooms in her apron, and in each of two baskets 11"
    if table.upos[after.noun] == "PRON" and after.lemma == unit.head:  # "She puts 9 sockets in each of them"
        return facts.counted_before(start, number)
    return after.lemma


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
    table, ends = facts.table, each in (amount.unit.end, amount.unit.last)
    describes = ends and table.lower[amount.joint] in words("rates", "describing")
    if table.lower[each] != "each" or (table.upos[each + 1] in VERBS and describes):
        return True  # "8 sets with 3 spoons each were sold"
    return table.upos[each + 1] not in ("NOUN", "PROPN", "ADJ", "NUM", "VERB", "AUX") and table.lower[each + 1] != "of"
