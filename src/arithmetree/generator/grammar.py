"""The notation of the wordings: [one|other] chooses, {slot} and <verb> are filled in by the narrator.

- `[a|b|]` is one of the alternatives, the empty one included; alternatives may be nested.
- `{S}` a person as subject, `{S.o}` as object, `{S.s}` as owner, `{S.n}` by name; any other slot is an amount or a
  phrase.
- `{n}` an amount with its noun, `{n+}` added to what is there ("5 more pens"), `{n-}` taken from it ("5 of them"),
  `{n#}` the number alone, `{n.items}`, `{n.item}` and `{n.a}` its noun; `{one}` the number in "the price of one pen".
- `{now}` an adverb that goes with the tense.
- `<give>` the verb in the tense of the clause, agreeing with the last subject; `<be:pl>` with a plural one,
  `<be:sg>` with a singular one, `<have:sub>` in a clause that takes no future; `<give:ing>` and `<give:pp>` are its
  other forms.
- `@{S} have@` subject and verb, in the order of a question or of a statement; `@+they have@` with a plural subject.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random

TOKEN = re.compile(r"\{(?P<slot>[^{}]+)\}|<(?P<verb>[^<>]+)>|@(?P<inverted>[^@]+)@")
_SUBJECT_FIRST = re.compile(r"\{(?P<subject>[A-Z])\} <(?P<verb>\w+)>(?P<rest>.*)", re.DOTALL)
_AMOUNT = r"\{%s[+-]?\}"


def choose(template: str, rng: Random) -> str:
    """The template with every choice made; a choice is uniform over its alternatives."""
    while (close := template.find("]")) >= 0:
        start = template.rindex("[", 0, close)
        chosen = rng.choice(template[start + 1 : close].split("|"))
        template = template[:start] + chosen + template[close + 1 :]
    return tidy(template)


def tidy(text: str) -> str:
    """Without the spaces that empty alternatives leave behind."""
    text = re.sub(r" {2,}", " ", text).strip()
    return re.sub(r"(?<! ) ++([,.?!;])", r"\1", text)


def same_action(one: str, other: str) -> bool:
    """Whether two statements use the same verb, so that a question about either could mean both."""
    return bool(_actions(one) & _actions(other))


def _actions(template: str) -> set[str]:
    """The verbs of a statement by their beginnings, "giv" for "<give>" and "<be:pl> given"."""
    active = re.findall(r"<(?!be\b)(\w+)", template)
    passive = re.findall(r"<be(?::\w+)?> (\w+)", template)
    return {verb[:3] for verb in (*active, *passive)}


def without_subject(templates: Sequence[str]) -> tuple[str, ...]:
    """The templates that start with subject S and a verb, with the subject left out: "<give> {n-} to {R.o}"."""
    return tuple(template.removeprefix("{S} ") for template in templates if template.startswith("{S} <"))


def as_gerund(template: str) -> str:
    """ "<sell> {n-} and <earn> {m}" as "<sell:ing> {n-} and <earn:ing> {m}"."""
    return re.sub(r"(^| and )<(\w+)>", r"\1<\2:ing>", template)


def questions_about(amount: str, templates: Sequence[str], how_many: str) -> tuple[str, ...]:
    """The questions for an amount that these statements give: "how many pens did she give to Leo".

    The amount moves to the front, and subject and verb change places. Statements in which it is elsewhere
    than in the main clause give none.
    """
    pattern = re.compile(_AMOUNT % re.escape(amount))
    found = []
    for template in templates:
        at = pattern.search(template)
        if at is None or template[: at.start()].count("[") != template[: at.start()].count("]"):
            continue
        if at.start() == 0:
            found.append(f"{how_many} {template[at.end() :].strip()}")
            continue
        clause = _SUBJECT_FIRST.fullmatch(template)
        if clause is None or at.start() < clause.start("rest"):
            continue
        rest = tidy(pattern.sub("", clause["rest"], count=1))
        found.append(f"{how_many} @{{{clause['subject']}}} {clause['verb']}@ {rest}".rstrip())
    return tuple(found)
