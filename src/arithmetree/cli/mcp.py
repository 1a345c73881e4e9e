"""`arithmetree mcp`: the tools for language models, on standard input and output."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import stop
from arithmetree.errors import ArithmetreeError, MissingExtraError


def mcp(
    model: Annotated[
        Path | None, typer.Option("--model", metavar="DIR", help="A model folder, or full (default) or linear.")
    ] = None,
) -> None:
    """Serve the tools solve_word_problem, verify_answer and check_pupil_work by the Model Context Protocol.

    It reads requests from standard input and writes responses to standard output until its input ends. A client starts
    it by itself: give it the command `arithmetree mcp`.
    """
    try:
        if find_spec("mcp") is None:
            raise MissingExtraError("the protocol", "mcp")
        # Loaded here because only this command needs the protocol.
        from arithmetree.solver import Solver
        from arithmetree.tool_server import tool_server

        server = tool_server(Solver.load(model))
    except ArithmetreeError as error:
        stop(error, as_json=False)
    server.run("stdio")
