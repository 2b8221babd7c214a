"""`wallenstein play`: one game, told season by season."""

from typing import Any

import click

from wallenstein.core.words import printable


@click.command()
@click.option(
    "--bots",
    required=True,
    metavar="BOT,BOT,…",
    help="A bot for every seat, by name, FILE.py, FILE.py:CLASS or MODULE:CLASS; a single one plays every seat.",
)
@click.option("--players", type=int, help="How many seats, 3 to 5 (default: one for every bot named).")
@click.option("--seed", type=int, help="Decides cards, throws and bots; drawn if left out.")
@click.option("--draft", is_flag=True, help="Draft the counties instead of the default line-up.")
@click.option("--edition", metavar="NAME", help="second (the default) or first.")
@click.option("--variant", metavar="NAME", help="manual, of the first edition.")
@click.option(
    "--expansion", "expansions", multiple=True, metavar="NAME", help="emperors-court or landsknechte; may be repeated."
)
@click.option("--board", default="default", metavar="FILE", help="A board file with your own values.")
@click.option(
    "--tower", default="sieve", metavar="MODEL[,KEY=N]…", help="The tower's model, such as baffles,catch=0.3."
)
@click.option(
    "--bots-path",
    "--paths",
    "-p",
    "paths",
    multiple=True,
    metavar="PATH",
    help="A file or folder with bots, besides the reference bots and ./bots; may be repeated.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the log as JSON lines, the result last.")
@click.option("--lenient", is_flag=True, help="Play on when a bot is at fault; its faults are listed at the end.")
@click.option("--traceback", is_flag=True, help="Show the calls that led to a bot's crash.")
def play(
    bots: str,
    players: int | None,
    seed: int | None,
    paths: tuple[str, ...],
    as_json: bool,
    lenient: bool,
    traceback: bool,
    **choices: Any,
) -> None:
    """Play one game between bots, and tell it season by season.

    The same seed and bots play the same game. In a pipe the story is plain text, a line a fact. A bot that
    crashes or chooses against the rules ends the game with exit code 1; it may think as long as it likes.
    """
    from pathlib import Path

    from wallenstein.cli import play_choices, play_table
    from wallenstein.cli.play_tellers import teller
    from wallenstein.games import find_game

    entrants = play_choices.entrants(bots, players, paths)
    wallenstein = find_game("wallenstein")
    rules = wallenstein.rules(play_choices.game_options(**choices), Path.cwd())
    seed = play_choices.seed_or_drawn(seed)
    try:
        play_table.play(wallenstein, rules, entrants, seed, teller(as_json), lenient)
    except play_table.BotFault as fault:
        if fault.calls and not traceback:
            raise play_table.BotFault(f"{fault}; --traceback shows all calls", "") from None
        for line in fault.calls.splitlines():
            click.echo(printable(line), err=True)
        raise
