"""What the parser learns from and is measured by: treebanks as they are read, and patterns filled with words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest
from spacy.vocab import Vocab

from arithmetree.errors import DataError
from script_modules import script_modules

SPLITS = ("train", "dev", "test")
COLUMNS = ("words", "spaces", "pos", "tags", "morphs", "lemmas", "heads", "deps")


@pytest.fixture(scope="module")
def parser() -> Iterator[dict[str, ModuleType]]:
    with script_modules("../training/parser", ("sentences", "trees", "notation", "grammar", "treebanks")) as found:
        yield found


@pytest.fixture(scope="module")
def corpora(parser: dict[str, ModuleType]) -> Iterator[ModuleType]:
    assert parser
    with script_modules("../training/parser", ("corpora",)) as found:
        yield found["corpora"]


# Treebanks

CONLLU = """# text = Don't run, Al.
1-2\tDon't\t_\t_\t_\t_\t_\t_\t_\t_
1\tDo\tdo\tAUX\tVB\tVerbForm=Fin\t3\taux\t_\t_
2\tn't\tnot\tPART\tRB\t_\t3\tadvmod\t_\t_
3\trun\trun\tVERB\tVB\tVerbForm=Inf\t0\troot\t_\tSpaceAfter=No
3.1\tempty\t_\t_\t_\t_\t_\t_\t_\t_
4\t,\t,\tPUNCT\t,\t_\t5\tpunct\t_\t_
5\tAl\t_\tPROPN\t_\t_\t3\tvocative\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_

# text = wanna go
1-2\twanna\t_\t_\t_\t_\t_\t_\t_\t_
1\twant\twant\tVERB\tVBP\t_\t0\troot\t_\t_
2\tto\tto\tPART\tTO\t_\t1\tmark\t_\t_

1\t2 000\t2000\tNUM\tCD\t_\t0\troot\t_\t_

1\tGo\tgo\tVERB\tVB\t_\t0\troot\t_\t_

