"""What a question asks for, as the purpose of a step: "how many rolls did a guest get" is "how many rolls a guest got".

The words stay those of the question; only the verb and its subject change places. Where the parse does not show them
clearly there is no purpose, and the step says less.
"""

from __future__ import annotations

from collections.abc import Sequence

from arithmetree.explanation.passage import Asked, Passage, running
from arithmetree.morphology import all_verbs, past_tense, third_person
from arithmetree.schemas import Token

_LONGEST = 18  # words
_MARKS = frozenset({",", ";", ":", "–", "—", "(", "...", "…", '"', "”", "“"})
_UNCLEAR = frozenset({"im", "that", "those", "s", "n't", "n’t"})
_DO = {"do": None, "does": third_person, "did": past_tense}
_INSIDE = frozenset({"DET", "ADJ", "NOUN", "PROPN", "NUM", "PART"})
_SUBJECTS = frozenset({"i", "it", "he", "she", "they", "we", "you", "there", "everyone", "everybody"})
_CONDITIONS = frozenset({"if", "when", "because", "while", "given", "assuming", "supposing", "unless", "where"})
_ENDS = frozenset({"so", "and", "only", "that", "after", "before"})
_REQUESTS = frozenset({"find", "calculate", "determine", "compute", "say", "tell", "state", "give", "work"})
_WH = frozenset({"how", "what"})


def purpose(passage: Passage, asked: Asked | None) -> str | None:
    """What is found where a question is answered; None where the question is not plain."""
    if asked is None or not passage.is_careful:
        return None
    tokens = _plain([token for token in passage.problem.tokens if asked.span[0] <= token.start < asked.span[1]])
    if not 2 <= len(tokens) <= _LONGEST or any(token.text.lower() in _UNCLEAR for token in tokens):
        return None
    found = _purpose(passage, tokens)
    return None if found is None else passage.to_reader(found)


def _purpose(passage: Passage, tokens: Sequence[Token]) -> str | None:
    """The purpose in the words of the question."""
    first = tokens[0]
    if first.text.lower() in _REQUESTS:
        rest = tokens[2:] if first.text.lower() == "work" else tokens[1:]
        is_noun = bool(rest) and (rest[0].upos == "DET" or rest[0].tag == "PRP$")
        is_clause = any(token.text.lower() in _WH for token in rest[:2])
        return _said(passage, rest) if is_noun or is_clause else None
    start = 0 if first.text.lower() in _WH else 1
    if tokens[start].text.lower() not in _WH or sum(token.text.lower() in _WH for token in tokens) > 1:
        return None
    at = next((i for i, token in enumerate(tokens) if i > start and _is_finite(token)), None)
    return None if at is None else _turned(passage, tokens, at)


def _plain(tokens: Sequence[Token]) -> list[Token]:
    """A question without its mark, and without a condition or what else follows after a comma."""
    stop = next(
        (i for i, token in enumerate(tokens) if i > 1 and (token.text in _MARKS or token.text.lower() in _CONDITIONS)),
        len(tokens),
    )
    kept = list(tokens[:stop])
    while kept and (kept[-1].upos in ("PUNCT", "SPACE") or kept[-1].text.lower() in _ENDS):
        kept.pop()
    return kept


def _is_finite(token: Token) -> bool:
    return token.tag in ("MD", "VBZ", "VBP", "VBD") and (token.upos in ("AUX", "VERB"))


