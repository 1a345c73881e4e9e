"""Every rule of data/repairs.toml that looks at neighbouring words, on a parse that is wrong in the way it repairs."""

import pytest

from arithmetree.reading.repairs import repaired
from arithmetree.schemas import Token
from arithmetree.word_lists import table


def read(*words: str, numbers: frozenset[int] = frozenset()) -> list[str]:
    """The words of one sentence after the repairs, each given and returned as "text/part of speech/tag/label/head"."""
    made, place = [], 0
    for word in words:
        text, upos, tag, dep, head = word.rsplit("/", 4)
        lemma = {"does": "do", "had": "have", "has": "have", "were": "be", "is": "be"}.get(text, text.lower())
        made.append(Token(place, place + len(text), text, lemma, upos, tag, dep, int(head), 0))
        place += len(text) + 1
    return [f"{t.text}/{t.upos}/{t.tag}/{t.dep}/{t.head}" for t in repaired(made, numbers)]


CASES = {
    "function word": (["his/PRON/PRP$/nmod:poss/1", "mum/PART/TO/obj/1"], {1: "mum/NOUN/NN/obj/1"}),
    "small name": (["big/ADJ/JJ/amod/1", "tarps/PROPN/NNPS/root/1"], {1: "tarps/NOUN/NNS/root/1"}),
    "adverb with the tag of a noun": (
        ["sold/VERB/VBD/root/0", "moped/ADV/NN/obj/0"],
        {1: "moped/NOUN/NN/obj/0"},
    ),
    "worth": (["a/DET/DT/det/1", "pen/NOUN/NN/root/1", "worth/NOUN/NN/nmod/1"], {2: "worth/ADJ/JJ/nmod/1"}),
    "unknown plural after and": (
        ["lifts/VERB/VBZ/root/0", "nets/NOUN/NNS/obj/0", "and/CCONJ/CC/cc/3", "tarps/VERB/VBZ/conj/1"],
        {3: "tarps/NOUN/NNS/conj/1"},
    ),
    "determined verb": (["each/DET/DT/det/1", "moped/VERB/NN/conj/1"], {1: "moped/NOUN/NN/conj/1"}),
    "verb as an object": (
        ["he/PRON/PRP/nsubj/1", "sold/VERB/VBD/root/1", "moped/VERB/JJ/obj/1"],
        {2: "moped/NOUN/NN/obj/1"},
    ),
    "verb with the tag of a plural": (
        ["crane/NOUN/NN/nsubj/1", "lifts/VERB/NNS/root/1"],
        {1: "lifts/VERB/VBZ/root/1"},
    ),
    "verb with the tag of a noun": (["red/ADJ/JJ/amod/1", "moped/VERB/NN/dep/1"], {1: "moped/NOUN/NN/dep/1"}),
    "determined object": (
        ["saw/VERB/VBD/root/0", "the/DET/DT/det/2", "catch/VERB/VB/obj/0"],
        {2: "catch/NOUN/NN/obj/0"},
    ),
    "gerund alone": (
        ["and/CCONJ/CC/cc/2", "a/DET/DT/det/2", "filling/VERB/VBG/conj/2", "$/SYM/$/dep/2"],
        {2: "filling/NOUN/NN/conj/2"},
    ),
    "past read as an adverb": (["rain/NOUN/NN/nsubj/1", "fell/ADV/VBD/root/1"], {1: "fell/VERB/VBD/root/1"}),
    "noun with the tag of a verb": (
        ["tables/NOUN/NNS/nsubj/1", "fill/NOUN/VBP/root/1", "halls/NOUN/NNS/obj/1"],
        {1: "fill/VERB/VBP/root/1"},
    ),
    "past read as a noun": (
        ["storm/NOUN/NN/nsubj/1", "felled/NOUN/JJ/root/1", "trees/NOUN/NNS/obj/1"],
        {1: "felled/VERB/VBD/root/1"},
    ),
    "owner": (
        [
            "photo/NOUN/NN/compound/1",
            "booth/NOUN/NN/compound/2",
            "prints/NOUN/NNS/root/2",
            "its/PRON/PRP$/nmod:poss/4",
            "pictures/NOUN/NNS/obj/2",
        ],
        {1: "booth/NOUN/NN/nsubj/2", 2: "prints/VERB/VBZ/root/2"},
    ),
    "owner read as an adjective": (
        [
            "the/DET/DT/det/1",
            "admin/ADJ/JJ/amod/2",
            "prints/NOUN/NNS/root/2",
            "the/DET/DT/det/4",
            "lists/NOUN/NNS/obj/2",
        ],
        {1: "admin/NOUN/NN/nsubj/2", 2: "prints/VERB/VBZ/root/2"},
    ),
    "participle with a subject": (
        ["a/DET/DT/det/1", "bus/NOUN/NN/nsubj/2", "overtaken/VERB/VBN/advcl/3", "left/VERB/VBD/root/3"],
        {2: "overtaken/VERB/VBD/advcl/3"},
    ),
    "root participle": (["Tom/PROPN/NNP/obl/1", "built/VERB/VBN/root/1"], {1: "built/VERB/VBD/root/1"}),
    "root base form": (["tables/NOUN/NNS/nsubj/1", "fill/VERB/VB/root/1"], {1: "fill/VERB/VBP/root/1"}),
    "lost predicate": (
        ["shelf/NOUN/NN/nsubj/1", "has/VERB/VBZ/aux/3", "room/NOUN/NN/obj/1", "thick/ADJ/JJ/root/3"],
        {1: "has/VERB/VBZ/root/1", 3: "thick/ADJ/JJ/dep/1"},
    ),
    "participle after each": (
        [
            "cakes/NOUN/NNS/root/0",
            ",/PUNCT/,/punct/0",
            "each/DET/DT/det/3",
            "cut/NOUN/NN/appos/0",
            "into/ADP/IN/case/5",
            "wedges/NOUN/NNS/nmod/3",
        ],
        {3: "cut/VERB/VBN/acl/0"},
    ),
    "name with the tag of one": (
        ["Then/ADV/RB/advmod/2", "Gull/NOUN/NNP/nsubj/2", "sold/VERB/VBD/root/2"],
        {1: "Gull/PROPN/NNP/nsubj/2"},
    ),
    "listed name": (["Anna/ADJ/JJ/amod/1", "boats/NOUN/NNS/root/1"], {0: "Anna/PROPN/NNP/amod/1"}),
    "capital noun inside": (["the/DET/DT/det/1", "Gull/NOUN/NN/root/1"], {1: "Gull/PROPN/NNP/root/1"}),
    "rare adverb": (["Ndidi/ADV/RB/advmod/1", "cut/VERB/VBD/root/1"], {0: "Ndidi/PROPN/NNP/nsubj/1"}),
    "known adverb": (["Outside/ADV/RB/advmod/1", "cut/VERB/VBD/root/1"], {0: "Outside/ADV/RB/advmod/1"}),
    "capital adverb inside": (
        ["To/ADP/IN/case/1", "friends/NOUN/NNS/obl/3", "Wenche/ADV/RB/advmod/3", "gave/VERB/VBD/root/3"],
        {2: "Wenche/PROPN/NNP/nsubj/3"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_misread_words_are_set_right(name: str) -> None:
    words, expected = CASES[name]
    fixed = read(*words)
    assert {place: fixed[place] for place in expected} == expected


NUMBER_CASES = {
    "gerund after each": (
        [
            "tests/NOUN/NNS/root/0",
            "each/DET/DT/det/2",
            "lasting/VERB/VBG/amod/4",
            "15/NUM/CD/nummod/4",
            "minutes/NOUN/NNS/appos/0",
        ],
        {2: "lasting/VERB/VBG/advcl/4"},
    ),
    "gerund after a noun": (
        ["rice/NOUN/NN/root/0", "weighing/NOUN/NN/appos/0", "20/NUM/CD/nummod/3", "kg/NOUN/NNS/obj/1"],
        {1: "weighing/VERB/VBG/acl/0"},
    ),
    "numbered thing": (
        [
            "Silo/ADJ/JJ/amod/2",
            "2/NUM/CD/nummod/2",
            "held/VERB/VBD/root/2",
            "47/NUM/CD/nummod/4",
            "tonnes/NOUN/NNS/obj/2",
        ],
        {0: "Silo/NOUN/NN/nsubj/2"},
    ),
    "unknown doer": (
        [
            "The/DET/DT/det/4",
            "admin/ADJ/JJ/amod/4",
            "deleted/VERB/VBD/amod/4",
            "75/NUM/CD/nummod/4",
            "files/NOUN/NNS/root/4",
        ],
        {1: "admin/NOUN/NN/nsubj/2"},
    ),
}


@pytest.mark.parametrize("name", NUMBER_CASES)
def test_words_before_a_number_are_set_right(name: str) -> None:
    words, expected = NUMBER_CASES[name]
    fixed = read(*words, numbers=frozenset(place for place, word in enumerate(words) if "/NUM/" in word))
    assert {place: fixed[place] for place in expected} == expected


def test_every_rule_has_an_example() -> None:
    groups = [rules for rules in table("repairs").values() if isinstance(rules, list)]
    assert all(rule["example"] for rules in groups for rule in rules)
