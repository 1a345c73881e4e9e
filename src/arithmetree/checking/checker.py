"""The check itself: an answer against the solution of the problem, its near misses and its alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from arithmetree.checking.answer_key import AnswerKey, agrees, alternative_values, read_keys, with_key
from arithmetree.checking.answer_units import (
    asks_time,
    half_day_in_doubt,
    hits,
    hits_in_another_unit,
    is_unit_of_text,
    same_unit_or_converted,
    strange_word,
    unit_differs,
    with_duration,
)
from arithmetree.checking.findings import Finding
from arithmetree.checking.matching import Expanded, Reading, does_the_same, readings, same_way
from arithmetree.checking.mistakes import Mistake, diagnose, farther_miss, nearest_miss
from arithmetree.checking.pupil_work import Step, UnreadableError, Work, read_work
from arithmetree.checking.several import LABELS, questions_of, split_answers
from arithmetree.checking.slips import first_slip, is_near, is_rounded
from arithmetree.checking.trust import RIVAL, SURE, SURE_TO_DIFFER
from arithmetree.checking.verdicts import Kind, Verdict
from arithmetree.checking.wording import hint_for, percent, sentence_for
from arithmetree.derivations import Derivation, to_tree
from arithmetree.expressions import Leaf, Node, Op, Tree, evaluate, format_value, terminating_decimal, to_infix
from arithmetree.quantities import Kind as QuantityKind
from arithmetree.solution import Solution
from arithmetree.solver import Solver, solve
from arithmetree.text import read_text


def check(problem_text: str, answer_text: str, *, key: str | None = None, solver: Solver | None = None) -> Verdict:
    """Check an answer to a problem; TextError where a text cannot be read at all.

    With a `key`, the teacher's own answer or calculation, the key decides; DataError where it cannot be read. Without
    one, an answer is called wrong only where the solver's confidence is at least SURE_TO_DIFFER.
    """
    solution = solve(problem_text) if solver is None else solver.solve(problem_text)
    return check_solution(solution, answer_text, key=key)


def check_solution(
    solution: Solution, answer_text: str, *, key: str | None = None, sure_to_differ: float = SURE_TO_DIFFER
) -> Verdict:
    """Check an answer to a problem that has been solved; `sure_to_differ` is the confidence to call it wrong with."""
    written = read_text(answer_text)
    questions = questions_of(solution)
    keys = () if key is None else read_keys(key, questions)
    if len(keys) == 1:
        questions = (solution,)
    elif keys and len(keys) != len(questions):
        questions = (replace(solution, calculation=None, alternatives=(), parts=()),) * len(keys)
    expected = [
        _Expected(one if part is None else with_key(one, part), part)
        for one, part in zip(questions, keys or (None,) * len(questions), strict=True)
    ]
    finding, judged = _find_all(expected, written, sure_to_differ)
    return Verdict(
        kind=finding.kind,
        correct=finding.correct,
        sentence=sentence_for(finding),
        hint=hint_for(finding, judged.solution),
        reason=finding.reason,
        calculated=finding.calculated,
        guessed=finding.guessed,
        solution=solution,
        key=None if key is None else key.strip(),
        key_agrees=all(map(agrees, questions, keys)) if keys else None,
    )


@dataclass(frozen=True, slots=True)
class _Expected:
    """What an answer is compared with: a solution, and the key that vouches for it."""

    solution: Solution
    key: AnswerKey | None


def _find_all(expected: Sequence[_Expected], written: str, sure_to_differ: float) -> tuple[Finding, _Expected]:
    """What is found about the answers to all questions, and the question that it is about."""
    if len(expected) == 1:
        return _find(expected[0], written, sure_to_differ), expected[0]
    pieces = split_answers(written, len(expected))
    texts = pieces or [written] * len(expected)
    found = [(_find(one, text, sure_to_differ), one) for one, text in zip(expected, texts, strict=True)]
    if pieces is None:
        if all(finding.correct is False or finding.kind is Kind.UNREADABLE for finding, _ in found):
            return found[-1]
        reason = "the problem asks for several answers, and not all of them are given"
        return Finding(Kind.NOT_SURE, None, unclear=True, reason=reason), expected[-1]
    labelled = [(replace(finding, label=label), one) for label, (finding, one) in zip(LABELS, found, strict=False)]
    faults = [entry for entry in labelled if entry[0].kind not in (Kind.RIGHT, Kind.EQUIVALENT)]
    if not faults:
        return found[-1]
    return min(faults, key=lambda entry: (entry[0].correct is not False, entry[0].kind is Kind.NOT_SURE))


def _find(expected: _Expected, answer_text: str, sure_to_differ: float) -> Finding:
    solution = expected.solution
    try:
        work = read_work(with_duration(answer_text, solution), asks_time=asks_time(solution))
    except UnreadableError as error:
        return Finding(Kind.UNREADABLE, None, reason=str(error))
    if solution.calculation is None or solution.exact is None or solution.status != "solved":
        return Finding(Kind.NOT_SURE, None, reason=solution.message or "no calculation was found for this problem")
    doubt = f"the reading of the problem is only {percent(solution.confidence)} sure"
    if solution.confidence < SURE:
        return Finding(Kind.NOT_SURE, None, reason=doubt)
    work = _without_plain_fraction(work, solution)
    examination = _Examination(expected, solution.calculation, solution.exact, work)
    finding = examination.of_steps() if work.steps else examination.of_number()
    if solution.confidence < sure_to_differ:
        if finding.contradicts:
            reason = f"{doubt}, and gives another answer"
            return Finding(Kind.NOT_SURE, None, finding.guessed, reason=reason, calculated=finding.calculated)
        if finding.correct is False:  # a slip in the pupil's own sum is one anyway, but the number may be right
            return replace(finding, correct=None)
    return finding


_UNIT_IN_DOUBT = Finding(
    Kind.NOT_SURE, None, unclear=True, reason="the number fits, but in another unit of the problem"
)


class _Examination:
    """One answer before one trusted solution.

    What went wrong can be named where the solution is a read-once tree; for any other calculation the answer is right,
    equivalent, a step short or wrong.
    """

    def __init__(self, expected: _Expected, calculation: Derivation, answer: Fraction, work: Work) -> None:
        solution = expected.solution
        self._solution = solution
        self._key = expected.key
        self._calculation = calculation
        self._tree = solution.node
        self._answer = answer
        self._work = work
        quantities = [schema.quantity for schema in solution.problem.schemas]
        self._values = tuple(quantity.value for quantity in quantities)
        self._percents = [index for index, quantity in enumerate(quantities) if quantity.kind is QuantityKind.PERCENT]
        self._expanded = Expanded.of(calculation, self._values)

    def of_number(self) -> Finding:
        """A number without a calculation: right, or explained by the nearest calculation that gives it."""
        number = self._work.number
        assert number is not None  # an answer without steps has a number
        if self._is_answer():
            return self._right_number()
        doubt = self._unit_in_doubt() or self._rival(number)
        if doubt is not None:
            return doubt
        if self._work.time is not None:
            return Finding(Kind.WRONG, False)
        if (taken := self._per_cent_taken_as_amount(number, guessed=True)) is not None:
            return taken
        tree = self._tree
        mistake = None if tree is None else nearest_miss(number, tree, self._values)
        if mistake is None and is_near(number, self._answer) and not unit_differs(self._work, self._solution):
            return Finding(Kind.SLIP, False, guessed=True)
        if tree is None:
            return self._stopped_early(number) or Finding(Kind.WRONG, False)
        mistake = mistake or farther_miss(number, tree, self._values, self._alternatives())
        if mistake is not None:
            return self._mistaken(mistake, correct=False, guessed=True)
        return Finding(Kind.WRONG, False, reason="no mistake was found that leads to this number")

    def of_steps(self) -> Finding:
        """A calculation: the same, another way, or wrong; then its results."""
        work = self._work
        reading = self._best_reading(work.steps)
        slip = first_slip(work.steps)
        own = evaluate(work.steps[-1].tree, work.steps[-1].operands)
        correct = self._is_answer() if work.number is not None else own == self._answer
        calculated = self._shown(reading.tree, reading.values)
        if does_the_same(reading, self._calculation):
            if slip is not None or not correct:
                return Finding(Kind.SLIP, correct, step=slip if len(work.steps) > 1 else None, calculated=calculated)
            right = self._right_number()
            if right.kind is not Kind.RIGHT or (self._expanded is not None and same_way(reading, self._expanded)):
                return replace(right, calculated=calculated)
            return replace(right, kind=Kind.EQUIVALENT, calculated=calculated)
        typed = self._as_typed()
        if typed is not None and correct:
            return Finding(Kind.RIGHT, True, brackets_missing=True, calculated=self._shown(typed.tree, typed.values))
        mistake = self._diagnosed(reading)
        # A key that is a number says nothing about the way to it.
        in_doubt = mistake is None or mistake.kind is Kind.FORGOT_STEP or self._key is not None
        if correct and slip is None and in_doubt:
            # The way to it is not all there, or not one that can be followed, but the number is right.
            not_followed = mistake is None and bool(reading.strangers)
            return replace(self._right_number(), not_followed=not_followed, calculated=calculated)
        doubt = None if correct else self._unit_in_doubt() or self._answer_inside(slip)
        if doubt is None and isinstance(own, Fraction):
            doubt = self._rival(own)
        if doubt is not None:
            return replace(doubt, guessed=False, calculated=calculated)
        if mistake is not None:
            return self._mistaken(mistake, correct=correct, guessed=False)
        if not correct and (taken := self._per_cent_taken_as_amount(own, guessed=False)) is not None:
            return taken
        if correct:
            reason = "a sum in it does not come to what you wrote"
            return Finding(Kind.NOT_SURE, correct, reason=reason, calculated=calculated)
        return Finding(Kind.WRONG, correct, reason=_strangeness(reading), calculated=calculated)

    def _per_cent_taken_as_amount(self, number: object, *, guessed: bool) -> Finding | None:
        """The finding of 80 − 25 where 25% of £80 is taken off: a number of the text, and a per cent as an amount."""
        for place in self._percents:
            hundredths = 100 * self._values[place]
            for other, value in enumerate(self._values):
                if other in self._percents or number not in (value - hundredths, value + hundredths):
                    continue
                sign = "-" if number == value - hundredths else "+"
                shown = f"{format_value(value)} {sign} {format_value(hundredths)}"
                return Finding(Kind.WRONG_OPERATION, False, guessed, about=(place,), per_cent=True, calculated=shown)
        return None

    def _is_answer(self) -> bool:
        """Whether the number that was given is the expected one, also where the key rounds it: 3.33 for 3 1/3."""
        work, key = self._work, self._key
        if hits(work, self._solution, self._answer):
            return True
        if work.time is not None and key is not None and key.work.time is not None:
            return key.work.time.is_time(Fraction(work.time.minutes))
        if key is None or work.number is None or terminating_decimal(work.number) is not None:
            return False
        return key.value == self._answer and is_rounded(key.value, work.number, key.work.decimals)

    def _right_number(self) -> Finding:
        """The finding of a number that is the expected one: right, or of something else."""
        if not same_unit_or_converted(self._work, self._solution, self._answer):
            if self._key is None and is_unit_of_text(self._work, self._solution):
                return _UNIT_IN_DOUBT  # it may be the solver who forgot to convert it
            return Finding(Kind.WRONG_UNIT, True)
        return Finding(Kind.RIGHT, True, strange=strange_word(self._work, self._solution))

    def _unit_in_doubt(self) -> Finding | None:
        """Not sure, if the amount is the expected one in another unit, or in the other half of the day."""
        if self._key is None and half_day_in_doubt(self._work, self._solution, self._answer):
            reason = "the problem does not say which half of the day it means"
            return Finding(Kind.NOT_SURE, None, unclear=True, reason=reason)
        if not hits_in_another_unit(self._work, self._solution, self._answer):
            return None
        return _UNIT_IN_DOUBT

    def _answer_inside(self, slip: int | None) -> Finding | None:
        """Not sure, if the answer is inside a correct sum: 5 + 7 = 12 for 12 - 5."""
        step = self._work.steps[-1]
        inside = self._answer in step.operands and self._answer not in self._values and step.result in self._values
        if slip is not None or not inside:
            return None
        reason = "the number is in your sum, but not after the equals sign"
        return Finding(Kind.NOT_SURE, None, unclear=True, reason=reason)

    def _stopped_early(self, number: Fraction) -> Finding | None:
        """A forgotten step, if the number is what some step before the last one comes to."""
        inner = {} if self._expanded is None else self._expanded.inner
        if self._expanded is None or number not in inner:
            return None
        shown = self._shown(inner[number], self._expanded.values)
        return Finding(Kind.FORGOT_STEP, False, guessed=True, calculated=shown)

    def _best_reading(self, steps: Sequence[Step]) -> Reading:
        """The way to match the pupil's numbers that is the most favourable to the pupil."""

        def faults(reading: Reading) -> tuple[bool, int, int, int]:
            if does_the_same(reading, self._calculation):
                return False, 0, 0, 0
            mistake = self._diagnosed(reading)
            return True, reading.strangers, reading.repeated, 0 if mistake is None else mistake.differences

        return min(readings(steps, self._values, self._expanded, self._percents), key=faults)

    def _as_typed(self) -> Reading | None:
        """The reading from left to right, if the pupil's results show that it was meant and it is right."""
        steps = [
            replace(step, tree=step.as_typed)
            if step.as_typed is not None and step.result == evaluate(step.as_typed, step.operands)
            else step
            for step in self._work.steps
        ]
        if steps == list(self._work.steps):
            return None
        reading = self._best_reading(steps)
        return reading if does_the_same(reading, self._calculation) else None

    def _diagnosed(self, reading: Reading) -> Mistake | None:
        """What is wrong with a pupil's calculation; None where nothing clear is, or the solution is no tree."""
        return None if reading.strangers or self._tree is None else diagnose(reading.tree, self._tree)

    def _rival(self, number: Fraction) -> Finding | None:
        """Not sure, if the search finds this number nearly as likely as its own."""
        for other in self._solution.alternatives:
            if number in alternative_values(other) and other.confidence >= RIVAL * self._solution.confidence:
                reason = f"another reading of the problem, {percent(other.confidence)} likely, gives this number"
                return Finding(Kind.NOT_SURE, None, guessed=True, reason=reason, calculated=other.expression)
        return None

    def _alternatives(self) -> Iterator[Tree]:
        """The other answers of the search as trees."""
        trees = (to_tree(other.calculation) for other in self._solution.alternatives)
        return (tree for tree in trees if tree is not None)

    def _mistaken(self, mistake: Mistake, *, correct: bool, guessed: bool) -> Finding:
        shown = self._shown(mistake.tree, self._values)
        return Finding.of_mistake(mistake, correct=correct, guessed=guessed, calculated=shown)

    def _shown(self, tree: Tree, values: Sequence[Fraction]) -> str:
        return to_infix(tree, [format_value(value) for value in values])


def _strangeness(reading: Reading) -> str | None:
    """What makes a calculation one that cannot be explained, if that can be said."""
    if reading.strangers:
        return "it uses a number that I do not find in the problem"
    return "it uses a number again" if reading.repeated else None


def _without_plain_fraction(work: Work, solution: Solution) -> Work:
    """The work with "11/2" as a number, unless it divides two quantities of the problem."""
    if len(work.steps) != 1 or work.steps[0].result is not None:
        return work
    step = work.steps[0]
    values = {schema.quantity.value for schema in solution.problem.schemas}
    ratio = evaluate(step.tree, step.operands)
    plain = step.tree == Node(Op.DIV, Leaf(0), Leaf(1)) and not values.issuperset(step.operands)
    return replace(work, steps=(), number=ratio) if plain and isinstance(ratio, Fraction) else work
