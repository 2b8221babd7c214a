"""`wallenstein bots` and `init`: bots listed, shown, created and checked, their protocol, a first folder."""

import shlex
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import TYPE_CHECKING, Final

import click

from wallenstein.bots.description import Description, OptionText, describe
from wallenstein.bots.discovery import Catalogue, Located
from wallenstein.bots.isolated.ask import BotQuery, ask
from wallenstein.cli import parameters
from wallenstein.cli.parameters import BOT
from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.program.packaged import need_linux
from wallenstein.core.text import counted, printable
from wallenstein.games import DEFAULT, find_game
from wallenstein.report.plain import GAP, aligned

if TYPE_CHECKING:
    from wallenstein.bots.conformance import Conformance

FINDING = len("FAULT  reproducible  ")  # where the text of a finding begins


@click.group()
def bots() -> None:
    """List bots, show one, create one, or check one."""


@bots.command()
@click.option("--schema", "as_schema", is_flag=True, help="Print the JSON Schema of all messages and answers.")
@parameters.game_name_option
def protocol(as_schema: bool, game_name: str) -> None:
    """Show the protocol of bots in other languages."""
    game = find_game(game_name)
    if as_schema:
        from wallenstein.table.protocol import schema

        parameters.print_json(schema(game))
        return
    click.echo(Path(__file__).with_name("protocol.txt").read_text("utf-8"), nl=False)


@bots.command("list")
@parameters.paths_option
@click.option("--json", "as_json", is_flag=True, help="Print the list as JSON.")
def list_bots(paths: tuple[str, ...], as_json: bool) -> None:
    """List all bots.

    Only the code of the reference bots is run; `wallenstein bots show` lists the options of a bot.
    """
    known, problems = gather(paths)
    if as_json:
        parameters.print_json({"bots": list(map(facts, known)), "problems": problems})
        return
    click.echo(as_list(known))
    click.echo("\nwallenstein bots show NAME lists the options of a bot", err=True)
    for problem in problems:
        click.echo(f"note: {printable(problem)}", err=True)


@bots.command()
@click.argument("name", type=BOT)
@parameters.paths_option
@click.option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def show(name: str, paths: tuple[str, ...], as_json: bool) -> None:
    """Show the idea and the options of the bot NAME.

    NAME is a registered name, module:Class, or a file. The bot is loaded in a process of its own.
    """
    known = show_bot(name, paths)
    if as_json:
        parameters.print_json(facts(known))
    else:
        click.echo(as_text(known))


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
@parameters.game_name_option
def new(name: str, folder: str, language: str, game_name: str) -> None:
    """Write a small working bot called NAME, and its test.

    A bot in JavaScript or C is a program that speaks the protocol of `wallenstein bots protocol`.
    """
    from wallenstein.bots.scaffold import write, write_program

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
    click.echo(f"{written.bot}: the bot")
    click.echo(f"{written.test}: its test, for pytest")
    click.echo(f"Try it: wallenstein bots check {name}{where}")
    click.echo(f"        {first_game(name, game)}{where}")


def first_game(name: str, game: Game) -> str:
    """The command that plays a new bot."""
    which = "" if game.name == DEFAULT else f" --game {game.name}"
    return f"wallenstein play --bots {','.join([name, *['random'] * (min(game.seats) - 1)])}{which}"