"""


def test_a_treebank_is_read_as_it_is_written(parser: dict[str, ModuleType], tmp_path: Path) -> None:
    file = tmp_path / "bank.conllu"
    file.write_text(CONLLU, encoding="utf-8")
    # "want to" do not spell "wanna", and a word with a space in it is no token: both sentences are left out.
    first, last = parser["treebanks"].read_conllu(file)
    assert first.words == ("Do", "n't", "run", ",", "Al", ".")
    assert first.spaces == (False, True, False, True, False, True)
    assert first.heads == (2, 2, 2, 4, 2, 2)
    assert first.deps == ("aux", "advmod", "ROOT", "punct", "vocative", "punct")
    assert first.pos == ("AUX", "PART", "VERB", "PUNCT", "PROPN", "PUNCT")
    assert first.tags == ("VB", "RB", "VB", ",", "", ".")
    assert first.lemmas == ("do", "not", "run", ",", "", ".")
    assert first.morphs == ("VerbForm=Fin", "_", "VerbForm=Inf", "_", "_", "_")
    assert (last.words, last.morphs, last.heads) == (("Go",), ("",), (0,))
    doc = parser["sentences"].to_doc(Vocab(), [first, last])
    assert doc.text == "Don't run, Al. Go"
    assert [sentence.text for sentence in doc.sents] == ["Don't run, Al.", "Go"]
    assert [token.head.text for token in doc] == ["run", "run", "run", "Al", "run", "run", "Go"]


def test_a_treebank_without_features_gives_no_parts_of_speech(parser: dict[str, ModuleType], tmp_path: Path) -> None:
    file = tmp_path / "bank.conllu"
    file.write_text(CONLLU.replace("VerbForm=", "Form="), encoding="utf-8")
    first, _ = parser["treebanks"].read_conllu(file)
    assert set(first.pos) == {""}
    assert first.tags[:2] == ("VB", "RB")


def test_a_missing_treebank_is_named_and_a_rebuilt_one_is_taken(parser: dict[str, ModuleType], tmp_path: Path) -> None:
    treebanks = parser["treebanks"]
    with pytest.raises(DataError, match=r"en_ewt-ud-train\.conllu is missing.*clone it"):
        treebanks.treebank_file(tmp_path, "ewt", "train")
    folder = tmp_path / "UD_English-EWT"
    folder.mkdir()
    rebuilt, own = (folder / f"en_ewt-ud-train{end}.conllu" for end in (".rebuilt", ""))
    rebuilt.touch()
    assert treebanks.treebank_file(tmp_path, "ewt", "train") == rebuilt
    own.touch()
    assert treebanks.treebank_file(tmp_path, "ewt", "train") == own


# Sentences in other writings


def spoken(parser: dict[str, ModuleType], *words: str, pos: str = "VERB") -> Any:
    count = len(words)
    return parser["sentences"].Sentence(
        words=words, spaces=(True,) * count, pos=(pos, *("NOUN",) * (count - 1)), tags=("T",) * count,
        morphs=("_",) * count, lemmas=words, heads=(0,) * count, deps=("ROOT", *("obj",) * (count - 1)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "pos", "written"),
    [
        (("show", "flights"), "VERB", "Show flights."),
        (("what", "flights"), "PRON", "What flights?"),
        (("does", "i", "fly"), "AUX", "Does I fly?"),
    ],
)
def test_a_spoken_sentence_is_written_with_a_capital_and_a_mark(
    parser: dict[str, ModuleType], words: tuple[str, ...], pos: str, written: str
) -> None:
    sentences = parser["sentences"]
    found = sentences.as_written(spoken(parser, *words, pos=pos))
    assert sentences.to_doc(Vocab(), [found]).text == written
    assert (found.heads[-1], found.deps[-1], found.tags[-1]) == (0, "punct", ".")
    assert not any((*found.pos, *found.morphs, *found.lemmas))
    assert len({len(getattr(found, name)) for name in COLUMNS}) == 1


def test_a_final_mark_is_left_out_only_where_nothing_hangs_on_it(parser: dict[str, ModuleType]) -> None:
    sentences = parser["sentences"]
    short = spoken(parser, "Go", ".")
    assert sentences.without_final_mark(short) is short
    plain = spoken(parser, "Go", "home")
    assert sentences.without_final_mark(plain) is plain
    marked = spoken(parser, "Go", "home", ".")
    assert sentences.without_final_mark(marked).words == ("Go", "home")
    hung = sentences.replace(marked, heads=(0, 2, 0))
    assert sentences.without_final_mark(hung) is hung


@pytest.mark.parametrize("longest", [1, 4])
def test_neighbours_are_cut_into_groups_and_none_is_lost(parser: dict[str, ModuleType], longest: int) -> None:
    numbers = list(range(50))
    found = list(parser["sentences"].groups(numbers, longest, Random(1)))
    assert [one for group in found for one in group] == numbers
    assert {len(group) for group in found[:-1]} == set(range(1, longest + 1))


# Patterns


@pytest.mark.parametrize("text", ["(nsubj <name>", "a)", "(nsubj <name>]", "{a | b", "[a}"])
def test_brackets_of_a_pattern_must_match(parser: dict[str, ModuleType], text: str) -> None:
    with pytest.raises(DataError, match="brackets of this pattern do not match"):
        parser["notation"].parse_pattern(text)


def test_a_pattern_has_choices_dependents_and_what_may_be_left_out(parser: dict[str, ModuleType]) -> None:
    notation = parser["notation"]
    choice = notation.Choice
    found = notation.parse_pattern("(obl^more a) {b | c} [d]")
    assert found == choice(
        ((
            notation.Dependent("obl^more", choice((("a",),))),
            choice((("b",), ("c",))),
            notation.Optional(choice((("d",),))),
        ),),
    )  # fmt: skip


def test_neither_a_pattern_nor_a_filler_that_measures_the_parser_is_learned_from(
    parser: dict[str, ModuleType],
) -> None:
    grammar = parser["grammar"]
    lines = {split: {line for line in grammar._lines(f"{split}.txt") if line[0] != "["} for split in SPLITS}
    assert all(lines.values())
    assert not lines["train"] & (lines["dev"] | lines["test"])
    assert not lines["dev"] & lines["test"]
    for_all = grammar._lexicon("all")  # small closed sets, such as titles
    for slot, entries in grammar._lexicon("train").items():
        learned = {tuple(forms) for forms in entries} - {tuple(forms) for forms in for_all.get(slot, [])}
        for split in SPLITS[1:]:
            assert learned.isdisjoint(map(tuple, grammar._lexicon(split).get(slot, []))), slot


@pytest.mark.parametrize("split", SPLITS)
def test_every_pattern_can_be_filled_with_a_whole_tree(parser: dict[str, ModuleType], split: str) -> None:
    grammar = parser["grammar"]
    filler = grammar.Filler(split, 5)
    for pattern in grammar.read_patterns(split):
        found = filler.sentence(pattern)
        count = len(found.words)
        assert {len(getattr(found, name)) for name in COLUMNS} == {count}
        assert found.words[-1] == ("?" if pattern.question else ".")
        assert found.words[0][0] == found.words[0][0].upper()
        assert found.pattern == pattern.name
        (root,) = [place for place, head in enumerate(found.heads) if place == head]
        assert found.deps[root] == "ROOT"
        for place in range(count):  # every word leads to the root
            steps, at = 0, place
            while at != root:
                at, steps = found.heads[at], steps + 1
                assert steps < count
        assert all((*found.tags, *found.pos, *found.deps))


def test_the_same_seed_fills_the_same_words(parser: dict[str, ModuleType]) -> None:
    grammar = parser["grammar"]
    patterns = grammar.read_patterns("dev")[:20]
    one, same, other = (
        [filler.sentence(each).words for each in patterns]
        for filler in (grammar.Filler("dev", 1), grammar.Filler("dev", 1), grammar.Filler("dev", 2))
    )
    assert one == same != other


def filled(parser: dict[str, ModuleType], text: str, *, question: bool = False) -> Any:
    grammar = parser["grammar"]
    pattern = grammar.Pattern("p", question, parser["notation"].parse_pattern(text))
    return grammar.Filler("train", 3).sentence(pattern)


def test_a_verb_agrees_with_its_subject(parser: dict[str, ModuleType]) -> None:
    def features(text: str) -> list[str]:
        found = filled(parser, text)
        return [morph for morph, pos in zip(found.morphs, found.pos, strict=True) if pos == "VERB"]

    one, many, two = "(nsubj cat/NN)", "(nsubj cats/NNS/cat)", "(nsubj Al/NNP (conj Bo/NNP))"
    assert features(f"{one} sleeps/VBZ/sleep") == ["Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin"]
    assert features(f"{many} sleep/VBP") == ["Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin"]
    assert features(f"{two} slept/VBD/sleep") == ["Mood=Ind|Number=Plur|Person=3|Tense=Past|VerbForm=Fin"]
    assert features(f"{many} ate/VBD/eat (conj slept/VBD/sleep)")[1].startswith("Mood=Ind|Number=Plur")
    assert features("go/VB (conj run/VB)") == ["Mood=Imp|VerbForm=Fin"] * 2
    assert features(f"{one} likes/VBZ/like (xcomp (mark to/IN) run/VB)")[1] == "VerbForm=Inf"
    assert features(f"{one} likes/VBZ/like (xcomp running/VBG/run)")[1] == "VerbForm=Ger"
    assert features(f"{one} (aux is/VBZ/be) running/VBG/run")[1] == "Tense=Pres|VerbForm=Part"
    assert features(f"{one} (aux has/VBZ/have) run/VBN/run")[1] == "Tense=Past|VerbForm=Part"
    assert features("(nsubj:pass cat/NN) (aux:pass is/VBZ/be) seen/VBN/see")[1] == "Tense=Past|VerbForm=Part|Voice=Pass"
    assert features(f"{one} (aux has/VBZ/have) (aux:pass been/VBN/be) seen/VBN/see")[1:] == [
        "Tense=Past|VerbForm=Part", "Tense=Past|VerbForm=Part|Voice=Pass",
    ]  # fmt: skip


def test_a_bracket_may_hang_on_another_word_than_its_head(parser: dict[str, ModuleType]) -> None:
    found = filled(
        parser, "(nsubj cat/NN) eats/VBZ/eat (obj (amod more/JJR/more) mice/NNS/mouse) (obl^more dogs/NNS/dog)"
    )
    assert found.words[found.heads[found.words.index("dogs")]] == "more"
    by_relation = filled(parser, "(obj^xcomp what/NN) wants/VBZ/want (xcomp eat/VB)", question=True)
    assert by_relation.words[by_relation.heads[0]] == "eat"
    with pytest.raises(DataError, match="there is no less that dogs could hang on"):
        filled(parser, "eats/VBZ/eat (obl^less dogs/NNS/dog)")


def test_words_are_spaced_and_articles_chosen_as_one_writes(parser: dict[str, ModuleType]) -> None:
    text = "(nsubj Al/NNP (case 's/IN) ) eats/VBZ/eat (obj (det a/DT) egg/NN)"
    doc = parser["sentences"].to_doc(Vocab(), [filled(parser, text)])
    assert doc.text == "Al's eats an egg."
    other = filled(parser, "(nsubj Al/NNP) eats/VBZ/eat (obj (det an/DT) pie/NN)")
    assert parser["sentences"].to_doc(Vocab(), [other]).text == "Al eats a pie."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(nsubj a/NN b/NN) runs/VBZ/run", "needs one bare word, this has 2"),
        ("(nsubj (det the/DT)) runs/VBZ/run", "needs one bare word, this has 0"),
        ("@nowhere", "phrases.txt has no @nowhere"),
        ("<nothing>", "lexicon.txt has no slot nothing"),
        ("runs/VBZ", "write the lemma too"),
        ("qwertz", "not in words.txt"),
    ],
)
def test_a_pattern_that_cannot_be_filled_is_named(parser: dict[str, ModuleType], text: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        filled(parser, text)


def test_documents_are_stories_with_questions_and_use_every_sentence(corpora: ModuleType) -> None:
    documents = list(corpora.problems("dev", 2, 11))
    sentences = [one for document in documents for one in document]
    patterns = corpora.read_patterns("dev")
    assert sorted(one.pattern for one in sentences) == sorted(one.name for one in patterns for _ in range(2))
    assert max(map(len, documents)) <= 5
    assert all(sum(one.words[-1] == "?" for one in document) <= 1 for document in documents)
    assert [[one.words for one in each] for each in corpora.problems("dev", 2, 11)] == [
        [one.words for one in each] for each in documents
    ]
    asked_last = [each[-1].words[-1] == "?" for each in documents if any(one.words[-1] == "?" for one in each)]
    assert sum(asked_last) > 0.7 * len(asked_last)


def test_what_measures_the_parser_is_the_same_every_time(corpora: ModuleType, tmp_path: Path) -> None:
    folder = tmp_path / "UD_English-EWT"
    folder.mkdir()
    (folder / "en_ewt-ud-dev.conllu").write_text(CONLLU * 3, encoding="utf-8")
    one, other = (corpora.measured_documents(tmp_path, "ewt", "dev") for _ in range(2))
    assert one == other
    assert sum(map(len, one)) == 6
    own = corpora.measured_documents(tmp_path, "patterns", "dev")
    assert sum(map(len, own)) == corpora.DEV_PER_PATTERN * len(corpora.read_patterns("dev"))
