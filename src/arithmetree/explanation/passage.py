"""The text of a problem as an explanation quotes it: the noun after a number, the clause around it, the questions."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from arithmetree.morphology import noun_lemma, past_tense, verb_lemma
from arithmetree.quantities import Kind, Quantity
from arithmetree.schemas import Problem, Schema, Token
from arithmetree.solution.evidence import Span
from arithmetree.word_lists import words

_FAR = 7  # tokens after a number in which its noun has to come
_LONGEST_CLAUSE = 16  # words; what is longer is no help to a child
_SKIPPED = words("explanation", "phrases", "skipped") | {"-", "–"}
_FINITE = frozenset({"VBD", "VBZ", "VBP", "MD"})
_BREAKS = frozenset({",", ";", ":", ".", "!", "?", "(", ")", "–", "—", "\n"})
_JOINING = words("explanation", "phrases", "joining")
_DANGLING = words("explanation", "phrases", "dangling")
_ALSO_THINGS = frozenset({"foot", "stone"})
"""Units that also begin the names of things: "480 foot passengers", "6 stone carvers"."""
_QUOTE_MARK = re.compile(r"[\"“”]|(?<!\w)['‘]|['’](?!\w)")
_LETTERS = re.compile(r"[A-Z]{2,}s")  # "DVDs"
_SIZED = re.compile(r" of (?:equal |the same )?(?:size|length)$")  # "2 groups of equal size"
_HYPHENED = re.compile(r"(?:-[a-z]+)+")
_OPENERS = words("explanation", "phrases", "openers")
_CHATTER = words("explanation", "phrases", "chatter")
_CURRENCIES = frozenset("$£€¥")
_SHORT_FORMS = words("explanation", "phrases", "short")
_PRONOUNS = words("explanation", "phrases", "pronouns")
_ON_AVERAGE = re.compile(r"\bon average\b", re.IGNORECASE)
_COUNTED = re.compile(r"\b(?:mean|average|avg)\s+(?:for|over|after|from|of (?:all |the )+)(?:the )?\s*$", re.IGNORECASE)
_MEAN_OF = re.compile(r"\b(?:mean|average|avg)(?:\s+\w+)?\s+(?:of|for)\s+(?:the\s+)?$", re.IGNORECASE)
_IS = re.compile(r"\b(?:is|was|are|were)\b[^.;?!]*$")
_MEAN = re.compile(r"\b(?:average|mean|avg)\b", re.IGNORECASE)
_START = re.compile(
    r"\b(?:at first|(?:at|in) the (?:start|beginning)|(?:start|begin|began|set out)(?:ed)? with|originally|initially"
    r"|before(?: that| this| then)?\W*$|before (?:the|those|these|that|he|she|it|they|we|i)\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"(?<=\w),? if\b.*", re.IGNORECASE | re.DOTALL)  # "..., if it was 30 cm tall at the start"
_LISTED = re.compile(r"how many ([a-z]+(?:, [a-z]+)+ and [a-z]+)\b", re.IGNORECASE)  # "how many books, films and games"
_SAYS_QUESTION = re.compile(
    r"\b(?:how|what|whats|when|which|who|where|find|calculate|work out|give|determine)\b|\?", re.IGNORECASE
)
_STATES = frozenset({"wrong", "right", "correct", "left", "late", "absent", "empty", "full", "free"})
_SELF = {"i am": "you are", "am i": "are you", "i'm": "you are", "im": "you are", "i was": "you were"}
_SELF |= {"was i": "were you", "i": "you", "me": "you", "my": "your", "myself": "yourself"}
_SELF_SAID = re.compile(rf"\b(?:{'|'.join(_SELF)})\b", re.IGNORECASE)
GROUP_SIZE = re.compile(r"\s+(?:per|(?:to|in|on) (?:an?|each|every|one))\s+(?!of\b)([a-z]+)\b")
"""What follows the 6 of "216 eggs, 6 to a box"."""


@dataclass(frozen=True, slots=True)
class Noun:
    """The noun phrase after a number: its words in running text, the lemma of its head, and where it ends."""

    words: str
    head: str
    end: int


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: its place, what it counts ("glue sticks", with the lemma of the noun), and its words as lemmas.

    `phrase` is the noun with its adjectives, "long leis".
    """

    span: Span
    noun: str | None
    head: str | None
    lemmas: frozenset[str]
    phrase: str | None = None


