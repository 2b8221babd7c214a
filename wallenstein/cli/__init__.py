"""The command line: one module for each group of commands, imported when one of them is called."""

from typing import Final

import click

from wallenstein import __version__, compiled
from wallenstein.cli.group import CommandGroup
from wallenstein.games import GAMES, GameCommand


def _in(place: str, said: str) -> GameCommand:
    """A command by the module of its group and its name there."""
    return GameCommand(f"wallenstein.cli.{place}", said)


COMMANDS: Final = {
    "play": _in("play:play", "Play one game between bots and print what happens."),
    "tourney": _in("tourney:tourney", "Play the tournament configured in FILE."),
    "tune": GameCommand("wallenstein.extras.tune.command:tune", "Look for the options that make a bot strongest."),
    "study": GameCommand(
        "wallenstein.extras.study.command:study", "Answer questions on strategies and rules over many worlds."
    ),
    "watch": _in("tourney:watch", "Show how a RUN goes on while another terminal plays it."),
    "verify": _in("tourney:verify", "Check a run's files and replay its games."),
    "standings": _in("results:standings", "Print the standings of one or more runs."),
    "why": _in("results:why", "Say why a BOT of a RUN does not win more."),
    "record": _in("scenarios:record", "Write one GAME of a RUN as a scenario for the referee."),
    "report": _in("results:report", "Write the report of a RUN as one HTML file."),
    "replay": _in("play:replay", "Make a page that plays one game back, step by step."),
    "compare": _in("results:compare", "Compare the cells of a run."),
    "bots": _in("bots:bots", "List bots, show one, create one, or check one."),
    **{name: command for game in GAMES.values() for name, command in game.commands.items()},
    "init": _in("bots:init", "Write a folder with a tournament, a bot and a notebook."),
    "bench": _in("about:bench", "Play a fixed set of games, and measure what games cost."),
    "env": _in("about:env", "Print what the numbers of a learning environment mean."),
    "config": GameCommand("wallenstein.cli.about:config", "List ready configurations, check one, or print the schema."),
    "referee": _in("scenarios:referee", "Play a scenario, or check a position."),
    "docs": _in("about:docs", "List the documents, or print one."),
    "completion": GameCommand("wallenstein.cli.about:completion", "Print a script for the completion of a shell."),
}


@click.group(
    cls=CommandGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(
    __version__, message=f"%(prog)s, version %(version)s\n{compiled.sentence()}", prog_name="wallenstein"
)
def main() -> None:
    """Tournaments for bots that play the board game Wallenstein."""
