"""What differs between the cells of a matrix, and between the rules of several runs, as columns."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pyarrow as pa

Header = Mapping[str, Any]
VARIED: Final = ("tourney.", "game.", "bots.")  # sections that the cells of a matrix may differ in
RULES: Final = "game."  # between runs, only this section counts
LARGEST: Final = 2**63 - 1  # whole number in a column of them
EXACT: Final = 2**53  # whole number in a column of floats


def varied(headers: Sequence[Header]) -> list[str]:
    """The keys of settings that differ."""
    found: dict[str, None] = {}
    for header in headers:
        found |= dict.fromkeys(key for key in _differing(header["essence"].values()) if key.startswith(VARIED))
    every = [essence for header in headers for essence in header["essence"].values()]
    found |= dict.fromkeys(key for key in _differing(every) if key.startswith(RULES))
    return list(found)


def settings(headers: Sequence[Header]) -> list[dict[str, pa.Array]]:
    """For each run the settings that differ, and each in all its cells; null where it is not set."""
    found: list[dict[str, pa.Array]] = [{} for _ in headers]
    for key in varied(headers):
        said = [[flattened(essence).get(key) for essence in header["essence"].values()] for header in headers]
        for one, values in zip(found, _columns(said), strict=True):
            one[key] = values
    return found


def _columns(said: Sequence[Sequence[Any]]) -> list[pa.Array]:
    """The values of each run as columns of one type: numbers if all are, and not too large; otherwise a category."""
    every = [value for values in said for value in values if value is not None]
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in every):
        whole = all(isinstance(value, int) for value in every)
        if all(isinstance(value, float) or abs(value) <= (LARGEST if whole else EXACT) for value in every):
            return [pa.array(values, pa.int64() if whole else pa.float64()) for values in said]
    names = list(dict.fromkeys(map(_text, every)))
    codes = [[None if value is None else names.index(_text(value)) for value in values] for values in said]
    return [pa.DictionaryArray.from_arrays(pa.array(each, pa.int16()), pa.array(names, pa.string())) for each in codes]


def _differing(essences: Any) -> list[str]:
    tables = [flattened(essence) for essence in essences]
    keys = dict.fromkeys(key for table in tables for key in table)
    return [key for key in keys if any(table.get(key) != tables[0].get(key) for table in tables)]


def flattened(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """The values of a configuration by dotted key; entries of lists are addressed by their names."""
    found: dict[str, Any] = {}
    for name, value in table.items():
        if (
            isinstance(value, list)
            and value
            and all(isinstance(each, dict) and isinstance(each.get("name"), str) for each in value)
        ):
            value = {each["name"]: {key: item for key, item in each.items() if key != "name"} for each in value}
        if isinstance(value, Mapping):
            found |= flattened(value, f"{prefix}{name}.")
        else:
            found[prefix + name] = value
    return found


def _text(value: Any) -> str:
    """As the names of cells have it."""
    if isinstance(value, list):
        return "+".join(map(_text, value)) or "none"
    return str(value).lower() if isinstance(value, bool) else str(value)
