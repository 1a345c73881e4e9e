"""The questions of a plain text, in the convention of arithmetree.reading.question: the asking words alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arithmetree.pasting.furniture import BLANK
from arithmetree.pasting.lines import BOX, one_of, word_set
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


_AUXILIARY = one_of("questions", "auxiliaries")
_SOMEBODY = "(?:you|u|someone|anyone|somebody|anybody)"
_PLEASE = r"(?:\s+(?:please|pls|plz))?"

# Where a question may start; the group says of which kind.
_POINT = re.compile(
    rf"""(?ix)
    (?<![\w'-])(?:(?:{one_of("questions", "prepositions")})\s+(?:(?:approximately|about|roughly)\s+)?)?
    (?: (?P<how>(?:how\s*(?:{"|".join(sorted(words("questions", "ask", "how")))}|{one_of("questions", "many")})
               |hw\s+(?:many|much))\b)
      | (?P<plain_how>how)\b(?!\s+to\b)
      | (?P<what>what(?:'?s|\u2019s)?|wats?|which|who|whose|whom|when|where|why)\b
    )
  | (?<![\w'-])(?P<request>{one_of("requests", "verbs")})\b(?!['\u2019])
    """
)
# Before a question word: the start of a clause.
_CLAUSE_OPENS = re.compile(rf"(?i)(?:^|[,;:(\u2013\u2014\"]|\s-|[^\w'](?:{one_of('questions', 'openers')}))\s*$")
_AND = r"\b(?:and|n|or|but|plus|oh|also|then)\b"
_JOINED = re.compile(rf"(?i)(?:,|;|{_AND}|\s-)[\s,]*(?:{_AND}\s*|\bnow\s*|\bof\s+th[eo]se\s*)?$")
_JOINT_AT_END = re.compile(rf"(?i)[\s,;–—-]*(?:(?:{_AND}|\bso\b|\bif\s+(?:not|so)\b)[\s,]*)*$")
_AND_AT_END = re.compile(r"(?i)\b(?:and|or|then|so)\s*$")
# Without marks the order of the words shows a question: "when do we get there", "whats my change".
_INVERTED = re.compile(
    rf"(?i)what'?s\b|what\s+%|what\s+(?:{one_of('questions', 'asked_shares')})\b"
    rf"|(?:what|when|where|which|who|wat)(?:\s+(?:{one_of('questions', 'asked_things')}))?\s+(?:{_AUXILIARY})\b"
)
_WITH_VERB = re.compile(rf"(?i)\S+(?:\s+\S+){{0,4}}?\s+(?:{_AUXILIARY})\b|\w+['\u2019]s\b")  # "Which of them is ..."
# "1/3 of what is left" and "I had what's left" name a number.
_NAMED_BY_WHAT = re.compile(rf"(?i)(?:[\w%]\s+of|\b(?:{one_of('questions', 'having')}))\s*$")
_WHAT_IS_LEFT = re.compile(r"(?i)what(?:['\u2019]?s|\s+is|\s+was)\s+left\b")
_WHO_DID = re.compile(rf"(?i)(?:who|which)\s+(?:{one_of('questions', 'did')})\b")
# "The table shows how many" states a fact; "Tell me how many" and "Can you say how many" ask.
_STATED = re.compile(rf"(?i)\w\s+(?:{one_of('questions', 'stating')})\s+(?:(?:you|us|me|her|him|them|down)\s+)?$")
_ASKED_OF_SOMEBODY = re.compile(
    rf"(?i)(?:(?:{one_of('requests', 'openers')}),?\s+)?(?:{one_of('requests', 'verbs')}|can|could|please|if|when)\b"
    r"|[^.]*[,;:]\s*how\b"
)
_WHAT_AT_START = re.compile(r"(?i)(?:of\s+)?(?:what|which|who|when|where)\b")
_ASKING_SOMEBODY = re.compile(r"(?i)\bask(?:s|ed)?(?:\s+\w+){0,3}\s*$")
_LATER_QUESTION = re.compile(r"(?i),\s*(?:\w+\s+)?(?:how|what)\b")
_WHETHER = re.compile(
    rf"(?i)(?:^|[,;]\s*(?:(?:so|then|and)\s+)?|^(?:so|then|now|and|but),?\s+)(?P<start>(?:{_AUXILIARY})\b)"
)
_WHETHER_FIRST = re.compile(rf"(?i)(?:{_AUXILIARY})\s+(?!(?:{_SOMEBODY}|we|i)\b)[^?]*\b(?:and|or|so|not)\b,?\s*")
_YES_OR_NO = re.compile(rf"(?i)(?:who\s+)?(?:{_AUXILIARY})\b")
# "Let's see who jumps further" and "What a day!" ask nothing, and "round 5" is a name.
_LETS_SEE = re.compile(r"(?i)\blet['\u2019]?s\s+see\s*$")
_ROUNDED = re.compile(r"(?i)(?:\s+\S+){0,6}?\s+(?:to|off|up|down)\b")
_AND_BEFORE_REQUEST = re.compile(r"(?i)\band(?:\s+then)?\s*$")
# "There are how many eggs left." was a sentence to complete; after a question it is for the answer.
_TO_COMPLETE = re.compile(rf"(?i)(?:[^?]*\b(?:{_AUXILIARY}|{one_of('verbs')})|so)\s+how\s+(?:many|much)\b[^?]*$")
# Where a question ends before its sentence: facts follow.
_CONDITION = re.compile(r"(?i),?\s+(?:if|assuming|given\s+that|provided|supposing|suppose|unless)\s")
_COLON = re.compile(r"(?<=[^\W\d_]):\s")
_SHORTEST_REQUEST = 15
"""Characters; "Work out: 3 + 4" has its colon before what is asked."""

_REQUEST_OPENS = re.compile(
    rf"(?i)(?:^|[,;:]|^(?:{one_of('requests', 'openers')})|\b(?:please|pls|plz)|[,;]\s*then"
    rf"|(?:^|\s)(?:can|could|will|would)\s+{_SOMEBODY}{_PLEASE})\s*$"
)
_POLITE = re.compile(rf"(?i)\b(?:can|could|will|would)\s+{_SOMEBODY}{_PLEASE}\s*$")
_DETERMINED = re.compile(rf"(?i)\s+(?:down\s+)?(?:{one_of('requests', 'before_things')}|\d)\b")
_ABOUT_ANSWER = re.compile(rf"(?i)\s+(?:down\s+)?(?:your|the|all)\s+(?:\w+\s+)?(?:{one_of('requests', 'no_things')})\b")
_POINTING = re.compile(r"(?i)\s+(?:the|this|these|each|your|it|them)\b")
_SAYS_WHAT = re.compile(r"(?i)\s+(?:me|us)\s+(?:how|what|which|when)")
_FROM_TAKE = re.compile(
    r"(?i)from\s+[£$€]?\d[\d.,]*\s+(?:take|subtract)\b|take\s+(?:away\s+)?[£$€]?\d[\d.,]*p?\s+(?:away\s+)?from\s+[£$€]?\d"
)

_SPACE = rf"(?:{BOX}|_{{2,}}|\?)"
_SIDE = rf"(?:(?:[£$€]?\d[\d.,/]*%?|{_SPACE})(?:\s?[-−–+*×x·÷/]\s?(?!\s|$)|(?=\s?=|[.?]?$)))+"
_SUMS = (
    re.compile(rf"(?=.*{_SPACE})(?=.*[-−–+*×x·÷/]){_SIDE}\s?=\s?{_SIDE}[.?]?$"),  # "5 + □ = 12"
    re.compile(r"[-−(\d£$€.,\s+*×x·÷/^)%²³\[\]½¼¾⅓⅔=]*=\s*\??$"),  # "12 × 5 ="
    re.compile(  # "12 × 5"
        r"[-−(√]*[£$€]?\d[\d.,%\s()£$€²³]*(?:[-−–+*×x·÷/^][-−–+*×x·÷/^(√\s]*[£$€]?\d[\d.,%\s()p²³]*)+[?.]?$"
    ),
    re.compile(  # "15% of 60", "half of £7.50"
        r"(?i)(?:[-−]?\d[\d.,/]*\s?(?:%|per\s?cent)?\s+of|half(?:\s+of)?|double|twice"
        r"|(?:a|one|two|three)[\s-](?:thirds?|quarters?|fifths?|tenths?)\s+of)"
        r"\s+[£$€]?\d[\d.,]*(?:\s?[^\W\d_]{1,9})?\s*=?\s*\??\.?$"
    ),
)
_SPOKEN = re.compile(rf"(?i)[£$€]?\d[\d.,]*(?:\s+(?:{one_of('sums', 'operators')})\s+[£$€]?\d[\d.,]*)+\s*=?\s*\??$")
_NAMED_RESULT = re.compile(  # "the sum of 45 and 67"
    rf"(?i)(?:the\s+)?(?:{one_of('sums', 'results')})\s+(?:of|between)"
    r"\s+[£$€]?\d[\d.,]*p?\s+and\s+[£$€]?\d[\d.,]*p?\??\.?$"
)
_CONVERSION = re.compile(  # "3.4 km to m", "0.35 as a percentage"
    rf"(?i)\d[\d.,/]*\s?(?:%|(?:{one_of('sums', 'measures')})\b|(?=\s))"
    rf"\s*(?:to|into|in|as)\s+(?:an?\s+)?(?:{one_of('sums', 'measures')})\s*=?\s*\??\.?$"
)
_SHAPES = (*_SUMS, _SPOKEN, _NAMED_RESULT, _CONVERSION)
_ANSWER_SPACE = re.compile(rf"(?i)(?>\s+|{BLANK}|\[\s*\d{{0,2}}\s*\]|\(\d{{1,2}}\s+marks?\)|→\s*[£$€]?\d\S*)++$")
"""After a sum, which may be followed by "____ [2]" or "→ 12"."""
_STRONG = re.compile(r"[+×÷*=]")
_LONGEST_SUM = 200
_BETWEEN_SUMS = re.compile(r"\s*(?:[,;](?=\s|$)|\||\s{2}|\t)\s*|(?<=\?)\s+(?=[^\W\d_])")
_BEFORE_SUM = re.compile(
    r"(?i)(?:and\s+)?(?:what(?:['\u2019]?s|\s+is)|work\s+out|calculate|find)\s+(?=[\d£$€(]|half\b)"
)
_BEFORE_SUMS = re.compile(r"[^\d:?]{1,60}:\s+")
_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"\d")
_NEAR = 40
"""Characters before a question word that are looked at."""


def asks(text: str) -> bool:
    """True if a text has a question."""
    return bool(find_questions(text))


def is_sum(text: str) -> bool:
    """True for a text that is a sum and nothing else: "3 + 4", "12 × 5 = ____", "15% of 60", "9 times 6"."""
    short = _ANSWER_SPACE.sub("", text.strip()[:_LONGEST_SUM])
    return _DIGIT.search(short) is not None and any(shape.match(short) for shape in _SHAPES)


def is_plain_sum(text: str) -> bool:
    """True for a sum that cannot be a date, a fraction or a range: "3 + 4", "12 × 5 =", not "3/4", "5 - 10"."""
    return _STRONG.search(text) is not None and is_sum(text)


def inline_sums(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The sums that a line consists of, as (start, end): "Work out: 3 + 4, 5 + 6", "What is 7 × 8? What is 9 × 6?"."""
    lead = _BEFORE_SUMS.match(text, start, end)
    edges = [lead.end() if lead else start]
    for match in _BETWEEN_SUMS.finditer(text, edges[0], end):
        edges.extend(match.span())
    edges.append(end)
    parts = [(first, last) for first, last in zip(edges[::2], edges[1::2], strict=True) if text[first:last].strip()]
    return (
        parts
        if len(edges) > 2 and all(is_sum(_BEFORE_SUM.sub("", text[first:last], count=1)) for first, last in parts)
        else []
    )


def find_questions(text: str) -> list[Found]:
    """All questions of a plain text in order."""
    found: list[Found] = []
    stated: set[Found] = set()
    for start, end in sentences_of(text):
        here = [] if found and _TO_COMPLETE.match(text[start:end]) else _of_sentence(text, start, end)
        if here and here[0].kind is Asking.HOW and found and _only_sets_the_scene(text, found[-1], start):
            found.pop()
        if here and _only_states(text[start:end], here[0].start - start):
            stated.update(here)
        found.extend(here)
    if len(found) > 1:
        found = [one for one in found if not _is_rhetorical(text, one, found)] or found
    if len(found) < 2:
        return found
    quoted = {one for one in found if text.count('"', 0, one.end) % 2} if text.count('"') % 2 == 0 else set()
    left_out = (stated if found[-1] not in stated else set()) | (quoted if found[-1] not in quoted else set())
    return [one for one in found if one not in left_out]


def _is_rhetorical(text: str, one: Found, found: Sequence[Found]) -> bool:
    """True for "Guess what?", and for "Who doesn't love cookies?" before the first fact."""
    early = one is found[0] and not _DIGIT.search(text[: one.end]) and _DIGIT.search(text[: found[1].start])
    known = text[one.start : one.end].lower() in word_set("questions", "rhetorical")
    return known or bool(early and _YES_OR_NO.match(text, one.start))


def _only_states(sentence: str, at: int) -> bool:
    """True for "They guess how many beans there are." and "What is left is sold.", which ask if nothing later does."""
    if "?" in sentence or not sentence[:1].isupper():
        return False
    if sentence[at : at + 3].lower() != "how":
        return at == 0 and _WHAT_AT_START.match(sentence) is not None
    if at == 0:
        return False
    return _ASKING_SOMEBODY.search(sentence[:at]) is not None or _ASKED_OF_SOMEBODY.match(sentence) is None


def is_step(text: str, found: Found) -> bool:
    """True for a request such as "Multiply by 4", which may be a step on the way to a question."""
    verb = text[found.start : found.end].split(maxsplit=1)[0].lower()
    return found.kind is Asking.REQUEST and verb in word_set("requests", "with_number")


def _only_sets_the_scene(text: str, request: Found, start: int) -> bool:
    """True for "Share 56 conkers among 7 children." right before "How many each?"."""
    return is_step(text, request) and not text[request.end : start].strip(" .!")


def _of_sentence(text: str, first: int, last: int) -> list[Found]:
    sentence = text[first:last]
    bare = sentence.rstrip(" .?!\"')]")
    if is_sum(sentence):
        return [Found(first, first + len(sentence.rstrip()), Asking.BLANK)]
    if _FROM_TAKE.match(sentence):
        return [Found(first, first + len(bare), Asking.REQUEST)]
    points = _Sentence(sentence).points()
    if not points and "?" in sentence and bare:
        match = _WHETHER.search(sentence)
        points = [(match.start("start") if match else 0, Asking.WHETHER)]
    if points and "?" in sentence and _WHETHER_FIRST.fullmatch(sentence, 0, points[0][0]):
        points.insert(0, (0, Asking.WHETHER))
    if points and _TO_COMPLETE.match(sentence):
        points = [(0, Asking.BLANK)]
    found = []
    for at, (start, kind) in enumerate(points):
        stop = len(bare)
        if at + 1 < len(points):
            stop = start + len(_JOINT_AT_END.sub("", sentence[start : points[at + 1][0]]))
        found.append(Found(first + start, first + _end(sentence, start, stop), kind))
    return found


def _end(sentence: str, start: int, stop: int) -> int:
    """Where a question ends: before a clause with "if" or a list after a colon, which state facts."""
    condition = _CONDITION.search(sentence, start + 4, stop)
    colon = _COLON.search(sentence, start + _SHORTEST_REQUEST, stop)
    return min(condition.start() if condition else stop, colon.start() if colon else stop)


class _Sentence:
    """The places of a sentence at which its questions start."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._marked = "?" in text
        self._exclaims = not self._marked and text.rstrip(" \"'\u201d\u2019)").endswith("!")
        self._ends_plainly = text.rstrip(" \"'\u201d\u2019)").endswith(".") and not _WITH_VERB.match(text)
        letter = _LETTER.search(text)
        # Where there are no capitals, marks may be missing as well.
        self._careless = letter is not None and letter.group().islower() and "?" not in text[:-1]
        self._unfinished = text.rstrip()[-1:].isalnum()
        self._found: list[tuple[int, Asking]] = []
        self._late: tuple[int, Asking] | None = None

    def points(self) -> list[tuple[int, Asking]]:
        for match in _POINT.finditer(self._text):
            before = self._text[max(0, match.start() - _NEAR) : match.start()]
            begins = not before.strip(" \"'(\u201c")
            if _LETS_SEE.search(before):
                continue
            if match["request"]:
                if self._is_request(match, before, begins) and (not self._found or _JOINED.search(before)):
                    self._found.append((match.start(), Asking.REQUEST))
            elif match["what"]:
                self._what(match, before, begins)
            elif match["how"]:
                if self._marked or self._careless or not _STATED.search(before):
                    self._add(match, before, Asking.HOW, unjoined=self._careless)
            elif self._marked and (begins or _CLAUSE_OPENS.search(before)):
                self._add(match, before, Asking.HOW)
        if not self._found and self._late is not None and (self._marked or self._unfinished):
            return [self._late]
        return self._found

    def _add(self, match: re.Match[str], before: str, kind: Asking, *, unjoined: bool = False) -> None:
        """Add the first question of a sentence, or a further one that is joined to the one before it."""
        if not self._found:
            self._found.append((match.start(), kind))
            return
        after_request = self._found[-1][1] is Asking.REQUEST
        joined = _JOINED.search(before) is not None
        if (joined and (match["how"] or not after_request)) or (unjoined and not after_request):
            self._found.append((match.start(), kind))

    def _what(self, match: re.Match[str], before: str, begins: bool) -> None:
        at = match.start("what")
        inverted = _INVERTED.match(self._text, at) is not None
        if match["what"].lower().startswith(("what", "wat")) and _NAMED_BY_WHAT.search(
            self._text[max(0, at - _NEAR) : at]
        ):
            return
        if self._careless and (inverted or (self._found and _WHO_DID.match(self._text, at))):
            self._found.append((match.start(), Asking.WHAT))
            return
        if self._found and (match["what"].lower() == "why" or self._careless):
            return  # "Who won, and why?", "how long until it is what he has and what i have"
        if self._found and match["what"].lower() == "what" and _AND_AT_END.search(before):
            self._add(match, before, Asking.WHAT)  # "Tell me how many there are and what they cost."
            return
        asking = inverted or (self._careless and _WITH_VERB.match(self._text, at) is not None)
        inside = not begins and not self._careless and _WHAT_IS_LEFT.match(self._text, at) is not None
        if not self._marked and (inside or (not asking and (self._exclaims or not begins or self._ends_plainly))):
            return  # "What a day!", "what remained was sold", "Who buys 5 gets one free."
        if self._found and match.start() < at and not _WITH_VERB.match(self._text, at):
            return  # "..., in which all of them play"
        asks_what = match["what"].lower().startswith(("what", "wat", "why"))
        if not (self._marked or begins or (asks_what and not self._found)):
            return
        if not (begins or _CLAUSE_OPENS.search(before)):
            if inverted and asks_what:
                self._late = (match.start(), Asking.WHAT)  # "A box costs £3 what do 4 boxes cost"
            return
        opened = begins or before.rstrip().endswith(":")
        if not asks_what and not opened and match.start() == at and not _AND_AT_END.search(before):
            # "..., which costs £3": a relative clause, unless nothing else in the sentence asks.
            if self._late is None:
                self._late = (match.start(), Asking.WHAT)
            return
        if begins and match["what"].lower() == "when" and not (self._marked and not _LATER_QUESTION.search(self._text)):
            return  # "When he stops, how many ...?"
        self._add(match, before, Asking.WHAT)

    def _is_request(self, match: re.Match[str], before: str, begins: bool) -> bool:
        """True for "Find the total", "..., work out the cost"; no "she found", "to give", "Tell me how many"."""
        verb = match["request"].lower()
        after = self._text[match.end() : match.end() + _NEAR + 20]
        # "60p a cup Work out the cost"
        unmarked = match["request"][0].isupper() and (before[-2:-1].islower() or before[-2:-1] in "%)")
        joined = bool(self._found) and self._found[-1][1] is Asking.REQUEST and _AND_BEFORE_REQUEST.search(before)
        if not after.strip(" :.!?") or not (begins or unmarked or joined or _REQUEST_OPENS.search(before)):
            return False
        if verb == "count" and re.match(r"\s+\d", after):
            return False  # "Count 4 weeks as a month."
        if verb == "round" and not _ROUNDED.match(after):
            return False
        if verb in word_set("requests", "with_out"):
            return re.match(r"(?i)\s+out\b[\s:]*[^\s:.!?]", after) is not None
        if verb in word_set("requests", "with_number"):
            told = _DIGIT.search(after) is not None or _POINTING.match(after) is not None
            return begins and told and not _ABOUT_ANSWER.match(after)
        if verb in word_set("requests", "with_thing"):
            politely = begins or _POLITE.search(before) is not None
            about_answer = _ABOUT_ANSWER.match(after) or _SAYS_WHAT.match(after)
            return politely and not about_answer and _DETERMINED.match(after) is not None
        return begins or re.match(r"\s*[,.]", after) is None
