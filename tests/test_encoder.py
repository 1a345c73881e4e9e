"""The encoder: how texts are marked, what it is told of numbers, and that its exported form scores like the trained."""

from __future__ import annotations

import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from arithmetree.encoder.marking import mark
from arithmetree.encoder.number_features import of_pair, of_quantity
from arithmetree.encoder.people import STAND_INS, people, replaced
from arithmetree.encoder.scorer import Encoder
from arithmetree.encoder.stand_ins import stand_ins
from arithmetree.encoder.things import MANY, ONE, thing_stand_ins
from arithmetree.model import SHIPPED
from arithmetree.parsing import load_parser
from arithmetree.quantities import Kind, Quantity, find_quantities
from arithmetree.reading import read
from arithmetree.schemas import Problem

TOKENIZER = SHIPPED / "full" / "tokenizer.json"
MARKS = {1, 2, 3, 4}
TEXT = "Nora had $12.50 and twice 7 coins, 5% of them gold. How many coins did Nora have?"


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return Tokenizer.from_file(str(TOKENIZER))


def test_every_quantity_stands_behind_the_mark_of_its_kind(tokenizer: Tokenizer) -> None:
    quantities = [quantity for quantity in find_quantities(TEXT) if quantity.countable]
    marked = mark(TEXT, quantities, None, [], tokenizer)
    kinds = [quantity.kind for quantity in quantities]
    assert kinds == [Kind.MONEY, Kind.MULTIPLIER, Kind.NUMBER, Kind.PERCENT]
    assert [marked.pieces[place] for place in marked.marks] == [2, 4, 1, 3]


def test_digits_are_hidden_and_number_words_are_kept(tokenizer: Tokenizer) -> None:
    quantities = [quantity for quantity in find_quantities(TEXT) if quantity.countable]
    words = [tokenizer.id_to_token(piece) for piece in mark(TEXT, quantities, None, [], tokenizer).pieces]
    assert "twice" in words
    assert not any(any(letter.isdigit() for letter in word) for word in words if not word.startswith("[unused"))


def test_the_question_is_marked(tokenizer: Tokenizer) -> None:
    start = TEXT.index("How many")
    marked = mark(TEXT, [], (start, len(TEXT)), [], tokenizer)
    asked = [tokenizer.id_to_token(p) for p, q in zip(marked.pieces, marked.in_question, strict=True) if q]
    assert asked == ["how", "many", "coins", "did", "nora", "have", "?"]


@given(
    st.lists(
        st.sampled_from(["Nora", "had", "7", "half", "$3", "twenty", "eggs.", "½", "٣", "😀", "1,000"]), max_size=30
    )
)
def test_marks_are_in_order_and_nothing_else_is_marked(words: list[str]) -> None:
    text = " ".join(words)
    quantities = [quantity for quantity in find_quantities(text) if quantity.countable]
    marked = mark(text, quantities, None, [], Tokenizer.from_file(str(TOKENIZER)))
    assert list(marked.marks) == sorted(set(marked.marks))
    assert len(marked.pieces) == len(marked.in_question)
    assert {place for place, piece in enumerate(marked.pieces) if piece in MARKS} == set(marked.marks)


def stood_in_for(text: str, tokenizer: Tokenizer) -> list[str]:
    """The word pieces of a text, people and what is counted by their stand-ins."""
    problem = read(text, load_parser())
    quantities = [schema.quantity for schema in problem.schemas]
    marked = mark(text, quantities, None, stand_ins(problem), tokenizer)
    return [tokenizer.id_to_token(piece) for piece in marked.pieces]


def test_people_are_renamed_but_no_places_and_no_numbered_things() -> None:
    text = "Ana saw episode 7. Tobias sat in the Taverna. Episode 8 made 12 people laugh. How many laughed?"
    assert people(read(text, load_parser())) == {"Ana", "Tobias"}


def test_names_do_not_matter_but_who_is_who_does(tokenizer: Tokenizer) -> None:
    story = "{0} has 5 stamps and {1} has 7. {0} buys 3 more. How many stamps does {0} have?"
    usual, rare = (stood_in_for(story.format(*names), tokenizer) for names in (("Anna", "Tom"), ("Ines", "Victor")))
    assert usual == rare
    assert usual != stood_in_for(story.format("Tom", "Anna"), tokenizer)  # another gender
    assert usual.count("mary") == 3
    assert usual.count("john") == 1


