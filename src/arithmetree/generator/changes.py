"""What happens to somebody's things: they come and go, one by one or by the box."""

from __future__ import annotations

from fractions import Fraction

from arithmetree.generator.algebra import Product, Sum
from arithmetree.generator.english import Tense, is_movable
from arithmetree.generator.grammar import questions_about
from arithmetree.generator.holdings import FEW, IN_BOXES, NOW, Holdings
from arithmetree.generator.lexicon import events, wording
from arithmetree.generator.scene import Implausible


def happen(held: Holdings) -> None:
    """Let all events of the plan happen; they give the amount "end"."""
    scene = held.scene
    now = scene.value("start")
    gained: list[str] = ["start"]
    lost: list[str] = []
    used: list[str] = []
    for index, event in enumerate(held.plan.events):
        direction, grouped = ("gain" if event.gain else "loss"), event.boxed
        name = f"change{index}"
        known = held.item.gains if direction == "gain" else held.item.losses
        if grouped:
            known = tuple(key for key in known if key in IN_BOXES)
            now += _in_boxes(held, name, index)
        fresh = [key for key in known if key not in used] or list(known)
        if not fresh:
            raise Implausible("these things do not come in boxes")
        used.append(held.rng.choice(fresh))
        templates = held.settled(events(direction, used[-1]))
        slot = name
        if grouped:
            slot = f"{name}*"
            scene.hide(name)
        else:
            bounds = (held.item.step * 2, max(Fraction(now * 3 // 5), held.item.step * 2))
            value = scene.draw(bounds, held.item.step)
            now += value if direction == "gain" else -value
            held.have(name, value)
        if now < held.item.step:
            raise Implausible(f"only {now} are left")
        (gained if direction == "gain" else lost).append(name)
        scene.tell(templates, {"n": slot}, event=True)
        if held.asked == name:
            held.ask_what(templates, "how many {n.items}", held.noun.plural, {"n": name})
            scene.phenomena.append("missing-change")
        elif held.asked == f"boxes{index}":
            boxes = scene.amounts[f"boxes{index}"].noun
            asking = questions_about("n", templates, "how many {g.items}")
            held.ask(asking, boxes.plural, {"g": f"boxes{index}", "n": name})
    held.have("end", now)
    scene.equations.append(Sum("end", tuple(gained), tuple(lost)))
    loss_last = not held.plan.events[-1].gain
    if held.asked == "end":
        held.ask(wording("end", "left" if loss_last else "gain"), held.noun.plural, {"n": "end"}, NOW, open_ended=True)
    elif not held.plan.disposal:
        if held.rng.random() < 0.4:
            scene.tell(wording("end", "told_now"), {"n": "end"}, tense=Tense.PRESENT)
        else:
            scene.tell(wording("end", "told_left" if loss_last else "told_gain"), {"n": "end"})


def _in_boxes(held: Holdings, name: str, index: int) -> Fraction:
    scene, pack = held.scene, held.box()
    if not is_movable(pack.noun):
        raise Implausible(f"{pack.noun.plural} cannot be brought")
    boxes = scene.amount(f"boxes{index}", scene.draw(FEW), pack.noun)
    rate = (held.noun.singular, pack.noun.singular)
    inside = scene.amount(f"inside{index}", scene.draw(pack.holds), held.noun, held.sort, per=rate)
    value = scene.value(boxes) * scene.value(inside)
    held.have(name, value, (boxes, inside))
    scene.equations.append(Product(name, (boxes, inside)))
    return value