@dataclass(frozen=True)
class Passage:
    """A problem and the numbers of its text, which a derivation refers to by their place in `mentions`."""

    problem: Problem
    mentions: Sequence[Quantity]

    @cached_property
    def schemas(self) -> tuple[Schema | None, ...]:
        """What the reader found about each mention, by its characters; None where it has no schema."""
        found = {(one.quantity.start, one.quantity.end): one for one in self.problem.schemas}
        by_start = {one.quantity.start: one for one in self.problem.schemas}
        return tuple(found.get((one.start, one.end)) or by_start.get(one.start) for one in self.mentions)

    @cached_property
    def lemmas(self) -> frozenset[str]:
        """All words of the text as lemmas."""
        return frozenset(token.lemma.lower() for token in self.problem.tokens)

    @cached_property
    def is_careful(self) -> bool:
        """False for a message in lower case or with "ppl" and "u", whose words a teacher does not repeat."""
        spelled = {token.text.lower() for token in self.problem.tokens}
        return not self.problem.text.lstrip()[:1].islower() and not spelled & _SHORT_FORMS

    def token_at(self, place: int) -> int:
        """The first token that begins at a place or after it."""
        return bisect_left(self.problem.tokens, place, key=lambda token: token.start)

    def _is_number(self, token: Token) -> bool:
        return any(one.start <= token.start < one.end for one in (*self.mentions, *self.problem.quantities))

    @cached_property
    def nouns(self) -> tuple[Noun | None, ...]:
        """The noun phrase right after each mention; None where the text writes none there."""
        return tuple(self._noun(number) for number in range(len(self.mentions)))

    def _noun(self, number: int) -> Noun | None:
        quantity, schema = self.mentions[number], self.schemas[number]
        if quantity.kind in (Kind.MONEY, Kind.TIME, Kind.PERCENT) or schema is None or schema.unit_head is None:
            return None
        if GROUP_SIZE.match(self.problem.text, quantity.end) is not None:
            return None
        tokens = self.problem.tokens
        measure = self._measure(number)
        if measure is not None:
            return measure
        wanted = {lemma.lower() for lemma in (*schema.unit, schema.unit_head)}
        first = self.token_at(quantity.end)
        taken: list[str] = []
        head, end = None, quantity.end
        plural_: Token | None = None
        for token in tokens[first : first + _FAR]:
            lemma = token.lemma.lower()
            lemma = lemma if lemma in wanted else noun_lemma(token.text)
            ends = self._is_number(token) or token.upos == "PROPN" or token.tag in _FINITE or token.text in _BREAKS
            if lemma in words("facts", "listed", "days") | {"today", "tomorrow", "yesterday"}:
                break
            is_after = head is not None and "of" not in taken and lemma != "of"
            if (ends and lemma not in wanted) or is_after:
                break
            if (lemma in wanted or token.text.lower() in wanted) and any(map(str.isalpha, token.text)):
                if token.tag == "VBD" or (token.tag in ("NN", "VB", "VBP", "VBN") and self._is_verb(token)):
                    break  # "260 hold lamps", "720 bottles of vinegar stand in rows", "26 ordered noodles"
                if token.tag == "JJ" and head is None and not token.text.endswith("s") and self._ends_phrase(token):
                    break  # "3 right and 10 wrong"
                is_plural = token.tag in ("NNS", "NNPS") or noun_lemma(token.text) != token.text.lower()
                if plural_ is not None and quantity.value > 1 and not is_plural:
                    head = noun_lemma(plural_.text)  # "6 slabs break": the last word is a verb
                    break
                plural_ = token if is_plural else None
                if head is None and schema.unit_head.lower() in (lemma, token.text.lower()):
                    head = lemma
                word = token.text.rstrip(".") or token.text  # "6 m." at the end of a sentence
                taken.append(word)
                end = token.end - len(token.text) + len(word)
            elif token.text.lower() in _SKIPPED and head is None:
                continue
            elif lemma == "of" and taken:
                taken.append("of")
                plural_ = None
            else:
                break
        if head is None or head in ("square", "cubic"):
            return None
        while taken[-1] == "of":
            taken.pop()
        return self._complete(Noun(" ".join(running(word) for word in taken), head, end), number)

    def _complete(self, noun: Noun, number: int) -> Noun | None:
        """A noun phrase with what the text writes on after it: "stone carvers" for "stone", "warm-up" for "warm"."""
        text = self.problem.text
        if text[self.mentions[number].end : noun.end].startswith("-"):
            first = noun.words.split()[0]  # "nine-bed rooms", but not "three-legged stools"
            end = self.mentions[number].end + 1 + len(first)
            return None if first.endswith("ed") else Noun(first, noun_lemma(first), end)
        noun = replace(noun, words=_SIZED.sub("", noun.words))
        hyphened = _HYPHENED.match(text, noun.end)
        if hyphened is not None:
            noun = Noun(f"{noun.words}{hyphened[0]}", noun.head, hyphened.end())
        after = self.problem.tokens[self.token_at(noun.end) :][:1]
        whole, of, _ = noun.words.partition(" of ")
        is_next = bool(after) and text[noun.end : after[0].start] == " "
        if of and after and re.fullmatch(r"[A-Z0-9]", after[0].text):
            return Noun(whole, noun.head, noun.end)  # "73 bags of type O"
        looks_plural = is_next and noun_lemma(after[0].text) != after[0].text.lower()
        is_noun = is_next and (after[0].upos in ("NOUN", "PROPN") or (after[0].tag == "NN" and looks_plural))
        if not is_noun or (after[0].upos == "PROPN" and not of):
            return noun
        if of:
            return Noun(whole, noun.head, noun.end)  # of what exactly is not clear
        groups = ("durations", "lengths", "weights", "volumes", "others", "money")
        is_kind = looks_plural and len(whole) > 3 and whole in words("measures", "durations")  # "15 evening menus"
        is_unit = (
            not is_kind and whole not in _ALSO_THINGS and any(whole in words("measures", group) for group in groups)
        )
        is_single = self.mentions[number].value == 1  # "1 table fan", "6 stone carvers"
        is_right = after[0].tag == "NN" if is_single else after[0].tag == "NNS" or looks_plural
        is_cut = is_right and noun_lemma(whole) == whole
        if is_unit or not is_cut:
            return noun
        return Noun(f"{whole} {running(after[0].text)}", noun_lemma(after[0].text), after[0].end)

    def _is_verb(self, token: Token) -> bool:
        """True for a word that the text uses as a verb elsewhere."""
        if len(token.text) <= 2:
            return False  # the m of "2.5 m"
        same = (one for one in self.problem.tokens if one.text == token.text and one.start != token.start)
        return any(one.tag in ("VB", "VBP", "VBD") for one in same)

    def _ends_phrase(self, token: Token) -> bool:
        """True for a word with no noun after it."""
        after = self.problem.tokens[self.token_at(token.end) :][:1]
        return not after or after[0].upos not in ("NOUN", "PROPN", "ADJ")

    def _measure(self, number: int) -> Noun | None:
        """The unit of measure right after a number before another noun: the m of "a 1.5 m gap"."""
        first = self.token_at(self.mentions[number].end)
        pair = self.problem.tokens[first : first + 2]
        schema = self.schemas[number]
        if not pair or schema is None:
            return None
        word = pair[0].text.rstrip(".") or pair[0].text
        is_unit = any(word.lower() in words("measures", group) for group in ("lengths", "weights", "volumes"))
        is_unit = is_unit or word.lower() in ("min", "minute", "hour", "hr")
        if not is_unit or (schema.unit_head or "").rstrip(".") in (pair[0].lemma.lower(), word.lower()):
            return None
        is_last = pair[0].text.endswith(".")  # "3 m by 2.5 m. Boards cost ..."
        if not is_last and (len(pair) < 2 or pair[1].upos != "NOUN"):
            return None
        if not is_last and word.lower() in _ALSO_THINGS and self.mentions[number].value > 1:
            return None
        return Noun(running(word), word.lower() if is_last else pair[0].lemma.lower(), pair[0].start + len(word))

    def amount_span(self, number: int) -> Span:
        """A number with its currency sign, its per cent sign and its noun."""
        quantity = self.mentions[number]
        start, end = quantity.start, quantity.end
        text = self.problem.text
        if start > 0 and text[start - 1] in "$£€¥₹":
            start -= 1
        after = re.compile(r"\s?(?:%|p\b|per ?cent\b|¢|cents?\b|pence\b|euros?\b|dollars?\b)").match(text, end)
        if quantity.kind in (Kind.MONEY, Kind.PERCENT) and after:
            end = after.end()
        noun = self.nouns[number]
        return start, end if noun is None else max(end, noun.end)

    def written(self, number: int) -> str:
        """A number as the text writes it, with its sign, without the capital of a sentence start."""
        quantity = self.mentions[number]
        if quantity.kind in (Kind.MONEY, Kind.PERCENT):
            start, end = self.amount_span(number)
            return self.problem.text[start:end]
        return running(quantity.text).rstrip(".")

    def sentence(self, number: int) -> list[Token]:
        """The tokens of the sentence of a number."""
        place = self.mentions[number].start
        return next((list(one) for one in reversed(self.sentences) if one[0].start <= place), [])

    @cached_property
    def sentences(self) -> tuple[tuple[Token, ...], ...]:
        """The tokens by sentences; "4 m. The" and a new line with a capital end one that the parser went on with."""
        found: list[list[Token]] = []
        for before, token in zip([None, *self.problem.tokens], self.problem.tokens, strict=False):
            if before is None or token.sent != before.sent or self._is_new(before, token):
                found.append([])
            found[-1].append(token)
        return tuple(tuple(one) for one in found)

    def _is_new(self, before: Token, token: Token) -> bool:
        if not token.text[:1].isupper():
            return False
        gap = self.problem.text[before.end : token.start]
        unit = before.text[:-1].lower() if before.text.endswith(".") else ""
        if before.text[-1:].islower() and before.text.isalpha() and token.text.lower() in _OPENERS:
            return True  # "... to post offices Each office gets 500 stamps"
        return "\n" in gap or any(
            unit in words("measures", group) for group in ("durations", "lengths", "weights", "volumes")
        )

    def to_reader(self, said: str) -> str:
        """Words of who asks, as they are said to them: "how many I have" is "how many you have"."""
        if _QUOTE_MARK.search(self.problem.text):
            return said  # who speaks may be somebody of the story
        return _SELF_SAID.sub(lambda found: _SELF[found[0].lower()], said)

    def clause(self, number: int) -> tuple[str, Span] | None:
        """The statement that a number is part of, short enough to repeat: "Mairi cut 35 more blocks than Fergus".

        It has a subject, a verb and no other number of the text; None where the sentence has no such part.
        """
        sentence = self.sentence(number) if self.is_careful else []
        if not sentence or sentence[-1].text == "?" or any(t.lemma.lower() in ("if", "how") for t in sentence[:1]):
            return None
        quantity = self.mentions[number]
        at = next((i for i, token in enumerate(sentence) if token.end > quantity.start), None)
        if self.problem.text[: quantity.start].lower().endswith("all but "):
            return None  # "all but 9 ran away" is not said of the 9
        if at is None or self.is_spoken(number):
            return None  # what somebody says: "I found twice as many," said Leif
        first, last = at, at
        while first > 0 and not self._parts(sentence, first - 1):
            first -= 1
        while last + 1 < len(sentence) and not self._parts(sentence, last + 1):
            last += 1
        part = sentence[first : last + 1]
        while (
            part
            and not _so_far(part)
            and (part[0].lemma.lower() in _DANGLING or part[0].upos in ("CCONJ", "PUNCT", "SPACE"))
        ):
            is_two = part[0].text.lower() in ("when", "if") and sum(token.tag in _FINITE for token in part) > 1
            if is_two or part[0].text.lower() == "to":
                return None  # "when the bell rang it had 28.5 cm to go", "to the second one 15 minutes were added"
            part = part[1:]
        while part and part[-1].upos in ("CCONJ", "PUNCT", "SPACE"):
            part = part[:-1]
        if not part or part[-1].text.lower() in _DANGLING or (part[0].text == "for" and part[0] is not sentence[0]):
            return None  # something is missing: "4 times that", "for the captain asked $4"
        return self._stated(part, number)

    def is_spoken(self, number: int) -> bool:
        """True for a number inside quotation marks."""
        return len(_QUOTE_MARK.findall(self.problem.text[: self.mentions[number].start])) % 2 == 1

    def _parts(self, sentence: Sequence[Token], at: int) -> bool:
        """True for a token that ends a clause: a mark, or a joining word before a clause with its own verb."""
        token = sentence[at]
        if token.text in _BREAKS:
            return True
        if token.text.lower() not in _JOINING or _so_far(sentence[at:]):
            return False
        for after in sentence[at + 1 :]:
            if after.text in _BREAKS:
                return False
            if after.tag in _FINITE:
                return True
        return False

    def _stated(self, part: list[Token], number: int) -> tuple[str, Span] | None:
        quantity = self.mentions[number]
        if not part or not part[0].start <= quantity.start < part[-1].end or len(part) > _LONGEST_CLAUSE:
            return None
        if any(token.text.lower() in ("whom", "whose") or token.text.endswith(("...", "…")) for token in part):
            return None  # "12 of whom work at night"; or somebody thinks aloud
        verb = next((i for i, token in enumerate(part) if token.tag in _FINITE), None)
        if verb is None:
            return None
        others = self._others(part, quantity)
        if others:
            return self._alone(part, number, others)
        who = ""
        numbers = [token for token in part[:verb] if token.start == quantity.start]
        if not any(_is_subject(token) for token in part[:verb]) and not numbers:
            who = self._subject_before(part[verb]) if verb == 0 else ""
            if not who:
                return None
        if part[0].tag in ("VBG", "VBN", "IN", "TO", "VB") and part[0].text.lower() not in (
            "in",
            "on",
            "at",
            "for",
            "by",
        ):
            return None
        spelled = [token.text.lower() for token in part]
        if any(before in ("than", "as") and after in _PRONOUNS for before, after in pairwise(spelled)):
            return None  # "0.6 kg more than he did": who?
        if self.is_asked(part[0].start) or any(t.text.lower() in ("how", "what", "?") for t in part):
            return None
        span = part[0].start, part[-1].end
        said = self.problem.text[span[0] : span[1]].split()
        words_ = " ".join(word for word in said if word.lower() not in _CHATTER).rstrip(".")
        return (f"{who} {words_}".strip(), span) if words_.count('"') % 2 == 0 else None

    def _others(self, part: Sequence[Token], quantity: Quantity) -> list[Quantity]:
        """The other numbers of a clause."""
        inside = (one for one in self.mentions if part[0].start <= one.start < part[-1].end and one.implicit is None)
        return [one for one in inside if one.start != quantity.start and one.countable and one.text.lower() != "one"]

    def _alone(self, part: list[Token], number: int, others: Sequence[Quantity]) -> tuple[str, Span] | None:
        """A clause without its other numbers: "he sold 12 masks" of "he sold 19 fans and 12 masks"."""
        quantity = self.mentions[number]
        before = [one for one in others if one.start < quantity.start]
        after = [one for one in others if one.start > quantity.start]
        kept = list(part)
        if after:
            end = self._first_part(kept, number, after[0])
            if end is None:
                return None
            kept = kept[:end]
        lead: list[Token] = []
        if before:
            at = _index(kept, quantity.start)
            subjects = [i for i, token in enumerate(kept[:at]) if _is_subject(token) and token.start > before[-1].start]
            if subjects:
                first = subjects[-1]
                while kept[first].upos != "DET" and kept[first - 1].upos in ("DET", "ADJ", "NOUN", "PROPN"):
                    first -= 1
                is_cut = kept[first].tag == "NN" or kept[first - 1].start == before[-1].start
                kept = kept[first:]
                if is_cut:
                    return None  # not the whole name
            elif any(token.tag in _FINITE for token in kept[at:]):
                kept = kept[at:]  # "of the 81 biscuits 33 were home-made"
            elif kept[at - 1].text.lower() == "and":
                first = _index(kept, before[0].start)
                lead, kept = kept[:first], kept[at:]
                if not any(token.tag in _FINITE for token in lead):
                    return None
            else:
                return None
        if not kept or self._others(kept, quantity):
            return None
        if not lead:
            return self._stated(kept, number)
        said = [" ".join(self.problem.text[one[0].start : one[-1].end].split()) for one in (lead, kept)]
        if not any(_is_subject(token) for token in lead) or self.is_asked(lead[0].start):
            return None
        return " ".join(said).rstrip("."), (lead[0].start, kept[-1].end)

    def _first_part(self, part: Sequence[Token], number: int, other: Quantity) -> int | None:
        """Where a clause may end before another number: at "and", or at "for" and "at" before a price."""
        at = _index(part, other.start)
        own = _index(part, self.mentions[number].start)
        if part[at - 1].text.lower() in ("and", "for", "at"):
            return at - 1 if at - 1 > own else None
        joints = [i for i in range(own + 1, at) if part[i].text.lower() in ("and", "but", "then")]
        verbs = [i for i in range(own + 1, at) if part[i].tag.startswith("VB")]
        return joints[0] if joints and verbs and verbs[0] > joints[0] else None

    def _subject_before(self, verb: Token) -> str:
        """Who does it where a second verb shares the subject: "She had 24 stickers and gave 8 to her brother"."""
        before = [token for token in self.problem.tokens if token.sent == verb.sent and token.end <= verb.start]
        subjects = [i for i, token in enumerate(before) if _is_subject(token)]
        joint = [token.text.lower() for token in before[-2:]]
        if (
            len(subjects) != 1
            or joint[-1] not in ("and", "then", ",")
            or (joint[-1] == "then" and joint[0] not in ("and", ","))
        ):
            return ""  # with several it is not clear who; "and a shower then used 27"
        first = last = subjects[0]
        is_name = (
            before[last].upos == "PROPN" and len(before[last].text) > 1
        )  # "after the fair Jakub made ...": the fair is no part of the name
        while (
            first > 0
            and before[first].upos not in ("DET", "PRON")
            and before[first - 1].upos in (("PROPN",) if is_name else ("DET", "ADJ", "PROPN", "NOUN", "NUM"))
            and before[first - 1].text.isalpha()
        ):
            first -= 1
        is_simple = before[last].upos in ("PRON", "PROPN", "NOUN") and before[last + 1].tag in _FINITE
        return self.problem.text[before[first].start : before[last].end] if is_simple else ""

    def is_mean(self, number: int) -> bool:
        """True for a number that the text gives as a mean: "540 g on average", "a mean of 34 years"."""
        text = self.problem.text
        start, end = self.amount_span(number)
        places = [(one.start, one.end) for one in self.mentions if one.start != self.mentions[number].start]
        after = _ON_AVERAGE.search(text, end)
        if after and "." not in text[end : after.start()] and not any(end <= one[0] < after.start() for one in places):
            return True
        before = list(_MEAN.finditer(text, 0, start))
        if not before or self._is_counted(start):
            return False
        last = before[-1].end()
        is_counted = [self._is_counted(one[0]) for one in places if last <= one[0] < start]
        if not all(is_counted) or set(text[last:start]) & set(".;!?"):
            return False
        return not text[:last].lower().endswith("on average")

    def _is_counted(self, start: int) -> bool:
        """True for the 6 of "the mean for 6 throws" and of "the mean weight of 6 men is 80 kg": what the mean is of."""
        text = self.problem.text
        if _COUNTED.search(text[:start]):
            return True
        following = next((one.start for one in self.mentions if one.start > start), None)
        return (
            following is not None
            and _MEAN_OF.search(text[:start]) is not None
            and not set(text[start:following]) & set(";?!")
            and ". " not in text[start:following]
            and _IS.search(text[start:following]) is not None
        )

    def near(self, number: int, wanted: Iterable[str], *, before: int = 5, after: int = 5) -> Span | None:
        """The first word of a list within some tokens of a number, in its sentence."""
        listed = frozenset(wanted)
        tokens = self.problem.tokens
        at = self.token_at(self.mentions[number].start)
        end = self.token_at(self.mentions[number].end)
        for token in tokens[max(0, at - before) : end + after]:
            if token.sent != tokens[min(at, len(tokens) - 1)].sent:
                continue
            if token.lemma.lower() in listed or token.text.lower() in listed:
                return token.start, token.end
        return None

    def find(self, wanted: Iterable[str]) -> Span | None:
        """The first word of a list anywhere in the text."""
        listed = frozenset(wanted)
        return next(
            (
                (token.start, token.end)
                for token in self.problem.tokens
                if token.lemma.lower() in listed or token.text.lower() in listed
            ),
            None,
        )

    @cached_property
    def asks_start(self) -> bool:
        """True where the question goes back to what there was before the story."""
        asked = (self.problem.text[one.span[0] : one.span[1]] for one in self.questions)
        return any(_START.search(_CONDITION.sub("", one)) for one in asked)

    def is_asked(self, place: int) -> bool:
        """True for a place inside a question."""
        return any(one.span[0] <= place < one.span[1] for one in self.questions)

    @cached_property
    def questions(self) -> tuple[Asked, ...]:
        """All questions of the text in order; the last is the reader's question."""
        found: list[Asked] = []
        known = self.problem.question
        tokens = self.problem.tokens
        for sentence in self.sentences:
            starts = [i for i in range(len(sentence)) if _asks(sentence, i)]
            for place, start in enumerate(starts):
                stop = starts[place + 1] if place + 1 < len(starts) else len(sentence)
                found.append(self._asked(sentence[start:stop], lead=_lead(sentence, start)))
        is_said = known is not None and (not found or _SAYS_QUESTION.search(known.text) is not None)
        is_said = is_said and known is not None and not known.text.lower().startswith("give your ")
        if (
            known is not None
            and is_said
            and not any(one.span[0] < known.end and known.start < one.span[1] for one in found)
        ):
            found.append(self._asked([token for token in tokens if known.start <= token.start < known.end]))
        return tuple(one for one in found if one.lemmas)

    def _is_thing(self, token: Token) -> bool:
        """False for a verb that the parser took for the noun of a question: "how many crept in a lane"."""
        is_plural = token.tag == "NNS" or noun_lemma(token.text) != token.text.lower()
        others = (one for one in self.problem.tokens if one.start != token.start and one.upos == "NOUN")
        known = token.text.lower() in words("explanation", "mass", "nouns") | words("explanation", "plurals", "same")
        is_unit = any(token.text.lower() in words("measures", group) for group in ("durations", "lengths", "weights"))
        is_verb = token.upos not in ("NOUN", "PROPN") or token.tag.startswith("VB") or token.text.endswith(("ed", "pt"))
        is_verb = is_verb or self._is_verb(token)
        return is_plural or known or is_unit or not is_verb or any(one.lemma == token.lemma for one in others)

    def _asked(self, part: Sequence[Token], *, lead: Token | None = None) -> Asked:
        lemmas = frozenset(form for token in part for form in (token.lemma.lower(), token.text.lower()))
        if not part:
            return Asked((0, 0), None, None, lemmas)
        span = (lead or part[0]).start, part[-1].end
        spelled = [token.text.lower() for token in part]
        after = spelled.index("many") + 1 if "many" in spelled[:4] else 0
        if not after and "number" in spelled[:6] and spelled[spelled.index("number") + 1 :][:1] == ["of"]:
            after = spelled.index("number") + 2  # "Find the number of snails", "the smallest number of buns"
        taken = _counted(part[after:]) if after else []
        if len(taken) > 1 and (self._is_verb(taken[0]) or (taken[0].tag == "NN" and _is_past(taken[0].text))):
            taken = []  # "how many drank juice"
        if not taken or not self._is_thing(taken[-1]):
            return Asked(span, None, None, lemmas)
        listed_ = _LISTED.match(self.problem.text[span[0] : span[1]])
        joint = _joint(part, taken) if listed_ is None else listed_[1]
        if joint is not None:
            return Asked(span, joint, _head(taken), lemmas, joint)
        # Adjectives only tell which ones; nouns and "square" are part of the name.
        whole = {"square", "cubic", "-", "'s", "’s", "sq"}
        joined = {before.start for before, after in pairwise(taken) if before.end == after.start}  # "grown-ups"
        kept = [
            token
            for token in taken
            if token is taken[-1]
            or token.start in joined
            or token.upos in ("NOUN", "PROPN")
            or token.text.lower() in whole
        ]
        noun, phrase = (_spaced(part) for part in (kept, taken))
        return Asked(span, noun, _head(taken), lemmas, phrase)


