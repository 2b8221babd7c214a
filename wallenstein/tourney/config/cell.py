"""Reads one cell: its settings, then everything that depends on the game and on other settings."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from wallenstein.core.errors import ConfigError
from wallenstein.core.game import Game
from wallenstein.core.words import did_you_mean
from wallenstein.games import GAMES, find_game
from wallenstein.record.common_tables import COMMON
from wallenstein.tourney.config.entries import normal_entry, read_entries
from wallenstein.tourney.config.mistakes import Mistakes, read_settings
from wallenstein.tourney.config.model import Cell, Entry
from wallenstein.tourney.config.normal import without_none
from wallenstein.tourney.config.pairings import PairingsReader
from wallenstein.tourney.config.sections import Settings

ALWAYS: Final = ("games", "seats", "faults")


class Reading(NamedTuple):
    """A cell, the settings it comes from, and its normal form."""

    cell: Cell
    settings: Settings
    normal: dict[str, Any]


def read_cell(
    index: int,
    label: str,
    values: Mapping[str, Any],
    raw: Mapping[str, Any],
    base: Path,
    mistakes: Mistakes,
    without: Collection[Entry] = (),
) -> Reading | None:
    """One cell without some of its entries, or None if there are mistakes."""
    before = mistakes.count
    settings, broken = read_settings(raw, mistakes)
    bots = read_entries(settings.bots, base, Mistakes("") if "bots" in broken else mistakes, without)
    want(bots, settings, base, mistakes)
    try:
        played = find_game(settings.game.name)
    except ConfigError as error:
        mistakes.add("game.name", str(error))
        return None
    rules = None if "game" in broken else _rules(played, settings, base, mistakes)
    reader = PairingsReader(settings.tourney, [entry.name for entry in bots], played, mistakes)
    pairings = None
    if not broken & {"tourney", "bots"}:
        pairings = reader.read()
    elif "tourney" not in broken:
        reader.check_keys()
    tables = _tables(settings, played, mistakes)
    if pairings is None or mistakes.count > before:
        return None
    options = without_none({"name": played.name, **played.options(rules)})
    cell = Cell(index, label, values, played, rules, options, bots, pairings, tables)
    return Reading(cell, settings, _normal(settings, reader.normal(), cell, base))


def want(bots: Collection[Entry], settings: Settings, base: Path, mistakes: Mistakes) -> None:
    """These bots are to be looked for, even if there are mistakes; not if broken ones are left out."""
    if settings.bots.on_broken == "refuse":
        game = settings.game.name if settings.game.name in GAMES else ""  # any: which one is meant is not known
        mistakes.wants(bots, game, [base / folder for folder in settings.bots.paths])


def look_without_matrix(raw: Mapping[str, Any], base: Path, mistakes: Mistakes, rules_vary: bool) -> None:
    """Adds the mistakes of a file that no other values of its matrix, which has mistakes, could mend."""
    settings, broken = read_settings(raw, mistakes)
    want(read_entries(settings.bots, base, Mistakes("")), settings, base, mistakes)
    if rules_vary or "game" in broken:
        return
    try:
        _rules(find_game(settings.game.name), settings, base, mistakes)
    except ConfigError as error:
        mistakes.add("game.name", str(error))


def _rules(played: Game, settings: Settings, base: Path, mistakes: Mistakes) -> Any:
    try:
        return played.rules(settings.game.model_dump(), base)
    except ConfigError as error:
        for line in str(error).splitlines():
            mistakes.add_line(line)
        return None


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
    return {
        "tourney": tourney,
        "game": dict(cell.options),
        "bots": {
            "paths": [str(base / path) for path in settings.bots.paths],
            "on_broken": settings.bots.on_broken,
            "entry": [normal_entry(entry) for entry in cell.entries],
        },
        "run": {},  # the same for all cells: set when all are read
        "log": {"tables": "all" if settings.log.tables == "all" else list(cell.tables)},
    }
