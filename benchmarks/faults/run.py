"""Damaged model files, full disks, read-only folders and too little memory: what the programs say and leave behind.

    python benchmarks/faults/run.py [--flips 20] [--out docs/results]

Each fault must end in a clear error: a `ModelError` that names the file, or one line on standard error with exit status
1 or 2, without a traceback; a file that was there before is unchanged, and no new one is half-written. Full disks and
read-only folders are small file systems mounted for the purpose, which needs root. Writes faults.json.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arithmetree import __version__
from arithmetree.any_model import load_model
from arithmetree.errors import ModelError
from arithmetree.generator import generate
from arithmetree.model_folder import MANIFEST, SHIPPED
from arithmetree.parsing import load_spacy_parser
from arithmetree.training.parse_cache import CACHE_VARIABLE

PROGRAM = str(Path(sys.executable).parent / "arithmetree")
TEXT = "Sam had 12 apples. He gave 5 apples to Ann. How many apples does Sam have now?"
ANSWER = "7"
OLD = b"what was here before\n"
LOADERS: dict[str, Callable[[Path], object]] = {
    "linear": load_model,
    "full": load_model,
    "parser": load_spacy_parser.__wrapped__,
}
UNREAD = {"README.md", "LICENSE", "training.json"}
MEGABYTES = (30, 60, 100, 150, 200, 250, 300, 350, 400, 500, 600, 700, 800, 900, 1000, 1500)


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    status: int
    output: bytes
    message: str

    @property
    def clear(self) -> bool:
        """Whether it failed with one line of ours."""
        one_line = len(self.message.splitlines()) == 1
        return self.status in (1, 2) and self.message.startswith("arithmetree: ") and one_line


def run(*arguments: str, megabytes: int | None = None, **options: Any) -> Ended:
    """Run a command of the program, perhaps within a limit of memory."""

    def limit() -> None:
        if megabytes is not None:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    environment = os.environ | {"OMP_NUM_THREADS": "1"} | options.pop("environment", {})
    command = [PROGRAM, *arguments]
    streams: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | options
    done = subprocess.run(command, env=environment, preexec_fn=limit, check=False, **streams)
    return Ended(done.returncode, done.stdout or b"", done.stderr.decode(errors="replace"))


def damage(content: bytes, flips: int, rng: random.Random) -> Iterator[tuple[str, bytes | None]]:
    """A file that is missing, cut short at several places, and with a bit flipped at many."""
    yield "missing", None
    for kept in (0, 1, len(content) // 3, len(content) // 2, len(content) - 2):
        yield "cut short", content[:kept]
    for _ in range(flips):
        place = rng.randrange(len(content) - 1)  # a last newline that is another character harms nothing
        yield "bit flipped", content[:place] + bytes([content[place] ^ 1 << rng.randrange(8)]) + content[place + 1 :]


def damaged_models(flips: int, seed: int, scratch: Path) -> dict[str, Any]:
    """Load every folder with every damage; what is refused by name, refused otherwise, and loaded."""
    rng = random.Random(seed)
    models = Path(shutil.copytree(SHIPPED, scratch / "models"))
    found: dict[str, Any] = {}
    for kind, load in LOADERS.items():
        counted: Counter[str] = Counter()
        files = [path for path in sorted((models / kind).rglob("*")) if path.is_file() and path.name not in UNREAD]
        for file in files:
            whole = file.read_bytes()
            for how, content in damage(whole, flips, rng):
                file.unlink() if content is None else file.write_bytes(content)
                counted[how] += 1
                try:
                    load(models / kind)
                    counted["loaded all the same"] += 1
                except ModelError as error:
                    named = file.name in str(error) or MANIFEST in str(error)
                    counted["refused by name" if named else "refused otherwise"] += 1
                file.write_bytes(whole)
        load(models / kind)
        found[kind] = {"files": len(files), **counted}
    return found


@contextmanager
def file_system(folder: Path, *, kilobytes: int) -> Iterator[Path]:
    """A separate file system of the given size, mounted at a folder."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kilobytes}k", "tmpfs", str(folder)], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def writing_commands(scratch: Path, folder: Path) -> dict[str, tuple[list[str], Path]]:
    """The commands that write, each with what it writes."""
    problems, own = scratch / "in.jsonl", scratch / "own.jsonl"
    records = list(generate(24, 0))
    problems.write_text("".join(json.dumps({"text": record.text}) + "\n" for record in records), encoding="utf-8")
    rows = ({"text": record.text, "expression": record.expression} for record in records[:12])
    own.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    page, sheet, made, out, model = (folder / name for name in ("a.html", "b.html", "c.jsonl", "d.jsonl", "model"))
    return {
        "solve --html": (["solve", TEXT, "--model", "linear", "--html", str(page)], page),
        "worksheet": (["worksheet", "--count", "12", "--out", str(sheet)], sheet),
        "generate": (["generate", "--count", "60", "--out", str(made)], made),
        "batch": (["batch", str(problems), str(out), "--model", "linear", "--workers", "1"], out),
        "train": (["train", "--data", str(own), "--out", str(model), "--quiet"], model),
    }


