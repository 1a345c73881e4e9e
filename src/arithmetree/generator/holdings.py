"""What somebody has, while the story is simulated: the thing, its amounts, and how the question will be put."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from arithmetree.generator.english import Noun, Tense, prepositions
from arithmetree.generator.grammar import choose, questions_about, same_action
from arithmetree.generator.lexicon import Pack
from arithmetree.generator.plans import plan
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.world import Sort, Story

FEW: Final = (Fraction(2), Fraction(9))
"""How many boxes, hours or people there usually are."""
NOW: Final = (Tense.PAST, Tense.PRESENT)
"""The tenses of a question about how things are in the end."""
IN_BOXES: Final = ("buy", "receive", "fetch", "borrow")
"""The events by which things come by the box."""


class Holdings:
    """One person's things; sources.py, changes.py and disposals.py say what becomes of them."""

    def __init__(self, scene: Scene, steps: int) -> None:
        self.scene, self.rng = scene, scene.rng
        self.item = self.rng.choice(scene.topic.items)
        self.noun = self.item.noun
        self.sort = Sort.COUNT if self.item.counted else Sort.MEASURE
        self.plan = plan(self.item, steps, self.rng)
        self.asked = self.plan.asked
        self._question: tuple[str, ...] = ()
        self._slots: dict[str, str] = {}
        self._unit = self.noun.plural
        self._tenses: tuple[Tense, ...] = (Tense.PAST,)
        self._open_ended = False
        self._boxed: list[str] = []
        self._repeated: tuple[str, ...] = ()

    def ask(
        self,
        templates: tuple[str, ...],
        unit: str,
        slots: dict[str, str],
        tenses: tuple[Tense, ...] = (Tense.PAST,),
        *,
        open_ended: bool = False,
    ) -> None:
        """Note how the asked amount is asked for."""
        self._question, self._unit, self._tenses, self._slots = templates, unit, tenses, slots
        self._open_ended = open_ended

    def ask_what(self, statements: tuple[str, ...], how_many: str, unit: str, slots: dict[str, str]) -> None:
        """Ask for an amount by the very words of the statement that gives it."""
        self.ask(questions_about("n", statements, how_many), unit, slots)
        self._repeated = statements

    def finish(self) -> Story:
        """The story with the question noted; Implausible where it could be about another statement as well."""
        others = [other.templates for other in self.scene.statements if other.templates != self._repeated]
        for template in self._repeated:
            if any(same_action(template, other) for templates in others for other in templates):
                raise Implausible("the question could mean another event")
        return self.scene.finish(
            self.asked, self._question, self._unit, self._slots, tenses=self._tenses, open_ended=self._open_ended
        )

    def have(self, name: str, value: Fraction, groups: tuple[str, str] | None = None) -> str:
        """An amount of the thing the story is about; Implausible where it is too large for the scene."""
        if value > 3 * self.item.range[1]:
            raise Implausible(f"{value} {self.noun.plural}")
        return self.scene.amount(name, value, self.noun, self.sort, groups=groups)

    def settled(self, templates: tuple[str, ...]) -> tuple[str, ...]:
        """One wording with all its choices made, so that the question repeats what the statement says."""
        return (choose(self.rng.choice(templates), self.rng),)

    def box(self) -> Pack:
        """A container that the story has not used yet."""
        fresh = [pack for pack in self.item.packs if pack.noun.plural not in self._boxed]
        if not fresh:
            raise Implausible("all containers are used")
        pack = self.rng.choice(fresh)
        self._boxed.append(pack.noun.plural)
        return pack


def around(container: Noun) -> dict[str, str]:
    """The words of a wording that depend on the container."""
    into, inside = prepositions(container)
    return {"into": into, "in": inside}
