"""Stories about a place where things come and go: passengers on a bus, books on a shelf, ducks on a pond."""

from __future__ import annotations

from fractions import Fraction

from arithmetree.generator.algebra import Sum
from arithmetree.generator.english import Tense
from arithmetree.generator.grammar import choose, questions_about, same_action
from arithmetree.generator.lexicon import wording
from arithmetree.generator.scene import Implausible, Scene
from arithmetree.generator.world import Story

_MOST_EVENTS = 3


def place(scene: Scene, steps: int) -> Story:
    """A story about one place, with an event for every step."""
    if steps > _MOST_EVENTS or not scene.topic.places:
        raise Implausible(f"no place with {steps} events")
    rng = scene.rng
    spot = rng.choice(scene.topic.places)
    now = scene.draw(spot.range)
    scene.amount("start", now, spot.noun)
    scene.tell(wording("place", "start", place=spot.where), {"n": "start"})
    plus, minus = ["start"], list[str]()
    chosen: list[str] = []
    for index in range(steps):
        comes = rng.random() < 0.5
        name = f"change{index}"
        scene.amount(name, scene.draw((Fraction(2), max(Fraction(2), Fraction(now * 3 // 5)))), spot.noun)
        now += scene.value(name) if comes else -scene.value(name)
        (plus if comes else minus).append(name)
        templates = spot.gains if comes else spot.losses
        if chosen and chosen[-1] in templates and len(templates) > 1:
            templates = tuple(template for template in templates if template != chosen[-1])
        chosen.append(rng.choice(templates))
        scene.tell((choose(chosen[-1], rng),), {"n": name}, event=True)
    scene.amount("end", now, spot.noun)
    scene.equations.append(Sum("end", tuple(plus), tuple(minus)))
    asked = "end" if rng.random() < 0.6 else rng.choice(["start", *(f"change{index}" for index in range(steps))])
    ending = "left" if minus and minus[-1] == f"change{steps - 1}" else "gain"
    if asked == "end":
        questions = wording("place", f"ask_{ending}", place=spot.where)
        tenses = (Tense.PAST, Tense.PRESENT) if ending == "left" else (Tense.PAST,)
        return scene.finish(asked, questions, spot.noun.plural, {"n": "end"}, tenses=tenses, open_ended=True)
    if asked != "start":
        asked_about = int(asked.removeprefix("change"))
        if any(same_action(chosen[asked_about], other) for i, other in enumerate(chosen) if i != asked_about):
            raise Implausible("the question could mean another event")
    scene.tell(wording("place", f"end_{ending}", place=spot.where), {"n": "end"})
    if asked == "start":
        scene.phenomena.append("missing-start")
        return scene.finish(asked, wording("place", "ask_start", place=spot.where), spot.noun.plural, {"n": "start"})
    scene.phenomena.append("missing-change")
    questions = questions_about("n", (chosen[asked_about],), "how many {n.items}")
    return scene.finish(asked, questions, spot.noun.plural, {"n": asked})
