"""The order in which Python walks over sets differs from process to process; no answer does."""

from __future__ import annotations

import os
import subprocess
import sys

SOLVE = """
import json
from arithmetree.generator import generate
from arithmetree.solver import Solver
solver = Solver.load("linear")
for record in generate(12, 5):
    print(json.dumps(solver.solve(record.text).to_dict()))
"""


def test_answers_do_not_depend_on_the_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SOLVE],
            capture_output=True,
            check=True,
            env=os.environ | {"PYTHONHASHSEED": seed, "OMP_NUM_THREADS": "1"},
        ).stdout
        for seed in ("0", "4242")
    }
    assert len(outputs) == 1
    assert outputs.pop().count(b"\n") == 12
