"""Dependencies: every one that the project asks for is pinned with checksums, and its licence is listed."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import tomllib
from pathlib import Path
from types import ModuleType

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
LOCK = ROOT / ".ci" / "requirements.txt"
CONTAINER_LOCKS = (ROOT / "deploy" / "requirements.txt", ROOT / "deploy" / "build.txt")
NOT_LOCKED = "encoder"  # torch, for training alone: its build on PyPI takes gigabytes
OTHER_SOURCES = re.compile(r"index-url|find-links|trusted-host|https?://(?!pypi\.org/simple|127\.0\.0\.1)")


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
    extras = [lines for name, lines in project["project"]["optional-dependencies"].items() if name != NOT_LOCKED]
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
    pinned = _pinned(LOCK)
    for requirement in _asked_for():
        versions = pinned.get(canonicalize_name(requirement.name), [])
        assert versions, f"{requirement.name} is not pinned; run .ci/lock"
        assert all(requirement.specifier.contains(version) for version in versions), requirement


def test_torch_is_in_no_lock_file() -> None:
    assert not any(name == "torch" or name.startswith("nvidia-") for name in _pinned(LOCK, *CONTAINER_LOCKS))


def test_the_container_has_the_versions_that_were_tested() -> None:
    tested = _pinned(LOCK)
    for name, versions in _pinned(*CONTAINER_LOCKS).items():
        assert set(versions) <= set(tested[name]), name
    assert licences.closure("serve") <= _pinned(*CONTAINER_LOCKS).keys()


@pytest.mark.parametrize("lock", [LOCK, *CONTAINER_LOCKS], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_no_lock_file_names_another_index(lock: Path) -> None:
    assert not re.search(r"^--|://", lock.read_text(encoding="utf-8"), re.MULTILINE)


@pytest.mark.parametrize("path", [".ci/run", ".ci/lock", "deploy/Containerfile", "Makefile"])
def test_packages_come_from_pypi_alone(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8").replace("--no-emit-index-url", "")
    assert OTHER_SOURCES.findall(text) == []


@pytest.mark.parametrize("path", [".ci/run", "deploy/Containerfile"])
def test_every_installation_is_from_a_lock_with_checksums(path: str) -> None:
    text = (ROOT / path).read_text(encoding="utf-8").replace("\\\n", " ")
    commands = re.findall(r"pip (?:install|wheel) [^\n&]*", text)
    assert len(commands) >= 2
    for command in commands:
        from_lock = ("--require-hashes" in command and "requirements.txt" in command) or "build.txt" in command
        own = "--no-index" in command  # the package itself, which needs nothing from elsewhere
        assert "--no-deps" in command
        assert from_lock or own, command


@pytest.mark.parametrize("extra", licences.EXTRAS)
def test_every_package_of_an_installation_is_pinned_and_its_licence_listed(extra: str) -> None:
    needed = licences.closure(extra)
    assert needed
    assert needed <= licences.listed(licences.PAGE.read_text(encoding="utf-8")), "run: python docs/licences.py"
    assert needed <= _pinned(LOCK).keys(), "run: .ci/lock"


def test_every_licence_is_declared() -> None:
    assert "| not declared |" not in licences.PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("changed", ["pyproject.toml", ".ci/requirements.txt"])
def test_what_make_would_install_unpinned_is_installed_from_the_lock_first(changed: str, tmp_path: Path) -> None:
    for name in (".ci/run", ".ci/requirements.txt", "pyproject.toml", ".venv/bin/pip", "bin/make"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    (tmp_path / ".ci" / "run").write_text((ROOT / ".ci" / "run").read_text(encoding="utf-8"), encoding="utf-8")
    log = tmp_path / "log"
    for program in (".venv/bin/pip", "bin/make"):
        (tmp_path / program).write_text(f'#!/bin/sh\necho "{Path(program).name} $*" >> "{log}"\n', encoding="utf-8")
        (tmp_path / program).chmod(0o755)

    def commands() -> list[str]:
        log.unlink(missing_ok=True)
        path = f"{tmp_path / 'bin'}:{os.environ['PATH']}"
        subprocess.run(["bash", str(tmp_path / ".ci" / "run")], check=True, env={**os.environ, "PATH": path})
        return log.read_text(encoding="utf-8").splitlines()

    assert "--require-hashes" in commands()[0]
    assert commands() == ["make test"]
    later = (tmp_path / ".venv" / ".installed").stat().st_mtime + 10
    os.utime(tmp_path / changed, (later, later))
    assert "--require-hashes" in commands()[0]
