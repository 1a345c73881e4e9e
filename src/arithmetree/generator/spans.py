"""Where the numbers of a text are: they are marked while it is worded, and written at the very end."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from arithmetree.generator.english import noun, opens_with_vowel
from arithmetree.generator.numerals import KINDS, Habit, write
from arithmetree.generator.world import Amount, Role, Sort, Story
from arithmetree.quantities import Kind

QUESTION: Final = ("⟪", "⟫")
"""The marks around the question."""
ONE: Final = Amount("one", Fraction(1), Sort.COUNT, noun("thing"), Role.DISTRACTION)
"""The number in "the price of one ticket", which every reader finds and nobody needs."""
_MARK = re.compile(r"⟦(?P<name>\w+)(?P<dozens>!?)⟧|(?P<question>[⟪⟫])")


@dataclass(frozen=True, slots=True)
class Mention:
    """A number of the finished text."""

    amount: str
    start: int
    end: int
    text: str
    value: Fraction
    kind: Kind


def marked(amount: Amount, *, dozens: bool = True) -> str:
    """The mark for an amount; `dozens` allows "two dozen" where it is a count."""
    return f"⟦{amount.name}{'!' if dozens and amount.sort is Sort.COUNT else ''}⟧"


def written(
    text_with_marks: str, story: Story, habit: Habit, rng: Random
) -> tuple[str, tuple[Mention, ...], tuple[int, int]]:
    """Write the numbers into the text and note where they and the question are."""
    text, at = "", 0
    mentions: list[Mention] = []
    ends: list[int] = []
    for match in _MARK.finditer(text_with_marks):
        text += text_with_marks[at : match.start()]
        at = match.end()
        if match["question"]:
            ends.append(len(text))
            continue
        amount = ONE if match["name"] == ONE.name else story.amounts[match["name"]]
        opens = not text or re.search(r"[.?!] $", text) is not None
        chosen = Habit.WORDS if amount is ONE else habit
        number = write(amount, chosen, story.currency, rng, opens=opens, dozens=bool(match["dozens"]))
        span = number.span[:1].upper() + number.span[1:] if opens else number.span
        if re.search(r"(?:^|[ (])[Aa] $", text) and opens_with_vowel(span):
            text = text[:-1] + "n "
        text += number.before
        value = amount.value
        mentions.append(Mention(amount.name, len(text), len(text) + len(span), span, value, KINDS[amount.sort]))
        text += span + number.after
    text += text_with_marks[at:]
    return text, tuple(mentions), (ends[0], ends[1])
