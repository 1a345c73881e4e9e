"""What the package never does: run text as code, read pickles, or hand text to a shell (SECURITY.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "arithmetree"
FILES = sorted(PACKAGE.rglob("*.py"))

FORBIDDEN_CALLS = {
    "eval", "exec", "compile", "__import__", "os.system", "os.popen", "yaml.load", "yaml.unsafe_load", "torch.load",
    "np.load", "numpy.load", "tempfile.mktemp",
}  # fmt: skip
FORBIDDEN_MODULES = {"pickle", "cPickle", "dill", "cloudpickle", "joblib", "marshal", "shelve", "yaml", "telnetlib"}


def _faults(source: str) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call):
            name = ast.unparse(node.func)
            if name in FORBIDDEN_CALLS:
                found.append(name)
            shell = (key.value for key in node.keywords if key.arg == "shell")
            found += ["shell=True" for value in shell if not (isinstance(value, ast.Constant) and value.value is False)]
        elif isinstance(node, ast.Import):
            found += [alias.name for alias in node.names if alias.name.partition(".")[0] in FORBIDDEN_MODULES]
        elif isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] in FORBIDDEN_MODULES:
            found.append(str(node.module))
    return found


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(PACKAGE)))
def test_a_module_neither_runs_text_nor_reads_pickles(file: Path) -> None:
    assert _faults(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    "source",
    ["eval('1')", "exec(x)", "import pickle", "from pickle import loads", "run(x, shell=True)", "os.system(x)"],
)
def test_the_search_finds_what_it_is_for(source: str) -> None:
    assert _faults(source)


def test_no_module_is_overlooked() -> None:
    assert {"solver.py", "model.py"} <= {file.name for file in FILES}
