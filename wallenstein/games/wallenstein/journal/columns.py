"""Columns that several tables of Wallenstein share."""

from typing import Final

from wallenstein.core.tables import Column
from wallenstein.games.wallenstein.board import board
from wallenstein.games.wallenstein.names import SEASONS

COUNTIES: Final = board("default").ids  # every board has these, in this order

GAME: Final = Column("game", "i32", "number of the game in the schedule")
YEAR: Final = Column("year", "i8", "1 or 2")
SEASON: Final = Column("season", "category", "spring, summer, fall, winter", SEASONS)
SEAT: Final = Column("seat", "i8", "seat at the table, from 0")


def county(name: str, text: str) -> Column:
    """A column that holds a county or nothing."""
    return Column(name, "category", text, COUNTIES)
