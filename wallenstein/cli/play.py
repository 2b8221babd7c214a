"""`wallenstein play` and `replay`: one game, printed or as a page that plays it back."""

import re
from pathlib import Path
from typing import Any, Final

import click

from wallenstein.cli.group import needs_room
from wallenstein.cli.parameters import BOTS, NEW_FILE, RUN, game_option, named_game, trust_option
from wallenstein.cli.parameters import game_keys as chosen_keys
from wallenstein.core.game import Game
from wallenstein.core.text import printable
from wallenstein.games import find_game
from wallenstein.record.location import Location

# `wallenstein play`: plays one game and prints what happens.

GAME: Final = "wallenstein.game"  # key of the game in the context


class PlayCommand(click.Command):
    """A command with the options of the game that its arguments name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.meta[GAME] = find_game(named_game(args))
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """The options of every game, with those of this game among them."""
        game: Game = ctx.meta[GAME] if GAME in ctx.meta else find_game(named_game(()))
        found: list[click.Parameter] = []
        for one in super().get_params(ctx):
            found.append(one)
            if one.name == "bots":
                found.append(players_option(game))
            elif one.name == "seed":
                found += [
                    click.Option(
                        [option.flag],
                        help=option.help,
                        metavar=option.metavar,
                        default=None if option.switch or option.repeated else option.default,
                        is_flag=option.switch,
                        multiple=option.repeated,
                    )
                    for option in game.play_options
                ]
        return found


def players_option(game: Game) -> click.Option:
    """`--players`, with the numbers that the game takes."""
    seats = f"{min(game.seats)} to {max(game.seats)}" if len(game.seats) > 1 else f"{game.seats[0]}"
    text = f"The number of seats, in {game.title} {seats} (default: one for each bot)."
    return click.Option(["--players"], type=int, help=text)


@click.command(cls=PlayCommand)
@click.option(
    "--bots",
    required=True,
    type=BOTS,
    metavar="BOT,BOT,…",
    help="A bot for each seat: a name, FILE.py, FILE.py:CLASS or MODULE:CLASS; a single one plays every seat.",
)
@click.option("--seed", type=int, help="The seed of cards, throws and bots (default: random).")
@click.option(
    "--bots-path",
    "--paths",
    "-p",
    "paths",
    multiple=True,
    metavar="PATH",
    help="A file or folder with more bots, beside the reference bots and ./bots; can be repeated.",
)
@game_option
@click.option("--json", "as_json", is_flag=True, help="Print the log as JSON lines, with the result last.")
@click.option("--brief", is_flag=True, help="Print the tables after each season or turn, and the result, alone.")
@click.option("--lenient", is_flag=True, help="Continue after a bot's fault; all faults are listed at the end.")
@click.option("--traceback", is_flag=True, help="Show the calls that led to a bot's crash.")
@click.pass_context
def play(
    ctx: click.Context,
    /,
    bots: str,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    game_keys: tuple[str, ...],
    as_json: bool,
    brief: bool,
    lenient: bool,
    traceback: bool,
    **chosen: Any,
) -> None:
    """Play one game between bots and print what happens.

    The same seed and bots play the same game. In a pipe, the output is plain text, one fact per line. If a bot crashes
    or makes an illegal choice, the game ends with exit code 1. There are no time limits.

    Every game has options of its own: `wallenstein play --game NAME --help` lists them.
    """
    from wallenstein.cli import playing

    game: Game = ctx.meta[GAME]
    entrants = playing.find_bots(game, bots, players, paths)
    rules = game.rules({**game.chosen_options(chosen), **chosen_keys(game_keys)}, Path.cwd())
    seed = playing.choose_seed(seed)
    try:
        playing.play_and_print(game, rules, entrants, seed, playing.output(as_json, brief), lenient)
    except playing.BotFault as fault:
        if fault.calls and not traceback:
            raise playing.BotFault(f"{fault}; --traceback shows all calls", "") from None
        for line in fault.calls.splitlines():
            click.echo(printable(line), err=True)
        raise


WAYS: Final = "give a RUN and the number of a GAME, a SCENARIO.json, or --bots"


@click.command(cls=PlayCommand)
@click.argument("source", metavar="[RUN|SCENARIO.json]", type=RUN, required=False)
@click.argument("number", metavar="[GAME]", type=click.IntRange(0), required=False)
@click.option("--bots", metavar="BOT,BOT,…", help="Play a game between these bots, as `wallenstein play` does.")
@click.option("--seed", type=int, help="The seed of that game (default: random).")
@click.option(
    "--bots-path", "--paths", "-p", "paths", multiple=True, metavar="PATH", help="A file or folder with more bots."
)
@game_option
@click.option("--out", type=NEW_FILE, help="Where the page goes (default: named after the game, in this folder).")
@click.option("--at", metavar="PLACE", help="Where the page opens: step=123, part=2 (a season, a turn) or fault=0.")
@click.option("--open", "show", is_flag=True, help="Open the page in the browser.")
@trust_option
@click.pass_context
@needs_room
def replay(
    ctx: click.Context,
    /,
    source: Location | None,
    number: int | None,
    bots: str | None,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    game_keys: tuple[str, ...],
    out: Path | None,
    at: str | None,
    show: bool,
    trust: bool,
    **chosen: Any,
) -> None:
    """Make a page that plays one game back, step by step.

    The game is one of a RUN (its number is in the column `game` of the run's tables), a scenario as `wallenstein
    record` writes it, or a new game between --bots. The page is one file that needs no network; its address may end
    with the PLACE of --at, such as #step=123. The options of a game, such as --edition, are those of `wallenstein
    play`.
    """
    from wallenstein.cli import playing
    from wallenstein.pages.shell import write

    if (source is None) == (bots is None) or (source is None and number is not None):
        raise click.UsageError(f"{WAYS}, and only one of them")
    if at is not None and not re.fullmatch(r"(step|part|fault)=\d+", at):
        raise click.UsageError(f'--at: "{at}" is not a place; write step=123, part=2 or fault=0')
    if bots is not None:
        made = playing.new_game_page(ctx.meta[GAME], bots, players, seed, paths, game_keys, chosen)
    else:
        assert source is not None
        made = playing.recorded_page(source, number, trust)
    path = out or Path(made.name)
    write(path, made.page)
    click.echo(f"wrote {path} ({path.stat().st_size / 1e6:.1f} MB)")
    address = f"{path.absolute().as_uri()}#{at}" if at else str(path)
    if show:
        click.launch(address)
    elif at:
        click.echo(f"its address: {address}")
