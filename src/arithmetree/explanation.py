"""Reasons: for every step a sentence that follows from the schemas, and the words of the text that speak for it."""

from __future__ import annotations

from fractions import Fraction

from arithmetree.expressions import UNDEFINED, Leaf, Node, Op, Tree, evaluate, format_value, nodes, quantities
from arithmetree.features import ProblemFacts
from arithmetree.features.facts import QuantityFacts
from arithmetree.solution import Step


def steps_of(tree: Tree, facts: ProblemFacts) -> tuple[Step, ...]:
    """The operations of a tree in the order of calculation, each with its reason and its evidence."""
    values = [quantity.value for quantity in facts.quantities]
    made = []
    for node in nodes(tree):
        value = evaluate(node, values)
        if value is UNDEFINED:
            return ()
        left, right = evaluate(node.left, values), evaluate(node.right, values)
        assert isinstance(left, Fraction)
        assert isinstance(right, Fraction)
        unit = unit_of(node, facts)
        made.append(
            Step(
                expression=f"{format_value(left)} {node.op} {format_value(right)}",
                value=value,
                unit=unit,
                because=_because(node, facts, left, right),
                spans=_spans(node, facts),
            )
        )
    return tuple(made)


def unit_of(tree: Tree, facts: ProblemFacts) -> str | None:
    """The unit of a result as a word, by the algebra of units; None where the text does not tell."""
    numerator, _ = _unit(tree, facts)
    return None if numerator is None else as_written(numerator, facts)


def as_written(lemma: str, facts: ProblemFacts) -> str:
    """A noun in the plural as the text writes it, else as it stands there, else the noun itself."""
    forms = [token for token in facts.problem.tokens if token.lemma.lower() == lemma.lower()]
    plural = [token for token in forms if token.tag == "NNS"]
    written = [token.text.lower() for token in plural or forms]
    return written[0] if written else _SPELLED.get(lemma, lemma)


_SPELLED = {"dollar": "dollars", "cent": "cents", "pound": "pounds", "euro": "euros"}
"""Units that are written as signs."""


def _unit(tree: Tree, facts: ProblemFacts) -> tuple[str | None, str | None]:
    if isinstance(tree, Leaf):
        schema = facts.quantities[tree.quantity].schema
        if schema.rate is not None:
            return schema.rate.numerator, schema.rate.denominator
        return (" ".join(schema.unit) if len(schema.unit) == 1 else schema.unit_head), None
    left, right = _unit(tree.left, facts), _unit(tree.right, facts)
    if tree.op.is_additive:
        return (left[0] or right[0], left[1] if left[1] == right[1] else None)
    if tree.op is Op.MUL:
        if left[1] is not None:
            return left[0], None
        if right[1] is not None:
            return right[0], None
        return left[0] or right[0], None
    if right[1] is not None and right[0] == left[0]:
        return right[1], None
    if left == right:
        return None, None
    return left[0], right[0]


_GIVING = frozenset({"give", "lose", "leave", "decrease", "spend"})
_GETTING = frozenset({"get", "create", "arrive", "increase", "place"})


def _because(node: Node, facts: ProblemFacts, left: Fraction, right: Fraction) -> str:
    """A sentence for a ten-year-old; it says "most likely" where nothing in the text names the reason."""
    one, other = _only(node.left, facts), _only(node.right, facts)
    question = facts.problem.question
    if node.op is Op.MUL:
        return _because_times(facts, one, other, left, right)
    if node.op is Op.DIV:
        return _because_divided(facts, one, other, left, right)
    shown = f"{format_value(left)} {node.op} {format_value(right)}"
    if node.op is Op.SUB:
        if question is not None and {"more", "fewer", "less"} & set(question.words):
            return f"The question asks for the difference, so take {format_value(right)} from {format_value(left)}."
        if other is not None and set(other.classes) & _GIVING:
            return f'"{_verb_text(other, facts)}" takes {_amount(other, facts)} away.'
        if other is not None and set(other.classes) & _GETTING:
            return f"{_amount(other, facts).capitalize()} came later, so take them away to find what was there before."
        if facts.question_lemmas & frozenset({"left", "remain", "remaining", "still"}):
            return f"The question asks what is left, so take away {format_value(right)}."
        return f"Most likely {format_value(right)} is taken from {format_value(left)}."
    if other is not None and set(other.classes) & _GETTING:
        return f'"{_verb_text(other, facts)}" adds {_amount(other, facts)}.'
    if facts.question_lemmas & frozenset({"total", "altogether", "all", "together", "combined", "both"}):
        return f"The question asks for everything together, so add: {shown}."
    return f"Most likely the two amounts belong together, so add: {shown}."


def _because_times(
    facts: ProblemFacts, one: QuantityFacts | None, other: QuantityFacts | None, left: Fraction, right: Fraction
) -> str:
    for rate, count in ((one, right), (other, left)):
        if rate is not None and rate.schema.rate is not None:
            per = rate.schema.rate
            unit = as_written(per.numerator, facts)
            return f"{format_value(rate.value)} {unit} for each {per.denominator}, {format_value(count)} times."
    return f"Most likely there are {format_value(left)} groups of {format_value(right)}, or the other way round."


def _because_divided(
    facts: ProblemFacts, one: QuantityFacts | None, other: QuantityFacts | None, left: Fraction, right: Fraction
) -> str:
    if other is not None and other.schema.rate is not None:
        per = other.schema.rate
        part = f"{format_value(right)} {as_written(per.numerator, facts)}"
        return f"Each {per.denominator} takes {part}, so see how often that goes into {format_value(left)}."
    if one is not None or other is not None:
        return f"Share {format_value(left)} into {format_value(right)} equal parts."
    return f"Most likely {format_value(left)} is shared into {format_value(right)} equal parts."


def _only(tree: Tree, facts: ProblemFacts) -> QuantityFacts | None:
    return facts.quantities[tree.quantity] if isinstance(tree, Leaf) else None


def _amount(quantity: QuantityFacts, facts: ProblemFacts) -> str:
    head = quantity.schema.unit_head
    return (
        quantity.schema.quantity.text if head is None else f"{quantity.schema.quantity.text} {as_written(head, facts)}"
    )


def _verb_text(quantity: QuantityFacts, facts: ProblemFacts) -> str:
    index = quantity.schema.verb_index
    return facts.problem.tokens[index].text if index is not None else str(quantity.schema.verb)


def _spans(node: Node, facts: ProblemFacts) -> tuple[tuple[int, int], ...]:
    """The numbers of both sides and the verbs that govern them."""
    found: set[tuple[int, int]] = set()
    for number in quantities(node):
        schema = facts.quantities[number].schema
        found.add((schema.quantity.start, schema.quantity.end))
        if schema.verb_index is not None:
            token = facts.problem.tokens[schema.verb_index]
            found.add((token.start, token.end))
    return tuple(sorted(found))
