"""All repairs of a parse, one after the other: a later one relies on what an earlier one has set right."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.repairs.hidden_verbs import reveal_verbs
from arithmetree.reading.repairs.misread_nouns import (
    mend_counted_nouns,
    mend_function_words,
    mend_names,
    mend_numbered_things,
    mend_unknown_doers,
)
from arithmetree.reading.repairs.misread_verbs import (
    mend_closing_participles,
    mend_inverted_questions,
    mend_participles,
    mend_verbs_read_as_nouns,
)
from arithmetree.reading.repairs.number_agreement import mend_agreement
from arithmetree.reading.repairs.tag_agreement import agreed
from arithmetree.schemas import Token


def repaired(tokens: Sequence[Token], numbers: frozenset[int]) -> tuple[Token, ...]:
    """The tokens with misread verbs and measures set right; `numbers` are the tokens of quantities."""
    mended = list(tokens)
    mend_function_words(mended, numbers)
    mended = agreed(mended)
    mend_agreement(mended, numbers)
    reveal_verbs(mended)
    counted = mend_counted_nouns(mended, numbers)
    mend_participles(mended, numbers)
    mend_numbered_things(mended)
    mend_names(mended, numbers)
    mend_unknown_doers(mended, numbers)
    mend_verbs_read_as_nouns(mended, numbers, counted)
    mend_closing_participles(mended)
    mend_inverted_questions(mended, numbers)
    return tuple(mended)
