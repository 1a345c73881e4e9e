"""The questions of a plain text, in the convention of arithmetree.reading.question: the asking words alone."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from arithmetree.pasting.lines import word_set
from arithmetree.pasting.sentences import sentences_of
from arithmetree.word_lists import words


class Asking(StrEnum):
    """The form of a question."""

    HOW = "how"  # "how many are left?"
    WHAT = "what"  # "what is the total?", "on which day ...?"
    REQUEST = "request"  # "Find the perimeter."
    WHETHER = "whether"  # "Does she have enough?"
    BLANK = "blank"  # "7 × 8 = ?"


@dataclass(frozen=True, slots=True)
class Found:
    """A question at text[start:end], without the mark at its end."""

    start: int
    end: int
    kind: Asking


_PREPOSITIONS = "in|by|at|for|to|of|on|with|from|after|into|about|until|between|during|over|under|within"
_AUXILIARIES = (
    "is|are|was|were|do|does|did|can|could|will|would|has|have|had|should|may|might|must|isn't|aren't|doesn't|don't"
)
_SAYING = "tell|say|know|show|see|wonder|ask"


@cache
def _point() -> re.Pattern[str]:
    """Any place at which a question may start; the group says of which kind."""
    how = "|".join(sorted(words("questions", "ask", "how"), key=len, reverse=True))
    requests = "|".join(sorted(word_set("requests"), key=len, reverse=True))
    return re.compile(
        rf"""(?ix)
        (?<![\w'-])(?:(?:{_PREPOSITIONS})\s+(?:approximately\s+|about\s+|roughly\s+)?)?
        (?: (?P<how>(?:how\s*(?:{how}|m[aeu]n+y|mny|mutch|muhc|mcuh)|hw\s+(?:many|much))\b)
          | (?P<plain_how>how)\b(?!\s+to\b)
          | (?P<what>what(?:'?s|\u2019s)?|wats?|which|who|whose|whom|when|where|why)\b
        )
      | (?<![\w'-])(?P<request>{requests})\b(?!['\u2019])
        """
    )


_INVERTED = re.compile(
    rf"(?i)what'?s\b|what\s+(?:percent|percentage|fraction|share|part|time|change)\b|(?:what|when|where|which|who|wat)(?:\s+(?:time|day|number|fraction|percentage))?\s+(?:{_AUXILIARIES})\b"
)
_WHO_DID = re.compile(r"(?i)(?:who|which)\s+(?:got|has|had|won|spent|paid|ran|read|scored|one|is|was|did)\b")
_CLAUSE_OPENS = re.compile(
    rf"(?i)(?:^|[,;:(\u2013\u2014\"]|\s-|[^\w'](?:and|or|then|but|so|also|please|pls|plz|now|first|finally|next|hence|me|us|out|oh|ok|{_SAYING}))\s*$"
)
_JOINED = re.compile(
    r"(?i)(?:,|;|\b(?:and|or|but|plus|oh|also|then)\b|\s-)[\s,]*(?:\b(?:and|or|also|then|now|of\s+these|of\s+those)\b\s*)?$"
)
_TRAILING_JOINT = re.compile(r"(?i)[\s,;–—-]*(?:\b(?:and|or|but|plus|oh|also|then|so)\b[\s,]*)*$")
_CUT = re.compile(r"(?i),?\s+(?:if|assuming|given\s+that|provided|supposing|suppose|unless)\s")
_COLON = re.compile(r"(?<=[^\W\d_]):\s")
_SHORTEST_REQUEST = 15
"""Characters; "Work out: 3 + 4" has its colon before what is asked."""
_EMBEDDED = re.compile(
    r"(?i)\w\s+(?:shows?|showing|showed|records?|recorded|lists?|listed|tells?|counts?|counted|says?|saw|knew|wrote|writes)\s+(?:(?:you|us|me|her|him|them|down)\s+)?$"
)
_REQUEST_OPENS = re.compile(
    r"(?i)(?:^|[,;:]|^(?:then|now|first|finally|next|hence|also|please|so|again)|\bplease|(?:^|\s)(?:can|could|will|would)\s+(?:you|u|someone|anyone|somebody)(?:\s+please|\s+pls)?|[,;]\s*(?:then|and)|\band|\bto)\s*$"
)
_POLITE = re.compile(r"(?i)\b(?:can|could|will|would)\s+(?:you|u|someone|anyone|somebody)(?:\s+please|\s+pls)?\s*$")
_THING = re.compile(r"(?i)\s+(?:down\s+)?(?:the|a|an|as|all|two|three|your|me|how|what|which|in|this|these|each|\d)\b")
_ABOUT_ANSWER = re.compile(
    r"(?i)\s+(?:down\s+)?(?:your|the|all)\s+(?:\w+\s+)?(?:answers?|working|steps?|units?|reasons?|explanations?|names?|table|chart)\b"
)
_WHETHER = re.compile(
    rf"(?i)(?:^|[,;]\s*(?:so\s+|then\s+|and\s+)?|^(?:so|then|now|and|but),?\s+)(?P<start>(?:{_AUXILIARIES})\b)"
)
_SUM = re.compile(r"[-−(\d£$€.,\s+*×x·÷/^)%²³\[\]½¼¾⅓⅔=]*=\s*\??$")
_PART_OF = re.compile(
    r"(?i)(?:[-−]?\d[\d.,/]*\s?(?:%|per\s?cent|percent)?\s+of|half(?:\s+of)?|(?:a|one|two|three)[\s-](?:thirds?|quarters?|fifths?|tenths?)\s+of|double|twice)\s+[£$€]?\d[\d.,]*(?:\s?[^\W\d_]{1,9})?\s*=?\s*\??\.?$"
)
_BARE_SUM = re.compile(r"[-−(]*[£$€]?\d[\d.,%\s()£$€]*(?:[-−–+*×x·÷/^][-−–+*×x·÷/^(\s]*[£$€]?\d[\d.,%\s()p]*)+[?.]?$")
_FROM_TAKE = re.compile(r"(?i)from\s+[£$€]?\d[\d.,]*\s+(?:take|subtract)\b")
_GAP = re.compile(r"[-+×÷*=−]\s*\?|\?\s*[-+×÷*=−]")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")


def asks(text: str) -> bool:
    """True if a text has a question."""
    return bool(find_questions(text))


def is_sum(text: str) -> bool:
    """True for a text that is a sum and nothing else: "3 + 4", "12 × 5 =", "15% of 60"."""
    short = text.strip()[:200]
    return _DIGIT.search(short) is not None and any(sum_.match(short) for sum_ in (_SUM, _BARE_SUM, _PART_OF))


def find_questions(text: str) -> list[Found]:
    """All questions of a plain text in order."""
    found: list[Found] = []
    for start, end in sentences_of(text):
        here = _of_sentence(text, start, end)
        if here and here[0].kind is Asking.HOW and found and _only_sets_the_scene(text, found[-1], start):
            found.pop()
        found.extend(here)
    return found


def _only_sets_the_scene(text: str, request: Found, start: int) -> bool:
    """True for "Share 56 conkers among 7 children." right before "How many each?"."""
    if request.kind is not Asking.REQUEST or text[request.end : start].strip(" .!"):
        return False
    verb = text[request.start : request.end].split(maxsplit=1)[0].lower()
    return verb in word_set("request_needs_number")


def _of_sentence(text: str, first: int, last: int) -> list[Found]:
    sentence = text[first:last]
    marked = "?" in sentence
    bare = sentence.rstrip(" .?!\"')]")
    if is_sum(sentence):
        return [Found(first, first + len(sentence.rstrip()), Asking.BLANK)]
    if _FROM_TAKE.match(sentence):
        return [Found(first, first + len(bare), Asking.REQUEST)]
    points = _points(sentence, marked)
    if not points:
        if _GAP.search(sentence):
            return [Found(first, first + len(sentence), Asking.BLANK)]
        if marked and bare:
            match = None
            for match in _WHETHER.finditer(sentence):
                break
            start = match.start("start") if match else 0
            return [Found(first + start, first + _end(sentence, start, len(bare)), Asking.WHETHER)]
        return []
    found = []
    for at, (start, kind) in enumerate(points):
        stop = points[at + 1][0] if at + 1 < len(points) else len(bare)
        if at + 1 < len(points):
            stop = start + len(_TRAILING_JOINT.sub("", sentence[start:stop]))
        found.append(Found(first + start, first + _end(sentence, start, stop), kind))
    return found


def _end(sentence: str, start: int, stop: int) -> int:
    """Where a question ends: before a clause with "if" or a list after a colon, which state facts."""
    cut = _CUT.search(sentence, start + 4, stop)
    colon = _COLON.search(sentence, start + _SHORTEST_REQUEST, stop)
    return min(cut.start() if cut else stop, colon.start() if colon else stop)


def _points(sentence: str, marked: bool) -> list[tuple[int, Asking]]:
    """Where the questions of a sentence start. In a text without capitals marks may be missing as well."""
    first_letter = _LETTER.search(sentence)
    careless = first_letter is not None and first_letter.group().islower() and "?" not in sentence[:-1]
    found: list[tuple[int, Asking]] = []
    late: tuple[int, Asking] | None = None
    for match in _point().finditer(sentence):
        start, kind = match.start(), _kind(match)
        before = sentence[max(0, start - 40) : start]
        begins = not before.strip(" \"'(\u201c")
        if kind is Asking.REQUEST:
            if (_is_request(sentence, match, before, begins) and not found) or (
                found and _is_request(sentence, match, before, begins) and _JOINED.search(before)
            ):
                found.append((start, kind))
            continue
        if match["what"] or match["plain_how"]:
            core = match.start("what") if match["what"] else match.start("plain_how")
            if match["plain_how"] and not (marked and (begins or _CLAUSE_OPENS.search(before))):
                continue
            if match["what"]:
                opens = begins or _CLAUSE_OPENS.search(before) is not None
                inverted = careless and _INVERTED.match(sentence, core) is not None
                if inverted or (careless and found and _WHO_DID.match(sentence, core)):
                    found.append((start, kind))
                    continue
                strong = sentence[core : core + 4].lower() in ("what", "wats", "wat ")
                if not (marked or (strong and (begins or not found)) or begins):
                    continue
                if not opens:
                    continue
                relative = sentence[core : core + 4].lower().rstrip() not in ("what", "wat", "wats", "why")
                if relative and not begins and start == core and not re.search(r"(?i)\b(?:and|or|then|so)\s*$", before):
                    if late is None and not found:
                        late = (start, kind)
                    continue
                if (
                    begins
                    and sentence[core : core + 4].lower() == "when"
                    and (not marked or re.search(r"(?i),\s*(?:\w+\s+)?(?:how|what)\b", sentence))
                ):
                    continue
        elif _EMBEDDED.search(before) and not (marked or careless):
            continue
        if (
            not found
            or ((_JOINED.search(before) or (careless and match["how"])) and found[-1][1] is not Asking.REQUEST)
            or (found[-1][1] is Asking.REQUEST and _JOINED.search(before) and match["how"])
        ):
            found.append((start, kind))
    if not found and late is not None and marked:
        found.append(late)
    return found


def _kind(match: re.Match[str]) -> Asking:
    if match["request"]:
        return Asking.REQUEST
    return Asking.WHAT if match["what"] else Asking.HOW


def _is_request(sentence: str, match: re.Match[str], before: str, begins: bool) -> bool:
    """True for "Find the total", "..., work out the cost"; no "she found", "to give", "Tell me how many"."""
    verb = match["request"].lower()
    after = sentence[match.end() : match.end() + 60]
    unmarked = match["request"][0].isupper() and before[-2:-1].islower()  # "60p a cup Work out the cost"
    if not after.strip(" :.!?") or not (begins or unmarked or _REQUEST_OPENS.search(before)):
        return False
    if not begins and re.search(r"(?i)\b(?:and|to)\s*$", before):
        return False
    if verb in word_set("request_needs_out"):
        return re.match(r"(?i)\s+out\b", after) is not None
    if verb in ("tell", "say", "state") and re.match(r"(?i)\s+(?:me|us)\s+(?:how|what|which|when)", after):
        return False
    if verb in word_set("request_needs_number"):
        return begins and (
            _DIGIT.search(after) is not None
            or re.match(r"(?i)\s+(?:the|this|these|each|your|it|them)\b", after) is not None
        )
    if verb in word_set("request_needs_thing"):
        if not (begins or _POLITE.search(before)) or _ABOUT_ANSWER.match(after):
            return False
        return _THING.match(after) is not None
    if verb in ("round", "double", "estimate", "solve"):
        return begins
    return begins or re.match(r"\s*[,.]", after) is None
