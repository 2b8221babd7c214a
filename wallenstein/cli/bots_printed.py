"""Bots as text and as JSON."""

import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from shutil import get_terminal_size
from textwrap import fill
from typing import Final

from wallenstein.bots.description import Description, OptionText, describe
from wallenstein.bots.discovery import Catalogue, Located
from wallenstein.bots.isolated.ask import BotQuery, ask
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import printable
from wallenstein.games import DEFAULT
from wallenstein.report.plain import GAP, aligned

LADDER: Final = {  # reference bots from weak to strong, as measured in docs/strategy.md
    "random": "",
    "miller": "finished before random in 99.7 % of meetings",
    "settler": "before miller in 77 %",
    "warlord": "before settler in 85 %",
    "regent": "before warlord in 64 %",
    "envoy": "before regent in 55 %",
    "seer": "before envoy in 84 %",
    "marshal": "before seer in 60 %",
    "banker": "",
    "broker": "",
    "chancellor": "finished before broker in 62 %",
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


def _known(described: Description, located: Located) -> KnownBot:
    name, packaged = located.name or described.name, located.packaged
    return KnownBot(name, described.idea, described.plays, described.options, located.where, packaged)


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
    return _text([(bot, [bot.game, *map(str, bot.options or ()), short(bot.where)])])


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
    return {key: value for key, value in asdict(bot).items() if key != "packaged"}


def short(where: str) -> str:
    """A path relative to the working directory, if it is below."""
    path = Path(where)
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else where
