"""What atheris feeds with bytes: readers of numbers, sums, answers and models, the solver and the service.

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

from arithmetree.checking.pupil_work import UnreadableError, read_work
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


def pupils_work() -> tuple[Target, list[bytes]]:
    """A number or steps with exact values out of a pupil's answer, or a sentence why not."""

    def target(data: bytes) -> None:
        with suppress(UnreadableError):
            work = read_work(data.decode("utf-8", "surrogateescape"))
            assert work.steps or work.number is not None

    seeds = (
        "12 - 5 = 7 apples",
        "3 + 5 = 8 * 9 = 72",
        "2 1/2 × (-3) ÷ ½; then $1,000.50 plus 20%",
        "7 = 12 − 5, 3 divided by 4 is .75",
        "The answer is twenty-five.",
    )
    return target, [seed.encode() for seed in seeds]


def solver() -> tuple[Target, list[bytes]]:
    """Texts of which every byte is a word, a number or a sign, so that new texts are new orders of words.

    The lower seven bits choose the piece; the highest glues it to the one before, as in "3apples" and "and5=0.5". Each
    text is read, solved with the linear model and explained. It is cut off before its ninth number: with more of them
    the search takes seconds, which ../search measures.
    """
    solving = Solver.load("linear")

    def target(data: bytes) -> None:
        text = "".join(("" if byte >= 128 else " ") + _PIECES[byte % len(_PIECES)] for byte in data)
        too_many = [quantity.start for quantity in find_quantities(text) if quantity.countable][8:]
        with suppress(ArithmetreeError):
            solving.solve(text[: min(too_many, default=None)]).to_dict(why=True)

    stories = (
        "Ann had 12 apples . she gave 5 to Tom . how many has she left ?",
        "Tom ran 5 km before it rained and 12 after . how many km in all ?",
        "Ann charges $ 5 for coming out and $ 12 for every hour . how much is it for 3 hours ?",
        "12 boxes of 5 red apples each , twice as many as Tom has . how many more than half ?",
        "of the 12 people , 5 came first and the rest after 3:30 . how many were they then ?",
    )
    return target, [bytes(_PIECES.index(word) for word in story.split()) for story in stories]


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
                return  # reported before a model is made, by ModelFolder.read
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
    client = _client("linear")
    json_type = {"content-type": "application/json"}
    form_type = {"content-type": "application/x-www-form-urlencoded"}
    file_type = {"content-type": "multipart/form-data; boundary=x"}
    posted = [("/api/solve", json_type), ("/api/batch", json_type), ("/api/check", json_type), ("/fragment", json_type),
              ("/check/class", form_type), ("/check/class", file_type), ("/api/check/class", json_type)]  # fmt: skip
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
        '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nproblem;answer\nI have 3;3\r\n--x--',
        json.dumps({"table": f"Name;Task;Result\nAda;{EASY};7", "columns": {"key": None}, "teacher": True}),
        "text=I+have+3+apples+and+eat+1.+How+many%3F&precision=0.5",
        "problem=I+have+3+and+4.+How+many%3F&answer=3+%2B+4",
        "topic=all&steps=1&steps=2&count=2&seed=3",
        "topic=all&steps=1&count=1&seed=1",
    ]
    return target, [bytes([place]) + body.encode() for place, body in enumerate(bodies)]


def solving_service() -> tuple[Target, list[bytes]]:
    """Requests that are JSON of the right form, with any text in them and odd values beside it.

    Most bytes that `service` sends are no JSON and are refused at the door; these come as far as the solver. The first
    byte chooses the address, the second an odd value, the rest is the text, of which a line break makes two.
    """
    client = _client("full")

    def body(place: int, odd: object, text: str) -> tuple[str, object]:
        first, _, second = text.partition("\n")
        return (
            ("/api/solve", {"text": text}),
            ("/api/solve", {"text": text, "precision": odd, "why": True}),
            ("/api/batch", {"texts": [first, odd, second]}),
            ("/api/batch", {"problems": [{"id": odd, "text": first}, {"text": second}, odd]}),
            ("/api/check", {"problem": first, "answer": second, "teacher": True}),
            ("/fragment", {"text": text, "precision": odd}),
        )[place % _ADDRESSES]

    def target(data: bytes) -> None:
        if len(data) < 2:
            return
        path, content = body(data[0], _ODD[data[1] % len(_ODD)], data[2:].decode("utf-8", "surrogateescape"))
        response = client.post(path, content=json.dumps(content), headers={"content-type": "application/json"})
        assert response.status_code < 500, (path, response.status_code)

    rate = "A pen costs $1.50. Ann buys 4 of them and 20% of 60 books. How much does she pay for the pens?"
    texts = (EASY, rate, f"{EASY}\n12 - 5 = 7 apples", f"{rate}\n{EASY}", "½ of the 2,000 m were run by ٣ men")
    return target, [bytes([place, place + 1]) + text.encode() for place in range(_ADDRESSES) for text in texts]


def _client(model: str) -> TestClient:
    """A client of the application in this very process, without limits on how much it may ask."""
    client = TestClient(create_app(ServiceSettings(rate=0, timeout=600), solver=Solver.load(model)))
    client.__enter__()  # for as long as the process lives
    return client


_WORDS = """
Ann Tom Lee's she he they it people boxes box apples apple km hours hour dollars cents weeks piece
had has have gave gives bought sold ran left came was is are were does did take put charges rained coming make
5 12 3 0.5 0.53 1/2 20% 2020 3:30 twelve one half third twice first second dozen 1,000 3-day $ ½ -5 0
a an the of to for in on at with by from per each every and but or if then after before than as out it's there
more less fewer many much times all both other others rest some red together altogether
how what which who find total cost , . ? ; : ( ) " - = ' ! / % \ufffd
"""
_PIECES = tuple(_WORDS.split())
_ADDRESSES = 6
"""Forms of a request that `solving_service` sends."""
_ODD: tuple[object, ...] = (
    None,
    0.9,
    0.99,
    1,
    True,
    -1.5,
    1e308,
    float("nan"),
    10**40,
    "0.9",
    "",
    "\ud800",
    [],
    [[{}]],
    {},
    {"text": "1"},
)
_QUERY = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~&=+%")

TARGETS: dict[str, Callable[[], tuple[Target, list[bytes]]]] = {
    "quantity reader": quantity_reader,
    "solver, words in any order": solver,
    "infix parser": infix_parser,
    "pupils' answers": pupils_work,
    "model loader": model_loader,
    "service": service,
    "service, JSON of the right form": solving_service,
}
