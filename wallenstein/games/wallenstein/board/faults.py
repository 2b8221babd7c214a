"""Faults of a board file and their places; checks of the origin of its values."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from wallenstein.core.documents import RawTable
from wallenstein.core.text import did_you_mean, printable
from wallenstein.games.wallenstein.board.values import DOCUMENTED, key_lines

TYPES: Final = {str: "a text in quotes", int: "a whole number", bool: "true or false", list: "a list", dict: "a table"}
LONGEST: Final = 60  # characters of a wrong value in a message


class BoardFault(NamedTuple):
    """A fault, or only a note, and its place."""

    line: int | None
    place: str
    text: str

    def sentence(self, path: str) -> str:
        """The fault in one line, beginning with file and line."""
        where = path if self.line is None else f"{path}:{self.line}"
        return f"{where}: {self.place}: {self.text}" if self.place else f"{where}: {self.text}"


class BoardReport(NamedTuple):
    """The result of a check. Faults forbid playing on the board; notes do not."""

    faults: tuple[BoardFault, ...]
    notes: tuple[BoardFault, ...]


@dataclass(frozen=True)
class TomlTable:
    """One table of the file: its name, its number among those, its values."""

    table: str
    number: int
    values: RawTable

    @property
    def name(self) -> str:
        """Its name in faults: its id, or its number if it has none."""
        if self.table == "seat":
            return f"seat {in_brief(self.text('seat'))} of {in_brief(self.values.get('players'))} players"
        if self.table not in ("region", "county", "origin"):
            return f"[{self.table}]" if self.table else ""
        name = self.text("id")
        return f"{self.table} {in_brief(name)}" if name else f"{self.table} no. {self.number + 1}"

    def text(self, key: str) -> str:
        """The value of a key if it is a text, otherwise an empty one."""
        value = self.values.get(key)
        return value if isinstance(value, str) else ""

    def texts(self, key: str) -> list[str]:
        """The texts in the list of a key; other values are reported elsewhere."""
        return [item for item in self.items(key) if isinstance(item, str)]

    def items(self, key: str) -> list[object]:
        """The list of a key, empty if it is none."""
        value = self.values.get(key)
        return value if isinstance(value, list) else []


WHOLE: Final = TomlTable("", 0, {})  # the place of faults of the whole file


class Faults:
    def __init__(self, text: str) -> None:
        self.lines = key_lines(text)
        self.faults: list[BoardFault] = []
        self.notes: list[BoardFault] = []

    def add(self, entry: TomlTable, key: str, text: str) -> None:
        """A fault of one key, or of the whole table if the key is empty."""
        self.faults.append(self._fault(entry, key, text))

    def add_syntax(self, text: str) -> None:
        """The only fault of a file that is not TOML; the parser may name the line."""
        place = re.search(r" \(at line (\d+), column (\d+)\)", text)
        if place:
            text = text.replace(place[0], f" in column {place[2]}")
        self.faults.append(BoardFault(int(place[1]) if place else None, "", text))

    def note(self, entry: TomlTable, key: str, text: str) -> None:
        self.notes.append(self._fault(entry, key, text))

    def report(self) -> BoardReport:
        """All faults and notes in the order of the lines; faults without a line first."""
        return BoardReport(*(tuple(sorted(each, key=lambda one: one.line or 0)) for each in (self.faults, self.notes)))

    def _fault(self, entry: TomlTable, key: str, text: str) -> BoardFault:
        header = self.lines.get((entry.table, entry.number, ""))
        line = self.lines.get((entry.table, entry.number, key), header)
        usual = key.replace("_", "").replace("-", "").isalnum() and len(key) <= LONGEST
        place = [part for part in (entry.name, key if usual or not key else in_brief(key)) if part]
        return BoardFault(line, ", ".join(place), text)


def in_brief(value: object) -> str:
    """A value from the file, on one line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{printable(value, LONGEST)}"'
    try:
        return printable(repr(value), LONGEST)
    except (ValueError, RecursionError):  # a number with more digits than Python writes
        return "a value too large to show"


def wrong_type(kind: type, value: object) -> str:
    return f"must be {TYPES[kind]}, not {in_brief(value)}"


# Checks the sections on the origin of the values, and the values against them.

FIELDS: Final = ("names", "regions", "light_borders", "borders", "sites", "grain", "taxes", "line_ups")
INFERRED: Final = "inferred"
CLASSES: Final = (DOCUMENTED, INFERRED, "free choice")


def check_origins(origins: Sequence[TomlTable], faults: Faults) -> None:
    """Every field at most once, in a class; documented and inferred ones have a source."""
    seen: list[str] = []
    for origin in origins:
        kind = origin.text("class")
        if kind and kind not in CLASSES:
            text = f"{in_brief(kind)} is not allowed; {did_you_mean(kind, CLASSES, are='allowed')}"
            faults.add(origin, "class", text)
        elif kind in (DOCUMENTED, INFERRED) and not origin.text("source"):
            faults.add(origin, "source", f"is missing: on what it is {kind}")
        for field in origin.texts("fields"):
            if field not in FIELDS:
                faults.add(origin, "fields", f"there is no field {in_brief(field)}; {did_you_mean(field, FIELDS)}")
            elif field in seen:
                faults.add(origin, "fields", f"{in_brief(field)} is here twice")
            seen.append(field)


KEYS: Final[dict[str, type]] = {
    "documented": str, "reviews": str, "reconstruction": str,
    "documented_values": list, "documented_neighbours": list, "printed_data": bool,
}  # fmt: skip
REPORTED: Final = {"grain": (2, 5), "taxes": (3, 7)}  # ranges in published reviews


class Documented(NamedTuple):
    """The part of a board file that is known from a source: values as (county, field), borders as pairs of counties."""

    values: frozenset[tuple[str, str]]
    borders: frozenset[frozenset[str]]


def documented(document: RawTable) -> Documented:
    """The documented part of a board file without faults, as far as it has the documented values."""
    said, counties = document.get("provenance", {}), {county["id"]: county for county in document["county"]}
    values = (
        (fact["county"], fact["field"])
        for fact in said.get("documented_values", ())
        if counties[fact["county"]][fact["field"]] == fact["value"]
    )
    return Documented(frozenset(values), frozenset(map(frozenset, said.get("documented_neighbours", ()))))


def check_provenance(values: object, counties: Sequence[TomlTable], faults: Faults) -> None:
    """Adds faults of the section itself, and notes where values contradict it."""
    if not isinstance(values, dict):
        faults.add(WHOLE, "provenance", "must be a table under a line [provenance]")
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
    for fact in entry.items("documented_values"):
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
    for pair in entry.items("documented_neighbours"):
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
