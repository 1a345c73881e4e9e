"""Small words that have to agree with an amount, and how a reason is put together."""

from __future__ import annotations

from arithmetree.explanation.calculation import Calculation, Reasoning
from arithmetree.explanation.units import is_money
from arithmetree.expressions import Node, Tree
from arithmetree.solution import Span, StepReason
from arithmetree.views.amount_text import number_text


def is_one(part: Tree, calc: Calculation) -> bool:
    """True for what takes a verb in the singular: one thing, or a sum of money."""
    return calc.value(part) == 1 or is_money(calc.units[part].over)


def be(part: Tree, calc: Calculation) -> str:
    """ "is" or "are"."""
    return "is" if is_one(part, calc) else "are"


def it(part: Tree, calc: Calculation) -> str:
    """ "it" or "them"."""
    return "it" if is_one(part, calc) else "them"


def verb(stem: str, part: Tree, calc: Calculation) -> str:
    """ "comes" or "come", "goes" or "go"."""
    ending = "es" if stem.endswith("o") else "s"
    return stem + ending if is_one(part, calc) else stem


def there_is(part: Tree, calc: Calculation) -> str:
    """How an amount is brought up at the start of a sentence: "There are", "It is" for money."""
    if is_money(calc.units[part].over):
        return "It is"
    return "There is" if calc.value(part) == 1 else "There are"


def bare_number(part: Tree, calc: Calculation) -> str:
    """The bare number of a part."""
    return number_text(calc.value(part), calc.style)


def capital(sentence: str) -> str:
    """A sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


def uncapital(sentence: str) -> str:
    """A sentence of ours that goes on behind other words; it begins with no name."""
    return sentence[:1].lower() + sentence[1:]


def reasoning(reason: StepReason, sentence: str, node: Node, calc: Calculation, *spans: Span) -> Reasoning:
    """A reason with the numbers of both sides as evidence, beside the places given."""
    return Reasoning(reason, capital(sentence), (*calc.amount_spans(node.left, node.right), *spans))
