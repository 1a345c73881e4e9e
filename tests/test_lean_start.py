"""Starting lean: solving loads neither torch nor the code for training, serving and the pages."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from types import SimpleNamespace

import pytest

from skipped_tests import not_run

PROBLEM = "Lena has 8 pens. She gives 5 pens away. How many pens does she have left?"
HEAVY = ("torch", "transformers", "onnx", "sklearn", "scipy", "pandas", "matplotlib", "fastapi", "uvicorn", "mcp")
OTHER_ROOMS = ("training", "evaluation", "corpus", "generator", "worksheet", "batch", "service", "web", "checking")


def modules_after(code: str) -> set[str]:
    """The names of all modules that a new process has loaded after running some code."""
    program = f"{code}\nimport json, sys\nprint(json.dumps([n for n, m in sys.modules.items() if m is not None]))"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(json.loads(found.stdout.splitlines()[-1]))


def test_solving_on_the_command_line_loads_no_torch_and_no_code_for_training_or_pages() -> None:
    loaded = modules_after(
        "import sys\nfrom contextlib import suppress\nfrom arithmetree.cli import main\n"
        f"sys.argv = ['arithmetree', 'solve', {PROBLEM!r}]\n"
        "with suppress(SystemExit):\n    main()"
    )
    assert "arithmetree.solver" in loaded
    assert not loaded & set(HEAVY)
    assert not loaded & {f"arithmetree.{room}" for room in OTHER_ROOMS}


@pytest.mark.parametrize("arguments", [["--help"], ["solve", "--help"], ["--version"]])
def test_help_and_version_load_no_solver(arguments: list[str]) -> None:
    loaded = modules_after(
        "import sys\nfrom contextlib import suppress\nfrom arithmetree.cli import main\n"
        f"sys.argv = ['arithmetree', *{arguments!r}]\n"
        "with suppress(SystemExit):\n    main()"
    )
    assert not loaded & {"spacy", "arithmetree.solver"}


def test_torch_is_hidden_from_the_parser_s_library_alone() -> None:
    if find_spec("torch") is None:
        pytest.skip("could not import 'torch': it is not there to be hidden")
    code = "from arithmetree.quick_start import start_without_torch\nstart_without_torch()\nimport thinc.api"
    assert "torch" not in modules_after(code)
    assert "torch" in modules_after(f"{code}\nimport torch")


def test_what_was_skipped_is_listed_by_reason_with_the_missing_package() -> None:
    missing = SimpleNamespace(longrepr=("a.py", 1, "Skipped: could not import 'torch.nn': No module named 'torch'"))
    other = SimpleNamespace(longrepr=("a.py", 2, "Skipped: only on Windows"))
    assert not_run([missing, other, missing]) == [  # type: ignore[list-item]
        "Not run: 1 test, because only on Windows.",
        "Not run: 2 tests, because the package torch is not installed.",
    ]
    assert not_run([]) == ["Not run: nothing; no test was skipped."]
