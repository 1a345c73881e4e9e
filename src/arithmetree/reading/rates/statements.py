"""Rates that a statement on any one of a kind gives: "A ticket costs £4", "It takes 6 poles to build a raft"."""

from __future__ import annotations

from arithmetree.measures import DURATIONS, measures
from arithmetree.quantities import Kind
from arithmetree.reading.rates.facts import ONE, RateFacts, compares, noun_after
from arithmetree.reading.rates.wordings import per_phrase
from arithmetree.reading.tokens import REACH
from arithmetree.reading.units.noun_groups import Unit, joined_lemma
from arithmetree.word_lists import words


def general_statement(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "A ticket costs £4", "Pens are 50p", "One jar holds 30 sweets", "The price of a loaf is $3"."""
    table, verb, subject = facts.table, facts.verbs[number], facts.subjects[number]
    if verb is None or subject is None or subject == unit.index or table.spans[number][0] < verb:
        return None
    token = table.tokens[subject]
    priced = facts.is_money(number) and _states_price(facts, verb)
    if table.lower[subject] in ("one", "ones", "another") and priced:
        if any(
            table.tokens[kid].dep in ("nmod:poss", "det") and not facts.is_one(kid) for kid in table.children[subject]
        ):
            return None  # "his old one cost $150"
        return facts.lemma_of(facts.resolve(subject))
    if token.upos != "NOUN" or compares(table, unit.end):
        return None  # "one piece is 4 m longer" compares two
    if _one_of_two(facts, subject) or _one_told_apart(facts, subject, verb):
        return None
    if any(other is not None and subject - 1 in (other.end, other.last) for other in facts.units[:number]):
        return None  # "a snail climbing 3 metres a day"
    lemma = joined_lemma(table, subject, 0)
    if token.tag == "NNS":
        bare = not any(table.tokens[kid].dep in ("det", "nummod", "nmod:poss") for kid in table.children[subject])
        general = table.tokens[verb].tag != "VBD" or table.lower[verb] in ("cost", "were")
        owned = table.lower[verb] == "have" and table.tokens[verb].upos == "VERB" and facts.is_counted(lemma, number)
        return lemma if bare and ((priced and general) or owned) else None  # also "Spiders have 8 legs"
    if priced and token.lemma in ("price", "cost", "fee", "charge"):
        return _priced_thing(facts, subject, verb)
    if priced and table.tokens[verb].tag == "VBZ" and subject in (verb - 1, verb - 2) and _bare_meal(facts, subject):
        return lemma
    if not facts.any_one(subject) or (priced and table.lower[verb] == "cost"):
        return None
    past = table.tokens[verb].tag == "VBD" or any(table.tokens[kid].tag == "VBD" for kid in table.children[verb])
    worth = table.lower[facts.before_signs(table.spans[number][0])] == "worth"
    kind = lemma in facts.several
    measured = measures(lemma) and measures(unit.head)
    if past:
        return lemma if priced and kind else None
    return lemma if priced or kind or measured or worth or _holds(facts, lemma, verb) else None


def _bare_meal(facts: RateFacts, subject: int) -> bool:
    """True for what is priced without an article: "breakfast is $4"."""
    table = facts.table
    before = table.lower[subject - 1] if subject > table.sentences[table.tokens[subject].sent][0] else ""
    return before in ("", "and", ",", "but", "while", ";") and not facts.table.children[subject]


def _one_of_two(facts: RateFacts, subject: int) -> bool:
    """True for the "one" of "One crate holds 46 pears and another holds 38"."""
    table = facts.table
    one = subject > 0 and table.lower[subject - 1] == "one"
    return one and "another" in table.lower[subject + 1 : subject + 2 * REACH]


def _one_told_apart(facts: RateFacts, subject: int, verb: int) -> bool:
    """True for one thing of the story: "a second drone would be $40", "a trailer costing $210"."""
    at = facts.table.quantity_at
    before = [at[node] for node in range(max(subject - 3, 0), subject) if node in at]
    if any(facts.quantities[number].kind is Kind.ORDINAL for number in before):
        return True
    if facts.table.tokens[verb].tag != "VBG" or not facts.any_one(subject):
        return False
    aside = subject > 1 and facts.table.lower[subject - 2] == ","  # "played 2 pieces, a piece taking 4 minutes"
    return not (aside and facts.table.tokens[subject].lemma in facts.several)


def _holds(facts: RateFacts, lemma: str, verb: int) -> bool:
    """True for what a container holds by its kind, unless the text goes on about that one: "A bus holds 70 people"."""
    table = facts.table
    if lemma not in words("rates", "containers", "nouns") or table.lower[verb] not in ("holds", "takes", "seats"):
        return False
    after = range(verb + 1, min(verb + REACH, len(table.tokens)))
    return not any(table.lower[node] == "it" or table.lower[node : node + 2] == ["the", lemma] for node in after)


def in_one_period(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "In an hour Sunan sets 54 seedlings", "packs 25 orders in a day": a habit, so only in the present tense."""
    table, verb = facts.table, facts.verbs[number]
    if verb is None or table.spans[number][0] < verb or not _is_present(facts, verb):
        return None
    for node in (unit.end, unit.last):
        if table.lower[node : node + 2] in (["in", "a"], ["in", "an"]) and table.lower[verb] != "is":
            period = noun_after(table, node + 2)
            if period is not None and period[0] == node + 2 and measures(period[1], DURATIONS):
                return period[1]
    first = table.sentences[table.tokens[verb].sent][0]
    if table.lower[first] != "in" or first + 1 >= len(table.tokens) or not facts.is_one(first + 1):
        return None
    period = noun_after(table, first + 2)
    timed = period is not None and period[0] == first + 2 and measures(period[1], DURATIONS)
    return period[1] if timed and period is not None else None


def _is_present(facts: RateFacts, verb: int) -> bool:
    """True for what is done in general or can be done: "packs", "can pack"."""
    helpers = [facts.table.lower[kid] for kid in facts.table.children[verb] if facts.table.tokens[kid].dep == "aux"]
    if helpers:
        return helpers in (["can"], ["does"], ["do"])
    return facts.table.tokens[verb].tag in ("VBZ", "VBP")


def elliptical_price(facts: RateFacts, number: int, _unit: Unit) -> str | None:
    """The price after its thing, the verb left out: "a check-up costs $45 and a filling $80".

    What is hired by time stays so: "A cabin is $45 a night and a tent $20".
    """
    table = facts.table
    noun = facts.before_signs(table.spans[number][0])
    if number == 0 or noun < 2 or not facts.is_money(number) or not facts.is_money(number - 1):
        return None
    before = table.spans[number - 1][0]
    verb = facts.verbs[number - 1]
    if table.tokens[noun].upos != "NOUN" or table.tokens[before].sent != table.tokens[noun].sent or verb is None:
        return None
    present = table.tokens[verb].tag in ("VBZ", "VBP") and _states_price(facts, verb)
    joined = any(table.lower[node] in ("and", ",", ";", "but", "while") for node in range(before + 1, noun))
    first = noun
    while table.tokens[first - 1].upos in ("NOUN", "ADJ") and first - 1 > before:
        first -= 1
    bare = table.tokens[noun].tag == "NNS" and table.lower[first - 1] in ("and", ",", ";", "but", "while")
    general = bare or facts.is_one(first - 1)
    if not (present and joined and general and verb < before):
        return None
    known = facts.units[number - 1]
    period = None if known is None else per_phrase(facts, number - 1, known)
    return period if measures(period, DURATIONS) else joined_lemma(table, noun, 0)


def done_to_one(facts: RateFacts, number: int, _unit: Unit) -> str | None:
    """ "Cleaning a duvet costs $8", "Toppling a tower brings 25 points"."""
    table, verb = facts.table, facts.verbs[number]
    if verb is None or table.tokens[verb].tag != "VBZ" or verb > table.spans[number][0]:
        return None
    node = verb - 1
    while node > 0 and (table.tokens[node].upos in ("NOUN", "ADJ") or table.lower[node] == "-"):
        node -= 1
    if node < 1 or not facts.is_one(node) or not table.lower[node - 1].endswith("ing"):
        return None
    done = noun_after(table, node + 1)
    return done[1] if done is not None and done[1] in facts.several else None


def _priced_thing(facts: RateFacts, subject: int, verb: int) -> str | None:
    table = facts.table
    if table.lower[subject + 1 : subject + 2] in (["of"], ["for"]) and table.lower[subject + 2] in (ONE | {"each"}):
        after = noun_after(table, subject + 3)
        return after[1] if after is not None and after[0] < verb else None
    return None


def _states_price(facts: RateFacts, verb: int) -> bool:
    """True for verbs whose subject is the thing for sale: "costs", "is", "is sold at"."""
    lemma = facts.table.tokens[verb].lemma
    passive = any(facts.table.tokens[kid].dep == "aux:pass" for kid in facts.table.children[verb])
    sells = lemma in ("sell", "go") and facts.table.lower[verb + 1 : verb + 2] in (["for"], ["at"])
    return lemma in ("be", "cost") or (facts.prices(verb) and passive) or sells


def needed_to_make(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "It takes 6 poles to build a raft", "2 ounces of dye to tint one scarf"."""
    table, verb = facts.table, facts.verbs[number]
    if verb is None or table.tokens[verb].lemma not in ("take", "need", "require", "use", "cost"):
        return None
    first = table.sentences[table.tokens[verb].sent][0]
    fronted = range(first, min(first + 2, verb))
    for node in (*range(unit.end, min(unit.last + 3, len(table.tokens) - 3)), *fronted):
        if table.lower[node] == "to" and table.lower[node + 1].isalpha() and facts.is_one(node + 2):
            made = noun_after(table, node + 3)
            return made[1] if made is not None and made[1] in facts.several else None
    return None


def one_for_every(facts: RateFacts, number: int, unit: Unit) -> str | None:
    """ "a trainer for every 8 children", "glues a heel every 4 minutes", "one egg for every 2 people"."""
    table = facts.table
    every = table.spans[number][0] - 1
    if every < 1 or table.lower[every] != "every" or facts.quantities[number].value == 1:
        return None
    stop = every - 1 if table.tokens[every - 1].upos == "ADP" else every
    first = table.sentences[table.tokens[every].sent][0]
    for node in range(stop - 1, max(first, stop - 5) - 1, -1):
        if facts.is_one(node):
            counted = noun_after(table, node + 1)
            joined = counted is not None and counted[0] < stop and counted[1] != unit.head
            return counted[1] if joined and counted is not None else None
        if node in table.quantity_at:
            return None
    return None
