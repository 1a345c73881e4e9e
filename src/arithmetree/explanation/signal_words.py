"""Features in plain words: the table data/signals.toml, with its braces filled from what the text says.

Nothing is said that is not in the table, and nothing is filled in that the text does not tell: where a filler finds
nothing, the feature has no words.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from string import Formatter

from arithmetree.explanation.places import amount_span, written_number
from arithmetree.explanation.signal_fillers import FILLERS, NUMBERS, Feature, Filled
from arithmetree.features.facts import STRONG, ProblemFacts
from arithmetree.solution import Span
from arithmetree.word_lists import table


@dataclass(frozen=True, slots=True)
class Wording:
    """A feature in words and the place in the text that says so."""

    words: str
    span: Span | None


@dataclass(frozen=True)
class Wordings:
    """The features of one problem in words."""

    facts: ProblemFacts

    def of(self, name: str, places: tuple[int, ...]) -> Wording | None:
        """A feature in words; None if the table has no entry for it or the text lacks what the entry speaks of.

        `places` are the quantity that the feature is of, or the pair as seen from its first one.
        """
        key, _, value = name.removeprefix(STRONG).partition("=")
        side, colon, rest = key.partition(":")
        is_sided = colon and side in ("1", "2")
        key, number = (rest, places[int(side) - 1]) if is_sided else (key, places[0])
        entries: dict[str, str] = table("signals")["pair" if len(places) == 2 else "relevance"]
        template = entries.get(f"{key}={value}") or entries.get(key)
        if template is None:
            return None
        return self._filled(template, Feature(self.facts, self.numbers, key, value, places, number))

    def _filled(self, template: str, feature: Feature) -> Wording | None:
        filled: dict[str, Filled] = {}
        for brace in _braces(template):
            found = FILLERS[brace](feature)
            if found is None:
                return None
            filled[brace] = found
        # The word that tells is a better place than the number it is told of.
        told = [found.span for brace, found in filled.items() if brace not in NUMBERS and found.span is not None]
        alone = filled["number"].span if "number" in filled else None
        words = template.format_map({brace: found.text for brace, found in filled.items()})
        return Wording(words, told[0] if told else alone)

    @cached_property
    def numbers(self) -> tuple[Filled, ...]:
        """Every number as the text writes it, and its place with its unit; one that a word implies, with that word."""
        return tuple(
            Filled(
                f'the {quantity.value} of "{quantity.schema.quantity.text}"'
                if quantity.schema.quantity.implicit
                else written_number(self.facts, number),
                amount_span(self.facts, number),
            )
            for number, quantity in enumerate(self.facts.quantities)
        )


@cache
def _braces(template: str) -> tuple[str, ...]:
    return tuple(brace for _, brace, _, _ in Formatter().parse(template) if brace is not None)
