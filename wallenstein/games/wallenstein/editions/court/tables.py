"""The tables of Emperor's Court: every conversion and every favor."""

from typing import Final

from wallenstein.core.tables import Column, Table
from wallenstein.games.wallenstein.editions.court.cards import box
from wallenstein.games.wallenstein.editions.court.conversion import SIZES
from wallenstein.games.wallenstein.journal.columns import COUNTIES, GAME, SEASON, SEAT, YEAR, county
from wallenstein.games.wallenstein.names import CONVERSIONS

SOURCES: Final = (*COUNTIES, "dice-tower")  # what may lie in a court box


def court_boxes() -> tuple[Column, ...]:
    """The columns of a plan's court boxes."""
    return tuple(
        Column(f"convert_{size}", "category", f"card in the court box that converts {size} (C3); null if none", SOURCES)
        for size in SIZES
    )


CONVERSIONS_TABLE: Final = Table(
    "conversions",
    "One row per planned conversion of armies into courtiers, in the order of play (C4).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("armies", "i8", "armies to convert: 3, 2 or 1"),
        Column("source", "category", "county that they come from, or `dice-tower` for the tray", SOURCES),
        Column("outcome", "category", "`done`, or why it was skipped", CONVERSIONS),
    ),
)

FAVORS_TABLE: Final = Table(
    "favors",
    "One row per favor taken at court, in the order of play (C5, C6).",
    (
        GAME,
        YEAR,
        SEASON,
        SEAT,
        Column("number", "i8", "the favor's number, 1 to 21"),
        Column("effect", "category", "its effect", tuple(dict.fromkeys(f.effect for f in box().favors.values()))),
        Column("price", "i8", "courtiers paid: 4, 3 or 2"),
        Column("amount", "i8", "Thalers, grain, armies or points gained; otherwise 1 if it took effect, 0 if not yet"),
        county("county", "county where it took effect; null if none"),
    ),
)

COURT_TABLES: Final = (CONVERSIONS_TABLE, FAVORS_TABLE)
