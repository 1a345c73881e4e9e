"""Why a step adds or subtracts: what came and went, comparisons, wholes and parts, times of day."""

from __future__ import annotations

import re
from dataclasses import replace

from arithmetree.derivations import Constant, Operation
from arithmetree.explanation.passage import capital
from arithmetree.explanation.plain import (
    asks_difference,
    difference_sentence,
    from_amount,
    listed_amounts,
    sum_sentence,
)
from arithmetree.explanation.reason import Reason, View
from arithmetree.explanation.units import Sort, is_measure, is_money, lengths
from arithmetree.quantities import Kind
from arithmetree.solution.reasons import StepReason
from arithmetree.storytelling import verb_classes
from arithmetree.views.amount_text import amount_text
from arithmetree.word_lists import words

_LESS = frozenset({"fewer", "less", "fewer than", "less than"})
_LONGEST_QUOTE = 60
_MORE = frozenset({"more", "fewer", "less"})
_LOWER = words("story", "less")
_THAN = re.compile(
    r"\s*(?:[a-z]+\s+){0,2}?(more|fewer|less|[a-z]+er)\s+(?:[a-z]+\s+){0,2}?than\s+[^.,;:?!]+", re.IGNORECASE
)
_MORE_AFTER = re.compile(
    r"\s*(?:[a-z]+\s+)?(more|fewer|less|(?:before|after)(?= (?:the|(?-i:[A-Z])))|(?!after\b)[a-z]+er)\b", re.IGNORECASE
)
_STARTS = words("explanation", "backwards", "sure")
_THEN = frozenset({"now", "then", "afterwards", "after"})


def total(view: View) -> Reason:
    """The first reason that the text gives for a sum."""
    checks = (
        _clock,
        _both_ends,
        _shares,
        _parts_of_ratio,
        _temperature,
        _duration,
        _years,
        _compared,
        _compared_back,
        _part_added,
        _back_to_start,
        _came,
        _said_more,
        _stated,
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
        _clock,
        _shares,
        _parts_of_ratio,
        _temperature,
        _years,
        _counted_twice,
        _compared,
        _compared_back,
        _part_off,
        _back_to_start,
        _went,
        _said_more,
        _gaps,
        _asked_for,
        _stated,
    )
    found = next((reason for check in checks if (reason := check(view)) is not None), None)
    if found is not None:
        return found
    return Reason(StepReason.PLAIN, difference_sentence(view))


def _clock(view: View) -> Reason | None:
    sorts = view.unit(view.left).sort, view.unit(view.right).sort
    if Sort.CLOCK not in sorts:
        return None
    left, right = view.amount(view.left), view.amount(view.right)
    if sorts == (Sort.CLOCK, Sort.CLOCK):
        if view.operation is not Operation.SUBTRACT:
            return None
        return Reason(StepReason.CLOCK, f"Count the time from {right} to {left}.", shown=_from_to(view))
    if sorts[0] is not Sort.CLOCK:
        left, right = right, left
    duration = view.right if sorts[0] is Sort.CLOCK else view.left
    if view.number(duration) == 1440:
        return Reason(StepReason.CLOCK, "That is on the next day, so add the 24 hours of a day.")
    is_worked_out = view.calc.operation(duration) is not None
    style = replace(view.calc.style, hours_and_minutes=True) if is_worked_out else view.calc.style
    right = amount_text(view.number(duration), view.calc.noun("minute"), style)
    if view.operation is Operation.ADD:
        return Reason(StepReason.CLOCK, f"Count on {right} from {left}.", shown=_moved(view, left, right, "+"))
    return Reason(StepReason.CLOCK, f"Count back {right} from {left}.", shown=_moved(view, left, right, "−"))


def _from_to(view: View) -> str:
    return f"from {view.amount(view.right)} to {view.amount(view.left)} = {view.amount(view.value)}"


def _moved(view: View, time: str, duration: str, sign: str) -> str:
    return f"{time} {sign} {duration} = {view.amount(view.value)}"


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
    return Reason(StepReason.PLAIN, f"Add 1 to {view.amount(view.left)}.")


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
    verb = "Add" if view.operation is Operation.ADD else "Subtract"
    order = f"{left} and {right}" if verb == "Add" else f"{right} from {left}"
    because = (
        f"Add the shares: {order}." if verb == "Add" else f"Take away the share of {right} too: subtract from {left}."
    )
    return Reason(kind, because, shown=shown)


def _in_digits(view: View, value: int) -> str:
    """A share in a line: 1/3 for "a third"."""
    said = view.calc.share(value)
    return said if any(map(str.isdigit, said)) else str(view.number(value))


