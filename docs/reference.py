"""Write the pages of the API reference from the docstrings and of the commands from their options.

    python docs/reference.py [--check]

No page in docs/reference is written by hand. With --check nothing is written, and the exit status is 1 if a page is out
of date.
"""

from __future__ import annotations

import argparse
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

from arithmetree.cli import app

FOLDER = Path(__file__).resolve().parent / "reference"


@dataclass(frozen=True)
class Part:
    """A module of the reference, and which of its names are described; None takes all that it exports."""

    module: str
    names: Sequence[str] | None = None


@dataclass(frozen=True)
class Page:
    """One page of the reference."""

    title: str
    parts: Sequence[Part]


PAGES = {
    "solving": Page(
        "Solving",
        (
            Part("arithmetree", ("solve", "Solver", "Solution", "Model")),
            Part("arithmetree.solution", ("Step", "StepReason", "Ignored", "Evidence", "Clue", "Alternative")),
            Part("arithmetree.refusals", ("Code", "Refusal", "refusal", "contradiction")),
            Part(
                "arithmetree.errors",
                (
                    "ArithmetreeError",
                    "ExpressionError",
                    "ScoreError",
                    "TextError",
                    "TooLongError",
                    "DataError",
                    "ModelError",
                ),
            ),
        ),
    ),
    "expressions": Page(
        "Expressions", (Part("arithmetree.expressions"), Part("arithmetree.sympy_forms", ("to_sympy",)))
    ),
    "reading": Page(
        "Reading",
        (
            Part("arithmetree.reading", ("read", "read_all")),
            Part("arithmetree.parsing", ("Parser", "SpacyParser", "load_parser")),
            Part("arithmetree.schemas", ("Problem", "Schema", "Rate", "Question", "NounPhrase", "Token")),
            Part("arithmetree.story", ("Story", "StoryAmount", "StoryEvent", "StoryQuestion", "Thing", "Part")),
            Part("arithmetree.quantities", ("Quantity", "Kind", "find_quantities")),
        ),
    ),
    "search": Page("Search", (Part("arithmetree.scores", ("Scores",)), Part("arithmetree.search"))),
    "derivations": Page(
        "Derivations",
        (Part("arithmetree.derivations"), Part("arithmetree.sympy_forms", ("to_sympy", "equations_to_sympy"))),
    ),
    "classroom": Page(
        "Checking, practice sheets and new problems",
        (Part("arithmetree.checking"), Part("arithmetree.worksheet"), Part("arithmetree.generator")),
    ),
    "programs": Page(
        "Batches, service and spaCy",
        (Part("arithmetree.batch"), Part("arithmetree.service"), Part("arithmetree.spacy_component")),
    ),
}


def pages() -> dict[str, str]:
    """The content of every page by its file name."""
    made = {f"{name}.md": "\n".join(_page(page)) for name, page in PAGES.items()}
    return {**made, "commands.md": "\n".join(_commands())}


def _page(page: Page) -> Iterator[str]:
    yield f"# {page.title}"
    for part in page.parts:
        module = import_module(part.module)
        yield f"\n## {part.module}\n"
        yield _text(module)
        for name in part.names or sorted(module.__all__, key=str.lower):
            yield from _entry(name, getattr(module, name), module)


def _entry(name: str, thing: Any, module: Any) -> Iterator[str]:
    yield f"\n### {name}\n"
    if inspect.isclass(thing):
        yield from _class(name, thing)
    elif inspect.isfunction(thing):
        yield f"`{name}{_signature(thing)}`\n\n{_text(thing)}"
    else:
        yield _described_value(name, thing, module)


def _class(name: str, thing: type) -> Iterator[str]:
    yield _text(thing) + "\n"
    if issubclass(thing, Enum):
        yield "Members: " + ", ".join(map(_member, thing)) + "."
        return
    if issubclass(thing, Exception):
        yield f"A kind of {', '.join(f'`{base.__name__}`' for base in thing.__bases__)}."
        return
    if is_dataclass(thing):
        yield "Fields: " + ", ".join(f"`{field.name}`" for field in fields(thing)) + "."
    elif "__init__" in vars(thing) and not getattr(thing, "_is_protocol", False):
        yield f"`{name}{_signature(thing.__init__)}`"
    for member, value in vars(thing).items():
        if member.startswith("_"):
            continue
        if isinstance(value, property | cached_property):
            yield f"\n- `{member}`: {_first_words(value)}"
        elif isinstance(value, classmethod | staticmethod):
            yield f"\n- `{name}.{member}{_signature(value.__func__)}`: {_first_words(value.__func__)}"
        elif inspect.isfunction(value):
            yield f"\n- `{member}{_signature(value)}`: {_first_words(value)}"


def _member(member: Enum) -> str:
    return f"`{member.name}`" + ("" if member.value == member.name else f" ({member.value})")


