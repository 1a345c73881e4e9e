"""The labels of a pasted text, chosen from all candidates at once.

Labels count up in one form, and questions follow them. Every choice of candidates has a score, the sum of the weights
of its features (data/pasting_weights.toml), and the best is found by dynamic programming.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise

from arithmetree.pasting.candidates import Candidate, Form, candidates_of, counter
from arithmetree.pasting.furniture import MARKS, is_choice, is_furniture, is_heading, opens_answers
from arithmetree.pasting.lines import Line, word_set, words_of
from arithmetree.pasting.pieces import Piece, Sort
from arithmetree.pasting.questions import asks, is_sum
from arithmetree.pasting.remarks import ends_with_request
from arithmetree.word_lists import table

_MANY = 3
"""Labels alike; more count the same."""
_SHARE_THAT_ASKS = 0.75
_STATES = 8
"""So many ways to go on are kept at each candidate."""
_LONGEST = 200
"""Characters after a candidate that are looked at."""
_AT_START = frozenset({"block", "line", "wrapped"})


@cache
def fitted_weights() -> Mapping[str, int]:
    """The weights of features, as benchmarks/pasting/fit.py has fitted them."""
    weights = table("pasting_weights")["weights"]
    assert isinstance(weights, dict)
    return weights


def find_labels(text: str, lines: Sequence[Line], weights: Mapping[str, int] | None = None) -> list[Piece]:
    """The labels of exercises and parts in order; "3b" after "3a" is the label of a part."""
    labels = Labels(text, lines)
    chosen = labels.chosen(weights)
    taken = frozenset(chosen)
    found = []
    for at in chosen:
        here = labels.candidates[at]
        joined = here.place == "label" and at - 1 not in taken and labels.candidates[at - 1].place in _AT_START
        start = labels.candidates[at - 1].start if joined else here.start
        found.append(Piece(here.sort, start, here.end, here.label))
    return found


_Chosen = tuple[int, "_Chosen | None"]
"""The place of a candidate, and those before it."""


@dataclass(frozen=True, slots=True)
class _State:
    """A choice among the candidates so far, with the last label of each level."""

    score: int = 0
    end: int = 0
    exercise: Candidate | None = None
    part: Candidate | None = None
    chosen: _Chosen | None = None

    def before(self, here: Candidate) -> Candidate | None:
        """The last label of the level of a candidate."""
        return self.exercise if here.sort is Sort.EXERCISE else self.part

    def then(self, at: int, here: Candidate, score: int) -> _State:
        """The state after one more label; the next line does not count on from one in the next column."""
        exercise, part = (here, None) if here.sort is Sort.EXERCISE else (self.exercise, here)
        before = self.before(here)
        if here.place == "gap" and before is not None and not here.counts_on(before):
            exercise, part = self.exercise, self.part
        return _State(score, here.end, exercise, part, (at, self.chosen))

    def places(self) -> list[int]:
        """The places of the candidates chosen, in order."""
        found, chosen = [], self.chosen
        while chosen is not None:
            found.append(chosen[0])
            chosen = chosen[1]
        return found[::-1]


class Labels:
    """The candidates of a text with the evidence for each."""

    def __init__(self, text: str, lines: Sequence[Line]) -> None:
        self._text = text
        answers = next((at for at, line in enumerate(lines) if at and opens_answers(line)), len(lines))
        self._lines = lines[:answers]
        self.candidates = list(candidates_of(text, self._lines))
        self._asking = self._find_questions()
        self._series = self._find_series()
        self._features = [tuple(self._of(at)) for at in range(len(self.candidates))]
        self._numbers = frozenset(at for at in range(len(self.candidates)) if self._is_number(at))

    def _find_questions(self) -> list[int]:
        """The starts of the stretches between candidates and lines that ask something."""
        if not self.candidates:
            return []
        edges = {line.start: line.end for line in self._lines if line.text}
        ends = sorted(
            {edge for one in self.candidates for edge in (one.start, one.end)} | set(edges) | set(edges.values())
        )
        labels = {one.end: one.start for one in self.candidates}
        found, requested = list[int](), False  # requested: "Find (i) the volume, (ii) ..."
        for start, end in pairwise(ends):
            cell = self._text[start:end].strip()
            if cell and labels.get(end) != start:
                requested = requested and start in labels
                if requested or asks(cell):
                    found.append(start)
                requested = requested or ends_with_request(cell)
        return found

    def _asks(self, start: int, end: int) -> bool:
        at = bisect_left(self._asking, start)
        return at < len(self._asking) and self._asking[at] < end

    def _find_series(self) -> dict[int, str]:
        """For each candidate that counts up with others of its form: how many they are and whether they ask."""
        forms: dict[Form, list[int]] = {}
        for at, candidate in enumerate(self.candidates):
            forms.setdefault(candidate.form, []).append(at)
        found: dict[int, str] = {}
        for alike in forms.values():
            begins = any(self.candidates[at].opens for at in alike)
            chain: list[int] = []
            for at in alike:
                here = self.candidates[at]
                again = here.opens and not here.form.is_bare
                if again or here.counts_on(self.candidates[chain[-1]]) if chain else here.opens or not begins:
                    chain.append(at)
            if len(chain) < len(alike) and self._are_marks(alike[0]):
                continue  # "[1]", "[2]", "[2]"
            edges = [*(self.candidates[at].start for at in chain), len(self._text)]
            asking = sum(self._asks(one, other) for one, other in pairwise(edges))
            most = asking == len(chain) or (len(chain) > _MANY and asking >= _SHARE_THAT_ASKS * len(chain))
            share = "all ask" if most else "none asks" if not asking else "some ask"
            for at in chain:
                found[at] = f"{min(len(chain), _MANY)} alike, {share}"
        return found

    def _of(self, at: int) -> Iterator[str]:
        """The features of a candidate, whatever was chosen before it."""
        here = self.candidates[at]
        form = here.form
        shape = " ".join(filter(None, (form.known, form.kind, form.opening + form.closing)))
        sort = here.sort.name.lower()
        said = f"{form.known or ('bare' if form.is_bare else 'marked')} {sort}"
        series = self._series.get(at, "out of order")
        yield f"label: {shape}"
        yield f"label: {shape}, {here.place}"
        yield f"label: {said}, {here.place}"
        follower = self.follower(at)
        yield f"label: {said} before {follower}"
        yield f"label: {said} before {follower}, {here.place}"
        yield f"label: {said}, {series}"
        if here.place in _AT_START:
            line = self._line_of(here.start)
            if is_furniture(line):
                yield "label: furniture"
            if is_heading(line, alone=True):
                yield f"label: heading, {said}"
        if form.closing not in (".", ")") and is_sum(self._cell(here.start, len(self._text))):
            yield f"label: opens a sum, {form.kind} {form.closing}"
        if self._are_marks(at):
            yield f"label: marks, {series}"

    def _is_number(self, at: int) -> bool:
        """True for a number of the text that no other counts on from: "2 Milk costs £1.45 each", "1.5 l of juice"."""
        here = self.candidates[at]
        if here.form.closing == ".0":
            return not any(
                here.counts_on(one) and one.form.closing == "." for one in self.candidates[max(0, at - 3) : at]
            )
        if at not in self._series and self._are_marks(at):
            return True
        weak = here.form.known in ("other", "heading") or here.form.kind == "day" or here.form.closing == ":"
        weak = weak or (here.form.kind in ("counted", "ranked") and here.form.closing == ".")
        if weak and here.form.known not in ("exercise", "part"):
            series = self._series.get(at, "1")
            return series.startswith("1") or not series.endswith("all ask")  # "Week 1: 30 visitors"
        alone = self._series.get(at, "1").startswith("1")
        bare = here.form.is_bare and not here.form.closing and self.follower(at) == "a capital"
        inside = here.place in ("inside", "sentence") and not (here.form.known and here.form.closing)
        return alone and (bare or inside or here.form.kind == "second")

    def _are_marks(self, at: int) -> bool:
        return MARKS.match(self._text, self.candidates[at].start, self.candidates[at].end) is not None

    def _line_of(self, place: int) -> Line:
        return self._lines[bisect_right(self._lines, place, key=lambda line: line.start) - 1]

    def _cell(self, start: int, end: int) -> str:
        """The characters up to a place, a wide gap or the end of the line."""
        rest = self._text[start : min(max(end, start), self._line_of(start).end, start + _LONGEST)]
        return re.split(r"\s{2,}|\t|\s\|", rest, maxsplit=1)[0].strip()

    def follower(self, at: int) -> str:
        """What comes after a candidate."""
        after = self.candidates[at + 1].start if at + 1 < len(self.candidates) else len(self._text)
        cell = self._cell(self.candidates[at].end, after)
        if not cell:
            return "nothing"
        if is_sum(cell):
            return "a sum"
        if is_choice(cell):
            return "an amount"
        first = cell.lstrip("\"'“‘(*_")[:1]
        if first.isupper() and words_of(cell)[0] in word_set("starters"):
            return "a sentence"
        kinds = (("a capital", first.isupper()), ("a small letter", first.islower()), ("a number", first.isdigit()))
        return next((kind for kind, fits in kinds if fits), "a sign")

    def chosen(
        self, weights: Mapping[str, int] | None = None, rivals_of: frozenset[int] | None = None, margin: int = 0
    ) -> list[int]:
        """The places of the candidates that are labels; for fitting, every choice not in `rivals_of` gets a margin."""
        weighed = fitted_weights() if weights is None else weights
        states = [_State()]
        for at, here in enumerate(self.candidates):
            given = sum(weighed.get(name, 0) for name in self._features[at])
            wrong = margin if rivals_of is not None and at not in rivals_of else 0
            missed = margin if rivals_of is not None and at in rivals_of else 0
            after: dict[tuple[Candidate | None, Candidate | None], _State] = {}
            for state in states:
                options = [replace(state, score=state.score + missed)] if missed else [state]
                if state.end <= here.start and at not in self._numbers:
                    before = state.before(here)
                    score = given + sum(weighed.get(name, 0) for name in _of_order(here, before))
                    options.append(state.then(at, here, state.score + score + wrong))
                for option in options:
                    key = (option.exercise, option.part)
                    if key not in after or option.score > after[key].score:
                        after[key] = option
            states = sorted(after.values(), key=lambda state: -state.score)[:_STATES]
        return states[0].places()

    def features(self, chosen: Sequence[int]) -> Iterator[str]:
        """The features of a choice of candidates."""
        state = _State()
        for at in chosen:
            here = self.candidates[at]
            yield from self._features[at]
            yield from _of_order(here, state.before(here))
            state = state.then(at, here, 0)


def _of_order(here: Candidate, before: Candidate | None) -> tuple[str, str]:
    """The features of a label after the one before it of its level."""
    order = _order(here, before)
    marked = "bare" if here.form.is_bare else "marked"
    return f"label: {order}, {marked} {here.sort.name.lower()}", f"label: {order}, {here.place}"


def _order(here: Candidate, before: Candidate | None) -> str:
    if before is None:
        return "first" if here.opens else "first, not one"
    if here.label == before.label:
        return "same"
    if here.counts_on(before):
        order = "next"
    elif here.opens:
        order = "from one again"
    else:
        order = "ahead" if counter(here.label)[1] > counter(before.label)[1] else "back"
    return order if here.form == before.form else f"{order} in another form"