def _years(view: View) -> Reason | None:
    """1998 and 221 years later."""
    year, other = (view.left, view.right) if view.unit(view.left).sort is Sort.YEAR else (view.right, view.left)
    if view.unit(year).sort is not Sort.YEAR or view.unit(other).sort is Sort.YEAR or year != view.left:
        return None
    on = "on" if view.operation is Operation.ADD else "back"
    return Reason(StepReason.CLOCK, f"Count {on} {view.amount(other)} from {view.amount(year)}.")


def _temperature(view: View) -> Reason | None:
    """ "By night it fell by 9 degrees": nothing is taken away, it goes down."""
    number = view.calc.mention(view.right)
    if number is None or not view.unit(view.left).noun == view.unit(view.right).noun == "degree":
        return None
    down = view.operation is Operation.SUBTRACT
    group = "down" if down else "up"
    if view.passage.near(number, words("explanation", "temperature", group), before=6, after=4) is None:
        return None
    do = f"go {group} {view.amount(view.right)} from {view.amount(view.left)}"
    return view.so(view.right, do, StepReason.TOOK_AWAY if down else StepReason.CAME_IN, f"{capital(do)}.")


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


def _compared(view: View) -> Reason | None:
    """ "35 more than Fergus", "18 less than me"."""
    for other, base in ((view.right, view.left), (view.left, view.right)):
        number = view.calc.mention(other)
        schema = None if number is None else view.passage.schemas[number]
        if schema is None or schema.comparison is None or schema.quantity.kind is Kind.MULTIPLIER:
            continue
        if "as" in schema.comparison.words.split() or (other != view.right and view.operation is Operation.SUBTRACT):
            continue
        is_less = schema.comparison.words in _LESS
        down = view.operation is Operation.SUBTRACT
        if is_less is not down or (not is_less and schema.comparison.target is None):
            continue
        do = (
            f"subtract {view.bare(other)} from {view.amount(base)}"
            if down
            else f"add {view.bare(other)} to {view.amount(base)}"
        )
        return view.so(other, do, StepReason.FEWER_THAN if down else StepReason.MORE_THAN)
    return None


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
    if len(quote) > _LONGEST_QUOTE:
        return None
    kind = StepReason.FEWER_THAN if is_less else StepReason.MORE_THAN
    base, count = view.amount(view.left), view.bare(view.right)
    target = quote.rpartition("than ")[2]
    if target.isalpha() and target[:1].isupper():
        does = f"more for {target}, so add {count} to" if is_less else f"fewer for {target}, so subtract {count} from"
        return Reason(kind, f'"{quote}" means {count} {does} {base}.', ((start, end),))
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
        do = f"{'subtract' if down else 'add'} {view.bare(more)} {'from' if down else 'to'} {view.amount(base)}"
        kind = StepReason.FEWER_THAN if down else StepReason.MORE_THAN
        return view.so(more, do, kind, f"It is {view.bare(more)} {word}, so {do}.")
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
        because = (
            f"Those in both groups were counted twice, so the answer is what is more than {view.amount(view.right)}."
        )
        return Reason(StepReason.HOW_MANY_MORE, because, (both,))
    return None


def _back_to_start(view: View) -> Reason | None:
    """The question goes back to the start, so that what came is taken away and what went is put back."""
    compared = words("story", "asks", "than") | words("story", "asks", "compared")
    if not view.passage.asks_start or view.unit(view.value).sort is Sort.SHARE or view.calc.asked_lemmas & compared:
        return None
    adds = view.operation is Operation.ADD
    if view.calc.asked_lemmas & _STARTS and {view.calc.mention(view.left), view.calc.mention(view.right)} != {None}:
        do = (
            f"add {listed_amounts([view.amount(view.left), view.amount(view.right)])}"
            if adds
            else f"subtract {from_amount(view)}"
        )
        said = view.to_find(do, f"To get back to the start, {do}.")
        return Reason(StepReason.CAME_IN if adds else StepReason.TOOK_AWAY, said)
    changed = words("story", "effects", "loss") | words("story", "effects", "transfer")
    changed = changed if adds else words("story", "effects", "gain")
    sides = (view.right, view.left) if adds else (view.right,)
    for side in sides:
        numbers = view.calc.leaves_of(side)
        schemas = [view.passage.schemas[number] for number in numbers]
        classes = {name for one in schemas if one is not None for name in verb_classes(one.verb)}
        is_changed = bool(classes & changed) or (not adds and any(_is_more_at(view, number) for number in numbers))
        if is_changed:
            other = view.left if side == view.right else view.right
            done = f"add {view.amount(side)} to {view.amount(other)}" if adds else f"subtract {from_amount(view)}"
            said = view.to_find(done, f"To get back to the start, {done}.")
            return Reason(StepReason.CAME_IN if adds else StepReason.TOOK_AWAY, said)
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
    is_then = bool(view.calc.asked_lemmas & _THEN) and not is_state
    if not down and (asks_total or (view.calc.mention(view.left) is not None and not is_then)):
        return None  # two amounts side by side
    do = f"{'subtract' if down else 'add'} {view.bare(view.right)} {'from' if down else 'to'} {view.amount(view.left)}"
    return view.so(view.right, do, StepReason.TOOK_AWAY if down else StepReason.PUT_TOGETHER)


