"""`wallenstein referee`: plays a scenario, or checks a position."""

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from wallenstein.core.errors import ConfigError

if TYPE_CHECKING:
    from wallenstein.core.game import Game


@click.command()
@click.argument("file", type=click.Path())
@click.option("--log", is_flag=True, help="Print what happened as JSON lines instead of the position reached.")
@click.option("--position", is_flag=True, help="FILE is a position: only check it, and print its normal form.")
def referee(file: str, log: bool, position: bool) -> None:
    """Play a scenario, or check a position.

    Prints the position that the scenario in FILE reaches as JSON; "-" reads standard input.
    Exit code 1 if the rules forbid a decision or a forced chance, 2 if the file is not a scenario.
    """
    from wallenstein.core.json.place import Json
    from wallenstein.core.json.text import parse

    if log and position:
        raise click.UsageError("--log and --position cannot be used together")
    name = "standard input" if file == "-" else file
    document = Json(parse(read(file), name))
    game, kind = told_format(document.value)
    if kind == ("scenario" if position else "position"):
        right = "is a scenario; play it without --position" if position else "is a position; use --position to check it"
        raise ConfigError(f"{name}: {right}")
    base = Path() if file == "-" else Path(file).parent
    if position:
        print_json(game.check_position(document, base))
        return
    reached = game.play_scenario(document, base)
    if log:
        for line in reached.log:
            click.echo(json.dumps(line, ensure_ascii=False))
    else:
        print_json(reached.position)


def told_format(document: Any) -> tuple["Game", str]:
    """The game and kind of a document, from its format; the default game if it names no other."""
    from wallenstein.games import DEFAULT, GAMES, find_game

    said = document.get("format") if isinstance(document, dict) else None
    for kind in ("position", "scenario"):
        for name in GAMES:
            if said == f"{name}-{kind}/1":
                return find_game(name), kind
    return find_game(DEFAULT), ""


def read(file: str) -> bytes:
    """The bytes of the file or of standard input, up to a limit."""
    from wallenstein.core.json.text import LARGEST

    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        with open(file, "rb") as source:
            return source.read(LARGEST + 1)
    except ValueError:  # a zero byte in the name
        raise click.UsageError(f"{file!r} is not a valid file name") from None


def print_json(document: dict[str, Any]) -> None:
    """The document on standard output."""
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
