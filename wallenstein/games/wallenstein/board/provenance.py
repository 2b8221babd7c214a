"""Checks what a board file says about the origin of its values, and the values against it."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from wallenstein.core.words import did_you_mean
from wallenstein.games.wallenstein.board.faults import Faults, TomlTable, in_brief, wrong_type

KEYS: Final[dict[str, type]] = {
    "documented": str, "reviews": str, "reconstruction": str,
    "documented_values": list, "documented_neighbours": list, "printed_data": bool,
}  # fmt: skip
REPORTED: Final = {"grain": (2, 5), "taxes": (3, 7)}  # ranges in published reviews


class Documented(NamedTuple):
    """What a board file says is known from a source: values as (county, field), borders as pairs of counties."""

    values: frozenset[tuple[str, str]]
    borders: frozenset[frozenset[str]]


def documented(document: dict[str, Any]) -> Documented:
    """What is documented in a board file without faults, as far as it has the documented values."""
    said, counties = document.get("provenance", {}), {county["id"]: county for county in document["county"]}
    values = (
        (fact["county"], fact["field"])
        for fact in said.get("documented_values", ())
        if counties[fact["county"]][fact["field"]] == fact["value"]
    )
    return Documented(frozenset(values), frozenset(map(frozenset, said.get("documented_neighbours", ()))))


def check_provenance(values: Any, counties: Sequence[TomlTable], faults: Faults) -> None:
    """Adds faults of the section itself, and notes where values contradict what it documents."""
    if not isinstance(values, dict):
        faults.add(TomlTable("", 0, {}), "provenance", "must be a table under a line [provenance]")
        return
    entry = TomlTable("provenance", 0, values)
    for key, value in values.items():
        if key not in KEYS:
            faults.add(entry, key, f"unknown key; {did_you_mean(key, KEYS)}")
        elif type(value) is not KEYS[key]:
            faults.add(entry, key, wrong_type(KEYS[key], value))
    by_id = {county.text("id"): county for county in counties}
    _documented_values(entry, by_id, faults)
    _documented_neighbours(entry, by_id, faults)
    if values.get("printed_data") is not True:  # printed values may differ from reviews
        _reported_ranges(counties, faults)


def _documented_values(entry: TomlTable, by_id: dict[str, TomlTable], faults: Faults) -> None:
    for fact in _list(entry, "documented_values"):
        if not isinstance(fact, dict) or sorted(fact) != ["county", "field", "value"]:
            text = f'must contain {{ county = "…", field = "…", value = … }}, not {in_brief(fact)}'
            faults.add(entry, "documented_values", text)
            continue
        county, field = by_id.get(str(fact["county"])), str(fact["field"])
        if county is None or field not in county.values:
            faults.add(entry, "documented_values", f"there is no county or field as in {in_brief(fact)}")
        elif county.values[field] != fact["value"]:
            text = f"is {in_brief(county.values[field])}, but [provenance] documents {in_brief(fact['value'])}"
            faults.note(county, field, text)


def _documented_neighbours(entry: TomlTable, by_id: dict[str, TomlTable], faults: Faults) -> None:
    for pair in _list(entry, "documented_neighbours"):
        known = [name for name in pair if isinstance(name, str) and name in by_id] if isinstance(pair, list) else []
        if len(known) != 2 or known != pair:
            faults.add(entry, "documented_neighbours", f"must contain pairs of counties, not {in_brief(pair)}")
        elif known[1] not in by_id[known[0]].texts("neighbours"):
            text = f"{in_brief(known[1])} is missing, but [provenance] documents this border"
            faults.note(by_id[known[0]], "neighbours", text)


def _reported_ranges(counties: Sequence[TomlTable], faults: Faults) -> None:
    for county in counties:
        for key, (low, high) in REPORTED.items():
            value = county.values.get(key)
            if type(value) is int and not low <= value <= high:
                text = f"{in_brief(value)} is outside the range that reviews report, {low} to {high}"
                faults.note(county, key, f"{text}; if the printed game has this value, set printed_data = true")


def _list(entry: TomlTable, key: str) -> list[Any]:
    value = entry.values.get(key)
    return value if isinstance(value, list) else []
