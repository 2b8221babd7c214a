"""The table of Landsknechte, and its rows."""

from collections.abc import Sequence
from typing import Any, Final

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.journal.columns import GAME, SEASON, SEAT, YEAR
from wallenstein.games.wallenstein.names import BENEFITS

BENEFITS_TABLE: Final = Table(
    "benefits",
    "Every benefit taken from a Landsknecht card, a row each, in the order of play (L2).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("card", "i8", "the card turned up, 2 to 4"),
        Column("benefit", "category", "what was taken", BENEFITS),
        Column("amount", "i8", "how much of it; armies as far as the supply had them"),
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
