"""What a step is for where the text gives no reason in so many words: a total, a rest, equal groups.

Such a sentence holds for any sum, difference, product or quotient of its kind, and says less than a reason of the story
would, but it says what the numbers are and what is found.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from arithmetree.derivations import Operation, Unknown
from arithmetree.explanation.passage import listed
from arithmetree.explanation.reason import View, fact_sentence
from arithmetree.explanation.units import Sort, Unit, canonical, is_duration, is_measure, is_money, is_points, lengths
from arithmetree.quantities import Kind
from arithmetree.solution.reasons import StepReason
from arithmetree.storytelling import verb_classes
from arithmetree.views.inflection import singular
from arithmetree.word_lists import words

_BARE = re.compile(r"[\d.,/]+")
_TO_A = re.compile(
    r"\s+(?:[a-z]+\s+)?(?:(?:to|in|on|per)\s+(?:an?|each|every|one)\s+(?!of\b)[a-z]+"
    r"|(?:an?|per|each|every)\s+(?:second|minute|hour|day|night|week|month|year))\b(?!-)",
    re.IGNORECASE,
)
_NUMBERED = (Kind.LABEL, Kind.YEAR)
_STATES = frozenset({"right", "wrong", "correct"})
_A_DAY = re.compile(r"\s+(?:an?|per|each|every)\s+[a-z]+\b", re.IGNORECASE)
_ONE_IN = re.compile(r"\b(?:1|one)\s+(?:[a-z]+\s+){0,2}?in\s+every\s+$", re.IGNORECASE)
_EACH = frozenset({"each", "every", "per", "apiece"})
EQUAL = re.compile(r"\b(?:equal|identical|similar|same) ")
_TIMES = frozenset({Sort.TIMES, Sort.RATIO})


# Amounts


def alike(amounts: Sequence[str]) -> list[str]:
    """Amounts without what they count if it is not known of all: "46 and 18", not "46 horn blasts and 18"."""
    if not any(_BARE.fullmatch(amount) for amount in amounts):
        return list(amounts)
    return [number if _BARE.fullmatch(number := amount.partition(" ")[0]) else amount for amount in amounts]


def listed_amounts(amounts: Sequence[str]) -> str:
    """ "310, 275 and 402 kg" where all are of the same unit, else every amount with its own."""
    amounts = alike(amounts)
    parts = [amount.partition(" ") for amount in amounts]
    units = {unit for _, _, unit in parts if unit}
    is_plain = all(number.replace(",", "").replace(".", "").isdigit() for number, _, _ in parts)
    if len(amounts) < 3 or len(units) != 1 or not is_plain:
        return listed(amounts)
    return f"{listed([number for number, _, _ in parts])} {units.pop()}"


def rate_amount(view: View, value: int) -> str:
    """An amount with what it is for each of, where that is a measure: "75 miles per hour"."""
    unit, amount = view.unit(value), view.amount(value)
    is_whole = unit.is_rate and is_measure(unit.per) and amount != view.figure(value)
    return f"{amount} per {view.calc.each(unit.per)}" if is_whole else amount


def from_amount(view: View) -> str:
    """What is subtracted from what; bare numbers for two kinds of things, as their difference is of neither kind."""
    return "{1} from {0}".format(*_pair(view))


def _pair(view: View) -> tuple[str, str]:
    """Both operands of a difference in words."""
    left, right = view.unit(view.left), view.unit(view.right)
    leaves = view.calc.made.leaves
    is_open = any(side < len(leaves) and isinstance(leaves[side], Unknown) for side in (view.left, view.right))
    is_bare = view.operation is Operation.SUBTRACT and view.is_sure and (left.noun != right.noun or is_open)
    if is_bare and all(map(_is_things, (left, right))):
        return view.figure(view.left), view.figure(view.right)
    first, second = _spoken(view, (view.left, view.right))
    return first, second


def _spoken(view: View, terms: Sequence[int]) -> list[str]:
    """Amounts in words; bare numbers where all count one thing and the answer another: seats taken, and visitors."""
    named = [(view.calc.unit_words(term) or "").partition(" of ")[0] for term in terms]
    nouns = {canonical(words_.rpartition(" ")[2]) for words_ in named}
    asked = view.calc.asked(view.value)
    is_other = (
        asked is not None
        and asked.head is not None
        and len(nouns) == 1
        and _is_things(view.unit(terms[0]))
        and not nouns & {canonical(word) for word in (asked.noun or "").split()}
    )
    return [view.figure(term) if is_other else view.amount(term) for term in terms]


def _is_things(unit: Unit) -> bool:
    return unit.is_plain and not is_measure(unit.noun) and not is_money(unit.noun)


def users(view: View) -> Iterator[tuple[Operation, int]]:
    """The steps that use a result: their operation and the other operand."""
    for step in view.calc.made.steps:
        if step.left == view.value:
            yield step.operation, step.right
        elif step.right == view.value:
            yield step.operation, step.left


# Sums and differences


def sum_sentence(view: View, terms: Sequence[int]) -> str:
    """What a sum of two or more amounts is for."""
    amounts = listed_amounts(_spoken(view, terms))
    asks_mean = bool(view.calc.asked_lemmas & words("explanation", "average", "words"))
    if asks_mean and any(
        step.operation is Operation.DIVIDE and step.left == view.value for step in view.calc.made.steps
    ):
        return f"To find the mean, first find the total: add {amounts}."
    aimed = view.to_find(f"add {amounts}")
    if aimed:
        return aimed
    units = [view.unit(term) for term in terms]
    if all(unit.noun == "degree" for unit in units):
        return f"Count on {view.amount(terms[1])} from {view.amount(terms[0])}."
    counted = view.calc.unit_words(view.value)
    if counted is not None and not is_money(view.unit(view.value).noun) and len(counted) > 2:
        return f"Find how many {counted} that is together: add {amounts}."
    is_amount = any((is_measure(unit.noun) or is_money(unit.noun)) and not unit.is_guess for unit in units)
    return f"Find how {'much' if is_amount else 'many'} that is together: add {amounts}."


def difference_sentence(view: View) -> str:
    """What a difference is for: what is taken away where it was worked out, else how far two numbers are apart."""
    left, right = _pair(view)
    aimed = view.to_find(f"subtract {right} from {left}")
    if aimed:
        return aimed
    unit = view.unit(view.left)
    said = fact_sentence(view.calc.fact(view.left), view.figure(view.left)) if unit.is_rate else None
    if said is not None:
        return f"{said[:1].upper()}{said[1:]}, so subtract {view.figure(view.right)} from {view.figure(view.left)}."
    sides = (view.calc.mention(side) for side in (view.left, view.right))
    is_label = all(side is not None and view.passage.mentions[side].kind in _NUMBERED for side in sides)
    is_range = is_label or any(operation is Operation.ADD and _is_end(view, other) for operation, other in users(view))
    if is_range or view.number(view.right) == 0:
        return f"Find how far it is from {view.figure(view.right)} to {view.figure(view.left)}: subtract."
    if _is_end(view, view.right):
        why = "One of them does not count"
        if view.passage.find(("first",)) is not None:
            why = "The first one counts by itself"
        elif view.passage.find(("other", "others", "else")) is not None:
            why = "Only the others count, and not the one"
        return f"{why}, so subtract 1 from {left}."
    if _is_compared(view):
        return f"Find the difference between {left} and {right}: subtract."
    if _is_taken(view):
        return f"To find the rest, subtract {right} from {left}."
    taken = view.calc.mention(view.right)
    if taken is not None and view.passage.near(taken, ("ago",), before=0, after=2) is not None:
        return f"Go back {right} from {left}."
    places = [view.calc.leaves_of(side)[:1] for side in (view.left, view.right)]
    if places[1] < places[0] and not _is_part_said(view):
        return f"Find what has to be added to {right} to get {left}: subtract."
    return f"Take {right} away from {left}."


def _is_part_said(view: View) -> bool:
    """True for "10 of the 64 cars"."""
    part, whole = view.calc.mention(view.right), view.calc.mention(view.left)
    if part is None or whole is None:
        return False
    between = view.passage.problem.text[view.passage.amount_span(part)[1] : view.passage.mentions[whole].start]
    return re.fullmatch(r"\s*of (?:\w+ )?", between) is not None


def _is_compared(view: View) -> bool:
    """True for two amounts side by side, of which none is a part of the other."""
    if asks_difference(view):
        return True
    units = view.unit(view.left), view.unit(view.right)
    nouns = {unit.noun for unit in units}
    is_given = view.calc.operation(view.right) is None
    return (all(unit.is_rate for unit in units) and is_given) or (
        view.is_sure and is_given and None not in nouns and len(nouns) == 2
    )


def asks_difference(view: View) -> bool:
    """True for a question that compares; "something other than lamps" does not."""
    asked = view.calc.asked_lemmas
    is_other = "other" in asked and not asked & {"more", "fewer", "less"}
    return not is_other and bool(asked & (words("story", "asks", "difference") | words("story", "asks", "compared")))


def _is_taken(view: View) -> bool:
    """True for a part that was worked out before: what is spent, lost or used, or a share of the whole."""
    if view.calc.operation(view.right) is None:
        return False
    if view.calc.operation(view.left) is Operation.SUBTRACT or not view.is_answer:
        return True
    schemas = (view.passage.schemas[number] for number in view.calc.leaves_of(view.right))
    gone = words("story", "effects", "loss") | words("story", "effects", "transfer")
    return any(gone & set(verb_classes(schema.verb)) for schema in schemas if schema is not None)


def _is_end(view: View, value: int) -> bool:
    return view.calc.fact(value).startswith("one:")


# Products and quotients


def product_sentence(view: View) -> str:
    """What a product is for: so much for each of so many, or so many times an amount."""
    for one, other in view.sides:
        quote = group_quote(view, one)
        if quote is not None and not _is_two(view, other) and not _is_rate_of(view, other, one):
            is_per_other = quote.endswith(f" {view.calc.each(view.unit(other).noun)}")
            do = f"multiply {view.amount(other)} by {view.figure(one)}"
            if is_per_other:
                do = f"for {view.amount(other)} multiply {view.bare(one)} by {view.figure(other)}"
            return f"It is {quote}, so {do}."
    amount, count = _amount_first(view)
    if view.calc.fact(amount).startswith("two:"):
        amount, count = count, amount
    many, each = view.unit(count), view.unit(amount)
    is_two = view.number(count) == 2 and view.calc.mention(count) is None and view.calc.operation(count) is None
    is_around = is_two and view.calc.operation(amount) is Operation.ADD and each.noun in lengths()
    if is_around and view.passage.find(words("explanation", "around", "words")) is not None:
        return f"Each side comes twice, so multiply {view.amount(amount)} by 2."
    if _is_two(view, count) and "pair" in view.passage.lemmas:
        return f"A pair is 2, so multiply {view.amount(amount) if each.noun == 'pair' else view.figure(amount)} by 2."
    aimed = view.to_find(f"multiply {view.amount(amount)} by {view.figure(count)}")
    if aimed:
        return aimed
    if _is_two(view, count) and not is_duration(view.unit(amount).noun):
        return f"There are two of these, so multiply {view.amount(amount)} by 2."
    ratio = view.calc.made.step(count)
    if ratio is not None and ratio.operation is Operation.DIVIDE and many.sort is Sort.RATIO:
        be = view.be(ratio.left)
        of = "of" if view.number(count) < 1 and "/" in view.figure(count) else "times"
        lead = f"{view.amount(ratio.left)} {be} {view.figure(count)} {of} {view.amount(ratio.right)}"
        return f"{lead}, so multiply {view.amount(amount)} by {view.figure(count)} too."
    if view.number(count) < 1:
        of = "of" if "/" in view.figure(count) else "times"
        return f"Find {view.figure(count)} {of} {view.amount(amount)}: multiply."
    said, times = view.amount(amount), view.figure(count)
    if many.noun == "time":
        return f"{view.there(amount)} {said} each time, so multiply {said} by {times}."
    if _is_rate_of(view, amount, count) and said != view.figure(amount):
        per = "each time" if each.per == "time" else f"for each {view.calc.each(each.per)}"
        if has_other_rate(view, amount):
            per = f"for each of these {view.amount(count)}"
            per = "each" if view.amount(count) == times else per
        return f"{view.there(amount)} {said} {per}, so multiply {view.bare(amount)} by {times}."
    if any(_is_size(view, side) for side in (amount, count)):
        return f"It is {view.figure(amount)} for each of the {times}, so multiply {view.figure(amount)} by {times}."
    is_side = any(view.unit(other).owner is not None and view.calc.fact(other) for _, other in users(view))
    is_time = is_duration(many.noun) and view.amount(count).endswith(
        view.calc.noun(many.noun or "")
    )  # no "35 min ride"
    is_things = (_is_things(many) or is_time) and not is_side
    if is_duration(each.noun) and many.is_plain and _is_shared_again(view, count):
        return f"One {view.calc.each(many.noun)} alone would need {times} times as long, so multiply {said} by {times}."
    is_counted = many.is_plain and is_things and view.calc.sure[count] and many.noun not in _STATES
    is_other = many.noun != each.noun or not view.calc.sure[amount]
    is_said = view.calc.mention(count) is not None or is_measure(each.noun) or is_money(each.noun)
    if is_counted and is_said and is_other and view.number(count) > 1:
        what = said if view.calc.sure[amount] else view.figure(amount)
        return f"{view.there(amount)} {what} for each of the {view.amount(count)}, so multiply {what} by {times}."
    counted = view.calc.unit_words(view.value)
    if counted is not None and not is_measure(canonical(counted)) and not is_money(canonical(counted)):
        return f"To find how many {counted} that is in all, multiply {said} by {times}."
    if is_money(each.noun) or is_measure(each.noun):
        return f"To find how much that is in all, multiply {said} by {times}."
    if any(unit.noun is not None and not unit.is_guess for unit in (each, many)):
        return f"To find how many that is in all, multiply {said} by {times}."
    told = view.so(count, f"multiply {said} by {times}", StepReason.PLAIN) if view.calc.mention(count) else None
    return f"Multiply {said} by {times}." if told is None else told.sentence


def _is_shared_again(view: View, count: int) -> bool:
    """True for 8 x 27 hours where 12 machines share those: the time that one alone would need."""
    noun = view.unit(count).noun
    return any(operation is Operation.DIVIDE and view.unit(other).noun == noun for operation, other in users(view))


def _is_two(view: View, value: int) -> bool:
    return view.calc.fact(value).startswith("two: both")


def _is_rate_of(view: View, amount: int, count: int) -> bool:
    """True for an amount that is said for each of something, if the count may be a number of those."""
    rate, many = view.unit(amount), view.unit(count)
    if not rate.is_rate or rate.noun == rate.per or not _is_said_each(view, amount):
        return False
    step = view.calc.made.step(count)
    added = () if step is None or step.operation is not Operation.ADD else (step.left, step.right)
    if len(added) == 2 and rate.per in {view.unit(side).noun for side in added} != {rate.per}:
        return False  # 2 mittens for each girl, and boys and girls
    return not is_duration(rate.per) or many.noun == rate.per or (many.noun is None and bool(added))


def _is_said_each(view: View, value: int) -> bool:
    """True for "24 mangos in one box" and "a box has 24 mangos", where the text names one of those with the number."""
    number, per = view.calc.mention(value), view.unit(value).per
    if number is None or per is None:
        return per is not None and view.calc.operation(value) is Operation.DIVIDE
    after = view.passage.problem.text[view.passage.mentions[number].end :]
    if re.match(r"-|\s*(?:[a-z]+\s+)?(?:each|apiece)\b", after):
        return True
    one = singular(view.calc.noun(per)).split()[-1]
    at = view.passage.token_at(view.passage.mentions[number].start)
    said = " ".join(token.text for token in view.passage.problem.tokens[max(0, at - 6) : at + 9])
    return re.search(rf"\b(?:an?|each|every|per|one)\s+(?:\w+\s+)?{re.escape(one)}\b", said, re.IGNORECASE) is not None


def has_other_rate(view: View, rate: int) -> bool:
    """True where the text says another number for each of the same things: $6 a truck with 2 axles, $15 with 5."""
    number = view.calc.mention(rate)
    if number is None:
        return False
    unit, value = view.unit(rate), view.number(rate)
    others = ((view.unit_of(i), one.value) for i, one in enumerate(view.passage.mentions) if i != number)
    return any(other.per == unit.per and other.noun == unit.noun and said != value for other, said in others)


def _amount_first(view: View) -> tuple[int, int]:
    """The amount and the number of times: what is "each", money and measures, or what the result counts, come first."""
    for one, other in view.sides:
        number = view.calc.mention(one)
        end = None if number is None else view.passage.amount_span(number)[1]
        following = [] if end is None else view.passage.problem.tokens[view.passage.token_at(end) :][:2]
        is_each = [token.text.lower() for token in following[:1]] in (["each"], ["apiece"])
        if is_each and not any(token.tag in ("VBD", "VBZ", "VBP", "MD") for token in following[1:]):
            return one, other
        if _is_size(view, one):
            return one, other
    result = canonical(view.calc.unit_words(view.value))
    tests: tuple[Callable[[int, Unit], bool], ...] = (
        lambda _, unit: is_money(unit.noun) or is_points(unit.noun),
        lambda _, unit: is_measure(unit.noun) and not is_duration(unit.noun) and " " not in (unit.noun or ""),
        lambda _, unit: is_measure(unit.noun) and not is_duration(unit.noun),
        lambda _, unit: unit.noun is not None and unit.noun == result,
        lambda side, unit: unit.is_plain and not _is_each(view, side),
        lambda _, unit: unit.sort not in _TIMES,
    )
    for test in tests:
        fitting = [
            side
            for side in (view.left, view.right)
            if view.calc.sure[side] and not view.calc.fact(side) and test(side, view.unit(side))
        ]
        if len(fitting) == 1:
            amount, count = fitting[0], view.right if fitting[0] == view.left else view.left
            unit = view.unit(amount)
            is_bare = view.calc.mention(count) is not None and not view.calc.sure[count]
            is_bare = is_bare and _is_things(unit) and not is_points(unit.noun) and unit.noun != result
            return (count, amount) if is_bare else (amount, count)
    return (view.left, view.right) if view.calc.operation(view.left) is not None else (view.right, view.left)


def _is_size(view: View, value: int) -> bool:
    """True for the nine of "nine-bed rooms"."""
    number = view.calc.mention(value)
    return number is not None and view.passage.problem.text[view.passage.mentions[number].end :][:1] == "-"


def _is_each(view: View, value: int) -> bool:
    """True for things of which the text speaks one by one: "at every stage"."""
    one = view.calc.each(view.unit(value).noun).split()[-1]
    return re.search(rf"\b(?:each|every|per) {re.escape(one)}\b", view.passage.problem.text, re.I) is not None


def group_quote(view: View, value: int) -> str | None:
    """What the text says of the size of a group, as a quotation: "24 to a box", "four in each row"."""
    number = view.calc.mention(value)
    kind = None if number is None else view.passage.mentions[number].kind
    if number is None or kind not in (Kind.NUMBER, Kind.MULTIPLIER):
        return None
    text, start = view.passage.problem.text, view.passage.mentions[number].start
    found = (_TO_A if kind is Kind.NUMBER else _A_DAY).match(text, view.passage.mentions[number].end)
    if found is None:
        return None
    quote = " ".join(text[start : found.end()].split())
    return f"{quote[:1].lower()}{quote[1:]}"


def quotient_sentence(view: View) -> str:
    """What a quotient is for: groups of a size, or equal shares."""
    amount = view.amount(view.left) if view.unit(view.right).is_rate else rate_amount(view, view.left)
    count = view.figure(view.right)
    left, right = view.unit(view.left), view.unit(view.right)
    by = view.amount(view.right) if left.noun == right.noun or right.noun in lengths() else count
    said = fact_sentence(view.calc.fact(view.left), view.figure(view.left)) if left.is_rate else None
    if said is not None:
        return f"{said[:1].upper()}{said[1:]}, so divide {view.figure(view.left)} by {count}."
    quote = group_quote(view, view.right)
    if quote is not None:
        return f"It is {quote}, so divide {amount} by {count}."
    number = view.calc.mention(view.right)
    if number is not None and _ONE_IN.search(view.passage.problem.text[: view.passage.mentions[number].start]):
        return f"It is 1 in every {count}, so divide {amount} by {count}."
    if right.sort is Sort.TIMES and number is not None:
        be, often = view.be(view.left), "twice" if count == "2" else f"{count} times"
        said = f"{amount} {be} {often} the other number, so divide by {count}."
        told = view.so(view.right, f"divide {amount} by {count}", StepReason.TIMES_AS_MANY, said)
        return "" if told is None else told.sentence
    if (left.noun or "").startswith("square ") and right.noun in lengths():
        return f"The area is one side times the other, so divide {amount} by {by} to find the other side."
    aimed = view.to_find(f"divide {amount} by {by}")
    if aimed:
        return aimed
    words_ = view.calc.unit_words(view.value)
    result = None if words_ is None else canonical(words_.partition(" per ")[0].partition(" of ")[0].split()[-1])
    if _is_two(view, view.right):
        return f"Take half of {amount}: divide by 2."
    stuff = amount.partition(" of ")[2], by.partition(" of ")[2]
    if (
        left.noun is not None
        and left.noun == right.noun
        and is_measure(left.noun)
        and "" not in stuff
        and stuff[0] != stuff[1]
    ):
        one = view.calc.each(right.noun)
        return f"Divide {amount} by {count} to find how much {stuff[0]} there is for 1 {one} of {stuff[1]}."
    if left.noun is not None and left.noun == right.noun and view.is_sure and not right.is_guess:
        return f"Find how many times {by} {fit(view, view.right)} into {amount}: divide."
    if view.number(view.right).denominator > 1 or view.calc.operation(view.left) is Operation.LCM:
        return f"Find how many times {count} goes into {view.figure(view.left)}: divide."
    asks_each = bool(view.calc.asked_lemmas & _EACH) and view.is_answer
    is_size = _is_size(view, view.right)
    is_named = right.noun is not None and not right.is_guess and not is_money(right.noun) and not is_size
    is_named = is_named and view.calc.sure[view.right] and not view.calc.fact(view.right)
    is_common = view.calc.operation(view.right) is Operation.GCD
    is_shared = left.noun is not None and (left.noun == result or (result is None and asks_each))
    is_shared = is_shared and not (left.is_guess and (is_size or (right.noun is not None and not right.is_guess)))
    is_shared = (is_shared and not is_size) or (is_common and bool(view.calc.asked_lemmas & (_EACH | {"one"})))
    is_open = left.noun is None or (not view.calc.sure[view.left] and right.is_plain)
    if (is_named and is_open and not is_measure(right.noun) and right.noun not in (left.noun, result)) or is_shared:
        groups = " groups" if is_common else ""
        among = EQUAL.sub("", view.amount(view.right)) if is_named else f"{count}{groups}"
        over = "over" if is_duration(right.noun) else "among"
        return f"Share {amount} equally {over} {among}: divide."
    if result is not None and not is_measure(result) and not is_money(result):
        return f"Make groups of {count}: divide {amount} by {count}."
    is_whole = view.calc.operation(view.right) is Operation.ADD and result in (None, left.noun)
    if is_whole or is_measure(left.noun) or is_money(left.noun):
        return f"Split {amount} into {count} equal parts: divide."
    return f"Find how many times {count} goes into {view.figure(view.left)}: divide."


def fit(view: View, value: int) -> str:
    """ "fits" or "fit" for an amount."""
    noun = view.calc.noun(view.unit(value).noun or "")
    return "fits" if view.number(value) <= 1 or len(noun) <= 2 else "fit"
