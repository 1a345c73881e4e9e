"""Why a step adds or subtracts: what came and went, comparisons, wholes and parts, times of day."""

from __future__ import annotations

import re
from dataclasses import replace

from arithmetree.derivations import Constant, Operation
from arithmetree.explanation.passage import capital
from arithmetree.explanation.plain import asks_difference, difference_sentence, from_amount, sum_sentence, users
from arithmetree.explanation.reason import Reason, View
from arithmetree.explanation.units import Sort, is_measure, is_money, lengths
from arithmetree.quantities import Kind
from arithmetree.solution.reasons import StepReason
from arithmetree.storytelling import verb_classes
from arithmetree.views.amount_text import amount_text
from arithmetree.word_lists import words

_LESS = frozenset({"fewer", "less", "fewer than", "less than"})
_MORE = frozenset({"more", "fewer", "less"})
_LOWER = words("story", "less")
_THAN = re.compile(
    r"\s*(?:[a-z]+\s+){0,2}?(more|fewer|less|[a-z]+er)\s+(?:[a-z]+\s+){0,2}?than\s+[^.,;:?!\n]+", re.IGNORECASE
)
_MORE_AFTER = re.compile(
    r"\s*(?:[a-z]+\s+)?(more|fewer|less|(?:before|after)(?= (?:the|(?-i:[A-Z])))|(?!after\b)[a-z]+er)\b", re.IGNORECASE
)
_THEN = frozenset({"now", "then", "afterwards", "after"})


def total(view: View) -> Reason:
    """The first reason that the text gives for a sum."""
    checks = (
        *(_clock, _both_ends, _shares, _parts_of_ratio, _duration),
        *(_compared_back, _part, _came, _said_more, _stated),
    )
    found = next((reason for check in checks if (reason := check(view)) is not None), None)
    if found is not None:
        return found
    same = view.unit(view.left).noun == view.unit(view.right).noun and view.unit(view.left).is_plain
    kind = StepReason.PUT_TOGETHER if same or view.is_answer else StepReason.PLAIN
    return Reason(kind, sum_sentence(view, (view.left, view.right)))


def difference(view: View) -> Reason:
    """The first reason that the text gives for a difference."""
    checks = (
        *(_clock, _shares, _parts_of_ratio, _counted_twice, _compared_back),
        *(_part, _went, _said_more, _gaps, _asked_for, _stated),
    )
    found = next((reason for check in checks if (reason := check(view)) is not None), None)
    if found is not None:
        return found
    return Reason(StepReason.PLAIN, difference_sentence(view))


def _clock(view: View) -> Reason | None:
    """Times of day and years: 7:15 and 40 minutes later, 1998 and 221 years later."""
    sorts = view.unit(view.left).sort, view.unit(view.right).sort
    left, right = view.amount(view.left), view.amount(view.right)
    way, sign = ("on", "+") if view.operation is Operation.ADD else ("back", "−")
    if sorts == (Sort.CLOCK, Sort.CLOCK):
        whole = amount_text(view.number(view.value), "minutes", replace(view.calc.style, hours_and_minutes=True))
        lengths_ = dict.fromkeys((whole, view.amount(view.value))) if " h" in whole else (view.amount(view.value),)
        shown = " = ".join((f"from {right} to {left}", *lengths_))
        return Reason(StepReason.CLOCK, f"Count the time from {right} to {left}.", shown=shown)
    if Sort.CLOCK not in sorts:
        is_year = sorts[0] is Sort.YEAR is not sorts[1]
        return Reason(StepReason.CLOCK, f"Count {way} {right} from {left}.") if is_year else None
    time, duration = (view.left, view.right) if sorts[0] is Sort.CLOCK else (view.right, view.left)
    is_worked_out = view.calc.operation(duration) is not None
    style = replace(view.calc.style, hours_and_minutes=True) if is_worked_out else view.calc.style
    by, start = amount_text(view.number(duration), view.calc.noun("minute"), style), view.amount(time)
    shown = f"{start} {sign} {by} = {view.amount(view.value)}"
    return Reason(StepReason.CLOCK, f"Count {way} {by} from {start}.", shown=shown)


def _is_one(view: View, value: int) -> bool:
    leaf = view.calc.made.leaves[value] if value < len(view.calc.made.leaves) else None
    if isinstance(leaf, Constant):
        return leaf.value == 1
    number = view.calc.mention(value)
    return number is not None and view.passage.mentions[number].kind is Kind.ORDINAL and view.number(value) == 1


