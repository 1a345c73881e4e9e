"""One calculation in words: the parts of a tree with their values and units, named as the text names them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from arithmetree.explanation.answer import answer_unit
from arithmetree.explanation.nouns import noun_words
from arithmetree.explanation.places import amount_span, written_unit
from arithmetree.explanation.units import (
    Unit,
    alike,
    is_money,
    units_of,
)
from arithmetree.expressions import Leaf, Node, Op, Tree, evaluate, nodes, quantities
from arithmetree.features.facts import ProblemFacts
from arithmetree.quantities import Kind
from arithmetree.solution import Span, StepReason
from arithmetree.views.amount_text import AmountStyle, amount_text, number_text, singular, unit_for


@dataclass(frozen=True, slots=True)
class Reasoning:
    """Why one operation is done: the kind of reason, the sentence, and the places that speak for it."""

    reason: StepReason
    sentence: str
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Calculation:
    """A tree over the quantities of a problem, with all that is needed to speak about its parts."""

    tree: Tree
    facts: ProblemFacts

    @cached_property
    def style(self) -> AmountStyle:
        """How the text writes amounts."""
        return AmountStyle.of(self.facts.problem)

    @cached_property
    def units(self) -> dict[Tree, Unit]:
        """The unit of every part."""
        return units_of(self.tree, self.facts)

    @cached_property
    def answering(self) -> frozenset[Node]:
        """The topmost additions and subtractions: what the question says about the answer is said of these."""
        found: set[Node] = set()

        def search(tree: Tree, *, inside: bool) -> None:
            if isinstance(tree, Leaf):
                return
            if tree.op.is_additive:
                found.add(tree)
            elif inside:
                return
            for side in (tree.left, tree.right):
                search(side, inside=inside or tree.op.is_additive)

        search(self.tree, inside=False)
        return frozenset(found)

    @cached_property
    def subtracted(self) -> frozenset[Tree]:
        """All parts that stand behind a minus."""
        found: set[Tree] = set()

        def search(tree: Tree, *, behind: bool) -> None:
            if behind:
                found.add(tree)
            if isinstance(tree, Node):
                search(tree.left, behind=behind)
                search(tree.right, behind=behind or tree.op is Op.SUB)

        search(self.tree, behind=False)
        return frozenset(found)

    def parent(self, tree: Tree) -> Node | None:
        """The node right above a part."""
        return next((node for node in nodes(self.tree) if tree in (node.left, node.right)), None)

    def value(self, tree: Tree) -> Fraction:
        """The value of a part, which has to be defined."""
        value = evaluate(tree, [quantity.value for quantity in self.facts.quantities])
        assert isinstance(value, Fraction)
        return value

    def unit_words(self, tree: Tree) -> str | None:
        """The unit of a part as a phrase in the plural; for the whole tree what the question names."""
        if tree == self.tree:
            return answer_unit(tree, self.facts, self.units[tree])
        return noun_words(self.units[tree].over, self.facts)

    def amount(self, tree: Tree) -> str:
        """A part in words: "12 apples", "14 kilograms of veal", "$4.50", "20%"."""
        if isinstance(tree, Leaf):
            return self._leaf_amount(tree)
        return amount_text(self.value(tree), self.unit_words(tree), self.style)

    def _leaf_amount(self, leaf: Leaf) -> str:
        quantity = self.facts.quantities[leaf.quantity]
        value, kind = quantity.value, quantity.schema.quantity.kind
        if kind is Kind.PERCENT:
            return f"{number_text(value * 100, self.style)}%"
        if kind is Kind.MULTIPLIER:
            return number_text(value, self.style)
        unit = self.units[leaf]
        written = written_unit(self.facts, leaf.quantity)
        if written is None or unit.over != quantity.schema.unit_head or is_money(unit.over):
            return amount_text(value, noun_words(unit.over, self.facts), self.style)
        phrase = list(written.words)
        head = phrase[written.head]
        many = noun_words(unit.over, self.facts) or head
        phrase[written.head] = unit_for(value, many.split()[-1], self.style)  # "square" is a word of the phrase already
        return f"{number_text(value, self.style)} {' '.join(phrase)}"

    def one_of(self, noun: str | None) -> str:
        """One thing of a kind, behind "each"; a noun that the text does not say is not put into its mouth."""
        return singular(noun) if noun is not None and noun in self.facts.text_words else "one"

    def leaves(self, tree: Tree) -> list[int]:
        """The numbers of the quantities in a part."""
        return list(quantities(tree))

    def amount_spans(self, *trees: Tree) -> list[Span]:
        """The numbers of parts with their units."""
        return [amount_span(self.facts, number) for tree in trees for number in quantities(tree)]


def same_unit(calculation: Calculation, one: Tree, other: Tree) -> bool:
    """True if two parts count the same kind of thing."""
    return alike(calculation.units[one].over, calculation.units[other].over)


def is_rate(calculation: Calculation, tree: Tree) -> bool:
    """True for a part that tells so much for each of something."""
    return calculation.units[tree].per is not None


def is_chain(tree: Tree) -> bool:
    """True for a sum or a difference."""
    return isinstance(tree, Node) and tree.op in (Op.ADD, Op.SUB)
