"""The bots of a tournament: found, with options checked, and hashes of their sources."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, Wanted, command_entrant, entrants
from wallenstein.core.errors import ConfigError
from wallenstein.table.conditions import Maker
from wallenstein.tourney.config import Config, Entry


class FoundBots(NamedTuple):
    """A maker of bots for each entry, by cell; hashes of the sources for each entry; remarks on the others."""

    makers: tuple[tuple[Maker, ...], ...]
    sources: dict[str, str]
    remarks: tuple[str, ...] = ()  # who was left out and why, which files have no bot, who plays under another name
    by_clock: tuple[str, ...] = ()  # names of those whose choices depend on the time that they have


class Asked(NamedTuple):
    """An entry in a game, and the bot that it is or why it is none."""

    entry: Entry
    game: str
    bot: Entrant | ConfigError


class Answers:
    """What is known of all entries of a configuration."""

    def __init__(self, file: str, paths: Sequence[Path], pairs: Iterable[tuple[Entry, str]]) -> None:
        """Finds every bot for its game; one that is not of the package is loaded in a process of its own."""
        self.file = file
        try:
            catalogue = Catalogue(paths)
        except ConfigError as error:
            raise ConfigError(f"{file}: bots.paths: {error}") from None
        wanted = {_key(*pair): pair for pair in pairs}
        bots = iter(entrants([_wanted(*one) for one in wanted.values() if not one[0].command], catalogue))
        self.asked: Mapping[str, Asked] = {
            key: Asked(entry, game, _command(entry) if entry.command else next(bots))
            for key, (entry, game) in wanted.items()
        }

    def broken(self) -> list[Entry]:
        """The entries that are no bots."""
        return [one.entry for one in self.asked.values() if isinstance(one.bot, ConfigError)]

    def mistakes(self) -> list[str]:
        """A line for each mistake."""
        broken = [(one.entry.key, str(one.bot)) for one in self.asked.values() if isinstance(one.bot, ConfigError)]
        lines = [error if error.startswith(key) else f"{key}: {error}" for key, error in broken]
        return list(dict.fromkeys(f"{self.file}: {line}" for line in lines))

    def reasons(self) -> tuple[str, ...]:
        """A sentence for each entry that is left out."""
        broken = [(one.entry.name, one.bot) for one in self.asked.values() if isinstance(one.bot, ConfigError)]
        return tuple(dict.fromkeys(f"{name} is left out: {error}" for name, error in broken))

    def found(self, config: Config) -> FoundBots:
        """The bots of a configuration that has no others than this one, and no broken ones."""
        sources: dict[str, list[str]] = {}
        by_clock: dict[str, None] = {}

        def maker(entry: Entry | None, game: str) -> Maker:
            if entry is None:
                return absent
            bot = self.asked[_key(entry, game)].bot
            assert isinstance(bot, Entrant), bot
            sources.setdefault(entry.name, []).append(bot.source_hash)
            if bot.by_clock:
                by_clock[entry.name] = None
            return bot

        makers = tuple(
            tuple(maker(entry, cell.game.name) for entry in config.entries(cell.index)) for cell in config.cells
        )
        hashes = {name: "+".join(dict.fromkeys(found)) for name, found in sources.items()}
        return FoundBots(makers, hashes, by_clock=tuple(by_clock))


def _key(entry: Entry, game: str) -> str:
    return repr((entry, game))


def _wanted(entry: Entry, game: str) -> Wanted:
    return Wanted(entry.bot, entry.options, f"{entry.key}.options", game)


def _command(entry: Entry) -> Entrant | ConfigError:
    try:
        return command_entrant(entry.name, entry.command, entry.files, entry.folder, entry.options)
    except ConfigError as error:
        return ConfigError(f"{entry.key}.{error}")


def absent() -> BaseBot:
    """In place of a bot that only plays in other cells."""
    raise AssertionError("a bot that only plays in another cell was put on a seat")