def _gaps(view: View) -> Reason | None:
    """From the first to the last of 21 posts there are 20 gaps of 1.5 m."""
    number = view.calc.mention(view.left)
    unit = view.unit(view.left)
    if number is None or not _is_one(view, view.right) or not unit.is_plain or not view.calc.sure[view.left]:
        return None
    for step in view.calc.made.steps:
        other = step.right if step.left == view.value else step.left
        is_length = step.operation is Operation.MULTIPLY and view.unit(other).noun in lengths()
        if view.value in (step.left, step.right) and is_length and not is_measure(unit.noun):
            count = view.figure(view.value)
            line = f"{view.figure(view.left)} − 1 = {count}"
            because = (
                f"Between the first and the last of {view.amount(view.left)} there are {count} gaps, so subtract 1."
            )
            return Reason(StepReason.BOTH_ENDS, because, shown=line)
    return None


def _asked_for(view: View) -> Reason | None:
    """What the question asks for, in its words."""
    if not view.is_answer:
        return None
    do = f"subtract {from_amount(view)}"
    if view.asked & words("story", "asks", "difference") or (_MORE & view.asked and "other" not in view.asked):
        return Reason(StepReason.HOW_MANY_MORE, view.to_find(do, f"To find the difference, {do}."))
    stays = view.asked & (words("explanation", "stays", "asked") | {"change", "profit"})
    said = view.to_find(do)
    return Reason(StepReason.WHAT_IS_LEFT if stays else StepReason.MISSING_PART, said) if said else None


def _is_part_of(view: View, part: int, whole: int) -> bool:
    """True for a share of the other operand: the 20 of 80 - 80 x 25%."""
    step = view.calc.made.step(part)
    if step is None or step.operation is not Operation.MULTIPLY:
        return False
    shares = [side for side in (step.left, step.right) if view.unit(side).sort is Sort.SHARE]
    return bool(shares) and whole in (step.left, step.right)


def _per_cent(view: View, part: int) -> str | None:
    step = view.calc.made.step(part)
    assert step is not None
    shares = [view.calc.share(side) for side in (step.left, step.right) if view.unit(side).sort is Sort.SHARE]
    return shares[0] if shares and "%" in shares[0] else None


def _part_added(view: View) -> Reason | None:
    if not _is_part_of(view, view.right, view.left):
        return None
    part, whole = view.amount(view.right), view.amount(view.left)
    kind = StepReason.PER_CENT if _per_cent(view, view.right) else StepReason.PUT_TOGETHER
    otherwise = f"The {part} {view.comes(view.right)} on top of {whole}, so add."
    return Reason(kind, view.to_find(f"add {part} to {whole}", otherwise))


def _part_off(view: View) -> Reason | None:
    if not _is_part_of(view, view.right, view.left):
        return None
    part, whole = view.amount(view.right), view.amount(view.left)
    is_price = _per_cent(view, view.right) is not None and is_money(view.unit(view.left).noun)
    comes_off = f"The {part} comes off the {whole}, so subtract."
    otherwise = comes_off if is_price else f"To find the rest, subtract {part} from {whole}."
    kind = StepReason.PER_CENT if is_price else StepReason.WHAT_IS_LEFT
    return Reason(kind, view.to_find(f"subtract {part} from {whole}", otherwise))


def _verb_of(view: View, value: int) -> tuple[str, ...]:
    """The classes of the verb of a number; of several numbers none, as their verbs may differ."""
    number = view.calc.mention(value)
    schema = None if number is None else view.passage.schemas[number]
    return () if schema is None or schema.comparison is not None else verb_classes(schema.verb)


def _is_more(view: View, value: int) -> bool:
    number = view.calc.mention(value)
    return number is not None and _is_more_at(view, number)


def _is_more_at(view: View, number: int) -> bool:
    return view.passage.near(number, words("explanation", "added", "words"), before=1, after=1) is not None


def _came(view: View) -> Reason | None:
    """Something arrives, is bought, found, made."""
    gain = words("story", "effects", "gain")
    later, earlier = view.right, view.left
    gained = bool(set(_verb_of(view, later)) & gain) and not set(_verb_of(view, earlier)) & gain
    gained = gained and "see" not in _verb_of(view, later)
    if (not gained and not _is_more(view, later)) or (gained and view.passage.asks_start):
        return None
    if set(_verb_of(view, later)) & words("story", "effects", "loss"):
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