@bots.command()
@click.argument("name", required=False, type=BOT)
@click.option("--command", "command", metavar="COMMAND", help='A command instead of NAME, such as "node otter.js".')
@parameters.paths_option
@click.option(
    "--option", "-o", "options", multiple=True, metavar="KEY=VALUE", help="An option of the bot; can be repeated."
)
@parameters.game_option
@click.option(
    "--rounds",
    default=3,
    show_default=True,
    type=click.IntRange(1, 1000),
    help="The number of seeds for each number of players and each set-up.",
)
@click.option(
    "--seconds",
    default=60.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="Time limit for the games of one process.",
)
@click.option("-q", "--quiet", is_flag=True, help="Print faults only, and no progress.")
@click.option("--json", "as_json", is_flag=True, help="Print the findings as JSON.")
def check(
    name: str | None,
    command: str | None,
    paths: tuple[str, ...],
    options: tuple[str, ...],
    game_keys: tuple[str, ...],
    rounds: int,
    seconds: float,
    quiet: bool,
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

    shows = not quiet and sys.stderr.isatty()
    report = conformance.check(
        named_bot(name, command),
        dict(parameters.key_value("--option", text) for text in options),
        catalogue=Catalogue(paths),
        rules=parameters.chosen_keys(game_keys),
        rounds=rounds,
        seconds=seconds,
        say=(lambda sentence: over_the_last(f"checking: {sentence}")) if shows else (lambda sentence: None),
    )
    if shows:
        over_the_last("")
    if as_json:
        findings = [finding._asdict() for finding in report.findings]
        timings = [timing._asdict() for timing in report.timings]
        parameters.print_json({"bot": report.bot, "ok": report.ok, "findings": findings, "seconds": timings})
    else:
        click.echo(_as_text(report, quiet), nl=not quiet or not report.ok)
    if not report.ok:
        sys.exit(1)


def named_bot(name: str | None, command: str | None) -> str | list[str]:
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


def over_the_last(line: str) -> None:
    """Writes a line over the one before, on a terminal."""
    width = get_terminal_size().columns - 1
    stream = getattr(sys.stderr, "rich_proxied_file", sys.stderr)  # the command line's own escapes all that steers
    print(f"\r\x1b[2K{printable(line)[:width]}", end="", file=stream, flush=True)


def _as_text(report: "Conformance", quiet: bool) -> str:
    if quiet:
        return "\n".join(shorten(printable(str(finding)), FINDING) for finding in report.faults)
    lines = [shorten(printable(str(finding)), FINDING) for finding in report.findings]
    for timing in report.timings:
        mean, longest = timing.mean * 1000, timing.longest * 1000
        lines.append(f"time   {timing.kind:12}  {mean:.3f} ms on average, {longest:.3f} ms at most")
    faults = counted(len(report.faults), "fault") if report.faults else "no faults"
    return "\n".join([*lines, f"{report.bot}: {faults}"])


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--bot", "name", default="weaver", show_default=True, metavar="NAME", help="The name of the new bot.")
@click.option("--class", "for_class", is_flag=True, help="Write a league with a sheet for students instead.")
@parameters.game_name_option
def init(folder: Path, name: str, for_class: bool, game_name: str) -> None:
    """Write a folder with a tournament, a bot and a notebook.

    Everything in DIR works at once, wherever DIR is; the bot has a test. Existing files are never overwritten.
    """
    from wallenstein.bots.scaffold import write_class, write_folder

    game = find_game(game_name)
    written = write_class(folder, name, game) if for_class else write_folder(folder, name, game)
    for path, what in written.items():
        click.echo(f"{path}: {what}")
    if for_class:
        click.echo(f"Put the students' files into {folder / 'bots'}, as often as you like, and each time:")
        click.echo(f"        wallenstein league {shlex.quote(str(folder))}")
        return
    click.echo(f"Try it: cd {shlex.quote(str(folder))}")
    click.echo(f"        wallenstein bots check {name}")
    click.echo(f"        {first_game(name, game)}")
    click.echo("        wallenstein tourney tournament")


LADDER: Final = {  # reference bots from weak to strong, as measured in docs/strategy.md
    "random": "",
    "miller": "finished before random in 99.7 % of meetings",
    "settler": "before miller in 77 %",
    "warlord": "before settler in 85 %",
    "regent": "before warlord in 64 %",
    "envoy": "before regent in 55 %",
    "veteran": "before envoy in 70 %",
    "seer": "before veteran in 67 %",
    "marshal": "before seer in 60 %",
    "generalissimo": "before marshal in 64 %",
    "banker": "",
    "broker": "",
    "chancellor": "finished before broker in 61 %",
    "cardinal": "before chancellor in 76 %",
}
NARROWEST: Final = 30  # characters beside the indent


@dataclass(frozen=True)
class KnownBot:
    name: str
    idea: str
    plays: str | None  # the only game that it plays, empty for any; None if its file does not say
    options: tuple[OptionText, ...] | None  # None if it was not loaded
    where: str
    packaged: bool
    about: str = ""

    @property
    def game(self) -> str:
        """The game that it plays, unless it is the default one."""
        return f"plays {self.plays}" if self.plays not in (None, "", DEFAULT) else ""


def gather(paths: Sequence[str]) -> tuple[list[KnownBot], list[str]]:
    """All bots by name, and the problems with others. Only the code of reference bots is run."""
    catalogue = Catalogue(paths)
    problems = [problem.text for problem in catalogue.problems]
    known = []
    for name in catalogue.names():
        try:
            located = catalogue.locate(name)
            if located.packaged:
                known.append(_known(describe(located.load(), None), located))
            else:
                known.append(KnownBot(located.name, located.idea, located.plays, None, located.where, False))
        except ConfigError as error:
            problems.append(str(error))
    return known, problems


def _known(bot: Description, located: Located) -> KnownBot:
    name, packaged = located.name or bot.name, located.packaged
    return KnownBot(name, bot.idea, bot.plays, bot.options, located.where, packaged, bot.about)


def show_bot(name: str, paths: Sequence[str]) -> KnownBot:
    """One bot with its options, described by a process of its own unless it comes with the package."""
    located = Catalogue(paths).locate(name)
    described = describe(located.load(), None) if located.packaged else ask([BotQuery(located.place)])[0]
    if isinstance(described, ConfigError):
        raise described
    return _known(described, located)


def as_list(known: Sequence[KnownBot]) -> str:
    """Name and idea of each bot: those of a game from the weakest to the strongest, then your own with their places."""
    parts = []
    for game in dict.fromkeys(bot.plays or "" for bot in known if bot.packaged):
        here = [bot for bot in known if bot.packaged and (bot.plays or "") == game]
        here.sort(key=lambda bot: list(LADDER).index(bot.name) if bot.name in LADDER else -1)
        title = f"{game}, weakest first" if game else "any game"
        parts.append(f"{title}\n{_text([(bot, [LADDER.get(bot.name, '')]) for bot in here])}")
    if own := [bot for bot in known if not bot.packaged]:
        parts.append(f"your own\n{_text([(bot, [bot.game, short(bot.where)]) for bot in own])}")
    return "\n\n".join(parts)


def as_text(bot: KnownBot) -> str:
    about = "" if bot.about == bot.idea else bot.about
    return _text([(bot, [bot.game, *map(str, bot.options or ()), about, short(bot.where)])])


def _text(bots: Sequence[tuple[KnownBot, Sequence[str]]]) -> str:
    rows: list[tuple[str, str]] = []
    for bot, details in bots:
        rows += [(bot.name, printable(bot.idea)), *(("", printable(line)) for line in details if line)]
    indent = max((len(name) for name, _ in rows), default=0) + len(GAP)
    return "\n".join(shorten(line, indent) for line in aligned(rows, left=(0, 1))) if rows else ""


def shorten(line: str, indent: int) -> str:
    """A line as the terminal shows it, wrapped between words and indented; as it is in a pipe or a file."""
    if not sys.stdout.isatty():
        return line
    width = max(get_terminal_size().columns, indent + NARROWEST)
    return fill(line, width, subsequent_indent=" " * indent, drop_whitespace=True, break_on_hyphens=False)


def facts(bot: KnownBot) -> dict[str, object]:
    return {key: value for key, value in asdict(bot).items() if key not in ("packaged", "about")}


def short(where: str) -> str:
    """A path relative to the working directory, if it is below."""
    path = Path(where)
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else where
