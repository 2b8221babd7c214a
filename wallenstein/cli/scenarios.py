"""`wallenstein record` and `referee`: games as scenarios, and scenarios checked."""

import json
import sys
from pathlib import Path

import click

from wallenstein.cli.group import needs_room
from wallenstein.cli.parameters import NEW_FILE, RUN, open_run, print_json, trust_option
from wallenstein.core.documents import LARGEST, Json, parse
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.games import DEFAULT, GAMES, find_game
from wallenstein.record.location import Location


@click.command()
@click.argument("run", type=RUN)
@click.argument("game", type=click.IntRange(0))
@click.option("--out", type=NEW_FILE, help="Write to this file instead of standard output.")
@trust_option
@needs_room
def record(run: Location, game: int, out: Path | None, trust: bool) -> None:
    """Write one GAME of a RUN as a scenario for the referee.

    GAME is a number of the column `game` in the run's tables.
    """
    from wallenstein.tourney.recorded_games import recorded_game

    text = scenario_text(recorded_game(open_run(run, trust), game).transcript())
    if out is None:
        click.echo(text, nl=False)
    else:
        out.write_text(text, encoding="utf-8")


def scenario_text(document: dict[str, object]) -> str:
    """JSON with one line for each chance event and each decision, so that people can read it."""
    parts = []
    for key, value in document.items():
        if isinstance(value, list):
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f" {json.dumps(key)}: [\n  {rows}\n ]" if value else f" {json.dumps(key)}: []")
        else:
            parts.append(f" {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


@click.command()
@click.argument("file", type=click.Path())
@click.option("--log", is_flag=True, help="Print the events as JSON lines instead of the position reached.")
@click.option("--position", is_flag=True, help="FILE is a position: only check it, and print its normal form.")
def referee(file: str, log: bool, position: bool) -> None:
    """Play a scenario, or check a position.

    Prints the position that the scenario in FILE reaches as JSON; "-" reads standard input.
    Exit code 1 if the rules forbid a decision or a forced chance, 2 if the file is not a scenario.
    """
    if log and position:
        raise click.UsageError("--log and --position cannot be used together")
    name = "standard input" if file == "-" else file
    document = Json(parse(read(file), name))
    game, kind = read_format(document.value)
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


def read_format(document: object) -> tuple[Game, str]:
    """The game and the kind of a document by its format; the default game if it names no other."""
    name, _, kind = str(document.get("format") if isinstance(document, dict) else "").removesuffix("/1").rpartition("-")
    known = name in GAMES and kind in ("position", "scenario")
    return (find_game(name), kind) if known else (find_game(DEFAULT), "")


def read(file: str) -> bytes:
    """The bytes of the file or of standard input, up to a limit."""
    if file == "-":
        return sys.stdin.buffer.read(LARGEST + 1) if sys.stdin else b""
    try:
        with open(file, "rb") as source:
            return source.read(LARGEST + 1)
    except ValueError:  # a zero byte in the name
        raise click.UsageError(f"{file!r} is not a valid file name") from None
