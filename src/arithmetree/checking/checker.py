"""The check itself: an answer against the solution of the problem, its near misses and its alternatives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from arithmetree.checking.answer_key import AnswerKey, agrees, read_key, with_key
from arithmetree.checking.answer_units import hits, same_unit_or_converted, unit_differs
from arithmetree.checking.findings import Finding
from arithmetree.checking.matching import Reading, does_the_same, readings, same_way
from arithmetree.checking.mistakes import Mistake, diagnose, farther_miss, nearest_miss
from arithmetree.checking.pupil_work import Step, UnreadableError, Work, read_work
from arithmetree.checking.slips import first_slip, is_near, is_rounded
from arithmetree.checking.trust import RIVAL, SURE, SURE_TO_DIFFER
from arithmetree.checking.verdicts import Kind, Verdict
from arithmetree.checking.wording import hint_for, percent, sentence_for
from arithmetree.derivations import Derivation, to_tree
from arithmetree.expressions import Leaf, Node, Op, Tree, evaluate, format_value, to_infix
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
    read: AnswerKey | None = None if key is None else read_key(key)
    trusted = solution if read is None else with_key(solution, read)
    finding = _find(trusted, written, sure_to_differ)
    return Verdict(
        kind=finding.kind,
        correct=finding.correct,
        sentence=sentence_for(finding),
        hint=hint_for(finding, trusted),
        reason=finding.reason,
        calculated=finding.calculated,
        solution=solution,
        key=None if read is None else read.written,
        key_agrees=None if read is None else agrees(solution, read),
    )


def _find(solution: Solution, answer_text: str, sure_to_differ: float) -> Finding:
    try:
        work = read_work(answer_text)
    except UnreadableError as error:
        return Finding(Kind.UNREADABLE, None, reason=str(error))
    if solution.calculation is None or solution.exact is None or solution.status != "solved":
        return Finding(Kind.NOT_SURE, None, reason=solution.message or "no calculation was found for this problem")
    doubt = f"the reading of the problem is only {percent(solution.confidence)} sure"
    if solution.confidence < SURE:
        return Finding(Kind.NOT_SURE, None, reason=doubt)
    work = _without_plain_fraction(work, solution)
    examination = _Examination(solution, solution.calculation, solution.exact, work)
    finding = examination.of_steps() if work.steps else examination.of_number()
    if solution.confidence < sure_to_differ:
        if finding.contradicts:
            reason = f"{doubt}, and gives another answer"
            return Finding(Kind.NOT_SURE, None, reason=reason, calculated=finding.calculated)
        if finding.correct is False:  # a slip in the pupil's own sum is one anyway, but the number may be right
            return replace(finding, correct=None)
    return finding


class _Examination:
    """One answer before one trusted solution.

    What went wrong can be named where the solution is a read-once tree; for any other calculation the answer is right,
    equivalent or wrong.
    """

    def __init__(self, solution: Solution, calculation: Derivation, answer: Fraction, work: Work) -> None:
        self._solution = solution
        self._calculation = calculation
        self._tree = solution.node
        self._answer = answer
        self._work = work
        quantities = [schema.quantity for schema in solution.problem.schemas]
        self._values = tuple(quantity.value for quantity in quantities)
        self._percents = [index for index, quantity in enumerate(quantities) if quantity.kind is QuantityKind.PERCENT]

    def of_number(self) -> Finding:
        """A number without a calculation: right, or explained by the nearest calculation that gives it."""
        number = self._work.number
        assert number is not None  # an answer without steps has a number
        if hits(self._work, self._solution, self._answer):
            same = same_unit_or_converted(self._work, self._solution, self._answer)
            return Finding(Kind.RIGHT if same else Kind.WRONG_UNIT, True)
        rival = self._rival(number)
        if rival is not None:
            return rival
        tree = self._tree
        mistake = None if tree is None else nearest_miss(number, tree, self._values)
        if mistake is None and is_near(number, self._answer) and not unit_differs(self._work, self._solution):
            return Finding(Kind.SLIP, False, guessed=True)
        if tree is None:
            return Finding(Kind.WRONG, False, reason="the calculation has another result")
        mistake = mistake or farther_miss(number, tree, self._values, self._alternatives())
        if mistake is not None:
            return self._mistaken(mistake, correct=False, guessed=True)
        return Finding(Kind.WRONG, False, reason="no calculation with the numbers of the problem gives it")

    def of_steps(self) -> Finding:
        """A calculation: the same, another way, or wrong; then its results."""
        work = self._work
        reading = self._best_reading(work.steps)
        slip = first_slip(work.steps)
        own = evaluate(work.steps[-1].tree, work.steps[-1].operands)
        final = work.number if work.number is not None else work.steps[-1].result
        correct = self._hits(final) if final is not None else own == self._answer
        calculated = self._shown(reading.tree, reading.values)
        if does_the_same(reading, self._calculation):
            if slip is not None or not correct:
                return Finding(Kind.SLIP, correct, step=slip if len(work.steps) > 1 else None, calculated=calculated)
            if unit_differs(work, self._solution):
                return Finding(Kind.WRONG_UNIT, True, calculated=calculated)
            same = self._tree is not None and same_way(reading.tree, self._tree)
            return Finding(Kind.RIGHT if same else Kind.EQUIVALENT, True, calculated=calculated)
        typed = self._as_typed()
        if typed is not None and correct:
            return Finding(Kind.RIGHT, True, brackets_missing=True, calculated=self._shown(typed.tree, typed.values))
        mistake = self._diagnosed(reading)
        if correct and slip is None and (mistake is None or mistake.kind is Kind.FORGOT_STEP):
            # The way to it is not all there, or not one that can be followed, but the number is right.
            kind = Kind.WRONG_UNIT if unit_differs(work, self._solution) else Kind.RIGHT
            return Finding(kind, True, not_followed=mistake is None and bool(reading.strangers), calculated=calculated)
        rival = self._rival(own) if isinstance(own, Fraction) else None
        if rival is not None:
            return replace(rival, calculated=calculated)
        if mistake is not None:
            return self._mistaken(mistake, correct=correct, guessed=False)
        reason = "it uses a number that is not in the problem" if reading.strangers else "it uses a number again"
        return Finding(Kind.NOT_SURE if correct else Kind.WRONG, correct, reason=reason, calculated=calculated)

    def _best_reading(self, steps: Sequence[Step]) -> Reading:
        """The way to match the pupil's numbers that is the most favourable to the pupil."""

        def faults(reading: Reading) -> tuple[bool, int, int, int]:
            if does_the_same(reading, self._calculation):
                return False, 0, 0, 0
            mistake = self._diagnosed(reading)
            return True, reading.strangers, reading.repeated, 0 if mistake is None else mistake.differences

        return min(readings(steps, self._values, self._tree, self._percents), key=faults)

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

    def _hits(self, number: Fraction) -> bool:
        """Whether a number is the answer, or the answer rounded to the decimals that were written."""
        return number == self._answer or is_rounded(number, self._answer, self._work.decimals)

    def _rival(self, number: Fraction) -> Finding | None:
        """Not sure, if the search finds this number nearly as likely as its own."""
        for other in self._solution.alternatives:
            if Fraction(other.answer) == number and other.confidence >= RIVAL * self._solution.confidence:
                reason = f"another reading of the problem, {percent(other.confidence)} likely, gives this number"
                return Finding(Kind.NOT_SURE, None, reason=reason, calculated=other.expression)
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


def _without_plain_fraction(work: Work, solution: Solution) -> Work:
    """The work with "11/2" as a number, unless it divides two quantities of the problem."""
    if len(work.steps) != 1 or work.steps[0].result is not None:
        return work
    step = work.steps[0]
    values = {schema.quantity.value for schema in solution.problem.schemas}
    ratio = evaluate(step.tree, step.operands)
    plain = step.tree == Node(Op.DIV, Leaf(0), Leaf(1)) and not values.issuperset(step.operands)
    return replace(work, steps=(), number=ratio) if plain and isinstance(ratio, Fraction) else work
