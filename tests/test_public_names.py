"""The names that the package offers: few, and exactly these."""

import inspect
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module

import pytest

import arithmetree
from arithmetree.errors import ArithmetreeError
from arithmetree.solution.json_forms import AnswerForm, CertificateForm, QuantityForm, SolutionForm, StepForm

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


PUBLIC_MODULES = (
    "arithmetree",
    "arithmetree.batch",
    "arithmetree.checking",
    "arithmetree.derivations",
    "arithmetree.expressions",
    "arithmetree.generator",
    "arithmetree.search",
    "arithmetree.solution",
    "arithmetree.worksheet",
)


def _annotations(thing: object) -> Iterator[tuple[str, str]]:
    """The types of a public function, or of the fields, methods and properties of a class, as they are written."""
    if inspect.isclass(thing):
        for name, written in inspect.get_annotations(thing).items():
            yield f"{thing.__qualname__}.{name}", str(written)
        for name, member in vars(thing).items():
            if not name.startswith("_") or name == "__init__":
                member = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                if inspect.isfunction(member) and member.__module__.startswith("arithmetree"):
                    yield from _annotations(member)
    elif inspect.isfunction(thing):
        for name, written in thing.__annotations__.items():
            yield f"{thing.__qualname__}({name})", str(written)


@pytest.mark.parametrize("module", PUBLIC_MODULES)
def test_nothing_public_is_of_any_type(module: str) -> None:
    public = import_module(module)
    found = {place: kind for name in public.__all__ for place, kind in _annotations(getattr(public, name))}
    assert {place: kind for place, kind in found.items() if re.search(r"\bAny\b", kind)} == {}


def test_the_form_of_a_solution_is_what_it_writes() -> None:
    solution = arithmetree.solve("Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?")
    assert set(solution.to_dict()) == set(SolutionForm.__annotations__)
    assert set(solution.quantities[0]) == set(QuantityForm.__annotations__)
    assert set(solution.answers[0]) == set(AnswerForm.__annotations__)
    assert set(solution.certificate or ()) == set(CertificateForm.__annotations__)
    assert set(solution.to_dict()["steps"][0]) == set(StepForm.__annotations__)
