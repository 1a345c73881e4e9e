"""Markers inside a line: "... a) How many ...? b) How much ...?", "1. ... ? 2. ... ?"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from arithmetree.pasting.markers import ROMAN, Level, Marker, follows
from arithmetree.pasting.questions import is_sum

_LETTERED = rf"[a-lA-L]|{'|'.join(sorted(ROMAN, key=len, reverse=True))}|[IVX]{{1,4}}"
_AFTER = r"(?:(?<=[.?!:;)\]_]\s)|(?<=[.?!:;)\]_])(?<!\d[.:])|(?<=\s\s))"  # after a sentence or a gap, not in "18.2"
_STARTS = r"\s+(?=[^\W\d_]|[\d£$€“\"(])"
_CANDIDATE = re.compile(
    rf"""
    (?<=[\s.?!:;,*])(?P<open>[(\[]?)(?P<strong>{_LETTERED})[)\]][.:*]{{0,3}}\s*+(?=\S)
  | {_AFTER}[*_]{{0,2}}(?P<weak>{_LETTERED})(?P<mark>[.:])[*_]{{0,2}}\s+(?=["“‘£$€]?[A-Z\d])
  | (?<=\s)(?P<circled>[①-⑳])\s*+
  | {_AFTER}(?P<keycap>\d)\ufe0f?\u20e3\s*+
  | {_AFTER}(?P<ranked>\d)(?:st|nd|rd|th)\s?:{_STARTS}
  | (?<=\s)[*_]{{0,2}}(?P<loose>\d{{1,2}})(?P<loose_end>[.)])[*_]{{0,2}}\s+(?=\S)
  | {_AFTER}(?i:q\.?\s?|question\s)(?P<keyed>\d{{1,2}})\s+(?=\d)
  | (?:(?<=\s\s)|(?<=\t))(?P<spaced>\d{{1,2}})(?:\s{{2,}}|\t\s*)(?=\S)
  | {_AFTER}(?P<form>\(|(?i:q\.?\s?|question\s|ex(?:ercise)?\.?\s|problem\s))?
    (?P<number>\d{{1,2}})(?P<end>[.):]|(?=\s+[A-Z])){_STARTS}
    """,
    re.VERBOSE,
)
_BETWEEN_SUMS = re.compile(r"\s*(?:[,;](?=\s|$)|\||\s{2}|\t)\s*|(?<=\?)\s+(?=[^\W\d_])")
_BEFORE_SUM = re.compile(
    r"(?i)(?:and\s+)?(?:what(?:['\u2019]?s|\s+is)|work\s+out|calculate|find)\s+(?=[\d£$€(]|half\b)"
)
_LEAD_IN = re.compile(r"[^\d:?]{1,60}:\s+")


@dataclass(frozen=True, slots=True)
class _Candidate:
    """Characters that may be a marker; `form` is how it is written, and `strong` if its form says enough."""

    start: int
    end: int
    label: str
    form: str
    strong: bool


def inline_markers(text: str, start: int, end: int, exercise: str | None, part: str | None) -> list[Marker]:
    """The markers inside a line, each the next one after the label before it."""
    candidates = [_candidate(match) for match in _CANDIDATE.finditer(text, start, end)]
    found: list[Marker] = []
    for at, candidate in enumerate(candidates):
        label = candidate.label
        column = _opens_column(text, candidate, end)
        if candidate.form.startswith(("loose", "spaced")) and not column:
            continue
        last = exercise if label.isdecimal() else part
        if column and last is not None and not _counts_on(last, label):
            level = Level.EXERCISE if label.isdecimal() else Level.PART
            found.append(Marker(level, candidate.start, candidate.end, label, sure=False))
            continue
        if label.isdecimal():
            if (exercise is not None and _counts_on(exercise, label)) or (label == "1" and _goes_on(candidates, at)):
                found.append(Marker(Level.EXERCISE, candidate.start, candidate.end, label))
                exercise, part = label, None
            continue
        counts_on = part is not None and follows(part, label)
        if counts_on or (follows(None, label) and (candidate.strong or _goes_on(candidates, at))):
            found.append(Marker(Level.PART, candidate.start, candidate.end, label))
            part = label
    return found


def _counts_on(before: str, label: str) -> bool:
    if label.isdecimal():
        return before.isdecimal() and int(label) == int(before) + 1
    return follows(before, label)


def _opens_column(text: str, candidate: _Candidate, end: int) -> bool:
    """True for the "6." of "1. 45 + 23     6. 12 × 4": a gap before a number and a sum after it."""
    gap = text[max(0, candidate.start - 2) : candidate.start]
    if not (gap in ("  ", "| ") or gap.endswith("\t")):
        return False
    following = re.split(r"\s{2,}|\t|\s\|", text[candidate.end : end], maxsplit=1)[0]
    return is_sum(following)


def inline_sums(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sums that a line consists of, as (start, end): "Work out: 3 + 4, 5 + 6", "What is 7 × 8? What is 9 × 6?"."""
    lead = _LEAD_IN.match(text, start, end)
    edges = [lead.end() if lead else start]
    for match in _BETWEEN_SUMS.finditer(text, edges[0], end):
        edges.extend(match.span())
    edges.append(end)
    parts = [(first, last) for first, last in zip(edges[::2], edges[1::2], strict=True) if text[first:last].strip()]
    return parts if len(edges) > 2 and all(_asks_sum(text[first:last]) for first, last in parts) else []


def _asks_sum(part: str) -> bool:
    return is_sum(_BEFORE_SUM.sub("", part, count=1))


def _candidate(match: re.Match[str]) -> _Candidate:
    kind = next(
        kind
        for kind in ("strong", "weak", "circled", "keycap", "ranked", "loose", "spaced", "keyed", "number")
        if match[kind]
    )
    label = match[kind]
    if kind == "circled":
        label = str(ord(label) - ord("①") + 1)
    written = [match[group] or "" for group in ("open", "mark", "form", "end", "loose_end")]
    form = f"{kind} {''.join(written)}".lower()
    return _Candidate(match.start(), match.end(), label, form, kind == "strong")


def _goes_on(candidates: Sequence[_Candidate], at: int) -> bool:
    """True if a later candidate of the same form has the next label."""
    first = candidates[at]
    following = next((later for later in candidates[at + 1 : at + 20] if later.form == first.form), None)
    if following is None:
        return False
    if first.label.isdecimal():
        return following.label == str(int(first.label) + 1)
    return follows(first.label, following.label)
