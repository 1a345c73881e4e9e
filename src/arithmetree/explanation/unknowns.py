"""What the unknowns of equations count, and what each of them is in the words of the text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from arithmetree.derivations import Operation, Unknown
from arithmetree.explanation.calculation import Calculation
from arithmetree.explanation.passage import running
from arithmetree.explanation.units import Sort, canonical, is_duration, is_measure, is_money, is_points
from arithmetree.facts import facts_by_word
from arithmetree.morphology import noun_lemma
from arithmetree.schemas import Token
from arithmetree.views.amount_text import amount_text
from arithmetree.views.inflection import plural
from arithmetree.word_lists import words

_WHAT_IS = re.compile(
    r"(?:what(?: is| was|'s|’s|s)|find|calculate|work out) ((?:the|his|her|my|their) [^?.,;]+)", re.IGNORECASE
)
_MEASURE_OF = re.compile(
    r"how many ([a-z]+ of [\w% -]{3,30}?) (?:are|is|were|was|does|do|did|must|should|has|have|go|can|will)\b",
    re.IGNORECASE,
)
_LONGEST = 8
"""Words of a question that are repeated."""
_THAN_THE = re.compile(
    r"[^.,;?!]{0,25}?\b(?:than|as \w+ as)\s+the\s+(first|second|third|smaller|smallest|other)\b(?:\s+([a-z]+))?",
    re.IGNORECASE,
)
_SECOND = re.compile(r"\b(?:first|second|third|one)\s+([a-z]+)\s+(?:is|was|are|has|weighs|costs)\b", re.IGNORECASE)
_OPPOSITES = {"the larger number": "the smaller number", "the smaller number": "the larger number"}
_SIZES = {"wide": "width", "long": "length", "high": "height", "tall": "height", "deep": "depth", "heavy": "weight"}
_COMPARED = {**_SIZES, "longer": "length", "wider": "width", "higher": "height", "taller": "height",
             "deeper": "depth", "heavier": "weight", "old": "age", "older": "age", "younger": "age"}  # fmt: skip
_OF_AGES = re.compile(r"\b(?:older|younger|ages?|yrs|(?:years?|how|as) old)\b", re.IGNORECASE)  # but not old pianos
_FLOW = re.compile(r"the speed of the (wind|current|stream|river)")
_DOES = re.compile(r"\b(?:did|does|do|has|had) ([A-Z][a-z]+)\b")
_MORE_THAN = re.compile(r"how many more ([a-z]+(?: [a-z]+)?) than ([a-z]+(?: [a-z]+)?) (?:are|were|do|did)\b", re.I)
_OF_THE = re.compile(r"\s+of (?:all )?(?:the|his|her|their|its|my|our) ([a-z]+s)\b")
_MOVING = re.compile(r"\b(wind|current|stream)\b", re.IGNORECASE)
_OWNERS = {"he": "his", "she": "her", "they": "their", "it": "its", "i": "my"}


def meanings(calc: Calculation) -> dict[str, str]:
    """What each unknown is, by its name; without those for which the text has no words."""
    found = {name: said for name in _names(calc) if (said := _asked(calc, name)) is not None}
    for name in _names(calc):
        if name not in found:
            checks = (
                *(_by_times, _by_points, _by_thing, _by_rate, _by_size),
                *(_by_comparison, _by_price, _by_share),
            )
            said = next((said for check in checks if (said := check(calc, name)) is not None), None)
            if said is not None:
                found[name] = said
    for name in _names(calc):
        if name not in found:
            later = (
                _by_flow(calc, found),
                _by_pair(calc, name, found),
                _by_fact(calc, name),
                _by_rest(calc, name, found),
            )
            said = next((one for one in later if one is not None), None)
            if said is not None:
                found[name] = said
    # Two letters with the same words would say nothing.
    return {name: said for name, said in found.items() if list(found.values()).count(said) == 1}


def _names(calc: Calculation) -> list[str]:
    return [one.name for one in calc.made.unknowns]


def _asked(calc: Calculation, name: str) -> str | None:
    """What the question asks for, in its own words."""
    asked = calc.asked(calc.made.leaves.index(Unknown(name)))
    if asked is None:
        return None
    if asked.noun is not None and asked.head is not None and asked.head != "times":
        counted = asked.phrase or asked.noun
        of = _MEASURE_OF.match(" ".join(calc.passage.problem.text[asked.span[0] : asked.span[1]].split()))
        if of is not None and is_measure(canonical(asked.head)):
            return f"the number of {of[1]}"
        who = _DOES.search(calc.passage.problem.text[asked.span[0] : asked.span[1]])
        if counted == _whole_noun(calc, name):
            return None if who is None else _owned(counted, who[1])
        priced = _by_price(calc, name)
        if priced is not None:
            return priced  # "the number of baskets per boy"
        # Where other letters or numbers count the same things, "the number of people" may be any people of the text.
        others = [unit.noun for value, unit in enumerate(calc.units) if value != calc.made.leaves.index(Unknown(name))]
        is_clear = counted != asked.noun or canonical(asked.head) not in {*others, "person"}
        if who is not None and not is_clear:
            return _owned(counted, who[1])
        return f"the number of {counted}{'' if is_clear else ' that the question asks for'}"
    text = " ".join(calc.passage.problem.text[asked.span[0] : asked.span[1]].split())
    said = _WHAT_IS.match(text)
    if said is not None and len(said[1].split()) <= _LONGEST:
        return said[1].strip()
    age = re.match(r"how old (?:is|was|are) ((?:(?:the|my|his|her|their|our) )?(?:\w+ )?\w+)\W*$", text, re.IGNORECASE)
    if age is not None:
        owner = _OWNERS.get(age[1].lower()) or (f"{age[1]}'s" if " " in age[1] or age[1][0].isupper() else None)
        return None if owner is None else f"{owner} age"
    size = re.match(
        r"how (wide|long|high|tall|deep|heavy) (?:is|was|are) (it|the [\w -]+|an? [\w -]+|each [\w -]+)\W*$",
        text,
        re.IGNORECASE,
    )
    if size is not None:
        noun = _SIZES[size[1].lower()]
        return f"its {noun}" if size[2].lower() == "it" else f"the {noun} of {size[2]}"
    held = re.match(r"(?:what|how much) (does|do) (the [\w -]+|an? [\w -]+|[A-Z]\w+) (\w+)\W*$", text, re.IGNORECASE)
    if held is not None and held[3].lower() != "cost":
        verb = held[3].lower()
        ending = "" if held[1].lower() == "do" else "es" if verb.endswith(("s", "sh", "ch", "x", "o")) else "s"
        return f"what {held[2]} {verb}{ending}"
    price = re.match(
        r"(?:what|how much) (?:does|did|do|is|are) ((?:an?|one|the|each) [\w -]+?) costs?\W*$", text, re.IGNORECASE
    )
    return None if price is None else f"the price of {price[1]}"


def _owned(things: str, who: str) -> str:
    """ "The number of Ayo's masks", "the number of hours for Piet"."""
    if is_measure(canonical(things.split()[-1])):
        return f"the number of {things} for {'me' if who == 'my' else who}"
    return f"the number of {who if who == 'my' else who + chr(39) + 's'} {things}"


def _uses(calc: Calculation, name: str) -> Iterator[tuple[Operation, int, bool]]:
    """The operations on an unknown itself, with the other operand and whether the unknown is the left one."""
    value = calc.made.leaves.index(Unknown(name))
    for step in calc.made.steps:
        if step.left == value:
            yield step.operation, step.right, True
        elif step.right == value:
            yield step.operation, step.left, False


def _sides(calc: Calculation) -> Iterator[tuple[int, int]]:
    """The two sides of every equation, in both orders."""
    for equation in calc.made.equations:
        step = calc.made.step(equation)
        assert step is not None
        yield from ((step.left, step.right), (step.right, step.left))


def _by_times(calc: Calculation, name: str) -> str | None:
    """ "One number is 6 times the other": one is the smaller number, one the larger."""
    if "number" not in calc.passage.lemmas:
        return None
    value = calc.made.leaves.index(Unknown(name))
    for single, other in _sides(calc):
        product = calc.made.step(other)
        is_unknown = single < len(calc.made.leaves) and isinstance(calc.made.leaves[single], Unknown)
        if product is None or product.operation is not Operation.MULTIPLY or not is_unknown:
            continue
        sides = {product.left, product.right}
        times = next((side for side in sides if calc.mention(side) is not None), None)
        numbers = calc.values[single], None if times is None else calc.values[times]
        if numbers[0] is None or numbers[1] is None or numbers[0] <= 0 or numbers[1] <= 1:
            continue
        if value == single:
            return "the larger number"
        if value in sides:
            return "the smaller number"
    return None


def _by_points(calc: Calculation, name: str) -> str | None:
    """Right answers give points, and wrong ones lose them."""
    text = calc.passage.lemmas
    if not {"right", "correct"} & text or "wrong" not in text:
        return None
    value = calc.made.leaves.index(Unknown(name))
    for at, step in enumerate(calc.made.steps, start=len(calc.made.leaves)):
        other = step.right if step.left == value else step.left
        if (
            value in (step.left, step.right)
            and step.operation is Operation.MULTIPLY
            and is_points(calc.units[other].noun)
        ):
            lost = any(one.right == at and one.operation is Operation.SUBTRACT for one in calc.made.steps)
            return "the number of wrong answers" if lost else "the number of right answers"
    return None


def _by_thing(calc: Calculation, name: str) -> str | None:
    """ "Ammonites for £7 and shark teeth for £3", "a skin held 18 litres": the things named right before the number."""
    for operation, other, _ in _uses(calc, name):
        number = calc.mention(other)
        if operation is not Operation.MULTIPLY or number is None or calc.units[other].is_factor:
            continue
        start = calc.passage.mentions[number].start
        before = [token for token in calc.passage.sentence(number) if token.end <= start and token.text not in "$£€"]
        while before and (before[-1].upos in ("VERB", "AUX", "PRON") or before[-1].text.lower() in ("for", "at")):
            before.pop()
        taken: list[Token] = []
        while before and before[-1].upos in ("NOUN", "ADJ") and before[-1].text.isalpha():
            taken.insert(0, before.pop())
        word = before[-1].text.lower() if before else ""
        is_all = bool(taken) and taken[-1].tag == "NNS" and not (before and before[-1].upos == "NUM")  # no "2 axles"
        is_one = bool(taken) and taken[-1].tag == "NN" and word in ("a", "an", "each", "one")
        things = " ".join(running(token.text) for token in taken)
        whole = canonical(_whole_noun(calc, name))
        if (
            not (is_all or is_one)
            or whole is None
            or things in ("others", "rest")
            or canonical(taken[-1].lemma) == whole
        ):
            continue
        of = f"{calc.noun(whole)} of " if is_measure(whole) else ""
        return f"the number of {of}{plural(things)}"
    return None


def _by_share(calc: Calculation, name: str) -> str | None:
    """ "Part of it at 4%"."""
    for operation, other, _ in _uses(calc, name):
        number = calc.mention(other)
        if operation is Operation.MULTIPLY and number is not None and calc.units[other].sort is Sort.SHARE:
            joint = re.search(r" (at|with) $", calc.passage.problem.text[: calc.passage.mentions[number].start])
            whole = _OF_THE.match(calc.passage.problem.text, calc.passage.mentions[number].end)
            if joint is None and whole is not None:
                return f"the number of {whole[1]}"  # "two fifths of the poles"
            return None if joint is None else f"the amount {joint[1]} {calc.share(other)}"
    return None


def _by_rate(calc: Calculation, name: str) -> str | None:
    """ "Each minibus carries 14 people" and 14x: x is the number of minibuses."""
    for operation, other, _ in _uses(calc, name):
        number = calc.mention(other)
        per = calc.units[other].per
        if is_duration(per) and len(_names(calc)) > 1:
            continue  # two things that cost so much a day are no days
        if operation is Operation.MULTIPLY and number is not None and per is not None:
            said = _kind(calc, number, per)
            # Where all are trucks, "the number of trucks" names none of them.
            return None if said == _whole_noun(calc, name) else f"the number of {said}"
    return None


def _whole_noun(calc: Calculation, name: str) -> str | None:
    """What all are together: vehicles where the equation x + y = 9 counts 9 vehicles."""
    value = calc.made.leaves.index(Unknown(name))
    for total, both in _sides(calc):
        inner = calc.made.step(both)
        is_sum = inner is not None and inner.operation is Operation.ADD and value in (inner.left, inner.right)
        if is_sum and calc.mention(total) is not None:
            return calc.unit_words(total)
    return None


def _by_size(calc: Calculation, name: str) -> str | None:
    """ "Some had 2 axles and the others had 5", and 35 trucks in all: x is the number of trucks with 2 axles."""
    whole = _whole_noun(calc, name)
    for operation, other, _ in _uses(calc, name):
        number = calc.mention(other)
        if operation is not Operation.MULTIPLY or number is None or whole is None:
            continue
        unit = calc.units[other]
        if unit.noun is None or unit.is_factor or is_duration(unit.noun) or unit.noun == canonical(whole):
            continue
        amount = amount_text(calc.number(other), calc.noun(unit.noun), calc.style)
        return f"the number of {whole} {'at' if is_money(unit.noun) else 'with'} {amount}"
    return None


def _by_fact(calc: Calculation, name: str) -> str | None:
    """4x and 2y for heads and legs of goats and hens: x is the number of goats."""
    for operation, other, _ in _uses(calc, name):
        unit = calc.units[other]
        if operation is Operation.MULTIPLY and calc.fact(other) and unit.is_rate and not is_measure(unit.noun):
            assert unit.noun is not None
            amount, known = calc.number(other), facts_by_word()
            named = {noun_lemma(one.text) for one in calc.passage.problem.tokens if one.upos == "NOUN"}
            kinds = [word for word in named if (amount, calc.fact(other)) in known.get(word, ())]
            those = f"those with {amount_text(amount, calc.noun(unit.noun), calc.style)}"
            return None if is_money(unit.noun) else f"the number of {calc.noun(kinds[0]) if len(kinds) == 1 else those}"
    return None


def _kind(calc: Calculation, number: int, noun: str) -> str:
    """A noun in the plural with the adjectives that it has at a number: "short leis"."""
    start = calc.passage.mentions[number].start
    sentence = calc.passage.sentence(number)
    places = [i for i, token in enumerate(sentence) if canonical(token.lemma) == noun]
    if not places:
        return calc.noun(noun)
    at = min(places, key=lambda i: abs(sentence[i].start - start))
    first = at
    while first > 0 and _describes(sentence[first - 1]):
        first -= 1
    kinds = " ".join(running(token.text) for token in sentence[first:at])
    return f"{kinds} {plural(calc.noun(noun).split()[-1])}".strip()


def _describes(token: Token) -> bool:
    return token.upos in ("ADJ", "NOUN") and token.text.isalpha() and token.tag not in ("NNS", "JJR")


def _by_comparison(calc: Calculation, name: str) -> str | None:
    """ "Bodo is 37 years older than Lulu" and x + 37: x is what Lulu has."""
    for operation, other, is_left in _uses(calc, name):
        number = calc.mention(other)
        schema = None if number is None else calc.passage.schemas[number]
        if number is not None and operation in (Operation.ADD, Operation.MULTIPLY):
            text = calc.passage.problem.text
            than = _THAN_THE.match(text, calc.passage.mentions[number].end)
            thing = None if than is None else _SECOND.search(text)
            if than is not None and thing is not None:
                compared = re.search(rf"\b({'|'.join(_COMPARED)})\b", than[0], re.IGNORECASE)
                size = "" if compared is None else f"the {_COMPARED[compared[1].lower()]} of "
                return f"{size}the {than[1].lower()} {thing[1].lower()}"
        if schema is None or schema.comparison is None or schema.comparison.target is None:
            continue
        if operation is Operation.SUBTRACT and not is_left:
            continue
        if operation not in (Operation.ADD, Operation.SUBTRACT, Operation.MULTIPLY):
            continue
        target = "my" if schema.comparison.target.lower() == "me" else schema.comparison.target
        if not target[:1].isupper() and target != "my":
            assert number is not None
            after = calc.passage.problem.text[calc.passage.mentions[number].end :]
            named = rf"[^.;?!]{{0,40}}?\b(?:than|as) ((?:his|her|my|their) {re.escape(target)})\b"
            whose = re.match(named, after, re.IGNORECASE)
            if whose is None:
                continue
            target = whose[1].lower()
        if _OF_AGES.search(calc.passage.problem.text):
            return "my age" if target == "my" else f"{target}'s age"
        noun = calc.units[other].noun if calc.sure[other] else None
        things = _whole_noun(calc, name) if noun is None else calc.noun(noun)
        if things is not None and not is_money(canonical(things)):
            return _owned(things, target)
    return None


def _by_flow(calc: Calculation, known: Mapping[str, str]) -> str | None:
    """The other one of two speeds: in still water, and of the current."""
    for said in known.values():
        if (flow := _FLOW.fullmatch(said)) is not None:
            return f"the speed without the {flow[1]}"
        moving = _MOVING.search(calc.passage.problem.text) if said.startswith("the speed of ") else None
        if moving is not None and len(_names(calc)) == 2:
            return f"the speed of the {moving[1].lower()}"
    return None


def _by_pair(calc: Calculation, name: str, known: Mapping[str, str]) -> str | None:
    """ "On a farm there are alpacas and geese": where one letter is for the geese, the other is for the alpacas."""
    things = [said.removeprefix("the number of ") for said in known.values() if said.startswith("the number of ")]
    if len(things) != 1 or len(_names(calc)) != 2 or _whole_noun(calc, name) is None:
        return None
    thing = re.escape(things[0])
    pair = re.search(rf"\b(?:([a-z]+s) and {thing}|{thing} and ([a-z]+s))\b", calc.passage.problem.text)
    return None if pair is None else f"the number of {pair[1] or pair[2]}"


def _by_rest(calc: Calculation, name: str, known: Mapping[str, str]) -> str | None:
    """The other one of two that make a whole: "the rest of the 12,000 euros"."""
    value = calc.made.leaves.index(Unknown(name))
    for total, both in _sides(calc):
        inner = calc.made.step(both)
        if inner is None or inner.operation is not Operation.ADD or calc.mention(total) is None:
            continue
        sides = [calc.made.leaves[side] for side in (inner.left, inner.right) if side < len(calc.made.leaves)]
        names = [one.name for one in sides if isinstance(one, Unknown)]
        if len(names) != 2 or name not in names or value not in (inner.left, inner.right):
            continue
        other = names[0] if names[1] == name else names[1]
        opposite = _OPPOSITES.get(known.get(other, ""))
        if opposite is not None:
            return opposite
        is_asked = calc.asked(calc.made.leaves.index(Unknown(other))) is not None
        if (other in known or is_asked) and calc.unit_words(total) is not None:
            return f"the rest of the {calc.amount(total)}"
    return None


def _by_price(calc: Calculation, name: str) -> str | None:
    """ "6 large stamps and 4 small stamps cost £9.40" and 6x: x is the price of one large stamp."""
    unit = calc.units[calc.made.leaves.index(Unknown(name))]
    if not unit.is_rate or unit.noun is None or unit.per is None:
        return None
    for operation, other, _ in _uses(calc, name):
        number = calc.mention(other)
        noun = None if number is None else calc.passage.nouns[number]
        if operation is not Operation.MULTIPLY or noun is None:
            continue
        one = noun.words.partition(" of ")[0].split()
        each = " ".join([*one[:-1], calc.each(unit.per).split()[-1]])
        if is_money(unit.noun):
            return f"the amount for one {each}" if is_duration(unit.per) else f"the price of one {each}"
        if unit.noun in words("measures", "weights"):
            return f"the weight of one {each}"
        assert number is not None
        whose = _doer(calc, number)
        if whose is None and is_measure(unit.per):
            return None  # a speed of what?
        return f"the number of {calc.noun(unit.noun)} per {each}" + (f" for {whose}" if whose else "")
    return None


def _doer(calc: Calculation, number: int) -> str | None:
    """The thing that a number is said of: the old press of "the old press ran for 6 hours"."""
    before = [one for one in calc.passage.sentence(number) if one.end <= calc.passage.mentions[number].start]
    starts = [i for i, token in enumerate(before) if token.text.lower() == "the"]
    if not starts:
        return None
    phrase = [before[starts[-1]]]
    for token in before[starts[-1] + 1 :]:
        if token.upos not in ("ADJ", "NOUN"):
            break
        phrase.append(token)
    later = before[starts[-1] + len(phrase) :]
    is_near = len(later) <= 3 and not any(token.upos in ("PUNCT", "CCONJ", "NOUN", "NUM") for token in later)
    return " ".join(running(token.text) for token in phrase) if len(phrase) > 1 and is_near else None