def _turned(passage: Passage, tokens: Sequence[Token], at: int) -> str | None:
    """The question with the subject before its verb."""
    asked, verb, after = tokens[:at], tokens[at], tokens[at + 1 :]
    if _disagree(asked, verb, after):
        return None
    if not after:
        return None if verb.upos == "AUX" else _said(passage, tokens)
    word = verb.text.lower()
    if word in _DO:
        return _without_do(passage, asked, verb, after)
    if any(token.text.lower() in _DO for token in after):
        return None
    subject = _subject(after)
    if verb.lemma == "have" and len(asked) == 2 and after[0].text.lower() in ("a", "an", "no", "none"):
        return _said(passage, tokens)  # "how many had a snail in them"
    is_aux = verb.upos == "AUX" or verb.lemma in ("be", "have")
    if (
        verb.lemma == "have"
        and len(after) == 1
        and after[0].upos in ("NOUN", "PROPN", "ADJ")
        and after[0].text != "left"
    ):
        return None  # "how many has aya"
    if not is_aux and verb.tag == "VBZ" and asked[1:2] and asked[1].text.lower() == "many":
        return None  # "how many baskets carries one man"
    if verb.tag == "MD" and not subject and after[0].tag not in ("VB", "RB"):
        return None
    if not is_aux or not subject:
        is_what = asked[0].text.lower() == "what" and len(asked) == 1
        is_open = after[0].upos in ("NOUN", "PROPN", "NUM", "ADJ", "DET", "PRON") and is_aux and len(after) > 1
        return None if (is_what and after[0].text.lower() != "left") or is_open else _said(passage, tokens)
    rest = after[subject:]
    if any(token.text.lower() in ("n't", "not", "never", "than") for token in rest[1:]):
        return None
    if word in ("is", "was", "are", "were", "'s", "’s"):
        if len(asked) == 1 and asked[0].text.lower() == "what":
            is_named = (
                after[0].upos == "DET" or after[0].tag == "PRP$" or (after[1:2] and after[1].text in ("'s", "’s"))
            )
            if rest[:1] and rest[0].tag == "VBN":  # "what is a porter paid"
                return " ".join(_said(passage, one) for one in (asked, after[:subject], [verb], rest))
            return _said(passage, after) if is_named else None
        if rest and rest[0].upos == "VERB" and rest[0].tag not in ("VBN", "VBG"):
            return None
    elif not rest or (verb.tag == "MD" and not any(token.tag == "VB" for token in rest[:3])):
        return None
    said = [_said(passage, part) for part in (asked, after[:subject], [verb], rest) if part]
    return " ".join(said)


def _disagree(asked: Sequence[Token], verb: Token, after: Sequence[Token]) -> bool:
    """True for broken grammar: "how many cheeses he sell", "how many buses there was", "how much costs the tea"."""
    word, last, first = verb.text.lower(), asked[-1].text.lower(), "".join(one.text.lower() for one in after[:1])
    is_several = verb.tag == "VBP" or word in ("are", "were", "have", "do")
    is_many = any(token.text.lower() == "many" for token in asked)
    is_pay = verb.upos == "VERB" and last == "much" and any(one.upos in ("DET", "PROPN") for one in after[:1])
    is_foreign = is_pay or (is_many and word in ("is", "was") and "there" in (last, first))
    return is_foreign or last in ("$", "£", "€") or (is_several and bool({"he", "she", "it"} & {last, first}))


def _subject(after: Sequence[Token]) -> int:
    """How many words after a verb are its subject; none where the verb comes after its subject already."""
    first = after[0]
    if first.text.lower() in _SUBJECTS:
        return 1
    if first.upos not in ("DET", "PROPN") and first.tag != "PRP$" and first.text.lower() not in ("each", "both"):
        return 0
    end = 1
    while end < len(after):
        token = after[end]
        is_of = token.text.lower() in ("of", "and") and after[end - 1].upos in ("NOUN", "PROPN", "DET")
        is_count = token.upos == "NUM" and after[end - 1].upos != "DET"
        is_inside = token.upos in _INSIDE and token.tag not in ("JJR", "TO") and token.text != "left"
        if not is_of and (is_count or not is_inside):
            break
        end += 1
    return end if any(token.upos in ("NOUN", "PROPN") for token in after[:end]) else 0


def _without_do(passage: Passage, asked: Sequence[Token], do: Token, after: Sequence[Token]) -> str | None:
    """ "Did a guest get" is "a guest got"."""
    verbs = [
        i
        for i, token in enumerate(after)
        if i and after[i - 1].upos not in ("DET", "ADJ") and (token.tag in ("VB", "VBP") or token.dep == "ROOT")
    ]
    at = next((i for i in verbs if after[i - 1].upos != "NUM"), verbs[0] if verbs else None)
    if at is None or after[at].text.lower() not in all_verbs():
        return None
    subject = after[:at]
    adverbs = [token for token in subject if token.upos == "ADV"]
    is_one_of_two = after[at - 1].text.lower() in ("and", "or", "not")  # "does the kiln heat and stay hot"
    if is_one_of_two or any(token.upos in ("VERB", "AUX", "PUNCT") for token in subject) or len(adverbs) > 1:
        return None
    form = _DO[do.text.lower()]
    base = after[at].text.lower()
    said = [_said(passage, asked), _said(passage, subject), base if form is None else form(base)]
    return " ".join([*said, *([_said(passage, after[at + 1 :])] if after[at + 1 :] else [])])


def _said(passage: Passage, part: Sequence[Token]) -> str:
    """The words of a part as the text writes them, without the capital of a sentence start."""
    text = " ".join(passage.problem.text[part[0].start : part[-1].end].split()).rstrip(".")
    first = part[0].text
    if first.lower() == "whats":
        return f"what is{text[len(first) :]}"
    return running(first) + text[len(first) :] if part[0].upos != "PROPN" else text
