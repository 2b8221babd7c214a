"""The bots of a tournament: found, with options checked, and hashes of their sources."""

from typing import NamedTuple

from wallenstein.bots.bot import BaseBot
from wallenstein.bots.discovery import Catalogue
from wallenstein.bots.entrants import Entrant, command_entrant, entrant
from wallenstein.core.errors import ConfigError, ConfigErrors
from wallenstein.table.conditions import Maker
from wallenstein.tourney.config import Config, Entry


class FoundBots(NamedTuple):
    """A maker of bots for each entry, by cell; and hashes of the sources for each entry."""

    makers: tuple[tuple[Maker, ...], ...]
    sources: dict[str, str]


def find_bots(config: Config) -> FoundBots:
    """Finds all bots; raises ConfigError with a line for each one that is missing."""
    try:
        catalogue = Catalogue(config.bot_paths)
    except ConfigError as error:
        raise ConfigError(f"{config.file}: bots.paths: {error}") from None
    mistakes: dict[str, None] = {}
    sources: dict[str, list[str]] = {}

    def maker(entry: Entry | None, game: str) -> Maker:
        if entry is None:
            return _absent
        where = f"{entry.key}.options"
        try:
            found = _entrant(entry, catalogue, where, game)
        except ConfigError as error:
            place = "" if str(error).startswith(where) else f"{entry.key}: "
            mistakes[f"{config.file}: {place}{error}"] = None
            return _absent
        sources.setdefault(entry.name, []).append(found.source_hash)
        return found

    makers = tuple(tuple(maker(entry, cell.game.name) for entry in config.entries(cell.index)) for cell in config.cells)
    if mistakes:
        raise ConfigErrors(list(mistakes))
    return FoundBots(makers, {name: "+".join(dict.fromkeys(hashes)) for name, hashes in sources.items()})


def _entrant(entry: Entry, catalogue: Catalogue, where: str, game: str) -> Entrant:
    if entry.command:
        return command_entrant(entry.name, entry.command, entry.files, entry.folder, entry.options)
    return entrant(entry.bot, entry.options, catalogue, where, game)


def _absent() -> BaseBot:
    raise AssertionError("a bot that only plays in another cell was put on a seat")