def _described_value(name: str, thing: Any, module: Any) -> str:
    """A constant with its value, or a name for a type, with what the source says below it."""
    shown = f"`{thing!r}`" if isinstance(thing, int | str) else ""
    if isinstance(thing, tuple):
        shown = ", ".join(f"`{member}`" for member in thing)
    if not shown:
        bare = re.sub(r"(\w+\.)+", "", str(thing))
        shown = f"`{bare}`"
    return shown + _below(name, module)


def _below(name: str, module: Any) -> str:
    """The string below the assignment of a name, in the module that assigns it."""
    for source in (module, *(sys.modules[m] for m in sorted(sys.modules) if m.startswith(f"{module.__name__}."))):
        found = re.search(rf'^{name}\b[^\n]*= .*?\n"""(.+?)"""', inspect.getsource(source), re.MULTILINE | re.DOTALL)
        if found and "\n\n" not in found[0]:
            return f"\n\n{found[1]}"
    return ""


def _signature(function: Any) -> str:
    """The parameters with their defaults, without types and without self."""
    signature = inspect.signature(function)
    kept = [
        parameter.replace(annotation=inspect.Parameter.empty)
        for name, parameter in signature.parameters.items()
        if name not in ("self", "cls")
    ]
    bare = str(signature.replace(parameters=kept, return_annotation=signature.empty))
    return re.sub(r"<(\w+)\.(\w+): [^>]+>", r"\1.\2", re.sub(r"<function .+? at \w+>", "...", bare))


def _text(thing: Any) -> str:
    """The docstring, with drawings kept as they are, and without the page that explains its idea."""
    paragraphs = re.sub(r" \(docs/[\w.]+\)", "", inspect.getdoc(thing) or "").split("\n\n")
    return "\n\n".join(f"```text\n{part}\n```" if "├" in part else part for part in paragraphs)


def _first_words(thing: Any) -> str:
    return " ".join(_text(thing).split("\n\n")[0].split())


@dataclass(frozen=True)
class Setting:
    """An argument or option of a command, as its function declares it."""

    name: str
    type: Any
    info: ArgumentInfo | OptionInfo
    default: Any

    @property
    def is_argument(self) -> bool:
        """Whether it is given by its position."""
        return isinstance(self.info, ArgumentInfo)

    @property
    def written(self) -> str:
        """How it is written on the command line."""
        if self.is_argument:
            name = self.info.metavar or self.name.upper()
            return name if self.default is inspect.Parameter.empty else f"[{name}]"
        # The first name of an option in Annotated form takes the place of its default.
        names = [name for name in (self.info.default, *(self.info.param_decls or ())) if isinstance(name, str)]
        written = ", ".join(names) or f"--{self.name.replace('_', '-')}"
        kinds = get_args(self.type) or (self.type,)
        if bool in kinds:
            return written
        for kind in kinds:
            if issubclass(kind, Enum):
                return f"{written} {' / '.join(kind)}"
        value = self.info.metavar or ("NUMBER" if {int, float} & set(kinds) else "TEXT")
        return f"{written} {value.replace('|', ' / ')}"  # a bar would end the cell of the table

    @property
    def meaning(self) -> str:
        """What it is for, and what it is by default."""
        text = (self.info.help or "").strip()
        if self.default in (inspect.Parameter.empty, None, False) or "efault" in text:
            return text
        return f"{text} Default: `{self.default}`.".strip()


def _commands() -> Iterator[str]:
    yield "# Commands\n"
    yield "Exit status: 0 done (an abstention is an answer), 1 failure, 2 wrong usage or bad input. Errors are"
    yield "one line on standard error; with `--json` an object with `status` and `message` on standard output."
    for command in app.registered_commands:
        assert command.callback is not None
        yield from _command(command.name or command.callback.__name__, command.callback)


def _command(name: str, function: Callable[..., Any]) -> Iterator[str]:
    settings = list(_settings(function))
    arguments = [setting.written for setting in settings if setting.is_argument]
    yield f"\n## arithmetree {name}\n"
    yield f"`{' '.join(['arithmetree', name, *arguments, '[OPTIONS]'])}`\n"
    yield f"{_text(function)}\n"
    yield "| argument or option | meaning |"
    yield "|---|---|"
    for setting in settings:
        yield f"| `{setting.written}` | {setting.meaning} |"


def _settings(function: Callable[..., Any]) -> Iterator[Setting]:
    hints = get_type_hints(function, include_extras=True)
    for name, parameter in inspect.signature(function).parameters.items():
        kind, info = get_args(hints[name])[:2]
        yield Setting(name, kind, info, parameter.default)


def main() -> int:
    """Write the pages, or check them."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit status 1 if a page is out of date")
    options = parser.parse_args()
    stale = []
    for name, content in pages().items():
        path = FOLDER / name
        if not path.is_file() or path.read_text(encoding="utf-8") != content + "\n":
            stale.append(name)
            if not options.check:
                path.write_text(content + "\n", encoding="utf-8")
    if stale:
        print(f"{'out of date' if options.check else 'written'}: {', '.join(stale)}")
    return 1 if stale and options.check else 0


if __name__ == "__main__":
    sys.exit(main())
