"""Every command that prints figures prints them as JSON, too."""

import json
import tomllib
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from wallenstein.cli import main

WITHOUT_FIGURES = {  # what they print is a file, a path, JSON already, or what works on this machine
    "board list",
    "board show",
    "bots new",
    "bots protocol",
    "completion",
    "config check",
    "config schema",
    "config show",
    "doctor",
    "init",
    "fit train",
    "game record",
    "game referee",
    "league",
    "replay",
    "report",
    "sit",
    "study",
    "tower sheet",
}


def commands(group: click.Group, before: str = "") -> Iterator[tuple[str, click.Command]]:
    """All commands with their names, those of groups included."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None
        if isinstance(command, click.Group):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


def test_every_command_that_prints_figures_has_json() -> None:
    found = {name: {option for one in command.params for option in one.opts} for name, command in commands(main)}
    assert {name for name, options in found.items() if "--json" not in options} == WITHOUT_FIGURES


def board_with(sites: str) -> str:
    return CliRunner().invoke(main, ["board", "show", "--toml"]).stdout.replace("sites = 1", f"sites = {sites}", 1)


@pytest.mark.parametrize(("sites", "code", "faults"), [("1", 0, 0), ("7", 2, 1)])
def test_faults_of_a_board(sites: str, code: int, faults: int, tmp_path: Path) -> None:
    file = tmp_path / "my.toml"
    file.write_text(board_with(sites), "utf-8")
    told = CliRunner().invoke(main, ["board", "check", str(file), "--json"])
    found = json.loads(told.stdout)
    assert (told.exit_code, len(found["faults"]), found["file"]) == (code, faults, str(file))
    assert all(fault["line"] > 1 and "sites" in fault["place"] + fault["text"] for fault in found["faults"])


def test_a_forecast(tmp_path: Path) -> None:
    out = tmp_path / "forecast.toml"
    command = ["forecast", "--bot", "miller", "--games", "20", "--players", "3", "--out", str(out), "--json"]
    told = CliRunner().invoke(main, command)
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout) == tomllib.loads(out.read_text("utf-8"))


def test_what_tuning_will_play() -> None:
    told = CliRunner().invoke(main, ["tune", "tune-regent", "--dry-run", "--json"])
    assert told.exit_code == 0, told.output
    plan = json.loads(told.stdout)
    assert (plan["bot"], plan["trials"]) == ("regent", 40)
    assert "tune-regent: 40 trials of regent with up to 192 games each" in told.stderr
