"""Emperor's Court: plans with court boxes and dice tower cards (C3), its changes to the game, and its tables."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Final

from wallenstein.core.documents import NULL, Json, JsonObject, Schema, closed_object, either
from wallenstein.core.errors import RuleError
from wallenstein.core.records import Context
from wallenstein.core.tables import Rows, listed_tables
from wallenstein.games.wallenstein import names
from wallenstein.games.wallenstein.board.values import data_text
from wallenstein.games.wallenstein.editions.court import audience, position, records
from wallenstein.games.wallenstein.editions.court.audience import NAME, SIZES, CourtState
from wallenstein.games.wallenstein.editions.court.records import COURT_CARD, Converted, box
from wallenstein.games.wallenstein.editions.part import Draw, Expansion, PartRows
from wallenstein.games.wallenstein.model.book import Book
from wallenstein.games.wallenstein.model.codes import COUNTY, GAME, SEASON, SEAT, YEAR, PlanCode, entry_table
from wallenstein.games.wallenstein.model.decision import AskPlan, ClearTray, Display, EndSeason, FixOrder, behind
from wallenstein.games.wallenstein.model.offer import BOXES, Offer
from wallenstein.games.wallenstein.model.state import Functions, State
from wallenstein.games.wallenstein.names import COURT
from wallenstein.games.wallenstein.phases.planning import Planning
from wallenstein.games.wallenstein.plan import COUNTIES, Plan

NOTHING = (names.BLANK,) * len(SIZES)  # a court without conversions


class CourtOffer(Offer):
    """The cards of the base game and three dice tower cards.

    C3: three boxes and three cards more, so as many boxes as in the base game stay uncovered when cards run short.
    """

    __slots__ = ()

    rule = "C3"
    form = "a Plan with ten boxes, a bid and three court boxes"
    court = len(SIZES)
    towers = box().dice_towers

    def refuse(self, plan: Plan) -> None:
        boxes, court = len(plan.boxes), len(plan.court or NOTHING)
        if (boxes, court) != (BOXES, len(NOTHING)):
            raise RuleError("C3", f"a plan has ten boxes and three court boxes, not {boxes} and {court}")
        super().refuse(plan)


def offer(state: State, seat: int) -> CourtOffer:
    """C3: the seat's county cards, money cards and dice tower cards."""
    return CourtOffer(seat, tuple(state.counties(seat)), state.thalers[seat])


class CourtPlanCode(PlanCode):
    """A plan with its court boxes: `{"3": card, "2": card, "1": card}`, each a county, a dice tower card, or null."""

    keys = (*PlanCode.keys, "court")
    bids = (*PlanCode.bids, {"const": names.TOWER_CARD})

    def schema(self) -> Schema:
        plan, sizes = super().schema(), [str(size) for size in SIZES]
        card = either(COUNTY.schema(), {"const": names.TOWER_CARD}, NULL)
        plan["properties"]["court"] = closed_object(dict.fromkeys(sizes, card), sizes)
        return plan

    def read(self, place: Json, context: Context) -> Plan:
        plan = super().read(place, context)
        sizes = [str(size) for size in SIZES]
        boxes = place.at("court").members(sizes) if "court" in place.value else {}
        court = [COURT_CARD.read(boxes[size], context) if size in boxes else names.BLANK for size in sizes]
        return plan._replace(court=tuple(court))

    def write(self, value: Plan, context: Context) -> JsonObject:
        written = super().write(value, context)
        if value.court:
            cards = zip(SIZES, value.court, strict=True)
            written["court"] = {str(size): COURT_CARD.write(card, context) for size, card in cards}
        return written

    def read_tower_bid(self, place: Json) -> int:
        """C3: a dice tower card is a bid of 0."""
        return names.DICE_TOWER_BID

    def write_bid(self, bid: int, context: Context) -> int | str | None:
        return names.TOWER_CARD if bid == names.DICE_TOWER_BID else super().write_bid(bid, context)


class CourtPlanning(Planning):
    """The season's plan, with three court boxes (C3)."""

    code = CourtPlanCode()

    def take(self, state: State, step: AskPlan, choice: Plan) -> None:
        super().take(state, step, choice if choice.court else choice._replace(court=NOTHING))


# The changes to the game, and the tables.

EFFECTS: Final = tuple(dict.fromkeys(favor.effect for favor in box().favors.values()))

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
        return [COURT_CARD.cell(card) for card in plan.court] if plan.court else NOTHING

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
