"""Words on their way into a tree, and the finished tree as a sentence with features and spaces."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sentences import Sentence

from arithmetree.errors import DataError

INFLECTED = "+"  # features that depend on the place in the tree
_NO_SPACE_BEFORE = frozenset({".", ",", "?", "%", "'s", "n't", "-"})
_NO_SPACE_AFTER = frozenset({"$", "-"})


@dataclass
class Node:
    """A word on its way into a tree."""

    form: str
    tag: str
    pos: str
    features: str
    lemma: str
    dep: str = ""
    crossing_head: str = ""
    left: list[Node] = field(default_factory=list)
    right: list[Node] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """The words of the subtree in the order of the sentence."""
        for child in self.left:
            yield from child.walk()
        yield self
        for child in self.right:
            yield from child.walk()

    def children(self) -> list[Node]:
        """The direct dependents in the order of the sentence."""
        return self.left + self.right


def as_sentence(root: Node, name: str) -> Sentence:
    """The tree under a root as a sentence of the pattern called `name`."""
    nodes = list(root.walk())
    index = {id(node): position for position, node in enumerate(nodes)}
    parent = {id(child): node for node in nodes for child in node.children()}
    heads: list[int] = []
    for position, node in enumerate(nodes):
        if node is root:
            heads.append(position)
        elif node.crossing_head:
            order = [*range(position - 1, -1, -1), *range(position + 1, len(nodes))]
            found = [i for i in order if node.crossing_head in (nodes[i].form, nodes[i].dep)]
            if not found:
                raise DataError(f"pattern {name}: there is no {node.crossing_head} that {node.form} could hang on")
            heads.append(found[0])
        else:
            heads.append(index[id(parent[id(node)])])
    words = [node.form for node in nodes]
    words[0] = words[0][0].upper() + words[0][1:]
    for position in range(len(words) - 1):
        if words[position].lower() in ("a", "an") and nodes[position].tag == "DT":
            vowel = words[position + 1][0].lower() in "aeiou"
            words[position] = words[position][0] + ("n" if vowel else "")
    spaces = [
        word not in _NO_SPACE_AFTER and following not in _NO_SPACE_BEFORE
        for word, following in zip(words, [*words[1:], "."], strict=True)
    ]
    return Sentence(
        words=tuple(words),
        spaces=tuple(spaces),
        pos=tuple(node.pos for node in nodes),
        tags=tuple(node.tag for node in nodes),
        morphs=tuple(_features(node, parent) if node.features == INFLECTED else node.features for node in nodes),
        lemmas=tuple(node.lemma for node in nodes),
        heads=tuple(heads),
        deps=tuple(node.dep for node in nodes),
        pattern=name,
    )


def _features(verb: Node, parent: dict[int, Node]) -> str:
    """The features of a verb form, by its place in the tree, as UD English EWT gives them."""
    relations = {child.dep for child in verb.children()}
    if verb.tag == "VB":
        imperative = verb.dep in ("ROOT", "conj") and not relations & {"aux", "mark"}
        return "Mood=Imp|VerbForm=Fin" if imperative else "VerbForm=Inf"
    if verb.tag == "VBG":
        gerund = verb.dep in ("acl", "amod", "xcomp", "csubj")
        return "VerbForm=Ger" if gerund else "Tense=Pres|VerbForm=Part"
    if verb.tag == "VBN":
        perfect = any(child.dep == "aux" and child.lemma == "have" for child in verb.children())
        active = verb.dep in ("aux", "cop", "aux:pass") or (perfect and "aux:pass" not in relations)
        return "Tense=Past|VerbForm=Part" + ("" if active else "|Voice=Pass")
    number, person = _agreement(verb, parent)
    tense = "Past" if verb.tag == "VBD" else "Pres"
    return f"Mood=Ind|Number={number}|Person={person}|Tense={tense}|VerbForm=Fin"


def _agreement(verb: Node, parent: dict[int, Node]) -> tuple[str, str]:
    """Number and person of the subject that a finite verb agrees with."""
    clause: Node | None = parent.get(id(verb)) if verb.dep in ("aux", "cop", "aux:pass") else verb
    while clause is not None:
        subjects = [child for child in clause.children() if child.dep.startswith("nsubj")]
        if subjects:
            subject = subjects[0]
            plural = "Number=Plur" in subject.features or any(child.dep == "conj" for child in subject.children())
            person = re.search(r"Person=(\d)", subject.features)
            return ("Plur" if plural else "Sing"), (person[1] if person else "3")
        clause = parent.get(id(clause)) if clause.dep == "conj" else None
    return "Sing", "3"
