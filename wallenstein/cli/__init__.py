"""The command line: a module for each group of commands, imported when one of them is called."""

from typing import Final

import click

from wallenstein import __version__, compiled
from wallenstein.cli.group import CommandGroup
from wallenstein.games import GAMES

MODULES: Final = (
    "wallenstein.cli.play",
    "wallenstein.extras.seat.command",
    "wallenstein.cli.tourney",
    "wallenstein.cli.league",
    "wallenstein.extras.tune.command",
    "wallenstein.extras.study.command",
    "wallenstein.cli.results",
    "wallenstein.cli.scenarios",
    "wallenstein.cli.bots",
    *(game.commands for game in GAMES.values() if game.commands),
    "wallenstein.cli.about",
    "wallenstein.cli.doctor",
)


OVERVIEW: Final = {
    "Play": ("init", "play", "sit", "tourney", "league", "watch", "standings"),
    "Write bots": ("bots", "duel", "tune", "exploit"),
    "Understand": ("compare", "why", "report", "replay", "review", "study"),
    "Board and tower": ("board", "tower"),
    "For programs": ("env", "config", "docs", "completion"),
    "Maintain": ("game", "fit", "bench", "doctor"),
}
BELOW: Final = {  # commands that few people need; they are found without the word in front, too
    "game": ("Record a game, verify a run, play a scenario.", ("record", "verify", "referee")),
    "fit": ("Fit the forecast of searching bots, and what searches teach.", ("forecast", "train")),
}


@click.group(
    cls=CommandGroup,
    modules=MODULES,
    overview=OVERVIEW,
    below=BELOW,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    __version__, message=f"%(prog)s, version %(version)s\n{compiled.sentence()}", prog_name="wallenstein"
)
def main() -> None:
    """Tournaments for bots that play the board game Wallenstein."""
