"""Random input for the quantity reader, the infix parser, the model loader and the API; a crash ends the run.

    python benchmarks/reliability/fuzz.py [--executions 20000] [--seed 0] [--out docs/results/fuzz.json]

The quantity reader and the infix parser get the stated number of executions, the model loader a hundredth and the API
a twentieth of it, because one of theirs takes that much longer. What counts as a crash: any exception that is no
ArithmetreeError, an API status of 500 or more, or a damaged model file that is loaded as if nothing were wrong with
its weights. Nothing is retried, and the seed makes a run repeatable.
"""

from __future__ import annotations

import argparse
import json
import platform
import shutil
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import TypeVar

from fastapi.testclient import TestClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from arithmetree import ArithmetreeError, Solver, __version__
from arithmetree.errors import ModelError
from arithmetree.expressions import parse_infix
from arithmetree.model import SETTINGS_FILE, SHIPPED, WEIGHTS_FILE, Model
from arithmetree.quantities import find_quantities
from arithmetree.service import Settings, create_app

T = TypeVar("T")

_PIECES = (
    "1", "12", "1,000", ".5", "½", "٣", "-", "$", "%", "/", ".", ",", ":", " ", " a ", " and ", " half ", " of ", "kg",
    "th", " one ", " hundred ", " twenty", " dozen ", " twice ", " 3:30 ", "2020", "\u00a0", "'", "(", ")", "e9", "x",
)  # fmt: skip
PIECES = st.sampled_from(_PIECES)
TEXTS = st.lists(PIECES | st.text(max_size=4), max_size=40).map("".join)
INFIX = st.lists(st.sampled_from(list("0123456789.,%+-*/()×÷− ab_")) | st.text(max_size=2), max_size=60).map("".join)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["text", "texts", "problems"]), inner),
    max_leaves=8,
)
BODIES = (
    st.binary(max_size=200)
    | JSON.map(lambda value: json.dumps(value).encode())
    | TEXTS.map(lambda text: json.dumps({"text": text}).encode())
)


def repeat(executions: int, strategy: st.SearchStrategy[T], seed: int, work: Callable[[T], None]) -> int:
    """Run work on so many examples and give back how many there were."""
    count = 0

    @seeded(seed)
    @settings(
        max_examples=executions, deadline=None, database=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(strategy)
    def run(example: T) -> None:
        nonlocal count
        count += 1
        work(example)

    run()
    return count


def read_quantities(text: str) -> None:
    """Quantities lie in the text, in order, without overlap."""
    end = 0
    for quantity in find_quantities(text):
        assert end <= quantity.start < quantity.end <= len(text)
        assert text[quantity.start : quantity.end] == quantity.text
        end = quantity.end


def read_infix(text: str) -> None:
    """An expression or a clear error."""
    with suppress(ArithmetreeError):
        parse_infix(text)


def load_damaged(executions: int, seed: int) -> dict[str, int]:
    """Flip a bit of a model file, or cut it short, and load it; each must be refused."""
    rng = Random(seed)
    refused = 0
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "model"
        shutil.copytree(SHIPPED / "linear", folder)
        for _ in range(executions):
            file = folder / rng.choice([SETTINGS_FILE, WEIGHTS_FILE])
            whole = file.read_bytes()
            if rng.random() < 0.5:
                place = rng.randrange(len(whole))
                damaged = whole[:place] + bytes([whole[place] ^ 1 << rng.randrange(8)]) + whole[place + 1 :]
            else:
                damaged = whole[: rng.randrange(len(whole))]
            file.write_bytes(damaged)
            try:
                Model.load(folder)
            except ModelError:
                refused += 1
            file.write_bytes(whole)
    assert refused == executions, "a damaged model was loaded"
    return {"executions": executions, "refused": refused}


def main() -> None:
    """Fuzz and print; with --out, write the figures as well."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--executions", type=int, default=20_000)
    options.add_argument("--seed", type=int, default=0)
    options.add_argument("--out", type=Path)
    wanted = options.parse_args()
    results: dict[str, object] = {
        "seed": wanted.seed,
        "versions": {"arithmetree": __version__, "python": platform.python_version()},
    }

    def done(name: str, begin: float, figures: dict[str, int]) -> None:
        results[name] = {**figures, "crashes": 0, "processor_seconds": round(time.process_time() - begin, 1)}
        print(name, results[name], flush=True)

    begin = time.process_time()
    count = repeat(wanted.executions, TEXTS, wanted.seed, read_quantities)
    done("quantity reader", begin, {"executions": count})
    begin = time.process_time()
    count = repeat(wanted.executions, INFIX, wanted.seed, read_infix)
    done("infix parser", begin, {"executions": count})
    begin = time.process_time()
    done("model loader", begin, load_damaged(max(wanted.executions // 100, 1), wanted.seed))
    begin = time.process_time()
    statuses: dict[str, int] = {}
    with TestClient(create_app(Settings(rate=0), solver=Solver.load("linear"))) as client:

        def ask(body: bytes) -> None:
            response = client.post("/api/solve", content=body, headers={"content-type": "application/json"})
            assert response.status_code < 500, body
            assert response.json()["status"] in ("solved", "abstained", "error"), body
            statuses[str(response.status_code)] = statuses.get(str(response.status_code), 0) + 1

        count = repeat(max(wanted.executions // 20, 1), BODIES, wanted.seed, ask)
    done("API", begin, {"executions": count} | statuses)
    if wanted.out is not None:
        wanted.out.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
