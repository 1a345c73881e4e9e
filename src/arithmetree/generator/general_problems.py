"""Generated general problems: numbers used twice, constants, rounding and unknowns, each with its exact derivation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random

from arithmetree.corpus.phenomena import phenomena_of, shape_of
from arithmetree.corpus.record import Record, RecordQuantity, RecordRate, Span
from arithmetree.corpus.stories import KINDS
from arithmetree.corpus.story_alignment import story_quantities
from arithmetree.derivations import (
    Constant,
    Derivation,
    Determined,
    Mention,
    canonical,
    leaf_names,
    outcomes,
    to_tree,
    value_to_infix,
)
from arithmetree.errors import DataError
from arithmetree.expressions import format_value
from arithmetree.generator.distractions import distract
from arithmetree.generator.general_relations import Ask, GeneralRelation, relations_of
from arithmetree.generator.general_stories import GeneralStory, general_story
from arithmetree.generator.lexicon import topic
from arithmetree.generator.narration import Narrative, Narrator
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.spans import Mention as Mentioned

STYLE = "generated"
_TRIES = 1000
_DISTRACTED = 0.06
# Their texts are about times, ages or bare numbers, where a stray number could be taken for part of the problem.
_NEVER_DISTRACTED = ("clock", "number", "binding", "sets", "several")


def generate_general(count: int, seed: int, *, kinds: Sequence[str] = KINDS) -> Iterator[Record]:
    """`count` general problems of these kinds, all equally often; the same arguments give the same problems everywhere.

    DataError for a count below 1 and for an unknown kind.
    """
    if count < 1:
        raise DataError(f"The count is {count}; give how many problems you want, 1 or more.")
    unknown = [kind for kind in kinds if kind not in KINDS]
    if unknown or not kinds:
        given = ", ".join(unknown) or "none"
        raise DataError(f"Kinds given: {given}; accepted are {', '.join(KINDS)}.")
    wanted = tuple(kind for kind in KINDS if kind in kinds)
    return (general_problem(number, seed, wanted) for number in range(count))


def general_problem(number: int, seed: int, kinds: Sequence[str] = KINDS) -> Record:
    """The problem of this number, which does not depend on the others."""
    rng = Random(f"general/{seed}/{number}")
    kind = rng.choice(kinds)
    for _ in range(_TRIES):
        relation = rng.choice(relations_of(kind))
        try:
            return worded_problem(f"general-{seed}-{number}", kind, relation, _asks(kind, relation, rng), rng)
        except Implausible:
            continue
    raise AssertionError(f"no problem of kind {kind} in {_TRIES} tries")


def worded_problem(name: str, kind: str, relation: GeneralRelation, asks: Sequence[Ask], rng: Random) -> Record:
    """A problem by this relation; Implausible where its numbers make no sense or its text is read differently."""
    made = general_story(Scene(topic(rng.choice(relation.topics)), rng), relation, asks)
    story = made.story
    if kind not in _NEVER_DISTRACTED and relation.tense != "present" and rng.random() < _DISTRACTED:
        story = distract(story, rng)
    return _record(name, kind, relation.name, made, Narrator(story, rng).narrate())


def _asks(kind: str, relation: GeneralRelation, rng: Random) -> list[Ask]:
    if kind != "several":
        return [rng.choice(relation.asks)]
    first = rng.choice(relation.asks)
    others = [
        ask
        for ask in relation.asks
        if ask.given == first.given
        and ask.calculation != first.calculation
        and not (ask.mentioned | first.mentioned) & relation.amounts.keys()
    ]
    if not others:
        raise Implausible(f"{relation.name} has one question")
    # In the order of the data, where later questions build on earlier ones.
    chosen = [first, *rng.sample(others, 2 if len(others) > 2 and rng.random() < 0.15 else 1)]
    return sorted(chosen, key=relation.asks.index)


def _record(name: str, kind: str, scenario: str, made: GeneralStory, narrative: Narrative) -> Record:
    quantities = tuple(story_quantities(narrative.text))
    places = _places(made, narrative, quantities)
    lower = narrative.text.lower()
    if any(word.lower() not in lower for word in made.implied_by):
        raise Implausible("no word of the text implies the constant")
    derivation = canonical(_placed(made.derivation, places))
    answers = tuple(
        outcome.value
        for outcome in outcomes(derivation, [quantity.value for quantity in quantities])
        if isinstance(outcome, Determined)
    )
    assert len(answers) == len(made.units)  # the story was drawn with answers that are determined
    names = leaf_names([format_value(quantity.value) for quantity in quantities])
    asked = tuple(value_to_infix(derivation, answer, names) for answer in derivation.answers)
    equations = tuple(value_to_infix(derivation, equation, names) for equation in derivation.equations)
    tree = to_tree(derivation)
    used = derivation.mentions
    rates = tuple(
        RecordRate(places[place], per)
        for place, amount in enumerate(made.given)
        if (per := made.story.amounts[amount].per) is not None
    )
    tags = frozenset(narrative.phenomena)
    return Record(
        id=name,
        text=narrative.text,
        quantities=quantities,
        expression=f"{asked[-1]} where {'; '.join(equations)}" if equations else asked[-1],
        tree=tree,
        answer=answers[-1],
        unit=made.units[-1],
        reason=None,
        irrelevant=tuple(i for i, quantity in enumerate(quantities) if quantity.countable and i not in used),
        rates=rates,
        question=Span(*narrative.question),
        scenario=scenario.replace("_", "-"),
        phenomena=phenomena_of(tags, tree, quantities, rates, in_family=False),
        family=None,
        grade=_grade(derivation, [quantities[place].value for place in used]),
        steps=len(derivation.steps),
        shape=None if tree is None else shape_of(tree),
        equations=equations,
        asked=asked,
        answers=answers,
        units=made.units,
        derivation=derivation,
        kind=kind,
        style=STYLE,
    )


def _places(made: GeneralStory, narrative: Narrative, quantities: Sequence[RecordQuantity]) -> list[int]:
    """Which quantity of the text each given amount is; Implausible where the reader finds another number there."""
    by_start = {quantity.start: place for place, quantity in enumerate(quantities)}
    found: dict[str, int] = {}
    for mention in narrative.mentions:
        place = by_start.get(mention.start)
        if place is not None and _is(quantities[place], mention):
            found.setdefault(mention.amount, place)
        elif mention.amount in made.given:
            raise Implausible(f"{mention.text!r} is read differently")
    missing = [amount for amount in made.given if amount not in found]
    if missing:
        raise Implausible(f"the text does not give {', '.join(missing)}")
    return [found[amount] for amount in made.given]


def _is(quantity: RecordQuantity, mention: Mentioned) -> bool:
    # The reader takes the full stop after "5 pm" for part of "p.m.".
    same_place = quantity.text.removesuffix(".") == mention.text
    return same_place and quantity.value == mention.value


def _placed(derivation: Derivation, places: Sequence[int]) -> Derivation:
    leaves = tuple(Mention(places[leaf.quantity]) if isinstance(leaf, Mention) else leaf for leaf in derivation.leaves)
    return replace(derivation, leaves=leaves)


def _grade(derivation: Derivation, used: Sequence[Fraction]) -> int:
    """The school year that the calculation suits: by its steps, its unknowns and its numbers."""
    grade = 2 + (len(derivation.steps) + 1) // 2
    grade += 2 * bool(derivation.unknowns)
    grade += any(value.denominator > 1 for value in used)
    grade += any(isinstance(leaf, Constant) for leaf in derivation.leaves)
    return min(grade, 9)
