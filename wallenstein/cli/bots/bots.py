"""`wallenstein bots`: lists bots, shows one, writes a new one, and checks one."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from wallenstein.cli.bots.protocol import protocol
from wallenstein.cli.common.game_option import game_keys as chosen_keys
from wallenstein.cli.common.game_option import game_name_option, game_option, key_value
from wallenstein.cli.common.parameters import BOT
from wallenstein.core.errors import ConfigError
from wallenstein.core.program.unix import need_linux
from wallenstein.core.words import printable

if TYPE_CHECKING:
    from wallenstein.bots.conformance import Report

FINDING = len("FAULT  reproducible  ")  # where the text of a finding begins
Function = TypeVar("Function", bound=Callable[..., Any])


def paths_option(function: Function) -> Function:
    """`--paths`, which can be repeated."""
    return click.option(
        "--paths",
        "-p",
        multiple=True,
        type=click.Path(),
        metavar="PATH",
        help="A file or folder with more bots than the reference bots and ./bots; can be repeated.",
    )(function)


@click.group()
def bots() -> None:
    """List bots, show one, create one, or check one."""


bots.add_command(protocol)


@bots.command("list")
@paths_option
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def list_bots(paths: tuple[str, ...], as_json: bool) -> None:
    """List all bots.

    No bot's code is run but that of the reference bots; `wallenstein bots show` tells the options of one.
    """
    from wallenstein.cli.bots import printed

    known, problems = printed.gather(paths)
    if as_json:
        click.echo(printed.as_json(known, problems))
        return
    click.echo(printed.as_list(known))
    click.echo("\nwallenstein bots show NAME tells the options of one", err=True)
    for problem in problems:
        click.echo(f"note: {printable(problem)}", err=True)


@bots.command()
@click.argument("name", type=BOT)
@paths_option
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def show(name: str, paths: tuple[str, ...], as_json: bool) -> None:
    """Show what the bot NAME says of itself: its idea and its options.

    NAME is a registered name, module:Class, or a file. The bot is loaded in a process of its own.
    """
    from wallenstein.cli.bots import printed

    known = printed.shown(name, paths)
    click.echo(json.dumps(printed.facts(known), ensure_ascii=False, indent=2) if as_json else printed.as_text(known))


@bots.command()
@click.argument("name")
@click.option("--dir", "folder", default="bots", show_default=True, type=click.Path(), help="The folder to write to.")
@click.option(
    "--language",
    default="python",
    show_default=True,
    type=click.Choice(["python", "js", "c"]),
    help="The language of the bot.",
)
@game_name_option
def new(name: str, folder: str, language: str, game_name: str) -> None:
    """Write a small working bot called NAME, and its test.

    A bot in JavaScript or C is a program that speaks the protocol of `wallenstein bots protocol`.
    """
    from wallenstein.bots.discovery import Catalogue
    from wallenstein.bots.programs import write_program
    from wallenstein.bots.template import write
    from wallenstein.games import DEFAULT, find_game

    game = find_game(game_name)
    here = Path(folder)
    if language != "python":
        click.echo(write_program(name, here, game, language).instructions())
        return
    taken = Catalogue([here] if here.is_dir() else [])
    for listed in taken.bots:
        if listed.name == name:
            raise ConfigError(f'there already is a bot "{name}", in {listed.where}; choose another name')
    written = write(name, here, game)
    where = "" if here.resolve() == Path("bots").resolve() else f" --paths {here}"
    which = "" if game.name == DEFAULT else f" --game {game.name}"
    seats = ",".join([name, *["random"] * (min(game.seats) - 1)])
    click.echo(f"{written.bot}: the bot")
    click.echo(f"{written.test}: its test, for pytest")
    click.echo(f"Try it: wallenstein bots check {name}{where}")
    click.echo(f"        wallenstein play --bots {seats}{which}{where}")


@bots.command()
@click.argument("name", required=False, type=BOT)
@click.option(
    "--command", "command", metavar="COMMAND", help='A bot that is a command, instead of NAME: "node otter.js".'
)
@paths_option
@click.option(
    "--option",
    "-o",
    "options",
    multiple=True,
    metavar="KEY=VALUE",
    help="An option of the bot; can be repeated.",
)
@game_option
@click.option(
    "--rounds",
    default=3,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="How many seeds to play with each number of players and each set-up.",
)
@click.option(
    "--seconds",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Time limit for the games of one process.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(
    name: str | None,
    command: str | None,
    paths: tuple[str, ...],
    options: tuple[str, ...],
    game_keys: tuple[str, ...],
    rounds: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Check that the bot NAME follows the rules and the limits.

    NAME is a registered name, module:Class, or a file, also that of a program in another language. The bot plays in
    separate processes. Every choice must be legal
    and in time, games must come out the same when they are played again, and the bot must leave everything outside
    itself alone. Exit code 1 if it does not conform.
    """
    need_linux("bots check")
    from wallenstein.bots import conformance
    from wallenstein.bots.discovery import Catalogue

    report = conformance.check(
        named_bot(name, command),
        dict(key_value("--option", text) for text in options),
        catalogue=Catalogue(paths),
        rules=chosen_keys(game_keys),
        rounds=rounds,
        seconds=seconds,
        say=lambda sentence: click.echo(f"still checking: {printable(sentence)}", err=True),
    )
    click.echo(_as_json(report) if as_json else _as_text(report))
    if not report.ok:
        sys.exit(1)


def named_bot(name: str | None, command: str | None) -> str | list[str]:
    """The one that is given."""
    if (name is None) == (command is None):
        raise ConfigError('give either the NAME of a bot, or --command "node otter.js"')
    if command is None:
        return str(name)
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ConfigError(f"--command {command}: {error}") from None
    if not words:
        raise ConfigError("--command: the command has no words")
    return words


def _as_text(report: "Report") -> str:
    from wallenstein.cli.bots.printed import fitted

    lines = [fitted(printable(str(finding)), FINDING) for finding in report.findings]
    for timing in report.timings:
        mean, longest = timing.mean * 1000, timing.longest * 1000
        lines.append(f"time   {timing.kind:12}  {mean:.3f} ms on average, {longest:.3f} ms at most")
    faults = len(report.faults)
    lines.append(f"{report.bot}: " + ("no faults" if not faults else f"{faults} fault{'s' if faults > 1 else ''}"))
    return "\n".join(lines)


def _as_json(report: "Report") -> str:
    document = {
        "bot": report.bot,
        "ok": report.ok,
        "findings": [finding._asdict() for finding in report.findings],
        "seconds": [timing._asdict() for timing in report.timings],
    }
    return json.dumps(document, ensure_ascii=False, indent=2)
