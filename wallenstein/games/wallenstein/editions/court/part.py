"""Emperor's Court: its changes to the game, and its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from wallenstein.core.documents import Json
from wallenstein.core.tables import Column, Rows, Table
from wallenstein.games.wallenstein.editions.court import courtiers, favors, position, records
from wallenstein.games.wallenstein.editions.court import favors as audience
from wallenstein.games.wallenstein.editions.court import favors as shields
from wallenstein.games.wallenstein.editions.court.courtiers import NAME, SIZES, CourtState, new_court
from wallenstein.games.wallenstein.editions.court.offer import CourtPlanning, offer
from wallenstein.games.wallenstein.editions.court.records import (
    COURT_CARD,
    Converted,
    CourtiersCounted,
    FavorTaken,
    FavorWorked,
    box,
)
from wallenstein.games.wallenstein.editions.part import Draw, Expansion, PartRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import GAME, SEASON, SEAT, YEAR, county_column, entry_row, entry_table
from wallenstein.games.wallenstein.model.decision import ClearTray, Display, EndSeason, FixOrder, behind
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import BLANK, COURT
from wallenstein.games.wallenstein.plan import Plan

EFFECTS: Final = tuple(dict.fromkeys(favor.effect for favor in box().favors.values()))
NO_COURT: Final = (BLANK,) * len(SIZES)

CONVERSIONS_TABLE: Final = entry_table(
    "conversions", "One row per planned conversion of armies into courtiers, in the order of play (C4).", Converted
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
        county_column("county", "county where it took effect; null if none"),
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
    """The rows of one game, and the courtiers in a season's row."""

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        super().__init__(number, players, rows)
        self.price = 0  # of the latest favor
        self.courtiers: tuple[int, ...] = (0,) * players

    def read(self, entry: object, year: int, season: int) -> None:
        """Adds a row for every conversion and every favor, if the tables are requested."""
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
        return [COURT_CARD.cell(card) for card in plan.court] if plan.court else NO_COURT

    def season_values(self, seat: int) -> Sequence[int]:
        return (self.courtiers[seat],)


class Court(Expansion):
    """Rules C1 to C6."""

    name = NAME
    title = "Emperor's Court"
    kinds = (
        CourtPlanning(),
        audience.ChoosingFavor(),
        favors.CancellingEvent(),
        favors.Calming(),
        favors.Garrisoning(),
        favors.BuildingFree(),
    )
    steps: ClassVar = records.STEPS
    entries: ClassVar = records.ENTRIES
    phases: ClassVar = {COURT: "court"}
    draws: ClassVar = {"favors": Draw("C2", 21)}

    def functions(self, base: Functions) -> Functions:
        """Adds the favors after the display and the court after the turn order, and wraps existing functions."""
        return replace(
            base,
            season=behind(behind(base.season, Display, records.DisplayFavors()), FixOrder, records.BeginCourt()),
            steps={
                **base.steps,
                ClearTray: courtiers.announced(base.steps[ClearTray]),
                records.DisplayFavors: audience.display_favors,
                records.BeginCourt: courtiers.begin_court,
                records.Convert: courtiers.convert,
                records.BeginAudience: audience.begin_audience,
                records.Dismiss: audience.dismiss,
                EndSeason: shields.unguarded(base.steps[EndSeason]),
            },
            offer=offer,
            reach=shields.shielded(base.reach),
            place_marker=shields.parrying(base.place_marker),
        )

    def lay_out(self, book: Book) -> CourtState:
        """C1: the courtiers of every player and the shuffled favor cards."""
        return new_court(book.players)

    sections: ClassVar = {"events": position.FAVORS}
    seat_keys = position.SEAT_KEYS
    shapes: ClassVar = {COURT: r"rest dismissal( favor)*( favor-event| favor-calm| favor-garrison| favor-build)?"}
    begins: ClassVar = {COURT: records.BeginCourt}
    once = (records.AskFavor,)
    checks: ClassVar = dict.fromkeys(favors.ASKING.values(), position.check_effect)

    def check_between(self, state: State, place: Json) -> None:
        """C5, C6: outside the seasons no favors are on display, and nobody is protected."""
        position.check_between(state, place)

    tables = (CONVERSIONS_TABLE, FAVORS_TABLE)
    columns: ClassVar = {"plans": PLAN_COLUMNS, "seasons": SEASON_COLUMNS}
    rows = CourtRows
    modules = ("story", "advice", "encoding")
