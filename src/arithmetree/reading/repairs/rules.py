"""The rules of data/repairs.toml: where each applies, and what it does there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

from arithmetree.morphology import spelled_verb_lemma
from arithmetree.reading.repairs.draft import TESTS, Draft, Key
from arithmetree.word_lists import table

Test = Callable[[Draft, int], bool]
Action = Callable[[Draft, int], None]

_COLUMNS = {"#": "tag", ":": "dep", "=": "lower", "~": "lemma", "%": "shape"}
_KEY = ("upos", "tag", "dep", "shape")


@dataclass(frozen=True)
class _Term:
    """One term of a description: the values that a column may have, or must not; "" is the column of tests."""

    column: str
    values: frozenset[str]
    negated: bool
    first_part: bool

    def allows(self, value: str) -> bool:
        return ((value.partition(":")[0] if self.first_part else value) in self.values) != self.negated

    def test(self, place: str) -> Test:
        """The term as a test of the token at a place beside the one that the rule starts from."""
        column, allows, negated, at = self.column, self.allows, self.negated, _place(place)
        if column == "":
            named = TESTS[next(iter(self.values))]
            return lambda draft, i: named(draft, at(draft, i)) != negated
        return lambda draft, i: allows(getattr(draft, column)[at(draft, i)])


def _place(name: str) -> Callable[[Draft, int], int]:
    """What gives the token at a place, from the one that a rule starts from."""
    if name == "above":
        return lambda draft, i: draft.head[i]
    offset = 0 if name == "at" else int(name)
    return lambda _draft, i: i + offset


@dataclass(frozen=True)
class _Rule:
    """A rule: what its token may be by tags and form, what else must hold, and what is done."""

    at: tuple[_Term, ...]
    tests: tuple[Test, ...]
    actions: tuple[Action, ...]


def apply_rules(draft: Draft, group: str) -> None:
    """Go over the tokens once; at each the first rule of the group that fits is applied."""
    for index, key in enumerate(draft.key):
        for rule in _rules_from(group, key):
            if all(test(draft, index) for test in rule.tests):
                for action in rule.actions:
                    action(draft, index)
                break


@cache
def _rules_from(group: str, key: Key) -> tuple[_Rule, ...]:
    """The rules of a group that may start from a token of this kind; there are few kinds."""
    return tuple(rule for rule in _rules(group) if all(term.allows(key[_KEY.index(term.column)]) for term in rule.at))


@cache
def _rules(group: str) -> tuple[_Rule, ...]:
    return tuple(_compiled(entry) for entry in table("repairs")[group])


def _compiled(entry: dict[str, Any]) -> _Rule:
    at = [term for term in _terms(entry["at"]) if term.column in _KEY]
    places = [(key, term) for key in entry if key not in ("example", "make") for term in _terms(entry[key])]
    places.sort(key=lambda pair: pair[1].column == "")  # looking into a column takes less time than a test
    tests = [term.test(place) for place, term in places if place != "at" or term not in at]
    return _Rule(tuple(at), tuple(tests), tuple(_action(step) for step in entry["make"]))


def _terms(description: str) -> Iterator[_Term]:
    for written in description.split():
        term = written.removeprefix("!")
        column = "" if term[0] == "@" else _COLUMNS.get(term[0], "upos")
        listed = term if column == "upos" else term[1:]
        values = frozenset(listed.removeprefix("*").split("|"))
        yield _Term(column, values, written != term, listed.startswith("*"))


def _action(step: str) -> Action:
    """What a step of "make" does, called with the token that the rule starts from."""
    place, _, what = step.rpartition(": ")
    name, _, argument = what.partition(" ")
    action, at = _ACTIONS[name], _place(place or "at")
    return lambda draft, i: action(draft, at(draft, i), argument)


def _make_name(draft: Draft, index: int, _: str) -> None:
    """Read a word as a name, and as the subject of a verb right after it."""
    draft.change(index, upos="PROPN", tag="NNP", lemma=draft.text[index])
    if draft.tag[index + 1] in ("VBD", "VBZ"):
        draft.make_subject(index, index + 1)


def _hang_under(draft: Draft, index: int, argument: str) -> None:
    offset, dep = argument.split()
    draft.change(index, head=index + int(offset), dep=dep)


def _replace_above(draft: Draft, index: int, dep: str) -> None:
    """Make a word the verb in the place of the one above it, which comes under it."""
    above = draft.head[index]
    root = draft.head[above] == above
    draft.change(index, upos="VERB", dep=draft.dep[above], head=index if root else draft.head[above])
    draft.change(above, dep=dep, head=index)


def _take_subjects(draft: Draft, index: int, _: str) -> None:
    """Hang the subjects of the word above under this one."""
    for kid in range(index):
        if draft.head[kid] == draft.head[index] and draft.dep[kid].startswith("nsubj"):
            draft.change(kid, head=index)


_ACTIONS: dict[str, Callable[[Draft, int, str], None]] = {
    "adjective": lambda draft, i, _: draft.change(i, upos="ADJ", tag="JJ", lemma=draft.lower[i]),
    "dep": lambda draft, i, dep: draft.change(i, dep=dep),
    "finite_verb": lambda draft, i, _: draft.make_verb(i, draft.verb_tag(i), spelled_verb_lemma(draft.text[i])),
    "name": _make_name,
    "noun": lambda draft, i, _: draft.make_noun(i),
    "replace_above": _replace_above,
    "subject_of": lambda draft, i, offset: draft.make_subject(i, i + int(offset)),
    "tag": lambda draft, i, tag: draft.change(i, tag=tag or draft.verb_tag(i)),
    "take_subjects": _take_subjects,
    "under": _hang_under,
    "verb": lambda draft, i, tag: draft.make_verb(i, tag or draft.tag[i]),
}