def _both_ends(view: View) -> Reason | None:
    """From 9 to 27 there are 27 - 9 + 1; along 65 m with a post every 5 m there are 65 / 5 + 1."""
    if not _is_one(view, view.right):
        return None
    below = view.calc.operation(view.left)
    if below is Operation.SUBTRACT:
        return Reason(StepReason.BOTH_ENDS, "The first and the last both count, so add 1.")
    if below in (Operation.DIVIDE, Operation.QUOTIENT):
        return Reason(StepReason.BOTH_ENDS, "There is one at the start too, so add 1.")
    return Reason(StepReason.PLAIN, f"Besides {view.amount(view.left)} there is one more, so add 1.")


def _shares(view: View) -> Reason | None:
    """1 - 1/4, 100% - 15%, 1/3 + 2/5."""
    if view.unit(view.value).sort is not Sort.SHARE:
        return None
    left, right = (_in_digits(view, side) for side in (view.left, view.right))
    whole = "100%" if "%" in left + right else "1"
    sign = "+" if view.operation is Operation.ADD else "−"
    shown = f"{left} {sign} {right} = {view.calc.share(view.value)}"
    kind = StepReason.PER_CENT if "%" in left + right else StepReason.PART_OF_WHOLE
    if view.number(view.left) == 1 and view.operation is Operation.SUBTRACT:
        return Reason(kind, f"The whole is {whole}, so the rest is {whole} less {right}.", shown=shown)
    if view.number(view.left) == 1:
        return Reason(kind, f"The old amount is {whole}, and {right} is added to it.", shown=shown)
    do = f"add {left} and {right}" if view.operation is Operation.ADD else f"subtract {right} from {left}"
    is_rest = view.operation is Operation.SUBTRACT and view.calc.operation(view.left) is Operation.SUBTRACT
    return Reason(kind, view.to_find(do, f"To find the rest, {do}." if is_rest else f"{capital(do)}."), shown=shown)


def _in_digits(view: View, value: int) -> str:
    """A share in a line: 1/3 for "a third"."""
    said = view.calc.share(value)
    return said if any(map(str.isdigit, said)) else str(view.number(value))


def _parts_of_ratio(view: View) -> Reason | None:
    """3 + 5 parts in all, 5 - 3 parts more."""
    if not view.unit(view.left).sort is view.unit(view.right).sort is Sort.PART:
        return None
    left, right = view.figure(view.left), view.figure(view.right)
    count = view.figure(view.value)
    sign = "+" if view.operation is Operation.ADD else "−"
    line = f"{left} {sign} {right} = {count} {'part' if count == '1' else 'parts'}"
    if view.operation is Operation.ADD:
        return Reason(StepReason.RATIO, f"Add the parts of the ratio: {left} and {right}.", shown=line)
    return Reason(StepReason.RATIO, f"Find how many parts more: subtract {right} from {left}.", shown=line)


def _duration(view: View) -> Reason | None:
    """The 5 hours and the 25 minutes of "5 hours 25 minutes"."""
    number = view.calc.mention(view.right)
    step = view.calc.made.step(view.left)
    if number is None or step is None or not is_measure(view.unit(view.right).noun):
        return None
    below = [view.calc.mention(side) for side in (step.left, step.right)]
    hours = next((one for one in below if one is not None), None)
    if step.operation is not Operation.MULTIPLY or hours is None:
        return None
    start, end = view.passage.mentions[hours].start, view.passage.amount_span(number)[1]
    if not 0 < view.passage.mentions[number].start - view.passage.mentions[hours].end < 15:
        return None
    text = " ".join(view.passage.problem.text[start:end].split())
    return Reason(StepReason.CONVERSION, f"The whole amount is {text}, so add the {view.amount(view.right)}.")


def _compared_back(view: View) -> Reason | None:
    """ "40 beads, 15 more than Lucas": what the text says of one is undone for the other."""
    number = view.calc.mention(view.right)
    said = None if number is None else _THAN.match(view.passage.problem.text, view.passage.amount_span(number)[1])
    said = said or (
        None if number is None else _THAN.match(view.passage.problem.text, view.passage.mentions[number].end)
    )
    if number is None or said is None or view.passage.mentions[number].kind is Kind.MULTIPLIER:
        return None
    is_sized = is_measure(view.unit(view.right).noun) or is_money(view.unit(view.right).noun)
    if (said[1].lower() not in ("more", "fewer", "less") and not is_sized) or "(" in said[0]:
        return None  # "14 dogs slower than him" are so many dogs
    is_less = said[1].lower() in _LOWER
    if is_less is not (view.operation is Operation.ADD) or _comes_after(view, number, view.left):
        return None
    start, end = view.passage.mentions[number].start, said.end()
    start -= view.passage.problem.text[:start].endswith(("$", "£", "€"))
    quote = " ".join(view.passage.problem.text[start:end].split())
    kind = StepReason.FEWER_THAN if is_less else StepReason.MORE_THAN
    base, count = view.amount(view.left), view.bare(view.right)
    do = f"add {count}" if is_less else f"subtract {count}"
    if view.is_answer and not is_sized:
        do = f"{do} {'to' if is_less else 'from'} {base}"
        return Reason(
            kind, f"{capital(base)} {view.be(view.left)} {count} {said[1]} than the number asked for, so {do}."
        )
    return Reason(kind, f"{capital(base)} {view.be(view.left)} {quote}, so {do}.", ((start, end),))


