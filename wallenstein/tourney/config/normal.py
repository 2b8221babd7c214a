"""The normal form of a configuration, and the hash of what affects its results."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from wallenstein.tourney.config.entries import essential_entry, located_entry
from wallenstein.tourney.config.matrix import Axis
from wallenstein.tourney.config.model import located
from wallenstein.tourney.config.source import put, split_key

# What does not affect any table is not in the hash.
INDIFFERENT: Final = {
    "tourney": ("name",),
    "bots": ("paths",),
    "run": ("jobs", "executor", "scheduler", "isolation", "strict", "report"),
}


def common(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What two cells have in common: not the keys that vary, nor those that depend on them."""
    found = {}
    for key in one:
        here, there = one[key], other.get(key)
        if isinstance(here, dict) and isinstance(there, dict) and here != there:
            inner = common(here, there)
            if inner:
                found[key] = inner
        elif here == there:
            found[key] = here
    return found


def without_none(value: Any) -> Any:
    """The value without keys that are None, which TOML cannot write."""
    if isinstance(value, Mapping):
        return {key: without_none(item) for key, item in value.items() if item is not None}
    if isinstance(value, list | tuple):
        return [without_none(item) for item in value]
    return value


def document(cells: Sequence[dict[str, Any]], axes: Sequence[Axis], raw: Mapping[str, Any], base: Path) -> Any:
    """The whole normal form. If bots or the sequential test vary, their sections stay as written."""
    tables = reduce(common, cells)
    if any(axis.key.startswith("bots.") for axis in axes):
        tables["bots"] = _located("bots", raw.get("bots", {}), base)
    if any(axis.key.startswith("tourney.sprt") for axis in axes):
        tables["tourney"]["sprt"] = raw["tourney"].get("sprt", {})
    for axis in axes:
        for key, value in _under(axis, raw):
            put(tables, key, value)
    if axes:
        tables["matrix"] = {axis.key: [_located(axis.key, value, base) for value in axis.values] for axis in axes}
    return tables


def _under(axis: Axis, raw: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The file's values of the keys that some table of the axis sets; the other cells use them."""
    steps = split_key(axis.key)
    own: Any = raw
    for step in steps:
        own = own.get(step) if isinstance(own, Mapping) else None
    if steps[0] == "bots" or not isinstance(own, Mapping):
        return  # sections of bots stay as written anyway
    for key, value in own.items():
        if any(isinstance(table, dict) and key in table for table in axis.values):
            yield (*steps, key), value


def _located(key: str, value: Any, base: Path) -> Any:
    """A value of `[bots]` with absolute paths."""
    if key == "bots":
        return {name: _located(f"bots.{name}", item, base) for name, item in value.items()}
    if key == "bots.paths":
        return [str(base / path) for path in value]
    if key in ("bots.entries", "bots.entry"):
        return [located_entry(one, base) for one in value]
    if key.startswith("bots.entry.") and key.endswith(".bot"):
        return located(value, base)
    return value


def essence(cells: Iterable[tuple[str, dict[str, Any]]]) -> dict[str, Any]:
    """Everything that affects the results, by the label of the cell: equal essences give equal tables."""
    return {label: _essential(cell) for label, cell in cells}


def _essential(cell: dict[str, Any]) -> dict[str, Any]:
    kept = {
        section: {key: value for key, value in keys.items() if key not in INDIFFERENT.get(section, ())}
        for section, keys in cell.items()
    }
    kept["bots"] = {"entry": list(map(essential_entry, cell["bots"]["entry"]))}
    limits = cell["run"]["limits"]
    if not limits["bank"]:  # no bank is as if there were no such key: runs that were begun before it can be resumed
        kept["run"]["limits"] = {key: value for key, value in limits.items() if key != "bank"}
    return kept


def digest(essential: Mapping[str, Any]) -> str:
    """A hash that is the same on every machine."""
    text = json.dumps(essential, sort_keys=True, default=str)
    return blake2b(text.encode(), digest_size=8).hexdigest()