def _lead(sentence: Sequence[Token], at: int) -> Token | None:
    """The preposition before a question word, which belongs to the question: "In how many hours", "At what time"."""
    before = sentence[at - 1] if at else None
    is_first = at == 1 or (at > 1 and sentence[at - 2].upos in ("PUNCT", "SPACE", "X", "CCONJ"))
    return before if before is not None and before.tag in ("IN", "TO") and is_first else None


def _asks(sentence: Sequence[Token], at: int) -> bool:
    """True for the word that opens a question or a request."""
    token = sentence[at]
    word = token.text.lower()
    after = sentence[at + 1].text.lower() if at + 1 < len(sentence) else ""
    if word == "how":
        return after in words("questions", "ask", "how")
    if word == "whats" or (word == "what" and at and (token.text[0].isupper() or after == "s")):
        return True
    if word in ("what", "when", "which", "who", "where"):
        if after in ("percent", "percentage", "per", "fraction"):
            return True
        is_later = any(before.text.lower() == "how" for before in sentence[:at])
        return (
            not is_later
            and (sentence[-1].text == "?" or sentence[-1].upos != "PUNCT")
            and (at == 0 or sentence[at - 1].upos in ("PUNCT", "ADP", "CCONJ", "X", "SPACE"))
        )
    is_first = all(len(before.text) <= 2 for before in sentence[:at])  # "a) Find ..."
    is_first = is_first or (token.text[0].isupper() and token.tag in ("VB", "VBP"))  # "Friday 138 cm Calculate ..."
    return is_first and word in words("questions", "ask", "requests") and token.tag in ("VB", "VBP", "NN", "NNP")


