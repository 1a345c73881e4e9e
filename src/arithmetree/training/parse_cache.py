"""A cache of parses, so that a repeated run over the same texts does not parse them again.

Only the parser's tokens are kept; quantities and schemas are read again each time, so a change of the reading code
takes effect at once, and a change of the parser makes a new file.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from arithmetree.atomic_files import unwritable
from arithmetree.parsing import SHIPPED, TOKENIZATION, WEIGHTS_FILE, load_parser
from arithmetree.quantities import find_quantities
from arithmetree.reading import assemble, parse_all
from arithmetree.schemas import Problem, Token

CACHE_VARIABLE = "ARITHMETREE_CACHE"


def cache_folder() -> Path:
    """Where parses are kept: $ARITHMETREE_CACHE, or the user's cache folder."""
    named = os.environ.get(CACHE_VARIABLE)
    base = os.environ.get("XDG_CACHE_HOME", str(Path.home() / ".cache"))
    return Path(named) if named else Path(base) / "arithmetree"


def read_cached(texts: Sequence[str], progress: Callable[[int], None] | None = None) -> Iterator[Problem]:
    """Read problems in order with the shipped parser, parsing only the texts that the cache does not hold."""
    path = cache_folder() / f"parses-{_parser_fingerprint()}.jsonl"
    known = _load(path)
    missing = [text for text in dict.fromkeys(texts) if text not in known]
    if missing:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("a", encoding="utf-8") as file:
                for done, (text, tokens) in enumerate(zip(missing, parse_all(missing, load_parser()), strict=True), 1):
                    known[text] = tokens
                    rows = [[t.start, t.end, t.lemma, t.upos, t.tag, t.dep, t.head, t.sent] for t in tokens]
                    file.write(json.dumps({"text": text, "tokens": rows}) + "\n")
                    if progress is not None:
                        progress(done)
        except OSError as error:
            raise unwritable(path, error, f"set {CACHE_VARIABLE} to a folder that may be written to") from error
    for text in texts:
        yield assemble(text, find_quantities(text), known[text])


def _load(path: Path) -> dict[str, tuple[Token, ...]]:
    known: dict[str, tuple[Token, ...]] = {}
    if not path.exists():
        return known
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            entry = json.loads(line)
            text = entry["text"]
            known[text] = tuple(Token(start, end, text[start:end], *rest) for start, end, *rest in entry["tokens"])
        except (ValueError, KeyError, TypeError):
            continue  # a line cut off by an interrupted run; its text is parsed again
    return known


def _parser_fingerprint() -> str:
    return f"{hashlib.sha256((SHIPPED / WEIGHTS_FILE).read_bytes()).hexdigest()[:16]}-{TOKENIZATION}"
