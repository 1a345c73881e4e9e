"""Files that are written whole or not at all, and the errors for those that cannot be written."""

from __future__ import annotations

import errno
import os
from contextlib import suppress
from pathlib import Path

from arithmetree.errors import ArithmetreeError, DataError

_OF_THE_MACHINE = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOMEM}


def write_atomically(path: Path, content: bytes) -> None:
    """Write a file by way of a new one beside it, so that a full disk leaves the old one as it was.

    What is no regular file, such as a pipe or a device, is written to directly. The error is that of `unwritable`.
    """
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            path.write_bytes(content)
            return
        new = path.with_name(f".{path.name}.{os.getpid()}.new")
        try:
            with new.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.replace(new, path)
        finally:
            with suppress(OSError):
                new.unlink(missing_ok=True)
    except OSError as error:
        raise unwritable(path, error, "give a file in a folder that exists and may be written to") from error


def unwritable(path: Path, error: OSError, advice: str) -> ArithmetreeError:
    """The error for a file that cannot be written: DataError with the advice where another file would do."""
    reason = error.strerror or type(error).__name__
    if error.errno in _OF_THE_MACHINE:
        return ArithmetreeError(f"Cannot write {path} ({reason}); make room for it and start again.")
    return DataError(f"Cannot write {path} ({reason}); {advice}.")
