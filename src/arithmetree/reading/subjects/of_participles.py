"""What a participle right behind a noun describes, and who does what one at the start of a sentence says."""

from __future__ import annotations

from arithmetree.reading.clause_openings import openings
from arithmetree.reading.tokens import REACH, TokenTable
from arithmetree.reading.verbs import has_auxiliary
from arithmetree.reading.word_order import noun_start
from arithmetree.word_lists import words


def described_noun(table: TokenTable, verb: int) -> int | None:
    """What a participle right behind it describes: "tours, each lasting 30 minutes", "bought 3 hats priced at $18"."""
    token, before = table.tokens[verb], table.tokens[verb - 1] if verb else None
    if before is None or before.sent != token.sent:
        return None
    if token.tag in ("VBG", "VBN") and table.lower[verb - 1] == "each" and token.dep != "root":
        helped = has_auxiliary(table, verb) or (verb > 1 and table.tokens[verb - 2].upos in ("AUX", "VERB"))
        return None if helped else verb - 1  # but "the rest had each paid"
    if token.tag == "VBG" and token.lemma in words("clauses", "describing", "verbs"):
        noun = verb - 1 - (before.upos == "ADV")  # "a jar already holding 35", "4 tickets costing $15 each"
        if noun >= 0 and table.tokens[noun].upos == "NOUN" and not has_auxiliary(table, verb):
            return _head_of_goods(table, noun)
        return None
    behind = table.tokens[verb + 1] if verb + 1 < len(table.tokens) else token
    described = token.tag == "VBN" and before.upos == "NOUN" and behind.upos == "ADP" and behind.tag != "RP"
    if not described or token.dep == "root" or has_auxiliary(table, verb):
        return None
    return verb - 1 if table.tokens[verb - 1].dep in ("obj", "obl", "conj") else None


def _head_of_goods(table: TokenTable, noun: int) -> int:
    """The noun that an "of" phrase belongs to: sacks for the flour of "5 sacks of flour weighing 75 kg"."""
    start = noun_start(table, noun, table.sentences[table.tokens[noun].sent][0])
    holds = start > 1 and table.lower[start - 1] == "of" and table.tokens[start - 2].upos == "NOUN"
    return start - 2 if holds else noun


def subject_behind_participle(table: TokenTable, verb: int) -> int | None:
    """The subject of the main clause for a participle that opens the sentence: "Climbing two to a ladder, they"."""
    first, last = table.sentences[table.tokens[verb].sent]
    if table.tokens[verb].tag != "VBG" or verb > first + 1:
        return None
    found = openings(table)
    subject = next((found[node][1] for node in range(verb + 1, min(last, verb + REACH)) if node in found), None)
    if subject is None:  # no comma: "After paying $9 for a ticket Ilse had $13"
        subject = next((node for node in range(verb + 1, min(last, verb + REACH)) if _acts(table, node)), None)
    return None if subject == verb else subject


def _acts(table: TokenTable, node: int) -> bool:
    """True for a name or pronoun that the tree calls a subject, with its verb right behind it."""
    token = table.tokens[node]
    behind = table.tokens[node + 1].upos if node + 1 < len(table.tokens) else ""
    return token.dep == "nsubj" and token.tag in ("NNP", "PRP") and behind in ("VERB", "AUX")