def _counted(part: Sequence[Token]) -> list[Token]:
    """The noun after "how many" with what belongs to it: "glue sticks", "ship's bells", "call-outs"."""
    taken: list[Token] = []
    owned = False
    for token, after in zip(part, [*part[1:], None], strict=True):
        word = token.text.lower()
        if not taken and token.upos == "NUM" and after is not None and after.text == "-":
            continue  # "how many ten-candle boxes"
        if not taken and word in ("next", "last", "same"):
            return []  # "how many next day"
        if not taken and (word in _SKIPPED or word == "of"):
            owned = owned or word == "of"
            continue  # "how many more pens", "how many of the visitors"
        is_measure = any(word in words("measures", group) for group in ("lengths", "weights", "volumes"))
        is_part = token.upos in ("NOUN", "ADJ") or token.tag == "VBN" or (is_measure and not taken)
        is_part = is_part or _LETTERS.fullmatch(token.text) is not None
        is_joint = bool(taken) and word in ("-", "'s", "’s")
        if not (is_part or is_joint) or token.tag == "JJR":
            break
        taken.append(token)
        if is_measure and len(taken) == 1:
            return taken
    nouns = [
        i
        for i, token in enumerate(taken)
        if token.upos == "NOUN" or token.text.lower() in ("m", "g", "l") or _LETTERS.fullmatch(token.text)
    ]
    owners = [i for i in range(len(taken)) if taken[i].text in ("'s", "’s")]
    if owners and owned and nouns and nouns[-1] > owners[-1]:
        taken = taken[owners[-1] + 1 :]  # "how many of the theatre's seats" asks for seats
        return _counted(taken)
    plurals = [i for i in nouns if taken[i].tag == "NNS"]
    if nouns:
        # After a plural a singular is a verb that the parser took for a noun: "how many seeds sprout".
        return taken[: (plurals[-1] if plurals else nouns[-1]) + 1]
    # A noun that the parser took for an adjective: "how many geese does she have".
    is_word = bool(taken) and taken[0].text.isalpha() and taken[0].text.islower()
    return taken[:1] if is_word and taken[0].text not in _STATES else []


