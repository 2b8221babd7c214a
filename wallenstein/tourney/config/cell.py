"""Reads one cell: its settings, then everything that depends on the game and on other settings."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.words import did_you_mean
from wallenstein.games import find_game
from wallenstein.record.common_tables import COMMON
from wallenstein.tourney.config.mistakes import Mistakes, read_settings
from wallenstein.tourney.config.model import Cell, Entry, located, own_name
from wallenstein.tourney.config.normal import without_none
from wallenstein.tourney.config.pairings import PairingsReader
from wallenstein.tourney.config.sections import NAME, BotsSection, Settings

ALWAYS: Final = ("games", "seats", "faults")


class Reading(NamedTuple):
    """A cell, the settings it comes from, and its normal form."""

    cell: Cell
    settings: Settings
    normal: dict[str, Any]


def read_cell(
    index: int, label: str, values: Mapping[str, Any], raw: Mapping[str, Any], base: Path, mistakes: Mistakes
) -> Reading | None:
    """One cell, or None if there are mistakes."""
    before = mistakes.count
    settings = read_settings(raw, mistakes)
    if settings is None:
        return None
    try:
        played = find_game(settings.game.name)
    except ConfigError as error:
        mistakes.add("game.name", str(error))
        return None
    rules = _rules(played, settings, base, mistakes)
    bots = _entries(settings.bots, base, mistakes)
    reader = PairingsReader(settings.tourney, [entry.name for entry in bots], played, mistakes)
    pairings = reader.read()
    tables = _tables(settings, played, mistakes)
    if pairings is None or mistakes.count > before:
        return None
    options = without_none({"name": played.name, **played.options(rules)})
    cell = Cell(index, label, values, played, rules, options, bots, pairings, tables)
    return Reading(cell, settings, _normal(settings, reader.normal(), cell, base))


def _rules(played: Game, settings: Settings, base: Path, mistakes: Mistakes) -> Any:
    try:
        return played.rules(settings.game.model_dump(), base)
    except ConfigError as error:
        for line in str(error).splitlines():
            mistakes.add_line(line)
        return None


def _entries(section: BotsSection, base: Path, mistakes: Mistakes) -> tuple[Entry, ...]:
    """All entries, the short form first; names must be unique."""
    written: list[tuple[str, str | None, str, dict[str, Any]]] = []
    written += [(f"bots.entries.{at}", None, bot, {}) for at, bot in enumerate(section.entries)]
    written += [(f"bots.entry.{at}", one.name, one.bot, one.options) for at, one in enumerate(section.entry)]
    if not written:
        mistakes.add("bots", 'there are no bots; write entries = ["regent", "random"], or [[bots.entry]] tables')
    found: list[Entry] = []
    for key, name, bot, options in written:
        entry = Entry(name or own_name(bot), located(bot, base), options, key)
        if not re.fullmatch(NAME, entry.name):
            mistakes.add(key, f'"{bot}" needs a name: write it as [[bots.entry]] with name and bot')
        elif any(entry.name == other.name for other in found):
            mistakes.add(key, f'there is a bot "{entry.name}" already; give this one another name in [[bots.entry]]')
        found.append(entry)
    return tuple(found)


def _tables(settings: Settings, played: Game, mistakes: Mistakes) -> tuple[str, ...]:
    """The tables that are written, in the order in which they are declared."""
    known = (*COMMON, *(table.name for table in played.tables))
    wanted = settings.log.tables
    if wanted == "all":
        return known
    for name in wanted:
        if name not in known:
            mistakes.add("log.tables", f'there is no table "{name}"; {did_you_mean(name, known)}')
    return tuple(name for name in known if name in wanted or name in ALWAYS)


def _normal(settings: Settings, tourney: dict[str, Any], cell: Cell, base: Path) -> dict[str, Any]:
    entry = [
        {"name": one.name, "bot": one.bot, **({"options": dict(one.options)} if one.options else {})}
        for one in cell.entries
    ]
    return {
        "tourney": tourney,
        "game": dict(cell.options),
        "bots": {"paths": [str(base / path) for path in settings.bots.paths], "entry": entry},
        "run": {},  # the same for all cells: set when all are read
        "log": {"tables": "all" if settings.log.tables == "all" else list(cell.tables)},
    }
