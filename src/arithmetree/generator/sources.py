"""Where somebody's things come from: stated outright, by the box, of two kinds, on two days, made, or compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from arithmetree.generator.algebra import Product, Sum
from arithmetree.generator.english import article, is_movable
from arithmetree.generator.grammar import questions_about
from arithmetree.generator.holdings import FEW, IN_BOXES, NOW, Holdings, around
from arithmetree.generator.lexicon import events, wording
from arithmetree.generator.scene import Implausible
from arithmetree.generator.world import Sort

_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LENGTHS = {"minute": 3, "hour": 3, "day": 1, "morning": 1, "evening": 1}  # how often the pace fits into a day
_ONLY_MORE = ("pour",)  # adds to what is there already


def from_direct(held: Holdings) -> None:
    held.have("start", held.scene.draw(held.item.range, held.item.step))
    templates = held.settled(_acquiring(held))
    held.scene.tell(templates, {"n": "start"})
    if held.asked == "start":
        if held.rng.random() < 0.5:
            held.ask_what(templates, "how many {n.items}", held.noun.plural, {"n": "start"})
        else:
            held.ask(wording("start", "ask"), held.noun.plural, {"n": "start"})
        held.scene.phenomena.append("missing-start")


def _acquiring(held: Holdings) -> tuple[str, ...]:
    """Wordings for having or getting the things in the beginning."""
    if held.item.scored:
        return wording("start", "scored")
    if held.rng.random() < 0.5:
        return wording("start", "told")
    chosen = held.rng.choice(held.item.gains)
    if chosen in _ONLY_MORE:
        return wording("start", "told")
    return tuple(template.replace("{n+}", "{n}") for template in events("gain", chosen))


def from_grouped(held: Holdings) -> None:
    scene, pack = held.scene, held.box()
    boxes = scene.amount("boxes", scene.draw(FEW), pack.noun)
    rate = (held.noun.singular, pack.noun.singular)
    inside = scene.amount("inside", scene.draw(pack.holds), held.noun, held.sort, per=rate)
    total = scene.value(boxes) * scene.value(inside)
    held.have("start", total, (boxes, inside))
    scene.equations.append(Product("start", (boxes, inside)))
    gain = held.rng.choice(held.item.gains)
    comes = gain in IN_BOXES and is_movable(pack.noun)
    getting = events("gain", gain) if comes and held.rng.random() < 0.6 else wording("groups", "have")
    templates = held.settled(tuple(template.replace("{n+}", "{n}") for template in getting))
    scene.tell(templates, {"n": "start*"})
    if held.asked in ("boxes", "inside"):
        if held.plan.goes_on:
            scene.hide("start")
        else:
            scene.tell(wording("groups", "total"), {"n": "start"})
        if held.asked == "boxes":
            asking = questions_about("n", templates, "how many {g.items}")
            held.ask(asking or wording("groups", "ask_count"), pack.noun.plural, {"g": boxes, "n": "start"})
        else:
            held.ask(wording("groups", "ask_each", **around(pack.noun)), held.noun.plural, {"g": boxes, "n": "start"})
    elif held.asked == "start":
        held.ask(wording("groups", "ask_total"), held.noun.plural, {"n": "start"}, NOW, open_ended=True)
    else:
        scene.hide("start")


def from_kinds(held: Holdings) -> None:
    scene = held.scene
    kinds = held.rng.sample(held.item.kinds, 2)
    low, high = held.item.range
    bounds = (Fraction(max(2, low // 3)), Fraction(high * 2 // 3))
    names = [
        scene.amount(name, scene.draw(bounds), held.noun.described(kind))
        for name, kind in zip(("former", "second"), kinds, strict=True)
    ]
    held.have("start", sum((scene.value(name) for name in names), Fraction(0)))
    scene.equations.append(Sum("start", tuple(names)))
    final = not held.plan.goes_on
    if held.asked == "second" and final:
        slots = {"n": "start", "a": "former", "b": "second"}
        scene.tell(wording("parts", "mixed", kind1=kinds[0], kind2=kinds[1]), slots)
        held.ask(wording("parts", "ask_part", kind2=kinds[1]), f"{kinds[1]} {held.noun.plural}", slots)
        return
    gain = held.rng.choice(held.item.gains)
    getting = tuple(t.replace("{n+}", "{a} and {b}") for t in events("gain", gain) if not t.startswith("{n"))
    scene.tell(wording("parts", "kinds") if held.rng.random() < 0.5 else getting, {"a": "former", "b": "second"})
    if held.asked == "second":
        scene.hide("start")
        held.ask(
            ("how many {b.items} @{S} have@ [at the start|to begin with|originally]",),
            f"{kinds[1]} {held.noun.plural}",
            {"b": "second"},
        )
    elif held.asked == "start":
        held.ask(wording("parts", "ask_whole"), held.noun.plural, {"n": "start"}, NOW, open_ended=True)
    else:
        scene.hide("start")


def from_days(held: Holdings) -> None:
    scene, making = held.scene, held.item.making
    assert making is not None
    lengths = {_LENGTHS[time.singular] for time in making.times if time.singular in _LENGTHS}
    if not lengths:
        raise Implausible("that takes longer than a day")
    bounds = (max(Fraction(2), making.pace[0]), making.pace[1] * max(lengths))
    names = [scene.amount(name, scene.draw(bounds), held.noun, held.sort) for name in ("former", "second")]
    held.have("start", sum((scene.value(name) for name in names), Fraction(0)))
    scene.equations.append(Sum("start", tuple(names)))
    at = held.rng.randrange(len(_DAYS) - 1)
    days = {"day1": _DAYS[at], "day2": _DAYS[held.rng.randrange(at + 1, len(_DAYS))]}
    scene.tell(wording("parts", "times", verb=making.verb, **days), {"a": "former", "b": "second"})
    if held.asked == "second":
        if held.plan.goes_on:
            scene.hide("start")
        else:
            scene.tell((f"in all {{S}} <{making.verb}> {{n}}", "that <make:sg> {n} altogether"), {"n": "start"})
        held.ask((f"how many {{n.items}} @{{S}} {making.verb}@ on {days['day2']}",), held.noun.plural, {"n": "second"})
    elif held.asked == "start":
        held.ask(
            wording("parts", "ask_whole_times", verb=making.verb), held.noun.plural, {"n": "start"}, open_ended=True
        )
    else:
        scene.hide("start")


def from_produced(held: Holdings) -> None:
    scene, making = held.scene, held.item.making
    assert making is not None
    time = held.rng.choice(making.times)
    rate = (held.noun.singular, time.singular)
    pace = scene.amount("pace", scene.draw(making.pace), held.noun, held.sort, per=rate)
    scene.amount("time", scene.draw(FEW), time)
    held.have("start", scene.value(pace) * scene.value("time"))
    scene.equations.append(Product("start", (pace, "time")))
    slots = {"n": "start", "r": pace, "t": "time"}
    words = {"verb": making.verb, "a_time": article(time.singular)}
    if held.asked in ("pace", "time"):
        situation = {"pace": "rate", "time": "time"}[held.asked]
        scene.tell(wording("produce", f"ask_{situation}_story", **words), slots)
        if held.asked == "time":
            scene.tell(wording("produce", "ask_time_goal", **words), slots)
        if held.plan.goes_on:
            raise Implausible("the total would be given twice")
        unit = f"{held.noun.plural} per {time.singular}" if held.asked == "pace" else time.plural
        held.ask(wording("produce", f"ask_{situation}", **words), unit, slots)
        return
    scene.tell(wording("produce", "told", **words), slots)
    if held.asked == "start":
        held.ask(wording("produce", "ask_total", **words), held.noun.plural, slots, open_ended=True)
    else:
        scene.hide("start")


def from_compared(held: Holdings) -> None:
    scene, making = held.scene, held.item.making
    kept = held.item.gains and not held.item.scored
    verb = "have" if kept and (making is None or held.rng.random() < 0.6) else making.verb if making else "have"
    how = held.rng.choice(("more", "fewer", "times"))
    theirs = held.have("theirs", scene.draw(held.item.range))
    slots = {"n": "start", "a": theirs}
    if how == "times":
        scene.amount("gap", scene.rng.choice((2, 2, 3, 4, 5)), held.noun, Sort.TIMES)
        held.have("start", scene.value(theirs) * scene.value("gap"))
        scene.equations.append(Product("start", (theirs, "gap")))
        slots["k"] = "gap"
    else:
        held.have("gap", scene.draw((Fraction(2), max(Fraction(3), Fraction(scene.value(theirs) // 2)))))
        change = scene.value("gap") if how == "more" else -scene.value("gap")
        held.have("start", scene.value(theirs) + change)
        plus = (theirs, "gap") if how == "more" else (theirs,)
        scene.equations.append(Sum("start", plus, () if how == "more" else ("gap",)))
        slots["d"] = "gap"
    final = not held.plan.goes_on
    scene.phenomena.append("comparison")
    if held.asked == "gap":
        scene.tell(wording("compare", "has", verb=verb), slots)
        scene.tell(wording("compare", "self", verb=verb), slots)
        unit = "times" if how == "times" else held.noun.plural
        held.ask(wording("compare", f"ask_{how}", verb=verb), unit, slots, open_ended=True)
        return
    if held.asked == "theirs":
        if final:
            scene.tell(wording("compare", "self", verb=verb), slots)
        else:
            scene.hide("start")
        scene.tell(wording("compare", how, verb=verb), slots)
        held.ask(wording("compare", "ask_other", verb=verb), held.noun.plural, slots, open_ended=final)
        return
    if how != "times" and held.rng.random() < 0.4:
        scene.tell(wording("compare", f"{how}_back", verb=verb), slots)
    else:
        scene.tell(wording("compare", "has", verb=verb), slots)
        scene.tell(wording("compare", how, verb=verb), slots)
    if final:
        held.ask(wording("compare", "ask_self", verb=verb), held.noun.plural, slots, open_ended=True)
    else:
        scene.hide("start")


SOURCES: Mapping[str, Callable[[Holdings], None]] = {
    "direct": from_direct,
    "grouped": from_grouped,
    "kinds": from_kinds,
    "days": from_days,
    "produced": from_produced,
    "compared": from_compared,
}
"""How a story may begin; each gives the amount "start"."""
