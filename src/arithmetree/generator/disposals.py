"""Where somebody's things go in the end: into boxes, to other people, or to buyers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from arithmetree.generator.algebra import Product
from arithmetree.generator.english import Noun, noun
from arithmetree.generator.holdings import Holdings, around
from arithmetree.generator.lexicon import Range, wording
from arithmetree.generator.scene import Implausible


def by_pack(held: Holdings, stock: str) -> None:
    pack = held.box()
    low, high = pack.holds
    _divide(held, "pack", stock, pack.noun, (max(Fraction(2), Fraction(low // 2)), high))


def by_share(held: Holdings, stock: str) -> None:
    _divide(held, "share", stock, held.rng.choice(held.scene.topic.people), (Fraction(2), Fraction(20)))


def by_sell(held: Holdings, stock: str) -> None:
    scene = held.scene
    assert held.item.price is not None
    scene.money("price", scene.price(held.item.price), per=held.noun.singular)
    scene.money("total", scene.value(stock) * scene.value("price"))
    scene.equations.append(Product("total", (stock, "price")))
    slots = {"n": stock, "p": "price", "m": "total", "all": _all(held)}
    kind = "" if held.item.counted else "_measured"
    if held.asked not in ("total", "price"):
        scene.tell(wording("sell", f"told{kind}"), slots, event=True)
        return
    scene.tell(wording("sell", f"ask_{held.asked}_story{kind}"), slots, event=True)
    held.ask(wording("sell", f"ask_{held.asked}"), noun(scene.coin).plural, slots, open_ended=True)


def _divide(held: Holdings, how: str, stock: str, receiver: Noun, bounds: Range) -> None:
    scene = held.scene
    total = scene.value(stock)
    each = scene.divisor(total, bounds)
    if total / each > 20:
        raise Implausible(f"{total / each} {receiver.plural}")
    rate = (held.noun.singular, receiver.singular)
    scene.amount("count", total / each, receiver)
    scene.amount("each", each, held.noun, per=rate)
    scene.equations.append(Product(stock, ("count", "each")))
    slots = {"n": stock, "g": "count", "p": "each", "all": _all(held)}
    words = around(receiver)
    if held.asked not in ("count", "each"):
        scene.tell(wording(how, "told", **words), slots, event=True)
        return
    scene.tell(wording(how, f"ask_{held.asked}_story", **words), slots, event=True)
    unit = receiver.plural if held.asked == "count" else held.noun.plural
    held.ask(wording(how, f"ask_{held.asked}", **words), unit, slots, open_ended=True)


def _all(held: Holdings) -> str:
    """How the things that are there now are called: "the rest" after a loss, else "all of them"."""
    things = held.noun.many if held.item.counted else held.noun.of
    if not held.item.counted:
        lost = held.plan.events and not held.plan.events[-1].gain
        return held.rng.choice(
            (f"the rest of the {things}", "the rest") if lost else (f"all the {things}", f"the {things}")
        )
    if held.plan.events and not held.plan.events[-1].gain:
        return held.rng.choice(("the rest", f"the remaining {things}", f"the other {things}"))
    return held.rng.choice((f"all the {things}", f"the {things}", f"all of the {things}"))


DISPOSALS: Mapping[str, Callable[[Holdings, str], None]] = {"pack": by_pack, "share": by_share, "sell": by_sell}
"""How a story may end, given the name of the amount that is there."""
