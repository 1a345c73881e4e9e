"""Generated problems: stories by a seed, each with the expression that its algebra gives and exact spans."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from random import Random

from arithmetree.corpus.phenomena import phenomena_of, shape_of, steps_of, unused
from arithmetree.corpus.record import Record, RecordQuantity, RecordRate, Span
from arithmetree.derivations import from_tree
from arithmetree.errors import DataError
from arithmetree.expressions import UNDEFINED, Leaf, Node, Tree, evaluate, format_value, nodes, to_infix
from arithmetree.expressions import quantities as leaves
from arithmetree.generator.algebra import solve
from arithmetree.generator.distractions import distract
from arithmetree.generator.lexicon import TOPICS, Topic, topic
from arithmetree.generator.narration import Narrative, Narrator
from arithmetree.generator.places import place
from arithmetree.generator.relations import related
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.stock import stock
from arithmetree.generator.world import Role, Story
from arithmetree.quantities import Kind, find_quantities

STEPS = (1, 2, 3, 4)
"""The numbers of operations that a generated problem may take."""
_STEP_WEIGHTS = {1: 35, 2: 42, 3: 15, 4: 8}
_KINDS_OF_STORY: dict[Callable[[Scene, int], Story], int] = {stock: 45, related: 45, place: 10}
_DISTRACTED = 0.3
_TRIES = 10_000


def generate(
    count: int, seed: int, *, steps: Sequence[int] = STEPS, topics: Sequence[str] = TOPICS
) -> Iterator[Record]:
    """`count` problems; the same arguments give the same problems everywhere.

    DataError for a count below 1, for steps outside STEPS and for an unknown topic.
    """
    if count < 1:
        raise DataError(f"The count is {count}; give how many problems are wanted, 1 or more.")
    wrong = [number for number in steps if number not in STEPS]
    if wrong or not steps:
        given = ", ".join(map(str, wrong)) or "none"
        raise DataError(f"Steps given: {given}; accepted are {', '.join(map(str, STEPS))}, as in 1,2.")
    if not topics:
        raise DataError(f"No topic is given; accepted are {', '.join(TOPICS)}.")
    worlds = tuple(topic(name) for name in sorted(set(topics)))
    wanted = tuple(sorted(set(steps)))
    return (_problem(f"gen-{seed}-{number}", Random(f"{seed}/{number}"), wanted, worlds) for number in range(count))


def simulate(rng: Random, steps: int, world: Topic) -> Story:
    """One story of this many steps, with numbers that make sense; drawn again until they do."""
    for _ in range(_TRIES):
        tell = rng.choices(list(_KINDS_OF_STORY), weights=list(_KINDS_OF_STORY.values()))[0]
        try:
            story = tell(Scene(world, rng), steps)
        except Implausible:
            continue
        values = {name: amount.value for name, amount in story.amounts.items()}
        assert all(equation.holds(values) for equation in story.equations), story
        if not _is_idle(story):
            return distract(story, rng) if rng.random() < _DISTRACTED else story
    raise AssertionError(f"no story of {steps} steps about {world.name} in {_TRIES} tries")


def _is_idle(story: Story) -> bool:
    """True if the story undoes what it did, as in 8 * 5 / 5, so that the answer is one of its numbers."""
    values = [story.amounts[name].value for name in story.given]
    return len(set(values)) < len(values) and story.amounts[story.asked].value in values


def _problem(name: str, rng: Random, steps: Sequence[int], worlds: Sequence[Topic]) -> Record:
    wanted = rng.choices(steps, weights=[_STEP_WEIGHTS[number] for number in steps])[0]
    story = simulate(rng, wanted, rng.choice(worlds))
    return record_of(name, story, Narrator(story, rng).narrate())


def record_of(name: str, story: Story, narrative: Narrative) -> Record:
    """The finished record of a story as it was worded."""
    mentions = {mention.amount: mention for mention in narrative.mentions}
    quantities = _quantities(narrative)
    places = {quantity.start: index for index, quantity in enumerate(quantities)}
    tree = _placed(
        solve(story.asked, story.given, story.equations),
        [places[mentions[amount].start] for amount in story.given],
    )
    values = [quantity.value for quantity in quantities]
    answer = evaluate(tree, values)
    assert answer is not UNDEFINED  # the story was simulated with this very amount
    rates = tuple(
        RecordRate(places[mention.start], per)
        for mention in narrative.mentions
        if mention.amount in story.amounts and (per := story.amounts[mention.amount].per) is not None
    )
    asked = story.amounts[story.asked].noun.plural
    tags = {*story.phenomena, *narrative.phenomena}
    mentioned = [story.amounts[name] for name in mentions if name in story.amounts]
    if any(amount.role is Role.DISTRACTION and amount.noun.plural == asked for amount in mentioned):
        tags.add("irrelevant-same-unit")
    expression = to_infix(tree, [_operand(quantity) for quantity in quantities])
    return Record(
        id=name,
        text=narrative.text,
        quantities=quantities,
        expression=expression,
        tree=tree,
        answer=answer,
        unit=story.unit,
        reason=None,
        irrelevant=unused(tree, quantities),
        rates=rates,
        question=Span(*narrative.question),
        scenario=story.topic,
        phenomena=phenomena_of(frozenset(tags), tree, quantities, rates, in_family=False),
        family=None,
        grade=_grade(tree, values),
        steps=steps_of(tree),
        shape=shape_of(tree),
        asked=(expression,),
        answers=(answer,),
        units=(story.unit,),
        derivation=from_tree(tree),
    )


def _quantities(narrative: Narrative) -> tuple[RecordQuantity, ...]:
    """The numbers of the story, and those of the wording that count nothing ("at first")."""
    amounts = [
        RecordQuantity(mention.text, mention.start, mention.end, mention.value, mention.kind)
        for mention in narrative.mentions
    ]
    wording = [
        RecordQuantity(found.text, found.start, found.end, found.value, found.kind)
        for found in find_quantities(narrative.text)
        if found.kind in (Kind.ORDINAL, Kind.PRONOUN)
    ]
    return tuple(sorted((*amounts, *wording), key=lambda quantity: quantity.start))


def _placed(tree: Tree, places: Sequence[int]) -> Tree:
    if isinstance(tree, Leaf):
        return Leaf(places[tree.quantity])
    return Node(tree.op, _placed(tree.left, places), _placed(tree.right, places))


def _operand(quantity: RecordQuantity) -> str:
    if quantity.kind is Kind.PERCENT:
        return f"{format_value(quantity.value * 100)}%"
    if quantity.value.denominator > 1 and "." not in quantity.text:
        return f"({quantity.value})"
    return format_value(quantity.value)


def _grade(tree: Tree, values: Sequence[Fraction]) -> int:
    """The school year that the calculation suits: by its steps, its operations and its numbers."""
    used = [values[index] for index in leaves(tree)]
    grade = steps_of(tree) + 1
    grade += any(not node.op.is_additive for node in nodes(tree))
    grade += any(value.denominator > 1 for value in used) or max(used) >= 1000
    grade -= max(used) <= 20 and steps_of(tree) == 1
    return min(grade, 6)
