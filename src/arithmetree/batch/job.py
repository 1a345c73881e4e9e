"""What all workers of a run must agree on, so that any of them gives the same bytes for the same line."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

from arithmetree._version import __version__
from arithmetree.errors import DataError, ModelError, ModelPathError

if TYPE_CHECKING:
    from arithmetree.solver import Solver

_SHIPPED = Path(str(files("arithmetree"))) / "models"


@dataclass(frozen=True, slots=True)
class Job:
    """The model (a folder, a shipped one by name, None for the default), the wanted precision, and a fingerprint."""

    model: str | None
    precision: float | None
    fingerprint: str

    @classmethod
    def of(cls, model: Path | None, precision: float | None) -> Job:
        """The job for a model of this machine; ModelError if there is no such folder."""
        name = None if model is None else str(model if _is_shipped(model) else model.absolute())
        return cls(name, precision, fingerprint(name))

    def to_json(self) -> str:
        """The job as one line of JSON."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, line: str | bytes) -> Job:
        """The job that `to_json` wrote."""
        return cls(**json.loads(line))


def fingerprint(model: str | None) -> str:
    """A hash over the version of the program, all that it ships to answer with, and the model."""
    own = model is not None and not _is_shipped(Path(model))
    digest = hashlib.sha256(f"{__version__} {'own' if own else model}".encode())
    for folder in (_SHIPPED, *([Path(str(model))] if own else [])):
        if not folder.is_dir():
            raise ModelPathError(f"there is no model folder {folder}; leave out --model to use the shipped model")
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            digest.update(f"\n{file.relative_to(folder).as_posix()} ".encode())
            try:
                with file.open("rb") as content:
                    digest.update(hashlib.file_digest(content, "sha256").digest())
            except OSError as error:
                raise ModelError(f"cannot read {file} of the model ({error.strerror}); fix its permissions") from error
    return digest.hexdigest()


@cache
def solver_for(job: Job) -> Solver:
    """The solver of a job, loaded once per process.

    ModelError where this machine has another model or version, DataError for a precision that the model cannot give.
    """
    found = fingerprint(job.model)
    if found != job.fingerprint:
        raise ModelError(
            f"a worker has another model or version of arithmetree (fingerprint {found[:12]}, the run has "
            f"{job.fingerprint[:12]}); install the same version and put the same model folder on every machine"
        )
    # Loaded here because only workers need it; the process that hands out the work stays small.
    from arithmetree.solver import Solver, checked_precision

    solver = Solver.load(job.model)
    if checked_precision(job.precision) is not None and solver.model.confidence is None:
        raise DataError("This model has no calibrated confidence; leave out --precision, or use the shipped model.")
    return solver


def _is_shipped(model: Path) -> bool:
    """Whether this names a model that comes with the program, which takes precedence over a folder of that name."""
    return len(model.parts) == 1 and (_SHIPPED / model / "model.json").is_file()