@pytest.mark.parametrize(("pronoun", "piece"), [("She", "mary"), ("He", "john"), ("Nobody", "alex")])
def test_a_name_in_no_list_takes_its_gender_from_the_pronouns(pronoun: str, piece: str, tokenizer: Tokenizer) -> None:
    assert piece in stood_in_for(f"Quorlin has 5 stamps. {pronoun} buys 3 stamps. How many are there?", tokenizer)


def test_more_people_than_stand_ins_keep_their_names() -> None:
    crowd = [f"P{letter}" for letter in "abcdefghij"]
    places = [(3 * place, 3 * place + 2, name) for place, name in enumerate(crowd)]
    pieces = [each.piece for each in replaced(places, set(crowd))]
    assert pieces == list(STAND_INS["either"])


def test_what_is_counted_does_not_matter_but_where_it_is_spoken_of_does(tokenizer: Tokenizer) -> None:
    story = "Ana has 5 {0} and 9 books. She buys one {1}. How many {0} does she have?"
    pieces = stood_in_for(story.format("stamps", "stamp"), tokenizer)
    assert pieces == stood_in_for(story.format("kites", "kite"), tokenizer)
    assert (pieces.count("items"), pieces.count("item"), pieces.count("books")) == (2, 1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "Ana has 5 cars and 3 lorries. How many vehicles does she have?",  # a word for both
        "Ana walked 5 miles and then 3 miles. How many miles did she walk?",  # a measure
        "Ana has 5 litres of juices and 3 litres of milk. How many juices are there?",  # measured
        "Ana has 5 stamps and 3 kites.",  # nothing is asked for
    ],
)
def test_measures_and_words_for_several_things_have_no_stand_in(text: str) -> None:
    assert thing_stand_ins(read(text, load_parser())) == []


def test_stand_ins_are_single_word_pieces(tokenizer: Tokenizer) -> None:
    pieces = [ONE, MANY, *(piece for pieces in STAND_INS.values() for piece in pieces)]
    assert all(tokenizer.token_to_id(piece) is not None for piece in pieces)


def _number(value: str) -> Quantity:
    return Quantity(0, 1, value, Fraction(value))


def test_numbers_compare_from_both_sides() -> None:
    numbers = [_number("12"), _number("4")]
    assert {"compared=1", "multiple=True", "factor=False"} <= set(of_pair(numbers, 0, 1))
    assert {"compared=-1", "multiple=False", "factor=True"} <= set(of_pair(numbers, 1, 0))


def test_zero_is_no_divisor() -> None:
    numbers = [_number("0"), _number("4")]
    assert "factor=False" in of_pair(numbers, 0, 1)
    assert "multiple=True" in of_pair(numbers, 0, 1)
    assert of_quantity(numbers, 0)


@pytest.fixture(scope="module")
def small_network(tmp_path_factory: pytest.TempPathFactory) -> tuple[object, object, dict[str, list[str]]]:
    """A small random network, exported plainly and as bytes."""
    torch = pytest.importorskip("torch")
    from transformers import BertConfig

    sys.path.insert(0, str(Path(__file__).parents[1] / "training" / "encoder"))
    try:
        import warnings

        import network as networks
        from export import MIRROR, export

        names = {"relevance": ["size=small", "largest=True"], "pair": ["compared=1", "compared=-1", "next=True"]}
        torch.manual_seed(3)
        config = BertConfig(
            hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64, vocab_size=30522
        )
        config._attn_implementation = "eager"
        network = networks.Network(config, networks.Shape(2, 3, 22, 6, bag=8, hidden=16), MIRROR).eval()
        folder = tmp_path_factory.mktemp("onnx")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            export(network, folder / "plain.onnx", as_bytes=False)
            export(network, folder / "bytes.onnx")
    finally:
        sys.path.pop(0)
    encoders = {
        name: Encoder((folder / f"{name}.onnx").read_bytes(), TOKENIZER.read_text("utf-8"), names)
        for name in ("plain", "bytes")
    }
    return network, encoders, names


