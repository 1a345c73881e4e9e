"""The words that a decision rests on, found when a reader asks for them: each step has a link that asks for its own."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from html import escape
from urllib.parse import urlencode

from arithmetree.solution import Evidence, Ignored, Solution, Step
from arithmetree.solver import Solver
from arithmetree.views.html import number_name, step_name, words_folded
from arithmetree.views.why import is_decided, question_of
from arithmetree.web.running import Work

_TIMES = 10
"""The words of one decision cost so many times as much as solving the problem, because the model reads the text up to
40 times, and as many short problems more."""


def find_words(evidence: Evidence, text: str) -> Work[None]:
    """The work of finding the words of a decision about the problem with this text; what is found is kept."""
    return Work(partial(_find, evidence), text, beside=_TIMES, times=_TIMES)


def _find(evidence: Evidence, _: Solver) -> None:
    list(evidence.clues)


@dataclass(frozen=True, slots=True)
class DecidingWords:
    """What stands under each decision: a link, or the words where the address asks for those of this decision.

    `query` is that of the page without this wish, `wanted` the name of a decision.
    """

    query: dict[str, str]
    wanted: str

    def work(self, solution: Solution) -> Iterator[Work[None]]:
        """Find the words of the decision that is wanted, if there is such a one; a sheet of several shows none."""
        if not self.wanted or solution.parts:
            return
        steps = {step_name(number): step.evidence for number, step in enumerate(solution.steps)}
        unused = {number_name(number): number.evidence for number in solution.ignored}
        evidence = (steps | unused).get(self.wanted)
        if evidence is not None:
            yield find_words(evidence, solution.problem.text)

    def __call__(self, decision: Step | Ignored, name: str, solution: Solution) -> str:
        """The link or the words of a decision; nothing where the model has not decided."""
        if not is_decided(decision):
            return ""
        if name == self.wanted:
            found = words_folded(decision, name, solution, is_open=True)
            return found or f'<p class="why" id="why-{name}">No words decide this alone.</p>'
        address = f"/?{urlencode(self.query | {'why': name})}#why-{name}"
        return f'<p class="why" id="why-{name}"><a href="{escape(address)}">{question_of(decision)}</a></p>'