def _comes_after(view: View, number: int, value: int) -> bool:
    """True where a number of the text comes before all numbers of a value."""
    return all(view.passage.mentions[one].start > view.passage.mentions[number].start
               for one in view.calc.leaves_of(value))  # fmt: skip


def _said_more(view: View) -> Reason | None:
    """ "8 plates more", "10 bowls fewer", "4 km before the inn"."""
    down = view.operation is Operation.SUBTRACT
    for base, more in ((view.left, view.right),) if down else ((view.left, view.right), (view.right, view.left)):
        number = view.calc.mention(more)
        kinds = (Kind.NUMBER, Kind.MONEY)
        if number is None or view.passage.mentions[number].kind not in kinds or view.passage.asks_start:
            continue
        text, start = view.passage.problem.text, view.passage.mentions[number].end
        said = _MORE_AFTER.match(text, start) or _MORE_AFTER.match(text, view.passage.amount_span(number)[1])
        word = "" if said is None else said[1].lower()
        sized = words("story", "asks", "difference") | _LOWER | {"before", "after"}
        is_sized = is_measure(view.unit(more).noun) or is_money(view.unit(more).noun)
        is_known = word in ("more", "fewer", "less") or (is_sized and word in sized)
        is_old = more == view.left and word not in ("before", "after")
        if not is_known or is_old or (word in _LOWER | {"before", "earlier"}) is not down:
            continue
        do, count = "subtract" if down else "add", view.bare(more)
        whole = f"{do} {count} {'from' if down else 'to'} {view.amount(base)}"
        than = word if word in _MORE else "less" if down else "more"
        quote = view.quote(more, _THAN)
        because = f"{quote}, so {whole}" if quote else f"{count} {than} than {view.amount(base)}, so {do} {count}"
        return view.so(more, whole, StepReason.FEWER_THAN if down else StepReason.MORE_THAN, f"It is {because}.")
    return None


def _counted_twice(view: View) -> Reason | None:
    """Two groups with some in both: the sum counts these twice."""
    step = view.calc.made.step(view.left)
    both = view.passage.find(("both",))
    if step is None or step.operation is not Operation.ADD or both is None:
        return None
    number = view.calc.mention(view.right)
    if number is not None and view.passage.near(number, ("both",), before=8, after=8) is not None:
        because = f"Those in both groups were counted twice, so subtract {view.bare(view.right)} once."
        return Reason(StepReason.TOOK_AWAY, because, (both,))
    if (
        view.is_answer
        and "both" in view.asked
        and view.number(view.right) >= max(map(view.number, (step.left, step.right)))
    ):
        because = f"Those in both groups were counted twice, so subtract {from_amount(view)}."
        return Reason(StepReason.HOW_MANY_MORE, because, (both,))
    return None


def _stated(view: View) -> Reason | None:
    """What the text says of a number that comes after the other one: "90 never turned up"."""
    number = view.calc.mention(view.right)
    if number is None or view.passage.asks_start or view.passage.schemas[number] is None:
        return None
    if _comes_after(view, number, view.left) or (view.unit(view.right).is_rate and view.unit(view.left).is_rate):
        return None
    is_compared = asks_difference(view)
    left, right = view.unit(view.left).noun, view.unit(view.right)
    down = view.operation is Operation.SUBTRACT
    is_state = set(_verb_of(view, view.right)) & words("story", "effects", "state")
    if (down and is_compared and is_state) or (
        right.noun is not None and left is not None and right.noun != left and not right.is_guess
    ):
        return None
    asks_total = view.is_answer and view.asked & words("story", "asks", "total")
    asks_total = asks_total or view.calc.asked_lemmas & words("explanation", "average", "words")
    is_then = bool(view.calc.asked_lemmas & _THEN) and not is_state
    if not down and (asks_total or (view.calc.mention(view.left) is not None and not is_then)):
        return None  # two amounts side by side
    do = f"{'subtract' if down else 'add'} {view.bare(view.right)} {'from' if down else 'to'} {view.amount(view.left)}"
    return view.so(view.right, do, StepReason.TOOK_AWAY if down else StepReason.PUT_TOGETHER)


