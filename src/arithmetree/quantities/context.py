"""The words around a number that show what kind of number it is, and what a whole text says about its numbers."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from arithmetree.quantities.tokens import Row, Sort


@dataclass(frozen=True)
class Context:
    """The word lists of data/number_context.toml and data/currencies.toml; the files say what each is for."""

    labels: frozenset[str]
    attributive_labels: frozenset[str]
    named_places: frozenset[str]
    verb_labels: frozenset[str]
    time_labels: frozenset[str]
    label_openers: frozenset[str]
    label_blockers: frozenset[str]
    names_with_numbers: frozenset[str]
    names: frozenset[str]
    months: frozenset[str]
    year_openers: frozenset[str]
    dating_words: frozenset[str]
    dated_things: frozenset[str]
    measuring_units: frozenset[str]
    attached_units: frozenset[str]
    determiners: frozenset[str]
    possessives: frozenset[str]
    one_is_pronoun_behind: frozenset[str]
    one_is_pronoun_before: frozenset[str]
    story_times: frozenset[str]
    one_counts_after: frozenset[str]
    function_words: frozenset[str]
    measures: frozenset[str]
    comparatives: frozenset[str]
    half_is_no_part_before: frozenset[str]
    half_is_no_part_behind: frozenset[str]
    worn_in_pairs: frozenset[str]
    coins: frozenset[str]
    vague: frozenset[str]
    scored: frozenset[str]
    plurals_without_s: frozenset[str]
    ordinal_nouns: frozenset[str]
    part_surely_before: frozenset[str]
    part_before: frozenset[str]
    sharing: frozenset[str]
    divisible_units: frozenset[str]
    extents: frozenset[str]
    currency_signs: dict[str, str]
    currency_prefixes: dict[str, str]
    currency_words: dict[str, str]
    currency_suffixes: dict[str, str]
    sterling_words: frozenset[str]
    sterling_evidence: frozenset[str]
    paying: frozenset[str]
    weighing: frozenset[str]


@dataclass(frozen=True)
class Surroundings:
    """What the whole text shows: whether coins are about, a pound is money, and something is shared out."""

    coins: bool
    sterling: bool
    shares: bool


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(files("arithmetree.data").joinpath(name).read_text(encoding="utf-8"))


def _load() -> Context:
    words, money = _table("number_context.toml"), _table("currencies.toml")
    return Context(
        **{name: frozenset(listed) for name, listed in words.items()},
        currency_signs=money["signs"],
        currency_prefixes=money["prefixes"],
        currency_words=money["words"],
        currency_suffixes=money["suffixes"],
        sterling_words=frozenset(money["sterling"]["words"]),
        sterling_evidence=frozenset(money["sterling"]["evidence"]),
        paying=frozenset(money["sterling"]["paying"]),
        weighing=frozenset(money["sterling"]["weighing"]),
    )


CONTEXT = _load()
NO_DESCRIPTIONS = CONTEXT.function_words | CONTEXT.determiners
"""Words before a noun that do not describe it."""
OCCASIONS = CONTEXT.story_times | {"week", "month", "year", "first", "next", "last", "same", "other"}
"""Words that say when, so that a number or "one" beside them stands for no thing."""
_NO_STERLING = CONTEXT.weighing | CONTEXT.currency_signs.keys() | CONTEXT.currency_words.keys()


def surroundings(row: Row) -> Surroundings:
    """Look once through the tokens for coins and for sterling."""
    words = row.words()
    pays = not words.isdisjoint(CONTEXT.paying)
    elsewhere = not words.isdisjoint(_NO_STERLING)
    pence = "p" in words and any(_is_pence(row, index) for index in range(len(row)))
    sterling = pence or not words.isdisjoint(CONTEXT.sterling_evidence) or (pays and not elsewhere)
    return Surroundings(
        coins=not words.isdisjoint(CONTEXT.coins),
        sterling=sterling,
        shares=not words.isdisjoint(CONTEXT.sharing),
    )


def _is_pence(row: Row, index: int) -> bool:
    """True for the p of "50p", not for that of "5 p.m."."""
    return row.lower(index) == "p" and row[index - 1].sort is Sort.NUMERAL and row.lower(index + 2) != "m"
