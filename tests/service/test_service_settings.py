"""Settings from the environment and from options, and the command that takes them."""

from __future__ import annotations

import re
import socket
from dataclasses import fields
from pathlib import Path

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from arithmetree.cli import app
from arithmetree.service import Settings, SettingsError

PAGE = Path(__file__).resolve().parents[2] / "docs" / "service.md"


def test_settings_come_from_the_environment_and_options_go_first() -> None:
    environment = {"ARITHMETREE_PORT": "9000", "ARITHMETREE_LOG_TEXTS": "Yes", "ARITHMETREE_RATE": "2.5", "PATH": "x"}
    settings = Settings.from_environment(environment, port=9001, host=None)
    assert (settings.port, settings.log_texts, settings.rate, settings.host) == (9001, True, 2.5, "127.0.0.1")


def test_a_worker_reads_the_same_settings_back() -> None:
    settings = Settings(port=1, model=Path("a b"), rate=0.125, trusted_proxy=True, host="::1")
    assert Settings.from_environment(settings.to_environment()) == settings
    assert Settings.from_environment(Settings().to_environment()) == Settings()


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("ARITHMETREE_PORT", "http", "a whole number"),
        ("ARITHMETREE_PORT", "70000", "65,535"),
        ("ARITHMETREE_RATE", "nan", "1,000,000"),
        ("ARITHMETREE_LOG_TEXTS", "perhaps", "yes or no"),
        ("ARITHMETREE_MAX_TEXT_LENGTH", "20001", "20,000"),
        ("ARITHMETREE_MAX_TEXTS_LENGTH", "5", "did you mean ARITHMETREE_MAX_TEXT_LENGTH?"),
    ],
)
def test_what_cannot_be_used_is_reported(variable: str, value: str, message: str) -> None:
    with pytest.raises(SettingsError, match=re.escape(message)):
        Settings.from_environment({variable: value})


def test_variables_of_other_parts_are_left_alone() -> None:
    assert Settings.from_environment({"ARITHMETREE_CACHE": "/x"}) == Settings()


def test_the_command_reports_a_bad_setting_with_status_2() -> None:
    result = CliRunner().invoke(app, ["serve", "--port", "99999"])
    assert result.exit_code == 2
    assert result.stderr == "arithmetree: port is 99999; from 0 to 65,535 is accepted.\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_command_reports_a_missing_model_as_wrong_usage(workers: str) -> None:
    result = CliRunner().invoke(app, ["serve", "--model", "no/such/folder", "--workers", workers])
    assert result.exit_code == 2
    assert "there is no model in no/such/folder" in result.stderr


@pytest.mark.parametrize("host", ["127.0.0.1", "no.such.host.invalid"])
def test_the_command_reports_an_address_it_cannot_have_with_status_1(host: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["serve", "--host", host, "--port", str(port)])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"arithmetree: Cannot listen on {host}, port {port} (")


def test_every_setting_has_an_option() -> None:
    shown = CliRunner().invoke(app, ["serve", "--help"], env={"COLUMNS": "200"}).output
    missing = [fact.name for fact in fields(Settings) if f"--{fact.name.replace('_', '-')}" not in shown]
    assert missing == []


def test_the_page_lists_every_setting_with_its_default_and_meaning() -> None:
    rows = re.findall(r"^\| `(ARITHMETREE_\w+)` \| (.+?) \| (.+?) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    expected = [
        (f"ARITHMETREE_{fact.name.upper()}", _shown(fact.default), fact.metadata["meaning"])
        for fact in fields(Settings)
    ]
    assert rows == expected


def test_the_help_names_the_defaults_that_are_in_force() -> None:
    serve = vars(get_command(app))["commands"]["serve"]
    options = {option.name: getattr(option, "help", "") for option in serve.params}
    stated = {name: found[1] for name, text in options.items() if (found := re.search(r"\[default: ([\d.]+)\]", text))}
    assert stated["max_numbers"] == "24"
    assert stated == {fact.name: _shown(fact.default) for fact in fields(Settings) if fact.name in stated}


def _shown(default: object) -> str:
    if default is None:
        return "none"
    if isinstance(default, bool):
        return "yes" if default else "no"
    return default if isinstance(default, str) else f"{default:.10g}"
