"""A worker process of the local engine: chunks come in at standard input, answers go out at standard output.

`python -m arithmetree.batch.worker` reads the job as one line of JSON, loads the model, replies with one line (ready,
or what is wrong), and then answers chunks until its input ends, which it also does when the parent is killed.
"""

from __future__ import annotations

import json
import os
import sys

from arithmetree.batch.answering import answers
from arithmetree.batch.job import Job, solver_for
from arithmetree.batch.wire import READY, receive_chunk
from arithmetree.errors import ArithmetreeError
from arithmetree.quick_start import start_without_torch


def main() -> None:
    """Answer chunks until standard input ends."""
    start_without_torch()
    source, target = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # a library that prints must not break into the answers
    try:
        job = Job.from_json(source.readline())
        try:
            solver_for(job)
        except ArithmetreeError as error:
            reply = {"status": "error", "kind": type(error).__name__, "message": str(error)}
            target.write(json.dumps(reply).encode() + b"\n")
            target.flush()
            return
        target.write(READY)
        target.flush()
        while (chunk := receive_chunk(source)) is not None:
            target.write(b"".join(answers(job, chunk)))
            target.flush()
    except BrokenPipeError:
        os._exit(1)  # the parent is gone: nobody is left to hear of it, and closing the pipe would only fail again


if __name__ == "__main__":
    main()
