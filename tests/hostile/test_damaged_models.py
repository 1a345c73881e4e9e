"""Model folders whose settings hold something else than they should: loaded, or refused with a ModelError."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from arithmetree.errors import ModelError
from arithmetree.model import SETTINGS_FILE, SHIPPED, WEIGHTS_FILE, Model

STRANGE = (None, 7, [], {"x": None})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "model"
    shutil.copytree(SHIPPED / "linear", copied)
    return copied


def _loads(folder: Path) -> bool:
    try:
        Model.load(folder)
    except ModelError:
        return False
    return True


def test_no_setting_of_a_strange_type_is_a_crash(folder: Path) -> None:
    record = json.loads((folder / SETTINGS_FILE).read_text())
    refused = 0
    for part in (record, record["settings"], record["confidence"]):
        for key, value in list(part.items()):
            for strange in STRANGE:
                part[key] = strange
                (folder / SETTINGS_FILE).write_text(json.dumps(record))
                refused += not _loads(folder)
            part[key] = value
    assert refused > 40


@pytest.mark.parametrize("name", [SETTINGS_FILE, WEIGHTS_FILE])
@pytest.mark.parametrize("kept", [0, 1, 8, 1_000])
def test_a_file_that_was_cut_short_is_refused(folder: Path, name: str, kept: int) -> None:
    (folder / name).write_bytes((folder / name).read_bytes()[:kept])
    assert not _loads(folder)


@pytest.mark.parametrize("bit", range(0, 64, 7))
def test_weights_with_a_flipped_bit_are_refused(folder: Path, bit: int) -> None:
    content = bytearray((folder / WEIGHTS_FILE).read_bytes())
    content[len(content) * bit // 64] ^= 1 << bit % 8
    (folder / WEIGHTS_FILE).write_bytes(content)
    assert not _loads(folder)
