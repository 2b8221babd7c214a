"""The command line: one module a command, imported when the command is called."""

from typing import Final

import click

from wallenstein import __version__, compiled
from wallenstein.cli.group import CommandGroup
from wallenstein.games import GAMES, Command

COMMANDS: Final = {
    "play": Command("wallenstein.cli.play:play", "Play one game between bots and print what happens."),
    "tourney": Command("wallenstein.cli.tourney:tourney", "Play the tournament configured in FILE."),
    "tune": Command("wallenstein.cli.tune:tune", "Look for the options that make a bot strongest."),
    "study": Command("wallenstein.cli.study:study", "Answer questions on strategies and rules over many worlds."),
    "watch": Command("wallenstein.cli.watch:watch", "Show how a RUN goes on while another terminal plays it."),
    "verify": Command("wallenstein.cli.verify:verify", "Check a run's files and replay its games."),
    "standings": Command("wallenstein.cli.standings:standings", "Print the standings of one or more runs."),
    "why": Command("wallenstein.cli.why:why", "Say why a BOT of a RUN does not win more."),
    "record": Command("wallenstein.cli.record:record", "Write one GAME of a RUN as a scenario for the referee."),
    "report": Command("wallenstein.cli.report:report", "Write the report of a RUN as one HTML file."),
    "replay": Command("wallenstein.cli.replay:replay", "Make a page that plays one game back, step by step."),
    "compare": Command("wallenstein.cli.compare:compare", "Compare the cells of a run."),
    "bots": Command("wallenstein.cli.bots:bots", "List bots, show one, create one, or check one."),
    **{name: command for game in GAMES.values() for name, command in game.commands.items()},
    "init": Command("wallenstein.cli.init:init", "Write a folder with a tournament, a bot and a notebook."),
    "bench": Command("wallenstein.cli.bench:bench", "Play a fixed set of games, and measure what games cost."),
    "env": Command("wallenstein.cli.env:env", "Print what the numbers of a learning environment mean."),
    "config": Command("wallenstein.cli.config:config", "List ready configurations, check one, or print the schema."),
    "referee": Command("wallenstein.cli.referee:referee", "Play a scenario, or check a position."),
    "docs": Command("wallenstein.cli.docs:docs", "List the documents, or print one."),
    "completion": Command("wallenstein.cli.completion:completion", "Print a script for the completion of a shell."),
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
