"""`wallenstein play`: plays one game and prints what happens."""

from typing import Any, Final

import click

from wallenstein.cli.common.game_option import game_keys as chosen_keys
from wallenstein.cli.common.game_option import game_option, named_game
from wallenstein.cli.common.parameters import BOTS
from wallenstein.core.game import Game, PlayOption
from wallenstein.core.words import printable
from wallenstein.games import find_game

GAME: Final = "wallenstein.game"  # key of the game in the context


class PlayCommand(click.Command):
    """A command with the options of the game that its arguments name."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Finds the game first."""
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
                found += [as_click(option) for option in game.play_options]
        return found


def as_click(option: PlayOption) -> click.Option:
    """A game's option as a click option."""
    return click.Option(
        [option.flag],
        help=option.help,
        metavar=option.metavar,
        default=None if option.switch or option.repeated else option.default,
        is_flag=option.switch,
        multiple=option.repeated,
    )


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
    help="A file or folder with more bots than the reference bots and ./bots; can be repeated.",
)
@game_option
@click.option("--json", "as_json", is_flag=True, help="Print the log as JSON lines, with the result last.")
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
    lenient: bool,
    traceback: bool,
    **chosen: Any,
) -> None:
    """Play one game between bots and print what happens.

    The same seed and bots play the same game. In a pipe, the output is plain text, one fact per line. If a bot crashes
    or makes an illegal choice, the game ends with exit code 1. There are no time limits.

    Every game has options of its own: `wallenstein play --game NAME --help` lists them.
    """
    from pathlib import Path

    from wallenstein.cli.play import playing, seats
    from wallenstein.cli.play.output import output

    game: Game = ctx.meta[GAME]
    entrants = seats.chosen_bots(game, bots, players, paths)
    rules = game.rules({**game.chosen_options(chosen), **chosen_keys(game_keys)}, Path.cwd())
    seed = seats.seed_or_drawn(seed)
    try:
        playing.play_and_tell(game, rules, entrants, seed, output(as_json), lenient)
    except playing.BotFault as fault:
        if fault.calls and not traceback:
            raise playing.BotFault(f"{fault}; --traceback shows all calls", "") from None
        for line in fault.calls.splitlines():
            click.echo(printable(line), err=True)
        raise
