"""The table of Landsknechte, and its rows."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.journal.columns import GAME, SEASON, SEAT, YEAR
from wallenstein.games.wallenstein.names import BENEFITS

BENEFITS_TABLE: Final = Table(
    "benefits",
    "One row per benefit taken from a Landsknecht card, in the order of play (L2).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("card", "i8", "number of the card, 2 to 4"),
        Column("benefit", "category", "the benefit", BENEFITS),
        Column("amount", "i8", "amount gained; armies are limited by the supply"),
    ),
)


def write_benefits(number: int, journal: Sequence[tuple[Any, ...]], rows: Rows) -> None:
    """A row for every benefit taken."""
    year = season = 0
    for entry in journal:
        if entry[0] == "season":
            year, season = entry[1], entry[2]
        elif entry[0] == "benefit":
            rows.add(number, year, season, *entry[1:])
