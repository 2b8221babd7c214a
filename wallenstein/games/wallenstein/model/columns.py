"""Columns that several tables share, and those that follow from the fields of a record."""

from typing import Any, Final

from wallenstein.core.records import Field, fields_of
from wallenstein.core.tables import Column, Table
from wallenstein.games.wallenstein.model.codes import COUNTIES
from wallenstein.games.wallenstein.names import SEASONS

GAME: Final = Column("game", "i32", "number of the game in the schedule")
YEAR: Final = Column("year", "i8", "1 or 2")
SEASON: Final = Column("season", "category", "spring, summer, fall, winter", SEASONS)
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")


def county(name: str, text: str) -> Column:
    """A column that holds a county or nothing."""
    return Column(name, "category", text, COUNTIES)


def entry_table(name: str, text: str, entry: Any) -> Table:
    """A table with a row for every entry of that type: when it happened, then its fields."""
    own = [SEAT if field.name == SEAT.name else _column(field) for field in fields_of(entry)]
    return Table(name, text, (GAME, YEAR, SEASON, *own))


def _column(field: Field) -> Column:
    kind, names = field.code.column
    return Column(field.name, kind, field.text, names)


def entry_row(entry: Any) -> list[Any]:
    """The values of an entry's columns."""
    return [field.code.cell(value) for field, value in zip(fields_of(type(entry)), entry, strict=True)]
