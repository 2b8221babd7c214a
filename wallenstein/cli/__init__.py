"""The command line: one module a command, imported when the command is called."""

from typing import Final

import click

from wallenstein import __version__
from wallenstein.cli.group import CommandGroup
from wallenstein.games import GAMES, Command

COMMANDS: Final = {
    "play": Command("wallenstein.cli.play:play", "Play one game between bots, and tell it season by season."),
    "tourney": Command("wallenstein.cli.tourney:tourney", "Play the tournament of a configuration FILE."),
    "verify": Command("wallenstein.cli.verify:verify", "Check a run's files, and play its games again."),
    "standings": Command(
        "wallenstein.cli.standings:standings", "Print the standings of one run or of several together."
    ),
    "record": Command("wallenstein.cli.record:record", "Write one GAME of a RUN as a scenario for the referee."),
    "compare": Command("wallenstein.cli.compare:compare", "Print what changes between the cells of a run."),
    "bots": Command("wallenstein.cli.bots:bots", "List bots, write a new one, or check that one behaves."),
    **{name: command for game in GAMES.values() for name, command in game.commands.items()},
    "config": Command(
        "wallenstein.cli.config:config", "Check a tournament's configuration, or print the schema for editors."
    ),
    "referee": Command("wallenstein.cli.referee:referee", "Play a scenario, or check a position."),
}


@click.group(
    cls=CommandGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, prog_name="wallenstein")
def main() -> None:
    """Tournaments for bots that play the board game Wallenstein."""
