"""Wrong usage, reported like every other error: in one readable line, or as a JSON object with `--json`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from arithmetree.cli.input_output import BAD_INPUT, report

# The library has its own copy of click in newer versions; the errors of both have these base classes.
_USAGE_ERROR: type[Exception] = next(
    kind for kind in typer.BadParameter.__mro__ if issubclass(kind, Exception) and kind.__name__ == "UsageError"
)
_HELP_INSTEAD = "NoArgsIsHelpError"  # no command at all: the help is shown
_AS_JSON = "arithmetree.json"


class Commands(TyperGroup):
    """The commands of the program; an argument that is missing, unknown or no value ends with status 2 and one line."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of a call, which knows whether errors are wanted as JSON."""
        as_json = "--json" in args
        with _reported(as_json):
            context = super().make_context(info_name, args, parent, **extra)
        context.meta[_AS_JSON] = as_json
        return context

    def invoke(self, ctx: Any) -> Any:
        """Run the command; its own arguments are read here."""
        with _reported(ctx.meta[_AS_JSON]):
            return super().invoke(ctx)


@contextmanager
def _reported(as_json: bool) -> Iterator[None]:
    try:
        yield
    except _USAGE_ERROR as error:
        if type(error).__name__ == _HELP_INSTEAD:
            raise
        context = getattr(error, "ctx", None)
        command = "arithmetree" if context is None else context.command_path
        message = str(getattr(error, "format_message")()).rstrip(".")  # noqa: B009 - of the library's own class
        see = " See" if message.endswith("?") else "; see"
        report(f"{message}{see} {command} --help", as_json)
        raise typer.Exit(BAD_INPUT) from None
