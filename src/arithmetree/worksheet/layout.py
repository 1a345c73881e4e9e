"""How exercises are placed: short ones side by side, and no page with a single problem."""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.worksheet.exercise import Exercise

SHORT_WORDS = 26
"""A problem of so many words fits into half the width of a page."""
_WORKING_MM = (18, 24, 30, 36, 42)

Numbered = tuple[int, Exercise]


def working_mm(item: Exercise) -> float:
    """The room for working, in millimetres."""
    return _WORKING_MM[min(item.steps, len(_WORKING_MM) - 1)]


def rows_of(exercises: Sequence[Exercise]) -> list[tuple[Numbered, ...]]:
    """The exercises with their numbers: two short ones that follow each other in one row, all others alone."""
    rows: list[tuple[Numbered, ...]] = []
    numbered = list(enumerate(exercises, start=1))
    while numbered:
        both_short = len(numbered) > 1 and all(item.words <= SHORT_WORDS for _, item in numbered[:2])
        size = 2 if both_short else 1
        rows.append(tuple(numbered[:size]))
        del numbered[:size]
    return rows


def pages_of(heights: Sequence[float], counts: Sequence[int], first: float, other: float) -> list[list[int]]:
    """The rows of each page, by number, given the height and the count of problems of each row, and the room.

    A last page with a single problem takes a row from the page before it, if that leaves enough there.
    """
    pages: list[list[int]] = [[]]
    room = first
    for row, height in enumerate(heights):
        if pages[-1] and height > room:
            pages.append([])
            room = other
        pages[-1].append(row)
        room -= height
    if len(pages) > 1 and sum(counts[row] for row in pages[-1]) == 1:
        *kept, moved = pages[-2]
        if sum(counts[row] for row in kept) > 1 and heights[moved] + sum(heights[row] for row in pages[-1]) <= other:
            pages[-2:] = [kept, [moved, *pages[-1]]]
    return pages


def has_lonely_page(pages: Sequence[Sequence[int]], counts: Sequence[int]) -> bool:
    """Whether a page has a single problem though there are more."""
    return sum(counts) > 1 and any(sum(counts[row] for row in page) == 1 for page in pages)
