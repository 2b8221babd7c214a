"""The tables of Emperor's Court: every conversion and every favor; and its columns of other tables."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.editions.court.cards import box
from wallenstein.games.wallenstein.editions.court.conversion import SIZES
from wallenstein.games.wallenstein.editions.court.records import (
    COURT_CARD,
    Converted,
    CourtiersCounted,
    FavorTaken,
    FavorWorked,
)
from wallenstein.games.wallenstein.editions.part import PartRows
from wallenstein.games.wallenstein.model.columns import GAME, SEASON, SEAT, YEAR, county, entry_row, entry_table
from wallenstein.games.wallenstein.names import BLANK
from wallenstein.games.wallenstein.plan import Plan

EFFECTS: Final = tuple(dict.fromkeys(favor.effect for favor in box().favors.values()))
NO_COURT: Final = (BLANK,) * len(SIZES)

CONVERSIONS_TABLE: Final = entry_table(
    "conversions",
    "One row per planned conversion of armies into courtiers, in the order of play (C4).",
    Converted,
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
        Column("effect", "category", "its effect", EFFECTS),
        Column("price", "i8", "courtiers paid: 4, 3 or 2"),
        Column("amount", "i8", "Thalers, grain, armies or points gained; otherwise 1 if it took effect, 0 if not yet"),
        county("county", "county where it took effect; null if none"),
    ),
)

PLAN_COLUMNS: Final = tuple(
    Column(
        f"convert_{size}",
        "category",
        f"card in the court box that converts {size} (C3); null if none",
        COURT_CARD.column[1],
    )
    for size in SIZES
)
SEASON_COLUMNS: Final = (Column("courtiers", "i8", "courtiers at the Emperor's court (C1); 0 without the expansion"),)


class CourtRows(PartRows):
    """The rows of one game, and the courtiers that a season's row has."""

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        super().__init__(number, players, rows)
        self.price = 0  # of the favor taken last
        self.courtiers: tuple[int, ...] = (0,) * players

    def read(self, entry: Any, year: int, season: int) -> None:
        """A row for every conversion and every favor, if the tables are requested."""
        if isinstance(entry, Converted):
            if "conversions" in self.rows:
                self.rows["conversions"].add(self.number, year, season, *entry_row(entry))
        elif isinstance(entry, FavorTaken):
            self.price = entry.price
        elif isinstance(entry, FavorWorked):
            if "favors" in self.rows:
                effect = EFFECTS.index(box().favors[entry.favor].effect)
                self.rows["favors"].add(
                    self.number, year, season, entry.seat, entry.favor, effect, self.price, entry.amount, entry.county
                )
        elif isinstance(entry, CourtiersCounted):
            self.courtiers = entry.courtiers

    def plan_values(self, plan: Plan) -> Sequence[int]:
        """The cards in the court boxes."""
        return [COURT_CARD.cell(card) for card in plan.court] if plan.court else NO_COURT

    def season_values(self, seat: int) -> Sequence[int]:
        """The seat's courtiers at court."""
        return (self.courtiers[seat],)
