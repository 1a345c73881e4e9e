"""Reading a model folder: nothing in it is used before it was compared with its checksum.

A folder of any kind (linear, full, parser) holds `SHA256SUMS`, which lists its files in the form of `sha256sum`, so
that `sha256sum -c SHA256SUMS` checks it as well. `arithmetree.model_saving` writes such folders.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arithmetree.errors import ModelError, ModelPathError

MANIFEST = "SHA256SUMS"
SHIPPED = Path(__file__).parent / "models"

_LINE = re.compile(r"([0-9a-f]{64})  ((?:[\w.-]+/)*[\w.-]+)")


@dataclass(frozen=True, eq=False)
class ModelFolder:
    """The files of a folder by name, each as it was saved, and what its settings file says."""

    path: Path
    files: dict[str, bytes]
    settings: Mapping[str, Any]

    @classmethod
    def read(cls, path: Path, settings_file: str) -> ModelFolder:
        """Read and check a folder.

        ModelPathError if there is nothing of the kind, ModelError naming the file that is missing or damaged.
        """
        if not (path / settings_file).exists() and not (path / MANIFEST).exists():
            raise ModelPathError(f"there is no model in {path} ({settings_file} is missing); {remedy(path)}")
        files = {name: _checked(path, name, digest) for name, digest in _manifest(path).items()}
        try:
            settings = json.loads(files[settings_file])
        except KeyError:
            raise ModelError(f"{path / MANIFEST} does not list {settings_file}; {remedy(path)}") from None
        except ValueError as error:
            raise ModelError(f"{path / settings_file} is damaged ({error}); {remedy(path)}") from error
        return cls(path, files, settings if isinstance(settings, dict) else {})

    def __getitem__(self, name: str) -> bytes:
        """A file of the folder; ModelError if there is none of that name."""
        try:
            return self.files[name]
        except KeyError:
            raise ModelError(f"{self.path / MANIFEST} does not list {name}; {remedy(self.path)}") from None

    def take(self, name: str) -> bytes:
        """A file of the folder, which forgets it: a large one need not stay in memory once it is unpacked."""
        found = self[name]
        del self.files[name]
        return found

    def damaged(self, error: Exception) -> ModelError:
        """The error for files that are as they were saved and still no model that can be used."""
        return ModelError(f"the model in {self.path} is damaged ({_described(error)}); {remedy(self.path)}")


def check_version(folder: ModelFolder, version: int) -> None:
    """Raise ModelError for a folder in another version of its format than this program reads."""
    found = folder.settings.get("format_version")
    if found != version:
        raise ModelError(
            f"the model in {folder.path} has format version {found}, this program reads {version}; "
            "install a matching arithmetree or train the model again"
        )


def remedy(path: Path) -> str:
    """What to do about a model folder that cannot be used."""
    if SHIPPED in path.resolve().parents:
        return "install arithmetree again"
    return "copy it again or retrain it; without --model the shipped one is used"


def _manifest(path: Path) -> dict[str, str]:
    """The checksum of every file that belongs to the model."""
    file = path / MANIFEST
    digests: dict[str, str] = {}
    lines = _bytes(file, path).decode("ascii", "replace").removesuffix("\n").split("\n")
    for number, line in enumerate(lines, start=1):
        found = _LINE.fullmatch(line)
        if found is None or found[2] in digests or not _belongs(found[2]):
            raise ModelError(f"{file} is damaged (line {number}); {remedy(path)}")
        digests[found[2]] = found[1]
    return digests


def _belongs(name: str) -> bool:
    """Whether a file lies in the folder."""
    return ".." not in name.split("/")


def _checked(path: Path, name: str, digest: str) -> bytes:
    content = _bytes(path / name, path)
    if hashlib.sha256(content).hexdigest() != digest:
        raise ModelError(
            f"{path / name} is damaged or from another model: it does not match its checksum in {MANIFEST}; "
            f"{remedy(path)}"
        )
    return content


def _bytes(file: Path, path: Path) -> bytes:
    try:
        return file.read_bytes()
    except FileNotFoundError:
        raise ModelError(f"{file} is missing ({MANIFEST} lists what belongs to the model); {remedy(path)}") from None
    except OSError as error:
        raise ModelError(f"cannot read {file} ({error.strerror}); fix that, or {remedy(path)}") from error


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
