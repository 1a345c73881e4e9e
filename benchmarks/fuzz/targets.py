"""What atheris feeds with bytes: the quantity reader, the infix parser, the model loader and the service.

Each target takes one input and returns; any exception that is not the clear error of its room is a crash. `run.py`
starts them. This module is imported under instrumentation, so that atheris sees which branches an input takes.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from pathlib import Path

import numpy as np
from fastapi.testclient import TestClient

from arithmetree.errors import ArithmetreeError, ExpressionError, ModelError
from arithmetree.expressions import LABELS, parse_infix
from arithmetree.features import FeatureSet
from arithmetree.linear import LinearScorer, Vocabulary
from arithmetree.model import SETTINGS_FILE, WEIGHTS_FILE, Model, Settings
from arithmetree.model_folder import MANIFEST, ModelFolder
from arithmetree.parsing import load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import read
from arithmetree.service import Settings as ServiceSettings
from arithmetree.service import create_app
from arithmetree.solver import Solver

Target = Callable[[bytes], None]

EASY = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"


def quantity_reader() -> tuple[Target, list[bytes]]:
    """Quantities lie in the text, in order, without overlap, and have exact values."""

    def target(data: bytes) -> None:
        text = data.decode("utf-8", "surrogateescape")
        end = 0
        for quantity in find_quantities(text):
            assert end <= quantity.start < quantity.end <= len(text)
            assert text[quantity.start : quantity.end] == quantity.text
            assert isinstance(quantity.value, Fraction)
            end = quantity.end

    seeds = (
        EASY,
        "$1,000.50 and 2 1/2 kg",
        "twenty-five of the 3rd, half a dozen",
        "½ 20% 3:30 pm 5-day 2020 -5",
        "٣ 3x",
    )
    return target, [seed.encode() for seed in seeds]


def infix_parser() -> tuple[Target, list[bytes]]:
    """An expression with exact values, or a clear error."""

    def target(data: bytes) -> None:
        with suppress(ExpressionError):
            found = parse_infix(data.decode("utf-8", "surrogateescape"))
            assert len(found.values) == len(found.operands)

    seeds = ("(3 + 5) * 9", "1,000.5 × 20% − .5 ÷ x_1", "((1))", "1/2/3-4")
    return target, [seed.encode() for seed in seeds]


def model_loader() -> tuple[Target, list[bytes]]:
    """A model folder from somebody else, its checksums right: refused by a ModelError, or it solves.

    The first byte says which file of a small model the rest takes the place of. What loads also has to answer.
    """
    scratch = Path(tempfile.mkdtemp(prefix="fuzz-model-"))
    problem = read(EASY, load_parser())
    _small_model().save(scratch / "model")
    folder = ModelFolder.read(scratch / "model", SETTINGS_FILE)
    names = (SETTINGS_FILE, WEIGHTS_FILE, MANIFEST)

    def target(data: bytes) -> None:
        if not data:
            return
        name, content = names[data[0] % len(names)], data[1:]
        if name == MANIFEST:  # as it lies on the disk
            (folder.path / MANIFEST).write_bytes(content)
            with suppress(ModelError):
                ModelFolder.read(folder.path, SETTINGS_FILE)
            return
        settings = folder.settings
        if name == SETTINGS_FILE:
            try:
                settings = json.loads(content)
            except (ValueError, RecursionError):
                return  # told before a model is made, by ModelFolder.read
        if not isinstance(settings, dict):
            return
        try:
            model = Model.of(ModelFolder(folder.path, {**folder.files, name: content}, settings))
        except ModelError:
            return
        with suppress(ArithmetreeError):
            Solver(model, load_parser()).solve_problem(problem)

    files = (folder[SETTINGS_FILE], folder[WEIGHTS_FILE], (folder.path / MANIFEST).read_bytes())
    return target, [bytes([place]) + content for place, content in enumerate(files)]


def _small_model() -> Model:
    """A model of a few features, so that a change of one byte is likely to matter."""
    names = ("bias", "verb=give")

    def scorer(outcomes: int) -> LinearScorer:
        vocabulary = Vocabulary(names, np.array([1], dtype=np.int64))
        return LinearScorer(vocabulary, np.ones((len(vocabulary), outcomes)), np.zeros(outcomes))

    return Model(Settings(FeatureSet(), "tree", mirrored=True, averaged=False), scorer(1), scorer(len(LABELS)), None)


def service() -> tuple[Target, list[bytes]]:
    """Requests to the API and the forms of the pages: an answer or a refusal, never a failure inside.

    The first byte chooses the address; the rest is the body, or the query where the form sends one.
    """
    client = TestClient(create_app(ServiceSettings(rate=0, timeout=600), solver=Solver.load("linear")))
    client.__enter__()  # for as long as the process lives
    json_type = {"content-type": "application/json"}
    form_type = {"content-type": "application/x-www-form-urlencoded"}
    posted = [("/api/solve", json_type), ("/api/batch", json_type), ("/api/check", json_type), ("/fragment", json_type),
              ("/check/class", form_type)]  # fmt: skip
    queried = ["/", "/check", "/worksheet", "/worksheet/sheet.html"]

    def target(data: bytes) -> None:
        if not data:
            return
        place = data[0] % (len(posted) + len(queried))
        if place < len(posted):
            path, headers = posted[place]
            response = client.post(path, content=data[1:], headers=headers)
        else:
            query = "".join(chr(byte) if chr(byte) in _QUERY else f"%{byte:02x}" for byte in data[1:])
            response = client.get(f"{queried[place - len(posted)]}?{query}")
        assert response.status_code < 500, (place, response.status_code)

    bodies = [
        json.dumps({"text": EASY, "precision": 0.9, "why": True}),
        json.dumps({"problems": [{"id": 1, "text": EASY}, {"text": "x"}], "precision": None}),
        json.dumps({"problem": EASY, "answer": "12 - 5 = 7 apples", "teacher": True}),
        json.dumps({"text": EASY, "precision": "0.9"}),
        "table=problem%2Canswer%0AI+have+3.+How+many%3F%2C12+-+5&save=1",
        "text=I+have+3+apples+and+eat+1.+How+many%3F&precision=0.5",
        "problem=I+have+3+and+4.+How+many%3F&answer=3+%2B+4",
        "topic=all&steps=1&steps=2&count=2&seed=3",
        "topic=all&steps=1&count=1&seed=1",
    ]
    return target, [bytes([place]) + body.encode() for place, body in enumerate(bodies)]


_QUERY = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~&=+%")

TARGETS: dict[str, Callable[[], tuple[Target, list[bytes]]]] = {
    "quantity reader": quantity_reader,
    "infix parser": infix_parser,
    "model loader": model_loader,
    "service": service,
}