def _trained_scores(network: object, problem: Problem, names: dict[str, list[str]]) -> list[np.ndarray]:
    import torch

    quantities = [schema.quantity for schema in problem.schemas]
    question = problem.question
    assert question is not None
    marked = mark(
        problem.text,
        quantities,
        (question.start, question.end),
        stand_ins(problem),
        Tokenizer.from_file(str(TOKENIZER)),
    )
    n = len(quantities)
    pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]

    def bags(rows: list[list[str]], known: list[str]) -> torch.Tensor:
        numbers = [[known.index(name) + 1 for name in row if name in known] for row in rows]
        longest = max(1, *map(len, numbers))
        return torch.tensor([[row + [0] * (longest - len(row)) for row in numbers]])

    with torch.no_grad():
        outputs = network(  # type: ignore[operator]
            torch.tensor([marked.pieces]),
            torch.tensor([marked.in_question]),
            torch.ones(1, len(marked.pieces), dtype=torch.long),
            torch.tensor([marked.marks]),
            bags([of_quantity(quantities, i) for i in range(n)], names["relevance"]),
            bags([of_pair(quantities, i, j) for i, j in pairs], names["pair"]),
            bags([of_pair(quantities, j, i) for i, j in pairs], names["pair"]),
            torch.tensor([i for i, _ in pairs]),
            torch.tensor([j for _, j in pairs]),
        )
    return [output[0].numpy() for output in outputs]


@pytest.mark.parametrize(("form", "tolerance"), [("plain", 1e-4), ("bytes", 0.05)])
@pytest.mark.parametrize(
    "text",
    [
        "Mara had 24 crayons. She gave 9 crayons to Jonas. How many crayons does Mara have left?",
        "Each of 6 boxes holds 4 jars, 3 of them empty, and 2 boxes broke. How many jars are there?",
    ],
)
def test_the_exported_network_scores_like_the_trained(
    small_network: tuple[object, dict[str, Encoder], dict[str, list[str]]], form: str, tolerance: float, text: str
) -> None:
    network, encoders, names = small_network
    problem = read(text, load_parser())
    found = encoders[form].scores(problem)
    for ours, trained in zip(
        (found.use, found.pair, found.reasons), _trained_scores(network, problem, names), strict=True
    ):
        np.testing.assert_allclose(ours, trained, atol=tolerance)


def test_the_larger_teacher_reads_our_word_pieces_and_the_question() -> None:
    torch = pytest.importorskip("torch")
    from transformers import MPNetConfig

    sys.path.insert(0, str(Path(__file__).parents[1] / "training" / "encoder"))
    try:
        import network as networks
        from teacher_weights import for_vocabulary
    finally:
        sys.path.pop(0)
    ours = {"[PAD]": 0, "[unused0]": 1, "cat": 2, "[SEP]": 3}
    theirs = ["<s>", "<pad>", "</s>", "cat", "[unused0]"]
    words = "embeddings.word_embeddings.weight"
    moved = for_vocabulary({words: torch.arange(5.0).unsqueeze(1)}, theirs, ours)
    assert moved[words].squeeze(1).tolist() == [1.0, 4.0, 3.0, 2.0]

    torch.manual_seed(3)
    sizes = {"hidden_size": 32, "num_hidden_layers": 1, "num_attention_heads": 4, "intermediate_size": 64}
    body = networks.MPNet(MPNetConfig(**sizes, vocab_size=100)).eval()
    pieces, mask = torch.tensor([[9, 1, 8, 7]]), torch.ones(1, 4, dtype=torch.long)
    first, last = torch.tensor([[1, 1, 0, 0]]), torch.tensor([[0, 0, 1, 1]])
    with torch.no_grad():
        body.segments.weight[1] = torch.randn(32)
        assert not torch.allclose(body(pieces, mask, first), body(pieces, mask, last), atol=1e-3)
    body(pieces, mask, first)[..., 0].sum().backward()
    assert body.embeddings.word_embeddings.weight.grad[1].abs().sum() > 0  # piece 1 is a mark and must learn
