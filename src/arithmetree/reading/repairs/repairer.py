"""All repairs of a parse, one after the other: a later one relies on what an earlier one has set right."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.repairs.hidden_verbs import reveal_verbs
from arithmetree.reading.repairs.misread_nouns import (
    fix_counted_nouns,
    fix_function_words,
    fix_names,
    fix_numbered_things,
    fix_unknown_doers,
)
from arithmetree.reading.repairs.misread_verbs import (
    fix_closing_participles,
    fix_inverted_questions,
    fix_participles,
    fix_verbs_read_as_nouns,
)
from arithmetree.reading.repairs.number_agreement import fix_agreement
from arithmetree.reading.repairs.tag_agreement import agreed
from arithmetree.schemas import Token


def repaired(tokens: Sequence[Token], numbers: frozenset[int]) -> tuple[Token, ...]:
    """The tokens with misread verbs and measures set right; `numbers` are the tokens of quantities."""
    fixed = list(tokens)
    fix_function_words(fixed, numbers)
    fixed = agreed(fixed)
    fix_agreement(fixed, numbers)
    reveal_verbs(fixed)
    counted = fix_counted_nouns(fixed, numbers)
    fix_participles(fixed, numbers)
    fix_numbered_things(fixed)
    fix_names(fixed, numbers)
    fix_unknown_doers(fixed, numbers)
    fix_verbs_read_as_nouns(fixed, numbers, counted)
    fix_closing_participles(fixed)
    fix_inverted_questions(fixed, numbers)
    return tuple(fixed)
