"""Repairs of the tags where the word lists know better than the parser.

A verb that was read as a noun ("The shop sells 12-packs") hides the clause; a measure that was read as a verb or
adjective ("15 centimetres a day", "88 m high") hides the unit. Only parts of speech change, and labels where a changed
word could not keep its own. What looks at a few neighbouring words is a rule in data/repairs.toml; what compares words
further apart is in `agreement` and `verbs`.
"""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.reading.repairs import agreement, verbs
from arithmetree.reading.repairs.draft import Draft
from arithmetree.reading.repairs.rules import apply_rules
from arithmetree.schemas import Token


def repaired(tokens: Sequence[Token], numbers: frozenset[int]) -> tuple[Token, ...]:
    """The tokens with misread verbs and measures set right; a later repair relies on what an earlier one has done."""
    draft = Draft(tokens, numbers)
    apply_rules(draft, "words")
    agreement.fix_agreement(draft)
    apply_rules(draft, "clauses")
    verbs.join_subjects(draft)
    verbs.distinguish_lie_from_lay(draft)
    counted = agreement.fix_counted_nouns(draft)
    apply_rules(draft, "doers")
    verbs.fix_verbs_read_as_nouns(draft, counted)
    verbs.fix_inverted_questions(draft)
    return draft.finished()
