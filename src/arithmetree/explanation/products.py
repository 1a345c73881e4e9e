"""Why a step multiplies or divides: conversions, shares, groups, rates, ratios, averages, areas."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction

from arithmetree.derivations import Operation, Unknown
from arithmetree.explanation.passage import capital
from arithmetree.explanation.plain import EQUAL, fit, has_other_rate, product_sentence, quotient_sentence, rate_amount
from arithmetree.explanation.reason import Reason, View, fact_sentence
from arithmetree.explanation.units import Sort, Unit, fact_unit, is_duration, is_measure, is_money, is_named, lengths
from arithmetree.quantities import Kind
from arithmetree.solution.reasons import StepReason
from arithmetree.views.amount_text import AmountStyle, amount_text, number_text
from arithmetree.views.inflection import singular
from arithmetree.word_lists import words

Check = Callable[[View], Reason | None]

_EACH_OF = re.compile(r"\b(?:each|every one) of(?: the| these| those| his| her| their| my| our)?\s*$", re.IGNORECASE)
_EACH_AFTER = re.compile(r"\s*(?:each|apiece)\b", re.IGNORECASE)
_EACH_DOES = re.compile(
    r"\s*each\s+(?!and|in|on|for|at|to|from|but|while)[a-z]+\s+(?:\d|an?\b|one|two|three|four|five|six|seven|eight|nine|ten)",
    re.IGNORECASE,
)
_AS_MANY = re.compile(r"\s*(?:times\s+)?as\s+[a-z]+\s+(?:[a-z]+\s+){0,2}?as\s+[^.,;:?!\n]+", re.IGNORECASE)
_SHARES = frozenset({Sort.SHARE, Sort.TIMES, Sort.PART})
_EACH = frozenset({"each", "every", "per", "apiece"})


def product(view: View) -> Reason:
    """The first reason that the text or the units give for a product."""
    checks = (_converted_down, _known, _share_of, _times, _mean_total, _parts, _rate, _each_of, _area)
    return _first(view, checks) or Reason(StepReason.PLAIN, product_sentence(view))


def quotient(view: View) -> Reason:
    """The first reason that the text or the units give for a quotient."""
    checks = (_converted_up, _average, _one_part, _whole_of_share, _groups, _what_part, _share_out)
    return _first(view, checks) or Reason(StepReason.PLAIN, quotient_sentence(view))


def _of(view: View, value: int) -> str:
    """What an amount is an amount of: "water" for 18 cubic metres of water; empty where the text does not say."""
    number = view.calc.mention(value)
    noun = None if number is None else view.passage.nouns[number]
    return "" if noun is None else noun.words.partition(" of ")[2]


def _first(view: View, checks: tuple[Check, ...]) -> Reason | None:
    return next((found for check in checks if (found := check(view)) is not None), None)


# Multiplication


def conversion_line(view: View, amount: int) -> str:
    """The same amount in two units: "85p = £0.85"."""
    shown = []
    for value in (amount, view.value):
        noun, said = view.unit(value).noun, view.amount(value)
        is_bare = said == view.figure(value) and noun is not None
        shown.append(amount_text(view.number(value), view.calc.noun(noun or ""), view.calc.style) if is_bare else said)
    return " = ".join(shown)


def _converted_down(view: View) -> Reason | None:
    """5 hours by 60 minutes in an hour."""
    for known, other in view.sides:
        fact = view.calc.fact(known)
        if not fact or not view.unit(known).is_rate or view.unit(other).noun != view.unit(known).per:
            continue
        said = fact_sentence(fact, view.figure(known))
        noun = fact_unit(fact).noun
        if said is None or (
            noun is not None and not is_measure(noun) and not is_money(noun) and not is_named(view.passage, noun)
        ):
            continue
        is_measured = is_measure(view.unit(other).noun) or is_money(view.unit(other).noun)
        return Reason(
            StepReason.CONVERSION if is_measured else StepReason.EQUAL_GROUPS,
            f"{capital(said)}, so multiply {view.amount(other)} by {view.figure(known)}.",
            shown=conversion_line(view, other) if is_measured else None,
        )
    return None


def _known(view: View) -> Reason | None:
    """Any other known number: 7 days in a week, 4 sides of a square, a dozen."""
    for known, other in view.sides:
        unit = view.unit(known)
        is_conversion = unit.is_rate and is_measure(unit.noun) and is_measure(unit.per)
        related = {unit.noun, unit.per} & {view.unit(other).noun, view.unit(other).per} - {None}
        if is_conversion and not related and not _speaks_of(view, unit, view.unit(other)):
            continue  # the fact does not belong to this amount
        is_counted = view.unit(other).is_plain and view.calc.sure[other] and not _is_unknown(view, other)
        owner = view.unit(other).noun if is_counted else None
        counted = owner is not None and not is_measure(owner) and view.unit(known).is_rate
        each = f"each {view.calc.each(owner)}" if counted else None
        said = fact_sentence(view.calc.fact(known), view.figure(known), each)
        noun = fact_unit(view.calc.fact(known)).noun
        if said is not None and noun is not None and not is_measure(noun) and not is_named(view.passage, noun):
            continue  # the wheels of a bicycle where the question asks for pedals
        if said is not None:
            kind = StepReason.PERIMETER if "sides" in said else StepReason.EQUAL_GROUPS
            unit = view.unit(other)
            each = f" per {view.calc.each(unit.per)}" if unit.is_rate else ""
            amount = view.figure(other) if _is_unknown(view, other) else f"{view.amount(other)}{each}"
            return Reason(kind, f"{capital(said)}, so multiply {amount} by {view.figure(known)}.")
        if view.calc.fact(known).startswith("per cent") and view.operation is Operation.MULTIPLY:
            return Reason(StepReason.PER_CENT, "To write it as a per cent, multiply by 100.")
    return None


def _speaks_of(view: View, fact: Unit, other: Unit) -> bool:
    """True where the text speaks of both units of a fact: of days and of weeks, of a yearly pass and a month.

    Of things it is enough that it speaks of the longer one: 2 shots a day, and a week.
    """
    stems = view.passage.lemmas
    is_thing = not is_measure(other.noun) and not is_money(other.noun) and is_duration(fact.per)
    named = (fact.per,) if is_thing else (fact.noun, fact.per)
    return all(noun in stems or f"{noun}ly" in stems for noun in named)


def _is_unknown(view: View, value: int) -> bool:
    leaves = view.calc.made.leaves
    return value < len(leaves) and isinstance(leaves[value], Unknown)


def _share_of(view: View) -> Reason | None:
    """25% of £80, 2/7 of 14 km, half as many as 152."""
    for share, other in view.sides:
        if view.unit(share).sort is not Sort.SHARE or view.unit(other).sort in (Sort.SHARE, Sort.PART):
            continue
        written = view.calc.share(share)
        number = view.calc.mention(share)
        is_per_cent = "%" in written
        kind = StepReason.PER_CENT if is_per_cent else StepReason.PART_OF_WHOLE
        of = f"{written} of {view.amount(other)}"
        if number is not None and view.passage.mentions[number].kind is Kind.MULTIPLIER:
            kind = StepReason.TIMES_AS_MANY
        divisor, factor, how = _working(written, view.number(share), view.calc.style)
        times = "" if factor == 1 else f" × {number_text(factor, view.calc.style)}"
        shown = f"{of} = {view.bare(other)} ÷ {divisor}{times} = {view.amount(view.value)}"
        do = f"find {of}: {how}"
        found = view.so(share, do, kind, view.to_find(do, f"{capital(do)}."))
        assert found is not None
        return Reason(found.kind, found.sentence, found.spans, shown)
    return None


def _working(written: str, share: Fraction, style: AmountStyle) -> tuple[int, Fraction, str]:
    """How a share is worked out: what to divide by and to multiply by, and that in words."""
    if share.numerator == 1:
        said = f"{written} is 1/{share.denominator}, so " if "%" in written else ""
        return share.denominator, Fraction(1), f"{said}divide by {share.denominator}"
    if "%" in written:
        return 100, share * 100, f"divide by 100 to get 1%, then multiply by {number_text(share * 100, style)}"
    divisor, factor = share.denominator, share.numerator
    return divisor, Fraction(factor), f"divide by {divisor} to get 1/{divisor}, then multiply by {factor}"


def _times(view: View) -> Reason | None:
    """Twice as many, 3 times as old."""
    for times, other in view.sides:
        if view.unit(times).sort is Sort.TIMES and view.calc.mention(times) is not None:
            do = f"multiply {rate_amount(view, other)} by {view.figure(times)}"
            said = "twice" if view.number(times) == 2 else f"{view.figure(times)} times"
            quote = view.quote(times, _AS_MANY)
            by = f"{said} {rate_amount(view, other)}, so multiply by {view.figure(times)}"
            otherwise = f"It is {f'{quote}, so {do}' if quote else by}."
            return view.so(times, do, StepReason.TIMES_AS_MANY, otherwise)
    return None


def _mean_total(view: View) -> Reason | None:
    """A mean of 34 years for 5 trees is 5 x 34 years in all."""
    for mean, count in view.sides:
        number, counted = view.calc.mention(mean), view.calc.mention(count)
        if number is None or view.unit(mean).is_rate or not view.passage.is_mean(number):
            continue
        if view.unit(count).is_rate:
            continue  # "Four pickers gathered on average 65 grams each": the mean is 65
        if counted is None or not view.passage.is_mean(counted):
            return Reason(
                StepReason.AVERAGE,
                f"The total is {view.figure(count)} times the mean, so multiply {view.amount(mean)} by "
                f"{view.figure(count)}.",
            )
    return None


def _parts(view: View) -> Reason | None:
    """So many parts of a ratio, each worth the same."""
    for part, one in view.sides:
        if view.unit(part).sort is not Sort.PART:
            continue
        count = view.figure(part)
        scale = view.passage.find(("scale", "map"))
        if scale is not None and view.unit(one).noun in lengths():
            do = f"multiply {view.amount(one)} by {count}"
            return Reason(StepReason.RATIO, f"The scale is 1 : {count}, so {do}.", (scale,))
        step = view.calc.made.step(one)
        is_part = step is not None and step.operation is Operation.DIVIDE and view.unit(step.right).sort is Sort.PART
        if view.calc.operation(one) is Operation.DIVIDE and (is_part or not view.unit(one).is_factor):
            if count == "1":
                return Reason(StepReason.RATIO, f"That is 1 part: {view.amount(one)}.")
            do = f"multiply one part, {view.amount(one)}, by {count}"
            return Reason(StepReason.RATIO, view.to_find(do, f"{capital(do)} to get {count} parts."))
    return None


def _rate(view: View) -> Reason | None:
    """So many for each, and so many of those."""
    for rate, count in view.sides:
        per = view.unit(rate).per
        if per in (None, "time") or per != view.unit(count).noun or not view.is_sure:
            continue
        each = view.calc.each(per)
        kind = _rate_kind(view, rate)
        clause = view.clause(rate)
        do = f"for {view.amount(count)} multiply {view.bare(rate)} by {view.figure(count)}"
        if clause is not None and re.search(rf"\b{re.escape(each)}\b", clause[0], re.IGNORECASE):
            return Reason(kind, f"{capital(clause[0])}, so {do}.", (clause[1],))
        amount, number = view.amount(rate), view.calc.mention(rate)
        if has_other_rate(view, rate) and not is_measure(per):
            do = f"multiply {view.bare(rate)} by {view.figure(count)}"
            return Reason(kind, f"{view.there(rate)} {amount} for each of these {view.amount(count)}, so {do}.")
        said = None if number is None else view.passage.near(number, _EACH, before=3, after=4)
        return Reason(kind, f"{view.there(rate)} {amount} per {each}, so {do}.", () if said is None else (said,))
    return None


def _rate_kind(view: View, rate: int) -> StepReason:
    if is_money(view.unit(rate).noun):
        return StepReason.PER_ITEM
    return StepReason.UNIT_RATE if is_measure(view.unit(rate).per) else StepReason.EQUAL_GROUPS


def _each_of(view: View) -> Reason | None:
    """3 cups for each of the 12 people; "a truck carries 16 tonnes" and 17 trucks."""
    for rate, count in view.sides:
        noun = view.unit(count).noun
        if not view.unit(count).is_plain or noun is None or view.unit(rate).is_factor or not view.is_sure:
            continue
        if view.calc.mention(rate) is None and view.unit(rate).owner != noun:
            continue
        counted = view.calc.mention(count)
        do = f"for {view.amount(count)} multiply {view.bare(rate)} by {view.figure(count)}"
        kind = StepReason.PER_ITEM if is_money(view.unit(rate).noun) else StepReason.EQUAL_GROUPS
        if counted is not None:
            before = view.passage.problem.text[: view.passage.mentions[counted].start]
            if _EACH_OF.search(before):
                each = view.calc.each(noun)
                return Reason(kind, f"That is {view.amount(rate)} for each {each}, so {do}.")
        clause = view.clause(rate)
        each = re.escape(singular(view.calc.noun(noun)))
        if clause is not None and re.search(rf"\b(?:each|every|an?|one|per|the) (?:[\w-]+ )?{each}\b", clause[0], re.I):
            return Reason(kind, f"{capital(clause[0])}, so {do}.", (clause[1],))
    return None


def _area(view: View) -> Reason | None:
    noun = view.unit(view.value).noun or ""
    if noun.startswith("square ") and {view.unit(view.left).noun, view.unit(view.right).noun} <= lengths():
        is_square = view.left == view.right and view.passage.find(("square", "squares")) is not None
        said = "of a square is its side times itself" if is_square else "is one side times the other"
        do = f"multiply {view.amount(view.left)} by {view.amount(view.right)}"
        return Reason(StepReason.AREA, f"The area {said}, so {do}.")
    if noun.startswith("cubic ") and not view.unit(view.left).is_factor and not view.unit(view.right).is_factor:
        return Reason(
            StepReason.VOLUME,
            f"The volume is the base times the height, so multiply {view.amount(view.left)} by "
            f"{view.amount(view.right)}.",
        )
    return None


# Division


def _converted_up(view: View) -> Reason | None:
    """450 cm by 100 centimetres in a metre."""
    known, other = view.right, view.left
    fact = view.calc.fact(known)
    said = fact_sentence(fact, view.figure(known)) if fact else None
    unit = view.unit(known)
    unrelated = unit.is_rate and not {unit.noun, unit.per} & {view.unit(other).noun, view.unit(other).per} - {None}
    if (
        unit.is_rate
        and is_measure(unit.noun)
        and not any(is_named(view.passage, noun) for noun in (unit.noun, unit.per) if noun)
    ):
        return None
    is_other = unrelated and is_measure(unit.noun) and view.unit(other).noun is not None
    if said is None or (is_other and not _speaks_of(view, unit, view.unit(other))):
        return None
    is_same = view.unit(known).is_rate and view.unit(other).noun == view.unit(known).noun
    return Reason(
        StepReason.CONVERSION,
        f"{capital(said)}, so divide {view.amount(other)} by {view.figure(known)}.",
        shown=conversion_line(view, other) if is_same else None,
    )


def addends(view: View, value: int) -> Iterator[int]:
    """The terms of a sum."""
    step = view.calc.made.step(value)
    if step is None or step.operation is not Operation.ADD:
        yield value
        return
    yield from addends(view, step.left)
    yield from addends(view, step.right)


def _average(view: View) -> Reason | None:
    wanted = words("explanation", "average", "words")
    near = view.passage.find(wanted)
    terms = list(addends(view, view.left))
    counted = view.number(view.right) == len(terms) > 1
    if view.unit(view.left).noun in lengths() and is_duration(view.unit(view.right).noun) and not counted:
        return None  # a speed
    is_asked = view.asked & wanted or (view.calc.asked_lemmas & wanted and len(terms) > 1)
    if near is None or not (is_asked or counted) or view.calc.operation(view.left) is None:
        return None
    return Reason(
        StepReason.AVERAGE,
        f"The mean is the total shared out equally, so divide {view.amount(view.left)} by {view.figure(view.right)}.",
        (near,),
    )


def _one_part(view: View) -> Reason | None:
    """The value of one part of a ratio."""
    if view.unit(view.right).sort is not Sort.PART or view.unit(view.left).is_factor:
        return None
    count = view.figure(view.right)
    scale = view.passage.find(("scale", "map"))
    if scale is not None:
        do = f"divide {view.amount(view.left)} by {count}"
        return Reason(StepReason.RATIO, f"The scale is 1 : {count}, so {do}.", (scale,))
    lead = "There are" if view.calc.operation(view.right) is Operation.ADD else "That is"
    if count == "1":
        return Reason(StepReason.RATIO, f"One part is {view.amount(view.left)}.")
    do = f"divide {view.amount(view.left)} by {count} to get one part"
    return Reason(StepReason.RATIO, f"{lead} {count} equal parts, so {do}.")


def _whole_of_share(view: View) -> Reason | None:
    if view.unit(view.right).sort is not Sort.SHARE or view.unit(view.left).is_factor:
        return None
    share, number = view.calc.share(view.right), view.number(view.right)
    said = f"{view.amount(view.left)} {view.be(view.left)} {share} of {_whole_name(view)}"
    if number.numerator == 1 and number != 1 and "%" not in share:
        times = number.denominator  # a teacher doubles instead of dividing by a half
        return Reason(
            StepReason.PART_OF_WHOLE,
            f"{said}, so multiply by {times}.",
            shown=f"{view.bare(view.left)} × {times} = {view.calc.result(view.value)}",
        )
    is_per_cent = "%" in share
    parts, whole = (number * 100, Fraction(100)) if is_per_cent else (Fraction(number.numerator), number.denominator)
    one = "1%" if is_per_cent else f"1/{whole}"
    return Reason(
        StepReason.PER_CENT if is_per_cent else StepReason.PART_OF_WHOLE,
        f"{said}: divide by {number_text(parts)} to get {one}, then multiply by {whole}.",
        shown=f"{view.bare(view.left)} ÷ {number_text(parts)} × {whole} = {view.calc.result(view.value)}",
    )


def _whole_name(view: View) -> str:
    """The whole of "half of her book"; "half as many as Tom" is a part of nothing."""
    number = view.calc.mention(view.right)
    after = "" if number is None else view.passage.problem.text[view.passage.mentions[number].end :]
    other = "the number to find" if view.is_answer else "the other number"
    return other if re.match(r"\s*(?:as|that|the)\b", after) else "the whole"


def _groups(view: View) -> Reason | None:
    """How many groups of a size there are."""
    size = view.unit(view.right)
    if not view.is_sure:
        return None
    if _is_gaps(view):
        sizes = view.amount(view.right), view.amount(view.left)
        fits = f"Find how many times {sizes[0]} {fit(view, view.right)} into {sizes[1]}: divide."
        line = f"{view.figure(view.left)} ÷ {view.figure(view.right)} = {view.figure(view.value)}"
        return Reason(StepReason.HOW_MANY_GROUPS, fits, shown=line)
    if size.is_rate and size.noun == view.unit(view.left).noun and view.unit(view.left).per is None:
        each = view.calc.each(size.per)
        do = f"divide {view.amount(view.left)} by {view.figure(view.right)} to find {_many(view, size.per)}"
        clause = view.clause(view.right)
        kind = StepReason.HOW_MANY_GROUPS
        if clause is not None and re.search(rf"\b{re.escape(each)}\b", clause[0], re.IGNORECASE):
            return Reason(kind, f"{capital(clause[0])}, so {do}.", (clause[1],))
        return Reason(kind, f"{view.there(view.right)} {view.amount(view.right)} per {each}, so {do}.")
    same = size.is_plain and size.noun == view.unit(view.left).noun and view.unit(view.left).is_plain
    if same and view.number(view.value) < 1 and not _asks_part(view) and _of(view, view.left) == _of(view, view.right):
        part = f"Find what part {view.amount(view.left)} {view.be(view.left)} of {view.amount(view.right)}: divide."
        return Reason(StepReason.PART_OF_WHOLE, part)
    if same and (view.number(view.value) < 1 or _of(view, view.left) != _of(view, view.right) != ""):
        return None if _asks_part(view) else Reason(StepReason.PLAIN, quotient_sentence(view))
    if same and not _asks_part(view):
        clause = view.clause(view.right)
        if view.is_answer and view.asked & {"times"} and view.asked & {"as", "than"}:
            return Reason(
                StepReason.HOW_MANY_GROUPS,
                f"To find how many times as much, divide {view.amount(view.left)} by {view.amount(view.right)}.",
            )
        fits = f"Find how many times {view.amount(view.right)} {fit(view, view.right)} into {view.amount(view.left)}"
        said = view.to_find(f"divide {view.amount(view.left)} by {view.amount(view.right)}", f"{fits}: divide.")
        return Reason(StepReason.HOW_MANY_GROUPS, said, () if clause is None else (clause[1],))
    return None


def _is_gaps(view: View) -> bool:
    """True for a number of gaps, to which the one at the start is added: 65 / 5 + 1 pairs of trees."""
    for step in view.calc.made.steps:
        sides = {step.left, step.right}
        if step.operation in (Operation.ADD, Operation.SUBTRACT) and view.value in sides:
            other = step.right if step.left == view.value else step.left
            return view.calc.mention(other) is None and view.calc.fact(other).startswith("one:")
    return False


def _many(view: View, noun: str | None) -> str:
    if noun == "head":
        return "how many there are"  # "$40 a head"
    return "how many there are" if noun is None else f"the number of {view.calc.noun(noun)}"


def _asks_part(view: View) -> bool:
    lemmas = view.calc.asked_lemmas
    return bool(lemmas & {"percent", "percentage", "%", "fraction", "part", "proportion"})


def _what_part(view: View) -> Reason | None:
    if view.unit(view.right).is_factor or not _asks_part(view) or view.unit(view.left).is_rate:
        return None
    if view.number(view.left) > view.number(view.right):
        return None
    part, whole = view.amount(view.left), view.amount(view.right)
    return Reason(
        StepReason.PART_OF_WHOLE,
        f"Find what part {part} {view.be(view.left)} of {whole}: divide {part} by {whole}.",
        shown=f"{view.figure(view.left)} ÷ {view.figure(view.right)} = {number_text(view.number(view.value))}",
    )


def _share_out(view: View) -> Reason | None:
    """An amount over a number of other things: so much for one of them."""
    left, right = view.unit(view.left), view.unit(view.right)
    if not (left.is_plain and right.is_plain and view.is_sure) or left.noun == right.noun or right.noun is None:
        return None
    one = EQUAL.sub("", view.calc.each(right.noun))
    one = f"1 {one}" if len(one) <= 2 else f"one {one}"
    if left.noun in lengths() and is_duration(right.noun):
        if view.passage.find(words("explanation", "rates", "speeds")) is None:
            do = f"Divide {view.amount(view.left)} by {view.figure(view.right)} to find the distance in {one}."
            return Reason(StepReason.UNIT_RATE, do)
        return Reason(
            StepReason.UNIT_RATE,
            f"Speed is distance divided by time, so divide {view.amount(view.left)} by {view.figure(view.right)}.",
        )
    even = view.passage.find(words("explanation", "sharing", "even"))
    kind = StepReason.SHARED_EQUALLY if even else StepReason.UNIT_RATE
    lead = "Share" if even and not is_measure(right.noun) and not is_measure(left.noun) else "Divide"
    if (left.noun or "").startswith(("square", "cubic")) and right.noun in lengths():
        return None
    aimed = view.to_find(f"divide {view.amount(view.left)} by {view.figure(view.right)}")
    if aimed:
        return Reason(kind, aimed)
    counted = None if is_money(left.noun) else view.calc.unit_words(view.value) and view.calc.noun(left.noun or "")
    what = f"how {f'many {counted}' if counted else 'much'} that is for {one}"
    if lead == "Share":
        among = EQUAL.sub("", view.amount(view.right))
        return Reason(
            kind,
            f"Share {view.amount(view.left)} equally among {among}: divide to find {what}.",
            (even,) if even else (),
        )
    return Reason(kind, f"Divide {view.amount(view.left)} by {view.figure(view.right)} to find {what}.")
