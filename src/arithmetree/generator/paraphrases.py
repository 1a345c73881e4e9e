"""Other wordings of a question, by the rules of data/generator/general/paraphrases.toml."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from arithmetree.word_lists import table

_ENOUGH = 4


def with_paraphrases(templates: Sequence[str]) -> tuple[str, ...]:
    """The wordings of a question with others that mean the same, up to a few; the given ones come first."""
    found = dict.fromkeys(templates)
    for template in templates:
        for pattern, others in _rules():
            match = pattern.fullmatch(template)
            if match is not None and len(found) < _ENOUGH:
                found |= dict.fromkeys(match.expand(other) for other in others)
    return tuple(found)


@cache
def _rules() -> tuple[tuple[re.Pattern[str], tuple[str, ...]], ...]:
    rules: list[list[str]] = table("generator/general/paraphrases")["questions"]["rules"]
    return tuple((re.compile(pattern), tuple(others)) for pattern, *others in rules)
