"""What one input line yields: the solution as a JSON line, or an object that says what is wrong with the line."""

from __future__ import annotations

import json
from collections.abc import Callable
from threading import Lock
from typing import TYPE_CHECKING, Any, NoReturn

from arithmetree.batch.job import Job, solver_for
from arithmetree.batch.lines import LONGEST_LINE, Chunk
from arithmetree.errors import ArithmetreeError, DataError

if TYPE_CHECKING:
    from arithmetree.solution import Solution

DEEPEST = 100
"""How deep a line may nest; far below where the interpreter gives up, which differs from place to place."""
_ACCEPTED = 'give one JSON object with a "text" per line'
_LOCK = Lock()  # the workers of a cluster may run several threads, and the parser is not made for that


def answers(job: Job, chunk: Chunk) -> list[bytes]:
    """One output line for every line of a chunk, in order.

    Every problem is solved by itself: in batches, the last digits of a confidence could depend on the neighbours.
    """
    with _LOCK:
        solver = solver_for(job)

        def solve(text: str) -> Solution:
            return solver.solve(text, precision=job.precision)

        return [answer(number, line, solve) for number, line in enumerate(chunk.lines, start=chunk.first)]


def answer(number: int, line: bytes, solve: Callable[[str], Solution]) -> bytes:
    """The output line for one input line, which may be anything; no line ever raises."""
    known: dict[str, Any] = {}
    try:
        given = _object(line)
        known = {name: given[name] for name in ("id",) if name in given}
        if not isinstance(given.get("text"), str):
            what = (
                f'"text" is not a string but {_kind(given["text"])}' if "text" in given else 'The object has no "text"'
            )
            raise DataError(f"{what}; {_ACCEPTED}.")
        solution = solve(given["text"]).to_dict()
        return _encoded({"status": solution["status"], **known, **solution})
    except ArithmetreeError as error:
        return error_line(number, str(error), known)
    except Exception as error:  # one line never stops the others, whatever is wrong with it or with us
        return error_line(number, f"This line met a fault of the program ({type(error).__name__}: {error}).", known)


def error_line(number: int, message: str, known: dict[str, Any]) -> bytes:
    """The output line for an input line without an answer; `known` holds its id, where it could be read."""
    return _encoded({"status": "error", **known, "line": number, "message": " ".join(message.split())})


def worker_died(number: int, line: bytes) -> bytes:
    """The output line for an input line that ended every process that tried it."""
    try:
        given = _object(line)
    except DataError:
        given = {}
    known = {name: given[name] for name in ("id",) if name in given}
    message = "The process died on this line each time (out of memory, or a fault in a library); shorten the text."
    return error_line(number, message, known)


def _object(line: bytes) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise DataError(f"The line has more than {LONGEST_LINE} bytes; {_ACCEPTED}.")
    try:
        text = line.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DataError(f"The line is not UTF-8 (byte {error.start + 1}); convert the file to UTF-8.") from None
    if not text.strip():
        raise DataError(f"The line is empty; {_ACCEPTED}.")
    try:
        given = json.loads(text, parse_constant=_no_json, parse_float=_finite)
        too_deep = _deeper_than(given, DEEPEST)
    except RecursionError:
        too_deep = True
    except json.JSONDecodeError as error:
        raise DataError(f"The line is not JSON ({error.msg} at character {error.pos + 1}); {_ACCEPTED}.") from None
    except ValueError as error:
        raise DataError(f"The line is not JSON that can be read ({error}); {_ACCEPTED}.") from None
    if too_deep:
        raise DataError(f"The line nests deeper than {DEEPEST} levels; {_ACCEPTED}.")
    if not isinstance(given, dict):
        raise DataError(f"The line is {_kind(given)}, not an object; {_ACCEPTED}.")
    return given


def _encoded(fields: dict[str, Any]) -> bytes:
    """A line of pure ASCII, so that no reader can take a character of a text for the end of a line."""
    return json.dumps(fields, allow_nan=False).encode("ascii") + b"\n"


def _no_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON number")


def _finite(number: str) -> float:
    value = float(number)
    if abs(value) == float("inf"):
        raise ValueError("a number is too large")
    return value


def _deeper_than(value: object, limit: int) -> bool:
    level: list[dict[str, Any] | list[Any]] = [value] if isinstance(value, dict | list) else []
    for _ in range(limit):
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    return bool(level)


def _kind(value: object) -> str:
    """What JSON calls a value."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    names = {str: "a string", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names[type(value)]
