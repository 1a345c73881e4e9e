"""The names that the package offers: few, and exactly these."""

import subprocess
import sys

import pytest

import arithmetree
from arithmetree.errors import ArithmetreeError

PUBLIC = {
    "ArithmetreeError",
    "DataError",
    "ExpressionError",
    "Model",
    "ModelError",
    "ScoreError",
    "Solution",
    "Solver",
    "TextError",
    "__version__",
    "solve",
}


def test_the_public_names_are_exactly_these() -> None:
    assert set(arithmetree.__all__) == PUBLIC
    assert set(dir(arithmetree)) == PUBLIC


@pytest.mark.parametrize("name", sorted(PUBLIC))
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(arithmetree, name) is not None


def test_all_errors_have_one_base_class() -> None:
    errors = [getattr(arithmetree, name) for name in PUBLIC if name.endswith("Error")]
    assert all(issubclass(error, ArithmetreeError) for error in errors)


def test_an_unknown_name_is_reported_with_the_known_ones() -> None:
    with pytest.raises(AttributeError, match=r"solve_all.*public are"):
        arithmetree.solve_all  # noqa: B018


def test_importing_the_package_loads_nothing_heavy() -> None:
    code = "import sys, arithmetree; print(*[m for m in ('spacy', 'numpy', 'sklearn', 'rich') if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.split() == []
