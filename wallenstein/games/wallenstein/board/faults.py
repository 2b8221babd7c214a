"""Faults of a board file and their places."""

import re
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from wallenstein.core.words import printable
from wallenstein.games.wallenstein.board.file import key_lines

TYPES: Final = {str: "a text in quotes", int: "a whole number", bool: "true or false", list: "a list"}
LONGEST: Final = 60  # characters of a wrong value that are shown


class Fault(NamedTuple):
    """One thing that is wrong, or only worth a note, and its place."""

    line: int | None
    place: str
    text: str

    def sentence(self, path: str) -> str:
        """The fault in one line, beginning with file and line."""
        where = path if self.line is None else f"{path}:{self.line}"
        return f"{where}: {self.place}: {self.text}" if self.place else f"{where}: {self.text}"


class Report(NamedTuple):
    """What a check found. Faults forbid playing on the board, notes do not."""

    faults: tuple[Fault, ...]
    notes: tuple[Fault, ...]


@dataclass(frozen=True)
class TomlTable:
    """One table of the file: the n-th of that name."""

    table: str
    number: int
    values: dict[str, Any]

    @property
    def name(self) -> str:
        """Its name in faults: its id, or its number if it has none."""
        if self.table not in ("region", "county"):
            return f"[{self.table}]" if self.table else ""
        name = self.text("id")
        return f"{self.table} {in_brief(name)}" if name else f"{self.table} no. {self.number + 1}"

    def text(self, key: str) -> str:
        """The value of a key if it is a text, otherwise an empty one."""
        value = self.values.get(key)
        return value if isinstance(value, str) else ""

    def texts(self, key: str) -> list[str]:
        """The texts in the list of a key; other values are reported elsewhere."""
        value = self.values.get(key)
        return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []


class Faults:
    """Collects the faults and notes of one file."""

    def __init__(self, text: str) -> None:
        self.lines = key_lines(text)
        self.faults: list[Fault] = []
        self.notes: list[Fault] = []

    def add(self, entry: TomlTable, key: str, text: str) -> None:
        """A fault of one key, or of the whole table if the key is empty."""
        self.faults.append(self._fault(entry, key, text))

    def add_syntax(self, text: str) -> None:
        """The only fault of a file that is not TOML; the parser may name the line."""
        place = re.search(r" \(at line (\d+), column (\d+)\)", text)
        if place:
            text = text.replace(place[0], f" in column {place[2]}")
        self.faults.append(Fault(int(place[1]) if place else None, "", text))

    def note(self, entry: TomlTable, key: str, text: str) -> None:
        """A note, which is not a fault."""
        self.notes.append(self._fault(entry, key, text))

    def report(self) -> Report:
        """Everything in the order of the lines; faults without a line first."""
        return Report(tuple(sorted(self.faults, key=_line)), tuple(sorted(self.notes, key=_line)))

    def _fault(self, entry: TomlTable, key: str, text: str) -> Fault:
        header = self.lines.get((entry.table, entry.number, ""))
        line = self.lines.get((entry.table, entry.number, key), header)
        place = [part for part in (entry.name, shown_key(key) if key else "") if part]
        return Fault(line, ", ".join(place), text)


def _line(fault: Fault) -> int:
    return fault.line or 0


def in_brief(value: object) -> str:
    """A value from the file, fit for one line of a terminal."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return f'"{printable(value, LONGEST)}"'
    try:
        return printable(repr(value), LONGEST)
    except (ValueError, RecursionError):  # a number with more digits than Python writes
        return "a value too large to show"


def wrong_type(kind: type, value: object) -> str:
    """The fault of a value with the wrong type."""
    return f"must be {TYPES[kind]}, not {in_brief(value)}"


def shown_key(key: str) -> str:
    """A key, in quotes if it is unusual."""
    return key if key.replace("_", "").replace("-", "").isalnum() and len(key) <= LONGEST else in_brief(key)
