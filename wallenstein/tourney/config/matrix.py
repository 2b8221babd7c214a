"""The matrix: keys that vary and their values; every combination is a cell, on the same seeds."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from itertools import product
from math import prod
from typing import Any, Final, NamedTuple

from wallenstein.tourney.config.allowed import in_brief
from wallenstein.tourney.config.mistakes import Mistakes
from wallenstein.tourney.config.model import is_file
from wallenstein.tourney.config.source import put, split_key

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


class Axis(NamedTuple):
    """One varied key and its values."""

    key: str
    values: list[Any]

    def says(self, key: str) -> bool:
        """Whether this axis sets the key, itself or in a table."""
        if not f"{key}.".startswith(f"{self.key}."):
            return False
        inner = key.removeprefix(self.key).removeprefix(".").partition(".")[0]
        return not inner or any(not isinstance(value, dict) or inner in value for value in self.values)


def axes(matrix: Mapping[str, Any], mistakes: Mistakes) -> list[Axis]:
    """The axes in the order of the file, quoted keys and nested tables alike."""
    found: list[Axis] = []
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
            found.append(Axis(key, values))
    for at, axis in enumerate(found):
        for other in found[:at]:
            if f"{axis.key}.".startswith(f"{other.key}.") or f"{other.key}.".startswith(f"{axis.key}."):
                mistakes.add(f"matrix.{axis.key}", f"{other.key} is varied as well, and one contains the other")
    if prod(len(axis.values) for axis in found) > MOST_CELLS:
        mistakes.add("matrix", f"has more than {MOST_CELLS:,} cells; vary fewer keys, or play several tournaments")
    return found


def combinations(found: list[Axis]) -> Iterator[dict[str, Any]]:
    """For each cell its values of all axes; the last axis changes fastest. One cell if nothing varies."""
    for values in product(*(axis.values for axis in found)):
        yield dict(zip((axis.key for axis in found), values, strict=True))


def varied(raw: Mapping[str, Any], values: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration of one cell. A value that is a table is merged into the file's own, key by key."""
    tables = deepcopy({name: table for name, table in raw.items() if name != "matrix"})
    for key, value in values.items():
        for inner, item in value.items() if isinstance(value, dict) else ():
            put(tables, (*split_key(key), inner), deepcopy(item))
        if not isinstance(value, dict):
            put(tables, split_key(key), deepcopy(value))
    return tables


def label(values: Mapping[str, Any]) -> str:
    """The cell's name in tables: its values, such as `game.setup=draft`."""
    return ", ".join(f"{key}={_short(value)}" for key, value in values.items())


def _short(value: Any) -> str:
    if isinstance(value, str):
        return value.rpartition("/")[2] if is_file(value) else value
    if isinstance(value, list):
        entries = [item.get("name", item) if isinstance(item, dict) else item for item in value]
        return "+".join(map(_short, entries)) or "none"
    if isinstance(value, dict):
        return " ".join(f"{key}={_short(item)}" for key, item in value.items())
    return in_brief(value)


def _leaves(table: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from _leaves(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value
