"""The shipped parser reads anything, keeps offsets, and refuses damaged folders; its patterns are sound."""

from __future__ import annotations

import json
import pickle
import shutil
import sys
import time
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

from arithmetree.errors import ModelError, TextError, TooLongError
from arithmetree.model_saving import write_manifest
from arithmetree.parsing import (
    FORMAT_VERSION,
    MOST_TOKENS,
    SETTINGS_FILE,
    SHIPPED,
    WEIGHTS_FILE,
    Parser,
    load_parser,
)
from arithmetree.reading.tokens import tokens_of

TRAINING = Path(__file__).parents[1] / "training" / "parser"
ANY_CHARACTER = st.characters(exclude_categories=("Cs",))


@pytest.fixture(scope="module")
def parser() -> Parser:
    return load_parser()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the shipped parser, to be damaged."""
    return Path(shutil.copytree(SHIPPED, tmp_path / "parser"))


def arcs(doc: Doc) -> set[tuple[str, str, str]]:
    return {(token.text, token.dep_, token.head.text) for token in doc}


def columns(doc: Doc) -> list[tuple[str, str, str, str, int]]:
    return [(token.text, token.tag_, token.lemma_, token.dep_, token.head.i) for token in doc]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many pens did Mia buy?", {("pens", "obj", "buy"), ("did", "aux", "buy"), ("Mia", "nsubj", "buy")}),
        ("How many more books does Tom need?", {("books", "obj", "need"), ("does", "aux", "need")}),
        ("How many apples does she have left?", {("does", "aux", "have"), ("left", "xcomp", "have")}),
        ("Mia gave Tom 3 pens.", {("Tom", "iobj", "gave"), ("pens", "obj", "gave"), ("3", "nummod", "pens")}),
        ("Each box holds 8 pens.", {("Each", "det", "box"), ("box", "nsubj", "holds"), ("pens", "obj", "holds")}),
        ("There are 5 cups in the box.", {("cups", "nsubj", "are"), ("5", "nummod", "cups")}),
        ("He paid $5 for a hat.", {("$", "obj", "paid"), ("5", "nummod", "$"), ("hat", "obl", "paid")}),
        ("Tom ate 3 apples and 5 oranges.", {("oranges", "conj", "apples"), ("apples", "obj", "ate")}),
    ],
)
def test_parser_knows_the_sentences_of_word_problems(
    parser: Parser, text: str, expected: set[tuple[str, str, str]]
) -> None:
    assert expected <= arcs(parser.parse(text))


def test_parser_gives_lemmas_tags_and_sentences(parser: Parser) -> None:
    doc = parser.parse("Tom ate 3 apples. How many boxes did he buy?")
    assert [token.lemma_ for token in doc[:4]] == ["Tom", "eat", "3", "apple"]
    assert [token.tag_ for token in doc[:4]] == ["NNP", "VBD", "CD", "NNS"]
    assert [token.pos_ for token in doc[:4]] == ["PROPN", "VERB", "NUM", "NOUN"]
    assert [sentence.text for sentence in doc.sents] == ["Tom ate 3 apples.", "How many boxes did he buy?"]


def test_parser_splits_hyphens_money_and_percent(parser: Parser) -> None:
    doc = parser.parse("A 12-pack of 4-dollar toys costs $5.50, or 20% less; twenty-five don't.")
    words = [token.text for token in doc]
    assert words[1:4] == ["12", "-", "pack"]
    assert words[5:8] == ["4", "-", "dollar"]
    assert words[words.index("$") : words.index("$") + 2] == ["$", "5.50"]
    assert words[words.index("20") : words.index("20") + 2] == ["20", "%"]
    assert words[-6:] == ["twenty", "-", "five", "do", "n't", "."]


@pytest.mark.parametrize(
    "text", ["It weighs 640 g. Find the total.", "He ran 5 m. 3 friends ran too.", "It takes 3 h. How far?"]
)
def test_full_stop_after_a_unit_ends_a_sentence(parser: Parser, text: str) -> None:
    tokens = [token.text for token in parser.parse(text)]
    assert tokens[tokens.index(".") - 1] in ("g", "m", "h")
    assert len(tokens_of(parser.parse(text))) == len(tokens)
    assert [token.sent for token in tokens_of(parser.parse(text))][-1] == 1


def test_half_of_the_day_may_end_a_sentence(parser: Parser) -> None:
    assert [token.sent for token in tokens_of(parser.parse("She left at 9 a.m. Find the time."))][-1] == 1
    assert [token.sent for token in tokens_of(parser.parse("She left at 9 a.m. and walked 5 m. a minute."))][-1] == 0


def test_text_with_blanks_between_tokens_is_parsed_alike(parser: Parser) -> None:
    written = parser.parse("Mia doesn't have 3 pens, but Tom has $5.")
    spaced = parser.parse("Mia does n't have 3 pens , but Tom has $ 5 .")
    assert columns(written) == columns(spaced)


@given(st.text(ANY_CHARACTER, max_size=300))
def test_any_text_is_parsed_with_its_own_offsets(text: str) -> None:
    doc = load_parser().parse(text)
    assert doc.text == text
    assert all(text[token.idx :].startswith(token.text) for token in doc)
    assert all(sum(token.head == token for token in sentence) == 1 for sentence in doc.sents)


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "\n\n\t",
        "\x00\x07",
        "?" * 50,
        "Сколько яблок у Маши?",
        "小明有3个苹果。",
        "👩‍👩‍👧 has 3 🍎",
        "e\u0301" * 40,
        "\u202e3 pens",
    ],
)
def test_odd_texts_are_parsed(parser: Parser, text: str) -> None:
    assert parser.parse(text).text == text


@pytest.mark.parametrize("run", ["$", "'", "x", "http://"])
def test_long_runs_without_blanks_take_linear_time(parser: Parser, run: str) -> None:
    text = (run * MOST_TOKENS)[:MOST_TOKENS]
    start = time.process_time()
    doc = parser.parse(text)
    assert doc.text == text
    assert time.process_time() - start < 20  # uncut, spaCy's tokenizer needs more than a minute for "$$$..."


def test_long_run_beside_ordinary_words_leaves_them_alone(parser: Parser) -> None:
    words = [token.text for token in parser.parse("Tom has 3 pens " + "=" * 250 + "  and 5 cups.")]
    assert words[:4] == ["Tom", "has", "3", "pens"]
    assert words[-4:] == ["and", "5", "cups", "."]


@pytest.mark.parametrize("text", ["x" * 20_001, "\ud800 pens"])
def test_what_is_no_readable_text_is_refused(parser: Parser, text: str) -> None:
    with pytest.raises(TextError):
        parser.parse(text)
    with pytest.raises(TextError):
        list(parser.pipe(["Tom has 3 pens.", text]))


def test_pipe_parses_like_parse_and_in_order(parser: Parser) -> None:
    texts = ["Mia has 3 pens.", "", "How many pens does she have?", "Tom bought 5 cakes at $3 each. He ate 2."] * 5
    assert [columns(doc) for doc in parser.pipe(texts, batch_size=3)] == [columns(parser.parse(t)) for t in texts]


def test_parser_is_loaded_once_and_the_same_from_a_copy(parser: Parser, folder: Path) -> None:
    text = "Mia bought 12 pens for 2 dollars each and gave Tom 5. How much did she pay in all?"
    assert load_parser() is load_parser(SHIPPED) is parser
    assert load_parser(folder) is not parser
    assert columns(load_parser(folder).parse(text)) == columns(parser.parse(text))


def test_loading_unpickles_nothing(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something was unpickled")

    for name in ("load", "loads", "Unpickler"):
        monkeypatch.setattr(pickle, name, refuse)
    assert len(load_parser(folder).parse("Tom has 3 pens.")) == 5


def test_missing_folder_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"there is no model in .*nowhere"):
        load_parser(tmp_path / "nowhere")


def test_other_format_version_is_a_clear_error(folder: Path) -> None:
    settings = json.loads((folder / SETTINGS_FILE).read_text(encoding="utf-8"))
    settings["format_version"] = FORMAT_VERSION + 1
    (folder / SETTINGS_FILE).write_text(json.dumps(settings), encoding="utf-8")
    write_manifest(folder)
    with pytest.raises(ModelError, match=f"format version {FORMAT_VERSION + 1}.*reads {FORMAT_VERSION}"):
        load_parser(folder)


@pytest.mark.parametrize("content", ["", "[]", "{}", "not JSON", '{"format_version": 1}'])
def test_damaged_settings_are_a_clear_error(folder: Path, content: str) -> None:
    (folder / SETTINGS_FILE).write_text(content, encoding="utf-8")
    write_manifest(folder)
    with pytest.raises(ModelError):
        load_parser(folder)


@pytest.mark.parametrize("keep", [0, 100, 1_000_000])
def test_damaged_weights_are_a_clear_error(folder: Path, keep: int) -> None:
    weights = folder / WEIGHTS_FILE
    weights.write_bytes(weights.read_bytes()[:keep])
    with pytest.raises(ModelError, match="damaged"):
        load_parser(folder)


@pytest.mark.parametrize("name", [WEIGHTS_FILE, "parser/moves", "tagger/cfg", "trainable_lemmatizer/trees"])
def test_missing_files_are_a_clear_error(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=f"{name} is missing"):
        load_parser(folder)


def test_missing_tensor_is_a_clear_error(folder: Path) -> None:
    from safetensors.numpy import load_file, save_file

    tensors = load_file(folder / WEIGHTS_FILE)
    removed = sorted(tensors)[0]
    save_file({name: tensor for name, tensor in tensors.items() if name != removed}, folder / WEIGHTS_FILE)
    write_manifest(folder)
    with pytest.raises(ModelError, match=removed):
        load_parser(folder)


def test_weights_are_small_and_in_half_precision() -> None:
    from safetensors.numpy import load_file

    assert {str(tensor.dtype) for tensor in load_file(SHIPPED / WEIGHTS_FILE).values()} == {"float16"}
    assert sum(file.stat().st_size for file in SHIPPED.rglob("*")) < 5_000_000


# --- the sentence patterns it is trained on and measured by ---


@pytest.fixture
def grammar(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TRAINING))
    monkeypatch.delitem(sys.modules, "grammar", raising=False)
    import grammar

    return grammar


@pytest.mark.parametrize("split", ["train", "dev", "test"])
def test_patterns_give_trees_over_the_parsers_own_tokens(grammar: ModuleType, parser: Parser, split: str) -> None:
    from sentences import to_doc

    filler = grammar.Filler(split, seed=1)
    sentences = [filler.sentence(pattern) for pattern in grammar.read_patterns(split) for _ in range(2)]
    golds = [to_doc(parser.parse("").vocab, [sentence]) for sentence in sentences]
    for gold, parsed in zip(golds, parser.pipe([gold.text for gold in golds]), strict=True):
        assert [token.text for token in parsed] == [token.text for token in gold], gold.text
        roots = [token for token in gold if token.dep_ == "ROOT"]
        assert [root.head for root in roots] == roots
        assert len(roots) == 1
        assert len(list(roots[0].subtree)) == len(gold), gold.text


def test_splits_share_neither_patterns_nor_fillers(grammar: ModuleType) -> None:
    lines = {
        split: set(grammar._lines(f"{split}.txt")) - {"[questions]", "[statements]"}
        for split in ("train", "dev", "test")
    }
    assert not lines["train"] & (lines["dev"] | lines["test"])
    closed = {"title", "day", "tens", "ones", "numword"}
    words = {
        split: {
            forms[0] for slot, entries in grammar._lexicon(split).items() if slot not in closed for forms in entries
        }
        for split in ("train", "dev", "test")
    }
    assert not words["train"] & (words["dev"] | words["test"])
    assert not words["dev"] & words["test"]


@pytest.mark.parametrize(
    "line",
    ["(obj <thing.pl> <act.VBD>", "(nsubj <name>) (obj <thing.pl>)", "<act.VBD> (obj @nothing)", "<nothing>", "xyzzy"],
)
def test_wrong_pattern_is_a_clear_error(grammar: ModuleType, line: str) -> None:
    from arithmetree.errors import DataError

    with pytest.raises(DataError):
        grammar.Filler("train", 1).sentence(grammar.Pattern("odd", False, grammar.parse_pattern(line)))


def test_a_text_of_too_many_signs_is_refused_before_it_is_parsed(parser: Parser) -> None:
    signs = "(" * (MOST_TOKENS + 1)
    for parse in (parser.parse, lambda text: list(parser.pipe([text]))):
        with pytest.raises(TooLongError, match="at most 10000 are read"):
            parse(signs)
