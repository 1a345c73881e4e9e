"""What the machine refuses a command, reported in one line: too little memory, or no place for what is printed."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from arithmetree.cli.input_output import FAILURE

_SIGNS = ("bad_alloc", "failed to map segment", "cannot allocate memory")
"""What libraries and their loader say when they get no memory; others end the program themselves."""
_NO_MEMORY = "There is not enough memory; end other programs, lift the limit, or use the small model: --model linear."


@contextmanager
def reported_faults() -> Iterator[None]:
    """Run a command; end with status 1 and a plain line instead of a traceback if the machine gives out."""
    try:
        yield
    except Exception as error:
        if isinstance(error, MemoryError) or any(sign in str(error).lower() for sign in _SIGNS):
            _end(_NO_MEMORY, as_json="--json" in sys.argv)
        if not isinstance(error, OSError):
            raise
        # Commands report what they cannot write to files, so this was printed; the rest of it must not be tried again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        where = "standard output" if error.filename is None else str(error.filename)
        _end(f"Cannot use {where} ({error.strerror or type(error).__name__}); make room for it.", as_json=False)


def _end(message: str, *, as_json: bool) -> NoReturn:
    if as_json:
        print(json.dumps({"status": "error", "message": message}))
    else:
        print(f"arithmetree: {message}", file=sys.stderr)
    raise SystemExit(FAILURE)
