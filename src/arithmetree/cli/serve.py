"""`arithmetree serve`: the web page and the API."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from arithmetree.cli.input_output import BAD_INPUT, stop
from arithmetree.errors import ArithmetreeError, MissingExtraError

_LIMITS = "Limits"


def serve(
    host: Annotated[
        str | None, typer.Option(help="Address to listen on [default: 127.0.0.1, this machine only].")
    ] = None,
    port: Annotated[int | None, typer.Option(help="Port to listen on [default: 8000].")] = None,
    workers: Annotated[int | None, typer.Option(help="Processes, each with its own model [default: 1].")] = None,
    model: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="A model folder, or full or linear for a shipped one [default: the best shipped]."
        ),
    ] = None,
    log_texts: Annotated[
        bool | None,
        typer.Option("--log-texts/--no-log-texts", help="Write the users' texts into the log [default: no]."),
    ] = None,
    trusted_proxy: Annotated[
        bool | None,
        typer.Option(
            "--trusted-proxy/--no-trusted-proxy",
            help="Take the client's address from the proxy in front [default: no].",
        ),
    ] = None,
    max_text_length: Annotated[
        int | None,
        typer.Option(help="Longest text of a problem, in characters [default: 2000].", rich_help_panel=_LIMITS),
    ] = None,
    max_sheet_length: Annotated[
        int | None,
        typer.Option(help="Longest worksheet on the page, in characters [default: 6000].", rich_help_panel=_LIMITS),
    ] = None,
    max_numbers: Annotated[
        int | None, typer.Option(help="Most numbers in the text of a problem [default: 24].", rich_help_panel=_LIMITS)
    ] = None,
    max_batch_size: Annotated[
        int | None, typer.Option(help="Most problems in one batch [default: 100].", rich_help_panel=_LIMITS)
    ] = None,
    max_batch_characters: Annotated[
        int | None,
        typer.Option(
            help="Most characters of all problems of a batch or a class [default: 50000].", rich_help_panel=_LIMITS
        ),
    ] = None,
    max_body_bytes: Annotated[
        int | None, typer.Option(help="Largest body of a request [default: 1000000].", rich_help_panel=_LIMITS)
    ] = None,
    rate: Annotated[
        float | None,
        typer.Option(
            help="Problems per second of one client, 0 for no limit [default: 20].",
            rich_help_panel=_LIMITS,
        ),
    ] = None,
    rate_burst: Annotated[
        int | None,
        typer.Option(help="Problems that a quiet client may send at once [default: 60].", rich_help_panel=_LIMITS),
    ] = None,
    rate_clients: Annotated[
        int | None, typer.Option(help="Clients whose rate is remembered [default: 10000].", rich_help_panel=_LIMITS)
    ] = None,
    concurrent: Annotated[
        int | None,
        typer.Option(help="Problems solved at the same time in one worker [default: 1].", rich_help_panel=_LIMITS),
    ] = None,
    waiting: Annotated[
        int | None, typer.Option(help="Requests that may wait in one worker [default: 16].", rich_help_panel=_LIMITS)
    ] = None,
    timeout: Annotated[
        float | None,
        typer.Option(help="Seconds until a request is given up [default: 10].", rich_help_panel=_LIMITS),
    ] = None,
) -> None:
    """Serve the web page and the API; each option also has a variable, as ARITHMETREE_PORT for --port."""
    options = dict(locals())
    if any(find_spec(needed) is None for needed in ("fastapi", "uvicorn", "jinja2", "prometheus_client")):
        stop(MissingExtraError("serving", "serve"), as_json=False)
    # The server and the model take a moment to load, and `--help` does not need them.
    from arithmetree.service.server import serve as run
    from arithmetree.service.settings import Settings, SettingsError

    try:
        run(Settings.from_environment(os.environ, **options))
    except SettingsError as error:
        typer.echo(f"arithmetree: {error}", err=True)
        raise typer.Exit(BAD_INPUT) from None
    except ArithmetreeError as error:
        stop(error, as_json=False)
