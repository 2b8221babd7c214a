"""The matrix: keys that vary and their values; every combination is a cell, on the same seeds."""

from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from wallenstein.core.documents import RawTable
from wallenstein.core.errors import ConfigError
from wallenstein.games import DEFAULT, find_game
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import is_file
from wallenstein.tourney.config.source import put, split_key
from wallenstein.tourney.section import in_brief

SECTION = "game."
Several = Callable[[str, Any], list[Any]]


def spread_out(raw: RawTable, mistakes: Mistakes) -> None:
    """Expands such values in `[matrix]`, those of `[game]` as axes of their own."""
    game, matrix = raw.get("game", {}), raw.get("matrix", {})
    if not isinstance(game, dict) or not isinstance(matrix, dict):
        return  # reported elsewhere
    try:
        several = find_game(str(game.get("name", DEFAULT))).expand_value
    except ConfigError:
        return
    try:
        _written_out(matrix, "", several)
    except ConfigError as error:
        mistakes.add_line(str(error))
    for key, value in list(game.items()):
        try:
            found = several(key, value)
        except ConfigError as error:
            mistakes.add_line(str(error))
            found = []
        if found != [value]:
            del game[key]
        nested = matrix.get("game", {})
        tables = nested if isinstance(nested, list) else [nested]
        varied_there = any(isinstance(table, dict) and key in table for table in tables)
        if len(found) > 1 and f"{SECTION}{key}" not in matrix and not varied_there:
            raw["matrix"] = {**matrix, f"{SECTION}{key}": found}
            mistakes.overridden = tuple(one for one in mistakes.overridden if one.partition(key)[0] != SECTION)
        elif len(found) == 1:
            game[key] = found[0]


def _written_out(table: RawTable, prefix: str, several: Several) -> None:
    """The same for the lists of a matrix, with quoted or nested keys."""
    for name, value in table.items():
        key = f"{prefix}{name}"
        if key == "game" and isinstance(value, list):
            table[name] = [each for table in value for each in _of_table(table, several)]
        elif key.startswith(SECTION):
            each = value if isinstance(value, list) else [value]
            found = [one for item in each for one in several(key.removeprefix(SECTION), item)]
            if isinstance(value, list) or found != [value]:
                table[name] = found
        if isinstance(table[name], dict):
            _written_out(table[name], f"{key}.", several)


def _of_table(value: object, several: Several) -> list[Any]:
    if not isinstance(value, dict):
        return [value]
    each = [several(key, item) for key, item in value.items()]
    return [dict(zip(value, items, strict=True)) for items in product(*each)]


MOST_CELLS: Final = 1000
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


def axes(matrix: Mapping[str, object], mistakes: Mistakes) -> list[VariedKey]:
    """The axes in the order of the file, quoted keys and nested tables alike."""
    found: list[VariedKey] = []
    for key, values in _leaves(matrix, ""):
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
    """The cell's name in tables: its values, such as `game.setup=draft`."""
    return ", ".join(f"{key}={_short(value)}" for key, value in values.items())


def _short(value: object) -> str:
    if isinstance(value, str):
        return value.rpartition("/")[2] if is_file(value) else value
    if isinstance(value, list):
        entries = [item.get("name", item) if isinstance(item, dict) else item for item in value]
        return "+".join(map(_short, entries)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{key}={_short(item)}" for key, item in value.items())
    return in_brief(value)


def _leaves(table: Mapping[str, object], prefix: str) -> Iterator[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value
