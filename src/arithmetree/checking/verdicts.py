"""What a check says: one of eleven verdicts, a sentence and a hint for the pupil, and the rest for the teacher."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from arithmetree.checking.json_forms import VerdictForm
from arithmetree.solution import Solution
from arithmetree.views.sureness import per_cent


class Kind(StrEnum):
    """All that a check can say about an answer."""

    RIGHT = "right"
    EQUIVALENT = "equivalent"  # another expression that is always worth the same
    SLIP = "slip"  # the right expression, worked out wrongly
    WRONG_UNIT = "wrong_unit"  # the right number of something else
    IRRELEVANT_NUMBER = "irrelevant_number"
    WRONG_OPERATION = "wrong_operation"
    REVERSED = "reversed"  # a subtraction or division the wrong way round
    FORGOT_STEP = "forgot_step"
    WRONG = "wrong"  # not the answer, and no known mistake explains it
    UNREADABLE = "unreadable"
    NOT_SURE = "not_sure"

    @property
    def icon(self) -> str:
        """A sign for the verdict, its own for each: a tick is right, a cross is wrong, and nothing else is."""
        return _ICONS[self]


_ICONS = {
    Kind.RIGHT: "✓",
    Kind.EQUIVALENT: "≡",
    Kind.SLIP: "~",
    Kind.WRONG_UNIT: "°",
    Kind.IRRELEVANT_NUMBER: "#",
    Kind.WRONG_OPERATION: "±",
    Kind.REVERSED: "⇄",
    Kind.FORGOT_STEP: "…",
    Kind.WRONG: "✗",
    Kind.UNREADABLE: "✎",
    Kind.NOT_SURE: "?",
}


@dataclass(frozen=True, slots=True)
class Verdict:
    """The verdict on one answer.

    `correct` says whether the number is the one that the problem asks for (None: not known); a calculation can be
    wrong and still hit it. `sentence` and `hint` are for the pupil and never hold the answer; where the answer is right
    the hint is empty. `reason` says in a sentence why nothing more can be said, None elsewhere. `calculated` is what
    the pupil calculated, or most likely calculated where only a number is given, and then it is `guessed`; like
    `solution`, which is what the solver found, it is for the teacher. `key` is the teacher's own answer, where one
    decided, and `key_agrees` says whether the solver found the same.
    """

    kind: Kind
    correct: bool | None
    sentence: str
    hint: str
    reason: str | None
    calculated: str | None
    solution: Solution
    key: str | None = None
    key_agrees: bool | None = None
    guessed: bool = False

    @property
    def for_teacher(self) -> str:
        """What the key says, what the solver calculated and, as far as is known, what the pupil calculated."""
        solution = self.solution
        key = "" if self.key is None else f"The key says {self.key}. "
        best = solution.best
        if best is None:
            expected = f"No calculation was found ({solution.reason}: {solution.message})."
        else:
            found = "Calculated" if solution.status == "solved" else "Would have calculated"
            expected = f"{found} {best.expression} = {best.answer_text}, confidence {per_cent(solution.confidence)}."
        comes = "may come" if self.guessed else "comes"
        pupil = f" The answer given {comes} from {self.calculated}." if self.calculated else ""
        return key + expected + pupil

    def to_dict(self, *, teacher: bool = False) -> VerdictForm:
        """The verdict as JSON values; only with `teacher` does it hold what would have been calculated."""
        shown: VerdictForm = {
            "verdict": str(self.kind),
            "correct": self.correct,
            "sentence": self.sentence,
            "hint": self.hint,
            "reason": self.reason,
        }
        if teacher:
            shown["teacher"] = {
                "expression": self.solution.expression,
                "answer": self.solution.answer,
                "unit": self.solution.unit,
                "confidence": self.solution.confidence,
                "calculated": self.calculated,
                "key": self.key,
                "key_agrees": self.key_agrees,
                "note": self.for_teacher,
            }
        return shown
