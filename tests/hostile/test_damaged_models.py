"""Model folders with a file that is missing, cut short or changed in one bit: a ModelError that names the file."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from arithmetree.any_model import load_model
from arithmetree.errors import ModelError
from arithmetree.model import SETTINGS_FILE, SHIPPED, Model
from arithmetree.model_folder import MANIFEST
from arithmetree.model_saving import write_manifest
from arithmetree.parsing import load_spacy_parser

STRANGE = (None, 7, [], {"x": None})
LOADERS: dict[str, Callable[[Path], object]] = {
    "linear": load_model,
    "full": load_model,
    "parser": load_spacy_parser.__wrapped__,
}
DOCUMENTS = {"README.md", "LICENSE", "training.json"}
"""Beside a model and no part of what is loaded."""
FILES = [
    (kind, path.relative_to(SHIPPED / kind).as_posix())
    for kind in LOADERS
    for path in sorted((SHIPPED / kind).rglob("*"))
    if path.is_file() and path.name not in DOCUMENTS
]


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of everything that is shipped, to be damaged and restored in place."""
    return Path(shutil.copytree(SHIPPED, tmp_path_factory.mktemp("damaged") / "models"))


@contextmanager
def damaged(file: Path, content: bytes | None) -> Iterator[None]:
    """The file with another content, or without any file, for a while."""
    whole = file.read_bytes()
    file.unlink() if content is None else file.write_bytes(content)
    try:
        yield
    finally:
        file.write_bytes(whole)


@pytest.mark.parametrize(("kind", "name"), FILES)
def test_every_damage_to_a_file_is_reported_with_its_name(models: Path, kind: str, name: str) -> None:
    file = models / kind / name
    whole = file.read_bytes()
    cut = [whole[:kept] for kept in (0, 1, len(whole) // 2, len(whole) - 2)]
    flipped = [
        whole[:place] + bytes([whole[place] ^ 1 << bit]) + whole[place + 1 :]
        for place, bit in ((0, 0), (len(whole) // 3, 2), (len(whole) // 2, 5), (len(whole) - 2, 1))
    ]
    for content in (None, *cut, *flipped):
        # A manifest says of another file that it does not match, or of itself that it cannot be read.
        with damaged(file, content), pytest.raises(ModelError, match=f"{MANIFEST}|{name}"):
            LOADERS[kind](models / kind)
    if kind != "full":  # whose network takes a while
        LOADERS[kind](models / kind)


@pytest.mark.parametrize("kind", LOADERS)
def test_a_file_that_the_manifest_does_not_list_is_not_used(models: Path, kind: str) -> None:
    manifest = models / kind / MANIFEST
    lines = manifest.read_bytes().splitlines(keepends=True)
    for left_out in range(len(lines)):
        if b"training.json" not in lines[left_out]:
            content = b"".join(lines[:left_out] + lines[left_out + 1 :])
            with damaged(manifest, content), pytest.raises(ModelError, match="does not list"):
                LOADERS[kind](models / kind)


@pytest.mark.parametrize("name", ["../../etc/passwd", "/etc/passwd", "a/../../b", "../full/SHA256SUMS"])
def test_a_manifest_reaches_no_file_elsewhere(models: Path, name: str) -> None:
    manifest = models / "linear" / MANIFEST
    content = manifest.read_bytes() + f"{'0' * 64}  {name}\n".encode()
    with damaged(manifest, content), pytest.raises(ModelError, match=f"{MANIFEST} is damaged .line 3"):
        load_model(models / "linear")


def test_no_setting_of_a_strange_type_is_a_crash(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(SHIPPED / "linear", tmp_path / "model"))
    record = json.loads((folder / SETTINGS_FILE).read_text())
    refused = 0
    for part in (record, record["settings"], record["confidence"]):
        for key, value in list(part.items()):
            for strange in STRANGE:
                part[key] = strange
                (folder / SETTINGS_FILE).write_text(json.dumps(record))
                write_manifest(folder)
                try:
                    Model.load(folder)
                except ModelError:
                    refused += 1
            part[key] = value
    assert refused > 40