def _gaps(view: View) -> Reason | None:
    """From the first to the last of 21 posts there are 20 gaps of 1.5 m."""
    is_length = any(
        operation is Operation.MULTIPLY and view.unit(other).noun in lengths() for operation, other in users(view)
    )
    if not is_length or not _is_one(view, view.right) or view.calc.mention(view.left) is None:
        return None
    things, count = view.amount(view.left), view.figure(view.value)
    because = f"Between the first and the last of {things} there are {count} gaps, so subtract 1."
    return Reason(StepReason.BOTH_ENDS, because, shown=f"{view.figure(view.left)} − 1 = {count}")


def _asked_for(view: View) -> Reason | None:
    """What the question asks for, in its words."""
    if not view.is_answer:
        return None
    do = f"subtract {from_amount(view)}"
    if view.asked & words("story", "asks", "difference") or (_MORE & view.asked and "other" not in view.asked):
        return Reason(StepReason.HOW_MANY_MORE, view.to_find(do, f"To find the difference, {do}."))
    gains = sorted(view.asked & {"change", "profit"})
    stays = gains or view.asked & words("explanation", "stays", "asked")
    said = view.to_find(do, f"To find the {gains[0]}, {do}." if gains else "")
    return Reason(StepReason.WHAT_IS_LEFT if stays else StepReason.MISSING_PART, said) if said else None


def _is_part_of(view: View, part: int, whole: int) -> bool:
    """True for a share of the other operand: the 20 of 80 - 80 x 25%."""
    step = view.calc.made.step(part)
    if step is None or step.operation is not Operation.MULTIPLY:
        return False
    shares = [side for side in (step.left, step.right) if view.unit(side).sort is Sort.SHARE]
    return bool(shares) and whole in (step.left, step.right)


def _part(view: View) -> Reason | None:
    """A share of an amount that is added to it or taken off."""
    if not _is_part_of(view, view.right, view.left):
        return None
    part, whole = view.amount(view.right), view.amount(view.left)
    is_per_cent = any(view.passage.mentions[one].kind is Kind.PERCENT for one in view.calc.leaves_of(view.right))
    if view.operation is Operation.ADD:
        kind = StepReason.PER_CENT if is_per_cent else StepReason.PUT_TOGETHER
        return Reason(kind, view.to_find(f"add {part} to {whole}", f"Add the {part} to {whole}."))
    is_price = is_per_cent and is_money(view.unit(view.left).noun)
    otherwise = f"Take {part} off {whole}." if is_price else f"To find the rest, subtract {part} from {whole}."
    kind = StepReason.PER_CENT if is_price else StepReason.WHAT_IS_LEFT
    return Reason(kind, view.to_find(f"subtract {part} from {whole}", otherwise))


def _verb_of(view: View, value: int) -> tuple[str, ...]:
    """The classes of the verb of a number; of several numbers none, as their verbs may differ."""
    number = view.calc.mention(value)
    schema = None if number is None else view.passage.schemas[number]
    return () if schema is None or schema.comparison is not None else verb_classes(schema.verb)


def _came(view: View) -> Reason | None:
    """Something arrives, is bought, found, made."""
    gain = words("story", "effects", "gain")
    later, earlier = view.right, view.left
    gained = bool(set(_verb_of(view, later)) & gain) and not set(_verb_of(view, earlier)) & gain
    gained = gained and "see" not in _verb_of(view, later)
    number = view.calc.mention(later)
    more = words("explanation", "added", "words")
    schema = None if number is None else view.passage.schemas[number]
    is_compared = schema is not None and schema.comparison is not None
    is_more = number is not None and view.passage.near(number, more, before=1, after=1) is not None and not is_compared
    if (not gained and not is_more) or (gained and view.passage.asks_start):
        return None
    return view.so(later, f"add {view.bare(later)} to {view.amount(earlier)}", StepReason.CAME_IN)


def _went(view: View) -> Reason | None:
    """Something is given away, used up, sold, lost."""
    gone = words("story", "effects", "loss") | words("story", "effects", "transfer")
    classes = set(_verb_of(view, view.right))
    number = view.calc.mention(view.right)
    if number is None or not classes & gone or set(_verb_of(view, view.left)) & gone or view.passage.asks_start:
        return None
    if view.is_answer and view.asked & (words("story", "asks", "compared") | words("story", "asks", "difference")):
        return None
    do = f"subtract {view.bare(view.right)} from {view.amount(view.left)}"
    schema = view.passage.schemas[number]
    stayed = schema is not None and schema.verb == "leave" and view.passage.near(number, ("left",)) is not None
    return view.so(view.right, do, StepReason.MISSING_PART if stayed else StepReason.TOOK_AWAY)
