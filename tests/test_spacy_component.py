"""The solver in spaCy pipelines."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from arithmetree.errors import DataError, ModelError, TextError
from arithmetree.solution import Solution
from arithmetree.solver import solve
from arithmetree.spacy_component import SolutionSetter
from arithmetree.spacy_component.codec import from_plain, to_plain

TEXTS = [
    "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?",
    "",
    "There are 4 boxes with 2 1/2 kilograms of tea in each box. How many kilograms of tea are there?",
    "Nothing to count here.",
]


@pytest.fixture
def nlp() -> Language:
    nlp = spacy.blank("en")
    nlp.add_pipe("arithmetree")
    return nlp


def test_a_document_gets_the_solution_of_its_text(nlp: Language) -> None:
    for text in TEXTS:
        doc = nlp(text)
        assert isinstance(doc, Doc)
        assert doc._.solution == solve(text)
    assert nlp(TEXTS[0])._.solution.answer == "7"


def test_a_document_that_did_not_go_through_has_none(nlp: Language) -> None:
    assert nlp.make_doc("one")._.solution is None


def test_offsets_are_those_of_the_document(nlp: Language) -> None:
    doc = nlp(TEXTS[0])
    first = doc._.solution.quantities[0]
    assert doc.char_span(first["start"], first["end"]).text == "12"


def test_it_works_after_other_components_and_tokenizers(nlp: Language) -> None:
    nlp.add_pipe("sentencizer", first=True)
    assert len(list(nlp(TEXTS[0]).sents)) == 3
    nlp.tokenizer = lambda text: Doc(nlp.vocab, words=[text], spaces=[False])  # type: ignore[assignment]
    doc = nlp(TEXTS[0])
    assert len(doc) == 1
    assert doc._.solution.answer == "7"


def test_pipe_keeps_the_order(nlp: Language) -> None:
    assert [doc._.solution for doc in nlp.pipe(TEXTS)] == [solve(text) for text in TEXTS]


@pytest.mark.filterwarnings("ignore:This process.*multi-threaded:DeprecationWarning")
def test_pipe_works_over_processes(nlp: Language) -> None:
    found = [doc._.solution for doc in nlp.pipe(TEXTS, n_process=2, batch_size=1)]
    assert found == [solve(text) for text in TEXTS]
    assert all(isinstance(solution, Solution) for solution in found)


def test_one_text_that_cannot_be_read_is_left_to_the_error_handler(nlp: Language) -> None:
    texts = [TEXTS[0], "x " * 15_000, TEXTS[0]]
    with pytest.raises(TextError, match="at most"):
        list(nlp.pipe(texts))
    failed: list[Exception] = []
    nlp.set_error_handler(lambda _name, _component, _docs, error: failed.append(error))
    assert [doc._.solution.answer for doc in nlp.pipe(texts)] == ["7", "7"]
    assert [type(error) for error in failed] == [TextError]


def test_documents_are_saved_with_their_solutions(nlp: Language, tmp_path: Path) -> None:
    DocBin(docs=list(nlp.pipe(TEXTS)), store_user_data=True).to_disk(tmp_path / "docs.spacy")
    read = DocBin().from_disk(tmp_path / "docs.spacy").get_docs(nlp.vocab)
    assert [doc._.solution for doc in read] == [solve(text) for text in TEXTS]
    doc = nlp(TEXTS[0])
    assert Doc(nlp.vocab).from_bytes(doc.to_bytes())._.solution == doc._.solution


def test_a_pipeline_is_saved_with_its_settings(nlp: Language, tmp_path: Path) -> None:
    nlp.to_disk(tmp_path / "pipeline")
    assert spacy.load(tmp_path / "pipeline")(TEXTS[0])._.solution.answer == "7"


@pytest.mark.parametrize("precision", [None, 0.9])
def test_the_wanted_precision_reaches_the_solver(nlp: Language, precision: float | None) -> None:
    class Asked:
        def solve(self, text: str, *, precision: float | None = None) -> tuple[str, float | None]:
            return text, precision

    doc = SolutionSetter(Asked(), precision)(nlp.make_doc("two"))  # type: ignore[arg-type]
    assert doc._.solution == ("two", precision)


def test_a_model_that_is_not_there_is_reported() -> None:
    with pytest.raises(ModelError, match="no/such/folder"):
        spacy.blank("en").add_pipe("arithmetree", config={"model": "no/such/folder"})


@dataclass(frozen=True)
class _Foreign:
    x: int


def test_only_parts_of_a_solution_are_written() -> None:
    for foreign in (object(), _Foreign(1), {"a": b"bytes"}):
        with pytest.raises(DataError, match="not a part of a solution"):
            to_plain(foreign)


@pytest.mark.parametrize(
    "plain",
    [
        ["object", "os:system", {"command": "true"}],
        ["object", "arithmetree.solver:Solver", {"model": None, "parser": None}],
        ["object", "arithmetree.solver:solve", {"text": "x"}],
        ["object", "arithmetree.solution:Solution", {"surprise": 1}],
        ["enum", "arithmetree.solution:Solution", "x"],
        ["enum", "enum:Enum", "x"],
        ["fraction", "1/0x"],
        ["set", 1],
        [],
    ],
)
def test_only_parts_of_a_solution_are_built(plain: list[Any]) -> None:
    with pytest.raises(DataError, match="solve the text again"):
        from_plain(plain)
