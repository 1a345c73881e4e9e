"""Writing a model folder: whole or not at all, whatever happens to the program or the machine meanwhile.

The new folder is made beside the old one, listed in `SHA256SUMS` and forced to disk; then the two trade places in one
step, and the old one is removed. A program that is killed leaves the old model or the new one, and perhaps the folder
`.NAME.saving` beside it, which the next save removes.
"""

from __future__ import annotations

import ctypes
import errno
import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

from arithmetree.errors import ModelError
from arithmetree.model_folder import MANIFEST

_AT_FDCWD = -100
_RENAME_EXCHANGE = 2
_CANNOT_EXCHANGE = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP}


def save_folder(folder: Path, write: Callable[[Path], None]) -> None:
    """Make or replace a model folder; `write` fills a new one, and ModelError says why that could not be done.

    Files of an old folder that are no part of its model, such as a README, are kept.
    """
    folder = folder.resolve()
    scratch = folder.with_name(f".{folder.name}.saving")
    new, old = scratch / "new", scratch / "old"
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with _locked(folder.parent):
            _clear(scratch, folder)
            new.mkdir(parents=True)
            try:
                write(new)
                _carry_over(folder, new, write_manifest(new))
                _force_to_disk(new)
                _put_in_place(new, folder, old)
                _sync(folder.parent)
            finally:
                with suppress(OSError):  # what is left over is removed by the next save
                    _clear(scratch, folder)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise ModelError(
            f"cannot write the model to {folder} ({reason}); fix that and save again, nothing was changed"
        ) from error


def write_manifest(folder: Path) -> list[str]:
    """List the checksums of all files in a folder; the names that are listed."""
    inside = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
    inside.pop(MANIFEST, None)
    listed = dict(sorted(inside.items()))
    lines = (f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in listed.items())
    (folder / MANIFEST).write_text("".join(lines), encoding="ascii")
    return list(listed)


def _carry_over(folder: Path, new: Path, listed: Sequence[str]) -> None:
    """Copy what lies in the old folder without being part of its model."""
    old_list = (folder / MANIFEST).read_bytes() if (folder / MANIFEST).is_file() else b""
    own = {line.partition("  ")[2] for line in old_list.decode("ascii", "replace").splitlines()} | {*listed, MANIFEST}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_file() and name not in own:
            (new / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(path, new / name)


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Only one program at a time saves models in a folder; the lock ends with the program, however that ends."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def _clear(scratch: Path, folder: Path) -> None:
    """Remove what a save leaves behind; a model that was moved away for a new one that never came goes back first."""
    if not folder.exists() and (scratch / "old").is_dir():
        os.rename(scratch / "old", folder)
    with suppress(FileNotFoundError):
        shutil.rmtree(scratch)


def _put_in_place(new: Path, folder: Path, old: Path) -> None:
    if not folder.exists():
        os.rename(new, folder)
        return
    try:
        _exchange(new, folder)
    except OSError as error:
        if error.errno not in _CANNOT_EXCHANGE:
            raise
        # Systems other than Linux, and a few file systems: for a moment there is no folder, see `_clear`.
        os.rename(folder, old)
        os.rename(new, folder)


def _exchange(one: Path, other: Path) -> None:
    """Let two folders trade places in one step; OSError where the system cannot do that."""
    renameat2 = getattr(ctypes.CDLL(None, use_errno=True), "renameat2", None)
    if renameat2 is None:
        raise OSError(errno.ENOSYS, os.strerror(errno.ENOSYS))
    if renameat2(_AT_FDCWD, os.fsencode(one), _AT_FDCWD, os.fsencode(other), _RENAME_EXCHANGE) != 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def _force_to_disk(folder: Path) -> None:
    for path in folder.rglob("*"):
        _sync(path)
    _sync(folder)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
