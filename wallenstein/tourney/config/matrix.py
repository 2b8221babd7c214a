"""The matrix: keys that vary and their values; every combination is a cell, on the same seeds."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError
from wallenstein.core.text import brief
from wallenstein.games import DEFAULT, GAMES, find_game
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import is_file
from wallenstein.tourney.config.source import put, split_key
from wallenstein.tourney.section import in_brief

SECTION: Final = "game."
MOST_CELLS: Final = 1000
VARIED: Final = ("tourney", "game", "bots")  # sections with keys that a matrix may vary
FIXED: Final = {
    "run": "[run] only says how the games are run",
    "log": "all cells write the same tables",
    "matrix": "a matrix cannot vary itself",
    "tourney.name": "all cells belong to one run",
    "bots.paths": "all cells find their bots in the same folders",
    "bots.on_broken": "all cells treat broken bots alike",
    "tourney.on_bench": "all cells count benched seats alike",
    "tourney.seed": "all cells play on the same seeds, or they could not be compared",
}


class VariedKey(NamedTuple):
    key: str
    values: list[Any]

    def says(self, key: str) -> bool:
        """Whether this axis sets the key, itself or in a table."""
        if not f"{key}.".startswith(f"{self.key}."):
            return False
        inner = key.removeprefix(self.key).removeprefix(".").partition(".")[0]
        return not inner or any(not isinstance(value, dict) or inner in value for value in self.values)


Several = Callable[[str, Any], list[Any]]  # the values that one of a key of [game] stands for; none if it is wrong


def axes(raw: RawTable, mistakes: Mistakes) -> list[VariedKey]:
    """The axes in the order of the file; a value of `[game]` that stands for several is an axis, too."""
    game, matrix = raw.get("game", {}), raw.get("matrix", {})
    if not isinstance(matrix, dict):
        mistakes.add("matrix", 'must be a table of keys and the values to play, such as "game.setup" = ["draft"]')
        matrix = {}
    several = _several(game, mistakes)
    leaves = list(_leaves(matrix, "", several))
    tables = [table for key, values in leaves if key == "game" and isinstance(values, list) for table in values]
    for key, value in list(game.items() if isinstance(game, dict) else ()):
        found = several(key, value)
        if len(found) == 1:
            game[key] = found[0]
            continue
        del game[key]
        place = f"{SECTION}{key}"
        elsewhere = place in dict(leaves) or any(isinstance(table, dict) and key in table for table in tables)
        if found and not elsewhere:
            leaves.append((place, found))
            mistakes.overridden = tuple(one for one in mistakes.overridden if one.partition(key)[0] != SECTION)
    varying = _checked(leaves, mistakes)
    for axis in varying:
        if axis.key.partition(".")[0] not in VARIED:
            mistakes.add(f"matrix.{axis.key}", f"has no section; write the full key, such as game.{axis.key}")
        for key in mistakes.overridden:
            if axis.says(key):
                mistakes.add(key, f"is varied in [matrix]; set matrix.{axis.key} to a list of values")
    return varying


def _several(game: object, mistakes: Mistakes) -> Several:
    name = str(game.get("name", DEFAULT)) if isinstance(game, dict) else DEFAULT

    def several(key: str, value: Any) -> list[Any]:
        try:
            return find_game(name).expand_value(key, value) if name in GAMES else [value]
        except ConfigError as error:
            mistakes.add_line(str(error))
            return []

    return several


def _leaves(table: Mapping[str, Any], prefix: str, several: Several) -> Iterator[tuple[str, object]]:
    """Keys, quoted and nested ones alike, with their values."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        each = value if isinstance(value, list) else [value]
        if key == "game" and each is value:
            value = [one for item in each for one in _of_table(item, several)]
        elif key.startswith(SECTION):
            found = [one for item in each for one in several(key.removeprefix(SECTION), item) or [item]]
            value = found if each is value or found != each else value
        if isinstance(value, dict):
            yield from _leaves(value, f"{key}.", several)
        else:
            yield key, value


def _of_table(value: object, several: Several) -> list[Any]:
    if not isinstance(value, dict):
        return [value]
    each = [several(key, item) or [item] for key, item in value.items()]
    return [dict(zip(value, items, strict=True)) for items in product(*each)]


def _checked(leaves: list[tuple[str, Any]], mistakes: Mistakes) -> list[VariedKey]:
    found: list[VariedKey] = []
    for key, values in leaves:
        place = f"matrix.{key}"
        fixed = next((why for name, why in FIXED.items() if key == name or key.startswith(name + ".")), None)
        if fixed is not None:
            mistakes.add(place, f"cannot be varied: {fixed}")
        elif not isinstance(values, list) or not values:
            mistakes.add(place, f"must be a list of the values to play, not {in_brief(values)}")
        elif any(value in values[:at] for at, value in enumerate(values)):
            mistakes.add(place, "has a value twice")
        else:
            found.append(VariedKey(key, values))
    for at, axis in enumerate(found):
        for other in found[:at]:
            if f"{axis.key}.".startswith(f"{other.key}.") or f"{other.key}.".startswith(f"{axis.key}."):
                mistakes.add(f"matrix.{axis.key}", f"{other.key} is varied as well, and one contains the other")
    if prod(len(axis.values) for axis in found) > MOST_CELLS:
        mistakes.add("matrix", f"has more than {MOST_CELLS:,} cells; vary fewer keys, or play several tournaments")
    return found


def combinations(found: list[VariedKey]) -> Iterator[dict[str, object]]:
    """The values of all axes for each cell; the last axis changes fastest. One cell if nothing varies."""
    for values in product(*(axis.values for axis in found)):
        yield dict(zip((axis.key for axis in found), values, strict=True))


def varied(raw: Mapping[str, object], values: Mapping[str, object]) -> RawTable:
    """The configuration of one cell. A value that is a table is merged into the file's own, key by key."""
    tables = deepcopy({name: table for name, table in raw.items() if name != "matrix"})
    for key, value in values.items():
        for inner, item in value.items() if isinstance(value, dict) else ():
            put(tables, (*split_key(key), inner), deepcopy(item))
        if not isinstance(value, dict):
            put(tables, split_key(key), deepcopy(value))
    return tables


def label(values: Mapping[str, object]) -> str:
    """The cell's name in tables: its values, such as `game.setup=draft`; a manifest takes 10,000 characters."""
    return brief(", ".join(f"{key}={_short(value)}" for key, value in values.items()), 10_000)


def _short(value: object) -> str:
    if isinstance(value, str):
        return value.rpartition("/")[2] if is_file(value) else value
    if isinstance(value, list):
        entries = [item.get("name", item) if isinstance(item, dict) else item for item in value]
        return "+".join(map(_short, entries)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{key}={_short(item)}" for key, item in value.items())
    return in_brief(value)
