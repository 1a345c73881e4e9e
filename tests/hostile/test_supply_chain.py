"""Dependencies: every one that the project asks for is pinned with checksums, and its licence is listed."""

from __future__ import annotations

import importlib.util
import re
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / ".ci" / "requirements.txt"


def _licences() -> ModuleType:
    spec = importlib.util.spec_from_file_location("licences", ROOT / "docs" / "licences.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


licences = _licences()


def _asked_for() -> list[Requirement]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"].values()
    groups = [project["dependency-groups"]["dev"], project["build-system"]["requires"]]
    return [Requirement(line) for part in (project["project"]["dependencies"], *extras, *groups) for line in part]


def _pinned(*files: Path) -> dict[str, list[str]]:
    """The versions of each package in lock files; every entry must have checksums."""
    found: dict[str, list[str]] = {}
    for file in files:
        text = re.sub(r"^\s*#.*\n", "", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
        for entry in text.replace("\\\n", " ").splitlines():
            pin = re.match(r"([\w.-]+)==([^\s;]+)", entry)
            assert pin is not None, entry
            assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", entry), entry
            found.setdefault(canonicalize_name(pin[1]), []).append(pin[2])
    return found


def test_the_lock_has_every_dependency_in_a_version_that_is_accepted() -> None:
    pinned = _pinned(LOCK, LOCK.with_name("torch.txt"))
    for requirement in _asked_for():
        versions = pinned.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement.name} is not pinned; run .ci/lock"
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_no_lock_file_names_another_index() -> None:
    text = LOCK.read_text(encoding="utf-8")
    assert not re.search(r"^--|://", text, re.MULTILINE)


@pytest.mark.parametrize("extra", licences.EXTRAS)
def test_every_package_of_an_installation_is_pinned_and_its_licence_listed(extra: str) -> None:
    needed = licences.closure(extra)
    assert needed
    assert needed <= licences.listed(licences.PAGE.read_text(encoding="utf-8")), "run: python docs/licences.py"
    assert needed <= _pinned(LOCK).keys(), "run: .ci/lock"


def test_every_licence_is_told() -> None:
    assert "| not told |" not in licences.PAGE.read_text(encoding="utf-8")
