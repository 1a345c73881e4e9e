"""What the pupil reads: a sentence and a hint for every finding, and never the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from arithmetree.checking.findings import Finding
from arithmetree.checking.verdicts import Kind
from arithmetree.expressions import Op
from arithmetree.quantities import find_quantities
from arithmetree.solution import Solution

_DIGITS = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def sentence_for(finding: Finding) -> str:
    """What is to be said about the answer, without any number; the letter of the answer where there are several."""
    said = _sentence_for(finding)
    return said if finding.label is None else f"Answer {finding.label}: {said}"


def _sentence_for(finding: Finding) -> str:
    lead = "The number is right, but look at the calculation." if finding.correct else "Not yet."
    you = "It looks as if you" if finding.guessed else "You"
    match finding.kind:
        case Kind.RIGHT if finding.brackets_missing:
            return (
                "The number is right, but the calculation needs brackets around what you did at the start: without "
                "them, multiplying and dividing come before adding and taking away."
            )
        case Kind.RIGHT if finding.not_followed:
            return "The number is right. I could not follow all of your calculation."
        case Kind.RIGHT if finding.strange is not None:
            return f"The number is right. The problem does not mention “{finding.strange}”."
        case Kind.RIGHT:
            return "That is right."
        case Kind.EQUIVALENT:
            return "That is right. A different method, and it works."
        case Kind.SLIP if finding.guessed:
            return "Not yet. Most likely your idea is right, and something slipped while you worked it out."
        case Kind.SLIP:
            return "You chose the right calculation, but something slipped while you worked it out."
        case Kind.WRONG_UNIT:
            return "The number is right, but the unit is not."
        case Kind.IRRELEVANT_NUMBER:
            return f"{lead} {you} used a number that the question does not need."
        case Kind.WRONG_OPERATION if finding.per_cent:
            return f"{lead} {you} used a per cent as if it were an amount."
        case Kind.WRONG_OPERATION:
            return f"{lead} {you} joined the numbers in a way that does not fit the story."
        case Kind.REVERSED:
            return f"{lead} {you} {'divided' if finding.op is Op.DIV else 'took away'} the wrong way round."
        case Kind.FORGOT_STEP if finding.guessed:
            return f"{lead} It looks as if a step is missing."
        case Kind.FORGOT_STEP:
            return f"{lead} You are on the way, but a step is missing."
        case Kind.UNREADABLE:
            return f"I could not read your answer: {finding.reason}."
        case Kind.WRONG if finding.reason is None and finding.calculated is not None:
            return "Not yet. I cannot see how that fits the story."
        case Kind.WRONG if finding.reason is None:
            return "Not yet. I cannot see how you got there."
        case Kind.WRONG:
            return f"Not yet. I cannot see how you got there: {finding.reason}."
        case Kind.NOT_SURE if finding.correct:
            return f"The number is right, but I am not sure how you got there: {finding.reason}."
        case Kind.NOT_SURE if finding.unclear:
            return f"I cannot say whether your answer is right: {finding.reason}."
        case Kind.NOT_SURE:
            return "I am not sure about this problem, so I cannot say whether your answer is right."


def hint_for(finding: Finding, solution: Solution) -> str:
    """The most helpful hint that does not give the answer away; none for an answer that is right."""
    if finding.kind in (Kind.RIGHT, Kind.EQUIVALENT):
        return ""
    return next(hint for hint in _hints(finding, solution) if not gives_away(hint, solution))


def gives_away(text: str, solution: Solution) -> bool:
    """Whether a text holds the answer, as digits or as a word, or the whole expression."""
    answer = solution.exact
    # A pupil who looks for the answer also sees the 3 in "3 1/2".
    numbers = {abs(number.value) for number in find_quantities(text)}
    numbers |= {Fraction(digits) for digits in _DIGITS.findall(text)}
    if answer is not None and abs(answer) in numbers:
        return True
    expression = solution.expression
    return expression is not None and _squeezed(expression) in _squeezed(text)


def _squeezed(text: str) -> str:
    return "".join(text.split()).replace("×", "*").replace("÷", "/").replace("−", "-")


def _hints(finding: Finding, solution: Solution) -> Iterator[str]:
    """Hints from the most special to one without any number in it."""
    sentence = _sentence(finding, solution)
    match finding.kind:
        case Kind.SLIP:
            if finding.step is not None and finding.step < len(_ORDINALS):
                yield f"Work out the {_ORDINALS[finding.step]} step of your calculation again."
            if finding.guessed:
                yield "Write your calculation down and work it out again, digit by digit."
            yield "Work it out again, and check it by going backwards."
        case Kind.WRONG_UNIT:
            if (question := _question(solution)) is not None:
                yield f"Read the question again: “{question}” What is counted or measured there?"
            yield "Read the question again. What is counted or measured there?"
        case Kind.IRRELEVANT_NUMBER:
            if sentence:
                yield f"Read “{sentence}” again. Does the question ask about all of that?"
            yield "Read the question again. Which numbers say something about what it asks for?"
        case Kind.WRONG_OPERATION if finding.per_cent:
            yield "A per cent is a part of something. Of what? Work out that part first."
        case Kind.WRONG_OPERATION:
            if sentence:
                yield f"Read “{sentence}” again. Does it make something more, make it less, repeat it or share it out?"
            yield "Act the story out or draw it. Does something get more, get less, repeat or get shared out?"
        case Kind.REVERSED if finding.op is Op.DIV:
            yield "What is shared out or measured out, and into how many parts? Start with what is shared out."
        case Kind.REVERSED:
            yield "Which amount is there to begin with, or which is the larger? The other is taken from it."
        case Kind.FORGOT_STEP:
            if sentence:
                yield f"Read “{sentence}” again. Where does it come into your calculation?"
            yield "Read the question again. What do you still have to work out?"
        case Kind.UNREADABLE:
            yield "Write a number such as 24 or 3 1/2, or a calculation such as 6 + 18 = 24."
            yield "Write a number in digits, or a calculation with + − × ÷ and brackets."
        case Kind.WRONG if finding.calculated is not None:
            yield "Read the story again, sentence by sentence. What does each number say, and what is asked for?"
        case Kind.WRONG | Kind.NOT_SURE if finding.correct is not None:
            yield "Write your calculation down, step by step, with the numbers of the problem."
        case Kind.NOT_SURE if finding.unclear:
            yield "Read the question again, and write down everything that it asks for, with its unit."
        case Kind.NOT_SURE:
            yield "Show your work to your teacher."


def _sentence(finding: Finding, solution: Solution) -> str | None:
    """The sentence of the text with the quantity in question; not a sentence that also asks."""
    problem = solution.problem
    for number in finding.about:
        schema = problem.schemas[number]
        tokens = [token for token in problem.tokens if token.sent == schema.sentence]
        asks = problem.question is not None and any(
            problem.question.start <= token.start < problem.question.end for token in tokens
        )
        if tokens and not asks:
            return problem.text[tokens[0].start : tokens[-1].end].strip()
    return None


def _question(solution: Solution) -> str | None:
    question, text = solution.problem.question, solution.problem.text
    if question is None:
        return None
    marked = text[question.end : question.end + 1] == "?"
    return text[question.start : question.end + marked].strip()


def percent(probability: float) -> str:
    """A probability as a person says it."""
    return f"{100 * probability:.0f} %"
