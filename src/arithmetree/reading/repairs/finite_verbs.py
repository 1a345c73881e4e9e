"""Whether a clause or a sentence has a finite verb already, so that another word of it is hardly one."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.tokens import REACH
from arithmetree.schemas import Token

FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
BORDERS = frozenset({"PUNCT", "CCONJ", "SCONJ"})


def clause_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if a finite verb stands in the same stretch between punctuation marks and conjunctions."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and (tokens[node].upos not in BORDERS or tokens[node].tag == "HYPH"):
            if tokens[node].upos in ("VERB", "AUX") and tokens[node].tag in FINITE and tokens[node].dep != "amod":
                return True
            node += step
    return False


def sentence_has_verb(tokens: Sequence[Token], index: int) -> bool:
    """True if any finite verb stands in the sentence, other than the token itself."""
    for step in (-1, 1):
        node = index + step
        while 0 <= node < len(tokens) and abs(node - index) < REACH and tokens[node].sent == tokens[index].sent:
            if tokens[node].upos in ("VERB", "AUX") and tokens[node].tag in FINITE:
                return True
            node += step
    return False
