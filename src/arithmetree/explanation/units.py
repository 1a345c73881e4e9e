"""The algebra of units: what each part of an expression counts, from what the text says about its numbers.

A unit is a noun over another one: 25 candles an hour is candle per hour, 8 hours are hour over nothing, and their
product counts candles. Numbers whose noun the text leaves out take the unit that the operation around them asks for
("$4 a window and cleans 22 in the morning": the 22 count windows).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass

from arithmetree.explanation.places import written_unit
from arithmetree.expressions import Leaf, Node, Op, Tree
from arithmetree.features.facts import ProblemFacts
from arithmetree.measures import concept
from arithmetree.quantities import Kind
from arithmetree.word_lists import words


@dataclass(frozen=True, slots=True)
class Unit:
    """Lemmas of what is counted and of what it is counted for each of; a bare factor has neither."""

    over: str | None = None
    per: str | None = None


BARE = Unit()


def alike(one: str | None, other: str | None) -> bool:
    """True if two nouns may be added: the same, or kinds of the same thing; dollars and cents are not."""
    if one is None or other is None:
        return False
    if one == other:
        return True
    coins = words("measures", "money")
    return concept(one) == concept(other) and not {one, other} <= coins


def units_of(tree: Tree, facts: ProblemFacts) -> dict[Tree, Unit]:
    """The unit of every part of a tree; a part of which the text does not tell it has the bare one."""
    leaves: dict[Tree, Unit] = {Leaf(number): _leaf_unit(number, facts) for number in range(len(facts.quantities))}
    first: dict[Tree, Unit] = {}
    _upwards(tree, leaves, first)
    asked = asked_noun(facts)
    settled = dict(leaves)
    _downwards(tree, Unit(asked) if asked is not None else BARE, first, facts, settled)
    found: dict[Tree, Unit] = {}
    _upwards(tree, settled, found)
    return found


def asked_noun(facts: ProblemFacts) -> str | None:
    """The noun behind "how many", if the question has one."""
    question = facts.problem.question
    if question is None or question.unit_head is None or not question.asks.startswith("how many"):
        return None
    return question.unit_head if asked_token(facts) is not None else None


_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})


def asked_token(facts: ProblemFacts) -> int | None:
    """The token of the noun that the question asks for; not one that measures another ("how many 2-litre jugs")."""
    question = facts.problem.question
    if question is None or question.unit_head is None:
        return None
    ends = {quantity.end for quantity in facts.problem.quantities}
    tokens = facts.problem.tokens
    for index in range(bisect_left(tokens, question.start, key=lambda token: token.start), len(tokens)):
        token = tokens[index]
        if token.start >= question.end:
            break
        if question.asks == "how many" and token.tag in _FINITE:
            break  # the noun behind the verb is another one: "how many does a member get"
        if token.lemma.lower() == question.unit_head.lower() and token.start - 1 not in ends:
            return index
    return None


def is_factor(number: int, facts: ProblemFacts) -> bool:
    """True for numbers that only multiply: "twice", "20%", "a third of"."""
    quantity = facts.quantities[number].schema.quantity
    return quantity.kind in (Kind.MULTIPLIER, Kind.PERCENT)


def is_money(noun: str | None) -> bool:
    """True for the names of coins and notes."""
    return noun in words("measures", "money")


def is_measure(noun: str | None) -> bool:
    """True for units of time, length, weight and volume."""
    return any(noun in words("measures", name) for name in ("durations", "lengths", "weights", "volumes", "others"))


def _leaf_unit(number: int, facts: ProblemFacts) -> Unit:
    schema = facts.quantities[number].schema
    if is_factor(number, facts):
        return BARE
    if schema.rate is not None:
        return Unit(schema.rate.numerator, schema.rate.denominator)
    if schema.quantity.implicit is not None:
        return Unit("people")  # somebody to be counted in
    return Unit(schema.unit_head)


def _upwards(tree: Tree, leaves: dict[Tree, Unit], found: dict[Tree, Unit]) -> Unit:
    if isinstance(tree, Leaf):
        unit = leaves[tree]
    else:
        left, right = _upwards(tree.left, leaves, found), _upwards(tree.right, leaves, found)
        if tree.op is Op.DIV and isinstance(tree.left, Node) and tree.left.op is Op.MUL:
            left = found[tree.left] = _scaled(found[tree.left.left], found[tree.left.right], right, left)
        if tree.op is Op.DIV and isinstance(tree.right, Node) and tree.right.op is Op.MUL and right.per is None:
            rates = found[tree.right.left].per, found[tree.right.right].per
            right = found[tree.right] = right if rates != (None, None) else BARE  # booths times hours: mere parts
        unit = joined(tree.op, left, right)
    found[tree] = unit
    return unit


def _downwards(
    tree: Tree, wanted: Unit, first: dict[Tree, Unit], facts: ProblemFacts, settled: dict[Tree, Unit]
) -> None:
    """Give the leaves without a noun of their own the unit that is wanted of them."""
    if isinstance(tree, Leaf):
        if wanted != BARE and _is_open(tree, facts) and not alike(first[tree].over, wanted.over):
            settled[tree] = wanted
        return
    if tree.op.is_additive:
        for side, other in ((tree.left, tree.right), (tree.right, tree.left)):
            # The noun that stands with the other side counts for more than what is wanted from far away.
            firm = BARE if _is_open(other, facts) or first[other].per is not None else first[other]
            _downwards(side, firm if firm.over is not None else wanted, first, facts, settled)
        return
    for side, beside in ((tree.left, tree.right), (tree.right, tree.left)):
        own, known = first[side], first[beside]
        wants = BARE
        if own.per is None and known.per is not None and (tree.op is Op.MUL or side is tree.left):
            # Pages an hour times hours are pages; pages over pages an hour are hours.
            wants = Unit(known.per if tree.op is Op.MUL else known.over)
        elif tree.op is Op.DIV and side is tree.left and known.over != wanted.over:
            wants = wanted
        if wants == BARE and isinstance(side, Leaf) and _is_open(side, facts) and alike(own.over, known.over):
            settled[side] = BARE  # the noun of its neighbour was taken for its own
        _downwards(side, wants, first, facts, settled)


def _is_open(tree: Tree, facts: ProblemFacts) -> bool:
    """True for a number whose noun the text leaves out."""
    if not isinstance(tree, Leaf) or is_factor(tree.quantity, facts):
        return False
    schema = facts.quantities[tree.quantity].schema
    is_told = schema.rate is not None or schema.quantity.kind is Kind.MONEY or schema.quantity.implicit is not None
    return not is_told and written_unit(facts, tree.quantity) is None


def joined(op: Op, left: Unit, right: Unit) -> Unit:
    """The unit of a result."""
    if op is Op.MUL:
        return _product(left, right)
    if op is Op.DIV:
        return _quotient(left, right)
    if BARE in (left, right):
        return left if right == BARE else right
    if left == right:
        return left
    if left.over == right.over:
        return Unit(left.over)  # one of the two is meant as a plain amount
    if is_money(left.over) and is_money(right.over):
        return BARE  # dollars and cents need changing first
    if op is Op.SUB:
        return left
    if alike(left.over, right.over):
        return Unit("people") if concept(left.over) == "<people>" else Unit(left.over)
    return Unit(None, left.per) if left.per == right.per else BARE


def _product(left: Unit, right: Unit) -> Unit:
    for often, what in ((left, right), (right, left)):
        if often.over == "time":
            return Unit(what.over, often.per if what.per is None else None)  # 40 minutes, 3 times a day
    if BARE in (left, right):
        return left if right == BARE else right
    for rate, counted in ((left, right), (right, left)):
        if rate.per is not None and alike(rate.per, counted.over):
            return Unit(rate.over, counted.per)
    for rate, counted in ((left, right), (right, left)):
        if rate.per is not None and counted.per is None:
            return Unit(rate.over)
    if left.per is None and right.per is None:
        return _product_of_amounts(left, right)
    return BARE


def _scaled(one: Unit, other: Unit, known: Unit, product: Unit) -> Unit:
    """The unit of a product that is divided: scoops times 4 washes over 7 washes are scoops times a bare number."""
    for paired, asked in ((one, other), (other, one)):
        if asked.per is None and known.per is None and alike(asked.over, known.over) and paired != BARE:
            return Unit(paired.over, known.over)
    return product


def _product_of_amounts(left: Unit, right: Unit) -> Unit:
    """So much money for a count is money, so many things on a count of days, times or boxes are things."""
    for one, other in ((left, right), (right, left)):
        if is_money(one.over) != is_money(other.over):
            return one if is_money(one.over) else other
    for repeated, other in ((left, right), (right, left)):
        if is_repeated(repeated.over) and not is_repeated(other.over):
            return other
    return BARE


def is_repeated(noun: str | None) -> bool:
    """True for nouns that tell how often something comes again: times, days, boxes."""
    return (
        noun in ("time", "round")
        or noun in words("measures", "durations")
        or noun in words("rates", "containers", "nouns")
    )


def _quotient(left: Unit, right: Unit) -> Unit:
    if right == BARE:
        return left
    if right.per is not None and alike(right.over, left.over):
        return Unit(right.per)  # dollars over dollars a pen are pens
    if left == right or (alike(left.over, right.over) and left.per == right.per):
        return BARE
    if left.per is not None:
        return Unit(left.over, right.over if alike(left.per, right.over) else None)
    return Unit(left.over, right.over)
