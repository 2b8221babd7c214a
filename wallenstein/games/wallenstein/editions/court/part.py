"""Emperor's Court: its changes to the game, and its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from wallenstein.core.documents import Json
from wallenstein.core.tables import Rows, listed_tables
from wallenstein.games.wallenstein.board.values import data_text
from wallenstein.games.wallenstein.editions.court import audience, position, records
from wallenstein.games.wallenstein.editions.court.audience import NAME, SIZES, CourtState
from wallenstein.games.wallenstein.editions.court.offer import CourtPlanning, offer
from wallenstein.games.wallenstein.editions.court.records import COURT_CARD, Converted, box
from wallenstein.games.wallenstein.editions.part import Draw, Expansion, PartRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import GAME, SEASON, SEAT, YEAR, entry_table
from wallenstein.games.wallenstein.model.decision import ClearTray, Display, EndSeason, FixOrder, behind
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import BLANK, COURT
from wallenstein.games.wallenstein.plan import COUNTIES, Plan

EFFECTS: Final = tuple(dict.fromkeys(favor.effect for favor in box().favors.values()))
NO_COURT: Final = (BLANK,) * len(SIZES)

CONVERSIONS: Final = entry_table(
    "conversions", "One row per planned conversion of armies into courtiers, in the order of play (C4).", Converted
)
LISTED: Final = listed_tables(
    data_text("court-tables.toml"),
    {"county": COUNTIES, "effect": EFFECTS, "card": COURT_CARD.column[1]},
    *(GAME, YEAR, SEASON, SEAT),
)


class CourtRows(PartRows):
    """The rows of one game, and the courtiers in a season's row."""

    tables: ClassVar = {Converted: "conversions"}

    def __init__(self, number: int, players: int, rows: Mapping[str, Rows]) -> None:
        super().__init__(number, players, rows)
        self.price = 0  # of the latest favor
        self.courtiers: tuple[int, ...] = (0,) * players

    def read(self, entry: object, year: int, season: int) -> None:
        super().read(entry, year, season)
        if isinstance(entry, records.FavorTaken):
            self.price = entry.price
        elif isinstance(entry, records.FavorWorked) and "favors" in self.rows:
            seat, number, amount, county = entry
            effect = EFFECTS.index(box().favors[number].effect)
            self.rows["favors"].add(self.number, year, season, seat, number, effect, self.price, amount, county)
        elif isinstance(entry, records.CourtiersCounted):
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
        CourtPlanning(), audience.ChoosingFavor(), audience.CancellingEvent(), audience.Calming(),
        audience.Garrisoning(), audience.BuildingFree(),
    )  # fmt: skip
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
                **base.steps, records.DisplayFavors: audience.display_favors, records.BeginCourt: audience.begin_court,
                records.Convert: audience.convert, records.BeginAudience: audience.begin_audience,
                records.Dismiss: audience.dismiss, ClearTray: audience.announced(base.steps[ClearTray]),
                EndSeason: audience.unguarded(base.steps[EndSeason]),
            },
            offer=offer,
            reach=audience.shielded(base.reach),
            place_marker=audience.parrying(base.place_marker),
        )  # fmt: skip

    def lay_out(self, book: Book) -> CourtState:
        """The court before the first card is shown; every courtier is in a supply."""
        players, open_cards = book.players, [records.NO_FAVOR] * len(records.PRICES)
        return CourtState([box().courtiers] * players, [0] * players, [False] * players, [0] * players, open_cards, [])

    sections: ClassVar = {"events": position.FAVORS}
    seat_keys = position.SEAT_KEYS
    shapes: ClassVar = {COURT: r"rest dismissal( favor)*( favor-event| favor-calm| favor-garrison| favor-build)?"}
    begins: ClassVar = {COURT: records.BeginCourt}
    once = (records.AskFavor,)
    checks: ClassVar = dict.fromkeys(audience.ASKING.values(), position.check_effect)

    def check_between(self, state: State, place: Json) -> None:
        position.check_between(state, place)

    tables = (CONVERSIONS, LISTED["favors"])
    columns: ClassVar = {name: LISTED[name].columns for name in ("plans", "seasons")}
    rows = CourtRows
    modules = ("story", "advice", "encoding")
