"""The settings of the service: one frozen object, from environment variables and command options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from arithmetree.errors import ArithmetreeError
from arithmetree.scores import MAX_QUANTITIES
from arithmetree.steps.leaves import MOST_MENTIONS
from arithmetree.text import LONGEST_TEXT

PREFIX = "ARITHMETREE_"


class SettingsError(ArithmetreeError):
    """A setting that is unknown or has a value that cannot be used."""


def _about(meaning: str, low: float | None = None, high: float | None = None) -> dict[str, Any]:
    return {"meaning": meaning, "low": low, "high": high}


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the service runs; every field has an environment variable of its name, as in ARITHMETREE_PORT."""

    host: str = field(default="127.0.0.1", metadata=_about("address to listen on; by default only this machine"))
    port: int = field(default=8000, metadata=_about("port to listen on; 0 takes a free one", 0, 65_535))
    workers: int = field(default=1, metadata=_about("processes, each with its own model", 1, 256))
    model: Path | None = field(
        default=None, metadata=_about("model folder, or the name of a shipped model (full, linear)")
    )
    max_text_length: int = field(
        default=2_000, metadata=_about("longest text of a problem, in characters", 1, LONGEST_TEXT)
    )
    max_sheet_length: int = field(
        default=6_000, metadata=_about("longest worksheet of several problems on the page", 1, LONGEST_TEXT)
    )
    max_numbers: int = field(
        default=MOST_MENTIONS,
        metadata=_about("most numbers in the text of a problem", 2, MAX_QUANTITIES),
    )
    max_batch_size: int = field(
        default=100, metadata=_about("most problems in one batch, and questions in one text", 1, 10_000)
    )
    max_batch_characters: int = field(
        default=50_000, metadata=_about("most characters of all problems of a batch or a class", 100, 10_000_000)
    )
    max_body_bytes: int = field(
        default=1_000_000, metadata=_about("largest body of a request, in bytes", 1_000, 100_000_000)
    )
    rate: float = field(
        default=20.0,
        metadata=_about("short problems per second that one client may send; 0 for no limit", 0, 1_000_000),
    )
    rate_burst: int = field(
        default=60, metadata=_about("short problems that a client who was quiet may send at once", 1, 1_000_000)
    )
    rate_clients: int = field(
        default=10_000,
        metadata=_about("clients whose rate is remembered; the quietest are forgotten first", 1, 1_000_000),
    )
    concurrent: int = field(default=1, metadata=_about("problems solved at the same time in one worker", 1, 64))
    waiting: int = field(default=16, metadata=_about("requests that may wait for their turn in one worker", 0, 10_000))
    timeout: float = field(default=10.0, metadata=_about("seconds until a request is given up", 0.05, 3_600))
    log_texts: bool = field(default=False, metadata=_about("write the users' texts into the log"))
    trusted_proxy: bool = field(
        default=False,
        metadata=_about("take the client's address and the request id from the proxy in front of the service"),
    )

    def __post_init__(self) -> None:
        for fact in fields(self):
            value, low, high = getattr(self, fact.name), fact.metadata["low"], fact.metadata["high"]
            if low is not None and not low <= value <= high:
                raise SettingsError(f"{fact.name} is {value}; from {low:,} to {high:,} is accepted.")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str], **options: object) -> Settings:
        """The settings of an environment; options that are not None take precedence."""
        known = {PREFIX + fact.name.upper(): fact for fact in fields(cls)}
        given: dict[str, Any] = {}
        for variable, text in environment.items():
            if variable in known:
                fact = known[variable]
                given[fact.name] = _read(variable, text, str(fact.type))
            elif variable.startswith(PREFIX) and (near := get_close_matches(variable, known, n=1, cutoff=0.85)):
                # A misspelt limit would otherwise silently be no limit.
                raise SettingsError(f"{variable} is not a setting; did you mean {near[0]}?")
        return cls(**given | {name: value for name, value in options.items() if value is not None})

    def to_environment(self) -> dict[str, str]:
        """The variables from which a worker process reads the same settings."""
        written = {PREFIX + fact.name.upper(): getattr(self, fact.name) for fact in fields(self)}
        return {variable: str(value) for variable, value in written.items() if value is not None}


_BOOLEANS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def _boolean(text: str) -> bool:
    return _BOOLEANS[text.strip().lower()]


_READERS: dict[str, tuple[Callable[[str], object], str]] = {
    "str": (str, "a text"),
    "int": (int, "a whole number"),
    "float": (float, "a number"),
    "bool": (_boolean, "yes or no"),
    "Path | None": (Path, "a folder"),
}


def _read(variable: str, text: str, kind: str) -> object:
    reader, accepted = _READERS[kind]
    try:
        return reader(text)
    except (ValueError, KeyError):
        raise SettingsError(f"{variable} is {text!r}; {accepted} is accepted.") from None