def _head(taken: Sequence[Token]) -> str:
    """The lemma of a noun; the m of "how many m" is no form of "be"."""
    return taken[-1].lemma.lower() if taken[-1].upos in ("NOUN", "PROPN", "ADJ") else taken[-1].text.lower()


def _joint(part: Sequence[Token], taken: Sequence[Token]) -> str | None:
    """Two things that are counted together: "drummers and flute players"."""
    at = next(i for i, token in enumerate(part) if token is taken[-1]) + 1
    if at + 1 >= len(part) or part[at].text.lower() != "and":
        return None
    other = _counted(part[at + 1 :])
    if not other or other[0].start != part[at + 1].start or other[-1].tag != "NNS":
        return None
    if other[-1].lemma == taken[-1].lemma:
        return _spaced(taken[-1:])
    return f"{_spaced(taken)} and {_spaced(other)}"


def _spaced(part: Sequence[Token]) -> str:
    """The words of tokens with the spaces that they have in the text."""
    text = ""
    for before, token in zip([None, *part], part, strict=False):
        gap = "" if before is None or before.end == token.start else " "
        text += gap + running(token.text)
    return text


def _index(part: Sequence[Token], place: int) -> int:
    """The token at a place of the text, or its currency sign."""
    at = next(i for i, token in enumerate(part) if token.end > place)
    return at - 1 if at and part[at - 1].text in _CURRENCIES else at


def _is_past(word: str) -> bool:
    return past_tense(verb_lemma(word) or "") == word


def _so_far(part: Sequence[Token]) -> bool:
    """Whether words begin with "so far", whose "so" joins nothing."""
    return [token.text.lower() for token in part[:2]] == ["so", "far"]


def _is_subject(token: Token) -> bool:
    return (
        token.dep.startswith(("nsubj", "expl"))
        and token.upos != "DET"
        and token.text.lower() not in ("that", "which", "who")
    )


def running(word: str) -> str:
    """A word without the capital of a sentence start; "DVDs" stays as it is."""
    if word.lower() == "ppl":
        return "people"
    return word.lower() if word[1:] == word[1:].lower() and len(word) > 1 else word


def capital(sentence: str) -> str:
    """A sentence with a capital at its start."""
    return sentence[:1].upper() + sentence[1:]


def listed(parts: Sequence[str]) -> str:
    """ "a, b and c"."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def without_overlaps(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans in the order of the text, joined where they overlap."""
    merged: list[Span] = []
    for start, end in sorted(set(spans)):
        if merged and start < merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return tuple(merged)