def full_disk(scratch: Path) -> dict[str, Any]:
    """Every command that writes, on a disk with 4 KB left; then batch and train again with room, to the same end."""
    found: dict[str, Any] = {}
    cache = {CACHE_VARIABLE: str(scratch / "cache")}
    with file_system(scratch / "full", kilobytes=20_000) as folder:
        filler = folder / "filler"
        commands = writing_commands(scratch, folder)
        for _, target in commands.values():
            if target.name != "model":
                target.write_bytes(OLD)
        free = os.statvfs(folder)
        filler.write_bytes(b"\0" * (free.f_bavail * free.f_frsize - 4096))
        for name, (command, target) in commands.items():
            ended = run(*command, environment=cache)
            unchanged = target.read_bytes() == OLD if target.name != "model" else not target.exists()
            found[name] = {"status": ended.status, "clear": ended.clear, "old file unchanged": unchanged}
        kept = {"filler", *(target.name for _, target in commands.values())}
        beside = {f"{commands['batch'][1].name}.part", f"{commands['batch'][1].name}.part.json"}
        found["left behind"] = sorted({path.name for path in folder.iterdir()} - kept - beside)
        filler.unlink()
        for name in ("batch", "train"):
            found[name]["with room again"] = run(*commands[name][0], environment=cache).status
    with Path("/dev/full").open("wb") as full:
        for name, options in {"standard output": [], "standard output, --json": ["--json"]}.items():
            ended = run("solve", TEXT, "--model", "linear", *options, stdout=full)
            found[name] = {"status": ended.status, "clear": ended.clear}
    with file_system(scratch / "cache-full", kilobytes=4) as folder:
        command = ["train", "--data", str(scratch / "own.jsonl"), "--out", str(scratch / "model"), "--quiet"]
        ended = run(*command, environment={CACHE_VARIABLE: str(folder)})
        unchanged = not (scratch / "model").exists()
        found["train, cache of parses"] = {
            "status": ended.status,
            "clear": ended.clear,
            "old file unchanged": unchanged,
        }
    return found


def read_only(scratch: Path) -> dict[str, Any]:
    """Every command that writes, into a folder that nobody may write to."""
    found: dict[str, Any] = {}
    with file_system(scratch / "read-only", kilobytes=1000) as folder:
        subprocess.run(["mount", "-o", "remount,ro", str(folder)], check=True)
        for name, (command, _) in writing_commands(scratch, folder).items():
            ended = run(*command, environment={CACHE_VARIABLE: str(scratch / "cache")})
            found[name] = {"status": ended.status, "clear": ended.clear}
    return found


def little_memory() -> dict[str, Any]:
    """`solve` under rising limits of its address space: the right answer, our own line, or the end by a library."""
    found: dict[str, Any] = {}
    for model in ("linear", "full"):
        counted: Counter[str] = Counter()
        by_libraries: dict[str, str] = {}
        for megabytes in MEGABYTES:
            ended = run("solve", TEXT, "--json", "--model", model, megabytes=megabytes)
            fields = json.loads(ended.output) if ended.output.startswith(b"{") else {}
            if ended.status == 0 and fields.get("answer") == ANSWER:
                counted["right answer"] += 1
            elif ended.status == 1 and "memory" in fields.get("message", ""):
                counted["told by us"] += 1
            elif ended.status != 0:
                counted["ended by a library"] += 1
                by_libraries[f"{megabytes} MB"] = (ended.message.splitlines() or [f"signal {-ended.status}"])[-1]
            else:
                counted["wrong answer"] += 1
        found[model] = {**counted, "by libraries": by_libraries}
    return found


def is_clean(result: dict[str, Any]) -> bool:
    """Whether every fault was reported clearly and left nothing behind."""
    models = result["damaged_models"].values()
    faults = [*result["full_disk"].values(), *result["read_only"].values()]
    return (
        not any(found.get("loaded all the same") or found.get("refused otherwise") for found in models)
        and all(part["clear"] and part.get("old file unchanged", True) for part in faults if isinstance(part, dict))
        and not result["full_disk"]["left behind"]
        and not any(part.get("with room again") for part in faults if isinstance(part, dict))
        and not any(found.get("wrong answer") for found in result["little_memory"].values())
    )


def main() -> None:
    """Measure, write the result, and say by the exit status whether all went well."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flips", type=int, default=20, help="flipped bits for each file")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--out", type=Path, default=Path("docs/results"))
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        result = {
            "command": f"python benchmarks/faults/run.py --flips {options.flips} --seed {options.seed}",
            "versions": {"arithmetree": __version__, "python": platform.python_version()},
            "damaged_models": damaged_models(options.flips, options.seed, Path(scratch)),
            "full_disk": full_disk(Path(scratch)),
            "read_only": read_only(Path(scratch)),
            "little_memory": little_memory(),
        }
    text = json.dumps(result, indent=2) + "\n"
    print(text, end="")
    (options.out / "faults.json").write_text(text, encoding="utf-8")
    raise SystemExit(0 if is_clean(result) else 1)


if __name__ == "__main__":
    main()
