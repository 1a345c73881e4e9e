"""What is done so far, kept so that a run that is killed at any moment resumes where it stopped.

Two files are next to the output until it is complete: `OUT.part`, the output lines so far, and `OUT.part.json`, which
says what they were made from. Lines are appended in input order and forced to disk; a torn last line is dropped when
the run resumes; the finished part takes the place of the output in one step. A lock on the part keeps a second run out.
"""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from arithmetree.atomic_files import unwritable
from arithmetree.batch.job import Job
from arithmetree.batch.lines import Survey
from arithmetree.errors import ArithmetreeError, DataError

FORMAT = "arithmetree-batch-1"
STATUSES = ("solved", "abstained", "error")
_OPENINGS = {status: f'{{"status": "{status}"'.encode() for status in STATUSES}
"""The status comes first in every output line, so that no id or text can be taken for it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What output lines are made from; a part made from anything else must not be continued."""

    survey: Survey
    job: Job

    def to_record(self) -> dict[str, Any]:
        """As written to `OUT.part.json`; where the model lies does not matter, only what it is."""
        return {
            "format": FORMAT,
            "input": asdict(self.survey),
            "model": self.job.fingerprint,
            "precision": self.job.precision,
        }


class Journal:
    """The output of a run while it grows. Use it as a context manager; `counts` says what is done, by status."""

    def __init__(self, target: Path, origin: Origin, *, restart: bool = False) -> None:
        self._target = target
        self._part, self._record = side_files(target)
        self.counts = dict.fromkeys(STATUSES, 0)
        try:
            self._file = os.open(self._part, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o666)
        except OSError as error:
            raise _unwritable(self._part, error) from error
        try:
            self._lock()
            self._begin_or_resume(origin.to_record(), restart)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        os.close(self._file)

    @property
    def done(self) -> int:
        """How many lines have their answer on disk."""
        return sum(self.counts.values())

    def append(self, lines: list[bytes]) -> None:
        """Add output lines for good: when this returns, they survive a power cut."""
        try:
            rest = memoryview(b"".join(lines))
            while rest:
                rest = rest[os.write(self._file, rest) :]
            os.fsync(self._file)
        except OSError as error:
            raise _unwritable(self._part, error) from error
        self._count(lines)

    def finish(self) -> None:
        """Put the whole output in its place, over an older one if there is one."""
        try:
            os.replace(self._part, self._target)
            _sync_folder(self._target.parent)
            self._record.unlink()
        except OSError as error:
            raise _unwritable(self._target, error) from error

    def _lock(self) -> None:
        busy = DataError(f"Another run is writing {self._target}; wait for it, or give another output file.")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise busy from None
        except OSError as error:
            raise _unwritable(self._part, error) from error
        # A run that ended between our opening and our locking has made this file the output.
        if not self._part.exists() or not os.path.samestat(os.fstat(self._file), self._part.stat()):
            raise busy

    def _begin_or_resume(self, wanted: dict[str, Any], restart: bool) -> None:
        if restart:
            os.ftruncate(self._file, 0)
        if os.fstat(self._file).st_size == 0:
            self._write_record(wanted)
            return
        found = self._read_record()
        if found != wanted:
            raise DataError(
                f"{self._part} was made from {_difference(found, wanted)}; give --restart to start over, "
                "or finish the earlier run as it was started."
            )
        self._read_part()
        if self.done > wanted["input"]["lines"]:
            raise DataError(f"{self._part} has more lines than the input; give --restart to start over.")

    def _read_record(self) -> dict[str, Any]:
        try:
            found = json.loads(self._record.read_bytes())
        except (OSError, ValueError):
            found = None
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise DataError(
                f"{self._part} has no {self._record.name} of this program beside it that says what it was made from; "
                "give --restart to start over."
            )
        return found

    def _write_record(self, wanted: dict[str, Any]) -> None:
        scratch = self._record.with_name(f"{self._record.name}.new")
        try:
            with scratch.open("w", encoding="utf-8") as file:
                json.dump(wanted, file)
                file.flush()
                os.fsync(file.fileno())
            os.replace(scratch, self._record)
            _sync_folder(self._record.parent)
        except OSError as error:
            raise _unwritable(self._record, error) from error

    def _read_part(self) -> None:
        """Count the lines that are whole, and cut off what comes after them."""
        whole = 0
        with self._part.open("rb") as file:
            for line in file:
                if not (line.startswith(tuple(_OPENINGS.values())) and line.endswith(b"}\n")):
                    break
                whole += len(line)
                self._count([line])
        os.ftruncate(self._file, whole)

    def _count(self, lines: list[bytes]) -> None:
        for line in lines:
            for status, opening in _OPENINGS.items():
                self.counts[status] += line.startswith(opening)


def side_files(target: Path) -> tuple[Path, Path]:
    """The part and its record, which are next to an output until it is complete."""
    return target.with_name(f"{target.name}.part"), target.with_name(f"{target.name}.part.json")


def _difference(found: dict[str, Any], wanted: dict[str, Any]) -> str:
    said = {
        "input": "another input (the file has changed since)",
        "model": "another model or version of the program",
        "precision": f"another precision ({found.get('precision')}, now {wanted['precision']})",
    }
    return ", ".join(text for name, text in said.items() if found.get(name) != wanted[name])


def _unwritable(path: Path, error: OSError) -> ArithmetreeError:
    return unwritable(path, error, "correct that and start again: what is done is kept")


def _sync_folder(folder: Path) -> None:
    """Force a rename to disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
